"""The compiled form of `spread`: one turn, from the top down for its values, then up for its chances."""

import numpy as np
from numba import njit

from hotdice.odds.kernel import OPTIONS, at_top
from hotdice.odds.lanes import PlanArrays
from hotdice.odds.plan import NOT_ALLOWED, Floats


@njit(**OPTIONS)
def spread_turn(
    plan: PlanArrays, forced: bool, bank: Floats, farkle: float, start: int, stops: Floats
) -> float:
    """Adds the chance of every stop to `stops`; the chance of losing the turn comes back."""
    dice, top = len(plan.farkle), len(bank) - 1
    best = np.empty((top + plan.most + 1, dice))
    best[top:] = bank[top]
    share = 0.0
    if forced:
        value, share = at_top(bank[top], farkle, plan.hot, plan.farkle[dice - 1])
        best[top:, dice - 1] = value
    rolling = np.empty((top, dice))
    for row in range(top - 1, start - 1, -1):
        for n in range(dice):
            total = plan.farkle[n] * farkle
            for c in range(plan.bounds[n], plan.bounds[n + 1]):
                greatest = NOT_ALLOWED
                for k in range(plan.starts[c], plan.starts[c + 1]):
                    greatest = max(greatest, best[row + plan.points[k], plan.left[k]])
                total += plan.weights[c] * greatest
            rolling[row, n] = total
            best[row, n] = total if forced and n == dice - 1 else max(total, bank[row])
    chance = np.zeros((top + plan.most + 1, dice))
    chance[start, dice - 1] = 1.0
    lost = 0.0
    for row in range(start, top):
        for n in range(dice):
            here = chance[row, n]
            if here == 0.0:
                continue
            first = row == start and n == dice - 1
            if not first and not (forced and n == dice - 1) and bank[row] >= rolling[row, n]:
                stops[row] += here
                continue
            lost += here * plan.farkle[n]
            for c in range(plan.bounds[n], plan.bounds[n + 1]):
                pick = plan.starts[c]
                greatest = NOT_ALLOWED
                for k in range(plan.starts[c], plan.starts[c + 1]):
                    offered = best[row + plan.points[k], plan.left[k]]
                    if offered >= greatest:
                        greatest = offered
                        pick = k
                chance[row + plan.points[pick], plan.left[pick]] += here * plan.weights[c]
    for row in range(top, top + plan.most + 1):
        for n in range(dice):
            if forced and n == dice - 1:
                stops[top] += chance[row, n] * (1.0 - share)
                lost += chance[row, n] * share
            else:
                stops[top] += chance[row, n]
    return lost
