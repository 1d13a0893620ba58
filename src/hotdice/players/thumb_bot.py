"""Thumb: three numbers that a person can carry in the head.

A die is worth a price: loose dice are set aside only where they bring more than that (all of them, where
every die scores). Then stop at one total with three dice or fewer left to roll, at another with four or more.
"""

from collections.abc import Sequence
from functools import lru_cache

from hotdice.game import Command, State
from hotdice.players.plan import KeepRule, Plan, follow
from hotdice.rules import Option, Ruleset

BEST_THUMB = (75, 350, 3000)
"""The three numbers that `python -m scripts.thumbs` finds best over all shipped sheets."""
FEW = 3
"""With so many dice or fewer left to roll, the lower total counts."""


@lru_cache(maxsize=64)
def sparing(price: int) -> KeepRule:
    """Keeps what brings the most after paying a price for each die; all dice, where all score.

    >>> from hotdice.rules import load
    >>> roll = load("classic").table.options([1, 5, 2, 3, 4, 4]).options
    >>> sparing(75)(roll).keep, sparing(0)(roll).keep
    ('1', '15')
    """

    def keep(options: Sequence[Option]) -> Option:
        best = options[0]
        for option in options:
            if option.hot:
                return option
            if option.points - price * len(option.keep) > best.points - price * len(best.keep):
                best = option
        return best

    return keep


class ThumbBot:
    """Spares dice at a price, stops at `few` with up to three dice left and at `many` with more.

    >>> from hotdice.game import parse_position
    >>> bot = ThumbBot(75, 300, 1000)
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t350.3"))
    Bank(seat=0)
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t350.4"))
    Roll(seat=0)
    """

    def __init__(self, price: int, few: int, many: int) -> None:
        self.price, self.few, self.many = price, few, many

    def plan(self, rules: Ruleset) -> Plan:
        """The three numbers as a plan."""
        stops = tuple(self.few if dice <= FEW else self.many for dice in range(1, rules.dice + 1))
        return Plan(stops, sparing(self.price))

    def choose(self, state: State) -> Command:
        """Follow the plan."""
        return follow(self.plan(state.rules), state)
