"""The compiled form of turns that carry more than the mover's value: eight at a time, from the top down.

As in `kernel`, whose layout of memory is used here too. Beside the mover's value a turn carries what its ends
are worth to the next player and how often it is lost, both under the mover's best play. All functions stand
in this one file and call none of another, because numba's cache looks only at the file of a function.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from hotdice.odds.lanes import LANES
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.vectors import carried_maxima, carried_stop, weighted_sum

OPTIONS: dict[str, Any] = {"nogil": True, "cache": True, "error_model": "numpy", "boundscheck": False}


class Work(NamedTuple):
    """Memory for one group of turns: values and two kinds of tags, of stops and of rolls."""

    bank: Floats
    bank_next: Floats
    bank_lost: Floats
    value: Floats
    following: Floats
    lost: Floats


def work(pairs: int, dice: int, rows: int) -> Work:
    """Memory for turns whose totals reach up to `rows`."""
    size = pairs * LANES + rows * dice * LANES + LANES
    stops, rolls = rows * LANES, size
    return Work(*(np.zeros(stops) for _ in range(3)), *(np.zeros(rolls) for _ in range(3)))


@njit(**OPTIONS)
def solve_carried(
    plan: Any, final: int, w: Work, farkle: Floats, start: Ints, zeros: Floats, ones: Floats, out: Floats,
    first: int, count: int,
) -> None:  # fmt: skip
    """Solve the group of turns whose stops lie in `w`; lanes `first` and on of `out` take what is found.

    `farkle[l]` is what losing the turn is worth to the mover of lane l. Whoever comes to the row `final` or
    above stops there, or loses the turn where that is better.
    """
    value, following, lost = w.value, w.following, w.lost
    bank, bank_next, bank_lost = w.bank, w.bank_next, w.bank_lost
    bottom, stride, full = plan.first.size * LANES, plan.dice * LANES, (plan.dice - 1) * LANES
    for row in range(final, final + plan.most + 1):
        base = bottom + row * stride
        for lane in range(LANES):
            at = row * LANES + lane
            stops = bank[at] >= farkle[lane]
            for n in range(plan.dice):
                to = base + n * LANES + lane
                value[to] = bank[at] if stops else farkle[lane]
                following[to] = bank_next[at] if stops else 0.0
                lost[to] = bank_lost[at] if stops else 1.0
    for row in range(final - 1, start.min() - 1, -1):
        base = bottom + row * stride
        carried_maxima(value, following, lost, base, plan.first, plan.second)
        for n in range(plan.dice):
            low, high = plan.bounds[n], plan.bounds[n + 1]
            to, chance = base + n * LANES, plan.chances[n]
            weighted_sum(value, base, to, plan.places, plan.weights, low, high, farkle, chance)
            weighted_sum(following, base, to, plan.places, plan.weights, low, high, zeros, chance)
            weighted_sum(lost, base, to, plan.places, plan.weights, low, high, ones, chance)
        for lane in range(count):
            if start[lane] == row:
                out[0, first + lane] = value[base + full + lane]
                out[1, first + lane] = following[base + full + lane]
                out[2, first + lane] = lost[base + full + lane]
        for n in range(plan.dice):
            carried_stop(
                value, following, lost, base + n * LANES, bank, bank_next, bank_lost, row * LANES
            )  # fmt: skip


@njit(**OPTIONS)
def solve_plain_lanes(
    plan: Any, bank: Floats, bank_next: Floats, bank_lost: Floats, farkle: Floats, start: Ints, final: Ints,
    worker: int, workers: int, w: Work, out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch whose stops are given as arrays [row, lane]."""
    zeros, ones = np.zeros(LANES), np.ones(LANES)
    lost = np.empty(LANES)
    begin = np.empty(LANES, np.int64)
    count = len(start)
    for first in range(worker * LANES, count, workers * LANES):
        top = 0
        for lane in range(LANES):
            top = max(top, final[min(first + lane, count - 1)])
        for lane in range(LANES):
            k = min(first + lane, count - 1)
            lost[lane], begin[lane] = farkle[k], start[k]
            for row in range(begin[lane], top + plan.most + 1):
                at = row * LANES + lane
                w.bank[at], w.bank_next[at], w.bank_lost[at] = (
                    bank[row, k],
                    bank_next[row, k],
                    bank_lost[row, k],
                )
        solve_carried(plan, top, w, lost, begin, zeros, ones, out, first, min(LANES, count - first))


@njit(**OPTIONS)
def fill_stops(
    numbers: Any, after: Floats, both: Floats, one: Floats, waiting: int, near: int, far: int, own: int,
    opened: bool, nothing: float, top: int, lane: int, w: Work,
) -> None:  # fmt: skip
    """The worth of every stop of one lane up to the row `top`.

    `after[0]` and `after[1]` are the shares of the next and the third player by the mover's row; `near` and
    `far` are where their own rows of the last turns begin, `waiting` how many of those turns there are.
    """
    bank, bank_next, bank_lost = w.bank, w.bank_next, w.bank_lost
    for row in range(own, top):
        at = row * LANES + lane
        gain = row - own
        worth, following, lost = NOT_ALLOWED, 0.0, 0.0
        reached = row >= numbers.target
        if gain > 0 and (gain >= numbers.minimum or (reached and not numbers.minimum_binds_win)):
            if not opened and gain < numbers.opening:
                if numbers.may_stop:
                    worth, lost = nothing, 1.0
            elif not reached:
                following = after[0, row]
                worth = 1.0 - following - after[1, row]
            elif waiting == 0:
                worth = 1.0
            elif waiting == 1:
                following = one[near + row]
                worth = 1.0 - following
            else:
                worth = both[0, near + row, far + row]
                following = both[1, near + row, far + row]
            if lost == 0.0 and worth != NOT_ALLOWED:
                worth += numbers.favour * following
        bank[at], bank_next[at], bank_lost[at] = worth, following, lost


@njit(**OPTIONS)
def solve_three_lanes(
    plan: Any, numbers: Any, rows: Ints, opened: Ints, begins: Ints, values: Floats, both: Floats,
    one: Floats, place: Ints, mover: Ints, following: Ints, third: Ints, tops: Ints,
    worker: int, workers: int, w: Work, out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch of turns in a race of three.

    `out` takes the mover's value with the favour in it, the next player's without lost turns, the chance of
    losing the turn, and what losing it was worth to the mover and to the next.
    """
    zeros, ones = np.zeros(LANES), np.ones(LANES)
    lost = np.empty(LANES)
    begin = np.empty(LANES, np.int64)
    count, places = len(mover), values.shape[0]
    for first in range(worker * LANES, count, workers * LANES):
        top = 0
        for lane in range(LANES):
            top = max(top, tops[min(first + lane, count - 1)])
        for lane in range(LANES):
            k = min(first + lane, count - 1)
            p, x, y, z = place[k], mover[k], following[k], third[k]
            after = values[(p + 1) % places, :, y, z]
            begin[lane] = rows[x]
            its_next = after[0, x]
            its_own = 1.0 - its_next - after[1, x]
            lost[lane] = its_own + numbers.favour * its_next
            if lane < count - first:
                out[3, k], out[4, k] = its_own, its_next
            waiting = numbers.waiting - p if numbers.by_place else numbers.waiting
            fill_stops(
                numbers, after, both, one, waiting, begins[y], begins[z], begin[lane], opened[x] == 1,
                lost[lane], top + plan.most + 1, lane, w,
            )  # fmt: skip
        solve_carried(plan, top, w, lost, begin, zeros, ones, out, first, min(LANES, count - first))
