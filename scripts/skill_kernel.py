"""Games with their accounts, inside compiled code: what every decision gave away, by the champion's values.

The course of a game and the turns of its bots are the simulator's; beside each decision the best one is
looked up. A test holds the accounts to those that the coach writes about the same games.
"""

from typing import NamedTuple

import numpy as np

from hotdice.arena.bots import BY_CHANCE, BY_POINTS, KEEP, KIND, STOP_AT, WIDTH
from hotdice.arena.course import (
    CONTENDING,
    LAST,
    NOW_FIELDS,
    OPENED,
    OVER,
    PHASE,
    PLACE,
    PLAYING_OFF,
    ROUND,
    SEAT_FIELDS,
    TOTAL,
    WINNERS,
    begin_game,
    end_turn,
    goal_of,
    write_turn,
)
from hotdice.arena.kernel import DONE, PAGES
from hotdice.arena.numbers import TURN_LABELS, fast_game_key, fast_mix
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, Shelf, may_stop, roll_address, stops_of
from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.mixing import GOLDEN
from hotdice.players.policy_kernel import NO_GOAL, WORST, Book, Floats, Index, block_of, plan_of
from hotdice.players.worth_kernel import Desk, Pages, worths_by_desk

_GOLDEN = np.uint64(GOLDEN)


class Coach(NamedTuple):
    """What the account is written by: the champion's values, and what every roll offers."""

    finder: Index
    book: Book
    pages: Pages
    desk: Desk
    offers: int


@compiled
def worth_of(coach: Coach, block: int, total: int, dice: int) -> tuple[float, float]:
    """What stopping with a total, in steps, and rolling so many dice on are worth to the mover."""
    worth = coach.pages.worth
    if total < worth.shape[1]:
        return worth[block, total, 0], worth[block, total, dice]
    return worths_by_desk(coach.book, coach.desk, block, total, dice)


@compiled_apart
def accounted_turn(
    sheet: Sheet, tables: Words, row: int, shelf: Shelf | None, own_block: int, coach: Coach, block: int,
    goal: int, stops: int, label: np.uint64, gifts: Floats, place: int,
) -> int:  # fmt: skip
    """The points of a turn, or FARKLE; what its decisions gave away is added to `gifts[place]`."""
    kind, keep, stop_at = tables[row + KIND], tables[row + KEEP], tables[row + STOP_AT]
    dice, total = sheet.dice, 0
    while True:
        label += _GOLDEN
        address = roll_address(sheet, tables, fast_mix(label), dice)
        at = coach.offers + int(tables[coach.offers + address])
        count = int(tables[at])
        if count == 0:
            return FARKLE
        best = WORST
        for option in range(at + 1, at + 1 + count):
            word = int(tables[option])
            bank, roll = worth_of(coach, block, total + (word >> 4), word & 15)
            best = max(best, bank, roll)
        if shelf is not None and BY_POINTS <= kind <= BY_CHANCE:
            entry = int(
                shelf.plans[plan_of(shelf.near, shelf.far, own_block, total, dice), tables[keep + address]]
            )
            total += entry >> 5
            dice = (entry >> 1) & 15
            stop = entry & 1 == 1
        else:
            entry = int(tables[keep + address])
            total += (entry >> 4) // sheet.step
            dice = entry & 15
            limit = int(tables[stop_at + dice]) if goal == NO_GOAL else goal
            points = total * sheet.step
            stop = points >= limit and may_stop(sheet, tables, stops, points, dice)
        bank, roll = worth_of(coach, block, total, dice)
        gifts[place] += best - (bank if stop else roll)
        if stop:
            return total * sheet.step


@compiled_apart
def accounted_games(
    sheet: Sheet, tables: Words, bots: int, shelf: Shelf | None, coach: Coach, key: np.uint64, span: Ints,
    results: Floats, adjusted: Floats,
) -> int:  # fmt: skip
    """Games of two from `span[0]` up to `span[1]`, beginning in turn: what the first bot made of them.

    `results` is its share of the win, `adjusted` the same without the luck of all throws. As `play_games` it
    returns DONE or the block that must be worked out before the call is repeated, plus PAGES for the coach's.
    """
    now = np.zeros(NOW_FIELDS, np.int64)
    seats = np.zeros((SEAT_FIELDS, 2), np.int64)
    gifts = np.zeros(2)
    for game in range(span[0], span[1]):
        span[0] = game
        starter = game % 2
        label = fast_game_key(key, np.uint64(game))
        begin_game(sheet, tables, now, seats)
        gifts[:] = 0.0
        start = -1.0
        while not now[OVER]:
            label += TURN_LABELS
            place, phase = now[PLACE], now[PHASE]
            row = bots + (starter + place) % 2 * WIDTH
            goal = goal_of(sheet, now, seats)
            last, off = phase == LAST, phase == PLAYING_OFF
            block = block_of(coach.finder, tables, seats, place, last, off, now[ROUND], goal)
            if not coach.pages.ready[block]:
                return PAGES + block
            own_block = -1
            kind = tables[row + KIND]
            if shelf is not None and BY_POINTS <= kind <= BY_CHANCE:
                index = shelf.indexes[0] if kind == BY_POINTS else shelf.indexes[1]
                own_block = block_of(index, tables, seats, place, last, off, now[ROUND], goal)
                if not shelf.ready[own_block]:
                    return own_block
            if start < 0:
                start = coach.pages.worth[block, 0, sheet.dice]
            total = seats[TOTAL, place]
            stops = stops_of(sheet, tables, total, seats[OPENED, place] != 0, off)
            needed = goal if goal == NO_GOAL else goal - total
            points = accounted_turn(
                sheet, tables, row, shelf, own_block, coach, block, needed, stops, label, gifts, place
            )
            write_turn(sheet, tables, now, seats, points)
            end_turn(sheet, now, seats)
        mine = starter  # the first bot's place: seats are counted from the one that begins
        results[game] = seats[CONTENDING, mine] / now[WINNERS]
        begun = start if mine == 0 else 1.0 - start
        adjusted[game] = begun - gifts[mine] + gifts[1 - mine]
    span[0] = span[1]
    return DONE
