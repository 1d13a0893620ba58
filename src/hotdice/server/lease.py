"""The lease: this process says several times a second that it lives, and so keeps the matches that it owns.

Nobody's clock is compared with anybody else's. A process counts its beats in the database; the others bury
one whose count has stood still for a while by their own steady clock, during which they themselves were able
to look. It may not be dead, only stopped: then it finds out with its next beat, or before, for a process
that has not beaten for less than that while does not trust what it remembers.
"""

import asyncio
import itertools
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping

from hotdice.match.hosted import Elsewhere, NoSuchMatch
from hotdice.match.store import SqlStore, Unavailable
from hotdice.match.store.owners import Peer
from hotdice.match.store.processes import ProcessList

LOG = logging.getLogger("hotdice.server")
BEAT_SECONDS = 0.15
SURE_SECONDS = 0.8
"""So long after a beat a process may be certain that nobody has buried it."""
DEAD_SECONDS = 1.1
"""So long a count must stand still before its process is buried; more than the above."""
STUCK_SECONDS = 5.0
"""A process whose loop does nothing for so long stops beating: it lives, but it is of no use."""
PATIENCE = 1.0


class Watch:
    """What one process has seen of the others; pure, so that it can be tried without waiting.

    >>> watch = Watch()
    >>> watch.look([Peer("a", "", 7)], now=0.0)
    []
    >>> watch.look([Peer("a", "", 7)], now=0.4), watch.look([Peer("a", "", 7)], now=0.8)
    ([], [])
    >>> watch.look([Peer("a", "", 7)], now=1.2)
    [Peer(id='a', address='', beat=7)]

    Who could not look for a while has not seen anything stand still.

    >>> watch.look([Peer("a", "", 7)], now=9.0)
    []
    """

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, float]] = {}
        self._last = 0.0

    def look(self, peers: list[Peer], now: float) -> list[Peer]:
        """Take note of the counts; those that have stood still for too long."""
        if now - self._last > DEAD_SECONDS / 2:
            self._seen.clear()
        self._last = now
        before, self._seen = self._seen, {}
        for peer in peers:
            beat, since = before.get(peer.id, (-1, now))
            self._seen[peer.id] = (beat, since) if beat == peer.beat else (peer.beat, now)
        return [peer for peer in peers if now - self._seen[peer.id][1] > DEAD_SECONDS]


class Lease:
    """The part of this process among all that share the database.

    In the loop: `on_lost()` when this process was buried and all that it owned is gone; `on_gone(names)` when
    others are.
    """

    def __init__(
        self,
        store: SqlStore,
        address: str,
        on_lost: Callable[[], None],
        on_gone: Callable[[set[str]], None],
    ) -> None:
        self.name = secrets.token_hex(6)
        self.peers: Mapping[str, Peer] = {}
        self._store = store
        self._address = address
        self._on_lost = on_lost
        self._on_gone = on_gone
        self._list = ProcessList(store.shared, PATIENCE)
        self._numbers = itertools.count(1)
        self._watch = Watch()
        self._beaten = self._ticked = 0.0
        self._away = False
        self._stop = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._thread: threading.Thread | None = None

    async def start(self) -> None:
        """Take part.

        Raises:
            Unavailable: the database failed.
        """
        await asyncio.to_thread(self._list.join, self.name, self._address)
        self._ticked = time.monotonic()
        await asyncio.to_thread(self._beat)
        self._thread = threading.Thread(target=self._run, name="hotdice lease", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Take part no more: others may own at once what this process owned."""
        self._stop.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    # What a host asks

    def fresh(self) -> str:
        """A name to write a new match under: that of this process and a number used once."""
        return f"{self.name}.{next(self._numbers)}"

    async def take(self, match: str) -> str:
        """Own a match that is nobody's, or own it anew.

        Raises:
            Elsewhere: another process owns it.
            NoSuchMatch: there is none.
            Unavailable: the database failed.
        """
        for _ in range(3):  # between the two questions somebody may have died or come
            owner = self.fresh()
            if await asyncio.to_thread(self._store.take, match, owner):
                return owner
            home = await asyncio.to_thread(self._store.home, match)
            if home is None:
                raise NoSuchMatch(match)
            if home.id not in ("", self.name):
                raise Elsewhere(match)
        raise Unavailable("this process is not known to the others just now")

    async def certain(self) -> None:
        """Come back when it is certain that nobody has buried this process.

        Raises:
            Unavailable: the database does not say.
        """
        end = time.monotonic() + 2 * PATIENCE
        while time.monotonic() - self._beaten > SURE_SECONDS:
            if self._away or time.monotonic() > end:
                raise Unavailable("the database does not say who owns this match")
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), PATIENCE)
            except TimeoutError:
                continue

    # The thread that beats

    def _run(self) -> None:
        while not self._stop.wait(BEAT_SECONDS):
            if time.monotonic() - self._ticked < STUCK_SECONDS:
                try:
                    self._beat()
                except Unavailable:
                    self._away = True
                except Exception:
                    LOG.exception("internal error in the lease")
            self._say(self._tick)
        try:
            self._list.leave(self.name)
        except Unavailable:
            LOG.info("the others were not told of the end; they will notice")
        self._list.close()

    def _tick(self) -> None:
        """The loop does something, and who waits for a beat looks again."""
        self._ticked = time.monotonic()
        self._news.set()

    def _beat(self) -> None:
        now = time.monotonic()
        found = {peer.id: peer for peer in self._list.beat(self.name)}
        if self.name not in found:
            lost, self.name = self.name, secrets.token_hex(6)
            self._list.join(self.name, self._address)
            LOG.warning(
                "the others took this process for dead; it begins anew", extra={"name_of_process": lost}
            )
            self._say(self._on_lost)
        self._beaten, self._away = now, False
        found.pop(self.name, None)
        for peer in self._watch.look(list(found.values()), time.monotonic()):
            if self._list.bury(peer):
                LOG.warning("a process is gone", extra={"name_of_process": peer.id, "address": peer.address})
            del found[peer.id]
        gone = set(self.peers) - set(found)
        self.peers = found
        if gone:
            self._say(lambda: self._on_gone(gone))

    def _say(self, what: Callable[[], None]) -> None:
        """Have something done in the loop."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)
