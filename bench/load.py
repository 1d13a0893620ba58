"""An open-loop load generator: moves fall due by the clock, whether the server has kept up or not.

A closed loop waits for an answer before it sends the next command and so hides every queue. Here the delay
of a move counts from the moment it was due, so what the generator itself is late counts too; how late it
was is reported beside it.
"""

import asyncio
import contextlib
import gc
import os
import re
import secrets
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from hotdice.client import HttpClient

RULES = '{"base":"classic","target":9000000}'
_HELLO = '{"type":"Hello","match":"%s","token":"%s"}'
_DO = '{"type":"Do","id":"%s","expected":%d,"command":{"type":"Play","command":%s}}'


class _Game(msgspec.Struct):
    mover: int
    legal: tuple[msgspec.Raw, ...] = ()


class _View(msgspec.Struct):
    sequence: int
    game: _Game | None = None


class _Heard(msgspec.Struct):
    """What the generator needs of any message."""

    type: str
    id: str = ""
    code: str = ""
    seq: int = 0
    view: _View | None = None


_DECODER = msgspec.json.Decoder(_Heard)


class Report(msgspec.Struct, kw_only=True):
    """What came of a load."""

    sockets: int
    games: int
    seconds: float
    offered: int
    acknowledged: int
    refused: int
    errors: int
    codes: dict[str, int]
    p50: float
    p95: float
    p99: float
    worst: float
    cpu: float
    resident: float
    bytes_per_socket: float
    commits: float
    events_per_commit: float
    fsync: float
    late: float

    def __str__(self) -> str:
        return (
            f"{self.sockets:,} sockets, offered {self.offered:,}, acknowledged {self.acknowledged:,}, "
            f"refused {self.refused} {self.codes or ''}, errors {self.errors}, p50/p95/p99/max "
            f"{self.p50:.0f}/{self.p95:.0f}/{self.p99:.0f}/{self.worst:.0f} ms, CPU {self.cpu:.0f} %, "
            f"RSS {self.resident / 1e6:.0f} MB, {self.bytes_per_socket / 1e3:.0f} kB a socket, "
            f"{self.commits:.0f} commits, {self.events_per_commit:.1f} events a commit, "
            f"fsync probe p99 {self.fsync:.0f} ms, generator late p99 {self.late:.0f} ms"
        )


class Table:
    """One game: two sockets, and the moves that are due."""

    def __init__(self, match: str, tokens: Sequence[str], urls: Sequence[str]) -> None:
        self.match = match
        self.tokens = tokens
        self.urls = urls
        self.links: list[ClientConnection] = []
        self.views: list[_View | None] = [None, None]
        self.due: deque[float] = deque()
        self.flying: tuple[str, float] | None = None
        self.delays: list[float] = []
        self.known = 0
        self.refused = 0
        self.errors = 0
        self.codes: Counter[str] = Counter()
        self._readers: list[asyncio.Task[None]] = []

    async def connect(self) -> None:
        """Open both sockets."""
        for place in (0, 1):
            url = self.urls[place].replace("http", "ws") + "/ws"
            link = await connect(
                url, origin=Origin(self.urls[place]), compression=None, proxy=None, open_timeout=60,
                ping_interval=None, max_queue=None,
            )  # fmt: skip
            await link.send(_HELLO % (self.match, self.tokens[place]))
            self.links.append(link)
            self._readers.append(asyncio.create_task(self._read(place, link)))

    async def _read(self, place: int, link: ClientConnection) -> None:
        try:
            async for data in link:
                heard = _DECODER.decode(data)
                if heard.view is not None:
                    self.views[place] = heard.view
                elif self.flying is not None and heard.id == self.flying[0]:
                    if heard.type == "Accepted":
                        self.known = heard.seq
                        self.delays.append(time.perf_counter() - self.flying[1])
                    else:
                        self.refused += 1
                        self.codes[heard.code] += 1
                    self.flying = None
                await self._next()
        except ConnectionClosed:
            self.errors += 1

    async def move(self, due: float) -> None:
        """A move falls due."""
        self.due.append(due)
        await self._next()

    async def _next(self) -> None:
        """Send the move that is due, once the one before has been answered and seen by its mover."""
        if self.flying is not None or not self.due:
            return
        for place, view in enumerate(self.views):
            if view is None or view.game is None or view.game.mover != place or not view.game.legal:
                continue
            other = self.views[1 - place]
            if view.sequence < max(self.known, other.sequence if other is not None else 0):
                return  # the news has not reached the mover yet: the answer comes before it
            name = secrets.token_hex(8)
            self.flying = (name, self.due.popleft())
            command = bytes(view.game.legal[-1]).decode()
            try:
                await self.links[place].send(_DO % (name, view.sequence, command))
            except ConnectionClosed:
                self.errors += 1
            return

    async def close(self) -> None:
        """Close both sockets."""
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*(link.close() for link in self.links), return_exceptions=True)


def set_up(urls: Sequence[str], games: int) -> list[Table]:
    """Make people and tables over HTTP and begin the games; several at a time."""

    def one(number: int) -> Table:
        mine, theirs = urls[number % len(urls)], urls[(number + 1) % len(urls)]
        ann, bob = HttpClient(mine), HttpClient(theirs)
        ann.arrive("Ann")
        bob.arrive("Bob")
        made = ann.new_table(rules=RULES, seats=2)
        joined = bob.sit(made["match"], made["invite"])
        return Table(made["match"], (made["token"], joined["token"]), (mine, theirs))

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(one, range(games)))


