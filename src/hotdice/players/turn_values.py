"""The value of a moment within a turn, for any idea of what a stop is worth: a small exact table.

Within a turn the total only grows, so the table is filled from the largest total down; totals beyond its end
are stopped at. A roll counts only by what it offers, so rolls that offer the same share a row.
"""

from collections.abc import Callable
from functools import lru_cache
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hotdice.frozen import Frozen
from hotdice.odds.rolls import ways
from hotdice.rules import FACES, Ruleset, sorted_rolls

Worth = Callable[[int], float]
Rescue = Callable[[int, int], float]
MOST_STEPS = 600


class Kinds(Frozen):
    """What rolls of so many dice offer: the chance of each kind, then points and dice left of its keeps."""

    farkle: float
    chances: NDArray[Any]
    points: NDArray[Any]
    left: NDArray[Any]


@lru_cache(maxsize=256)
def kinds_of_rolls(rules: Ruleset, count: int) -> Kinds:
    """The kinds of rolls of `count` fair dice; of keeps that leave the same dice only the dearest counts."""
    kinds: dict[tuple[tuple[int, int], ...], int] = {}
    for roll in sorted_rolls(count):
        offers: dict[int, int] = {}
        for option in rules.table.options(roll).options:
            offers[option.dice_left] = max(option.points, offers.get(option.dice_left, 0))
        kind = tuple(sorted(offers.items()))
        kinds[kind] = kinds.get(kind, 0) + ways(roll)
    every = FACES**count
    farkle = kinds.pop((), 0) / every
    widest = max((len(kind) for kind in kinds), default=1)
    padded = [kind + kind[:1] * (widest - len(kind)) for kind in kinds]
    shape = (len(padded), widest)
    return Kinds(
        farkle,
        np.array([number / every for number in kinds.values()]),
        np.array([[points for _, points in kind] for kind in padded], dtype=np.int64).reshape(shape),
        np.array([[left for left, _ in kind] for kind in padded], dtype=np.int64).reshape(shape),
    )


@lru_cache(maxsize=64)
def unit_of(rules: Ruleset) -> int:
    """The step of turn totals, by dice alone."""
    return gcd(rules.nothing_bonus, *(combination.points for combination in rules.table.combinations))


def longest_roll(rules: Ruleset, count: int) -> int:
    """The most steps of `unit_of` that one roll of `count` dice brings.

    >>> from hotdice.rules import load
    >>> longest_roll(load("munchkin-farkle"), 6)
    120
    """
    return int(kinds_of_rolls(rules, count).points.max(initial=0)) // unit_of(rules)


class TurnValues:
    """What a turn of `dice` dice is worth at every total, if a stop at total t is worth `worth(t)`.

    A farkle is worth a stop with nothing, or `rescue(t, dice)` where that is more: what somebody who holds
    a card for such a moment makes of it. `top` is the largest total that is looked at.

    >>> from hotdice.rules import load
    >>> table = TurnValues(load("munchkin-farkle-plain"), 6, float, top=4000)
    >>> round(table.roll(0, 6)), table.stop_or_roll(5000, 3)
    (584, 5000.0)
    """

    def __init__(
        self, rules: Ruleset, dice: int, worth: Worth, *, top: int, rescue: Rescue | None = None
    ) -> None:
        self.rules = rules
        self.dice = dice
        self.worth = worth
        self.unit = unit_of(rules)
        self.size = max(1, min(top // self.unit, MOST_STEPS)) + 1
        kinds = [kinds_of_rolls(rules, count) for count in range(1, dice + 1)]
        longest = max(longest_roll(rules, count) for count in range(1, dice + 1))
        stops = np.array([worth(index * self.unit) for index in range(self.size + longest)], float)
        best = np.tile(stops, (dice + 1, 1))  # row 0: every die is set aside, so all are rolled again
        rolls = np.zeros((dice + 1, self.size))
        nothing = worth(0)
        dead = np.full((dice + 1, self.size), nothing, float)  # what saves a turn is no whole number
        if rescue is not None:
            for count in range(1, dice + 1):
                for index in range(self.size):
                    dead[count, index] = max(nothing, rescue(index * self.unit, count))
        steps = [kind.points // self.unit for kind in kinds]
        for index in range(self.size - 1, -1, -1):
            for count, kind in enumerate(kinds, 1):
                rolls[count, index] = kind.farkle * dead[count, index]
                if len(kind.chances):
                    offers = best[kind.left, index + steps[count - 1]].max(axis=1)
                    # one after the other, as compiled code adds them: the same numbers to the last bit
                    rolls[count, index] += np.add.accumulate(kind.chances * offers)[-1]
            best[1:, index] = np.maximum(stops[index], rolls[1:, index])
            best[0, index] = best[dice, index]
        self._rolls: list[list[float]] = rolls.tolist()
        self._best: list[list[float]] = best[:, : self.size].tolist()

    def stop_or_roll(self, total: int, dice: int) -> float:
        """The value after a keep: the better of stopping and rolling on (0 dice: all of them again)."""
        index = total // self.unit
        if index >= self.size or dice > self.dice:
            return self.worth(total)
        return self._best[dice][index]

    def roll(self, total: int, dice: int) -> float:
        """The value of rolling on (0 dice: all of them again)."""
        index = min(total // self.unit, self.size - 1)
        return self._rolls[min(dice or self.dice, self.dice)][index]

    def offer(self, total: int, faces: tuple[int, ...]) -> float:
        """The value of a roll on the table: its best keep; a farkle is worth a stop with nothing."""
        options = self.rules.table.options(faces).options
        if not options:
            return self.worth(0)
        return max([self.stop_or_roll(total + option.points, option.dice_left) for option in options])
