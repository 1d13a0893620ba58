"""The tables in memory: each read from its log when it is needed, changed only by what has been kept.

A shelf knows nobody who plays. Where several processes share a database, it holds only the matches that
this one owns, and looks at the others without touching them.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from hotdice.match import wire
from hotdice.match.deciding import Decision, restore
from hotdice.match.hosted import Elsewhere, Hosted, Leases, NoSuchMatch, Quarantined
from hotdice.match.reading import SeenTables, read_on, read_table
from hotdice.match.store import Conflict, Entry, SqlStore, StoreError, Tampered, Unavailable
from hotdice.match.store.opening import EPOCH
from hotdice.match.store.settling import Settler
from hotdice.match.table import without_downtime
from hotdice.match.telling import mark, tell
from hotdice.match.times import ServerClock
from hotdice.match.writing import entry_of, take_in

MOVED = 1012
"""The code with which listeners are closed whose match has another owner now; they come back at once."""


class Shelf:
    """Every table that this process serves."""

    def __init__(
        self, store: SqlStore, clock: ServerClock, leases: Leases | None, loaded: Callable[[Hosted], None]
    ) -> None:
        """`loaded` hears of every table that comes out of the store."""
        self.store = store
        self.clock = clock
        self.counts = {
            "accepted": 0,
            "refused": 0,
            "unavailable": 0,
            "quarantined": 0,
            "bot_faults": 0,
            "logs_read": 0,
        }
        self._leases = leases
        self._loaded = loaded
        self._hosted: dict[str, Hosted] = {}
        self._seen = SeenTables(store)
        self._loading: dict[str, asyncio.Task[Hosted]] = {}
        self._bad: dict[str, str] = {}
        self._settler: Settler | None = None
        self._epoch: str | None = None

    async def hosted(self, match: str) -> Hosted:
        """The table of a match, read from the log where it is not in memory.

        Raises:
            NoSuchMatch: there is none.
            Elsewhere: another process owns it.
            Quarantined: its log is damaged.
            Unavailable: the database failed.
        """
        found = self._hosted.get(match)
        if found is not None:
            found.touched = self.clock.now()
            return found
        if match in self._bad:
            raise Quarantined(self._bad[match])
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda done: self._read_in(match, done))
        return await asyncio.shield(task)

    def _read_in(self, match: str, done: "asyncio.Task[Hosted]") -> None:
        self._loading.pop(match, None)
        if not done.cancelled():
            done.exception()  # whoever asked may be gone; then nobody else hears of a fault, and need not

    async def _load(self, match: str) -> Hosted:
        # First own it, then read it: from then on nobody else can add to what was read.
        owner = await self._leases.take(match) if self._leases is not None else ""
        try:
            hosted = await read_table(self.store, match)
        except (Tampered, msgspec.ValidationError, TypeError) as error:
            self.counts["quarantined"] += 1
            self._bad[match] = str(error)
            raise Quarantined(str(error)) from error
        hosted.owner = owner
        hosted.answers.read(await asyncio.to_thread(self.store.refusals, match))
        assert hosted.table is not None
        hosted.table = without_downtime(hosted.table, self.clock.now())
        mark(hosted)
        hosted.touched = hosted.since = self.clock.now()
        await self._renew(hosted)
        self._hosted[match] = hosted
        self._loaded(hosted)
        return hosted

    async def epoch(self) -> str:
        """What marks this database since it was last restored from a backup; empty where it never was."""
        if self._epoch is None:  # a server does not run while its database is restored
            self._epoch = await asyncio.to_thread(self.store.setting, EPOCH) or ""
        return self._epoch

    async def _renew(self, hosted: Hosted) -> None:
        """After the database was restored other dice fall: those that were seen are not to come again."""
        assert hosted.table is not None
        decision = restore(hosted.table, await self.epoch(), hosted.secret)
        if decision is not None:
            await self.keep(hosted, decision)
            mark(hosted)

    async def look(self, match: str) -> Hosted:
        """A table as its log tells it now, to be read only, whoever owns it.

        Raises:
            NoSuchMatch, Quarantined, Unavailable: as `hosted`.
        """
        if self._leases is None or match in self._hosted:
            return await self.hosted(match)
        try:
            return await self._seen.of(match)
        except (Tampered, msgspec.ValidationError, TypeError) as error:
            raise Quarantined(str(error)) from error

    async def refreshed(self, hosted: Hosted) -> None:
        """Catch up where that is due, and go on only with a table that is still served here."""
        if hosted.stale:
            await self.catch_up(hosted)
        if self._hosted.get(hosted.match) is not hosted:
            raise Elsewhere(hosted.match) if self._leases is not None else NoSuchMatch(hosted.match)

    async def sure(self) -> None:
        """See that what is read here is what everybody reads; while the database is away nobody can tell."""
        if self._leases is not None:
            with contextlib.suppress(Unavailable):
                await self._leases.certain()

    async def catch_up(self, hosted: Hosted) -> None:
        """Read what is new in the log; under the lock of the match.

        Raises:
            Elsewhere: another process owns the match by now; it is let go of.
        """
        try:
            if self._leases is not None:  # anew: what may still be on its way to the database is shut out
                hosted.owner = await self._leases.take(hosted.match)
                hosted.answers.read(await asyncio.to_thread(self.store.refusals, hosted.match))
            await read_on(self.store, hosted)
        except (Elsewhere, NoSuchMatch):
            self.release(hosted.match, MOVED, "this match has moved; come back")
            raise
        except Unavailable:
            hosted.stale = True
            return
        except Tampered as error:
            self._quarantine(hosted, str(error))
            return
        hosted.stale = False
        tell(hosted, self.clock.now())

    def _quarantine(self, hosted: Hosted, reason: str) -> None:
        self.counts["quarantined"] += 1
        self._bad[hosted.match] = reason
        self.release(hosted.match)

    async def wake(self, mine: Callable[[str], bool] = lambda match: True) -> int:
        """Take up every game that nobody owns and in which a clock runs or a bot is to move; how many.

        `mine` says which of them are this process's share, where others take up games at the same time.
        """
        if self._leases is None:
            found = await asyncio.to_thread(self.store.matches, "playing", 100_000)
            playing: Iterable[str] = (summary.match for summary in found)
        else:
            playing = filter(mine, await asyncio.to_thread(self.store.orphans, "playing"))
        count = 0
        for match in playing:
            try:
                await self.hosted(match)
                count += 1
            except (NoSuchMatch, Elsewhere, Quarantined, StoreError):
                continue
        return count

    def forget_idle(self, seconds: float) -> int:
        """Let go of tables that nobody listens to and where no clock runs; how many."""
        limit = self.clock.now() - seconds * 1000
        idle = [
            hosted
            for hosted in self._hosted.values()
            if not hosted.listeners and not hosted.timer and not hosted.bots
            and hosted.touched < limit and not hosted.lock.locked()
        ]  # fmt: skip
        for hosted in idle:
            del self._hosted[hosted.match]
        return len(idle)

    def has(self, match: str) -> bool:
        """Whether a table is in memory: then this process owns it, as far as it knows."""
        return match in self._hosted

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._hosted)

    @property
    def quarantined(self) -> tuple[str, ...]:
        """The matches whose logs are damaged, as far as anybody has asked for them."""
        return tuple(self._bad)

    def serves(self, hosted: Hosted) -> bool:
        """Whether a table is the one that is served here."""
        return self._hosted.get(hosted.match) is hosted

    async def keep(
        self,
        hosted: Hosted,
        decision: Decision,
        *,
        command: str = "",
        body: bytes = b"",
        answer: wire.AnyAnswer | None = None,
    ) -> None:
        """Append a decision to the log, wait for the disk, then fold it; under the lock of the match.

        Raises:
            Conflict: another process was first; the table has caught up.
            Elsewhere: another process owns the match.
            Unavailable: the database failed; the table catches up before the next command.
        """
        if hosted.table is None and self._leases is not None:
            hosted.owner = self._leases.fresh()
        entry = entry_of(hosted, decision, self.clock.now(), command=command, body=body, answer=answer)
        try:
            await self._kept(entry)
        except Conflict:
            await self.catch_up(hosted)
            raise
        except Unavailable:
            hosted.stale = True
            self.counts["unavailable"] += 1
            raise
        take_in(hosted, decision, entry)

    def _kept(self, entry: Entry) -> "asyncio.Future[Any]":
        if self._settler is None:
            self._settler = Settler(asyncio.get_running_loop())
        promise, future = self._settler.promise()
        self.store.promise(entry, promise)
        return future

    def adopt(self, hosted: Hosted) -> None:
        """Take a table that was just set up."""
        hosted.touched = hosted.since = self.clock.now()
        mark(hosted)
        self._hosted[hosted.match] = hosted

    def release_all(self) -> None:
        """Let go of every table: this process is no longer believed to own them."""
        for match in tuple(self._hosted):
            self.release(match, MOVED, "this match has moved; come back")

    def release(
        self, match: str, code: int = 4004, reason: str = "this match is not served any more"
    ) -> None:
        """Let go of a table that is not served any more."""
        hosted = self._hosted.pop(match, None)
        if hosted is not None:
            if hosted.timer is not None:
                hosted.timer.cancel()
            for listener in tuple(hosted.listeners):
                listener.drop(code, reason)
