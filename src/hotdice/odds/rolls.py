"""What one roll of n dice can bring: exact counts over all 6^n rolls."""

from collections import Counter
from math import factorial, prod

import msgspec

from hotdice.rules import FACES, Ruleset, sorted_rolls


class RollOdds(msgspec.Struct, frozen=True):
    """The chances of a roll of `n` dice: counts out of `rolls`, and the mean of the best immediate score."""

    n: int
    rolls: int
    farkles: int
    hot: int
    mean_best: float


_KNOWN: dict[tuple[str, int], RollOdds] = {}


def ways(roll: tuple[int, ...]) -> int:
    """In how many orders the dice of a sorted roll can fall.

    >>> ways((1, 1, 5))
    3
    """
    return factorial(len(roll)) // prod(factorial(count) for count in Counter(roll).values())


def roll_odds(rules: Ruleset, dice: int) -> RollOdds:
    """The exact chances of one roll.

    >>> from hotdice.rules import load
    >>> roll_odds(load("playmonster"), 6).farkles
    1080

    Raises:
        ValueError: the dice are weighted, so counting rolls says nothing.
    """
    if rules.weights:
        raise ValueError("the dice of this rule set are weighted (key weights); odds need fair dice")
    key = rules.hash, dice
    if key not in _KNOWN:
        _KNOWN[key] = _count(rules, dice)
    return _KNOWN[key]


def _count(rules: Ruleset, dice: int) -> RollOdds:
    farkles = hot = best = 0
    for roll in sorted_rolls(dice):
        options = rules.table.options(roll).options
        weight = ways(roll)
        if not options:
            farkles += weight
            continue
        best += weight * options[0].points
        if any(option.hot for option in options):
            hot += weight
    rolls = FACES**dice
    return RollOdds(dice, rolls, farkles, hot, best / rolls)
