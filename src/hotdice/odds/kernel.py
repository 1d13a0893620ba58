"""The compiled kernel: eight turns at a time, from the greatest total down.

Memory of one group of turns: row A holds, for each number of dice, the value of standing at absolute total A
with that many dice to roll; rows above the top repeat it. While row A is computed, the rows below it are not
yet in use, so the shared maxima are written there, at fixed distances from the row: one base address serves
every operand.

All compiled functions stand in this one file, because numba's cache looks only at the file of a function to
see whether it is still good. After a change in `vectors` remove the cached `*.nbi` files beside this one.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from hotdice.odds.lanes import LANES, PlanArrays
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, RollPlan
from hotdice.odds.race_lanes import RaceRules, StandingArrays
from hotdice.odds.vectors import (
    pairwise_maxima,
    stop_if_better,
    tagged_maxima,
    tagged_stop,
    weighted_sum,
)

OPTIONS: dict[str, Any] = {"nogil": True, "cache": True, "error_model": "numpy", "boundscheck": False}


class CompiledPlan(NamedTuple):
    """A roll plan as the kernel reads it: all places are distances from the base of a row."""

    dice: int
    most: int
    first: Ints
    second: Ints
    places: Ints
    weights: Floats
    bounds: Ints
    chances: Floats
    forced: bool
    hot: Floats


def compile_plan(plan: RollPlan, *, forced: bool) -> CompiledPlan:
    """Lay a plan out for the kernel; `forced` says that hot dice must be rolled again."""
    shared = plan.shared
    leaves = len(shared.leaves)

    def place(node: int) -> int:
        if node < leaves:
            left, points = shared.leaves[node]
            return (points * plan.dice + left - 1) * LANES
        return -(node - leaves + 1) * LANES

    places: list[int] = []
    weights: list[float] = []
    bounds = [0]
    for row in plan.weights:
        for index in np.flatnonzero(row):
            places.append(place(shared.results[index]))
            weights.append(float(row[index]))
        if len(places) % 2:  # the sum takes two at a time
            places.append(places[-1])
            weights.append(0.0)
        bounds.append(len(places))
    return CompiledPlan(
        dice=plan.dice,
        most=plan.most,
        first=np.array([place(a) for a, _ in shared.pairs], np.int64),
        second=np.array([place(b) for _, b in shared.pairs], np.int64),
        places=np.array(places, np.int64),
        weights=np.array(weights),
        bounds=np.array(bounds, np.int64),
        chances=plan.farkle,
        forced=forced,
        hot=plan.hot_shares,
    )


def workspace(compiled: CompiledPlan, rows: int, final: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Memory for one group of turns: the worth of stops and its tags, values of rolling and their tags."""
    size = compiled.first.size * LANES + (final + compiled.most + 1) * compiled.dice * LANES + LANES
    return np.full(rows * LANES, NOT_ALLOWED), np.zeros(rows * LANES), np.zeros(size), np.zeros(size)


@njit(**OPTIONS)
def at_top(bank: float, farkle: float, hot: Floats, chance: float) -> tuple[float, float]:
    """Value of all dice at the top where they must be rolled: the choice there is between stop and roll."""
    value = (chance * farkle + (hot[0] + hot[1]) * bank) / (1.0 - hot[2])
    if value > bank:
        value = (chance * farkle + hot[0] * bank) / (1.0 - hot[1] - hot[2])
        return value, chance / (1.0 - hot[1] - hot[2])
    return value, chance / (1.0 - hot[2])


@njit(**OPTIONS)
def _stops_at_top(
    plan: CompiledPlan, final: int, bank: Floats, farkle: Floats, marks: Floats, lost: Floats, memory: Floats
) -> None:
    """From the final row on every number of dice is worth what stopping is, or losing where that is better.

    `marks` and `lost` are what is filled in: the worths themselves, or their tags.
    """
    last = bank.size // LANES - 1
    for row in range(final, final + plan.most + 1):
        base = plan.first.size * LANES + row * plan.dice * LANES
        at = min(row, last) * LANES
        for n in range(plan.dice):
            for lane in range(LANES):
                stops = bank[at + lane] >= farkle[lane]
                memory[base + n * LANES + lane] = marks[at + lane] if stops else lost[lane]


@njit(**OPTIONS)
def _roll_at(plan: CompiledPlan, memory: Floats, base: int, farkle: Floats) -> None:
    """The mean of rolling each number of dice at a row, from the maxima that lie ready below it."""
    for n in range(plan.dice):
        low, high = plan.bounds[n], plan.bounds[n + 1]
        target = base + n * LANES
        weighted_sum(memory, base, target, plan.places, plan.weights, low, high, farkle, plan.chances[n])


