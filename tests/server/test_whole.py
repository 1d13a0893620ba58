"""The test of the whole: three processes and a database in a small world where everything breaks in turn.

What every client saw is held against the log by a checker that shares nothing with the server, and the log
against the referee. Two faults planted in the server show that the checker finds what it is there for.
"""

import asyncio
import contextlib
import json
import signal
import time
from collections.abc import AsyncIterator

import msgspec
import pytest

from conftest import Bar
from hotdice.client import HttpClient
from hotdice.game import Event, evolve, new_game, parse_record
from hotdice.match import facts as f
from hotdice.match import table_views as views
from hotdice.match.games.farkle import unpack
from hotdice.match.kinds import KINDS
from hotdice.match.store import SqlStore, open_store
from hotdice.rules import resolve
from server.histories import History, Logged, faults
from server.processes import LONG_GAME, Pair
from server.small_world import World
from server.test_play import run
from server.wanderers import Wanderer

MATCHES = 5
LOST_UPDATE = """
import asyncio, itertools
from hotdice.match.hosting import Host
count, kept = itertools.count(1), Host._kept
def forgetful(self, entry):
    if entry.command and entry.expected > 10 and next(count) % 25 == 0:
        future = asyncio.get_running_loop().create_future()
        future.set_result(None)
        return future
    return kept(self, entry)
Host._kept = forgetful
"""
STALE_READ = """
import itertools
from hotdice.match.hosting import Host
count, listen, first = itertools.count(1), Host.listen, {}
async def stale(self, match, token, *rest):
    welcome = await listen(self, match, token, *rest)
    before = first.setdefault((match, token), welcome)
    return before if next(count) % 5 == 0 else welcome
Host.listen = stale
"""


