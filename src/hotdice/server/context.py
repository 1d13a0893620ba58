"""What the parts of one running server share."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from hotdice.coach.background import Background
from hotdice.match.boards import Boards
from hotdice.match.guests import Guests
from hotdice.match.hosting import Host
from hotdice.match.lobby import Lobby
from hotdice.match.parties import Parties
from hotdice.match.people import digest, new_token, same
from hotdice.match.remembering import REFUSAL_AGE
from hotdice.match.store import SqlStore, StoreError, open_store
from hotdice.server import memory
from hotdice.server.coaching import CoachPool
from hotdice.server.daily import Days
from hotdice.server.evenings import Evenings
from hotdice.server.ladder import Ladder
from hotdice.server.lease import Lease
from hotdice.server.limits import Buckets, network_of
from hotdice.server.origins import Gate
from hotdice.server.passing import PassedSocket, Passing
from hotdice.server.post import Post
from hotdice.server.settings import Settings

LOG = logging.getLogger("hotdice.server")
SWEEP_SECONDS = 60.0
READY_SECONDS = 1.0
"""How long an answer to `/ready` holds: whoever asks often does not write often."""

COMPARING_NICE = 15
"""How far comparisons of rules step back for everything else."""


class Context:
    """The store, the tables, the people, the limits and the counters of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.gate = Gate(settings.public_url)
        self.counts: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()
        self.tables_made = Buckets(settings.tables_per_minute, 60)
        self.joins = Buckets(settings.joins_per_minute, 60)
        self.histories = Buckets(settings.histories_per_minute, 60)
        self.coached = Buckets(settings.coach_per_minute, 60)
        self.solves = Buckets(settings.solves_per_hour, 3600)
        self.solving = Background(settings.coach_solves)
        self.coach = CoachPool(settings.coach_workers, settings.coach_waiting, settings.coach_seconds)
        self.compared = Buckets(settings.compares_per_hour, 3600)
        # A comparison takes ten seconds of two processors: a process of its own, far behind the games.
        self.comparing = CoachPool(1, settings.compare_waiting, settings.compare_seconds, COMPARING_NICE)
        self.rules_asked = Buckets(settings.rules_per_minute, 60)
        self.boards_made = Buckets(settings.boards_per_hour, 3600)
        self.boards_written = Buckets(settings.boards_per_minute, 60)
        self.mails_asked = Buckets(settings.mails_per_day, 24 * 3600)
        self.closing = False
        self.started = time.monotonic()
        self.new_admin_token = ""
        self._ready: asyncio.Task[bool] | None = None
        self._ready_at = 0.0
        self.lease: Lease | None = None
        self.passing: Passing | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, serve: Callable[[PassedSocket], Awaitable[None]], app: ASGIApp) -> None:
        """Open the store and take up the games that go on.

        `serve` and `app` answer the sockets and requests that other processes pass on.

        Raises:
            StoreError: the database cannot be opened, or the other processes cannot reach this one.
        """
        self.store: SqlStore = await asyncio.to_thread(open_store, self.settings.db)
        if self.store.shared:
            await self._join_the_others(serve, app)
        self.host = Host(self.store, bot_pause=self.settings.bot_pause, leases=self.lease)
        self.lobby = Lobby(self.host)
        self.parties = Parties(self.host, self.lobby)
        self.boards = Boards(self.store, self.host.clock.now, lambda: self.closing)
        self.guests = Guests(self.store, self.host.clock)
        self.days = Days(self.store, self.coach, self.host.clock.now)
        await self.days.start()
        self.ladder = Ladder(self.store, self.host, self.lobby, self.coach)
        self.evenings = Evenings(self.store, self.host, self.lobby, self.ladder, self.host.clock.now)
        self.post = Post(self.store, self.host, self.settings, self._count)
        await self.post.start()
        if self.lease is not None:
            self.post.owned_by(self._is_anothers)
        token = new_token()
        if await asyncio.wrap_future(self.store.first_setting("admin", digest(token).hex())):
            self.new_admin_token = token
        games = await self.host.wake()
        LOG.info("started", extra={"games": games})
        self._spawn(self._count_days())
        self._spawn(self._sweep())
        if self.post.offered:
            self._spawn(self.post.run())
        self._spawn(memory.tidy(lambda: self.counts["messages"]))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join_the_others(self, serve: Callable[[PassedSocket], Awaitable[None]], app: ASGIApp) -> None:
        """Take part among the processes that share the database."""
        await asyncio.wrap_future(self.store.first_setting("peer_key", new_token()))
        key = (await self.setting("peer_key")).encode()
        self.passing = Passing(self.store, key, self._owns, serve, app)
        try:
            address = await self.passing.listen(self.settings.peer)
        except (OSError, ValueError) as error:
            raise StoreError(f"cannot listen for other processes on {self.settings.peer}: {error}") from None
        self.lease = self.passing.lease = Lease(self.store, address, self._lost, self._gone)
        await self.lease.start()

    def _count(self, name: str) -> None:
        self.counts[name] += 1

    def _is_anothers(self, match: str) -> bool:
        """Whether another process that lives owns a match, and so knows who is at its table."""
        assert self.lease is not None
        home = None if self.host.has(match) else self.store.home(match)
        return home is not None and home.id not in ("", self.lease.name)

    def _owns(self, match: str) -> bool:
        return hasattr(self, "host") and self.host.has(match)

    def _lost(self) -> None:
        """The others took this process for dead and have its matches."""
        if hasattr(self, "host"):
            self.host.release_all()

    def _gone(self, names: set[str]) -> None:
        """Processes are gone: each of those that are left takes up its share of their games."""
        if self.passing is not None and hasattr(self, "host"):
            self.passing.gone(names)
            self._spawn(self._take_up())

    async def _take_up(self) -> None:
        try:
            await self.host.wake(self._is_mine)
        except StoreError as error:
            LOG.warning("games wait to be taken up", extra={"reason": str(error)})

    def _is_mine(self, match: str) -> bool:
        """Whether an orphan is for this process to take up; the others reckon alike."""
        assert self.lease is not None
        all_of_us = sorted((self.lease.name, *self.lease.peers))
        return all_of_us[int(digest(match).hex()[:8], 16) % len(all_of_us)] == self.lease.name

    async def _sweep(self) -> None:
        """Now and then: forget idle tables, end expired ones, remove what is older than the retention."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                self.host.forget_idle(600)
                if self.lease is not None:
                    await self._take_up()
                await self.lobby.expire()
                await self.remove_old()
                await self.boards.remove_old()
                await self.evenings.expire()
                await self.guests.remove_lost()
                await self.forget_refusals()
                await self.post.tidy()
                await self._count_days()
                await self.ladder.rate_due()
            except StoreError as error:
                LOG.warning("sweep failed", extra={"reason": str(error)})

    async def _count_days(self) -> None:
        """Games of the day that ended just before the server did are counted as soon as it is back."""
        try:
            await self.days.count_due()
        except StoreError as error:
            LOG.warning("results of the day wait", extra={"reason": str(error)})

    def rate_soon(self) -> None:
        """Judge what is over now, not at the next sweep."""
        self._spawn(self._rate())

    async def _rate(self) -> None:
        try:
            await self.ladder.rate_due()
        except StoreError as error:
            LOG.warning("games wait to be judged", extra={"reason": str(error)})

    async def remove_old(self) -> int:
        """Remove finished matches that are older than the retention allows; how many."""
        days = int(await self.setting("retention_days") or 0)
        if not days:
            return 0
        before = self.host.clock.now() - days * 24 * 3600 * 1000
        removed: int = await asyncio.wrap_future(self.store.delete_older("over", before))
        return removed

    async def forget_refusals(self) -> int:
        """Forget the commands that were refused long ago; how many."""
        before = self.host.clock.now() - REFUSAL_AGE
        forgotten: int = await asyncio.wrap_future(self.store.forget_refusals(before))
        return forgotten

    async def stop(self) -> None:
        """Stop clocks and bots, write what is queued, close the store."""
        for task in tuple(self._tasks):
            task.cancel()
        await self.host.close()
        if self.lease is not None:  # from here on others may own what was owned here
            await self.lease.stop()
        if self.passing is not None:
            await self.passing.close()
        await self.coach.close()
        await self.comparing.close()
        await asyncio.to_thread(self.solving.close)
        await asyncio.to_thread(self.store.close)
        LOG.info("stopped")

    def address(self, connection: HTTPConnection) -> str:
        """The address of a client, IPv6 by its /64; a proxy is believed only if it is one of ours.

        Whatever else stands in the header, or in another header of that name before it, the client wrote.
        """
        peer = connection.client.host if connection.client else ""
        if peer in self.settings.proxies:
            forwarded = connection.headers.getlist("x-forwarded-for")
            peer = (forwarded[-1].rsplit(",", 1)[-1].strip() if forwarded else "") or peer
        return peer if peer in self.settings.trusted else network_of(peer)

    async def setting(self, name: str) -> str:
        """A setting of the server, empty where there is none; the database is asked off the loop."""
        return await asyncio.to_thread(self.store.setting, name) or ""

    async def ready(self) -> bool:
        """Whether the database keeps what it is given, and gives it back."""
        now = time.monotonic()
        if self._ready is None or (self._ready.done() and now > self._ready_at + READY_SECONDS):
            self._ready, self._ready_at = asyncio.ensure_future(self._try_database()), now
        return await asyncio.shield(self._ready)

    async def _try_database(self) -> bool:
        try:
            await asyncio.wrap_future(self.store.set_setting("ready", str(self.host.clock.now())))
            return bool(await self.setting("ready"))
        except StoreError:
            return False

    async def is_admin(self, token: str) -> bool:
        """Whether a token is the one of the owner of this server."""
        stored = await self.setting("admin")
        return bool(token) and same(token, bytes.fromhex(stored) if stored else None)

    def may(self, buckets: Buckets, address: str) -> bool:
        """Whether an address may do something once more."""
        return address in self.settings.trusted or buckets.take(address, time.monotonic())