def metric(url: str, name: str) -> float:
    """A counter of a server."""
    text: str = HttpClient(url).get("/metrics")
    return float(re.findall(rf"^hotdice_{name} (\S+)$", text, re.M)[0])


def _sum(urls: Sequence[str], name: str) -> float:
    return sum(metric(url, name) for url in urls)


async def _probe(path: str, delays: list[float]) -> None:
    """Sync a small file now and then: what the disk itself costs at this moment."""

    def once() -> float:
        started = time.perf_counter()
        with open(path, "ab") as file:
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())
        return time.perf_counter() - started

    while True:
        delays.append(await asyncio.to_thread(once))
        await asyncio.sleep(0.2)


@contextlib.contextmanager
def without_pauses() -> Iterator[None]:
    """Keep the measuring process from searching its memory: its own pauses would count as the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def load(urls: Sequence[str], *, games: int, rate: float, seconds: float) -> Report:
    """Play `games` games at `rate` moves a second for so long."""
    empty = _sum(urls, "resident_bytes")
    tables = await asyncio.to_thread(set_up, urls, games)
    for start in range(0, games, 50):
        await asyncio.gather(*(table.connect() for table in tables[start : start + 50]))
    for table in tables:
        name = secrets.token_hex(8)
        await table.links[0].send('{"type":"Do","id":"%s","command":{"type":"Begin"}}' % name)  # noqa: UP031
    while not all(view is not None and view.game is not None for table in tables for view in table.views):
        await asyncio.sleep(0.05)
    names = ("cpu_seconds_total", "store_commits_total", "store_events_total")
    before = {name: _sum(urls, name) for name in names}
    probes: list[float] = []
    with tempfile.NamedTemporaryFile() as file:
        probe = asyncio.create_task(_probe(file.name, probes))
        with without_pauses():
            started = time.perf_counter()
            late = await _offer(tables, rate, seconds, started)
            end = time.perf_counter() + 120  # late is late; lost is what never comes
            while any(table.flying or table.due for table in tables) and time.perf_counter() < end:
                await asyncio.sleep(0.05)
            took = time.perf_counter() - started
        probe.cancel()
    spent = {name: _sum(urls, name) - before[name] for name in names}
    resident = _sum(urls, "resident_bytes")
    for table in tables:
        await table.close()
    delays = sorted(delay * 1000 for table in tables for delay in table.delays)
    return Report(
        sockets=games * 2,
        games=games,
        seconds=took,
        offered=len(late),
        acknowledged=len(delays),
        refused=sum(table.refused for table in tables),
        errors=sum(table.errors for table in tables),
        codes=dict(sum((table.codes for table in tables), Counter())),
        p50=_share(delays, 0.5),
        p95=_share(delays, 0.95),
        p99=_share(delays, 0.99),
        worst=_share(delays, 1),
        cpu=100 * spent["cpu_seconds_total"] / took,
        resident=resident,
        bytes_per_socket=(resident - empty) / (games * 2),
        commits=spent["store_commits_total"],
        events_per_commit=spent["store_events_total"] / max(1.0, spent["store_commits_total"]),
        fsync=1000 * _share(sorted(probes), 0.99),
        late=1000 * _share(sorted(late), 0.99),
    )


async def _offer(tables: list[Table], rate: float, seconds: float, started: float) -> list[float]:
    """Let moves fall due, table after table, at an even pace; how late each was noticed."""
    late: list[float] = []
    while (due := started + len(late) / rate) - started < seconds:
        wait = due - time.perf_counter()
        if wait > 0.002:
            await asyncio.sleep(wait)
        late.append(max(0.0, time.perf_counter() - due))
        await tables[(len(late) - 1) % len(tables)].move(due)
    return late


def _share(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def rows(what: str, report: Report) -> list[tuple[str, float, str]]:
    """A report as lines of `make bench`."""
    fields: list[tuple[str, float, str]] = [
        ("offered", report.offered, "moves"),
        ("acknowledged", report.acknowledged, "moves"),
        ("refused", report.refused, "moves"),
        ("delay p50", report.p50, "ms"),
        ("delay p95", report.p95, "ms"),
        ("delay p99", report.p99, "ms"),
        ("delay max", report.worst, "ms"),
        ("fsync probe p99", report.fsync, "ms"),
        ("generator late p99", report.late, "ms"),
        ("server CPU", report.cpu, "%"),
        ("server CPU a move", report.cpu * report.seconds * 10_000 / max(1, report.acknowledged), "us"),
        ("memory", report.resident / 1e6, "MB"),
        ("memory a socket", report.bytes_per_socket / 1e3, "kB"),
        ("commits", report.commits, ""),
        ("events a commit", report.events_per_commit, ""),
    ]
    return [(f"{what}: {name}", value, unit) for name, value, unit in fields]


def run_load(urls: Sequence[str], **what: Any) -> Report:
    """Run a load from outside a loop."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(load(urls, **what))
