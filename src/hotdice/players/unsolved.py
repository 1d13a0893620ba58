"""What bots that live on solved tables play where there is nothing solved: as greedy does."""

from hotdice.game import Command, State
from hotdice.players.greedy_bot import GreedyBot

_GREEDY = GreedyBot()


def without_a_table(state: State) -> Command | None:
    """The greedy choice by rules and dice that nobody has solved; None where the solver knows the game.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> without_a_table(new_game(load("classic"), 2))
    >>> without_a_table(new_game(load("classic", ["bank_step=100"]), 2))
    Roll(seat=0)
    """
    if state.bags or (state.rules.beyond and state.cards is None):
        return _GREEDY.choose(state)
    return None
