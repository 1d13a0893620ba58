"""What a roll offers, boiled down for the solver.

Two rolls that offer the same set of (dice left, points) choices are the same roll to a solver, so rolls are
grouped into classes: 234 classes with 1,112 choices for playmonster instead of 923 rolls. Points are counted
in steps, the greatest common divisor of everything that can change a total.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from hotdice.odds.rolls import ways
from hotdice.odds.sharing import SharedMaxima, share
from hotdice.rules import FACES, Ruleset, sorted_rolls

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Progress = Callable[[float], None]
"""Told which share of a solve is done."""
NOT_ALLOWED = -1e300
"""The worth of a stop that is against the rules: below everything, and still a number times zero."""

RollChoice = tuple[int, int]
"""Dice left for the next roll (all of them after hot dice) and points in steps."""


@dataclass(frozen=True, eq=False)
class RollPlan:
    """The rolls of 1 to `dice` dice as classes of equal choices.

    Choice i leads to a next roll with `left[i] + 1` dice and adds `points[i]` steps; the choices of class c
    are those from `starts[c]` up to the next class; `weights[n - 1, c]` is the chance that a roll of n dice
    falls into class c, and `farkle[n - 1]` that it is lost. `wins[n - 1]`, where there is any, is the chance
    of a roll that wins the game on the spot. Where dice differ, a number n stands for a set of dice, the last
    one for all of them at the start of a turn: see `bag_plan`.
    """

    dice: int
    step: int
    left: Ints
    points: Ints
    starts: Ints
    weights: Floats
    farkle: Floats
    classes: tuple[frozenset[RollChoice], ...]
    wins: Floats | None = None

    @property
    def most(self) -> int:
        """The most points of one choice, in steps."""
        return int(self.points.max())

    @cached_property
    def class_of(self) -> Ints:
        """The class that each choice belongs to."""
        sizes = np.diff(np.append(self.starts, len(self.points)))
        return np.repeat(np.arange(len(self.starts)), sizes)

    @cached_property
    def hot_shares(self) -> Floats:
        """Chances, with all dice, of a roll that cannot, that may, and that must use every die."""
        shares = np.zeros(3)
        for chance, choices in zip(self.weights[-1], self.classes, strict=True):
            hot = sum(left == self.dice for left, _ in choices)
            shares[0 if not hot else 2 if hot == len(choices) else 1] += chance
        return shares

    @cached_property
    def shared(self) -> SharedMaxima[RollChoice]:
        """The maxima over all classes with common parts computed once."""
        return share(self.classes)


def roll_plan(rules: Ruleset, *, pruned: bool = False) -> RollPlan:
    """The classes of all rolls of a sheet; `pruned` keeps only the best of choices that leave the same dice.

    Pruning is right only where more points are never worse, see `docs/solver.md`.

    >>> from hotdice.rules import load
    >>> plan = roll_plan(load("playmonster"))
    >>> len(plan.starts), len(plan.points)
    (234, 1112)
    >>> len(roll_plan(load("playmonster"), pruned=True).points)
    839
    """
    return _plan(rules, pruned)


@lru_cache(maxsize=64)
def _plan(rules: Ruleset, pruned: bool) -> RollPlan:
    step = rules.step
    counts: dict[tuple[int, frozenset[RollChoice]], int] = {}
    farkles = [0] * rules.dice
    for dice in range(1, rules.dice + 1):
        for roll in sorted_rolls(dice):
            options = rules.table.options(roll).options
            if not options:
                farkles[dice - 1] += ways(roll)
                continue
            choices = {(option.dice_left or rules.dice, option.points // step) for option in options}
            if pruned:
                most: dict[int, int] = {}
                for left, points in choices:
                    most[left] = max(points, most.get(left, 0))
                choices = set(most.items())
            group = dice, frozenset(choices)
            counts[group] = counts.get(group, 0) + ways(roll)
    ordered = sorted(counts, key=lambda group: (group[0], sorted(group[1])))
    weights = np.zeros((rules.dice, len(ordered)))
    lefts: list[int] = []
    points_of: list[int] = []
    starts: list[int] = []
    for index, group in enumerate(ordered):
        weights[group[0] - 1, index] = counts[group] / FACES ** group[0]
        starts.append(len(lefts))
        for dice_left, points in sorted(group[1]):
            lefts.append(dice_left - 1)
            points_of.append(points)
    return RollPlan(
        dice=rules.dice,
        step=step,
        left=np.array(lefts, np.int64),
        points=np.array(points_of, np.int64),
        starts=np.array(starts, np.int64),
        weights=weights,
        farkle=np.array([count / FACES ** (n + 1) for n, count in enumerate(farkles)]),
        classes=tuple(group[1] for group in ordered),
    )
