"""PostgreSQL: several server processes on one database, of which each match has one as its owner.

Who writes names the owner it believes to be; the row of the match decides. Nothing on the way of a move
takes a lock that another match could wait for.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import psycopg

from hotdice.match.store.entries import StoreError, Unavailable
from hotdice.match.store.migrations import migrations, statements
from hotdice.match.store.postgres_link import PATIENCE, WATCHDOG, Connection, Presence, Watch, connect
from hotdice.match.store.postgres_moves import CREATE_OWNED, GROW_OWNED, add_one, many_moves
from hotdice.match.store.sql import Snapshot, SqlStore
from hotdice.match.store.statements import HOLDS
from hotdice.match.store.writer import Rows, Session
from hotdice.match.store.writing import Move

_MIGRATING = 7_314_201  # the number of the advisory lock under which one process migrates


def marks(sql: str) -> str:
    """Our SQL in the style of psycopg.

    >>> marks("SELECT ?")
    'SELECT %s'
    """
    return sql.replace("?", "%s")


def open_postgres(
    url: str,
    *,
    reached: Callable[[str], None] = lambda name: None,
) -> SqlStore:
    """Open a database by its URL.

    Raises:
        StoreError: it cannot be reached, or a newer version of this program wrote it.
    """
    try:
        presence = Presence(url)
        backend = PostgresBackend(url, presence)
        backend.migrate(reached)
        reader = PostgresReader(url, presence)
    except psycopg.Error as error:
        raise StoreError(f"the PostgreSQL database cannot be opened: {str(error).strip()}") from None
    return SqlStore(backend, reader, reached=reached, shared=url)


class PostgresBackend:
    """The writing connection."""

    def __init__(self, url: str, presence: Presence | None = None) -> None:
        self._url = url
        self._presence = presence or Presence(url)
        self._connection: Connection | None = connect(url)
        self._session: PostgresSession | None = None
        self._prepared: set[bytes] = set()
        self._begun = 0.0
        self._watch: Watch | None = None

    def migrate(self, reached: Callable[[str], None]) -> None:
        """Run the migrations that this database has not seen; one process at a time does so."""
        with connect(self._url, patience=None) as connection, connection.transaction():
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
                    reached("during migration")
                    connection.execute("INSERT INTO hotdice_schema (version) VALUES (%s)", (number,))

    def begin(self, *, entries_only: bool = False) -> Session:
        """Begin to write, on a new connection where the last one broke."""
        self._presence.check()
        self._begun = time.monotonic()
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._url)
            self._prepared = set()
        self._watch = WATCHDOG.watch(self._connection, PATIENCE)
        self._watch.__enter__()
        if not entries_only:
            self._connection.execute("BEGIN")
        self._session = PostgresSession(self._connection, self._prepared, begun=not entries_only)
        return self._session

    def commit(self) -> None:
        """Commit what has not done so by itself."""
        assert self._connection is not None
        assert self._session is not None
        if self._session.begun:
            self._connection.execute("COMMIT")
        self._unwatch()

    def _unwatch(self) -> None:
        if self._watch is not None:
            self._watch.__exit__(None, None, None)
            self._watch = None

    def rollback(self) -> None:
        """Undo; a connection that cannot even do that is given up."""
        self._presence.waited(self._begun)
        if self._connection is not None:
            try:
                if self._session is None or self._session.begun:
                    self._connection.execute("ROLLBACK")
                elif self._connection.broken:
                    raise psycopg.OperationalError
            except psycopg.Error:
                with contextlib.suppress(psycopg.Error):
                    self._connection.close()
                self._connection = None
        self._unwatch()

    def is_conflict(self, error: Exception) -> bool:
        """Whether a constraint was hurt."""
        return isinstance(error, psycopg.IntegrityError)

    def is_failure(self, error: Exception) -> bool:
        """Whether the server failed or cannot be reached."""
        return isinstance(error, psycopg.Error | OSError | Unavailable)

    def close(self) -> None:
        """Close the connection."""
        self._presence.close()
        if self._connection is not None:
            self._connection.close()


class PostgresSession:
    """A transaction that begins with the first statement that needs one.

    Moves alone need none: they are one statement, which commits by itself in one trip to the server and back.
    """

    def __init__(self, connection: Connection, prepared: set[bytes], *, begun: bool) -> None:
        self._connection = connection
        self._prepared = prepared
        self.begun = begun

    def _begin(self) -> None:
        if not self.begun:
            self._connection.execute("BEGIN")
            self.begun = True

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """Run one statement; the rows that it gives back."""
        self._begin()
        cursor = self._connection.execute(marks(sql).encode(), tuple(parameters))
        return cursor.fetchall() if cursor.description else []

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run a statement for each row."""
        self._begin()
        with self._connection.cursor() as cursor:
            cursor.executemany(marks(sql).encode(), [tuple(row) for row in rows])

    def create(self, rows: Sequence[Sequence[object]]) -> list[bool]:
        """Make matches."""
        return self._each(CREATE_OWNED, rows)

    def grow(self, rows: Sequence[Sequence[object]]) -> list[bool]:
        """Grow matches that are as long as expected and still this process's own."""
        return self._each(GROW_OWNED, rows)

    def _each(self, sql: str, rows: Sequence[Sequence[object]]) -> list[bool]:
        self._begin()
        found: list[bool] = []
        with self._connection.cursor() as cursor:
            cursor.executemany(marks(sql).encode(), [tuple(row) for row in rows], returning=True)
            while True:
                found.append(cursor.fetchone() is not None)
                if not cursor.nextset():
                    return found

    def holds(self, match: str, length: int, head: bytes, owner: str) -> bool:
        """Whether a match is still like that; nobody takes it over before this is committed."""
        return bool(self.run(f"{HOLDS} AND owner = ? FOR SHARE", (match, length, head, owner)))

    def add_moves(self, moves: Sequence[Move]) -> list[bool]:
        """Append entries that add nothing but events and an answer, all of them in one statement."""
        if len(moves) == 1:
            return [add_one(self._connection.pgconn, self._prepared, moves[0])]
        sql, values = many_moves(moves)
        kept = {row[0] for row in self._connection.execute(sql, values, prepare=True)}
        return [move.entry.match in kept for move in moves]


