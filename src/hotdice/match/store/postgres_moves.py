"""A move as one statement for PostgreSQL: the match grows, event and answer are added, or nothing is."""

import contextlib
from collections.abc import Sequence
from functools import lru_cache

import psycopg
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from hotdice.match.store.writing import Move

CREATE_OWNED = (
    "INSERT INTO matches (id, length, head, status, summary, updated, owner) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO NOTHING RETURNING id"
)
GROW_OWNED = (
    "UPDATE matches SET length = ?, head = ?, status = ?, summary = ?, updated = ?"
    " WHERE id = ? AND length = ? AND head = ? AND owner = ? RETURNING id"
)
_GROWN = (
    "WITH grown AS (UPDATE matches m SET length = r.length, head = r.head, status = r.status,"
    " summary = r.summary, updated = r.updated FROM {rows} AS r (length, head, status, summary, updated, id,"
    " expected, was, owner) WHERE m.id = r.id AND m.length = r.expected AND m.head = r.was"
    " AND m.owner = r.owner RETURNING m.id),"
)
_ADDED = (
    " added AS (INSERT INTO events (match, seq, at, command, body, hash)"
    " SELECT e.match, e.seq, e.at, e.command, e.body, e.hash"
    " FROM {events} AS e (match, seq, at, command, body, hash) JOIN grown ON grown.id = e.match),"
)
_ANSWERED = (
    " answered AS (INSERT INTO answers (match, command, digest, answer)"
    " SELECT a.match, a.command, a.digest, a.answer"
    " FROM {answers} AS a (match, command, digest, answer) JOIN grown ON grown.id = a.match)"
)
_ROW = ("bigint", "bytea", "text", "bytea", "bigint", "text", "bigint", "bytea", "text")
_EVENT = ("text", "bigint", "bigint", "text", "bytea", "bytea")
_ANSWER = ("text", "text", "bytea", "bytea")


def _mark(kind: str) -> str:
    """A place for a list of values; bytes travel as they are."""
    return f"{'%b' if kind == 'bytea' else '%s'}::{kind}[]"


def _unnest(kinds: tuple[str, ...]) -> str:
    return f"unnest({', '.join(map(_mark, kinds))})"


@lru_cache(maxsize=64)
def _one(events: int, answered: bool) -> tuple[bytes, bytes, tuple[int, ...]]:
    """Name, text and formats of the statement for one move; only marks get into the text."""
    kinds: list[str] = []

    def values(row: tuple[str, ...], count: int) -> str:
        start = len(kinds)
        kinds.extend(row * count)
        marks = [f"${place}::{kind}" for place, kind in enumerate(kinds[start:], start + 1)]
        width = len(row)
        rows = [f"({', '.join(marks[at : at + width])})" for at in range(0, len(marks), width)]
        return f"(VALUES {', '.join(rows)})"

    sql = _GROWN.format(rows=values(_ROW, 1)) + _ADDED.format(events=values(_EVENT, events))
    sql += _ANSWERED.format(answers=values(_ANSWER, 1)) if answered else " answered AS (SELECT 1)"
    formats = tuple(int(kind == "bytea") for kind in kinds)
    name = f"hotdice_move_{events}_{answered:d}"
    return name.encode(), f"{sql} SELECT id FROM grown".encode(), formats  # nosec B608


_MANY = (
    _GROWN.format(rows=_unnest(_ROW))
    + _ADDED.format(events=_unnest(_EVENT))
    + _ANSWERED.format(answers=_unnest(_ANSWER))
    + " SELECT id FROM grown"  # nosec B608
).encode()


def _event_rows(move: Move) -> list[tuple[object, ...]]:
    match = move.entry.match
    return [(match, event.seq, event.at, event.command, event.body, event.hash) for event in move.log]


def _answer_row(move: Move) -> tuple[object, ...]:
    entry = move.entry
    return entry.match, entry.command, entry.digest, entry.answer


def add_one(link: PGconn, prepared: set[bytes], move: Move) -> bool:
    """Append one move, below the driver's cursors: they cost more than all the rest of it.

    Raises:
        psycopg.Error: as a cursor would.
    """
    name, sql, formats = _one(len(move.log), bool(move.entry.command))
    if name not in prepared:
        checked(link, link.prepare(name, sql), ExecStatus.COMMAND_OK)
        prepared.add(name)
    values: list[object] = list(move.row)
    for row in _event_rows(move):
        values += row
    if move.entry.command:
        values += _answer_row(move)
    data = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    result = link.exec_prepared(name, data, formats)
    checked(link, result, ExecStatus.TUPLES_OK)
    return result.ntuples > 0


def checked(link: PGconn, result: PGresult, wanted: ExecStatus) -> None:
    """See that a statement went well.

    Raises:
        psycopg.Error: the one that a cursor would raise.
    """
    if result.status == wanted:
        return
    state, text = result.error_field(DiagnosticField.SQLSTATE), result.error_message or link.error_message
    kind = psycopg.OperationalError
    if state is not None:
        with contextlib.suppress(KeyError):
            kind = psycopg.errors.lookup(state.decode())  # type: ignore[assignment]
    raise kind(text.decode(errors="replace"))


def many_moves(moves: Sequence[Move]) -> tuple[bytes, list[object]]:
    """The statement for moves of several matches, and its values: a list for each column."""
    rows = [move.row for move in moves]
    events = [row for move in moves for row in _event_rows(move)]
    answers = [_answer_row(move) for move in moves if move.entry.command]
    values: list[object] = []
    for table, kinds in ((rows, _ROW), (events, _EVENT), (answers, _ANSWER)):
        values += [list(column) for column in zip(*table, strict=True)] if table else [[] for _ in kinds]
    return _MANY, values
