"""A rule set as numbers and arrays that compiled code can read."""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.dice import DIRECT, FIRST_HALF
from hotdice.odds.rule_numbers import numbers_of
from hotdice.odds.stopping import ONLY_STOPS, stop_words, stops_of, too_many_stops
from hotdice.rules import (
    FACES,
    MAX_SEATS,
    RollOptions,
    Ruleset,
    sorted_rolls,
)
from hotdice.rules.ruleset import Bump, Overshoot

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]


COMPILED = (*ONLY_STOPS, "bump", "overshoot", "last_chance")
"""Rules that compiled games play though nothing is solved of them: stops are a table, whatever they say,
and what a turn leads to stands in the course."""


class CannotCompile(ValueError):  # noqa: N818 - the sentence is what matters
    """A rule set or a bot that the compiled simulator does not play; the referee does."""


class Sheet(NamedTuple):
    """A rule set for compiled code: scalars only, since every array in a tuple costs a count at each use.

    Choices are numbers in the order of their enumerations; `offset`, `rolls`, `part`, `joined`, `stops` and
    `compensation` are places in the tables. Where stops lead to, see `stop_words`; `even` says that it
    depends on nothing but who is on the board, and `period` after how many steps it comes over and over.

    Rolls have one address space: the roll number i of n dice stands at `tables[offset + n] + i`. Up to six
    dice i is the number with the faces as digits in base six; of more dice it is a multiset's number,
    found by joining two smaller multisets.
    """

    dice: int
    step: int
    offset: int
    rolls: int
    part: int
    joined: int
    multisets: int
    opening: int
    stops: int
    furthest: int
    target_step: int
    even: bool
    period: int
    hot_forced: bool
    penalty_count: int
    penalty_points: int
    penalty_restarts: bool
    penalty_floor: int
    target: int
    reach: int
    last_chance: int
    rounds: int
    ties: int
    solo_goal: int
    compensation: int
    bump: int
    welfare: bool


class Tables:
    """One array that grows: compiled code reads everything from it, each part from its own place on.

    >>> tables = Tables()
    >>> tables.add(np.array([1, 2, 3])), tables.add(np.array([4])), tables.array.tolist()
    (0, 3, [1, 2, 3, 4])
    """

    def __init__(self) -> None:
        self._parts: list[Words] = []
        self._size = 0

    def add(self, part: npt.NDArray[Any]) -> int:
        """Append a part; the place where it begins."""
        start = self._size
        self._parts.append(part.astype(np.int32).ravel())
        self._size += part.size
        return start

    @property
    def array(self) -> Words:
        """All parts, one after the other."""
        return np.concatenate(self._parts)


def sheet_of(rules: Ruleset, tables: Tables) -> Sheet:
    """The numbers of a rule set, its arrays added to the tables.

    >>> from hotdice.rules import load
    >>> tables = Tables()
    >>> sheet = sheet_of(load("classic"), tables)
    >>> sheet.dice, sheet.opening, int(tables.array[sheet.offset + 6])
    (6, 500, 9330)

    Raises:
        CannotCompile: the rule set has cards, dice with weights, or a rule that only the referee plays.
    """
    if rules.deck:
        raise CannotCompile(f"{rules.title} is played with cards; the compiled simulator plays dice only")
    if rules.weights:
        raise CannotCompile(f"{rules.title} has weighted dice; the compiled simulator plays fair ones")
    beyond = [key for key in rules.beyond if key not in COMPILED]
    if beyond:
        raise CannotCompile(f"{rules.title} has a rule that the referee plays: {', '.join(beyond)}")
    if too_many_stops(rules):
        raise CannotCompile(f"{rules.title} tells too many banks apart; the referee plays it")
    addresses = _addresses(rules.dice)
    words, furthest, even = stop_words(rules)
    return Sheet(
        offset=tables.add(addresses.offset),
        rolls=tables.add(addresses.rolls),
        part=tables.add(addresses.part),
        joined=tables.add(addresses.joined),
        multisets=addresses.joined.shape[1],
        stops=tables.add(words),
        furthest=furthest,
        even=even,
        period=stops_of(rules).period,
        solo_goal=rules.solo_goal,
        compensation=tables.add(np.array(rules.compensation + (0,) * MAX_SEATS)[:MAX_SEATS]),
        bump=list(Bump).index(rules.bump),
        welfare=rules.overshoot is Overshoot.WELFARE,
        **numbers_of(rules),
    )


class Addresses(NamedTuple):
    """Where each roll stands; `faces[a]` are the sorted faces of the roll at address a."""

    offset: Ints
    rolls: Ints
    part: Ints
    joined: Ints
    faces: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def _addresses(dice: int) -> Addresses:
    """The address space for a number of dice.

    >>> len(_addresses(6).faces)
    55986
    """
    offset = np.zeros(dice + 2, np.int64)
    faces: list[tuple[int, ...]] = []
    for count in range(1, dice + 1):
        offset[count] = len(faces)
        if count <= DIRECT:
            faces += [_digits(index, count) for index in range(FACES**count)]
        else:
            faces += list(sorted_rolls(count))
    offset[dice + 1] = len(faces)
    most = max(1, dice - FIRST_HALF)
    rolls = np.array([FACES ** min(count, DIRECT) for count in range(dice + 1)], np.int64)
    part, joined = np.zeros(1, np.int64), np.zeros((most + 1, 1, 1), np.int64)
    if dice > DIRECT:
        part, joined = _parts(dice)
    return Addresses(offset, rolls, part, joined, tuple(faces))


def _digits(index: int, count: int) -> tuple[int, ...]:
    return tuple(sorted(index // FACES**place % FACES + 1 for place in range(count)))


def _parts(dice: int) -> tuple[Ints, Ints]:
    """`part[offset + i]`: multiset of a small roll; `joined[m, a, b]`: multiset a of five, b of m dice."""
    multisets = {
        count: {
            roll: number
            for number, roll in enumerate(combinations_with_replacement(range(1, FACES + 1), count))
        }
        for count in range(1, dice + 1)
    }
    part: list[int] = []
    for count in range(1, FIRST_HALF + 1):
        part += [multisets[count][_digits(index, count)] for index in range(FACES**count)]
    firsts = list(multisets[FIRST_HALF])
    joined = np.zeros((dice - FIRST_HALF + 1, len(firsts), len(firsts)), np.int64)
    for more in range(DIRECT + 1 - FIRST_HALF, dice - FIRST_HALF + 1):
        whole = multisets[FIRST_HALF + more]
        for a, first in enumerate(firsts):
            for b, second in enumerate(multisets[more]):
                joined[more, a, b] = whole[tuple(sorted(first + second))]
    return np.array(part, np.int64), joined


def faces_by_address(rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """The sorted faces of the roll at every address."""
    return _addresses(rules.dice).faces


def options_by_address(rules: Ruleset) -> list[RollOptions]:
    """What the roll at every address offers.

    >>> from hotdice.rules import load
    >>> options_by_address(load("classic"))[0].options[0].points
    100
    """
    table = rules.table
    known: dict[tuple[int, ...], RollOptions] = {}
    found: list[RollOptions] = []
    for faces in _addresses(rules.dice).faces:
        if faces not in known:
            known[faces] = table.options(faces)
        found.append(known[faces])
    return found
