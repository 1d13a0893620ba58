"""Thousands of games, each stopped where somebody must decide, inside compiled code."""

from typing import NamedTuple

import numpy as np

from hotdice.arena.course import (
    OPENED,
    OVER,
    PHASE,
    PLACE,
    PLAYING_OFF,
    TOTAL,
    TURN,
    begin_game,
    end_turn,
    note_farkle,
    write_turn,
)
from hotdice.arena.kernel import MISSING, bot_turn
from hotdice.arena.lot_turns import Errors, Keys
from hotdice.arena.numbers import TURN_LABELS, fast_game_key, fast_mix
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, Shelf, may_stop, part_of, stops_of
from hotdice.envs.many_tables import Offers
from hotdice.envs.telling_kernel import FINE, WAITING, Setting, Stage, begins_anew, show
from hotdice.envs.views_kernel import (
    ACTOR,
    ADDRESS,
    AGENT,
    BASE,
    GAME,
    HAND,
    ROLL,
    TURN_TOTAL,
    WAITS,
    Games,
    Small,
    write_mask,
)
from hotdice.odds.compiling import compiled_apart, compiled_lean
from hotdice.players.mixing import GOLDEN

_GOLDEN = np.uint64(GOLDEN)


class PlainSheet(NamedTuple):
    """A sheet without cards as numbers, and the keeps of every roll."""

    sheet: Sheet
    tables: Words
    offers: Offers


@compiled_lean
def take_dice(sheet: Sheet, now: Ints) -> None:
    """Take all dice in hand for a new turn."""
    now[HAND] = (1 << sheet.dice) - 1
    now[TURN_TOTAL] = 0
    now[ROLL] = 0


@compiled_lean
def clear(faces: Small) -> None:
    """Nothing lies on the table."""
    for die in range(faces.size):
        faces[die] = 0


@compiled_lean
def roll_hand(sheet: Sheet, tables: Words, offers: Offers, now: Ints, faces: Small, key: np.uint64) -> bool:
    """Throw the agent's dice in hand; whether something can be kept."""
    now[ROLL] += 1
    count = 0
    for die in range(sheet.dice):
        count += (now[HAND] >> die) & 1
    label = fast_game_key(key, np.uint64(now[GAME])) + np.uint64(now[TURN]) * TURN_LABELS
    index = part_of(sheet, tables, fast_mix(label + np.uint64(now[ROLL]) * _GOLDEN), count)
    now[ADDRESS] = tables[sheet.offset + count] + index
    roll = offers.roll[now[ADDRESS]]
    rest = np.uint32(index)  # a division by a constant is cheaper without a sign
    for die in range(sheet.dice - 1, -1, -1):
        faces[die] = 0
        if (now[HAND] >> die) & 1:
            faces[die] = rest % np.uint32(6) + np.uint32(1)
            rest //= np.uint32(6)
    return bool(offers.start[roll + 1] > offers.start[roll])


@compiled_lean
def play_on(
    sheet: Sheet,
    tables: Words,
    offers: Offers,
    now: Ints,
    seats: Ints,
    faces: Small,
    table: Setting,
    shelf: Shelf | None,
    lots: Keys | None,
    errors: Errors | None,
    key: np.uint64,
) -> None:
    """Play until an agent must decide, the game is over, has gone on too long, or waits for a block."""
    count = seats.shape[1]
    now[WAITS] = 0
    while not now[OVER] and now[TURN] <= table.max_turns:
        place = now[PLACE]
        bot = (place - now[BASE] + table.seat) % count
        if (table.learners >> bot) & 1:
            now[AGENT] = place
            if roll_hand(sheet, tables, offers, now, faces, key):
                return
            note_farkle(sheet, seats, place)
        else:
            label = fast_game_key(key, np.uint64(now[GAME])) + np.uint64(now[TURN]) * TURN_LABELS
            points = bot_turn(sheet, tables, table.bots, bot, shelf, lots, errors, now, seats, label)
            if points < FARKLE:
                now[WAITS] = points - MISSING + 1
                return
            write_turn(sheet, tables, now, seats, points)
        end_turn(sheet, now, seats)
        take_dice(sheet, now)
    clear(faces)
    now[TURN_TOTAL] = 0
    now[ADDRESS] = -1
    now[AGENT] = now[ACTOR]


