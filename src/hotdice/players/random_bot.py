"""Random: picks any legal move, all alike."""

from hotdice.game import Command, State, turn_choices
from hotdice.players.lots import lot, lot_key


class RandomBot:
    """Any legal move, each as likely as the next; the same seed and the same moment give the same move.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> RandomBot("7").choose(new_game(load("classic"), 2))
    Roll(seat=0)
    """

    def __init__(self, seed: str = "") -> None:
        self.key = lot_key(seed)

    def choose(self, state: State) -> Command:
        """One of the choices, by the lot of the moment: its upper half, as a share of their number."""
        choices = turn_choices(state)
        return choices[(lot(self.key, state) >> 32) * len(choices) >> 32]
