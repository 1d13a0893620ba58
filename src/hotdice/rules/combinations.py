"""What scores: a sheet's lines written out as sets of dice with their points.

A set of dice is counted per face and packed into one integer, five bits a face (`pack`): adding and
taking away dice is then plain arithmetic, and one subtraction tells whether a set is part of another.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement

from hotdice.frozen import Frozen
from hotdice.rules.ruleset import FACES, JOKER, Ruleset

BITS = 5
FACE_UNIT = (0, *(1 << (BITS * face) for face in range(JOKER)))
_GUARD = sum(16 << (BITS * face) for face in range(JOKER))
_COUNT_MASK = 15

Packed = int


def pack(faces: Iterable[int]) -> Packed:
    """The packed form of some dice, whatever their order.

    >>> pack([5, 1, 5]) == pack([1, 5, 5])
    True
    """
    packed = 0
    for face in faces:
        packed += FACE_UNIT[face]
    return packed


def unpack(packed: Packed) -> tuple[int, ...]:
    """The faces of a packed set, ascending.

    >>> unpack(pack([5, 1, 5]))
    (1, 5, 5)
    """
    faces: list[int] = []
    for face in range(1, JOKER + 1):
        faces += [face] * ((packed >> (BITS * (face - 1))) & _COUNT_MASK)
    return tuple(faces)


def contains(whole: Packed, part: Packed) -> bool:
    """Whether every die of `part` is in `whole`.

    >>> contains(pack([1, 1, 5]), pack([1, 5])), contains(pack([1, 5]), pack([1, 1]))
    (True, False)
    """
    return ((whole | _GUARD) - part) & _GUARD == _GUARD


def size(packed: Packed) -> int:
    """How many dice a packed set has.

    >>> size(pack([4, 4, 4, 6]))
    4
    """
    count = 0
    while packed:
        count += packed & _COUNT_MASK
        packed >>= BITS
    return count


class Combination(Frozen):
    """One scoring set: its dice, its points and the name of the sheet's line."""

    dice: Packed
    points: int
    name: str


_NUMBER = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def expand(rules: Ruleset) -> tuple[Combination, ...]:
    """Every combination of a rule set, written out face by face, the best first where dice are equal.

    >>> from hotdice.rules import load
    >>> [c.name for c in expand(load("busche-neller"))][:3]
    ['1', '5', 'three 1s']
    """
    best: dict[Packed, Combination] = {}
    for combination in _all(rules):
        known = best.get(combination.dice)
        if known is None or combination.points > known.points:
            best[combination.dice] = combination
    return tuple(best.values())


def with_jokers(combinations_known: Iterable[Combination]) -> tuple[Combination, ...]:
    """Every combination with some of its dice, never all, replaced by jokers; of equal dice the best.

    >>> three = Combination(pack([4, 4, 4]), 400, "three 4s")
    >>> [unpack(one.dice) for one in with_jokers([three])]
    [(4, 4, 7), (4, 7, 7)]
    """
    best: dict[Packed, Combination] = {}
    for known in combinations_known:
        faces = unpack(known.dice)
        for count in range(1, len(faces)):
            for out in set(combinations(faces, count)):
                dice = known.dice - pack(out) + count * FACE_UNIT[JOKER]
                if dice not in best or known.points > best[dice].points:
                    best[dice] = Combination(dice, known.points, known.name)
    return tuple(best.values())


def _all(rules: Ruleset) -> Iterator[Combination]:
    scoring = rules.scoring
    faces = range(1, FACES + 1)

    def made(dice: Iterable[int], points: int, name: str) -> Iterator[Combination]:
        if points:
            yield Combination(pack(dice), points, name)

    for face in faces:
        yield from made([face], scoring.singles[face - 1], str(face))
    for face in faces:
        triple = scoring.triples[face - 1]
        yield from made([face] * 3, triple, f"three {face}s")
        for count in range(4, rules.dice + 1):
            yield from made([face] * count, scoring.alike.points(triple, count), f"{_NUMBER[count]} {face}s")
    yield from made(faces, scoring.straight, "straight")
    for run in scoring.runs:
        yield from made(range(run.low, run.high + 1), run.points, f"run {run.low}-{run.high}")
    for chosen in _groups(3, repeat=scoring.pairs_may_repeat):
        yield from made(chosen * 2, scoring.three_pairs, "three pairs")
    for chosen in _groups(2, repeat=scoring.triplets_may_repeat):
        yield from made(chosen * 3, scoring.two_triplets, "two triplets")
    for many in faces:
        for few in faces:
            if many != few:
                yield from made([many] * 4 + [few] * 2, scoring.four_and_pair, "four and a pair")
                house = [many] * 3 + [few] * 2
                yield from made(house, scoring.full_house, "full house")
                if scoring.full_house_bonus and scoring.triples[many - 1]:
                    bonus = scoring.triples[many - 1] + scoring.full_house_bonus
                    yield from made(house, bonus, "full house")
    for exact in scoring.sets:
        yield from made(exact.faces, exact.points, " ".join(map(str, exact.faces)))


def _groups(count: int, *, repeat: bool) -> Iterator[tuple[int, ...]]:
    choose = combinations_with_replacement if repeat else combinations
    yield from choose(range(1, FACES + 1), count)
