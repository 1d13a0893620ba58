"""One turn inside compiled code: the ways in which a table can decide it."""

import numpy as np

from hotdice.arena.dice import DIRECT, FIRST_HALF
from hotdice.arena.numbers import SECOND_HALF, fast_mix
from hotdice.arena.sheets import EXACTLY, MORE_THAN, Sheet, Words
from hotdice.players.compiled import compiled
from hotdice.players.mixing import GOLDEN
from hotdice.players.policy_kernel import NO_GOAL, Plans, plan_of

FARKLE = -1
NOTHING = 1 << 30
"""The word of a farkle in a table of keeps: more points than any limit, which saves a question."""
FARKLE_POINTS = NOTHING >> 4
NO_LUCKY_TOTAL = -1
_GOLDEN, _SECOND_HALF = np.uint64(GOLDEN), np.uint64(SECOND_HALF)
_S16, _S48 = np.uint64(16), np.uint64(48)


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
    needed: int,
    lucky: int,
) -> int:
    """As `flat_turn`, with a limit for each number of dice left, or one goal (not NO_GOAL) for all.

    A stop is legal from `needed` points on, and at exactly `lucky` points.
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
        if (
            total >= limit
            and (total >= needed or total == lucky)
            and not (sheet.hot_forced and dice == sheet.dice)
        ):
            return total


@compiled
def table_turn(
    sheet: Sheet,
    tables: Words,
    classes: int,
    near: Plans,
    far: Plans,
    plans: Words,
    block: int,
    label: np.uint64,
) -> int:
    """A turn by a book: keep and stop depend on the total, and on the block, which stands for the rest."""
    dice = sheet.dice
    total = 0
    while True:
        label += _GOLDEN
        each = tables[classes + roll_address(sheet, tables, fast_mix(label), dice)]
        entry = int(plans[plan_of(near, far, block, total, dice), each])
        if entry == 0:
            return FARKLE
        total += entry >> 5
        dice = (entry >> 1) & 15
        if entry & 1:
            return total * sheet.step


@compiled
def needed_to_bank(sheet: Sheet, total: int, opened: bool, play_off: bool) -> tuple[int, int]:
    """The smallest turn total with which a stop is legal, and one lucky total below it that also is.

    Where the minimum does not bind a winning stop, every total from the winning one on is legal; only with
    an exact target is it a single one.
    """
    needed = sheet.minimum
    lucky = NO_LUCKY_TOTAL
    opening = sheet.opening if sheet.must_reach and not opened else 0
    if sheet.minimum and sheet.target and not sheet.minimum_binds_win and not play_off:
        to_win = sheet.target - total
        if sheet.reach == EXACTLY:
            lucky = to_win if to_win >= opening else NO_LUCKY_TOTAL
        else:
            needed = min(needed, to_win + (1 if sheet.reach == MORE_THAN else 0))
    return max(needed, opening), lucky


@compiled
def recorded(sheet: Sheet, total: int, opened: bool, play_off: bool, turn_total: int) -> int:
    """What a stop puts onto the score sheet."""
    if not opened and turn_total < sheet.opening:
        return 0
    if sheet.reach == EXACTLY and sheet.target and not play_off and total + turn_total > sheet.target:
        return 0
    return turn_total
