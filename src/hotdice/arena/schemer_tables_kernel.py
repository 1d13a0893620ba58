"""The tables of turn values that a schemer plays by, in compiled code, as `players.outlook` has them.

A table of turn values is a question (dice, door, bonus, doubling, what is needed, rescues, turns left) and
its answer. Answers lie in a memo of so many slots; a question whose slot holds another is worked out anew.
"""

from typing import NamedTuple

import numpy as np

from hotdice.arena.numbers import fast_fold
from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players.deck_state import (
    card_at,
    offers_at,
)
from hotdice.players.deck_words import (
    GOLD,
    KEEP_ON_FARKLE,
    LEAST_TURN,
    CardSheet,
    Floats,
    Ints,
)
from hotdice.players.outlook import DOOR, FAR_TOP, NEAR_TOP, SWING
from hotdice.players.roll_kernel import mean_roll
from hotdice.players.turn_values import MOST_STEPS

DICE, DOWN, EXTRA, DOUBLED, NEEDED, RESCUES, LEFT, SIZE = range(8)
QUESTION = 8
SLOTS = 2048


class Memo(NamedTuple):
    """Where tables are kept, room to work one out, and where the schemer's constants stand.

    `prices` and `lasting` have `turns` numbers for each card, `changes` two: what another number of dice and
    what a bonus adds to a turn. `ask` is the question of the moment.
    """

    keys: Ints
    rolls: Floats
    best: Floats
    stops: Floats
    dead: Floats
    ask: Ints
    threats: Floats
    stride: int
    width: int
    turns: int
    prices: int
    rescue_prices: int
    lasting: int
    changes: int


@compiled_lean
def worth(memo: Memo, slot: int, opening: int, total: int) -> float:
    """What a stop with this turn total is worth by the question in a slot."""
    at = slot * QUESTION
    stopped = 0
    if total:
        stopped = total + memo.keys[at + EXTRA] + min(total, memo.keys[at + DOUBLED])
    opened = memo.keys[at + DOWN] != 0
    counted = stopped if opened or stopped >= opening else 0
    needed = memo.keys[at + NEEDED]
    if needed:
        return (SWING if counted >= needed else 0) + counted / 100
    return float(counted + (DOOR if counted and not opened else 0))


