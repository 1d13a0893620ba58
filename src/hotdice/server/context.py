"""What the parts of one running server share."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Coroutine, Sequence

from starlette.requests import HTTPConnection

from hotdice.coach.background import Background
from hotdice.match.boards import Boards
from hotdice.match.guests import Guests
from hotdice.match.hosting import Host
from hotdice.match.lobby import Lobby
from hotdice.match.people import digest, new_token, same
from hotdice.match.store import SqlStore, StoreError, open_store
from hotdice.server import memory
from hotdice.server.coaching import CoachPool
from hotdice.server.limits import Buckets
from hotdice.server.origins import Gate
from hotdice.server.settings import Settings

LOG = logging.getLogger("hotdice.server")
SWEEP_SECONDS = 60.0


class Context:
    """The store, the tables, the people, the limits and the counters of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.gate = Gate(settings.public_url)
        self.counts: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()
        self.tables_made = Buckets(settings.tables_per_minute, 60)
        self.joins = Buckets(settings.joins_per_minute, 60)
        self.coached = Buckets(settings.coach_per_minute, 60)
        self.solving = Background(settings.coach_solves)
        self.coach = CoachPool(settings.coach_workers, settings.coach_waiting, settings.coach_seconds)
        self.rules_asked = Buckets(settings.rules_per_minute, 60)
        self.boards_written = Buckets(settings.boards_per_minute, 60)
        self.closing = False
        self.started = time.monotonic()
        self.new_admin_token = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Open the store and take up the games that go on.

        Raises:
            StoreError: the database cannot be opened.
        """
        self._loop = asyncio.get_running_loop()
        self.store: SqlStore = await asyncio.to_thread(open_store, self.settings.db, on_hint=self._hint)
        self.host = Host(self.store, bot_pause=self.settings.bot_pause)
        self.lobby = Lobby(self.host)
        self.boards = Boards(self.store, self.host.clock.now, lambda: self.closing)
        self.guests = Guests(self.store, self.host.clock)
        if not await self.setting("admin"):
            self.new_admin_token = new_token()
            await asyncio.wrap_future(self.store.set_setting("admin", digest(self.new_admin_token).hex()))
        games = await self.host.wake()
        LOG.info("started", extra={"games": games})
        self._spawn(self._sweep())
        self._spawn(memory.tidy(lambda: self.counts["messages"]))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hint(self, matches: Sequence[str]) -> None:
        """Another process has written; called from the thread that listens to the database."""
        loop = self._loop
        if loop is not None and not loop.is_closed() and hasattr(self, "host"):
            names = list(matches)
            loop.call_soon_threadsafe(lambda: self._spawn(self.host.refresh(names)))

    async def _sweep(self) -> None:
        """Now and then: forget idle tables, end expired ones, remove what is older than the retention."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                self.host.forget_idle(600)
                await self.lobby.expire()
                await self.remove_old()
                await self.boards.remove_old()
            except StoreError as error:
                LOG.warning("sweep failed", extra={"reason": str(error)})

    async def remove_old(self) -> int:
        """Remove finished matches that are older than the retention allows; how many."""
        days = int(await self.setting("retention_days") or 0)
        if not days:
            return 0
        before = self.host.clock.now() - days * 24 * 3600 * 1000
        removed: int = await asyncio.wrap_future(self.store.delete_older("over", before))
        return removed

    async def stop(self) -> None:
        """Stop clocks and bots, write what is queued, close the store."""
        for task in tuple(self._tasks):
            task.cancel()
        await self.coach.close()
        await asyncio.to_thread(self.solving.close)
        await self.host.close()
        await asyncio.to_thread(self.store.close)
        LOG.info("stopped")

    def address(self, connection: HTTPConnection) -> str:
        """The address of a client; a proxy is believed only if it is one of ours."""
        peer = connection.client.host if connection.client else ""
        if peer in self.settings.proxies:
            forwarded = connection.headers.get("x-forwarded-for", "")
            last = forwarded.rsplit(",", 1)[-1].strip()
            return last or peer
        return peer

    async def setting(self, name: str) -> str:
        """A setting of the server, empty where there is none; the database is asked off the loop."""
        return await asyncio.to_thread(self.store.setting, name) or ""

    async def is_admin(self, token: str) -> bool:
        """Whether a token is the one of the owner of this server."""
        stored = await self.setting("admin")
        return bool(token) and same(token, bytes.fromhex(stored) if stored else None)

    def may(self, buckets: Buckets, address: str) -> bool:
        """Whether an address may do something once more."""
        return address in self.settings.trusted or buckets.take(address, time.monotonic())
