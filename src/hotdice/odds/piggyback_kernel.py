"""The compiled part of `piggyback`: turns in which a stop is worth what it leaves, eight at a time.

As in `kernel`, but for one thing: what stops are worth is told for each number of dice that they leave.
"""

from typing import Any

import numpy as np

from hotdice.odds.compiling import compiled_apart
from hotdice.odds.kernel import CompiledPlan
from hotdice.odds.lanes import LANES
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.stopping import COUNTS, NOTHING
from hotdice.odds.vectors import greatest_of_pairs, stop_if_better, weighted_sums


@compiled_apart
def solve_pairs(
    plan: CompiledPlan, target: int, rows: Ints, opened: Ints, kinds: Ints, numbers: Ints, values: Floats,
    rolls: Floats, movers: Ints, others: Ints, worker: int, workers: int, bank: Any, memory: Any, lost: Any,
    out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of fresh turns of one sum; their rolls are written into `rolls`.

    `out` takes the value of each turn and the chance that it is lost.
    """
    dice, count, widest = plan.dice, len(movers), kinds.shape[1] - 1
    bottom, stride = plan.first.size * LANES, plan.dice * LANES
    begin = np.empty(LANES, np.int64)
    for first in range(worker * LANES, count, workers * LANES):
        for at in range(bottom + target * stride, bottom + (target + plan.most + 1) * stride):
            memory[0][at] = 1.0
            memory[1][at] = 0.0
        for lane in range(LANES):
            index = min(first + lane, count - 1)
            x, y = movers[index], others[index]
            begin[lane] = rows[x]
            lost[0][lane] = 1.0 - values[y, x]
            for row in range(rows[x] + 1, target):
                gain = row - rows[x]
                kind = kinds[numbers[x], min(gain, widest)]
                theirs = rows[y] + gain
                for n in range(dice):
                    worth, none = NOT_ALLOWED, 0.0
                    if kind == NOTHING:
                        worth, none = lost[0][lane], 1.0
                    elif kind == COUNTS:
                        reply = values[y, row]
                        if opened[y] == 1:
                            if theirs < target:
                                reply = max(reply, rolls[y, row, theirs, n])
                            else:
                                reply = max(reply, 1.0 - plan.chances[n] * values[row, y])
                        worth = 1.0 - reply
                    at = (row * dice + n) * LANES + lane
                    bank[0][at] = worth
                    bank[1][at] = none
        for row in range(target - 1, begin.min() - 1, -1):
            base = bottom + row * stride
            greatest_of_pairs(memory, base, plan.first, plan.second)
            for n in range(dice):
                low, high = plan.bounds[n], plan.bounds[n + 1]
                weighted_sums(
                    memory, base, base + n * LANES, plan.places, plan.weights, low, high, lost,
                    plan.chances[n],
                )  # fmt: skip
            for lane in range(min(LANES, count - first)):
                if begin[lane] <= row:
                    x, y = movers[first + lane], others[first + lane]
                    for n in range(dice):
                        rolls[x, y, row, n] = memory[0][base + n * LANES + lane]
                if begin[lane] == row:
                    for k in range(2):
                        out[k, first + lane] = memory[k][base + (dice - 1) * LANES + lane]
            for n in range(dice):
                stop_if_better(memory, base + n * LANES, bank, (row * dice + n) * LANES)
