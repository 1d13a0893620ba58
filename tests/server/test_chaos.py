"""The database stops under load, everybody comes back at once, a thousand people watch: bars F4, L5, L6."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from bench.load import set_up, without_pauses
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from conftest import Bar, running_postgres
from hotdice.client import HttpClient, Seat, ServerRefused
from hotdice.match import wire
from hotdice.match.store import open_store
from hotdice.players import make
from server.processes import LONG_GAME, Pair, Process, serve
from server.test_play import run


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """A PostgreSQL server that a test may stop and start."""
    with running_postgres() as server:
        yield server


def stop_the_database(postgres: Any, seconds: float, bar: Bar) -> None:
    """Play on two processes while the database is away for a while."""
    accepted: dict[str, list[tuple[str, int]]] = {}
    refused: list[str] = []

    async def player(seat: Seat) -> None:
        bot = make("greedy")
        while True:
            game, view = seat.game, seat.view
            if game is None or view is None or game.mover != view.seat:
                await seat.changed()
                continue
            answer = await seat.play(bot.choose(seat.state()))
            if isinstance(answer, wire.Accepted):
                accepted.setdefault(seat.match, []).append((answer.id, answer.seq))
                await seat.caught_up(answer)
            else:
                refused.append(answer.code)
                await asyncio.sleep(0.2)

    async def body(one: Process, two: Process) -> tuple[int, int]:
        pairs = [Pair(one.url, two.url, rules=LONG_GAME) for _ in range(4)]
        seats = [pair.seat(place, patience=120) for pair in pairs for place in (0, 1)]
        for seat in seats:
            await seat.__aenter__()
        for seat in seats[::2]:
            await seat.begin()
        tasks = [asyncio.create_task(player(seat)) for seat in seats]
        while len(accepted) < len(pairs):  # every game is going
            await asyncio.sleep(0.05)
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(seconds / 2)
        with pytest.raises(ServerRefused) as away:
            await asyncio.to_thread(HttpClient(one.url).get, "/ready")
        assert away.value.status == 503
        view = await asyncio.to_thread(HttpClient(one.url).table, pairs[0].match)
        assert view["phase"] == "playing", "what is in memory can still be read"
        await asyncio.sleep(seconds / 2)
        while "unavailable" not in refused:  # somebody has been told
            await asyncio.sleep(0.05)
        await asyncio.to_thread(postgres.start)
        before = [seat.sequence for seat in seats]
        end = time.monotonic() + 180
        while any(seat.sequence < was + 4 for seat, was in zip(seats, before, strict=True)):
            assert time.monotonic() < end, "not every game went on"
            await asyncio.sleep(0.05)
        gaps = sum(seat.gaps for seat in seats)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for seat in seats:
            await seat.close()
        return gaps, len(refused)

    url = postgres.get_uri()
    with Process(url) as one, Process(url) as two:
        gaps, said_no = run(body(one, two), 400)
    store = open_store(url)
    lost = 0
    for match, history in accepted.items():
        last = {event.command: event.seq for event in store.read(match) if event.command}
        lost += sum(last.get(name) != seq for name, seq in history)
    store.close()
    count = sum(map(len, accepted.values()))
    codes = sorted(set(refused))
    text = (
        f"away {seconds:.0f} s: {count:,} acknowledged, {lost} lost, {gaps} gaps, {said_no} refused {codes}"
    )
    good = not lost and not gaps and "unavailable" in codes and set(codes) <= {"unavailable", "stale"}
    bar("F4 PostgreSQL", text, "0 lost, refused with a code", good)


@pytest.mark.second_try("the database is stopped and started under two servers")
def test_f4_the_database_stops_for_a_moment(own_postgres: Any, bar: Bar) -> None:
    stop_the_database(own_postgres, 3, bar)


@pytest.mark.nightly
def test_f4_the_database_stops_for_ten_seconds(own_postgres: Any, bar: Bar) -> None:
    stop_the_database(own_postgres, 10, bar)


async def watchers(process: Process, match: str, count: int) -> list[ClientConnection]:
    """Sockets that watch a match and have been welcomed."""
    url, found = process.url.replace("http", "ws") + "/ws", []
    for _ in range(count):
        link = await connect(
            url, origin=Origin(process.url), compression=None, proxy=None, ping_interval=None, max_queue=None
        )
        await link.send(wire.encode(wire.Hello(match)).decode())
        await link.recv()
        found.append(link)
    return found


@pytest.mark.nightly
@pytest.mark.alone
def test_l5_a_thousand_watch_one_game(tmp_path: Path, bar: Bar) -> None:
    """Ten moves with a watcher who has gone to sleep, ten without, and so on: nobody else may notice."""
    delays: dict[bool, list[float]] = {True: [], False: []}

    async def body(process: Process, pair: Pair) -> None:
        links = await watchers(process, pair.match, 1_000)
        async with pair.seat(0) as ann, pair.seat(1) as bob:
            await ann.caught_up(await ann.begin())
            while bob.sequence < ann.sequence:
                await bob.changed()
            await asyncio.gather(*(link.recv() for link in links))
            for block in range(20):
                asleep = block % 2 == 1
                sleeper = (await watchers(process, pair.match, 1))[0] if asleep else None
                if sleeper is not None:
                    sleeper.transport.pause_reading()
                for _ in range(10):
                    seat = ann if ann.game is not None and ann.game.mover == 0 else bob
                    assert seat.game is not None
                    started = time.perf_counter()
                    answer = await seat.play(seat.game.legal[-1])
                    await asyncio.gather(*(link.recv() for link in links))
                    delays[asleep].append(time.perf_counter() - started)
                    await ann.caught_up(answer)
                    await bob.caught_up(answer)
                if sleeper is not None:
                    sleeper.transport.abort()
        for link in links:
            link.transport.abort()

    with serve(tmp_path) as process, without_pauses():
        run(body(process, Pair(process.url, rules=LONG_GAME)), 300)
    all_of_them = sorted(delays[True] + delays[False])
    p99 = all_of_them[int(0.99 * len(all_of_them))] * 1000
    bar("L5", f"move to the last of 1,000 watchers p99 {p99:.0f} ms", "150 ms", p99 <= 150)
    asleep, awake = median(delays[True]) * 1000, median(delays[False]) * 1000
    text = f"median {asleep:.1f} ms beside a frozen watcher, {awake:.1f} ms without"
    bar("L5 frozen", text, "10 % more", asleep <= 1.1 * awake)


@pytest.mark.nightly
@pytest.mark.alone
def test_l6_two_thousand_come_back_after_a_restart(tmp_path: Path, bar: Bar) -> None:
    process = serve(tmp_path).start()

    async def body() -> tuple[float, int, int]:
        tables = await asyncio.to_thread(set_up, [process.url], 1_000)
        seats = [
            Seat(process.url, table.match, token, patience=120) for table in tables for token in table.tokens
        ]
        for start in range(0, len(seats), 50):
            await asyncio.gather(*(seat.__aenter__() for seat in seats[start : start + 50]))
        process.kill()
        await asyncio.to_thread(process.start)
        started = time.monotonic()
        while not all(seat.resumed for seat in seats) and time.monotonic() - started < 60:
            await asyncio.sleep(0.05)
        took = time.monotonic() - started
        back, gaps = sum(seat.resumed > 0 for seat in seats), sum(seat.gaps for seat in seats)
        await asyncio.gather(*(seat.close() for seat in seats))
        return took, back, gaps

    try:
        took, back, gaps = run(body(), 300)
    finally:
        process.stop()
    text = f"{back:,} of 2,000 back after {took:.1f} s, {gaps} gaps"
    bar("L6", text, "15 s, 0 gaps", took <= 15 and back == 2_000 and gaps == 0)
