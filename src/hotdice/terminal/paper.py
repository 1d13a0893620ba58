"""A game that began on paper: what the sheet says becomes the position that the scorekeeper takes over."""

from typing import NamedTuple

from msgspec.structs import replace

from hotdice.game import PositionError, Record, new_game, parse_position, print_position
from hotdice.terminal.keep_words import find_seat, number


class Paper(NamedTuple):
    """What people read from their sheet, as they type it; empty where there is nothing to say."""

    totals: str = ""
    farkles: str = ""
    mover: str = ""
    round: str = ""


class PaperFault(NamedTuple):
    """Which field does not fit, and why; no field where they do not fit together."""

    field: str
    sentence: str


def from_paper(record: Record, paper: Paper) -> Record | PaperFault:
    """The game as it stands on paper; without totals it is a new one.

    >>> from hotdice.rules import load
    >>> new = Record(load("classic"), ("Ann", "Ben"), ("human", "human"), "real", first=0)
    >>> from_paper(new, Paper("3200, 2900", mover="Ben")).state().totals
    (3200, 2900)
    >>> from_paper(new, Paper("3200")).sentence
    '2 numbers with commas, please, one for each name'
    """
    if not paper.totals.strip():
        return record
    count = len(record.names)
    state = new_game(record.rules, count, first=record.first or 0)
    totals, farkles = (
        _numbers(paper.totals, count),
        _numbers(paper.farkles or "0" + ",0" * (count - 1), count),
    )
    wanted = f"{count} numbers with commas, please, one for each name"
    if totals is None:
        return PaperFault("totals", wanted)
    if farkles is None:
        return PaperFault("farkles", wanted)
    mover: int | str = find_seat(paper.mover.strip(), record.names) if paper.mover.strip() else state.mover
    if isinstance(mover, str):
        return PaperFault("mover", mover)
    turn = number(paper.round.strip()) if paper.round.strip() else 1
    if turn is None or turn < 1:
        return PaperFault("round", "a whole number from 1, please")
    seats = tuple(
        replace(seat, total=total, opened=record.rules.opening == 0 or total > 0, farkles=row)
        for seat, total, row in zip(state.seats, totals, farkles, strict=True)
    )
    try:
        start = print_position(replace(state, seats=seats, mover=mover, round=turn))
        parse_position(start)
    except PositionError as error:
        return PaperFault("", f"the paper sheet does not fit: {error}")
    return replace(record, first=None, start=start)


def _numbers(text: str, count: int) -> list[int] | None:
    values = [number(part.strip()) for part in text.split(",")]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) == count else None
