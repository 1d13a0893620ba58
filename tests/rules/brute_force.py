"""A second scorer, written from the rule sheets alone, to hold against the real one.

It shares nothing with `hotdice.rules`: its tables are typed in here from rules.md 0.1 and the list of
well-known tables, it recognises one combination by looking at the dice, and it tries every way to split
the dice themselves into groups. It is slow and plain on purpose.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import Any

from hotdice.rules import Ruleset

Dice = tuple[int, ...]
Keep = tuple[str, int, int, bool]
"""Digits, points, dice left, hot: one legal keep, in the words of the command line's contract."""


@dataclass(frozen=True)
class Reading:
    """One sheet as its paper says it. `alike` answers: so many of a face whose triple is worth so much."""

    singles: Mapping[int, int]
    triples: Mapping[int, int]
    alike: str = "none"
    alike_values: Mapping[int, int] = field(default_factory=dict)
    straight: int = 0
    three_pairs: int = 0
    any_pairs: bool = False
    four_and_pair: int = 0
    two_triplets: int = 0
    any_triplets: bool = False
    full_house: int = 0
    full_house_bonus: int = 0
    runs: Mapping[Dice, int] = field(default_factory=dict)
    sets: Mapping[Dice, int] = field(default_factory=dict)
    dice: int = 6
    nothing: int = 0
    toxic: tuple[int, int] | None = None
    take_all: bool = False

    def __hash__(self) -> int:
        return id(self)

    def one_group(self, dice: Dice) -> int:
        """Points of these ascending dice as one single combination; 0 where they are none."""
        pattern = sorted(Counter(dice).values(), reverse=True)
        found = [self.sets.get(dice, 0), self.runs.get(dice, 0)]
        if pattern == [1]:
            found.append(self.singles.get(dice[0], 0))
        if len(pattern) == 1 and len(dice) >= 3:
            found.append(self._of_a_kind(dice[0], len(dice)))
        if dice == (1, 2, 3, 4, 5, 6):
            found.append(self.straight)
        if pattern == [2, 2, 2] or (self.any_pairs and pattern in ([4, 2], [6])):
            found.append(self.three_pairs)
        if pattern == [3, 3] or (self.any_triplets and pattern == [6]):
            found.append(self.two_triplets)
        if pattern == [4, 2]:
            found.append(self.four_and_pair)
        if pattern == [3, 2]:
            found.append(self.full_house)
            triple = self.triples.get(dice[2], 0)  # the middle die always belongs to the three
            if self.full_house_bonus and triple:
                found.append(triple + self.full_house_bonus)
        return max(found)

    @cache  # noqa: B019 - a reading lives as long as the tests
    def group_with_jokers(self, dice: Dice) -> int:
        """Points of dice of which those that show a 7 stand for whatever is best; never without another."""
        jokers = dice.count(7)
        if not jokers:
            return self.one_group(dice)
        plain = dice[: len(dice) - jokers]
        if not plain:
            return 0
        stand = product(range(1, 7), repeat=jokers)
        return max(self.one_group(tuple(sorted((*plain, *faces)))) for faces in stand)

    def _of_a_kind(self, face: int, count: int) -> int:
        triple = self.triples.get(face, 0)
        if count == 3:
            return triple
        match self.alike:
            case "table":
                return self.alike_values.get(count, 0)
            case "multiply":
                return triple * self.alike_values.get(count, 0)
            case "add":  # another triple for each further die
                return triple + triple * (count - 3)
            case "double":  # twice as much for each further die
                for _ in range(count - 3):
                    triple *= 2
                return triple
            case _:
                return 0

    @cache  # noqa: B019 - a reading lives as long as the tests
    def value(self, dice: Dice) -> int | None:
        """Best split of exactly these ascending dice into combinations, or None where there is none."""
        if not dice:
            return 0
        best: int | None = None
        others = range(1, len(dice))
        for size in range(len(dice)):
            for with_first in combinations(others, size):
                points = self.group_with_jokers((dice[0], *(dice[i] for i in with_first)))
                rest = self.value(tuple(dice[i] for i in others if i not in with_first)) if points else None
                if rest is not None and (best is None or points + rest > best):
                    best = points + rest
        return best

    @cache  # noqa: B019
    def keeps(self, roll: Dice) -> tuple[Keep, ...]:
        """Every legal keep of an ascending roll: points down, then fewer dice, then digits."""
        if self.toxic and roll.count(self.toxic[0]) >= self.toxic[1]:
            return ()
        worth: dict[Dice, int] = {}
        for size in range(1, len(roll) + 1):
            for kept in set(combinations(roll, size)):
                points = self.value(kept)
                if points is not None:
                    worth[kept] = points
        if self.take_all:
            worth = {k: v for k, v in worth.items() if not any(_is_more(other, k) for other in worth)}
        if not worth and self.nothing and len(roll) == self.dice:
            worth = {roll: self.nothing}
        found = [
            ("".join(map(str, kept)), points, len(roll) - len(kept), len(kept) == len(roll))
            for kept, points in worth.items()
        ]
        return tuple(sorted(found, key=lambda keep: (-keep[1], len(keep[0]), keep[0])))


