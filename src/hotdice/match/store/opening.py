"""Opening a store by what `--db` says, and copying one into another."""

from collections.abc import Callable
from pathlib import Path

from hotdice.match.store.entries import StoreError
from hotdice.match.store.sql import Hint, SqlStore
from hotdice.match.store.sqlite import open_sqlite
from hotdice.match.store.statements import TABLES, copy_statements


def open_store(
    where: str,
    *,
    points: Callable[[str], None] = lambda name: None,
    on_hint: Hint | None = None,
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
        return open_postgres(where, points=points, on_hint=on_hint)
    if "://" in where:
        raise StoreError(f"{where.partition('://')[0]!r} is no database; give a file or postgresql://...")
    return open_sqlite(Path(where), points=points)


def back_up(store: SqlStore, target: Path) -> int:
    """Copy a store, while it is in use, into a new SQLite file; how many events that is.

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


def copy_all(source: SqlStore, target: SqlStore) -> int:
    """Copy one store into an empty one, and see that every log in the copy is whole.

    Raises:
        StoreError: the target is not empty, or the copy does not fit its hashes.
    """
    if target.match_ids():
        raise StoreError("the database to restore into is not empty; give a new one")
    snapshot = source.snapshot()
    try:
        target.load([(table, snapshot.rows(copy_statements(table)[0])) for table in TABLES]).result()
    finally:
        snapshot.close()
    for _, reason in target.damaged():
        raise StoreError(f"the copy is damaged: {reason}")
    return sum(events for _, events in target.counts().values())
