"""Several processes on one database: each match has one owner, and what the host says reaches all."""

import asyncio
import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from conftest import Bar
from hotdice.client import HttpClient, Lost, Seat, ServerRefused
from hotdice.match import wire
from hotdice.match.store import open_store
from hotdice.match.store.club import DayGame, StoredAccount
from hotdice.server.links import GREET, HEAD, Link, call
from server.processes import LONG_GAME, Pair, Process
from server.test_hostile import forever
from server.test_play import PATIENCE, run


@pytest.fixture
def emptied(postgres: str) -> str:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres


def several(url: str, count: int, stack: contextlib.ExitStack) -> list[Process]:
    """So many processes, all started at the same moment."""
    found = [Process(url) for _ in range(count)]
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(lambda process: process.start(), found))
    for process in found:
        stack.push(process)
    return found


def owner_of(url: str, match: str) -> str:
    """Where the process is that owns a match."""
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT p.address FROM matches m JOIN processes p ON p.id = split_part(m.owner, '.', 1)"
            " WHERE m.id = %s",
            (match,),
        ).fetchone()
    return str(row[0]) if row else ""


async def begin(ann: Seat, bob: Seat) -> None:
    await ann.begin()
    while bob.sequence < ann.sequence or bob.game is None:
        await bob.changed()


async def move(ann: Seat, bob: Seat) -> wire.AnyAnswer:
    """One move of whoever is to move, told to both."""
    seat = ann if ann.game.mover == 0 else bob
    answer = await seat.play(seat.game.legal[-1])
    await ann.caught_up(answer)
    await bob.caught_up(answer)
    return answer


def test_what_the_owner_of_the_server_says_reaches_every_process(emptied: str) -> None:
    """Announce, erase, ban, close, delete: once the command is answered, nobody anywhere sees otherwise."""

    async def body(one: Process, two: Process, owner: HttpClient, pair: Pair) -> None:
        said: list[tuple[int, str]] = []

        def ear(place: int) -> Callable[[str], Awaitable[None]]:
            async def hear(text: str) -> None:
                said.append((place, text))

            return hear

        ears = [ear(0), ear(1)]
        async with (
            pair.seat(0, on_announcement=ears[0]) as ann,
            pair.seat(1, on_announcement=ears[1]) as bob,
        ):
            await begin(ann, bob)
            for _ in range(4):
                assert isinstance(await move(ann, bob), wire.Accepted)
            assert ann.view is not None
            assert ann.view.chairs[1].online, "who is connected to another process is there all the same"
            told = await asyncio.to_thread(owner.post, "/api/admin/announce", text="Tea is ready")
            assert told["count"] == 2
            await asyncio.sleep(0.1)
            assert sorted(said) == [(0, "Tea is ready"), (1, "Tea is ready")]
            mine = [HttpClient(process.url, pair.clients[0].key) for process in (one, two)]
            for client in mine:
                games = await asyncio.to_thread(client.get, "/api/me/games")
                assert games["games"][0]["names"] == ["Ann", "Bob"]
            await asyncio.to_thread(owner.post, f"/api/admin/matches/{pair.match}/erase", seat=1)
            for client in mine:
                games = await asyncio.to_thread(client.get, "/api/me/games")
                assert "Bob" not in games["games"][0]["names"]
            for process in (one, two):
                view = await asyncio.to_thread(HttpClient(process.url).table, pair.match)
                assert view["chairs"][1]["name"] != "Bob"
            people = await asyncio.to_thread(owner.get, f"/api/admin/matches/{pair.match}/people")
            person = people["text"].splitlines()[1].split(" ")[1]
            await asyncio.to_thread(owner.post, f"/api/admin/people/{person}", banned=True)
            await asyncio.to_thread(owner.post, "/api/admin/closed", closed=True)
            for process in (one, two):
                with pytest.raises(ServerRefused, match="may not play"):
                    await asyncio.to_thread(HttpClient(process.url, pair.clients[1].key).get, "/api/me")
                with pytest.raises(ServerRefused, match="no new tables"):
                    await asyncio.to_thread(HttpClient(process.url, pair.clients[0].key).new_table)
            await asyncio.to_thread(owner.post, f"/api/admin/matches/{pair.match}/delete")
            for process in (one, two):
                with pytest.raises(ServerRefused, match="no such match"):
                    await asyncio.to_thread(HttpClient(process.url).table, pair.match)

    with contextlib.ExitStack() as stack:
        one, two = several(emptied, 2, stack)
        links = [process.admin for process in (one, two) if process.admin]
        assert len(links) == 1, "the first start of two processes makes one owner"
        owner = HttpClient(two.url, links[0].split("admin=")[1])
        run(body(one, two, owner, Pair(one.url, two.url, rules=LONG_GAME)))


