"""The long middle of a race between bots with one limit or a book each, nearly all of it, played lean.

Everything that cannot happen before somebody reaches the target is left out: last turns, play-offs, rounds
that are counted. `play_games` goes on from the turn that ends it.
"""

import numpy as np

from hotdice.arena.bots import BY_CHANCE, BY_POINTS, FLAT, KEEP, KIND, STOP_AT, WIDTH
from hotdice.arena.course import FARKLES, MOST_TURNS, OPENED, PLACE, ROUND, TOTAL, TURN, note_farkle
from hotdice.arena.numbers import TURN_LABELS
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, Shelf, flat_turn, stops_of, table_turn
from hotdice.odds.compiling import compiled
from hotdice.odds.goal_kernel import meets
from hotdice.odds.rule_numbers import NO_BUMP
from hotdice.odds.stopping import COUNTED, NEEDED
from hotdice.players.policy_kernel import NO_GOAL, block_of

NONE_MISSING = -1


@compiled
def lean(sheet: Sheet) -> bool:
    """Whether a sheet is a race in which what a stop needs depends on nothing but who is on the board."""
    return sheet.target > 0 and sheet.rounds == 0 and sheet.even and sheet.bump == NO_BUMP


@compiled
def runs_lean(tables: Words, bots: int, bot: int) -> bool:
    """Whether a bot can play in `run_race`."""
    kind = tables[bots + bot * WIDTH + KIND]
    return bool(kind == FLAT or BY_POINTS <= kind <= BY_CHANCE)


@compiled
def run_race(
    sheet: Sheet,
    tables: Words,
    bots: int,
    starter: int,
    shelf: Shelf | None,
    now: Ints,
    seats: Ints,
    label: np.uint64,
) -> tuple[np.uint64, int]:
    """Play the turns up to the one that reaches the target, that one included.

    Gives the label of the last turn and NONE_MISSING, or the block of a book that must be worked out first.
    The sheet must be `lean`, and `runs_lean` of all bots. What follows the last turn is left to the caller.
    """
    count = seats.shape[1]
    place, turn, rounds = 0, now[TURN], now[ROUND]
    closed, on_board = stops_of(sheet, tables, 0, False, False), stops_of(sheet, tables, 0, True, False)
    needed, needed_closed = int(tables[on_board + NEEDED]), int(tables[closed + NEEDED])
    counted, counted_closed = int(tables[on_board + COUNTED]), int(tables[closed + COUNTED])
    while True:
        label += TURN_LABELS
        bot = starter + place
        row = bots + (bot - count if bot >= count else bot) * WIDTH
        opened, keep, kind = seats[OPENED, place], int(tables[row + KEEP]), tables[row + KIND]
        if shelf is not None and kind != FLAT:
            index = shelf.indexes[0] if kind == BY_POINTS else shelf.indexes[1]
            block = block_of(index, tables, seats, place, False, False, rounds, NO_GOAL)
            if not shelf.ready[block]:
                return label, block
            points = table_turn(sheet, tables, keep, shelf, block, label)
        else:
            limit = max(int(tables[tables[row + STOP_AT] + 1]), needed if opened else needed_closed)
            points = flat_turn(sheet, tables, keep, label, limit)
        if sheet.penalty_points and points == FARKLE:
            note_farkle(sheet, seats, place)
        else:
            counts = points >= (counted if opened else counted_closed)
            seats[TOTAL, place] += points if counts else 0
            seats[OPENED, place] = opened | counts
            seats[FARKLES, place] = 0
        if meets(sheet.reach, seats[TOTAL, place], sheet.target) or turn > MOST_TURNS:
            break
        turn += 1
        place += 1
        if place == count:
            place = 0
            rounds += 1
    now[PLACE] = place
    now[TURN] = turn
    now[ROUND] = rounds
    return label, NONE_MISSING
