"""PostgreSQL: several server processes on one database; its constraints decide who was first.

A process that has committed tells the others by NOTIFY which matches have grown. That is a hint only: a
notice may be lost with a connection, so whoever hears nothing for a while asks the log itself.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg

from hotdice.match.store.entries import StoreError, Unavailable
from hotdice.match.store.migrations import migrations, statements
from hotdice.match.store.sql import Hint, Snapshot, SqlStore
from hotdice.match.store.statements import GROW_MATCH
from hotdice.match.store.writer import Rows, Session

CHANNEL = "hotdice"
_MOST_IN_A_NOTICE = 150  # ids of 32 characters; a notice has at most 8,000 bytes
_MIGRATING = 7_314_201  # the number of the advisory lock under which one process migrates

Connection = psycopg.Connection[tuple[Any, ...]]


def marks(sql: str) -> str:
    """Our SQL in the style of psycopg.

    >>> marks("SELECT ?")
    'SELECT %s'
    """
    return sql.replace("?", "%s")


def open_postgres(
    url: str,
    *,
    points: Callable[[str], None] = lambda name: None,
    on_hint: Hint | None = None,
) -> SqlStore:
    """Open a database by its URL; `on_hint` hears of matches that another process has changed.

    Raises:
        StoreError: it cannot be reached, or a newer version of this program wrote it.
    """
    try:
        backend = PostgresBackend(url)
        backend.migrate(points)
        reader = PostgresReader(url)
    except psycopg.Error as error:
        raise StoreError(f"the PostgreSQL database cannot be opened: {str(error).strip()}") from None
    listener = Listener(url, on_hint) if on_hint else None
    return SqlStore(backend, reader, points=points, on_close=listener.close if listener else lambda: None)


def _connect(url: str) -> Connection:
    connection = psycopg.connect(url, autocommit=True, connect_timeout=5)
    connection.execute("SET synchronous_commit = on")
    return connection


class PostgresBackend:
    """The writing connection."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection | None = _connect(url)
        self._grown: list[str] = []

    def migrate(self, points: Callable[[str], None]) -> None:
        """Run the migrations that this database has not seen; one process at a time does so."""
        connection = self._connection
        assert connection is not None
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            connection.execute("CREATE TABLE IF NOT EXISTS hotdice_schema (version INTEGER PRIMARY KEY)")
            row = connection.execute("SELECT coalesce(max(version), 0) FROM hotdice_schema").fetchone()
            version = row[0] if row else 0
            known = migrations("postgres")
            if version > known[-1][0]:
                raise StoreError(f"the database was written by a newer Hotdice (schema {version})")
            for number, sql in known:
                if number > version:
                    for statement in statements(sql):
                        connection.execute(statement.encode())
                    points("during migration")
                    connection.execute("INSERT INTO hotdice_schema (version) VALUES (%s)", (number,))

    def begin(self) -> Session:
        """Begin a transaction, on a new connection where the last one broke."""
        if self._connection is None or self._connection.closed:
            self._connection = _connect(self._url)
        self._connection.execute("BEGIN")
        self._grown = []
        return _PostgresSession(self._connection, self._grown)

    def commit(self) -> None:
        """Tell the others, then commit; the notice goes out with the commit or not at all."""
        assert self._connection is not None
        for start in range(0, len(self._grown), _MOST_IN_A_NOTICE):
            ids = ",".join(self._grown[start : start + _MOST_IN_A_NOTICE])
            self._connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, ids))
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Undo; a connection that cannot even do that is given up."""
        if self._connection is None:
            return
        try:
            self._connection.execute("ROLLBACK")
        except psycopg.Error:
            with contextlib.suppress(psycopg.Error):
                self._connection.close()
            self._connection = None

    def is_conflict(self, error: Exception) -> bool:
        """Whether a constraint was hurt."""
        return isinstance(error, psycopg.IntegrityError)

    def is_failure(self, error: Exception) -> bool:
        """Whether the server failed or cannot be reached."""
        return isinstance(error, psycopg.Error | OSError)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()


class _PostgresSession:
    def __init__(self, connection: Connection, grown: list[str]) -> None:
        self._connection = connection
        self._grown = grown

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        cursor = self._connection.execute(marks(sql).encode(), tuple(parameters))
        return cursor.fetchall() if cursor.description else []

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(marks(sql).encode(), [tuple(row) for row in rows])

    def run_each(self, sql: str, rows: Sequence[Sequence[object]]) -> list[bool]:
        found: list[bool] = []
        with self._connection.cursor() as cursor:
            cursor.executemany(marks(sql).encode(), [tuple(row) for row in rows], returning=True)
            while True:
                row = cursor.fetchone()
                found.append(row is not None)
                if row is not None:
                    self._grown.append(str(row[0]))
                if not cursor.nextset():
                    return found

    def grow(self, rows: Sequence[Sequence[object]]) -> list[bool]:
        return self.run_each(GROW_MATCH, rows)


class PostgresReader:
    """A reading connection behind a lock, made anew when it breaks."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._connection: Connection | None = _connect(url)

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """The rows of a query; a connection that has broken meanwhile is made anew once."""
        with self._lock:
            fresh = self._connection is None or self._connection.closed
            try:
                return self._run(sql, parameters)
            except psycopg.OperationalError as error:
                if fresh:
                    raise Unavailable(str(error).strip()) from error
            except psycopg.Error as error:
                raise Unavailable(str(error).strip()) from error
            try:
                return self._run(sql, parameters)
            except psycopg.Error as error:
                raise Unavailable(str(error).strip()) from error

    def _run(self, sql: str, parameters: Sequence[object]) -> Rows:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = _connect(self._url)
            return self._connection.execute(marks(sql).encode(), tuple(parameters)).fetchall()
        except psycopg.Error:
            if self._connection is not None:
                with contextlib.suppress(psycopg.Error):
                    self._connection.close()
            self._connection = None
            raise

    def snapshot(self) -> Snapshot:
        """A transaction that sees one moment."""
        connection = _connect(self._url)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return PostgresSnapshot(connection)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()


class PostgresSnapshot:
    """A reading transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, sql: str) -> Iterator[tuple[object, ...]]:
        """The rows of a query, a few at a time."""
        with self._connection.cursor() as cursor:
            yield from cursor.stream(marks(sql).encode())

    def close(self) -> None:
        """End the transaction."""
        self._connection.close()


class Listener:
    """A thread that hears which matches have grown. After a broken connection it says that all may have."""

    def __init__(self, url: str, on_hint: Hint) -> None:
        self._url = url
        self._on_hint = on_hint
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="hotdice notices", daemon=True)
        self._thread.start()

    def _loop(self) -> None:
        while not self._stop.is_set():
            try:
                with _connect(self._url) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._on_hint(["*"])  # whatever was said while nobody listened
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            self._on_hint(notice.payload.split(","))
            except psycopg.Error:
                self._stop.wait(0.5)

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(timeout=5)
