"""A transaction on SQLite in which one statement takes many rows.

Python lets go of its own lock in every step of every statement, and a busy thread beside gives it back
only after a while. With a statement for each row a commit of twenty entries waits a hundred times for
that lock, which costs more than the disk.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from hotdice.match.store.statements import CREATE_MATCH, HOLDS
from hotdice.match.store.writer import Rows
from hotdice.match.store.writing import Move, add_events

MOST_ROWS = 32
_MARKS = re.compile(r"\([?, ]+\)")
_FITTING = (
    "SELECT group_concat(row.column1) FROM (VALUES (?, ?, ?, ?)) AS row"
    " CROSS JOIN matches ON matches.id = row.column2"
    " WHERE matches.length = row.column3 AND matches.head = row.column4"
)
_GROW = (
    "UPDATE matches SET length = row.column1, head = row.column2, status = row.column3,"
    " summary = row.column4, updated = row.column5"
    " FROM (VALUES (?, ?, ?, ?, ?, ?)) AS row WHERE matches.id = row.column6"
)


@lru_cache(maxsize=256)
def wide(sql: str, rows: int) -> str:
    """A statement with one row of marks for several rows.

    >>> wide("INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING", 2)
    'INSERT INTO t (a, b) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING'
    """
    return _MARKS.sub(lambda marks: ", ".join([marks[0]] * rows), sql, count=1)


def portions(count: int) -> Iterator[slice]:
    """So many rows in portions of few sizes, so that few statements have to be prepared.

    >>> [(part.start, part.stop) for part in portions(37)]
    [(0, 32), (32, 36), (36, 37)]
    """
    start = 0
    while start < count:
        size = min(MOST_ROWS, 1 << (count - start).bit_length() - 1)
        yield slice(start, start + size)
        start += size


class SqliteSession:
    """An open transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """Run one statement; the rows that it gives back."""
        return self._connection.execute(sql, tuple(parameters)).fetchall()

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run a statement for each row; an INSERT takes many at once."""
        if not sql.startswith("INSERT"):
            self._connection.executemany(sql, rows)
            return
        for part in portions(len(rows)):
            self._wide(sql, rows[part])

    def create(self, rows: Sequence[Sequence[object]]) -> list[bool]:
        """Make matches; whether each was new."""
        return [bool(self.run(CREATE_MATCH, row[:6])) for row in rows]

    def grow(self, rows: Sequence[Sequence[object]]) -> list[bool]:
        """Grow matches: see which are as they should be, then change those. Nobody else writes meanwhile."""
        kept = [False] * len(rows)
        for part in portions(len(rows)):
            asked = [(place, *rows[place][5:8]) for place in range(part.start, part.stop)]
            found = self._wide(_FITTING, asked)[0][0]
            for place in str(found).split(",") if found is not None else ():
                kept[int(place)] = True
        good = [row[:6] for row, ok in zip(rows, kept, strict=True) if ok]
        for part in portions(len(good)):
            self._wide(_GROW, good[part])
        return kept

    def holds(self, match: str, length: int, head: bytes, owner: str) -> bool:
        """Whether a match is still like that; its owner is the process that has the file."""
        return bool(self.run(HOLDS, (match, length, head)))

    def add_moves(self, moves: Sequence[Move]) -> list[bool]:
        """Append entries that add nothing but events and an answer."""
        kept = self.grow([move.row for move in moves])
        add_events(self, [move for move, ok in zip(moves, kept, strict=True) if ok])
        return kept

    def _wide(self, sql: str, rows: Sequence[Sequence[object]]) -> Rows:
        return self.run(wide(sql, len(rows)), tuple(chain.from_iterable(rows)))
