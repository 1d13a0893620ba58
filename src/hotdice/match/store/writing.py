"""How entries get into the tables of an open transaction, the same on both databases."""

from collections.abc import Sequence

from hotdice.frozen import Frozen
from hotdice.match.store import statements as sql
from hotdice.match.store.chain import chained
from hotdice.match.store.entries import Entry, StoredEvent
from hotdice.match.store.post import ERASE_UNSEATED
from hotdice.match.store.writer import Session


class Move(Frozen):
    """An entry as it is written: its events with their hashes, and the row of its match."""

    entry: Entry
    log: tuple[StoredEvent, ...]
    row: tuple[object, ...]


def move_of(entry: Entry) -> Move:
    """What is written for an entry."""
    log = chained(entry)
    head = log[-1].hash if log else entry.head
    length = entry.expected + len(log)
    touched = entry.at if entry.touched is None else entry.touched
    row: tuple[object, ...]
    if entry.expected:
        row = (length, head, entry.status, entry.summary, touched, entry.match, entry.expected, entry.head)
    else:
        row = (entry.match, length, head, entry.status, entry.summary, touched)
    return Move(entry, log, (*row, entry.owner))


def write_entries(session: Session, entries: Sequence[Entry]) -> list[bool]:
    """Append entries in the open transaction; whether each fitted the log as it is."""
    moves = [move_of(entry) for entry in entries]
    if moves and all(_is_plain(move) for move in moves):
        return session.add_moves(moves)
    kept = [False] * len(entries)
    for first in (True, False):
        places = [index for index, entry in enumerate(entries) if (entry.expected == 0) is first]
        if not places:
            continue
        rows = [moves[index].row for index in places]
        hits = session.create(rows) if first else session.grow(rows)
        for index, hit in zip(places, hits, strict=True):
            kept[index] = hit
    good = [move for move, ok in zip(moves, kept, strict=True) if ok]
    add_events(session, good)
    _add_more(session, [move.entry for move in good])
    return kept


def _is_plain(move: Move) -> bool:
    """Whether an entry adds nothing but events and an answer, as nearly all do."""
    entry = move.entry
    return bool(move.log and entry.expected) and not (
        entry.texts or entry.tokens or entry.places or entry.secret is not None
    )


def add_events(session: Session, moves: Sequence[Move]) -> None:
    """Add the events and answers of entries that fitted."""
    events = [(m.entry.match, x.seq, x.at, x.command, x.body, x.hash) for m in moves for x in m.log]
    many(session, sql.ADD_EVENT, events)
    answers = [
        (m.entry.match, m.entry.command, m.entry.digest, m.entry.answer) for m in moves if m.entry.command
    ]
    many(session, sql.ADD_ANSWER, answers)


def _add_more(session: Session, entries: Sequence[Entry]) -> None:
    """Add what stands beside the log."""
    many(session, sql.ADD_SECRET, [(e.match, e.secret) for e in entries if e.secret is not None])
    many(session, sql.ADD_TEXT, [(e.match, t.ref, t.salt, t.text) for e in entries for t in e.texts])
    tokens = [(e.match, name, token) for e in entries for name, token in e.tokens]
    many(session, sql.SET_TOKEN, [row for row in tokens if row[2] is not None])
    many(session, sql.DROP_TOKEN, [row[:2] for row in tokens if row[2] is None])
    seats = [(e.match, seat, person) for e in entries for seat, person in e.places]
    many(session, sql.SET_PLACE, [row for row in seats if row[2] is not None])
    many(session, sql.DROP_PLACE, [row[:2] for row in seats if row[2] is None])
    changed = {(entry.match,) for entry in entries if entry.places and entry.expected}
    many(session, ERASE_UNSEATED, sorted(changed))  # an address goes with the seat


def many(session: Session, statement: str, rows: Sequence[Sequence[object]]) -> None:
    """Run a statement for each row, if there are any."""
    if rows:
        session.run_many(statement, rows)
