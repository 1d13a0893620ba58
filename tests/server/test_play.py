"""Playing on a real server: a whole game, resuming, stopping, kills, slow readers."""

import asyncio
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from conftest import Bar
from hotdice.client import HttpClient, Lost, Seat
from hotdice.game import parse_record
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.fair_record import derive_fair
from hotdice.match.store import open_store
from hotdice.players import make
from match import plain_verifier
from server.processes import LONG_GAME, Pair, Process, serve


def run(body: Coroutine[Any, Any, Any], seconds: float = 300) -> Any:
    """Run to the end; the limit is for what hangs, not for what is slow."""
    return asyncio.run(asyncio.wait_for(body, seconds))


async def play_both(pair: Pair) -> list[Seat]:
    async with pair.seat(0) as ann, pair.seat(1) as bob:
        assert isinstance(await ann.begin(), wire.Accepted)
        await asyncio.gather(ann.play_with(make("greedy")), bob.play_with(make("threshold:400")))
        return [ann, bob]


def test_two_bots_over_the_network_and_the_dice_verified(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        pair = Pair(process.url)
        seats = run(play_both(pair))
        assert [seat.gaps for seat in seats] == [0, 0]
        assert [seat.view.phase for seat in seats] == ["over", "over"]
        text = pair.clients[0].record(pair.match)
        assert derive_fair(parse_record(text)).holds
        assert plain_verifier.check(text)
        games = pair.clients[1].get("/api/me/games")["games"]
        assert (games[0]["match"], games[0]["status"], games[0]["seat"]) == (pair.match, "over", 1)


def test_f5_a_client_that_drops_anywhere_gets_exactly_what_it_missed(tmp_path: Path, bar: Bar) -> None:
    """In the middle of a frame, after sending and before the answer, after the answer."""

    async def body(pair: Pair) -> tuple[int, int]:
        drops = wrong = 0
        async with pair.seat(0) as ann:
            await ann.caught_up(await ann.begin())
            for where in ("mid-frame", "before the answer", "after the answer") * 4:
                start = ann.sequence
                game = ann.game
                assert game is not None
                mover = 0 if game.mover == 0 else 1
                async with pair.seat(mover, since=start) as mine:
                    own = mine.game
                    assert own is not None
                    message = wire.Do(f"drop-{drops:020d}", raw(own.legal[-1]), start)
                    await drop(pair, mover, message, where)
                    again = await repeat(pair, mover, message)
                    assert isinstance(again, wire.Accepted), again
                    while ann.sequence < again.seq:
                        await ann.changed()
                async with pair.seat(1 - mover, since=start) as late:
                    lines = [line.seq for line in late.news]
                    wrong += lines != list(range(start + 1, ann.sequence + 1))
                drops += 1
            return drops, wrong + ann.gaps

    with serve(tmp_path) as process:
        drops, wrong = run(body(Pair(process.url, rules=LONG_GAME)))
    bar("F5", f"{drops} drops at 3 kinds of moment, {wrong} gaps or repeats", "0", drops == 12 and not wrong)


PATIENCE = 6
"""How many times longer than promised something may take on a machine that is busy with something else."""


def raw(command: object) -> c.Play:
    import msgspec

    return c.Play(msgspec.Raw(msgspec.json.encode(command)))


async def drop(pair: Pair, place: int, message: wire.Do, where: str) -> None:
    """Send a command over a connection of its own that breaks at a moment."""
    url = pair.urls[place].replace("http", "ws") + "/ws"
    hello = wire.encode(wire.Hello(pair.match, pair.tokens[place])).decode()
    socket_ = await connect(url, origin=Origin(pair.urls[place]), compression=None, proxy=None)
    await socket_.send(hello)
    await socket_.recv()
    if where == "mid-frame":
        socket_.transport.write(b"\x81\xfe\x01\x00half a frame")
    else:
        await socket_.send(wire.encode(message).decode())
    if where == "after the answer":
        while not isinstance(wire.decode_from_server(await socket_.recv()), wire.AnyAnswer):
            continue
    socket_.transport.abort()
    await socket_.wait_closed()


async def repeat(pair: Pair, place: int, message: wire.Do) -> wire.AnyAnswer:
    """Send the same command again over a new connection; its answer."""
    url = pair.urls[place].replace("http", "ws") + "/ws"
    async with connect(url, origin=Origin(pair.urls[place]), compression=None, proxy=None) as again:
        await again.send(wire.encode(wire.Hello(pair.match, pair.tokens[place])).decode())
        await again.send(wire.encode(message).decode())
        while True:
            heard = wire.decode_from_server(await again.recv())
            if isinstance(heard, wire.AnyAnswer):
                return heard


@pytest.mark.second_try("a server is stopped and started in the middle of a game")
def test_f10_a_polite_stop(tmp_path: Path, bar: Bar) -> None:
    async def drained(watch: ClientConnection) -> int:
        """The close code at the end; a socket that nobody reads never gets to its close frame."""
        async for _ in watch:  # a close that is no error ends this quietly
            continue
        return watch.close_code or 0

    async def body(process: Process, pair: Pair) -> float:
        async with pair.seat(0, patience=60) as ann, pair.seat(1, patience=60) as bob:
            await ann.begin()
            tasks = [
                asyncio.create_task(ann.play_with(make("cautious"))),
                asyncio.create_task(bob.play_with(make("cautious"))),
            ]
            url, origin = process.url.replace("http", "ws") + "/ws", Origin(process.url)
            watch = await connect(url, origin=origin, compression=None, proxy=None)
            await watch.send(wire.encode(wire.Hello(pair.match)).decode())
            closing = asyncio.create_task(drained(watch))
            while ann.sequence < 20:  # in the middle of the game
                await ann.changed()
            started = time.monotonic()
            code = await asyncio.to_thread(process.stop)
            took = time.monotonic() - started
            assert (code, await closing) == (0, 1001)
            before = ann.sequence
            await asyncio.to_thread(process.start)
            while ann.sequence < before + 6:
                await ann.changed()
            assert (ann.gaps, bob.gaps) == (0, 0)
            assert ann.resumed >= 1
            for task in tasks:
                task.cancel()
        return took

    process = serve(tmp_path).start()
    try:
        took = run(body(process, Pair(process.url, rules=LONG_GAME)))
    finally:
        process.stop()
    assert "Traceback" not in process.log
    # The server gives itself four seconds; a machine busy with something else may take its time.
    bar("F10", f"exit 0 after {took:.1f} s, closed with 1001, all resumed", "10 s", took < 10 * PATIENCE)


def kill_rounds(tmp_path: Path, rounds: int, bar: Bar) -> None:
    """Kill the server at random instants while bots play; nothing that was acknowledged may be missing."""
    process = serve(tmp_path).start()
    accepted: dict[str, list[tuple[str, int]]] = {}

    async def player(seat: Seat, bot: str) -> None:
        player = make(bot)
        while True:
            game, view = seat.game, seat.view
            if game is None or view is None or game.mover != view.seat:
                await seat.changed()
                continue
            answer = await seat.play(player.choose(seat.state()))
            if isinstance(answer, wire.Accepted):
                accepted.setdefault(seat.match, []).append((answer.id, answer.seq))
                while seat.sequence < answer.seq:
                    await seat.changed()

    async def body() -> tuple[int, int]:
        rng = random.Random(4)
        pairs = [Pair(process.url, rules=LONG_GAME) for _ in range(4)]
        seats = [pair.seat(place, patience=120) for pair in pairs for place in (0, 1)]
        for seat in seats:
            await seat.__aenter__()
        for seat in seats[::2]:
            await seat.begin()
        tasks = [asyncio.create_task(player(seat, "greedy")) for seat in seats]
        for _ in range(rounds):
            heard = sum(map(len, accepted.values()))
            while sum(map(len, accepted.values())) == heard:  # it is under load again
                await asyncio.sleep(0.01)
            await asyncio.sleep(rng.uniform(0, 0.3))
            process.kill()
            await asyncio.to_thread(process.start)
        before = [seat.sequence for seat in seats]
        end = time.monotonic() + 120
        while any(seat.sequence < was + 4 for seat, was in zip(seats, before, strict=True)):
            assert time.monotonic() < end, "not every game went on"
            await asyncio.sleep(0.05)
        gaps, resumed = sum(seat.gaps for seat in seats), sum(seat.resumed for seat in seats)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for seat in seats:
            await seat.close()
        return gaps, resumed

    try:
        gaps, resumed = run(body(), 300 + rounds * 20)
    finally:
        process.stop()
    assert "Traceback" not in process.log
    faults = faults_of(tmp_path / "games.db", accepted)
    count = sum(map(len, accepted.values()))
    text = f"{rounds} kills, {count:,} acknowledged, {resumed} resumed, {gaps} gaps, {len(faults)} faults"
    bar("F1", text, "0 gaps, 0 faults", not faults and not gaps and count > rounds)
    match = next(iter(accepted))
    lie = {match: [*accepted[match], ("a-command-that-was-lost", 1)]}
    found = faults_of(tmp_path / "games.db", lie)
    bar("F1 lost ack control", f"{len(found)} found", "1", len(found) == 1)


def faults_of(path: Path, accepted: dict[str, list[tuple[str, int]]]) -> list[str]:
    """Compare the clients' own histories with the database."""
    store = open_store(str(path))
    found = [reason for _, reason in store.damaged()]
    for match, history in accepted.items():
        log = store.read(match)
        commands = [event.command for event in log if event.command]
        last = {event.command: event.seq for event in log if event.command}
        if len(set(commands)) != len(last):
            found.append(f"{match}: a command twice")
        found += [f"{match}: {name} is lost" for name, seq in history if last.get(name) != seq]
    store.close()
    return found


def test_f1_kills_of_a_server_under_load(tmp_path: Path, bar: Bar) -> None:
    """Those of the store alone are fifty; here the server starts anew each time."""
    kill_rounds(tmp_path, 15, bar)


@pytest.mark.nightly
def test_f1_five_hundred_kills_of_a_server(tmp_path: Path, bar: Bar) -> None:
    kill_rounds(tmp_path, 500, bar)


def test_a_frozen_reader_is_dropped_and_others_do_not_wait(tmp_path: Path, bar: Bar) -> None:
    async def body(process: Process, pair: Pair) -> tuple[float, float, int]:
        frozen = socket.socket()
        frozen.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        frozen.connect(("127.0.0.1", process.port))
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        frozen.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nOrigin: {process.url}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await asyncio.to_thread(frozen.recv, 1000)
        hello = wire.encode(wire.Hello(pair.match))
        mask = b"\0\0\0\0"
        frozen.sendall(b"\x81" + bytes([0x80 | len(hello)]) + mask + hello)
        owner = HttpClient(process.url, process.admin.split("admin=")[1])
        async with pair.seat(0, since=None) as ann, pair.seat(1, since=None) as bob:
            begun = await ann.begin()
            await ann.caught_up(begun)
            await bob.caught_up(begun)
            slowest, moves = 0.0, 0
            while process.metric("slow_readers_total") < 1 and process.metric("sockets") == 3:
                # Announcements fill its queue without waiting for the disk; moves show that others go on.
                for _ in range(50):
                    await asyncio.to_thread(owner.post, "/api/admin/announce", text="\U0001f3b2" * 300)
                seat = ann if ann.game.mover == 0 else bob
                started = time.monotonic()
                answer = await seat.play(seat.game.legal[-1])
                slowest = max(slowest, time.monotonic() - started)
                assert isinstance(answer, wire.Accepted)
                moves += 1
                await ann.caught_up(answer)
                await bob.caught_up(answer)
        dropped = process.metric("slow_readers_total")
        frozen.close()
        return dropped, slowest, moves

    with serve(tmp_path, "--trust", "127.0.0.1") as process:
        dropped, slowest, moves = run(body(process, Pair(process.url, rules=LONG_GAME)))
    text = f"{dropped:.0f} dropped, slowest of {moves} moves {slowest * 1000:.0f} ms"
    bar("S10 slow reader", text, "1", dropped == 1)


def test_a_token_that_opens_nothing_and_a_match_that_is_not_there(tmp_path: Path) -> None:
    async def body(url: str, pair: Pair) -> None:
        with pytest.raises(Lost, match="opens no seat"):
            async with Seat(url, pair.match, "nonsense"):
                pass
        with pytest.raises(Lost, match="no such match"):
            async with Seat(url, "nothing"):
                pass

    with serve(tmp_path) as process:
        run(body(process.url, Pair(process.url)))


def hotdice(tmp_path: Path, name: str, typed: str, *arguments: str) -> subprocess.Popen[str]:
    home = tmp_path / name
    process = subprocess.Popen(
        [sys.executable, "-m", "hotdice", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={"HOTDICE_HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(typed)
    process.stdin.flush()
    return process


def wait_for(process: "subprocess.Popen[str]", text: str) -> str:
    """Read until a text is said; a terminal that says nothing more for long is ended, so nothing hangs."""
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    try:
        return _wait_for(process, text)
    finally:
        watchdog.cancel()


def _wait_for(process: "subprocess.Popen[str]", text: str) -> str:
    assert process.stdout is not None
    heard = ""
    for line in process.stdout:
        heard += line
        if text in line:
            return heard
    raise AssertionError(f"{text!r} was not said:\n{heard}")


def test_two_terminals_play_by_a_link(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        ann = hotdice(tmp_path, "ann", "", "join", f"{process.url}/", "--name", "Ann", "--chat")
        said = wait_for(ann, "Friends join with")
        link = said.split("hotdice join '")[1].split("'")[0]
        bob = hotdice(tmp_path, "bob", "Bob\nyes\n", "join", link)
        wait_for(bob, "Classic Farkle, 2 seats. There: Ann.")
        wait_for(ann, "Everybody is here")
        assert ann.stdin is not None
        assert bob.stdin is not None
        ann.stdin.write("bank\nstart\nsay well then\n")
        ann.stdin.flush()
        wait_for(bob, "Ann: well then")
        bob.stdin.write("roll\n")  # before Ann does: her first throw may be a Farkle, and then it is his turn
        bob.stdin.flush()
        wait_for(bob, "It is the turn of seat 1.")
        ann.stdin.write("roll\n")
        ann.stdin.flush()
        wait_for(bob, "Ann rolls")
        bob.stdin.write("leave\n")
        bob.stdin.flush()
        wait_for(ann, "Bob left the game.")
        file = tmp_path / "game.farkle"
        ann.stdin.write(f"record {file}\nquit\n")
        ann.stdin.flush()
        wait_for(ann, "Written to")
        bob.stdin.write("quit\n")
        for terminal in (ann, bob):
            terminal.communicate(timeout=120)
            assert terminal.returncode == 0
        verified = hotdice(tmp_path, "ann", "", "verify", str(file))
        assert "All 1 throws are those of the seed" in verified.communicate(timeout=120)[0]
        listed = HttpClient(process.url).get("/api/matches")["games"]
        assert listed == []