@compiled_lean
def keep_of(offers: Offers, now: Ints, mask: int) -> int:
    """The keep of the roll on the table that takes these dice; -1 where there is none."""
    address = now[ADDRESS]
    if address >= 0:
        roll, at = offers.roll[address], offers.first[address]
        for keep in range(offers.start[roll], offers.start[roll + 1]):
            if int(offers.spread[now[HAND], offers.lowest[at]]) == mask:
                return keep
            at += 1
    return -1


@compiled_lean
def carry_out_action(
    sheet: Sheet, tables: Words, offers: Offers, now: Ints, seats: Ints, action: int
) -> bool:
    """Set dice aside for the mover, and end the turn where the action banks; False where it is not legal.

    What is left in hand is thrown by whoever has the dice.
    """
    mask, bank = action // 2 + 1, action % 2
    keep = keep_of(offers, now, mask)
    if keep < 0:
        return False
    total, left = now[TURN_TOTAL] + offers.points[keep], int(offers.left[keep])
    if not bank:
        now[TURN_TOTAL] = total
        now[HAND] = (1 << sheet.dice) - 1 if left == sheet.dice else now[HAND] & ~mask
        return True
    place = now[PLACE]
    opened = seats[OPENED, place] != 0
    stops = stops_of(sheet, tables, seats[TOTAL, place], opened, now[PHASE] == PLAYING_OFF)
    if not may_stop(sheet, tables, stops, total, left):
        return False
    write_turn(sheet, tables, now, seats, total)
    end_turn(sheet, now, seats)
    take_dice(sheet, now)
    return True


@compiled_apart
def carry_out(sheet: Sheet, tables: Words, offers: Offers, games: Games, game: int, action: int) -> bool:
    """The same for a game by itself; the dice on the table are taken up."""
    if not carry_out_action(sheet, tables, offers, games.now[game], games.seats[game], action):
        return False
    clear(games.faces[game])
    games.now[game, ADDRESS] = -1
    return True


@compiled_apart
def take_fall(sheet: Sheet, tables: Words, offers: Offers, games: Games, game: int) -> bool:
    """The dice in hand have fallen: whether the mover must decide, else the turn is lost and is over."""
    index, count = 0, 0
    for die in range(sheet.dice):
        face = int(games.faces[game, die])
        if face:
            index = index * 6 + face - 1
            count += 1
    now, seats = games.now[game], games.seats[game]
    now[ADDRESS] = tables[sheet.offset + count] + index
    roll = offers.roll[now[ADDRESS]]
    if offers.start[roll + 1] > offers.start[roll]:
        return True
    note_farkle(sheet, seats, now[PLACE])
    end_turn(sheet, now, seats)
    take_dice(sheet, now)
    clear(games.faces[game])
    now[ADDRESS] = -1
    return False


@compiled_lean
def step_game(
    plain: PlainSheet,
    stage: Stage,
    shelf: Shelf | None,
    lots: Keys | None,
    errors: Errors | None,
    key: np.uint64,
    action: int,
    resumes: bool,
    game: int,
) -> int:
    """One step of a game: FINE, WAITING, or its number where the action is not legal."""
    sheet, tables, offers, table = plain.sheet, plain.tables, plain.offers, stage.table
    now, seats, faces = stage.games.now[game], stage.games.seats[game], stage.games.faces[game]
    legal = True
    if not resumes:
        if begins_anew(stage, game):
            begin_game(sheet, tables, now, seats)
            take_dice(sheet, now)
        else:
            legal = carry_out_action(sheet, tables, offers, now, seats, action)
    if not legal:
        return game
    play_on(sheet, tables, offers, now, seats, faces, table, shelf, lots, errors, key)
    if now[WAITS]:
        return WAITING
    write_mask(sheet, tables, offers, now, seats, stage.told.masks, game)
    show(stage, game)
    return FINE


@compiled_apart
def step_games(
    plain: PlainSheet, stage: Stage, shelf: Shelf | None, lots: Keys | None, errors: Errors | None,
    key: np.uint64, actions: Ints, resumes: bool, first: int, last: int,
) -> int:  # fmt: skip
    """One step of the games from `first` up to `last`: FINE, WAITING, or a game with an illegal action.

    A game that was over begins anew; `before[g]` gets the totals before the step. Where some wait for a block
    of a book, the call is repeated with `resumes` when it is there, and those go on.
    """
    result = FINE
    for game in range(first, last):
        if resumes and not stage.games.now[game, WAITS]:
            continue
        found = step_game(plain, stage, shelf, lots, errors, key, actions[game], resumes, game)
        if found >= 0:
            return found
        result = min(result, found)
    return result
