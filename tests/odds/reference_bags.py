"""A slow exact reference for races with dice of one's own: every die by itself, every roll, every keep.

Dice are bits of a mask, rolls are all faces of all dice, and whole passes over all states are repeated until
nothing changes. No kinds, no classes, no steps.
"""

from collections.abc import Callable
from itertools import product

from hotdice.rules import LastChance, Ruleset, Ties

Row = tuple[int, ...]
Standing = tuple[int, int]
"""A recorded total, and farkles in a row where they cost something."""
Roll = tuple[float, tuple[str, str], frozenset[tuple[int, int]]]
"""Its chance, how it ends a game (not as the first roll, or as that), (mask left, points) of every keep."""


class Slow:
    """The race of two players with these dice; `value[side, mover's standing, other's standing]`."""

    def __init__(self, rules: Ruleset, dice: tuple[tuple[Row, ...], tuple[Row, ...]], cap: int = 400) -> None:
        self.rules, self.dice, self.cap = rules, dice, cap
        if any(len(row) > 6 for bag in dice for row in bag):
            self.rules = rules = rules.among_jokers
        self.rolls = [self._rolls(bag) for bag in dice]
        self.chased: dict[tuple[int, int], float] = {}
        lowest = (rules.penalty.floor or 0) if rules.penalty.points else 0
        rows = range(rules.penalty.count if rules.penalty.points else 1)
        standings = [(total, row) for total in range(lowest, rules.target, rules.step) for row in rows]
        self.value = {(side, a, b): 0.5 for side in (0, 1) for a in standings for b in standings}
        change = 1.0
        while change > 1e-11:
            change = 0.0
            for side, a, b in sorted(self.value, key=lambda place: -place[1][0] - place[2][0]):
                found = self.turn(side, a, b)
                change = max(change, abs(found - self.value[side, a, b]))
                self.value[side, a, b] = found

    def _rolls(self, bag: tuple[Row, ...]) -> dict[int, list[Roll]]:
        """By mask of dice all rolls; those that are the same to everybody together."""
        rules, full = self.rules, (1 << len(bag)) - 1
        found: dict[int, list[Roll]] = {}
        for mask in range(1, full + 1):
            held = [die for die in range(len(bag)) if mask >> die & 1]
            grouped: dict[tuple[str, str, frozenset[tuple[int, int]]], float] = {}
            for faces in product(*([f for f, w in enumerate(bag[die], 1) if w] for die in held)):
                chance = 1.0
                for die, face in zip(held, faces, strict=True):
                    chance *= bag[die][face - 1] / sum(bag[die])
                keeps = set()
                for part in range(1, 1 << len(held)):
                    kept = [faces[i] for i in range(len(held)) if part >> i & 1]
                    points = rules.table.value(kept)
                    if points is not None:
                        left = sum(1 << held[i] for i in range(len(held)) if not part >> i & 1)
                        keeps.add((left or full, points))
                ends = ["", ""]
                for first in (False, True):
                    if any(p.lies_in(faces, first=first) for p in rules.instant_win):
                        ends[first] = "win"
                    elif any(p.lies_in(faces, first=first) for p in rules.instant_loss):
                        ends[first] = "loss"
                key = ends[0], ends[1], frozenset(keeps)
                grouped[key] = grouped.get(key, 0.0) + chance
            found[mask] = [(chance, key[:2], key[2]) for key, chance in grouped.items()]
        return found

    def inside(self, side: int, stop: Callable[[int], float | None], lost: float) -> float:
        rules, rolls = self.rules, self.rolls[side]
        full = (1 << rules.dice) - 1
        known: dict[tuple[int, int], float] = {}

        def roll(total: int, mask: int, *, first: bool) -> float:
            mean = 0.0
            for chance, ends, keeps in rolls[mask]:
                if ends[first]:
                    mean += chance if ends[first] == "win" else 0.0
                elif not keeps:
                    mean += chance * lost
                else:
                    mean += chance * max(best(total + points, left) for left, points in keeps)
            return mean

        def best(total: int, mask: int) -> float:
            worth = stop(total)
            if total >= self.cap and worth is not None:
                return worth
            if (total, mask) not in known:
                on = roll(total, mask, first=False)
                known[total, mask] = on if worth is None else max(on, worth)
            return known[total, mask]

        return roll(0, full, first=True)

    def after_farkle(self, standing: Standing) -> Standing:
        total, row = standing
        penalty = self.rules.penalty
        if not penalty.points:
            return standing
        if row + 1 < penalty.count:
            return total, row + 1
        return max(total - penalty.points, penalty.floor or 0), 0 if penalty.restarts else row

    def turn(self, side: int, own: Standing, other: Standing) -> float:
        rules = self.rules

        def stop(gain: int) -> float | None:
            if gain < rules.minimum:
                return None
            total = own[0] + gain
            if not rules.reached(total):
                return 1.0 - self.value[1 - side, other, (total, 0)]
            waits = rules.last_chance is LastChance.OTHERS_ONCE
            waits = waits or (rules.last_chance is LastChance.FINISH_ROUND and side == 0)
            return 1.0 - self.chase(1 - side, other[0], total) if waits else 1.0

        return self.inside(side, stop, 1.0 - self.value[1 - side, other, self.after_farkle(own)])

    def chase(self, side: int, own: int, goal: int) -> float:
        tie = 0.5 if self.rules.ties is Ties.SHARED else 0.0

        def stop(gain: int) -> float | None:
            if gain < self.rules.minimum:
                return None
            return 1.0 if own + gain > goal else tie if own + gain == goal else 0.0

        key = side, goal - own
        if key not in self.chased:
            self.chased[key] = self.inside(side, stop, 0.0)
        return self.chased[key]
