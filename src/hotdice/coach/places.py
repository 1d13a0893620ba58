"""A moment of a game as the solver sees it: the mover first, those who left not at all."""

from typing import TYPE_CHECKING, Literal

from hotdice.game import Phase, State, Step
from hotdice.game.turns import in_order
from hotdice.rules.said import Said, Value

if TYPE_CHECKING:  # the solver stands on numpy, which nobody needs who asks for no advice
    from hotdice.odds.advice import Position


class NothingToSay(ValueError):  # noqa: N818 - the sentence is what matters
    """There is no advice on this moment, with the reason: English words whose gaps the values fill."""

    def __init__(self, says: str, **values: Value) -> None:
        self.said = Said(says, values)
        super().__init__(str(self.said))


def check_moment(state: State) -> None:
    """Refuse moments in which nobody decides anything.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> check_moment(new_game(load("classic"), 2))

    Raises:
        NothingToSay: the game is over, has not begun, or waits for dice.
    """
    decides = (Step.ROLL, Step.KEEP, Step.DECIDE, Step.FARKLE, Step.STOP)
    if state.over or state.phase is Phase.ROLL_OFF or state.step not in decides:
        raise NothingToSay("there is nothing to decide at this point of the game")
    if state.step is Step.KEEP and state.rules.table.options(state.faces).farkle:
        raise NothingToSay("this roll is a farkle: there is nothing to decide")
    if state.cards is None and state.turn_dice != state.rules.dice:
        raise NothingToSay("the table has changed the number of dice of this turn, which is not solved")


def playing(state: State) -> tuple[int, ...]:
    """The seats that are still in the game, the mover first, in the order of play.

    >>> from hotdice.game import parse_position
    >>> playing(parse_position("classic~r3~s1~m2~n~1500.0.y_2000.0.y_0.0.gn~t300.3"))
    (1, 0)
    """
    seats = state.contenders if state.phase is Phase.PLAY_OFF else state.active
    return tuple(in_order(state, seats, state.mover))


def position_of(state: State, *, turn_total: int | None = None) -> "Position":
    """The position of the mover; with `turn_total` that of another moment of the same turn."""
    from hotdice.odds.advice import Position

    rules, order = state.rules, playing(state)
    count = len(order)
    around = in_order(state, order, state.starter)
    began = around[0] == state.mover
    left = 0
    if rules.rounds:
        after = rules.rounds - state.round
        left = after + 1 if count == 1 else 2 * after + (2 if began else 1)
    phases: dict[Phase, Literal["last", "play_off"]] = {Phase.LAST: "last", Phase.PLAY_OFF: "play_off"}
    return Position(
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
