"""The compiled form of `race_lanes`: what stopping is worth, eight lanes at a time, and their solution."""

import numpy as np
from numba import njit

from hotdice.odds.kernel import OPTIONS, CompiledPlan, solve_group, solve_group_tagged
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.race_lanes import RaceRules, StandingArrays
from hotdice.odds.vectors import LANES


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
