"""Which dice of a roll may be kept, and for what.

There is one definition: a selection is worth the best partition of EXACTLY its dice into listed
combinations, and is illegal if there is none. Options, farkles, hints and solver tables follow from it.
More dice may be worth fewer points; nothing here assumes otherwise.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from hotdice.frozen import Frozen
from hotdice.rules.combinations import (
    BITS,
    FACE_UNIT,
    Combination,
    Packed,
    contains,
    expand,
    pack,
    size,
    unpack,
    with_jokers,
)
from hotdice.rules.ruleset import FACES, JOKER, MAX_DICE, HotDice, Ruleset

MAX_TURN = 200_000
"""No turn that somebody claims to have played at a table is believed beyond this."""


MOST_SHOWN = 50_000
"""Rolls in the order of their dice that a table remembers: all of six dice, a part where there are more."""


class Option(Frozen):
    """One legal keep of a roll: ascending digits, points, dice left to roll (0 when `hot`)."""

    keep: str
    points: int
    dice_left: int
    hot: bool
    packed: Packed


class RollOptions(Frozen):
    """All legal keeps of one roll, best first: points down, then fewer dice, then the digits."""

    options: tuple[Option, ...]
    by_packed: dict[Packed, Option]

    @property
    def farkle(self) -> bool:
        """Whether nothing of the roll may be kept."""
        return not self.options


class _Best(NamedTuple):
    """The value of a set of dice, minus the number of its parts, and the part that covers its lowest die."""

    points: int
    parts: int
    part: Combination | None


class ScoringTable:
    """The scores of one rule set, each roll worked out the first time somebody asks for it.

    >>> from hotdice.rules import load
    >>> table = load("playmonster").table
    >>> table.value([1, 4, 4, 4]), table.value([4, 4])
    (500, None)
    >>> [(option.keep, option.points) for option in table.options([2, 3, 4, 5, 6, 6]).options]
    [('5', 50)]
    """

    def __init__(self, rules: Ruleset, *, jokers: bool = False) -> None:
        self.rules = rules
        self.combinations: tuple[Combination, ...] = expand(rules)
        self._by_lowest = _by_lowest(self.combinations)
        self._wild: dict[int, list[Combination]] = {}
        self.faces: Final = JOKER if jokers or rules.joker.face else FACES
        """The faces that dice may show; `jokers`: those of own dice, whatever the sheet's are."""
        self._best: dict[Packed, _Best | None] = {0: _Best(0, 0, None)}
        self._rolls: dict[Packed, RollOptions] = {}
        self._shown: dict[tuple[int, ...], RollOptions] = {}  # the same by the dice as they lie
        self._totals: dict[int, tuple[int, int]] = {}  # by faces: up to where they are known, and the bits

    def value(self, faces: Sequence[int]) -> int | None:
        """Points for setting aside exactly these dice of one roll, or None where that is not allowed.

        >>> from hotdice.rules import load
        >>> load("marina").table.value([4, 4, 4, 4, 4])
        1200

        Raises:
            ValueError: no roll of this sheet shows such dice.
        """
        if not faces:
            return None
        self._check(faces)
        best = self._solve(pack(faces))
        return None if best is None else best.points

    def partition(self, faces: Sequence[int]) -> tuple[Combination, ...]:
        """The combinations that give a selection its value; empty where it has none.

        >>> from hotdice.rules import load
        >>> [part.name for part in load("classic").table.partition([1, 4, 4, 4])]
        ['1', 'three 4s']
        """
        rest = pack(faces)
        parts: list[Combination] = []
        while rest:
            best = self._solve(rest)
            if best is None or best.part is None:
                return ()
            parts.append(best.part)
            rest -= best.part.dice
        return tuple(parts)

    def _solve(self, packed: Packed) -> "_Best | None":
        """Best partition of a packed set; of equal ones the one with the fewest parts, as people name it."""
        if packed in self._best:
            return self._best[packed]
        best: _Best | None = None
        lowest = _lowest(packed)
        known = self._by_lowest[lowest]
        if packed >= FACE_UNIT[JOKER]:  # the lowest die is no joker unless there are only jokers left
            self._wild = self._wild or _by_lowest(with_jokers(self.combinations))
            known = known + self._wild[lowest]
        for combination in known:
            if contains(packed, combination.dice):
                rest = self._solve(packed - combination.dice)
                if rest is None:
                    continue
                found = _Best(rest.points + combination.points, rest.parts - 1, combination)
                if best is None or found[:2] > best[:2]:
                    best = found
        self._best[packed] = best
        return best

    def options(self, roll: Sequence[int]) -> RollOptions:
        """All legal keeps of a roll.

        >>> from hotdice.rules import load
        >>> load("zilch").table.options([2, 2, 3, 3, 4, 6]).options[0].points
        500

        Raises:
            ValueError: no roll of this sheet shows such dice.
        """
        shown = tuple(roll)
        known = self._shown.get(shown)
        if known is None:
            self._check(shown)
            packed = pack(shown)
            known = self._rolls.get(packed)
            if known is None:
                known = self._rolls[packed] = self._work_out(packed)
            if len(self._shown) < MOST_SHOWN:
                self._shown[shown] = known
        return known

    def _check(self, faces: Sequence[int]) -> None:
        """Dice are counted in small fields, where a wrong face or too many dice would read as others."""
        if faces and not (min(faces) >= 1 and max(faces) <= self.faces):
            wrong = next(face for face in faces if not 1 <= face <= self.faces)
            raise ValueError(f"{wrong} is no face of a die: faces are 1 to {FACES}")
        most = self.rules.dice if self.rules.deck is None else MAX_DICE  # cards may add dice
        if len(faces) > most:
            raise ValueError(f"{len(faces)} dice are more than a roll of {self.rules.title} has ({most})")

    def _work_out(self, roll: Packed) -> RollOptions:
        rules = self.rules
        count = size(roll)
        if rules.toxic.face and contains(roll, FACE_UNIT[rules.toxic.face] * rules.toxic.count):
            return RollOptions((), {})
        found: list[Option] = []
        for part in _parts(roll):
            best = self._solve(part) if part else None
            if best is not None:
                found.append(_option(part, best.points, count))
        if rules.take_all:
            found = _largest(found)
        if not found and rules.nothing_bonus and count == rules.dice:
            found.append(_option(roll, rules.nothing_bonus, count))
        found.sort(key=lambda option: (-option.points, len(option.keep), option.keep))
        return RollOptions(tuple(found), {option.packed: option for option in found})

    def can_score(self, total: int, *, jokers: bool = False) -> bool:
        """Whether some turn with all dice can end with exactly this total; `jokers`: the own dice have some.

        >>> from hotdice.rules import load
        >>> table = load("playmonster").table
        >>> table.can_score(950), table.can_score(175), table.can_score(0)
        (True, False, False)
        """
        if not 0 < total <= MAX_TURN or total % self.rules.step:
            return False
        index = total // self.rules.step
        faces = JOKER if jokers or self.rules.joker.face else FACES
        known, bits = self._totals.get(faces, (0, 0))
        if index > known:
            known = 1 << index.bit_length()
            bits = self._reachable(known, faces)
            self._totals[faces] = known, bits
        return bool(bits >> index & 1)

    def _reachable(self, limit: int, faces: int) -> int:
        """Bit k is set where a turn can end with k steps of points, for every k up to `limit`."""
        mask = (1 << (limit + 1)) - 1
        full = self.rules.dice
        moves = {
            (count, option.dice_left or full, option.points // self.rules.step)
            for count in range(1, full + 1)
            for roll in sorted_rolls(count, faces)
            for option in self.options(roll).options
        }
        reached = dict.fromkeys(range(1, full + 1), 0)
        reached[full] = 1
        changed = True
        while changed:
            changed = False
            for count, left, points in moves:
                more = reached[left] | (reached[count] << points & mask)
                if more != reached[left]:
                    reached[left] = more
                    changed = True
        if self.rules.hot_dice is HotDice.FORCED:
            del reached[full]  # with no die left the turn goes on
        everything = 0
        for bits in reached.values():
            everything |= bits
        return everything & ~1


def sorted_rolls(count: int, faces: int = FACES) -> Iterator[tuple[int, ...]]:
    """Every roll of `count` dice with its faces ascending: 462 of them for six dice without jokers.

    >>> sum(1 for _ in sorted_rolls(6))
    462
    """
    return combinations_with_replacement(range(1, faces + 1), count)


def _by_lowest(combinations: tuple[Combination, ...]) -> dict[int, list[Combination]]:
    """Combinations by the index of their lowest face."""
    found: dict[int, list[Combination]] = {face: [] for face in range(JOKER)}
    for combination in combinations:
        found[_lowest(combination.dice)].append(combination)
    return found


def _option(packed: Packed, points: int, rolled: int) -> Option:
    faces = unpack(packed)
    left = rolled - len(faces)
    return Option("".join(map(str, faces)), points, left, left == 0, packed)


def _largest(options: list[Option]) -> list[Option]:
    """The options that are part of no other one."""
    largest: list[Option] = []
    for option in sorted(options, key=lambda option: -len(option.keep)):
        if not any(contains(larger.packed, option.packed) for larger in largest):
            largest.append(option)
    return largest


def _lowest(packed: Packed) -> int:
    """Index of the lowest face in a packed set that is not empty."""
    return ((packed & -packed).bit_length() - 1) // BITS


def _parts(whole: Packed) -> Iterator[Packed]:
    """Every distinct part of a packed set, the empty one and the whole included."""
    parts = [0]
    for face in range(JOKER):
        count = whole >> (BITS * face) & 15
        if count:
            unit = 1 << (BITS * face)
            parts = [part + unit * taken for part in parts for taken in range(count + 1)]
    return iter(parts)
