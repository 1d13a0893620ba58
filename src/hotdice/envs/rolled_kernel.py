"""What a policy is shown of many rolls, and what its answers lead to: compiled, some turns at a time."""

import numpy as np
import numpy.typing as npt

from hotdice.odds.compiling import compiled_apart
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.stopping import COUNTS, NOTHING, REFUSED


@compiled_apart
def lay_rolls(
    common: npt.NDArray[np.float32], at: Ints, kinds: Ints, faces: npt.NDArray[np.float32], starts: Ints,
    action: Ints, points: Ints, left: Ints, total: int, turn: float, hot: int,
    rows: npt.NDArray[np.float32], masks: npt.NDArray[np.int8],
) -> None:  # fmt: skip
    """Write the features and the masks of every roll of the turns `at`, one turn after the other.

    `turn` is the turn total as features have it, `hot` the dice (less one) with which nobody may stop.
    """
    rolls, width = faces.shape
    row = 0
    for n in range(len(at)):
        start = at[n]
        for roll in range(rolls):
            for column in range(width):
                rows[row, column] = faces[roll, column]
            rows[row, width] = turn
            for column in range(width + 1, common.shape[1]):
                rows[row, column] = common[start, column]
            masks[row] = 0
            for k in range(starts[roll], starts[roll + 1]):
                masks[row, action[k]] = 1
                stops = kinds[start, total + points[k]] != REFUSED and left[k] != hot
                masks[row, action[k] + 1] = 1 if stops else 0
            row += 1


@compiled_apart
def follow_rolls(
    at: Ints, kinds: Ints, ends: Ints, chances: Floats, starts: Ints, points: Ints, left: Ints, numbers: Ints,
    total: int, hot: int, masks: npt.NDArray[np.int8], actions: Ints, bank: Floats, roll: Floats,
    here: Floats, chance: Floats, out: Floats, nothing: Floats, losses: Floats,
) -> int:  # fmt: skip
    """Pass the chances `here` of the turns `at` on to where the actions lead; -1, or the row of a wrong one.

    `chance[turn, total, dice]` waits to be followed, `out[turn, total]` are stops that count, `nothing` those
    for nothing. What is given away is counted where `bank` and `roll` say what stops and rolls are worth.
    """
    rolls, row = len(chances), 0
    for n in range(len(at)):
        start = at[n]
        for number in range(rolls):
            act = actions[row]
            if act < 0 or act >= masks.shape[1] or masks[row, act] == 0:
                return row
            taken = numbers[number, act // 2]
            to, dice = total + points[taken], left[taken]
            kind = kinds[start, to]
            may_stop = kind != REFUSED and dice != hot
            # Beyond the margin everybody stops for whom it counts.
            stop = act % 2 == 1 or (to >= ends[start] and may_stop and kind == COUNTS)
            share = here[n] * chances[number]
            if len(bank):
                best = -1.0
                for k in range(starts[number], starts[number + 1]):
                    after = total + points[k]
                    best = max(best, roll[start, after, left[k]])
                    if kinds[start, after] != REFUSED and left[k] != hot:
                        best = max(best, bank[start, after])
                going = roll[start, to, dice]
                own = max(going, bank[start, to]) if may_stop else going
                losses[start, 0] += share * (best - own)
                if stop:
                    losses[start, 1] += share * (own - bank[start, to])
                else:
                    losses[start, 2] += share * (own - going)
            if not stop:
                chance[start, to, dice] += share
            elif kind == COUNTS:
                out[start, to] += share
            elif kind == NOTHING:
                nothing[start] += share
            row += 1
    return -1