@compiled_lean
def size_of(sheet: CardSheet, needed: int) -> int:
    """How many totals a table has."""
    top = min(needed, FAR_TOP)
    if top == 0:
        top = NEAR_TOP
    return max(1, min(top // sheet.unit, MOST_STEPS)) + 1


@compiled_lean
def table_roll(sheet: CardSheet, memo: Memo, slot: int, total: int, dice: int) -> float:
    """The value of rolling on (0 dice: all of them again)."""
    size, most = memo.keys[slot * QUESTION + SIZE], memo.keys[slot * QUESTION + DICE]
    index = min(total // sheet.unit, size - 1)
    count = min(dice if dice else most, most)
    return float(memo.rolls[slot * memo.stride + count * memo.width + index])


@compiled_lean
def stop_or_roll(sheet: CardSheet, memo: Memo, slot: int, total: int, dice: int) -> float:
    """The value after a keep."""
    index = total // sheet.unit
    at = slot * QUESTION
    if index >= memo.keys[at + SIZE] or dice > memo.keys[at + DICE]:
        return worth(memo, slot, sheet.opening, total)
    return float(memo.best[slot * memo.stride + dice * memo.width + index])


@compiled_lean_apart
def offer(sheet: CardSheet, words: Ints, memo: Memo, slot: int, total: int, key: int) -> float:
    """The value of a roll on the table."""
    at = offers_at(sheet, words, key)
    count = words[at]
    if count == 0:
        return worth(memo, slot, sheet.opening, 0)
    best = stop_or_roll(sheet, memo, slot, total + words[at + 1], words[at + 2])
    for option in range(1, count):
        place = at + 1 + 3 * option
        value = stop_or_roll(sheet, memo, slot, total + words[place], words[place + 1])
        best = max(best, value)
    return best


@compiled_lean
def slot_of(
    memo: Memo, dice: int, opened: int, extra: int, doubled: int, needed: int, rescues: int, left: int
) -> tuple[int, bool]:
    """The slot of a question, and whether its table is there."""
    mixed = fast_fold(np.uint64(dice * 2 + opened), extra)
    mixed = fast_fold(fast_fold(mixed, doubled), needed)
    mixed = fast_fold(fast_fold(mixed, rescues), left)
    slot = int(np.int64(mixed % np.uint64(SLOTS)))
    at = slot * QUESTION
    keys = memo.keys
    there = (
        keys[at + DICE] == dice
        and keys[at + DOWN] == opened
        and keys[at + EXTRA] == extra
        and keys[at + DOUBLED] == doubled
        and keys[at + NEEDED] == needed
        and keys[at + RESCUES] == rescues
        and keys[at + LEFT] == left
    )
    return slot, there


@compiled_lean
def ask_in(
    sheet: CardSheet, memo: Memo, slot: int, dice: int, opened: int, extra: int, doubled: int, needed: int,
    rescues: int, left: int,
) -> None:  # fmt: skip
    """Write a question into a slot."""
    at = slot * QUESTION
    keys = memo.keys
    keys[at + DICE] = dice
    keys[at + DOWN] = opened
    keys[at + EXTRA] = extra
    keys[at + DOUBLED] = doubled
    keys[at + NEEDED] = needed
    keys[at + RESCUES] = rescues
    keys[at + LEFT] = left
    keys[at + SIZE] = size_of(sheet, needed)


@compiled_lean_apart
def table_of(
    sheet: CardSheet,
    words: Ints,
    reals: Floats,
    memo: Memo,
    dice: int,
    opened: int,
    extra: int,
    doubled: int,
    needed: int,
    rescues: int,
    left: int,
) -> int:
    """The slot with the table of a question, worked out if it is not there."""
    if rescues == 0:
        return bare_table(sheet, words, reals, memo, dice, opened, extra, doubled, needed)
    if needed:
        left = 0  # it changes nothing but the price of a rescue
    slot, there = slot_of(memo, dice, opened, extra, doubled, needed, rescues, left)
    if there:
        return slot
    size = size_of(sheet, needed)
    width = memo.width
    dead = memo.dead
    dead[:] = 0.0
    for card in range(sheet.cards):
        if not rescues >> card & 1:
            continue
        row = card_at(sheet, card)
        gold = words[row + GOLD] if needed else 0
        spent = bare_table(sheet, words, reals, memo, dice, opened, extra, doubled, needed + gold)
        price = 0.0
        if not needed:
            price = reals[memo.rescue_prices + card * memo.turns + min(left, memo.turns - 1)]
        for count in range(1, dice + 1):
            for index in range(size):
                total = index * sheet.unit
                if total < words[row + LEAST_TURN]:
                    continue
                if words[row + KEEP_ON_FARKLE]:
                    kept = max(0, total - words[row + KEEP_ON_FARKLE] + 1)
                    value = worth(memo, spent, sheet.opening, kept) - price
                else:
                    value = table_roll(sheet, memo, spent, total, count) - price
                dead[count * width + index] = max(dead[count * width + index], value)
    ask_in(sheet, memo, slot, dice, opened, extra, doubled, needed, rescues, left)
    fill(sheet, words, reals, memo, slot, True)
    return slot


@compiled_lean_apart
def bare_table(
    sheet: CardSheet, words: Ints, reals: Floats, memo: Memo, dice: int, opened: int, extra: int,
    doubled: int, needed: int,
) -> int:  # fmt: skip
    """The slot with the table of a question without rescues, worked out if it is not there."""
    slot, there = slot_of(memo, dice, opened, extra, doubled, needed, 0, 0)
    if there:
        return slot
    ask_in(sheet, memo, slot, dice, opened, extra, doubled, needed, 0, 0)
    fill(sheet, words, reals, memo, slot, False)
    return slot


@compiled_lean_apart
def fill(sheet: CardSheet, words: Ints, reals: Floats, memo: Memo, slot: int, rescued: bool) -> None:
    """Work out the table of the question in a slot, as `TurnValues` does, rescues from farkles included."""
    at = slot * QUESTION
    dice, size = memo.keys[at + DICE], memo.keys[at + SIZE]
    width, base = memo.width, slot * memo.stride
    best, rolls, dead = memo.best, memo.rolls, memo.dead
    longest = memo.stops.shape[0] - size
    for index in range(size + longest):
        memo.stops[index] = worth(memo, slot, sheet.opening, index * sheet.unit)
    nothing = memo.stops[0]
    for index in range(size - 1, -1, -1):
        for count in range(1, dice + 1):
            lost = nothing
            if rescued and dead[count * width + index] > nothing:
                lost = dead[count * width + index]
            rolls[base + count * width + index] = mean_roll(
                sheet, words, reals, count, index, lost, memo.stops, 0, size, best, base, width
            )
        stop = memo.stops[index]
        for count in range(1, dice + 1):
            value = rolls[base + count * width + index]
            best[base + count * width + index] = value if value > stop else stop
        best[base + index] = best[base + dice * width + index]
