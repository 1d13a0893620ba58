"""The compiled form of `meeting`: turns of fixed play that carry one seat's share, eight at a time."""

from typing import Any

import numpy as np

from hotdice.odds.compiling import compiled_apart
from hotdice.odds.kernel import Board, Numbers, fill_stops, solve_group
from hotdice.odds.lanes import LANES
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints


@compiled_apart
def meeting_lanes(
    plan: Any, board: Board, table: Floats, two: Floats, stop_two: Floats, opened: Ints, ways: Ints,
    shares: Floats, ends: Floats, role: Ints, seats: Ints, tops: Ints,
    worker: int, workers: int, bank: Numbers, memory: Numbers, lost: Numbers, out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch of turns; `out[1]` and `out[2]` take the share and the lost turns.

    The mover of role 0 is the one whose share is carried and plays by `ways[0]`, others by `ways[1]`: 0 is
    the table of three, 1 the table of two against the rival with the greatest total. `shares[role]` is what
    is known so far, `ends[role]` the share where the target is reached.
    """
    begin = np.empty(LANES, np.int64)
    rows, count = board.rows, seats.shape[1]
    for first in range(worker * LANES, count, workers * LANES):
        top = 0
        for lane in range(LANES):
            top = max(top, tops[min(first + lane, count - 1)])
        for lane in range(LANES):
            k = min(first + lane, count - 1)
            r, x, y, z = role[k], seats[0, k], seats[1, k], seats[2, k]
            begin[lane] = rows[x]
            after = table[:, y, z]
            last = top + plan.most + 1
            rival = z if rows[z] > rows[y] else y
            by_two = ways[0 if r == 0 else 1] == 1
            lost[0][lane] = 1.0 - after[0, x] - after[1, x] + board.favour * after[0, x]
            if by_two:
                lost[0][lane] = 1.0 - two[rival, x]
            fill_stops(board, after, 0, x, seats[1:, k], lost[0][lane], last, lane, bank)
            seat = 2 if r == 0 else r - 1  # who that is, seen from the next player
            for row in range(begin[lane] + 1, last):
                at = row * LANES + lane
                if bank[0][at] == NOT_ALLOWED or bank[2][at] != 0.0:
                    continue
                if by_two:
                    ahead = min(row - rows[rival], stop_two.shape[1] - 1)
                    bank[0][at] = (
                        stop_two[opened[rival], ahead] if row >= board.target else 1.0 - two[rival, row]
                    )
                if row < board.target:
                    bank[1][at] = shares[seat, y, z, row]
                elif board.waiting[0]:
                    bank[1][at] = ends[r, board.begins[y] + row, board.begins[z] + row]
                else:
                    bank[1][at] = 1.0 if r == 0 else 0.0
        solve_group(plan, top, bank, lost, begin, memory, out, first, min(LANES, count - first))