@njit(**OPTIONS)
def solve_group(
    plan: CompiledPlan, final: int, bank: Floats, farkle: Floats, start: Ints, memory: Floats, out: Floats
) -> None:
    """Values at the start of a group of turns.

    `bank[A * LANES + l]` is the value of stopping at row A in lane l (`NOT_ALLOWED` where that is against
    the rules), `farkle[l]` of losing the turn, `start[l]` the row where the turn begins. Whoever comes to the
    row `final` or above stops there, or rolls until the turn is lost. `out[l]` takes the value of the turn.
    """
    bottom, stride, full = plan.first.size * LANES, plan.dice * LANES, (plan.dice - 1) * LANES
    _stops_at_top(plan, final, bank, farkle, bank, farkle, memory)
    if plan.forced:
        for row in range(final, final + plan.most + 1):
            for at in range(bottom + row * stride, bottom + row * stride + LANES):
                lost = farkle[(at - bottom) % LANES]
                memory[at + full] = at_top(memory[at], lost, plan.hot, plan.chances[plan.dice - 1])[0]
    for row in range(final - 1, start.min() - 1, -1):
        base = bottom + row * stride
        pairwise_maxima(memory, base, plan.first, plan.second)
        _roll_at(plan, memory, base, farkle)
        for lane in range(LANES):
            if start[lane] == row:
                out[lane] = memory[base + full + lane]
        for n in range(plan.dice - 1 if plan.forced else plan.dice):
            stop_if_better(memory, base + n * LANES, bank, row * LANES)


@njit(**OPTIONS)
def solve_group_tagged(
    plan: CompiledPlan, final: int, bank: Floats, bank_tags: Floats, farkle: Floats, farkle_tags: Floats,
    start: Ints, memory: Floats, tags: Floats, out: Floats, out_tags: Floats,
) -> None:  # fmt: skip
    """`solve_group` that also adds up the tags of the ends of a turn under the best play.

    With tag 1 on losing the turn and 0 on every stop the sum is the chance of losing it, which is also how
    much the value of the turn moves with the value of losing it.
    """
    bottom, stride, full = plan.first.size * LANES, plan.dice * LANES, (plan.dice - 1) * LANES
    _stops_at_top(plan, final, bank, farkle, bank, farkle, memory)
    _stops_at_top(plan, final, bank, farkle, bank_tags, farkle_tags, tags)
    if plan.forced:
        for row in range(final, final + plan.most + 1):
            for at in range(bottom + row * stride, bottom + row * stride + LANES):
                lane = (at - bottom) % LANES
                chance = plan.chances[plan.dice - 1]
                memory[at + full], share = at_top(memory[at], farkle[lane], plan.hot, chance)
                tags[at + full] = share * farkle_tags[lane] + (1.0 - share) * tags[at]
    for row in range(final - 1, start.min() - 1, -1):
        base = bottom + row * stride
        tagged_maxima(memory, tags, base, plan.first, plan.second)
        _roll_at(plan, memory, base, farkle)
        _roll_at(plan, tags, base, farkle_tags)
        for lane in range(LANES):
            if start[lane] == row:
                out[lane] = memory[base + full + lane]
                out_tags[lane] = tags[base + full + lane]
        for n in range(plan.dice - 1 if plan.forced else plan.dice):
            tagged_stop(memory, tags, base + n * LANES, bank, bank_tags, row * LANES)


