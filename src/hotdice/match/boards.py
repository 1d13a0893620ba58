"""Boards: the score of a game with real dice, written by one device and looked at by many.

The device that keeps the score is right, whatever the network does: it counts its versions, and the server
keeps the highest one that it has heard of. Who knows the board's id may look, who has its key may write.
"""

import asyncio
import contextlib
from collections.abc import Callable

from hotdice.frozen import Frozen
from hotdice.match.people import digest, same
from hotdice.match.store import SqlStore, StoredBoard, Unavailable

LONGEST_BOARD = 12_000
MOST_BOARDS = 20_000
RETENTION = 30 * 24 * 3600 * 1000
"""Milliseconds after which a board that nobody writes to or looks at is forgotten."""
UNSEEN = 2 * 24 * 3600 * 1000
"""The same for a board at which nobody but its writer has ever looked."""
VISIT = 3600 * 1000
"""A look is written down once in so many milliseconds."""


class Written(Frozen):
    """What a writer is told: the version that the server has now."""

    version: int


class Boards:
    """The boards of a server; those who wait for news of one are told at once."""

    def __init__(
        self, store: SqlStore, now: Callable[[], int], closing: Callable[[], bool] = lambda: False
    ) -> None:
        self._store = store
        self._now = now
        self._closing = closing
        self._news: dict[str, asyncio.Event] = {}

    async def write(self, board: str, key: str, version: int, body: str) -> Written | None:
        """Keep a version of a board unless a later one is known; None where the key is another one.

        Raises:
            Unavailable: the database is away.
        """
        stored = await asyncio.wrap_future(
            self._store.write_board(StoredBoard(board, digest(key), version, body, self._now()))
        )
        if not same(key, stored.hash):
            return None
        event = self._news.pop(board, None)
        if event is not None:
            event.set()
        return Written(stored.version)

    async def known(self, board: str) -> bool:
        """Whether there is such a board."""
        return await asyncio.to_thread(self._store.board, board) is not None

    async def full(self) -> bool:
        """Whether the server keeps as many boards as it will."""
        return await asyncio.to_thread(self._store.count_boards) >= MOST_BOARDS

    async def remove(self, board: str) -> int:
        """Remove a board; how many there were."""
        removed: int = await asyncio.wrap_future(self._store.delete_board(board))
        return removed

    async def read(self, board: str, since: int, patience: float) -> StoredBoard | None:
        """A board, as soon as it is newer than `since` or the patience is at its end; None if there is none.

        Raises:
            Unavailable: the database is away.
        """
        end = asyncio.get_running_loop().time() + patience
        while True:
            news = self._news.setdefault(board, asyncio.Event())
            found = await asyncio.to_thread(self._store.board, board)
            left = end - asyncio.get_running_loop().time()
            if found is None or found.version > since or left <= 0 or self._closing():
                if found is None:
                    self._news.pop(board, None)
                else:
                    self._visited(found)
                return found
            try:  # another process may have written: look again after a second in any case
                await asyncio.wait_for(news.wait(), min(left, 1.0))
            except TimeoutError:
                continue

    def _visited(self, board: StoredBoard) -> None:
        """Note that somebody looks; nobody waits for that."""
        now = self._now()
        if board.visited + VISIT <= now:
            with contextlib.suppress(Unavailable):
                self._store.visit_board(board.id, now)

    async def remove_old(self) -> int:
        """Forget the boards that nobody has written to or looked at for long; how many."""
        now = self._now()
        removed: int = await asyncio.wrap_future(self._store.delete_boards(now - UNSEEN, now - RETENTION))
        return removed
