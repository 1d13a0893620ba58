"""The compiled form of `meeting`: turns of fixed play that carry one seat's share, eight at a time."""

from typing import Any

import numpy as np
from numba import njit

from hotdice.odds.lanes import LANES
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.three_kernel import OPTIONS, Work, fill_stops, solve_carried


@njit(**OPTIONS)
def meeting_lanes(
    plan: Any, numbers: Any, rows: Ints, opened: Ints, begins: Ints, table: Floats, both: Floats, one: Floats,
    two: Floats, stop_two: Floats, ways: Ints, shares: Floats, ends: Floats,
    role: Ints, mover: Ints, following: Ints, third: Ints, tops: Ints,
    worker: int, workers: int, w: Work, out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch of turns; `out[1]` and `out[2]` take the share and the lost turns.

    The mover of role 0 is the one whose share is carried and plays by `ways[0]`, others by `ways[1]`: 0 is
    the table of three, 1 the table of two against the rival with the greatest total. `shares[role]` is what
    is known so far, `ends[role]` the share where the target is reached.
    """
    zeros, ones = np.zeros(LANES), np.ones(LANES)
    lost = np.empty(LANES)
    begin = np.empty(LANES, np.int64)
    count = len(mover)
    for first in range(worker * LANES, count, workers * LANES):
        top = 0
        for lane in range(LANES):
            top = max(top, tops[min(first + lane, count - 1)])
        for lane in range(LANES):
            k = min(first + lane, count - 1)
            r, x, y, z = role[k], mover[k], following[k], third[k]
            begin[lane] = rows[x]
            after = table[:, y, z]
            last = top + plan.most + 1
            if ways[0 if r == 0 else 1] == 0:
                lost[lane] = 1.0 - after[0, x] - after[1, x] + numbers.favour * after[0, x]
            else:
                rival = z if rows[z] > rows[y] else y
                lost[lane] = 1.0 - two[rival, x]
            fill_stops(
                numbers, after, both, one, numbers.waiting, begins[y], begins[z], begin[lane],
                opened[x] == 1, lost[lane], last, lane, w,
            )  # fmt: skip
            if ways[0 if r == 0 else 1] == 1:
                for row in range(begin[lane] + 1, last):
                    at = row * LANES + lane
                    if w.bank[at] != NOT_ALLOWED and w.bank_lost[at] == 0.0:
                        if row >= numbers.target:
                            w.bank[at] = stop_two[
                                opened[rival], min(row - rows[rival], stop_two.shape[1] - 1)
                            ]
                        else:
                            w.bank[at] = 1.0 - two[rival, row]
            seat = 2 if r == 0 else r - 1  # who that is, seen from the next player
            for row in range(begin[lane], last):
                at = row * LANES + lane
                if w.bank_lost[at] == 0.0:
                    if row < numbers.target:
                        w.bank_next[at] = shares[seat, y, z, row]
                    elif numbers.waiting:
                        w.bank_next[at] = ends[r, begins[y] + row, begins[z] + row]
                    else:
                        w.bank_next[at] = 1.0 if r == 0 else 0.0
        solve_carried(plan, top, w, lost, begin, zeros, ones, out, first, min(LANES, count - first))