class Party:
    """Pairs at tables, playing on whatever process answers."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.history = History()
        self.enough = asyncio.Event()
        self.players: list[Wanderer] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        urls = [machine.url for machine in self.world.machines]
        for number in range(MATCHES):
            pair = await asyncio.to_thread(Pair, urls[number % 3], urls[(number + 1) % 3], rules=LONG_GAME)
            async with pair.seat(0) as ann, pair.seat(1):
                await ann.begin()
            self.players += [
                Wanderer(urls, pair.match, token, self.history, f"{number} {place}")
                for place, token in enumerate(pair.tokens)
            ]
        self.tasks = [asyncio.create_task(player.play(self.enough)) for player in self.players]
        await self.goes_on()

    def moves(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for player in self.players:
            found[player.match] = found.get(player.match, 0) + player.moves
        return found

    async def goes_on(self, seconds: float = 45) -> float:
        """Wait until four more moves are acknowledged in every match; how long that took."""
        before, started = self.moves(), time.monotonic()
        while any(count < before[match] + 4 for match, count in self.moves().items()):
            for task in self.tasks:
                if task.done():
                    task.result()
            assert time.monotonic() - started < seconds, f"not every match went on: {before} {self.moves()}"
            await asyncio.sleep(0.05)
        return time.monotonic() - started

    async def is_stuck(self) -> None:
        """Wait until no move has been acknowledged for a while: the trouble was real."""
        end = time.monotonic() + 60
        while max(act.answered for act in self.history.acts if act.accepted) > time.monotonic() - 1.5:
            assert time.monotonic() < end, "everybody plays on"
            await asyncio.sleep(0.05)

    async def end(self) -> None:
        self.enough.set()
        await asyncio.wait(self.tasks, timeout=60)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def troubles(world: World, name: str) -> AsyncIterator[None]:
    """One thing that goes wrong for a while."""
    a, b, third = world.machines
    database, network = world.database, world.network
    if name == "a process is killed":
        a.kill()
        yield
        await asyncio.to_thread(a.start)
    elif name == "a process is stopped":
        b.freeze()
        yield
        b.thaw()
    elif name == "the database is killed":
        database.signal(signal.SIGKILL)
        yield
        await asyncio.to_thread(database.start)
    elif name == "the database hangs":
        database.signal(signal.SIGSTOP)
        yield
        database.signal(signal.SIGCONT)
    elif name == "the database is cut off":
        network.pull("db")
        yield
        network.plug("db")
    elif name == "a process is cut off from the database":
        network.part("a", "db")
        yield
        network.part("a", "db", again=True)
    elif name == "a process is cut off from everybody":
        network.pull("c")
        yield
        network.plug("c")
    elif name == "two processes do not reach each other":
        network.part("a", "b")
        yield
        network.part("a", "b", again=True)
    elif name == "the disk is full":
        with database.full():
            yield
        await asyncio.to_thread(database.start)
    else:
        assert name == "clocks are moved"
        a.move_clock(3600)
        b.move_clock(-3600)
        yield
        third.move_clock(86_400)


TROUBLES = {
    "a process is killed": 2.0,
    "a process is stopped": 4.0,
    "the database is killed": 3.0,
    "the database hangs": 7.0,
    "the database is cut off": 7.0,
    "a process is cut off from the database": 7.0,
    "a process is cut off from everybody": 6.0,
    "two processes do not reach each other": 5.0,
    "the disk is full": 4.0,
    "clocks are moved": 3.0,
}


def logged(store: SqlStore, match: str) -> list[Logged]:
    """The log of a match, each fact as a player would be told it."""
    log, texts = store.read(match), store.texts(match)
    found = []
    for event in log:
        fact = f.decode_fact(event.body)
        line = views.news(event.seq, event.at, fact, texts=texts, kind=KINDS["farkle"], seat=None)
        told = {key: value for key, value in json.loads(msgspec.json.encode(line)).items() if key != "seq"}
        what = msgspec.json.encode(told, order="sorted").decode()
        found.append(Logged(event.seq, event.command, what))
    return found


def refereed(store: SqlStore, match: str, url: str) -> bool:
    """Whether the referee goes along with every event of a log, and the record tells the same game."""
    state = new_game(resolve(LONG_GAME), 2)
    events: list[Event] = []
    for event in store.read(match):
        fact = f.decode_fact(event.body)
        if isinstance(fact, f.Played):
            events += unpack(fact.events)
    for one in events:
        state = evolve(state, one)
    text = HttpClient(url).get(f"/api/matches/{match}/record")
    return list(parse_record(text).events) == events


def judged(world: World, party: Party) -> tuple[list[str], int]:
    """What is wrong with a run, and how many moves were acknowledged."""
    store = open_store(world.database.url)
    try:
        matches = {player.match for player in party.players}
        found = faults(party.history, {match: logged(store, match) for match in matches})
        url = world.machines[-1].url
        found += [f"{match}: not by the rules" for match in matches if not refereed(store, match, url)]
    finally:
        store.close()
    return found, sum(act.accepted for act in party.history.acts)


@pytest.mark.nightly
@pytest.mark.alone
def test_the_whole(bar: Bar) -> None:
    """Everything breaks in turn and comes back; acknowledged moves are there once, and nobody was misled."""
    back: dict[str, float] = {}

    async def body(world: World) -> Party:
        party = Party(world)
        await party.begin()
        for name, seconds in TROUBLES.items():
            async with troubles(world, name):
                await asyncio.sleep(seconds)
                if name.startswith(("the database", "the disk")):
                    await party.is_stuck()
            back[name] = await party.goes_on()
        await party.end()
        return party

    with World() as world:
        party = run(body(world), 900)
        found, acknowledged = judged(world, party)
        cuts = [(machine.name, machine.log.partition("Traceback")) for machine in world.machines]
        tracebacks = [
            f"{name}: {before[-500:]}{cut}{after[:4000]}" for name, (before, cut, after) in cuts if cut
        ]
    resumed = sum(player.moved for player in party.players)
    text = (
        f"{len(TROUBLES)} troubles, {acknowledged:,} moves acknowledged, {resumed} moved to another process, "
        f"{len(party.history.looks):,} welcomes, {len(party.history.tales):,} facts told, {len(found)} faults"
    )
    print({name: round(took, 1) for name, took in back.items()})
    assert not tracebacks, tracebacks[0]
    bar("F17 the whole", text, "0 faults", not found)


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.parametrize(("plant", "word"), [(LOST_UPDATE, "was acknowledged"), (STALE_READ, "a stale read")])
def test_a_planted_fault_is_found(plant: str, word: str) -> None:
    async def body(world: World) -> Party:
        party = Party(world)
        await party.begin()
        await asyncio.sleep(15)
        await party.end()
        return party

    with World(plant) as world:
        party = run(body(world), 300)
        store = open_store(world.database.url)
        matches = {player.match for player in party.players}
        found = faults(party.history, {match: logged(store, match) for match in matches})
        store.close()
    assert any(word in fault for fault in found)
