"""What every choice of a turn is worth, noted for whoever does not always take the best one.

A page holds, for one block of a book, by turn total the worth of stopping and of rolling each number of dice:
the same numbers as `solve_block`'s, to the last bit, and beyond where the best players stop those of
`value_past_the_end`. Neighbouring blocks are worked out together, one vector instruction for eight.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.odds.compiling import compiled_apart, compiled_available
from hotdice.odds.lanes import LANES
from hotdice.players.policy_kernel import (
    Book,
    Floats,
    Ints,
    Notes,
    ends_of,
    solve_block,
    value_past_the_end,
)

if compiled_available():  # its vectors are machine code
    from hotdice.players.plan_vectors import best_choices

ROWS = 80
"""Turn totals, in steps, that a page holds; hardly any turn goes beyond."""


class Pages(NamedTuple):
    """The pages of a book: `worth[block, total, 0]` of stopping, `[block, total, n]` of rolling n dice."""

    ready: npt.NDArray[np.uint8]
    worth: Floats


class Desk(NamedTuple):
    """Room to work out one block by itself, for totals that no page holds; `block` says which lies there."""

    block: Ints
    bank: Floats
    value: Floats
    best: Floats


@compiled_apart
def write_pages(book: Book, notes: Notes, worth: Floats, first: int, count: int) -> None:
    """Write the pages of up to `LANES` neighbouring blocks; the caller marks them as ready.

    `best_choices` also notes which choice was best, which is not needed here.
    """
    dice, rows = book.dice, notes.bank.size
    stride = dice * LANES
    bank, best, stops = notes.lane_bank, notes.lane_best, notes.lane_stops
    mean, digest, entries = notes.mean, notes.digest, notes.entries
    class_first = book.class_first
    kept = worth.shape[1]
    lost, ends = np.empty(LANES), np.empty(LANES, np.int64)
    for lane in range(LANES):  # where fewer blocks are asked for, the last is worked out again
        lost[lane], end = ends_of(book, first + min(lane, count - 1), notes.bank)
        ends[lane] = min(end, rows - int(book.points.max()) - 1)
        for total in range(rows):
            bank[total * LANES + lane] = notes.bank[total]
    highest = max(int(ends.max()), kept)
    for total in range(highest, rows):
        for at in range(total * stride, (total + 1) * stride):
            best[at] = bank[total * LANES + at % LANES]
    for total in range(highest - 1, -1, -1):
        for left in range(dice):
            for lane in range(LANES):
                mean[lane] = book.farkle[left] * lost[lane]
            best_choices(
                best,
                stops,
                total * stride,
                class_first[left],
                class_first[left + 1],
                book.class_start,
                notes.places,
                notes.words,
                book.weight,
                0.0,
                mean,
                digest,
                entries,
            )
            for lane in range(LANES):
                stopped = bank[total * LANES + lane]
                at = total * stride + left * LANES + lane
                best[at] = stopped if total >= ends[lane] else max(stopped, mean[lane])
                if lane < count and total < kept:
                    worth[first + lane, total, left + 1] = mean[lane]
                    worth[first + lane, total, 0] = stopped


@compiled_apart
def worths_by_desk(book: Book, desk: Desk, block: int, total: int, left: int) -> tuple[float, float]:
    """What stopping with a turn total that no page holds, in steps, and rolling so many dice on are worth."""
    if desk.block[0] != block:
        desk.block[1] = solve_block(book, block, desk.bank, desk.value, desk.best)
        desk.block[0] = block
    row = min(total, desk.bank.size - 1)
    if row >= desk.block[1]:
        return desk.bank[row], value_past_the_end(book, block, desk.bank, desk.best, row, left - 1)
    return desk.bank[row], desk.value[row, left - 1]