class PostgresReader:
    """A reading connection behind a lock, made anew when it breaks."""

    def __init__(self, url: str, presence: Presence) -> None:
        self._url = url
        self._presence = presence
        self._lock = threading.Lock()
        self._connection: Connection | None = connect(url)

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """The rows of a query; a connection that has broken meanwhile is made anew once."""
        self._presence.check()
        begun = time.monotonic()
        if not self._lock.acquire(timeout=PATIENCE):
            raise Unavailable("the database does not answer")
        try:
            self._presence.check()
            fresh = self._connection is None or self._connection.closed
            try:
                return self._run(sql, parameters, begun)
            except psycopg.OperationalError:
                if fresh or self._presence.hangs:
                    raise
            return self._run(sql, parameters, begun)
        except psycopg.Error as error:
            raise Unavailable(str(error).strip()) from error
        finally:
            self._lock.release()

    def _run(self, sql: str, parameters: Sequence[object], begun: float) -> Rows:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = connect(self._url)
            with WATCHDOG.watch(self._connection, begun + PATIENCE - time.monotonic()):
                return self._connection.execute(marks(sql).encode(), tuple(parameters)).fetchall()
        except psycopg.Error:
            self._presence.waited(begun)
            if self._connection is not None:
                with contextlib.suppress(psycopg.Error):
                    self._connection.close()
            self._connection = None
            raise

    def snapshot(self) -> Snapshot:
        """A transaction that sees one moment."""
        connection = connect(self._url, patience=None)
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

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> Iterator[tuple[object, ...]]:
        """The rows of a query, a few at a time."""
        with self._connection.cursor() as cursor:
            yield from cursor.stream(marks(sql).encode(), tuple(parameters))

    def close(self) -> None:
        """End the transaction."""
        self._connection.close()
