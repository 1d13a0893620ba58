"""A moment of a game as the solver sees it: the mover first, those who left not at all."""

from typing import TYPE_CHECKING, Literal

from hotdice.game import Phase, State
from hotdice.game.turns import in_order

if TYPE_CHECKING:  # the solver stands on numpy, which nobody needs who asks for no advice
    from hotdice.odds.advice import Question


def playing(state: State) -> tuple[int, ...]:
    """The seats that are still in the game, the mover first, in the order of play.

    >>> from hotdice.game import parse_position
    >>> playing(parse_position("classic~r3~s1~m2~n~1500.0.y_2000.0.y_0.0.gn~t300.3"))
    (1, 0)
    """
    seats = state.contenders if state.phase is Phase.PLAY_OFF else state.active
    return tuple(in_order(state, seats, state.mover))


def question_of(state: State, *, turn_total: int | None = None, order: tuple[int, ...] = ()) -> "Question":
    """What the mover asks the solver; with `turn_total` that of another moment of the same turn.

    `order` are the seats to reckon with, the mover first, where those are not all who play.
    """
    from hotdice.odds.advice import Question

    rules, order = state.rules, order or playing(state)
    count = len(order)
    around = in_order(state, order, state.starter)
    began = around[0] == state.mover
    left = 0
    if rules.rounds:
        after = rules.rounds - state.round
        left = after + 1 if count == 1 else 2 * after + (2 if began else 1)
    phases: dict[Phase, Literal["last", "play_off"]] = {Phase.LAST: "last", Phase.PLAY_OFF: "play_off"}
    return Question(
        totals=tuple(state.seats[seat].total for seat in order),
        turn_total=state.turn_total if turn_total is None else turn_total,
        dice=len(state.hand) or rules.dice,
        farkles=tuple(state.seats[seat].farkles for seat in order),
        opened=tuple(state.seats[seat].opened for seat in order),
        mover_began=began,
        phase=phases.get(state.phase, "normal"),
        turns_left=left,
        place=around.index(state.mover),
        trigger=order.index(state.trigger) if state.trigger in order else 0,
    )
