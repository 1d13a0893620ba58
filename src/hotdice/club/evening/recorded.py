"""Games that a scorekeeper recorded: whether one belongs to a table, and who of it sits where."""

from hotdice.club.evening.state import Evening, Scores, Table
from hotdice.game import Record, RecordError, parse_record


def seats_of(evening: Evening, table: Table, record: Record) -> tuple[int, ...] | None:
    """The seats of a record in the order of a table, by the names in it; None where others played it."""
    names = [name.casefold() for name in record.names]
    wanted = [evening.players[player - 1].name.casefold() for player in table.players]
    return tuple(map(names.index, wanted)) if sorted(names) == sorted(wanted) else None


def record_fault(evening: Evening, table: Table, scores: Scores, text: str) -> str | None:
    """Why a record is not the one of a table's result, or None where it is."""
    try:
        record = parse_record(text)
        state = record.state()
    except (RecordError, ValueError) as error:
        return str(error)[:200]
    seats = seats_of(evening, table, record)
    if seats is None:
        return "other people played it"
    if not state.over:
        return "the game is not over"
    if tuple(state.totals[seat] for seat in seats) != tuple(scores):
        return "the scores are not those of the game"
    return None
