"""The store itself: what can be written and read, the same on both databases."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from hotdice.match.store import owners as processes
from hotdice.match.store import statements as sql
from hotdice.match.store.chain import check
from hotdice.match.store.club import ClubStore
from hotdice.match.store.entries import (
    Entry,
    Person,
    StoredAnswer,
    StoredBoard,
    StoredEvent,
    StoredRefusal,
    Summary,
    Tampered,
    Unavailable,
)
from hotdice.match.store.evenings import EveningStore
from hotdice.match.store.outages import Outages
from hotdice.match.store.post import PostStore
from hotdice.match.store.writer import Backend, Counters, Promise, Rows, Session, Writer
from hotdice.match.store.writing import many, write_entries


class Reader(Protocol):
    """Reads what is committed; safe to use from any thread."""

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """The rows of a query."""

    def snapshot(self) -> "Snapshot":
        """A view of the database that does not move, for a backup."""

    def close(self) -> None:
        """Close the connection."""


class Snapshot(Protocol):
    """Everything as it was at one moment."""

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> Iterator[tuple[object, ...]]:
        """The rows of a query, a few at a time."""

    def close(self) -> None:
        """Let go of it."""


class WatchedReader:
    """A reader whose failures are told once an outage."""

    def __init__(self, reader: Reader, outages: Outages) -> None:
        self._reader = reader
        self._outages = outages
        self.snapshot = reader.snapshot
        self.close = reader.close

    def run(self, sql: str, parameters: Sequence[object] = ()) -> Rows:
        """The rows of a query."""
        try:
            rows = self._reader.run(sql, parameters)
        except Unavailable as error:
            self._outages.failed("reading", str(error))
            raise
        self._outages.worked("reading")
        return rows


class SqlStore:
    """A store on either database. Writing gives a future that is done when the disk has it.

    `shared` is the URL of a database that several processes may use, empty where there is only one.
    """

    def __init__(
        self,
        backend: Backend,
        reader: Reader,
        *,
        reached: Callable[[str], None] = lambda name: None,
        on_close: Callable[[], None] = lambda: None,
        shared: str = "",
    ) -> None:
        self.shared = shared
        self.outages = Outages()
        self._reader = WatchedReader(reader, self.outages)
        self._writer = Writer(backend, write_entries, reached, self.outages)
        self._on_close = on_close
        self.club = ClubStore(self._reader, self._writer)
        self.evenings = EveningStore(self._reader, self._writer)
        self.post = PostStore(self._reader, self._writer)

    @property
    def counters(self) -> Counters:
        """What has been written so far."""
        return self._writer.counters

    @property
    def waiting(self) -> int:
        """How much waits for the disk."""
        return self._writer.waiting

    def close(self) -> None:
        """Write what is queued, then close everything."""
        self._writer.close()
        self._reader.close()
        self._on_close()

    # Matches

    def append(self, entry: Entry) -> "Future[Any]":
        """Add an entry to the log of its match.

        The future raises `Conflict` where the log has grown meanwhile, `Unavailable` where the database
        failed.
        """
        return self._writer.submit(entry)

    def promise(self, entry: Entry, done: Promise) -> None:
        """As `append`, for who brings a future of another kind along."""
        self._writer.promise(entry, done)

    def read(self, match: str) -> tuple[StoredEvent, ...]:
        """The log of a match; empty where there is none.

        Raises:
            Tampered: the log does not fit its hashes.
            Unavailable: the database failed.
        """
        while True:
            heads = self._reader.run(sql.READ_HEAD, (match,))
            rows = self._reader.run(sql.READ_EVENTS, (match, 0))
            if heads == self._reader.run(sql.READ_HEAD, (match,)):  # nobody wrote in between
                break
        events = tuple(_event(row) for row in rows)
        if not heads:
            if events:
                raise Tampered(f"match {match} has events and no head")
            return ()
        check(match, events, int(heads[0][0]), bytes(heads[0][1]))
        return events

    def length(self, match: str) -> int:
        """How many events the log of a match has."""
        heads = self._reader.run(sql.READ_HEAD, (match,))
        return int(heads[0][0]) if heads else 0

    def since(self, match: str, seq: int) -> tuple[StoredEvent, ...]:
        """The events after a number."""
        return tuple(_event(row) for row in self._reader.run(sql.READ_EVENTS, (match, seq)))

    def answer(self, match: str, command: str) -> StoredAnswer | None:
        """The answer that a command got."""
        rows = self._reader.run(sql.READ_ANSWER, (match, command))
        return StoredAnswer(bytes(rows[0][0]), bytes(rows[0][1])) if rows else None

    def add_refusal(
        self,
        match: str,
        after: tuple[int, bytes, str],
        refusal: StoredRefusal,
        at: int,
        forget: Sequence[str] = (),
    ) -> "Future[Any]":
        """Keep a refusal, and forget others; whether the match is still as long and as owned as it was.

        `after` is its length, its head and its owner.
        """

        def work(session: Session) -> bool:
            if not session.holds(match, *after):
                return False
            session.run(sql.ADD_REFUSAL, (match, refusal.command, refusal.digest, refusal.answer, at))
            many(session, sql.DROP_REFUSAL, [(match, command) for command in forget])
            return True

        return self._writer.submit(work)

    def refusals(self, match: str) -> tuple[StoredRefusal, ...]:
        """The refusals of a match that are remembered, the oldest first."""
        rows = self._reader.run(sql.READ_REFUSALS, (match,))
        return tuple(StoredRefusal(str(row[0]), bytes(row[1]), bytes(row[2])) for row in rows)

    def forget_refusals(self, before: int) -> "Future[Any]":
        """Forget the refusals that were written before a time; how many."""
        return self._writer.submit(lambda session: len(session.run(sql.OLD_REFUSALS, (before,))))

    def secret(self, match: str) -> bytes | None:
        """The server's seed of a match."""
        rows = self._reader.run(sql.READ_SECRET, (match,))
        return bytes(rows[0][0]) if rows else None

    def tokens(self, match: str) -> dict[str, bytes]:
        """The hashes of the tokens of a match, by name."""
        return {str(name): bytes(token) for name, token in self._reader.run(sql.READ_TOKENS, (match,))}

    def texts(self, match: str) -> dict[str, str]:
        """The names and chat lines of a match, by reference."""
        return {str(ref): str(body) for ref, body in self._reader.run(sql.READ_TEXTS, (match,))}

    def matches(self, status: str | None = None, most: int = 100) -> tuple[Summary, ...]:
        """Matches, the latest first."""
        rows = (
            self._reader.run(sql.LIST_ALL, (most,))
            if status is None
            else self._reader.run(sql.LIST_MATCHES, (status, most))
        )
        return tuple(_summary(row) for row in rows)

    def matches_of(self, person: str, most: int = 100) -> tuple[tuple[Summary, int], ...]:
        """The matches in which somebody has a seat, with the seat; the latest first."""
        rows = self._reader.run(sql.MATCHES_OF, (person, most))
        return tuple((_summary(row), int(row[5])) for row in rows)

    def match_ids(self) -> tuple[str, ...]:
        """Every match."""
        return tuple(str(row[0]) for row in self._reader.run(sql.MATCH_IDS))

    def counts(self) -> dict[str, tuple[int, int]]:
        """How many matches and events there are, by status."""
        return {str(s): (int(n), int(e)) for s, n, e in self._reader.run(sql.COUNTS)}

    def damaged(self) -> Iterator[tuple[str, str]]:
        """Every match whose log cannot be read or does not fit its hashes, with the reason."""
        for match in self.match_ids():
            try:
                self.read(match)
            except Tampered as error:
                yield match, str(error)
            except Unavailable as error:
                self.match_ids()  # where the whole database is away this raises too
                yield match, f"match {match} cannot be read: {error}"

    def delete(self, match: str) -> "Future[Any]":
        """Remove a match and all that belongs to it."""

        def work(session: Session) -> None:
            for statement in sql.DELETE_MATCH:
                session.run(statement, (match,))

        return self._writer.submit(work)

    def delete_older(self, status: str, before: int, most: int = 1000) -> "Future[Any]":
        """Remove matches of a status that were last touched before a time; how many."""

        def work(session: Session) -> int:
            found = session.run(sql.OLD_MATCHES, (status, before, most))
            for statement in sql.DELETE_MATCH:
                session.run_many(statement, found)
            return len(found)

        return self._writer.submit(work)

    def set_token(self, match: str, name: str, token: bytes | None) -> "Future[Any]":
        """Replace the hash of a token, or revoke it."""

        def work(session: Session) -> None:
            if token is None:
                session.run(sql.DROP_TOKEN, (match, name))
            else:
                session.run(sql.SET_TOKEN, (match, name, token))

        return self._writer.submit(work)

    def erase_texts(self, match: str, refs: Sequence[str]) -> "Future[Any]":
        """Empty names or chat lines; the log keeps their references, so its hashes still fit."""
        return self._writer.submit(
            lambda session: session.run_many(sql.FORGET_NAME, [(match, ref) for ref in refs])
        )

    # Owners, where several processes share the database

    def take(self, match: str, owner: str) -> bool:
        """Make a process the owner of a match that is its own or nobody's.

        `owner` is its name, a dot and a number. A new number shuts out whatever was sent under the old one
        and is still on its way.
        """
        name = owner.partition(".")[0]
        return bool(self._reader.run(processes.TAKE, (owner, match, name, name)))

    def home(self, match: str) -> "processes.Peer | None":
        """The process that owns a match: one without a name where nobody does, None without a match."""
        rows = self._reader.run(processes.HOME, (match,))
        return processes.Peer(str(rows[0][0] or ""), str(rows[0][1] or "")) if rows else None

    def orphans(self, status: str) -> tuple[str, ...]:
        """The matches of a status that no process owns, the latest first."""
        return tuple(str(row[0]) for row in self._reader.run(processes.ORPHANS, (status,)))

    # People

    def add_person(self, person: Person, keys: Sequence[tuple[bytes, str, int]]) -> "Future[Any]":
        """Somebody new with the hashes of their keys: (hash, kind, expires)."""

        def work(session: Session) -> None:
            session.run(sql.ADD_PERSON, (person.id, person.name, person.created, person.visited))
            session.run_many(sql.ADD_KEY, [(token, person.id, kind, until) for token, kind, until in keys])

        return self._writer.submit(work)

    def add_key(self, person: str, token: bytes, kind: str, expires: int) -> "Future[Any]":
        """Another key of a person: `device`, `code` or `phrase`."""
        return self._writer.submit(lambda session: session.run(sql.ADD_KEY, (token, person, kind, expires)))

    def take_key(self, token: bytes, kind: str, now: int) -> "Future[Any]":
        """Use up a key that works once; the person, or None."""

        def work(session: Session) -> str | None:
            rows = session.run(sql.TAKE_KEY, (token, kind, now))
            return str(rows[0][0]) if rows else None

        return self._writer.submit(work)

    def drop_keys(self, person: str, kind: str) -> "Future[Any]":
        """Revoke every key of a kind."""
        return self._writer.submit(lambda session: session.run(sql.DROP_KEYS, (person, kind)))

    def person_of(self, token: bytes, kind: str, now: int) -> Person | None:
        """Whose key this is the hash of."""
        rows = self._reader.run(sql.PERSON_OF_KEY, (token, kind, now))
        return _person(rows[0]) if rows else None

    def person(self, name: str) -> Person | None:
        """A person by id."""
        rows = self._reader.run(sql.READ_PERSON, (name,))
        return _person(rows[0]) if rows else None

    def visit(self, person: str, now: int) -> "Future[Any]":
        """Somebody is here."""
        return self._writer.submit(lambda session: session.run(sql.VISIT_PERSON, (now, person, now)))

    def forget_guests(self, before: int, within: int, most: int = 500) -> "Future[Any]":
        """Forget those who were last here before a time, and never later than `within` after they came.

        Their keys go, and they themselves unless they have played; how many. Who is banned or still in a game
        is left alone.
        """

        def work(session: Session) -> int:
            found = session.run(sql.NEVER_BACK, (before, within, most))
            many(session, sql.FORGET_KEYS, found)
            many(session, sql.FORGET_GUEST, found)
            return len(found)

        return self._writer.submit(work)

    def rename(self, person: str, name: str) -> "Future[Any]":
        """Change a person's name."""
        return self._writer.submit(lambda session: session.run(sql.RENAME_PERSON, (name, person)))

    def mark(self, person: str, *, banned: bool, muted: bool) -> "Future[Any]":
        """Ban or mute somebody, or lift it."""
        values = (int(banned), int(muted), person)
        return self._writer.submit(lambda session: session.run(sql.MARK_PERSON, values))

    # Settings

    def setting(self, name: str) -> str | None:
        """A setting of the server."""
        rows = self._reader.run(sql.READ_SETTING, (name,))
        return str(rows[0][0]) if rows else None

    def first_setting(self, name: str, value: str) -> "Future[Any]":
        """Make a setting where there is none yet; whether this was the first to do so."""
        return self._writer.submit(lambda session: bool(session.run(sql.FIRST_SETTING, (name, value))))

    def set_setting(self, name: str, value: str) -> "Future[Any]":
        """Change a setting of the server."""
        return self._writer.submit(lambda session: session.run(sql.SET_SETTING, (name, value)))

    # Boards

    def write_board(self, board: StoredBoard) -> "Future[Any]":
        """Keep a version of a board unless a later one is there or its key is another; what is there now."""

        def work(session: Session) -> StoredBoard:
            session.run(sql.WRITE_BOARD, (board.id, board.hash, board.version, board.body, board.updated))
            return _board(session.run(sql.READ_BOARD, (board.id,))[0])

        return self._writer.submit(work)

    def board(self, name: str) -> StoredBoard | None:
        """A board by its id."""
        rows = self._reader.run(sql.READ_BOARD, (name,))
        return _board(rows[0]) if rows else None

    def count_boards(self) -> int:
        """How many boards there are."""
        return int(self._reader.run(sql.COUNT_BOARDS)[0][0])

    def boards(self, most: int = 1_000) -> tuple[StoredBoard, ...]:
        """The boards, the latest first."""
        return tuple(_board(row) for row in self._reader.run(sql.LIST_BOARDS, (most,)))

    def delete_board(self, name: str) -> "Future[Any]":
        """Remove a board; how many there were."""
        return self._writer.submit(lambda session: len(session.run(sql.DELETE_BOARD, (name,))))

    def visit_board(self, name: str, now: int) -> "Future[Any]":
        """Somebody looks at a board."""
        return self._writer.submit(lambda session: session.run(sql.VISIT_BOARD, (now, name, now)))

    def delete_boards(self, unseen: int, before: int) -> "Future[Any]":
        """Remove the boards written before `unseen` that nobody has looked at; how many.

        And those that were written and looked at before `before` only.
        """
        values = (unseen, before, before)
        return self._writer.submit(lambda session: len(session.run(sql.DELETE_BOARDS, values)))

    # Backup

    def snapshot(self) -> Snapshot:
        """Everything as it is at this moment, while play goes on."""
        return self._reader.snapshot()

    def load(self, tables: Sequence[tuple[str, Iterator[tuple[object, ...]]]]) -> "Future[Any]":
        """Fill an empty store from a snapshot, in one transaction."""

        def work(session: Session) -> None:
            for table, rows in tables:
                many(session, sql.copy_statements(table)[1], list(rows))

        return self._writer.submit(work)


def _event(row: tuple[Any, ...]) -> StoredEvent:
    return StoredEvent(int(row[0]), int(row[1]), str(row[2]), bytes(row[3]), bytes(row[4]))


def _board(row: tuple[Any, ...]) -> StoredBoard:
    return StoredBoard(str(row[0]), bytes(row[1]), int(row[2]), str(row[3]), int(row[4]), int(row[5]))


def _summary(row: tuple[Any, ...]) -> Summary:
    return Summary(str(row[0]), int(row[1]), str(row[2]), bytes(row[3]), int(row[4]))


def _person(row: tuple[Any, ...]) -> Person:
    return Person(
        id=str(row[0]), name=str(row[1]), created=int(row[2]),
        banned=bool(row[3]), muted=bool(row[4]), visited=int(row[5]),
    )  # fmt: skip
