"""What a roll offers where the dice differ: the plan of a turn over sets of dice.

Dice with the same weights are of one kind, and what is left to roll is a set: so many dice of each kind. A
roll is told by how many dice of each kind show each face; of a keep it matters which dice it takes, since the
others are rolled next. So a plan has a number for every set in place of a number of dice, the set of all dice
last, and the solvers of turns need not know the difference.

Rolls that end the game on the spot (`instant_win`, `instant_loss`) are taken out of the classes here. Where
some do so only as the first roll of a turn, the start of a turn is a number of its own behind all sets.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np

from hotdice.odds.plan import RollChoice, RollPlan
from hotdice.rules import FACES, Ruleset

Row = tuple[int, ...]
"""The weights of a die's faces, 1 to 6, and of its joker behind them where it has one."""
Set = tuple[int, ...]
"""How many dice of each kind."""


@dataclass(frozen=True, eq=False)
class BagPlan:
    """The plan of a bag: its `kinds` of dice, and the set `sets[n]` that number n of the plan stands for."""

    kinds: tuple[Row, ...]
    sets: tuple[Set, ...]
    plan: RollPlan

    def number(self, dice: tuple[Row, ...], *, fresh: bool = False) -> int:
        """The index of some dice that are left; all of them at the start of a turn are `fresh`."""
        if fresh:
            return len(self.sets) - 1
        return self.sets.index(tuple(dice.count(kind) for kind in self.kinds))


def dice_of(rules: Ruleset) -> tuple[Row, ...]:
    """The dice of a sheet, die by die.

    >>> from hotdice.rules import load
    >>> dice_of(load("kcd", ["dice=2"]))
    ((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1))
    """
    return (
        tuple(row if any(row[FACES:]) else row[:FACES] for row in rules.cup) or ((1,) * FACES,) * rules.dice
    )


def bag_plan(rules: Ruleset, dice: tuple[Row, ...], *, pruned: bool = False) -> BagPlan:
    """The plan of a turn with these dice; `pruned` as in `plan.roll_plan`.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> rules = load("kcd", ["dice=3"])
    >>> same = bag_plan(rules, ((1,) * 6,) * 3).plan
    >>> bool(abs(same.farkle - roll_plan(rules).farkle).max() < 1e-15)
    True
    >>> bag_plan(rules, ((1,) * 6, (1,) * 6, (4, 1, 4, 1, 4, 1))).sets
    ((0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    """
    return _bag_plan(rules, tuple(sorted(dice)), pruned)


@lru_cache(maxsize=64)
def _bag_plan(rules: Ruleset, dice: tuple[Row, ...], pruned: bool) -> BagPlan:
    kinds = tuple(sorted(set(dice)))
    whole = tuple(dice.count(kind) for kind in kinds)
    if any(len(kind) > FACES and kind[FACES] for kind in kinds):
        rules = rules.among_jokers
    sets = sorted(product(*(range(count + 1) for count in whole)), key=lambda held: (sum(held), held))[1:]
    numbers = {held: number for number, held in enumerate(sets, 1)}
    patterns = (*rules.instant_win, *rules.instant_loss)
    states = [(held, False) for held in sets]
    if any(pattern.first for pattern in patterns):
        states.append((whole, True))
    groups: list[dict[frozenset[RollChoice], float]] = []
    farkle, wins = np.zeros((2, len(states)))
    for index, (held, first) in enumerate(states):
        found: dict[frozenset[RollChoice], float] = {}
        parts = {kind: count for kind, count in zip(kinds, held, strict=True) if count}
        for outcome in rolls_of(rules, tuple(parts.items()), pruned=pruned):
            if any(pattern.lies_in(outcome.faces, first=first) for pattern in rules.instant_win):
                wins[index] += outcome.chance
            elif any(pattern.lies_in(outcome.faces, first=first) for pattern in rules.instant_loss):
                pass  # worth nothing to the mover
            elif not outcome.keeps:
                farkle[index] += outcome.chance
            else:
                choices = frozenset(
                    (numbers[_placed(left, parts, kinds)] if any(left) else len(sets), points)
                    for left, points in outcome.keeps
                )
                found[choices] = found.get(choices, 0.0) + outcome.chance
        groups.append(found)
    order = [(n, choices) for n, found in enumerate(groups) for choices in sorted(found, key=sorted)]
    weights = np.zeros((len(states), len(order)))
    lefts: list[int] = []
    points_of: list[int] = []
    starts: list[int] = []
    for at, (n, choices) in enumerate(order):
        weights[n, at] = groups[n][choices]
        starts.append(len(lefts))
        for left, points in sorted(choices):
            lefts.append(left - 1)
            points_of.append(points)
    plan = RollPlan(
        dice=len(states),
        step=rules.step,
        left=np.array(lefts, np.int64),
        points=np.array(points_of, np.int64),
        starts=np.array(starts, np.int64),
        weights=weights,
        farkle=farkle,
        classes=tuple(choices for _, choices in order),
        wins=wins if wins.any() else None,
    )
    return BagPlan(kinds, tuple(held for held, _ in states), plan)