def _is_more(larger: Dice, smaller: Dice) -> bool:
    return len(larger) > len(smaller) and not Counter(smaller) - Counter(larger)


def all_rolls(count: int) -> Iterator[Dice]:
    """Every ordered roll: 6^count of them."""
    return product(range(1, 7), repeat=count)


def disagreements(rules: Ruleset, reading: Reading, count: int) -> list[Dice]:
    """The ordered rolls of `count` dice whose keeps the rule set and the reading see differently."""
    table = rules.table
    found: list[Dice] = []
    for roll in all_rolls(count):
        theirs = tuple((o.keep, o.points, o.dice_left, o.hot) for o in table.options(roll).options)
        if theirs != reading.keeps(tuple(sorted(roll))):
            found.append(roll)
    return found


def wrong_values(rules: Ruleset, reading: Reading, count: int) -> list[Dice]:
    """The selections of `count` dice to which the rule set and the reading give different values."""
    selections = {tuple(sorted(roll)) for roll in all_rolls(count)}
    return sorted(dice for dice in selections if rules.table.value(dice) != reading.value(dice))


_ONES_AND_FIVES = {1: 100, 5: 50}
_HUNDREDS = {2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
_THOUSAND = {1: 1000, **_HUNDREDS}

_S0 = Reading(
    singles=_ONES_AND_FIVES,
    triples={1: 750, **_HUNDREDS},
    alike="table",
    alike_values={4: 1000, 5: 3000, 6: 6000},
    straight=2000,
    three_pairs=1500,
    two_triplets=2500,
)
_S1 = Reading(
    singles=_ONES_AND_FIVES,
    triples={1: 300, **_HUNDREDS},
    alike="table",
    alike_values={4: 1000, 5: 2000, 6: 3000},
    straight=1500,
    three_pairs=1500,
    four_and_pair=1500,
    two_triplets=2500,
)
_S3 = Reading(singles=_ONES_AND_FIVES, triples=_THOUSAND, alike="add", straight=1500, three_pairs=750)

READINGS: dict[str, Reading] = {
    "playmonster": _S1,
    "classic": _S1,
    "marina": _S3,
    "marina-solitaire": _S3,
    "munchkin-farkle": _S0,
    "munchkin-farkle-plain": _S0,
    "facebook": Reading(
        singles=_ONES_AND_FIVES,
        triples=_THOUSAND,
        alike="multiply",
        alike_values={4: 2, 5: 3, 6: 4},
        straight=1500,
        three_pairs=750,
    ),
    "busche-neller": Reading(singles=_ONES_AND_FIVES, triples=_THOUSAND),
    "cardgames": Reading(
        singles=_ONES_AND_FIVES,
        triples=_THOUSAND,
        alike="table",
        alike_values={4: 1000, 5: 2000, 6: 3000},
        straight=2500,
        three_pairs=1500,
        four_and_pair=1500,
    ),
    "zilch": Reading(
        singles=_ONES_AND_FIVES,
        triples=_THOUSAND,
        alike="double",
        straight=1500,
        three_pairs=1500,
        four_and_pair=1500,
        nothing=500,
    ),
    "kcd": Reading(
        singles=_ONES_AND_FIVES,
        triples=_THOUSAND,
        alike="double",
        straight=1500,
        runs={(1, 2, 3, 4, 5): 500, (2, 3, 4, 5, 6): 750},
    ),
    "ten-thousand": Reading(
        singles=_ONES_AND_FIVES, triples=_THOUSAND, alike="double", straight=2000, three_pairs=1500
    ),
}


def reading_of(raw: Mapping[str, Any]) -> Reading:
    """The reading of a rule set that is given as plain data in the shape of a rule file."""
    scoring = raw["scoring"]
    alike = scoring["alike"]
    toxic = raw["toxic"]
    runs: dict[Dice, int] = {}
    for key, points in scoring["runs"].items():
        low, high = key.split("-")
        runs[tuple(range(int(low), int(high) + 1))] = points
    return Reading(
        singles={int(face): points for face, points in scoring["singles"].items()},
        triples={int(face): points for face, points in scoring["triples"].items()},
        alike=alike["scheme"],
        alike_values={int(count): value for count, value in alike.items() if count != "scheme"},
        straight=scoring["straight"],
        three_pairs=scoring["three_pairs"],
        any_pairs=scoring["pairs_may_repeat"],
        four_and_pair=scoring["four_and_pair"],
        two_triplets=scoring["two_triplets"],
        any_triplets=scoring["triplets_may_repeat"],
        full_house=scoring["full_house"],
        full_house_bonus=scoring["full_house_bonus"],
        runs=runs,
        sets={tuple(int(face) for face in exact["dice"]): exact["points"] for exact in scoring["sets"]},
        dice=raw["dice"],
        nothing=raw["nothing_bonus"],
        toxic=(toxic["face"], toxic["count"]) if toxic["face"] else None,
        take_all=raw["take_all"],
    )
