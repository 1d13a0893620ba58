"""A recorded game as a table: one row for every roll, told turn or other change of the score sheet."""

import csv
import io
from collections.abc import Iterator

from hotdice.game import events as e
from hotdice.game.evolving import evolve
from hotdice.game.record import Record
from hotdice.game.state import Phase, State

COLUMNS = (
    "turn", "round", "seat", "name", "player", "roll", "dice", "kept", "points", "turn_total",
    "dice_left", "card", "end", "recorded", "total",
)  # fmt: skip


def to_csv(record: Record) -> str:
    """The game as comma-separated values with a heading.

    >>> from hotdice.game import new_game
    >>> from hotdice.game.notation import replay_turns
    >>> from hotdice.rules import load
    >>> rules = load("classic")
    >>> events = replay_turns(new_game(rules, 2), [(1, "234566:5 14446:1444 =550")], [])
    >>> print(to_csv(Record(rules, ("Ann", "Bob"), ("human", "human"), events=events)).splitlines()[2])
    1,1,1,Ann,human,2,14446,1444,500,550,1,,bank,550,550
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows(record):
        writer.writerow([_safe(str(row.get(column, ""))) for column in COLUMNS])
    return out.getvalue()


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    if text.startswith(("=", "+", "@")) or (text.startswith("-") and not text[1:].isdigit()):
        return "'" + text
    return text


def rows(record: Record) -> Iterator[dict[str, int | str]]:
    """The rows of the table, each with the columns that it fills."""
    state = record.opening_state()
    row: dict[str, int | str] = {}
    for event in record.events:
        before = state
        state = evolve(state, event)
        match event:
            case e.DiceRolled() if before.phase is not Phase.ROLL_OFF:
                if row:
                    yield row
                row = _start(before, record, event.seat)
                row |= {"roll": before.roll, "dice": "".join(map(str, event.faces))}
            case e.CardPlayed():
                row = row or _start(before, record, event.seat)
                row["card"] = event.card
            case e.PointsMoved():
                for seat, points in ((event.source, -event.points), (event.taker, event.points)):
                    if seat >= 0:
                        yield _moved(before, state, record, seat=seat, card=event.card, points=points)
            case e.GoldCounted():
                for seat, points in enumerate(event.gold):
                    if points:
                        yield _moved(before, state, record, seat=seat, card="", points=points)
            case e.DiceKept():
                kept = "".join(map(str, sorted(event.faces)))
                row |= {"kept": kept, "points": event.points}
                row |= {"turn_total": state.turn_total, "dice_left": len(state.hand)}
            case e.Banked():
                row |= {"end": row.get("end", "bank"), "recorded": event.points}
                row["total"] = state.seats[event.seat].total
                yield row
                row = {}
            case e.Farkled():
                row |= {"end": "farkle", "recorded": -event.penalty}
                row["total"] = state.seats[event.seat].total
                yield row
                row = {}
            case e.TurnEntered():
                row = _start(before, record, event.seat) | {"end": "by hand"}
            case e.TurnTimedOut():
                row = row or _start(before, record, event.seat)
                row["end"] = "time out"
            case e.Resigned() | e.Corrected():
                if row and event.seat == before.mover:
                    yield row
                    row = {}
                word = "resigned" if isinstance(event, e.Resigned) else "corrected"
                total = state.seats[event.seat].total
                yield _start(before, record, event.seat) | {"end": word, "total": total}
            case e.Adjusted():
                for seat, points in event.changes:
                    total = state.seats[seat].total
                    row_of = _start(before, record, seat) | {"end": "adjusted"}
                    yield row_of | {"recorded": points, "total": total}
            case e.BonusCounted():
                for seat, points in enumerate(event.points):
                    total = state.seats[seat].total
                    yield _start(before, record, seat) | {"end": "bonus", "recorded": points, "total": total}
            case e.TurnBegan() | e.GameEnded():
                if row:
                    yield row
                    row = {}
    if row:
        yield row


def _moved(
    before: State, after: State, record: Record, *, seat: int, card: str, points: int
) -> dict[str, int | str]:
    """The row of points outside the turn's own score: moved by a card, or the Gold Pieces."""
    row = _start(before, record, seat) | {"end": "card" if card else "gold", "recorded": points}
    return row | {"card": card, "total": after.seats[seat].total}


def _start(state: State, record: Record, seat: int) -> dict[str, int | str]:
    return {
        "turn": state.turn,
        "round": state.round,
        "seat": seat + 1,
        "name": record.names[seat],
        "player": record.players[seat],
    }
