"""The writer: one thread that commits whatever has come in as one transaction, then says so.

While one commit waits for the disk the next entries gather, so the disk is synced once for many of them.
Nobody is told that an entry is kept before the commit has returned.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

import msgspec

from hotdice.frozen import Frozen
from hotdice.match.store.entries import Conflict, Entry, Unavailable
from hotdice.match.store.outages import Outages

MOST_AT_ONCE = 256
MOST_WAITING = 10_000
LONG = 1.0
"""Seconds after which a commit that fails takes along whatever has waited for it."""

Rows = list[tuple[Any, ...]]
Work = Callable[["Session"], object]


class Session(Protocol):
    """An open transaction."""

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """Run one statement; the rows that it gives back."""

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run a statement for each row."""

    def create(self, rows: Sequence[Sequence[object]]) -> list[bool]:
        """Make matches, each row one: whether it was new."""

    def grow(self, rows: Sequence[Sequence[object]]) -> list[bool]:
        """Grow matches, each row one: whether it was as long as expected. No match comes twice."""

    def holds(self, match: str, length: int, head: bytes, owner: str) -> bool:
        """Whether a match has this length, head and owner; it keeps them until the end of the transaction."""

    def add_moves(self, moves: Any) -> list[bool]:
        """Append entries that add nothing but events and an answer: whether each fitted."""


class Backend(Protocol):
    """A database as the writer sees it."""

    def begin(self, *, entries_only: bool = False) -> Session:
        """Begin a transaction, on a new connection where the last one broke; perhaps for entries alone."""

    def commit(self) -> None:
        """Make the transaction durable before returning."""

    def rollback(self) -> None:
        """Undo it; a connection that is no use any more is given up."""

    def is_conflict(self, error: Exception) -> bool:
        """Whether an error means that a constraint was hurt, and not that the database failed."""

    def is_failure(self, error: Exception) -> bool:
        """Whether an error means that the database failed."""

    def close(self) -> None:
        """Close the writing connection."""


class Counters(msgspec.Struct):
    """What the writer has done so far."""

    commits: int = 0
    entries: int = 0
    events: int = 0
    conflicts: int = 0
    failures: int = 0


class Promise(Protocol):
    """What hears how a piece of work ended; in the writer's thread."""

    def set_result(self, result: Any, /) -> None:
        """It is durable."""

    def set_exception(self, error: BaseException, /) -> None:
        """It failed."""


class _Task(Frozen):
    work: Entry | Work
    done: Promise


class Writer:
    """The thread, its queue and its counters.

    `reached` is told the name of each moment that a crash test may choose: `before append`, `after append`,
    `after commit`.
    """

    def __init__(
        self,
        backend: Backend,
        write_entries: Callable[[Session, Sequence[Entry]], list[bool]],
        reached: Callable[[str], None] = lambda name: None,
        outages: Outages | None = None,
    ) -> None:
        self.counters = Counters()
        self._outages = outages or Outages()
        self._backend = backend
        self._write_entries = write_entries
        self._reached = reached
        self._tasks: deque[_Task] = deque()
        self._wake = threading.Condition()
        self._closed = False
        self._idle = False
        self._thread = threading.Thread(target=self._loop, name="hotdice store", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many tasks wait for the disk."""
        return len(self._tasks)

    def submit(self, work: Entry | Work) -> "Future[object]":
        """Queue an entry or another piece of work; the future is done when it is durable.

        Raises:
            Unavailable: the queue is full, or the store is closed.
        """
        done: Future[object] = Future()
        self.promise(work, done)
        return done

    def promise(self, work: Entry | Work, done: Promise) -> None:
        """As `submit`, for who brings a future along.

        Raises:
            Unavailable: the queue is full, or the store is closed.
        """
        with self._wake:
            if self._closed or len(self._tasks) >= MOST_WAITING:
                raise Unavailable("the store is closed" if self._closed else "too much waits for the disk")
            self._tasks.append(_Task(work, done))
            if self._idle:
                self._wake.notify()

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._thread.join()
        self._backend.close()

    def _loop(self) -> None:
        while True:
            with self._wake:
                while not self._tasks and not self._closed:
                    self._idle = True
                    self._wake.wait()
                self._idle = False
                if not self._tasks:
                    return
                batch = self._next_batch()
            self._commit(batch)

    def _next_batch(self) -> list[_Task]:
        """What is committed together: at most one entry for each match, in the order of arrival."""
        batch: list[_Task] = []
        later: list[_Task] = []
        matches: set[str] = set()
        while self._tasks and len(batch) < MOST_AT_ONCE:
            task = self._tasks.popleft()
            if isinstance(task.work, Entry):
                if task.work.match in matches:
                    later.append(task)
                    continue
                matches.add(task.work.match)
            batch.append(task)
        self._tasks.extendleft(reversed(later))
        return batch

    def _commit(self, batch: list[_Task]) -> None:
        # Entries in the order of their matches: two processes that lock rows in one order never deadlock.
        batch.sort(key=lambda task: task.work.match if isinstance(task.work, Entry) else "~")
        entries = [task for task in batch if isinstance(task.work, Entry)]
        others = [task for task in batch if not isinstance(task.work, Entry)]
        results: list[object] = []
        begun = time.monotonic()
        try:
            session = self._backend.begin(entries_only=not others)
            self._reached("before append")
            kept = self._write_entries(session, [task.work for task in entries])  # type: ignore[misc]
            results = [task.work(session) for task in others]  # type: ignore[operator]
            self._reached("after append")
            self._backend.commit()
            self._reached("after commit")
        except Exception as error:
            self._backend.rollback()
            self._fail(batch, error, begun)
            return
        self.counters.commits += 1
        self._outages.worked("writing")
        for task, ok in zip(entries, kept, strict=True):
            if ok:
                self.counters.entries += 1
                self.counters.events += len(task.work.events)  # type: ignore[union-attr]
                task.done.set_result(None)
            else:
                self.counters.conflicts += 1
                task.done.set_exception(Conflict("the log of the match has grown meanwhile"))
        for task, result in zip(others, results, strict=True):
            task.done.set_result(result)

    def _fail(self, batch: list[_Task], error: Exception, begun: float) -> None:
        if self._backend.is_conflict(error) and len(batch) > 1:
            for task in batch:  # one of them hurts a constraint; the others are not to suffer for it
                self._commit([task])
            return
        self.counters.failures += 1
        if self._backend.is_failure(error) and not self._backend.is_conflict(error):
            self._outages.failed("writing", str(error).strip())
            if time.monotonic() - begun > LONG:  # they have waited long enough to be told
                with self._wake:
                    batch = [*batch, *self._tasks]
                    self._tasks.clear()
        for task in batch:
            if self._backend.is_conflict(error):
                task.done.set_exception(Conflict(str(error)))
            elif self._backend.is_failure(error):
                task.done.set_exception(Unavailable(str(error).strip()))
            else:
                task.done.set_exception(error)
