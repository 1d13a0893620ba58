"""Where a turn ends under its best play: the chance of every stop, and of a farkle."""

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats


def turn_spread(solver: TurnSolver, bank: Floats, farkle: float, start: int) -> tuple[Floats, float]:
    """The chances of stopping at each row in a turn that begins at row `start`, and of losing it.

    `bank` is what stopping at a row is worth, `NOT_ALLOWED` where that is against the rules; the last row is
    final. Of equal choices a stop comes first, then the keep with more dice left and more points.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> solver = TurnSolver(roll_plan(load("busche-neller")), forced=False)
    >>> stops, lost = turn_spread(solver, np.array([0.0, 1.0]), 0.0, 0)  # any score at all is enough
    >>> round(float(stops[1]), 6), round(lost, 6)
    (0.969136, 0.030864)
    """
    if solver.fast:
        from hotdice.odds.kernel import spread_turn

        stops = np.zeros(len(bank))
        lost = spread_turn(solver.plan_arrays, solver.forced, bank, farkle, start, stops)
        return stops, float(lost)
    return _plain(solver, bank, farkle, start)


def _plain(solver: TurnSolver, bank: Floats, farkle: float, start: int) -> tuple[Floats, float]:
    plan, dice, top = solver.plan, solver.plan.dice, len(bank) - 1
    lanes = np.array([farkle])
    rolling = solver.rows(bank[:, None], lanes, start)[0][:, :, 0]
    best = np.maximum(rolling, bank[:, None])
    stops_at_top = bank[top] >= farkle
    best[top] = max(bank[top], farkle)
    if solver.forced:
        best[:top, -1] = rolling[:top, -1]
        best[top, -1] = solver.top_value(best[top, :1], lanes)[0][0]
    chance = np.zeros((top + 1, dice))
    stops, lost = np.zeros(top + 1), 0.0
    chance[start, -1] = 1.0
    for row in range(start, top):
        here = chance[row].copy()
        if not here.any():
            continue
        stopping = bank[row] >= rolling[row]
        if solver.forced:
            stopping[-1] = False
        if row == start:
            stopping[-1] = False
        stops[row] += here[stopping].sum()
        here[stopping] = 0.0
        lost += float(here @ plan.farkle)
        rows = np.minimum(row + plan.points, top)
        offered = best[rows, plan.left]
        greatest = np.maximum.reduceat(offered, plan.starts)
        best_of_class = np.flatnonzero(offered >= greatest[plan.class_of])
        pick = np.empty(len(plan.starts), np.int64)
        pick[plan.class_of[best_of_class]] = best_of_class  # the last of equal ones stays
        np.add.at(chance, (rows[pick], plan.left[pick]), here @ plan.weights)
    if not stops_at_top:
        return stops, lost + float(chance[top].sum())
    if solver.forced:
        share = float(solver.top_value(best[top, :1], lanes)[1][0])
        lost += float(chance[top, -1]) * share
        chance[top, -1] *= 1.0 - share
    stops[top] += chance[top].sum()
    return stops, lost
