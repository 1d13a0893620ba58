"""What every roll offers, as arrays, so that compiled code can say which keeps are legal."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.sheets import options_by_address
from hotdice.rules import FACES, Ruleset

Short = npt.NDArray[np.int32]


class Offers(NamedTuple):
    """The keeps of every roll.

    The roll at address a offers the keeps from `start[roll[a]]` up to `start[roll[a] + 1]`: of keep k,
    `taken[k, f]` dice show face f + 1, it is worth `points[k]` and leaves `left[k]` dice to roll.
    """

    roll: Short
    start: Short
    taken: npt.NDArray[np.int8]
    points: Short
    left: npt.NDArray[np.int8]


def offers(rules: Ruleset) -> Offers:
    """The keeps of every roll of a sheet.

    >>> from hotdice.rules import load
    >>> found = offers(load("classic"))
    >>> one = found.start[found.roll[0]]  # a single 1
    >>> found.taken[one].tolist(), int(found.points[one]), int(found.left[one])
    ([1, 0, 0, 0, 0, 0], 100, 6)
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
    return Offers(
        np.array(roll, np.int32),
        np.array(start, np.int32),
        np.array(taken, np.int8).reshape(-1, FACES),
        np.array(points, np.int32),
        np.array(left, np.int8),
    )
