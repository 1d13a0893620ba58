"""SQLite: one connection writes and checkpoints, the others only read; every commit is synced.

Some SQLite versions in use can damage a database when two connections write or checkpoint at once
(the WAL-reset bug), so a second process on the same file is refused by a lock beside it.
"""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hotdice.match.store.entries import StoreError, Unavailable
from hotdice.match.store.file_lock import FileLock
from hotdice.match.store.migrations import migrations, statements
from hotdice.match.store.sql import Snapshot, SqlStore
from hotdice.match.store.sqlite_session import SqliteSession
from hotdice.match.store.writer import Rows, Session

_SYNC_LEVELS = {"FULL": 2, "NORMAL": 1}


def open_sqlite(
    path: Path,
    *,
    reached: Callable[[str], None] = lambda name: None,
    synchronous: str = "FULL",
) -> SqlStore:
    """Open or make a database file.

    `synchronous` is there for the test that shows what NORMAL would lose; a server never sets it.

    Raises:
        InUse: another process has it open.
        StoreError: it cannot be opened, or a newer version of this program wrote it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_name(path.name + ".lock"))
    except OSError as error:
        raise StoreError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    try:
        if not path.exists():  # it will hold seeds, so nobody else may read it
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        backend = SqliteBackend(path, synchronous)
        backend.migrate(reached)
        reader = SqliteReader(path)
    except (OSError, sqlite3.Error) as error:
        lock.release()
        raise StoreError(f"{path} cannot be opened: {error}") from None
    except StoreError:
        lock.release()
        raise
    return SqlStore(backend, reader, reached=reached, on_close=lock.release)


def open_sqlite_to_read(path: Path) -> SqlStore:
    """A database file that another process may be writing, only to be read and copied.

    Raises:
        StoreError: it is not there, or not one of this version.
    """
    try:
        reader = SqliteReader(path)
        version = int(reader.run("PRAGMA user_version")[0][0])
    except (sqlite3.Error, Unavailable) as error:
        raise StoreError(f"{path} cannot be opened: {error}") from None
    if version != migrations("sqlite")[-1][0]:
        reader.close()
        raise StoreError(f"{path} is no database of this version (schema {version})")
    return SqlStore(_NoBackend(), reader)


class _NoBackend:
    """A writing connection that is not there."""

    def begin(self, *, entries_only: bool = False) -> Session:
        raise sqlite3.OperationalError("the database is open for reading only")

    def commit(self) -> None:
        raise sqlite3.OperationalError("the database is open for reading only")

    def rollback(self) -> None:
        return

    def is_conflict(self, error: Exception) -> bool:
        return False

    def is_failure(self, error: Exception) -> bool:
        return True

    def close(self) -> None:
        return


class SqliteBackend:
    """The writing connection."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self._path = path
        self._synchronous = synchronous
        self._connection: sqlite3.Connection | None = self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, timeout=5)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={self._synchronous}")
        connection.execute("PRAGMA journal_size_limit=67108864")
        level = connection.execute("PRAGMA synchronous").fetchone()[0]
        if level != _SYNC_LEVELS[self._synchronous]:
            raise StoreError(f"SQLite does not sync at commit (synchronous is {level})")
        return connection

    @property
    def sync_level(self) -> int:
        """What the database says about syncing: 2 is FULL."""
        assert self._connection is not None
        return int(self._connection.execute("PRAGMA synchronous").fetchone()[0])

    def migrate(self, reached: Callable[[str], None]) -> None:
        """Run the migrations that this file has not seen."""
        connection = self._connection
        assert connection is not None
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        known = migrations("sqlite")
        if version > known[-1][0]:
            raise StoreError(f"{self._path} was written by a newer Hotdice (schema {version})")
        for number, sql in known:
            if number > version:
                connection.execute("BEGIN IMMEDIATE")
                for statement in statements(sql):
                    connection.execute(statement)
                reached("during migration")
                connection.execute(f"PRAGMA user_version = {number}")
                connection.execute("COMMIT")

    def begin(self, *, entries_only: bool = False) -> Session:
        """Begin a transaction, on a new connection where the last one broke."""
        if self._connection is None:
            self._connection = self._connect()
        self._connection.execute("BEGIN IMMEDIATE")
        return SqliteSession(self._connection)

    def commit(self) -> None:
        """Commit; with FULL the log is synced before this returns."""
        assert self._connection is not None
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Undo; a connection that cannot even do that is given up."""
        if self._connection is None:
            return
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def is_conflict(self, error: Exception) -> bool:
        """Whether a constraint was hurt."""
        return isinstance(error, sqlite3.IntegrityError)

    def is_failure(self, error: Exception) -> bool:
        """Whether the disk is full, read-only, broken, or the file locked."""
        return isinstance(error, sqlite3.Error | OSError)

    def close(self) -> None:
        """Close the connection; the last one to do so checkpoints."""
        if self._connection is not None:
            self._connection.close()


class SqliteReader:
    """A read-only connection behind a lock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._connection = self._connect()

    def _connect(self) -> sqlite3.Connection:
        # The path goes into a URI, so its own ?, # and % must not be read as parts of one.
        return sqlite3.connect(
            f"{self._path.absolute().as_uri()}?mode=ro",
            uri=True,
            check_same_thread=False,
            isolation_level=None,
        )

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """The rows of a query."""
        with self._lock:
            try:
                return self._connection.execute(sql, tuple(parameters)).fetchall()
            except sqlite3.Error as error:
                raise Unavailable(str(error)) from error

    def snapshot(self) -> Snapshot:
        """A read transaction of its own: in WAL mode it sees one moment while writing goes on."""
        connection = self._connect()
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM settings").fetchone()  # the moment is that of the first read
        return SqliteSnapshot(connection)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()


class SqliteSnapshot:
    """A read transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> Iterator[tuple[object, ...]]:
        """The rows of a query, a few at a time."""
        yield from self._connection.execute(sql, tuple(parameters))

    def close(self) -> None:
        """End the transaction."""
        self._connection.close()