def test_who_is_forgotten_is_forgotten_in_every_process(emptied: str) -> None:
    """Erased at one process: at the other the key is worth nothing, the names are gone, the counts stay."""

    async def body(one: Process, two: Process, pair: Pair) -> None:
        bob = pair.clients[1]
        day = bob.get("/api/daily")["today"]["day"]
        store = open_store(emptied)
        person = bob.get("/api/me")["id"]
        for name in (person, "other"):
            game = DayGame(day, name, "", 0, ended=False, points=None, gave=None)
            store.club.begin(day, name, "", 0)
            store.club.move(game, "", 1, ended=True, now=0)
            assert store.club.count(game, 5000, 100, [("here", "bank")]).result(30)
        rows = [StoredAccount("m", 0, person, "classic", 2, 1.0, 0.5, 0.02, 30, "")]
        store.club.add_accounts(rows).result(30)
        async with pair.seat(0) as first, pair.seat(1) as second:
            await begin(first, second)
            await move(first, second)
            assert owner_of(emptied, pair.match)
            elsewhere = HttpClient(one.url, bob.key)
            assert (await asyncio.to_thread(elsewhere.get, "/api/me"))["name"] == "Bob"
            await asyncio.to_thread(bob.post, "/api/me/erase")
            for process in (one, two):
                with pytest.raises(ServerRefused) as gone:
                    await asyncio.to_thread(HttpClient(process.url, bob.key).get, "/api/me")
                assert gone.value.status == 401
                view = await asyncio.to_thread(HttpClient(process.url).table, pair.match)
                assert "Bob" not in str(view["chairs"])
                lists = await asyncio.to_thread(HttpClient(process.url).get, f"/api/daily/{day}/lists")
                assert (lists["people"], {row["name"] for row in lists["points"]}) == (2, {""})
        assert store.club.fork(day, "here") == {"bank": 2}
        assert [account.person for account in store.club.accounts("m")] == [""]
        assert store.club.game(day, person) is None
        store.close()

    with contextlib.ExitStack() as stack:
        one, two = several(emptied, 2, stack)
        run(body(one, two, Pair(one.url, two.url, rules=LONG_GAME)))


@pytest.mark.parametrize("how", ["ban", "recover"])
def test_seats_are_taken_away_wherever_their_tables_are(how: str, emptied: str, bar: Bar) -> None:
    """Somebody sits at a table of each process; one of them is told, and both close the seat at once."""

    async def body(
        processes: list[Process], pairs: list[Pair], bob: dict[str, str], owner: HttpClient
    ) -> float:
        async with pairs[0].seat(1) as here, pairs[1].seat(1) as there:
            addresses = {owner_of(emptied, pair.match) for pair in pairs}
            assert len(addresses) == 2, "each process owns one of the tables"
            started = time.monotonic()
            if how == "ban":
                await asyncio.to_thread(owner.post, f"/api/admin/people/{bob['id']}", banned=True)
            else:
                stranger = HttpClient(processes[0].url)
                await asyncio.to_thread(stranger.post, "/api/recover", phrase=bob["phrase"])
            for seat in (here, there):
                with pytest.raises(Lost):
                    await asyncio.wait_for(forever(seat), 10 * PATIENCE)
            took = time.monotonic() - started
        for pair in pairs:
            for process in processes:
                with pytest.raises(Lost):
                    async with Seat(process.url, pair.match, pair.tokens[1]):
                        raise AssertionError("the old token is worth nothing anywhere")
        return took

    with contextlib.ExitStack() as stack:
        processes = several(emptied, 2, stack)
        link = next(process.admin for process in processes if process.admin)
        bob = HttpClient(processes[0].url)
        me = bob.arrive("Bob")
        pairs = []
        for process in processes:
            pair = Pair(process.url)
            made = pair.clients[0].new_table(seats=2)
            joined = HttpClient(process.url, bob.key).sit(made["match"], made["invite"])
            pair.match, pair.tokens = made["match"], [made["token"], joined["token"]]
            pairs.append(pair)
        owner = HttpClient(processes[1].url, link.split("admin=")[1])
        took = run(body(processes, pairs, me, owner))
    bar(
        f"S4 revoked on two processes, {how}",
        f"closed after {took * 1000:.0f} ms",
        "1 s",
        took < 5 * PATIENCE,
    )


@pytest.mark.second_try("three servers, of which one dies or is frozen")
@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_an_owner_that_dies_is_replaced_and_nothing_is_lost(how: str, emptied: str, bar: Bar) -> None:
    """A machine that is busy with other tests is given more than the two seconds of the bar."""
    replace_owner(how, emptied, 2 * PATIENCE * PATIENCE, bar)


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.parametrize("how", ["killed", "stopped", "ended"])
def test_an_owner_that_dies_is_replaced_in_two_seconds(how: str, emptied: str, bar: Bar) -> None:
    replace_owner(how, emptied, 2, bar)


