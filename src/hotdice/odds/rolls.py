"""What one roll of n dice can bring: exact counts over all 6^n rolls."""

from collections import Counter
from functools import lru_cache
from math import factorial, prod

from hotdice.frozen import Frozen
from hotdice.rules import Ruleset, sorted_rolls


class RollOdds(Frozen):
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
    if rules.cup:
        key_name = "joker" if rules.joker.face else "weights"
        raise ValueError(f"the dice of this rule set are weighted (key {key_name}); odds need fair dice")
    key = rules.hash, dice
    if key not in _KNOWN:
        _KNOWN[key] = _count(rules, dice)
    return _KNOWN[key]


@lru_cache(maxsize=4096)
def weighted_odds(rules: Ruleset, rows: tuple[tuple[int, ...], ...]) -> RollOdds:
    """The exact chances of one roll of dice with these weights; counts are sums of weights.

    >>> from hotdice.rules import load
    >>> weighted_odds(load("playmonster"), ((1,) * 6,) * 6) == roll_odds(load("playmonster"), 6)
    True
    """
    rolls: Counter[tuple[int, ...]] = Counter({(): 1})
    for row in rows:
        thrown: Counter[tuple[int, ...]] = Counter()
        for roll, weight in rolls.items():
            for face, share in enumerate(row, 1):
                if share:
                    thrown[tuple(sorted((*roll, face)))] += weight * share
        rolls = thrown
    return _sum(rules, len(rows), rolls)


def _count(rules: Ruleset, dice: int) -> RollOdds:
    return _sum(rules, dice, Counter({roll: ways(roll) for roll in sorted_rolls(dice)}))


def _sum(rules: Ruleset, dice: int, rolls: Counter[tuple[int, ...]]) -> RollOdds:
    farkles = hot = best = 0
    for roll, weight in rolls.items():
        options = rules.table.options(roll).options
        if not options:
            farkles += weight
            continue
        best += weight * options[0].points
        if any(option.hot for option in options):
            hot += weight
    every = rolls.total()
    return RollOdds(dice, every, farkles, hot, best / every)
