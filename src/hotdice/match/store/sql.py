"""The store itself: what can be written and read, the same on both databases."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from hotdice.match.store import statements as sql
from hotdice.match.store.chain import chained, check
from hotdice.match.store.entries import (
    Entry,
    Person,
    StoredAnswer,
    StoredBoard,
    StoredEvent,
    Summary,
    Tampered,
    Text,
)
from hotdice.match.store.writer import Backend, Counters, Promise, Rows, Session, Writer

Hint = Callable[[Sequence[str]], None]


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

    def rows(self, sql: str) -> Iterator[tuple[object, ...]]:
        """The rows of a query, a few at a time."""

    def close(self) -> None:
        """Let go of it."""


def write_entries(session: Session, entries: Sequence[Entry]) -> list[bool]:
    """Append entries in the open transaction; whether each fitted the log as it is."""
    logs = [chained(entry) for entry in entries]
    heads = [log[-1].hash if log else entry.head for entry, log in zip(entries, logs, strict=True)]
    kept = [False] * len(entries)
    for first in (True, False):
        places = [index for index, entry in enumerate(entries) if (entry.expected == 0) is first]
        if not places:
            continue
        rows = [_match_row(entries[index], len(logs[index]), heads[index], first) for index in places]
        hits = session.run_each(sql.CREATE_MATCH, rows) if first else session.grow(rows)
        for index, hit in zip(places, hits, strict=True):
            kept[index] = hit
    good = [(entry, log) for entry, log, ok in zip(entries, logs, kept, strict=True) if ok]
    events = [(e.match, x.seq, x.at, x.command, x.body, x.hash) for e, log in good for x in log]
    _many(session, sql.ADD_EVENT, events)
    _many(session, sql.ADD_ANSWER, [(e.match, e.command, e.digest, e.answer) for e, _ in good if e.command])
    _many(session, sql.ADD_SECRET, [(e.match, e.secret) for e, _ in good if e.secret is not None])
    _many(session, sql.ADD_TEXT, [(e.match, t.ref, t.salt, t.text) for e, _ in good for t in e.texts])
    tokens = [(e.match, name, token) for e, _ in good for name, token in e.tokens]
    _many(session, sql.SET_TOKEN, [row for row in tokens if row[2] is not None])
    _many(session, sql.DROP_TOKEN, [row[:2] for row in tokens if row[2] is None])
    seats = [(e.match, seat, person) for e, _ in good for seat, person in e.places]
    _many(session, sql.SET_PLACE, [row for row in seats if row[2] is not None])
    _many(session, sql.DROP_PLACE, [row[:2] for row in seats if row[2] is None])
    return kept


def _match_row(entry: Entry, grown: int, head: bytes, first: bool) -> tuple[object, ...]:
    length = entry.expected + grown
    touched = entry.at if entry.touched is None else entry.touched
    if first:
        return entry.match, length, head, entry.status, entry.summary, touched
    return length, head, entry.status, entry.summary, touched, entry.match, entry.expected, entry.head


def _many(session: Session, statement: str, rows: Sequence[Sequence[object]]) -> None:
    if rows:
        session.run_many(statement, rows)


class SqlStore:
    """A store on either database. Writing gives a future that is done when the disk has it."""

    def __init__(
        self,
        backend: Backend,
        reader: Reader,
        *,
        points: Callable[[str], None] = lambda name: None,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self._reader = reader
        self._writer = Writer(backend, write_entries, points)
        self._on_close = on_close

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
        """Every match whose log does not fit its hashes, with the reason."""
        for match in self.match_ids():
            try:
                self.read(match)
            except Tampered as error:
                yield match, str(error)

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

    # People

    def add_person(self, person: Person, keys: Sequence[tuple[bytes, str, int]]) -> "Future[Any]":
        """Somebody new with the hashes of their keys: (hash, kind, expires)."""

        def work(session: Session) -> None:
            session.run(sql.ADD_PERSON, (person.id, person.name, person.created))
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

    def delete_boards(self, before: int) -> "Future[Any]":
        """Remove the boards that were last written before a time; how many."""
        return self._writer.submit(lambda session: len(session.run(sql.DELETE_BOARDS, (before,))))

    # Backup

    def snapshot(self) -> Snapshot:
        """Everything as it is at this moment, while play goes on."""
        return self._reader.snapshot()

    def load(self, tables: Sequence[tuple[str, Iterator[tuple[object, ...]]]]) -> "Future[Any]":
        """Fill an empty store from a snapshot, in one transaction."""

        def work(session: Session) -> None:
            for table, rows in tables:
                _many(session, sql.copy_statements(table)[1], list(rows))

        return self._writer.submit(work)


def _event(row: tuple[Any, ...]) -> StoredEvent:
    return StoredEvent(int(row[0]), int(row[1]), str(row[2]), bytes(row[3]), bytes(row[4]))


def _board(row: tuple[Any, ...]) -> StoredBoard:
    return StoredBoard(str(row[0]), bytes(row[1]), int(row[2]), str(row[3]), int(row[4]))


def _summary(row: tuple[Any, ...]) -> Summary:
    return Summary(str(row[0]), int(row[1]), str(row[2]), bytes(row[3]), int(row[4]))


def _person(row: tuple[Any, ...]) -> Person:
    return Person(
        id=str(row[0]), name=str(row[1]), created=int(row[2]), banned=bool(row[3]), muted=bool(row[4])
    )


__all__ = ["Hint", "Reader", "Snapshot", "SqlStore", "Text", "write_entries"]