def replace_owner(how: str, emptied: str, limit: float, bar: Bar) -> None:
    """Both players are connected elsewhere; the owner of their match goes, and another takes it up."""

    async def body(owner: Process, pair: Pair) -> tuple[float, list[wire.AnyAnswer]]:
        answers = []
        async with pair.seat(0, patience=120) as ann, pair.seat(1, patience=120) as bob:
            await begin(ann, bob)
            answers += [await move(ann, bob) for _ in range(5)]
            started = time.monotonic()
            if how == "ended":
                stopping = asyncio.ensure_future(asyncio.to_thread(owner.stop))
                await asyncio.sleep(0.1)
            else:
                os.kill(owner.pid, signal.SIGKILL if how == "killed" else signal.SIGSTOP)
            answers.append(await move(ann, bob))
            took = time.monotonic() - started
            if how == "stopped":  # it comes back and believes that all is as it was
                os.kill(owner.pid, signal.SIGCONT)
                watcher = Seat(owner.url, pair.match)
                async with watcher:
                    assert watcher.sequence >= ann.sequence, "a stale view"
                    answers += [await move(ann, bob) for _ in range(3)]
            if how == "ended":
                assert await stopping == 0
            answers += [await move(ann, bob) for _ in range(5)]
            assert (ann.gaps, bob.gaps) == (0, 0)
        return took, answers

    with contextlib.ExitStack() as stack:
        one, two = several(emptied, 2, stack)
        third = Process(emptied).start()
        try:
            pair = Pair(third.url, third.url, rules=LONG_GAME)
            assert owner_of(emptied, pair.match)
            pair.urls = (one.url, two.url)
            took, answers = run(body(third, pair), 240)
        finally:
            third.kill()
    assert all(isinstance(answer, wire.Accepted) for answer in answers)
    store = open_store(emptied)
    kept = {event.command: event.seq for event in store.read(pair.match) if event.command}
    store.close()
    lost = sum(kept.get(answer.id) != answer.seq for answer in answers)
    text = f"{how}: next move acknowledged after {took:.2f} s, {lost} of {len(answers)} moves lost"
    bar(f"L7 owner {how}", text, f"{limit:.0f} s, 0 lost", took <= limit and not lost)


@pytest.mark.second_try("a server is killed and another takes its games up")
def test_games_of_a_dead_process_go_on_without_anybody_looking(emptied: str) -> None:
    """Nobody is connected, but a clock runs and bots are to move: another process takes the game up."""

    async def start(process: Process, match: str, token: str) -> None:
        async with Seat(process.url, match, token) as seat:
            await seat.begin()

    first = Process(emptied, "--bot-pause", "1").start()
    with contextlib.ExitStack() as stack:
        second = stack.enter_context(Process(emptied, "--bot-pause", "0"))
        try:
            ann = HttpClient(first.url)
            ann.arrive("Ann")
            made = ann.new_table(seats=2, bots=["greedy"], clock={"turn": 1}, rules=LONG_GAME)
            run(start(first, made["match"], made["token"]))
        finally:
            first.kill()
        store = open_store(emptied)
        before, end = store.length(made["match"]), time.monotonic() + 120
        while store.length(made["match"]) < before + 8:
            assert time.monotonic() < end, "nobody took the game up"
            time.sleep(0.05)
        store.close()
        assert second.metric("tables") == 1


def test_a_stranger_on_the_port_of_the_processes_learns_nothing(emptied: str) -> None:
    async def body(address: str, name: str) -> None:
        class Ear:
            def heard(self, link: Link, kind: int, channel: int, payload: bytes) -> None:
                raise AssertionError

            def lost(self, link: Link) -> None:
                pass

        with pytest.raises(OSError, match="one of ours"):
            await call(address, name, b"not the key", Ear())
        host, _, port = address.rpartition(":")
        for junk in (
            b"GET / HTTP/1.1\r\n\r\n" * 10,
            HEAD.pack(2**31, GREET, 0),
            HEAD.pack(4, 3, 1) + b"1234",
        ):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(junk)
            assert await asyncio.wait_for(reader.read(), 10) == b""
            writer.close()

    with Process(emptied) as process:
        with psycopg.connect(emptied) as connection:
            row = connection.execute("SELECT address, id FROM processes").fetchone()
            key = connection.execute("SELECT body FROM settings WHERE name = 'peer_key'").fetchone()
        assert row is not None
        assert key is not None
        run(body(str(row[0]), str(row[1])))
        HttpClient(process.url).arrive("Ann")
    assert str(key[0]) not in process.log
    assert not re.search("internal error", json.dumps(process.log))
