"""Advice during a game: the ranked choices of the moment, from a solved game or else from the turn."""

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from hotdice.game import Bank, Keep, Phase, State, Step, can, keep_faces

if TYPE_CHECKING:  # the solver stands on numpy, which nobody needs who asks for no advice
    from hotdice.odds.advice import Position
    from hotdice.odds.turn import TurnAnswer
    from hotdice.rules import Ruleset


class Ranked(msgspec.Struct, frozen=True):
    """One choice: what to keep (nothing before a roll), what then, its worth, and what it gives away."""

    action: str
    keep: str
    value: float
    loss: float


class Counsel(msgspec.Struct, frozen=True):
    """All choices, best first; `unit` is win (a chance) or points; `why` says what the numbers mean."""

    choices: tuple[Ranked, ...]
    unit: Literal["win", "points"]
    why: str


def position_of(state: State) -> "tuple[Position, tuple[int, ...] | None]":
    """A state as the solver sees it: the mover first, and the roll that lies on the table.

    Raises:
        ValueError: there is nothing to decide, or somebody has left.
    """
    from hotdice.odds.advice import Position

    rules, count = state.rules, len(state.seats)
    if state.over or state.phase is Phase.ROLL_OFF or state.step not in (Step.ROLL, Step.KEEP, Step.DECIDE):
        raise ValueError("there is nothing to decide at this point of the game")
    if any(seat.gone for seat in state.seats):
        raise ValueError("players: somebody has left, and a game with an empty seat is not solved")
    order = [(state.mover + place) % count for place in range(count)]
    began = state.mover == state.starter
    left = 0
    if rules.rounds:
        after = rules.rounds - state.round
        left = after + 1 if count == 1 else 2 * after + (2 if began else 1)
    phases: dict[Phase, Literal["last", "play_off"]] = {Phase.LAST: "last", Phase.PLAY_OFF: "play_off"}
    place = Position(
        totals=tuple(state.seats[seat].total for seat in order),
        turn_total=state.turn_total,
        dice=len(state.hand) or rules.dice,
        farkles=tuple(state.seats[seat].farkles for seat in order),
        opened=tuple(state.seats[seat].opened for seat in order),
        mover_began=began,
        phase=phases.get(state.phase, "normal"),
        turns_left=left,
        place=(state.mover - state.starter) % count,
        trigger=(state.trigger - state.mover) % count if state.trigger >= 0 else 0,
    )
    return place, state.faces if state.step is Step.KEEP else None


def counsel(state: State) -> Counsel:
    """The ranked choices of the mover.

    A game of two whose table is on this computer is answered by chances to win; any other by the mean
    points of the turn.

    >>> from hotdice.game import parse_position
    >>> best = counsel(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155")).choices[0]
    >>> best.action, best.keep
    ('roll', '155')

    Raises:
        ValueError: there is nothing to decide, or the sheet is one that is not solved.
    """
    found = _from_the_game(state)
    return found if found is not None else _from_the_turn(state)


def _from_the_game(state: State) -> Counsel | None:
    from hotdice.odds.advice import advise
    from hotdice.odds.refusals import Unsolvable, check_goal
    from hotdice.odds.solved import goal_of, stored
    from hotdice.odds.tables import TableError

    rules = state.rules
    place, faces = position_of(state)
    try:
        check_goal(rules, goal_of(rules), len(state.seats))
        solved = stored(rules)
        advice = advise(solved, place, faces) if solved is not None else None
    except (Unsolvable, TableError, ValueError):
        return None
    if advice is None:
        return None
    choices = tuple(Ranked(c.action, c.keep or "", c.value, c.loss) for c in advice.choices)
    what = "chances to win, exact" if advice.unit == "win" else "mean total, exact"
    return Counsel(choices, advice.unit, f"Against the best play of the other side: {what}.")


@lru_cache(maxsize=8)
def _turn_answer(rules: "Ruleset") -> "TurnAnswer":
    from hotdice.odds.turn import solve_turn

    return solve_turn(rules)


def _from_the_turn(state: State) -> Counsel:
    rules = state.rules
    answer = _turn_answer(rules)
    farkles = min(state.seats[state.mover].farkles, len(answer.worth) - 1)
    found: list[tuple[str, str, float]] = []

    def add(keep: str, total: int, dice: int, *, bank: bool) -> None:
        found.append(("roll", keep, answer.value(total, dice, farkles)))
        if bank:
            found.append(("bank", keep, float(total)))

    if state.step is Step.KEEP:
        for option in rules.table.options(state.faces).options:
            command = keep_faces(state, option.keep)
            stop = can(state, Keep(command.seat, command.dice, "bank"))
            add(option.keep, state.turn_total + option.points, option.dice_left or state.turn_dice, bank=stop)
    else:
        add("", state.turn_total, len(state.dice_to_roll), bank=can(state, Bank(state.mover)))
    found.sort(key=lambda choice: (-choice[2], choice[0], choice[1]))
    best = found[0][2]
    choices = tuple(Ranked(action, keep, value, best - value) for action, keep, value in found)
    return Counsel(choices, "points", "By mean points of the turn; the score of the others is not weighed.")


def counsel_lines(state: State, most: int = 8) -> list[str]:
    """Advice as lines of text, the meaning of the numbers last.

    >>> from hotdice.game import parse_position
    >>> lines = counsel_lines(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155"))
    >>> lines[0].startswith("keep 155, roll")
    True
    """
    try:
        found = counsel(state)
    except ValueError as error:
        text = str(error)
        return [f"No advice: {text}."]
    rows: list[str] = []
    for choice in found.choices[:most]:
        what = f"keep {choice.keep}, {choice.action}" if choice.keep else choice.action
        if found.unit == "win":
            worth, cost = f"wins {choice.value:6.1%}", f"{choice.loss * 100:.1f} points of a hundred"
        else:
            worth, cost = f"worth {choice.value:8.1f}", f"{choice.loss:.1f}"
        tail = "best" if not rows else f"gives away {cost}"
        rows.append(f"{what:<18} {worth}   {tail}")
    return [*rows, found.why]
