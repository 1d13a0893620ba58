"""The course of a game inside compiled code: whose turn follows, when it ends, who has won.

It follows the referee's `turns.py` step by step; tests hold the two together. Places are seats counted from
the one that begins. A game is two arrays: `now` with the fields below, and `seats[field, place]`.
"""

import numpy as np

from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, kind_of, stops_of
from hotdice.odds.compiling import compiled
from hotdice.odds.goal_kernel import after_farkle, meets
from hotdice.odds.rule_numbers import (
    FINISH_ROUND,
    LAST_LICKS,
    MORE_THAN,
    NO_BUMP,
    NO_CHANCE,
    PLAY_OFF,
    TO_ZERO,
    TRIGGER_KEEPS,
)
from hotdice.odds.stopping import NOTHING
from hotdice.players.policy_kernel import NO_GOAL

TURN, ROUND, PLACE, PHASE, TRIGGER, LEFT, OVER, WINNERS = range(8)
NOW_FIELDS = 8
TOTAL, OPENED, FARKLES, CONTENDING = range(4)
SEAT_FIELDS = 4
NORMAL, LAST, PLAYING_OFF = range(3)
MOST_TURNS = 20_000
"""A game that has not ended by then counts as one without end."""


@compiled
def begin_game(sheet: Sheet, tables: Words, now: Ints, seats: Ints) -> None:
    """Set everything to the start of a game."""
    for place in range(seats.shape[1]):
        seats[TOTAL, place] = tables[sheet.compensation + place]
        seats[OPENED, place] = sheet.opening == 0
        seats[FARKLES, place] = 0
        seats[CONTENDING, place] = 1
    now[TURN] = 1
    now[ROUND] = 1
    now[PLACE] = 0
    now[PHASE] = NORMAL
    now[TRIGGER] = -1
    now[LEFT] = 0
    now[OVER] = 0
    now[WINNERS] = 0


@compiled
def write_turn(sheet: Sheet, tables: Words, now: Ints, seats: Ints, points: int) -> None:
    """Write the end of a turn onto the score sheet: FARKLE, or the turn total at which it stopped."""
    place = now[PLACE]
    if points == FARKLE:
        note_farkle(sheet, seats, place)
        return
    total = seats[TOTAL, place]
    stops = stops_of(sheet, tables, total, seats[OPENED, place] != 0, now[PHASE] == PLAYING_OFF)
    counted = 0 if kind_of(sheet, tables, stops, points) == NOTHING else points
    seats[TOTAL, place] = total + counted
    seats[FARKLES, place] = 0
    if counted > 0:
        seats[OPENED, place] = 1
        if sheet.bump != NO_BUMP:
            bump(sheet, seats, place, total)
    elif sheet.welfare and now[PHASE] != PLAYING_OFF and total + points > sheet.target:
        give_to_the_poorest(sheet, seats, place, points)


@compiled
def bump(sheet: Sheet, seats: Ints, place: int, before: int) -> None:
    """Send back whoever has the total on which a player has landed, coming from `before`."""
    for other in range(seats.shape[1]):
        if other != place and seats[TOTAL, other] == seats[TOTAL, place]:
            seats[TOTAL, other] = 0 if sheet.bump == TO_ZERO else before


@compiled
def give_to_the_poorest(sheet: Sheet, seats: Ints, place: int, points: int) -> None:
    """A turn went beyond an exact target: the lowest other total gets it, if it stays below."""
    count = seats.shape[1]
    lowest = -1
    for turns in range(1, count):  # of equal ones the next to play
        other = (place + turns) % count
        if lowest < 0 or seats[TOTAL, other] < seats[TOTAL, lowest]:
            lowest = other
    if lowest >= 0 and seats[TOTAL, lowest] + points < sheet.target:
        seats[TOTAL, lowest] += points


@compiled
def note_farkle(sheet: Sheet, seats: Ints, place: int) -> None:
    """Count a farkle and take what it costs."""
    lost, count = after_farkle(
        seats[TOTAL, place], seats[FARKLES, place], sheet.penalty_count, sheet.penalty_points,
        sheet.penalty_restarts, sheet.penalty_floor,
    )  # fmt: skip
    seats[TOTAL, place] -= lost
    seats[FARKLES, place] = count