@dataclass(frozen=True)
class Outcome:
    """A roll of some dice: its chance, its faces, and what may be kept of it: (dice left, points) each."""

    chance: float
    faces: tuple[int, ...]
    keeps: frozenset[tuple[Set, int]]


@lru_cache(maxsize=4096)
def rolls_of(rules: Ruleset, parts: tuple[tuple[Row, int], ...], *, pruned: bool) -> tuple[Outcome, ...]:
    """All rolls of so many dice of each kind; nothing left means all dice again. Bags share these."""
    known: dict[tuple[int, ...], list[tuple[Counter[int], int]]] = {}
    found: list[Outcome] = []
    for rolled in product(*(tuple(_rolls(row, count)) for row, count in parts)):
        faces = tuple(sorted(face for one, _ in rolled for face in one))
        if faces not in known:
            options = rules.table.options(faces).options
            kept = [(Counter(map(int, option.keep)), option.points // rules.step) for option in options]
            known[faces] = kept
        keeps = {
            (left, points) for keep, points in known[faces] for left in _leaves(keep, [r for r, _ in rolled])
        }
        if pruned:
            most: dict[Set, int] = {}
            for left, points in keeps:
                most[left] = max(points, most.get(left, 0))
            keeps = set(most.items())
        found.append(Outcome(prod(chance for _, chance in rolled), faces, frozenset(keeps)))
    return tuple(found)


def _rolls(row: Row, count: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Sorted rolls of equal dice, and their chances."""
    every = sum(row) ** count
    for roll in combinations_with_replacement([f for f, weight in enumerate(row, 1) if weight], count):
        orders = factorial(count) // prod(factorial(many) for many in Counter(roll).values())
        yield roll, orders * prod(row[face - 1] for face in roll) / every


def _leaves(keep: Counter[int], rolled: list[tuple[int, ...]]) -> set[Set]:
    """The sets that may be left when these faces are kept: whose dice are taken is the player's choice."""
    taken = {(0,) * len(rolled)}
    for face, count in keep.items():
        shown = [roll.count(face) for roll in rolled]
        if count == sum(shown):
            ways = [tuple(shown)]
        else:
            ways = [way for way in product(*(range(s + 1) for s in shown)) if sum(way) == count]
        taken = {tuple(a + b for a, b in zip(one, way, strict=True)) for one in taken for way in ways}
    return {tuple(len(roll) - gone for roll, gone in zip(rolled, one, strict=True)) for one in taken}


def _placed(left: Set, parts: dict[Row, int], kinds: tuple[Row, ...]) -> Set:
    """What is left of some kinds as a set over all kinds of a bag."""
    count = dict(zip(parts, left, strict=True))
    return tuple(count.get(kind, 0) for kind in kinds)
