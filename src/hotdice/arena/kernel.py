"""Whole games inside compiled code. It plays what the referee plays; a test holds the two together."""

import numpy as np

from hotdice.arena.bots import BY_CHANCE, BY_POINTS, ERRING, FLAT, KEEP, KIND, RANDOM, RULE, STOP_AT, WIDTH
from hotdice.arena.counting_kernel import close_block, count_seat, count_turns
from hotdice.arena.course import (
    CONTENDING,
    LAST,
    MOST_TURNS,
    NOW_FIELDS,
    OPENED,
    OVER,
    PHASE,
    PLACE,
    PLAYING_OFF,
    ROUND,
    SEAT_FIELDS,
    TOTAL,
    TURN,
    WINNERS,
    begin_game,
    end_turn,
    goal_of,
    write_turn,
)
from hotdice.arena.lot_turns import Errors, Keys, erring_turn, random_turn, turn_key
from hotdice.arena.numbers import TURN_LABELS, fast_game_key
from hotdice.arena.race_kernel import NONE_MISSING, lean, run_race, runs_lean
from hotdice.arena.rule_turns import REACH, rule_turn
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.tally import Counts
from hotdice.arena.turns import FARKLE, Shelf, flat_turn, stops_of, stops_turn, table_turn
from hotdice.odds.compiling import compiled
from hotdice.odds.stopping import NEEDED, UNEVEN
from hotdice.players.policy_kernel import NO_GOAL, block_of

DONE, ENDLESS = -1, -2
"""What `play_games` returns, if it is not a block of a book that must be worked out first."""
MISSING = -(1 << 40)
"""Added to the number of such a block, where points of a turn are expected."""
PAGES = 1 << 32
"""Added to the number of a block whose page must be written."""


@compiled
def leader(seats: Ints, place: int) -> int:
    """The highest total of the others; nothing where nobody else plays."""
    best, found = 0, False
    for other in range(seats.shape[1]):
        if other != place and (not found or seats[TOTAL, other] > best):
            best, found = seats[TOTAL, other], True
    return best


@compiled
def bot_turn(
    sheet: Sheet,
    tables: Words,
    bots: int,
    bot: int,
    shelf: Shelf | None,
    lots: Keys | None,
    errors: Errors | None,
    now: Ints,
    seats: Ints,
    label: np.uint64,
) -> int:
    """The points of a bot's turn, FARKLE, or MISSING plus the block that must be worked out first.

    Without a `shelf` nobody plays from a book, without `lots` nobody draws any, without `errors` nobody errs;
    then the code for such bots is left out, which saves a quarter of the time.
    """
    place, phase = now[PLACE], now[PHASE]
    total, opened = seats[TOTAL, place], seats[OPENED, place] != 0
    row = bots + bot * WIDTH
    kind, keep, stop_at = tables[row + KIND], tables[row + KEEP], tables[row + STOP_AT]
    goal = goal_of(sheet, now, seats)
    if shelf is not None and BY_POINTS <= kind <= BY_CHANCE:
        index = shelf.indexes[0] if kind == BY_POINTS else shelf.indexes[1]
        block = block_of(index, tables, seats, place, phase == LAST, phase == PLAYING_OFF, now[ROUND], goal)
        if not shelf.ready[block]:
            return MISSING + block
        return table_turn(sheet, tables, keep, shelf, block, label)
    if errors is not None and lots is not None and kind == ERRING:
        block = block_of(
            errors.finder, tables, seats, place, phase == LAST, phase == PLAYING_OFF, now[ROUND], goal
        )
        if not errors.pages.ready[block]:
            return MISSING + PAGES + block
        lot = turn_key(lots[bot], bot, place, now, seats)
        return erring_turn(sheet, tables, keep, lot, label, errors, errors.most[bot], block)
    stops = stops_of(sheet, tables, total, opened, phase == PLAYING_OFF)
    if lots is not None and kind == RANDOM:
        lot = turn_key(lots[bot], bot, place, now, seats)
        return random_turn(sheet, tables, keep, lot, label, stops)
    if lots is not None and kind == RULE:
        reach = int(tables[stop_at + REACH])
        theirs = reach - leader(seats, place)
        need = goal if goal == NO_GOAL else goal - total
        return rule_turn(sheet, tables, keep, stop_at, label, reach - total, theirs, opened, need, stops)
    needed = int(tables[stops + NEEDED])
    if needed != UNEVEN and (kind == FLAT or goal != NO_GOAL):
        limit = int(tables[stop_at + 1]) if goal == NO_GOAL else goal - total
        return flat_turn(sheet, tables, keep, label, max(limit, needed))
    return stops_turn(sheet, tables, keep, label, stop_at, goal if goal == NO_GOAL else goal - total, stops)


@compiled
def play_games(
    sheet: Sheet,
    tables: Words,
    bots: int,
    shelf: Shelf | None,
    lots: Keys | None,
    errors: Errors | None,
    key: np.uint64,
    span: Ints,
    block: int,
    duplicate: bool,
    counts: Counts,
) -> int:
    """Play the games from `span[0]` up to `span[1]` and count: DONE, ENDLESS, or a block that is needed.

    `span[0]` is moved on with every game that is counted, so that the call can be repeated after the block
    has been worked out: a game that was broken off is played again from its first roll.
    """
    count = counts.shares.size
    now = np.zeros(NOW_FIELDS, np.int64)
    seats = np.zeros((SEAT_FIELDS, count), np.int64)
    plain = lean(sheet)
    for bot in range(count):
        plain &= runs_lean(tables, bots, bot)
    for game in range(span[0], span[1]):
        span[0] = game
        starter = game % block
        label = fast_game_key(key, np.uint64(game // block if duplicate else game))
        begin_game(sheet, tables, now, seats)
        if plain:
            label, missing = run_race(sheet, tables, bots, starter, shelf, now, seats, label)
            if missing != NONE_MISSING:
                return missing
            if now[TURN] > MOST_TURNS:
                return ENDLESS
            end_turn(sheet, now, seats)
        while not now[OVER]:
            label += TURN_LABELS
            bot = starter + now[PLACE]
            bot -= count if bot >= count else 0
            points = bot_turn(sheet, tables, bots, bot, shelf, lots, errors, now, seats, label)
            if points < FARKLE:
                return points - MISSING
            write_turn(sheet, tables, now, seats, points)
            end_turn(sheet, now, seats)
            if now[TURN] > MOST_TURNS:
                return ENDLESS
        count_turns(counts, now[TURN])
        for place in range(count):
            won = seats[CONTENDING, place] != 0
            count_seat(counts, (starter + place) % count, seats[TOTAL, place], won, now[WINNERS])
        if starter == block - 1:
            close_block(counts)
    span[0] = span[1]
    return DONE