@njit(**OPTIONS)
def solve_all(
    plan: CompiledPlan, final: int, bank: Floats, bank_tags: Floats, farkle: Floats, farkle_tags: Floats,
    start: Ints, order: Ints, tagged: bool, worker: int, workers: int, out: Floats, out_tags: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch; a last group that is not full repeats a lane."""
    rows = bank.shape[0]
    size = plan.first.size * LANES + (final + plan.most + 1) * plan.dice * LANES + LANES
    memory, tags = np.empty(size), np.empty(size if tagged else 1)
    stop, stop_tags = np.empty(rows * LANES), np.zeros(rows * LANES)
    lost, lost_tags = np.empty(LANES), np.empty(LANES)
    first_row = np.empty(LANES, np.int64)
    values, means = np.empty(LANES), np.zeros(LANES)
    count = len(order)
    for first in range(worker * LANES, count, workers * LANES):
        for lane in range(LANES):
            index = order[min(first + lane, count - 1)]
            lost[lane], lost_tags[lane], first_row[lane] = farkle[index], farkle_tags[index], start[index]
            for row in range(rows):
                stop[row * LANES + lane] = bank[row, index]
            if tagged:
                for row in range(rows):
                    stop_tags[row * LANES + lane] = bank_tags[row, index]
        if tagged:
            solve_group_tagged(
                plan, final, stop, stop_tags, lost, lost_tags, first_row, memory, tags, values, means
            )
        else:
            solve_group(plan, final, stop, lost, first_row, memory, values)
        for lane in range(min(LANES, count - first)):
            out[order[first + lane]] = values[lane]
            out_tags[order[first + lane]] = means[lane]


@njit(**OPTIONS)
def _fill(
    numbers: RaceRules, values: Floats, stop: Floats, own: int, opened: bool, theirs: int, nothing: float,
    bank: Floats, tags: Floats, lane: int,
) -> None:  # fmt: skip
    """The worth of every stop of one lane; `values` is the opponent's row, `stop` the worth of an end."""
    for row in range(own + 1, bank.size // LANES):
        gain = row - own
        at = row * LANES + lane
        reached = row == numbers.target if numbers.exact else row >= numbers.target
        worth = NOT_ALLOWED
        tag = 0.0
        if gain >= numbers.minimum or (reached and not numbers.minimum_binds_win):
            if (not opened and gain < numbers.opening) or (numbers.exact and row > numbers.target):
                if opened or gain >= numbers.opening or numbers.may_stop:
                    worth = nothing
                    tag = 1.0
            elif reached:
                worth = stop[row - theirs]
            else:
                worth = 1.0 - values[row]
        bank[at] = worth
        tags[at] = tag


@njit(**OPTIONS)
def solve_race_lanes(
    plan: CompiledPlan, numbers: RaceRules, places: StandingArrays, values: Floats, stop: Floats, side: Ints,
    mover: Ints, other: Ints, tagged: bool, worker: int, workers: int,
    work: tuple[Floats, Floats, Floats, Floats], out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch of race turns.

    `out[0]` takes the values, `out[1]` how much they move with the value of losing the turn, `out[2]` and
    `out[3]` what losing the turn and stopping for nothing were worth.
    """
    final = numbers.top
    sides = values.shape[0]
    bank, bank_tags, memory, tags = work
    lost = np.empty(LANES)
    nothing = np.empty(LANES)
    ones = np.ones(LANES)
    start = np.empty(LANES, np.int64)
    found = np.empty(LANES)
    slopes = np.zeros(LANES)
    count = len(mover)
    for first in range(worker * LANES, count, workers * LANES):
        for lane in range(LANES):
            k = min(first + lane, count - 1)
            s, x, y = side[k], mover[k], other[k]
            theirs = values[sides - 1 - s, y]
            start[lane] = places.rows[x]
            lost[lane] = 1.0 - theirs[places.after_farkle[x]]
            nothing[lane] = 1.0 - theirs[places.after_nothing[x]]
            _fill(
                numbers, theirs, stop[s, places.opened[y]], start[lane], places.opened[x] == 1,
                places.rows[y], nothing[lane], bank, bank_tags, lane,
            )  # fmt: skip
        if tagged:
            solve_group_tagged(plan, final, bank, bank_tags, lost, ones, start, memory, tags, found, slopes)
        else:
            solve_group(plan, final, bank, lost, start, memory, found)
        for lane in range(min(LANES, count - first)):
            out[0, first + lane] = found[lane]
            out[1, first + lane] = slopes[lane]
            out[2, first + lane] = lost[lane]
            out[3, first + lane] = nothing[lane]


@njit(**OPTIONS)
def spread_turn(
    plan: PlanArrays, forced: bool, bank: Floats, farkle: float, start: int, stops: Floats
) -> float:
    """Adds the chance of every stop to `stops`; the chance of losing the turn comes back."""
    dice, top = len(plan.farkle), len(bank) - 1
    best = np.empty((top + plan.most + 1, dice))
    stops_at_top = bank[top] >= farkle
    best[top:] = bank[top] if stops_at_top else farkle
    share = 0.0
    if forced:
        value, share = at_top(best[top, 0], farkle, plan.hot, plan.farkle[dice - 1])
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
            if not stops_at_top:
                lost += chance[row, n]
            elif forced and n == dice - 1:
                stops[top] += chance[row, n] * (1.0 - share)
                lost += chance[row, n] * share
            else:
                stops[top] += chance[row, n]
    return lost
