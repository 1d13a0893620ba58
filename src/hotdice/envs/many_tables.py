"""What every roll offers, as arrays, so that compiled code can say which keeps are legal."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.sheets import options_by_address
from hotdice.odds.compiling import compiled_apart
from hotdice.rules import FACES, Ruleset

Short = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]


class Offers(NamedTuple):
    """The keeps of every roll.

    The roll at address a offers the keeps from `start[roll[a]]` up to `start[roll[a] + 1]`: of keep k,
    `taken[k, f]` dice show face f + 1, it is worth `points[k]` and leaves `left[k]` dice to roll. Which dice
    make them stands in `lowest` from `first[a]` on, one after the other: bit j is the j-th of the dice that
    were rolled, and `spread[hand, bits]` says which dice those are.
    """

    roll: Short
    start: Short
    taken: npt.NDArray[np.int8]
    points: Short
    left: npt.NDArray[np.int8]
    first: Short
    lowest: Bytes
    spread: Bytes


@lru_cache(maxsize=8)
def offers(rules: Ruleset) -> Offers:
    """The keeps of every roll of a sheet.

    >>> from hotdice.rules import load
    >>> found = offers(load("classic"))
    >>> one = found.start[found.roll[0]]  # a single 1
    >>> found.taken[one].tolist(), int(found.points[one]), int(found.left[one])
    ([1, 0, 0, 0, 0, 0], 100, 6)
    >>> int(found.lowest[found.first[0]]), int(found.spread[0b100100, 0b10])
    (1, 32)
    """
    known: dict[int, int] = {}
    roll: list[int] = []
    start, taken, points, left = [0], [], [], []
    for options in options_by_address(rules):
        if id(options) not in known:
            known[id(options)] = len(known)
            for option in options.options:
                taken.append([option.keep.count(str(face)) for face in range(1, FACES + 1)])
                points.append(option.points)
                left.append(option.dice_left or rules.dice)
            start.append(len(taken))
        roll.append(known[id(options)])
    which, starts = np.array(roll, np.int32), np.array(start, np.int32)
    first = np.concatenate([[0], np.cumsum(np.diff(starts)[which])]).astype(np.int32)
    faces = np.array(taken, np.int8).reshape(-1, FACES)
    lowest = np.zeros(int(first[-1]), np.uint8)
    _lowest_dice(rules.dice, which, starts, faces, lowest)
    return Offers(
        which, starts, faces, np.array(points, np.int32), np.array(left, np.int8), first, lowest,
        _spread(rules.dice),
    )  # fmt: skip


@compiled_apart
def _lowest_dice(dice: int, roll: Short, start: Short, taken: npt.NDArray[np.int8], lowest: Bytes) -> None:
    """For every roll and each of its keeps the lowest dice that make it, by their order in the roll."""
    faces = np.zeros(dice, np.int64)
    address = at = 0
    for count in range(1, dice + 1):
        for index in range(6**count):
            rest = index
            for die in range(count - 1, -1, -1):
                faces[die] = rest % 6
                rest //= 6
            for keep in range(start[roll[address]], start[roll[address] + 1]):
                mask = 0
                for face in range(6):
                    wanted = int(taken[keep, face])
                    for die in range(count):
                        if wanted and faces[die] == face:
                            mask |= 1 << die
                            wanted -= 1
                lowest[at] = mask
                at += 1
            address += 1


def _spread(dice: int) -> Bytes:
    """Bits that count the dice of a hand, as bits that count all dice."""
    size = 1 << dice
    found = np.zeros((size, size), np.uint8)
    for hand in range(size):
        numbers = [die for die in range(dice) if hand >> die & 1]
        for bits in range(1 << len(numbers)):
            found[hand, bits] = sum(1 << die for at, die in enumerate(numbers) if bits >> at & 1)
    return found
