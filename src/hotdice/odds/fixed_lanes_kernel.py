"""Best play, eight turns at a time, and where it ends: the solver's kernel, then a walk through each turn."""

import numpy as np

from hotdice.odds.compiling import compiled_apart
from hotdice.odds.fixed_kernel import TIE, Flags, Offers, walk
from hotdice.odds.kernel import Board, CompiledPlan, Numbers, fill_stops, solve_group
from hotdice.odds.lanes import LANES
from hotdice.odds.plan import Floats, Ints


@compiled_apart
def walk_best_lanes(
    plan: CompiledPlan, board: Board, offers: Offers, values: Floats, place: Ints, seats: Ints, top: int,
    worker: int, workers: int, bank: Numbers, memory: Numbers, lost: Numbers,
    score: Floats, stops: Flags, chance: Floats, liked: Floats, out: Floats, facts: Floats, lengths: Ints,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch of turns, as `kernel.solve_race_lanes` solves them.

    `values[place, 0, other, mover]` are the chances of the other player with the move. What is found is where
    the turns end, as `fixed_kernel.walk` has it.
    """
    begin, found = np.empty(LANES, np.int64), np.empty((1, LANES))
    none = np.zeros(0, np.int64)
    count, places, dice = seats.shape[1], values.shape[0], len(offers.farkle)
    bottom, stride = plan.first.size * LANES, dice * LANES
    for first in range(worker * LANES, count, workers * LANES):
        for lane in range(LANES):
            at = min(first + lane, count - 1)
            mover = seats[0, at]
            after = values[(place[at] + 1) % places, :, seats[1, at]]
            begin[lane] = board.rows[mover]
            lost[0][lane] = 1.0 - after[0, board.after_farkle[mover]]
            nothing = 1.0 - after[0, board.after_nothing[mover]]
            fill_stops(
                board, after, place[at], mover, seats[1:, at], nothing, top + plan.most + 1, lane, bank
            )
        solve_group(plan, top, bank, lost, begin, memory, found, 0, LANES)
        for lane in range(min(LANES, count - first)):
            own, at = begin[lane], first + lane
            last = max(top - own, 1)
            for total in range(last + 1):
                row = min(own + total, top)
                for n in range(dice):
                    score[total, n] = memory[0][bottom + row * stride + n * LANES + lane]
                    stops[total, n] = bank[0][row * LANES + lane] >= score[total, n] - TIE
            kind = board.kinds[board.stops[seats[0, at]]]
            facts[0, at], facts[1, at], lengths[at] = walk(
                offers, score[: last + 1], stops[: last + 1], none, kind, chance, liked, out[at]
            )