@compiled
def goal_of(sheet: Sheet, now: Ints, seats: Ints) -> int:
    """The total that wins the turn that begins now, as the players' `total_to_win`; NO_GOAL: no last turn."""
    phase = now[PHASE]
    if phase == NORMAL and now[ROUND] != sheet.rounds:
        return NO_GOAL
    place, count = now[PLACE], seats.shape[1]
    if phase == NORMAL and place < count - 1:
        return NO_GOAL
    if phase == PLAYING_OFF:
        for other in range(place + 1, count):
            if seats[CONTENDING, other]:
                return NO_GOAL
    if sheet.solo_goal:
        return sheet.solo_goal + (1 if sheet.reach == MORE_THAN else 0)
    best = 0
    found = False
    for other in range(count):
        total = seats[TOTAL, other]
        if other != place and seats[CONTENDING, other] and (not found or total > best):
            best = total
            found = True
    trigger = now[TRIGGER]
    must_beat = sheet.ties == PLAY_OFF or (
        sheet.ties == TRIGGER_KEEPS and trigger >= 0 and seats[TOTAL, trigger] == best
    )
    return best + (sheet.step if must_beat else 0)


@compiled
def end_turn(sheet: Sheet, now: Ints, seats: Ints) -> None:
    """What follows a turn: the next one, the last turns, a play-off, the end."""
    place, count = now[PLACE], seats.shape[1]
    if now[PHASE] == NORMAL and sheet.target and meets(sheet.reach, seats[TOTAL, place], sheet.target):
        if sheet.last_chance == NO_CHANCE:
            win_alone(now, seats, place)
            return
        now[TRIGGER] = place
        now[PHASE] = LAST
        now[LEFT] = count - 1 - place if sheet.last_chance == FINISH_ROUND else count - 1
    elif now[PHASE] == LAST and sheet.last_chance == LAST_LICKS and leads(seats, place):
        now[TRIGGER] = place
        now[LEFT] = count - 1
    following = -1
    if now[PHASE] == NORMAL:
        if place < count - 1:
            following = place + 1
        elif now[ROUND] != sheet.rounds:
            following = 0
    elif now[PHASE] == LAST:
        if now[LEFT] > 0:
            now[LEFT] -= 1
            following = place + 1 if place < count - 1 else 0
    else:
        for other in range(count - 1, place, -1):
            if seats[CONTENDING, other]:
                following = other
    if following < 0:
        finish(sheet, now, seats)
        return
    now[ROUND] += following <= place
    now[PLACE] = following
    now[TURN] += 1


@compiled
def leads(seats: Ints, place: int) -> bool:
    """Whether a player has passed everybody else."""
    ahead = True
    for other in range(seats.shape[1]):
        ahead &= other == place or seats[TOTAL, other] < seats[TOTAL, place]
    return ahead


@compiled
def win_alone(now: Ints, seats: Ints, winner: int) -> None:
    """End the game with one winner."""
    for place in range(seats.shape[1]):
        seats[CONTENDING, place] = place == winner
    now[OVER] = 1
    now[WINNERS] = 1


@compiled
def finish(sheet: Sheet, now: Ints, seats: Ints) -> None:
    """Every turn is played: name the winners, or let the tied play on."""
    if sheet.solo_goal:
        won = meets(sheet.reach, seats[TOTAL, 0], sheet.solo_goal)
        seats[CONTENDING, 0] = won
        now[OVER] = 1
        now[WINNERS] = 1 if won else 0
        return
    leaders = leave_leaders(seats)
    trigger = now[TRIGGER]
    if leaders > 1 and sheet.ties == PLAY_OFF:
        now[PHASE] = PLAYING_OFF
        for other in range(seats.shape[1] - 1, -1, -1):
            if seats[CONTENDING, other]:
                now[PLACE] = other
        now[ROUND] += 1
        now[TURN] += 1
    elif sheet.ties == TRIGGER_KEEPS and trigger >= 0 and seats[CONTENDING, trigger]:
        win_alone(now, seats, trigger)
    else:
        now[OVER] = 1
        now[WINNERS] = leaders


@compiled
def leave_leaders(seats: Ints) -> int:
    """Strike all but the leaders off the contenders; how many are left."""
    best = np.int64(0)
    found = False
    for place in range(seats.shape[1]):
        if seats[CONTENDING, place] and (not found or seats[TOTAL, place] > best):
            best = seats[TOTAL, place]
            found = True
    leaders = 0
    for place in range(seats.shape[1]):
        if seats[CONTENDING, place] and seats[TOTAL, place] == best:
            leaders += 1
        else:
            seats[CONTENDING, place] = 0
    return leaders
