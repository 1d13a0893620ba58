"""One turn inside compiled code: the ways in which a table can decide it."""

from typing import NamedTuple

import numpy as np

from hotdice.arena.dice import DIRECT, FIRST_HALF
from hotdice.arena.numbers import SECOND_HALF, fast_mix
from hotdice.arena.sheets import Flags, Sheet, Words
from hotdice.odds.compiling import compiled
from hotdice.odds.stop_kernel import kind_at, row_of
from hotdice.odds.stopping import REFUSED
from hotdice.players.mixing import GOLDEN
from hotdice.players.policy_kernel import NO_GOAL, Index, Plans, plan_of

FARKLE = -1
NOTHING = 1 << 30
"""The word of a farkle in a table of keeps: more points than any limit, which saves a question."""
FARKLE_POINTS = NOTHING >> 4
_GOLDEN, _SECOND_HALF = np.uint64(GOLDEN), np.uint64(SECOND_HALF)
_S16, _S48 = np.uint64(16), np.uint64(48)


class Shelf(NamedTuple):
    """What bots that play from a book look up: the books by points and by chances, and what is worked out.

    Whoever takes one apart must be woven into its callers (`compiled`): elsewhere each array costs a count.
    """

    indexes: tuple[Index, Index]
    ready: Flags
    near: Plans
    far: Plans
    plans: Words


@compiled
def roll_address(sheet: Sheet, tables: Words, number: np.uint64, dice: int) -> int:
    """Where the roll that a random number stands for is found in the tables."""
    start = int(tables[sheet.offset + dice])
    if dice <= DIRECT:
        return start + part_of(sheet, tables, number, dice)
    rest = dice - FIRST_HALF
    first = tables[sheet.offset + FIRST_HALF] + part_of(sheet, tables, number, FIRST_HALF)
    other = fast_mix(number + _SECOND_HALF)
    second = tables[sheet.offset + rest] + part_of(sheet, tables, other, rest)
    a, b = int(tables[sheet.part + first]), int(tables[sheet.part + second])
    return start + int(tables[sheet.joined + (rest * sheet.multisets + a) * sheet.multisets + b])


@compiled
def part_of(sheet: Sheet, tables: Words, number: np.uint64, dice: int) -> int:
    """The roll of up to six dice that the upper 48 bits of a number stand for."""
    return int(((number >> _S16) * np.uint64(tables[sheet.rolls + dice])) >> _S48)


@compiled
def flat_turn(sheet: Sheet, tables: Words, keep: int, label: np.uint64, limit: int) -> int:
    """The points of a turn that stops at the first total of `limit` or more, or FARKLE."""
    dice = sheet.dice
    total = 0
    while True:
        label += _GOLDEN
        entry = int(tables[keep + roll_address(sheet, tables, fast_mix(label), dice)])
        total += entry >> 4
        dice = entry & 15
        if total >= limit and not (sheet.hot_forced and dice == sheet.dice):
            return total if total < FARKLE_POINTS else FARKLE


@compiled
def stops_turn(
    sheet: Sheet,
    tables: Words,
    keep: int,
    label: np.uint64,
    stop_at: int,
    goal: int,
    stops: int,
) -> int:
    """As `flat_turn`, with a limit for each number of dice left, or one goal (not NO_GOAL) for all.

    `stops` is where the row of stops begins.
    """
    dice = sheet.dice
    total = 0
    while True:
        label += _GOLDEN
        entry = int(tables[keep + roll_address(sheet, tables, fast_mix(label), dice)])
        if entry == NOTHING:
            return FARKLE
        total += entry >> 4
        dice = entry & 15
        limit = int(tables[stop_at + dice]) if goal == NO_GOAL else goal
        if total >= limit and may_stop(sheet, tables, stops, total, dice):
            return total


@compiled
def table_turn(sheet: Sheet, tables: Words, classes: int, shelf: Shelf, block: int, label: np.uint64) -> int:
    """A turn by a book: keep and stop depend on the total, and on the block, which stands for the rest."""
    dice = sheet.dice
    total = 0
    while True:
        label += _GOLDEN
        each = tables[classes + roll_address(sheet, tables, fast_mix(label), dice)]
        entry = int(shelf.plans[plan_of(shelf.near, shelf.far, block, total, dice), each])
        if entry == 0:
            return FARKLE
        total += entry >> 5
        dice = (entry >> 1) & 15
        if entry & 1:
            return total * sheet.step


@compiled
def stops_of(sheet: Sheet, tables: Words, total: int, opened: bool, play_off: bool) -> int:
    """Where the row of a standing's stops begins in the tables."""
    missing = sheet.target_step - total // sheet.step
    return row_of(tables, sheet.stops, sheet.furthest, missing, opened, play_off)


@compiled
def kind_of(sheet: Sheet, tables: Words, stops: int, turn_total: int) -> int:
    """What a stop leads to, by the row of stops."""
    return kind_at(tables, stops, turn_total // sheet.step, sheet.period)


@compiled
def may_stop(sheet: Sheet, tables: Words, stops: int, turn_total: int, dice: int) -> bool:
    """Whether a stop is legal with so many dice for the next roll."""
    return kind_of(sheet, tables, stops, turn_total) != REFUSED and not (
        sheet.hot_forced and dice == sheet.dice
    )
