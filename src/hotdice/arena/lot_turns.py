"""One turn of a bot that leaves something to chance, inside compiled code: random, and a champion that errs.

Their lots are those of `hotdice.players.lots`. An offer is what a roll allows: `tables[offers + a]` says
where, from `offers` on, the keeps of the roll at address a stand: their number, then for each its
points, in steps, times 16 plus the dice of the next roll.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.course import TOTAL, TURN
from hotdice.arena.dice import DIRECT, FIRST_HALF
from hotdice.arena.numbers import SECOND_HALF, fast_fold, fast_mix
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, may_stop, part_of, roll_address
from hotdice.game import Step
from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.lots import STEPS, moment_of
from hotdice.players.mixing import GOLDEN
from hotdice.players.policy_kernel import TIE, WORST, Book, Floats, Index
from hotdice.players.worth_kernel import Desk, Pages, worths_by_desk
from hotdice.rules import FACES

_GOLDEN, _SECOND_HALF = np.uint64(GOLDEN), np.uint64(SECOND_HALF)
_S11, _S32 = np.uint64(11), np.uint64(32)
_FIRST_MOMENT = moment_of(1, 1, STEPS.index(Step.KEEP))
_MOMENTS = moment_of(2, 1, STEPS.index(Step.KEEP)) - _FIRST_MOMENT
"""From one roll of a turn to the next."""
_UNIT = 1 / 2**53

Keys = npt.NDArray[np.uint64]


class Errors(NamedTuple):
    """What is needed for the champion that errs: its book, its pages, and how much each bot may lose."""

    finder: Index
    book: Book
    pages: Pages
    desk: Desk
    most: Floats
    choices: Floats


@compiled
def turn_key(key: np.uint64, seat: int, place: int, now: Ints, seats: Ints) -> np.uint64:
    """The part of a bot's lots that does not change during a turn; totals are mixed in seat by seat."""
    number = fast_fold(fast_fold(key, seat), now[TURN])
    count = seats.shape[1]
    other = place - seat
    other += count if other < 0 else 0
    for _ in range(count):
        number = fast_fold(number, seats[TOTAL, other])
        other += 1
        other -= count if other == count else 0
    return number


@compiled
def rolled(sheet: Sheet, tables: Words, number: np.uint64, dice: int) -> int:
    """The faces of a roll as digits in base six, the first die's the most significant."""
    if dice <= DIRECT:
        return part_of(sheet, tables, number, dice)
    rest = dice - FIRST_HALF
    first = part_of(sheet, tables, number, FIRST_HALF)
    second = part_of(sheet, tables, fast_mix(number + _SECOND_HALF), rest)
    return int(first * FACES**rest + second)


@compiled
def lot_of(
    sheet: Sheet, tables: Words, key: np.uint64, roll: int, total: int, number: np.uint64, dice: int
) -> np.uint64:
    """The lot of one roll; `number` is the one that the dice came from."""
    key = fast_fold(key, _FIRST_MOMENT + roll * _MOMENTS)
    return fast_fold(fast_fold(key, total), rolled(sheet, tables, number, dice))


@compiled
def thrown(
    sheet: Sheet, tables: Words, offers: int, label: np.uint64, dice: int
) -> tuple[np.uint64, np.uint64, int, int]:
    """The next roll: its label and number, where its keeps stand, and how many there are."""
    label += _GOLDEN
    number = fast_mix(label)
    at = offers + int(tables[offers + roll_address(sheet, tables, number, dice)])
    return label, number, at, int(tables[at])


@compiled_apart
def random_turn(
    sheet: Sheet, tables: Words, offers: int, key: np.uint64, label: np.uint64, stops: int
) -> int:
    """The points of a turn of any legal choices, each as likely as the next, or FARKLE.

    `stops` is where the row of stops begins. The choices are, as the referee lists them, to roll on after
    each keep and then to stop after each keep with which that is legal.
    """
    dice, total, roll = sheet.dice, 0, 0
    while True:
        label, number, at, count = thrown(sheet, tables, offers, label, dice)
        if count == 0:
            return FARKLE
        lot = lot_of(sheet, tables, key, roll, total, number, dice)
        legal = 0
        for keep in range(at + 1, at + 1 + count):
            legal += stops_with(sheet, tables, stops, total, tables[keep])
        chosen = np.int64(((lot >> _S32) * np.uint64(count + legal)) >> _S32)
        if chosen >= count:
            chosen -= count
            for keep in range(at + 1, at + 1 + count):
                if stops_with(sheet, tables, stops, total, tables[keep]):
                    if chosen == 0:
                        return total + int(tables[keep] >> 4) * sheet.step
                    chosen -= 1
        total += int(tables[at + 1 + chosen] >> 4) * sheet.step
        dice = int(tables[at + 1 + chosen] & 15)
        roll += 1


@compiled
def stops_with(sheet: Sheet, tables: Words, stops: int, total: int, keep: int) -> bool:
    """Whether a stop is legal after a keep."""
    return may_stop(sheet, tables, stops, total + (keep >> 4) * sheet.step, keep & 15)


@compiled_apart
def erring_turn(
    sheet: Sheet,
    tables: Words,
    offers: int,
    key: np.uint64,
    label: np.uint64,
    errors: Errors,
    most: float,
    block: int,
) -> int:
    """The points of a turn in which every choice may lose up to a share of `most`, or FARKLE.

    A page holds the totals that turns reach; the few that get beyond are worth what the desk works out.
    """
    worth, choices = errors.pages.worth, errors.choices
    dice, total, roll = sheet.dice, 0, 0
    while True:
        label, number, at, count = thrown(sheet, tables, offers, label, dice)
        if count == 0:
            return FARKLE
        for each in range(count):
            keep = int(tables[at + 1 + each])
            row = total + (keep >> 4)
            if row < worth.shape[1]:
                choices[2 * each] = worth[block, row, 0]
                choices[2 * each + 1] = worth[block, row, keep & 15]
            else:
                stopped, rolled_on = worths_by_desk(errors.book, errors.desk, block, row, keep & 15)
                choices[2 * each] = stopped
                choices[2 * each + 1] = rolled_on
        lot = lot_of(sheet, tables, key, roll, total * sheet.step, number, dice)
        chosen = erring_choice(choices, 2 * count, allowed_by(lot, most))
        keep = int(tables[at + 1 + (chosen >> 1)])
        total += keep >> 4
        dice = keep & 15
        if chosen & 1 == 0:
            return total * sheet.step
        roll += 1


@compiled
def allowed_by(lot: np.uint64, most: float) -> float:
    """The loss that a lot allows, from nothing to `most`."""
    return most * (np.float64(lot >> _S11) * _UNIT)


@compiled
def erring_choice(choices: Floats, count: int, allowed: float) -> int:
    """As `ErringBot`: of the choices that lose no more than is allowed the worst, of equal ones the first.

    A stop that is not legal is worth WORST. As good as the best counts whatever is less than TIE away.
    """
    best = WORST
    for choice in range(count):
        best = max(best, choices[choice])
    chosen = 0
    while choices[chosen] < best - TIE:
        chosen += 1
    first = worst = choices[chosen]
    for choice in range(count):
        value = choices[choice]
        if WORST < value < worst and first - value <= allowed:
            worst = value
            chosen = choice
    return chosen
