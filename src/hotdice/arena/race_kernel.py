"""The long middle of a race between bots with one limit each, which is nearly all of it, played lean.

Everything that cannot happen before somebody reaches the target is left out: last turns, play-offs, rounds
that are counted. `play_games` goes on from the turn that ends it.
"""

import numpy as np

from hotdice.arena.bots import KEEP, STOP_AT, WIDTH
from hotdice.arena.course import FARKLES, MOST_TURNS, OPENED, PLACE, ROUND, TOTAL, TURN, meets, note_farkle
from hotdice.arena.numbers import TURN_LABELS
from hotdice.arena.sheets import EXACTLY, Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, flat_turn
from hotdice.players.compiled import compiled


@compiled
def lean(sheet: Sheet) -> bool:
    """Whether a sheet is a race in which what a stop needs depends on nothing but who is on the board."""
    return (
        sheet.target > 0
        and sheet.rounds == 0
        and sheet.reach != EXACTLY
        and (sheet.minimum == 0 or sheet.minimum_binds_win)
    )


@compiled
def run_race(
    sheet: Sheet, tables: Words, bots: int, starter: int, now: Ints, seats: Ints, label: np.uint64
) -> np.uint64:
    """Play the turns up to the one that reaches the target, that one included; the label of the last.

    The sheet must be `lean`, all bots of kind FLAT. What follows the last turn is left to the caller.
    """
    count = seats.shape[1]
    place, turn, rounds = 0, now[TURN], now[ROUND]
    opening = sheet.opening if sheet.must_reach else 0
    while True:
        label += TURN_LABELS
        bot = starter + place
        row = bots + (bot - count if bot >= count else bot) * WIDTH
        opened = seats[OPENED, place]
        limit = max(int(tables[tables[row + STOP_AT] + 1]), sheet.minimum, 0 if opened else opening)
        points = flat_turn(sheet, tables, int(tables[row + KEEP]), label, limit)
        if sheet.penalty_points and points == FARKLE:
            note_farkle(sheet, seats, place)
        else:
            counts = points > 0 and (opened != 0 or points >= sheet.opening)
            seats[TOTAL, place] += points if counts else 0
            seats[OPENED, place] = opened | counts
            seats[FARKLES, place] = 0
        if meets(sheet, seats[TOTAL, place], sheet.target) or turn > MOST_TURNS:
            break
        turn += 1
        place += 1
        if place == count:
            place = 0
            rounds += 1
    now[PLACE] = place
    now[TURN] = turn
    now[ROUND] = rounds
    return label
