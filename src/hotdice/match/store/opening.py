"""Opening a store by what `--db` says, and copying one into another."""

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from hotdice.frozen import Frozen
from hotdice.match.store.entries import StoreError
from hotdice.match.store.sql import Snapshot, SqlStore
from hotdice.match.store.sqlite import open_sqlite
from hotdice.match.store.statements import MATCH_IDS, OF_A_MATCH, TABLES, copy_statements


def open_store(
    where: str,
    *,
    reached: Callable[[str], None] = lambda name: None,
) -> SqlStore:
    """A store by a URL `postgresql://...`, or by the path of an SQLite file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = open_store(f"{folder}/games.db")
    ...     store.matches()
    ...     store.close()
    ()

    Raises:
        InUse: another process has the file open.
        StoreError: it cannot be opened.
    """
    if where.startswith(("postgresql://", "postgres://")):
        try:
            from hotdice.match.store.postgres import open_postgres
        except ImportError:
            raise StoreError("PostgreSQL needs psycopg: pip install 'hotdice[server]'") from None
        return open_postgres(where, reached=reached)
    if "://" in where:
        raise StoreError(f"{where.partition('://')[0]!r} is no database; give a file or postgresql://...")
    return open_sqlite(Path(where), reached=reached)


EPOCH = "epoch"
"""The setting that marks a database which was restored from a backup."""


def new_epoch(store: SqlStore) -> str:
    """Mark a database as restored; what the mark is.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = open_store(f"{folder}/games.db")
    ...     new_epoch(store) == store.setting(EPOCH)
    ...     store.close()
    True
    """
    epoch = secrets.token_hex(8)
    store.set_setting(EPOCH, epoch).result(30)
    return epoch


class Copied(Frozen):
    """What came of a copy: how many events, and the matches that were left out, each with the reason."""

    events: int
    damaged: tuple[tuple[str, str], ...] = ()


def back_up(store: SqlStore, target: Path) -> Copied:
    """Copy a store, while it is in use, into a new SQLite file.

    Raises:
        StoreError: the file is there already, or cannot be written.
    """
    if target.exists():
        raise StoreError(f"{target} is there already; a backup goes into a new file")
    copy = open_sqlite(target)
    try:
        return copy_all(store, copy)
    finally:
        copy.close()


def copy_all(source: SqlStore, target: SqlStore) -> Copied:
    """Copy one store into an empty one. Matches whose logs are not whole are left out and named.

    Raises:
        StoreError: the target is not empty.
    """
    if target.match_ids():
        raise StoreError("the database to restore into is not empty; give a new one")
    damaged = dict(source.damaged())
    snapshot = source.snapshot()
    try:
        rows = [(table, _whole(snapshot, table, damaged)) for table in TABLES]
        target.load(rows).result()
    finally:
        snapshot.close()
    for match, reason in tuple(target.damaged()):  # it was damaged after the first look
        damaged[match] = reason
        target.delete(match).result()
    events = sum(events for _, events in target.counts().values())
    return Copied(events, tuple(sorted(damaged.items())))


def _whole(snapshot: Snapshot, table: str, damaged: dict[str, str]) -> Iterator[tuple[object, ...]]:
    """The rows of a table without those of damaged matches."""
    select = copy_statements(table)[0]
    if table not in OF_A_MATCH:
        return iter(list(snapshot.rows(select)))
    try:
        return iter([row for row in snapshot.rows(select) if row[0] not in damaged])
    except sqlite3.DatabaseError:  # a page cannot be read: look at one match after the other
        return _one_by_one(snapshot, table, damaged)


def _one_by_one(snapshot: Snapshot, table: str, damaged: dict[str, str]) -> Iterator[tuple[object, ...]]:
    for (match,) in list(snapshot.rows(MATCH_IDS)):
        if match in damaged:
            continue
        try:
            yield from list(
                snapshot.rows(f"{copy_statements(table)[0]} WHERE {TABLES[table][0]} = ?", (match,))
            )
        except sqlite3.DatabaseError as error:
            damaged[str(match)] = f"{table} of match {match} cannot be read: {error}"
