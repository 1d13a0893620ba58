"""Moments in which there is something to say, and the reason where there is not."""

from hotdice.game import Phase, State, Step
from hotdice.rules.said import Said, Value


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
