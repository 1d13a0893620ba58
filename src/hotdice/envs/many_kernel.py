"""Thousands of games, each stopped where its agent must decide, inside compiled code."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.bots import NO_NOTES
from hotdice.arena.course import (
    NOW_FIELDS,
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
from hotdice.arena.kernel import bot_turn
from hotdice.arena.numbers import TURN_LABELS, fast_game_key, fast_mix
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import needed_to_bank, part_of
from hotdice.envs.many_tables import Offers
from hotdice.players.compiled import compiled, compiled_apart
from hotdice.players.mixing import GOLDEN

AGENT, HAND, TURN_TOTAL, ROLL, GAME = range(NOW_FIELDS, NOW_FIELDS + 5)
FIELDS = NOW_FIELDS + 5
_GOLDEN = np.uint64(GOLDEN)
_READY, _NEAR, _FAR, _PLANS = NO_NOTES.ready, NO_NOTES.near, NO_NOTES.far, NO_NOTES.plans


class Games(NamedTuple):
    """All games: the course of each and its turn (`now[game]`), its score sheet, the faces of its dice."""

    now: Ints
    seats: Ints
    faces: npt.NDArray[np.int8]


class Table(NamedTuple):
    """What all games have in common."""

    bots: int
    max_turns: int
    rotate: bool


@compiled
def take_dice(sheet: Sheet, now: Ints) -> None:
    """Take all dice in hand for a new turn."""
    now[HAND] = (1 << sheet.dice) - 1
    now[TURN_TOTAL] = 0
    now[ROLL] = 0


@compiled
def roll_hand(sheet: Sheet, tables: Words, offers: Offers, games: Games, key: np.uint64, game: int) -> bool:
    """Throw the agent's dice in hand; whether something can be kept."""
    now = games.now[game]
    now[ROLL] += 1
    count = 0
    for die in range(sheet.dice):
        count += (now[HAND] >> die) & 1
    label = fast_game_key(key, np.uint64(now[GAME])) + np.uint64(now[TURN]) * TURN_LABELS
    index = part_of(sheet, tables, fast_mix(label + np.uint64(now[ROLL]) * _GOLDEN), count)
    roll = offers.roll[tables[sheet.offset + count] + index]
    rest = index
    for die in range(sheet.dice - 1, -1, -1):
        games.faces[game, die] = 0
        if (now[HAND] >> die) & 1:
            games.faces[game, die] = rest % 6 + 1
            rest //= 6
    return bool(offers.start[roll + 1] > offers.start[roll])


@compiled_apart
def play_on(
    sheet: Sheet, tables: Words, offers: Offers, games: Games, table: Table, key: np.uint64, game: int
) -> None:
    """Play until the agent must decide, the game is over, or it has gone on too long."""
    now, seats = games.now[game], games.seats[game]
    count = seats.shape[1]
    while not now[OVER] and now[TURN] <= table.max_turns:
        place = now[PLACE]
        if place == now[AGENT]:
            if roll_hand(sheet, tables, offers, games, key, game):
                return
            note_farkle(sheet, seats, place)
        else:
            label = fast_game_key(key, np.uint64(now[GAME])) + np.uint64(now[TURN]) * TURN_LABELS
            bot = (place - now[AGENT]) % count - 1
            points = bot_turn(
                sheet,
                tables,
                table.bots,
                bot,
                None,
                _READY,
                _NEAR,
                _FAR,
                _PLANS,
                None,
                None,
                now,
                seats,
                label,
            )
            write_turn(sheet, now, seats, points)
        end_turn(sheet, now, seats)
        take_dice(sheet, now)
    games.faces[game, :] = 0
    now[TURN_TOTAL] = 0


@compiled
def lowest_mask(sheet: Sheet, offers: Offers, games: Games, game: int, keep: int) -> int:
    """The lowest dice on the table that make a keep, as a mask."""
    mask = 0
    for face in range(6):
        wanted = int(offers.taken[keep, face])
        for die in range(sheet.dice):
            if wanted and games.faces[game, die] == face + 1:
                mask |= 1 << die
                wanted -= 1
    return mask


@compiled
def roll_of(sheet: Sheet, tables: Words, offers: Offers, games: Games, game: int) -> int:
    """The number of the roll on the table."""
    index, count = 0, 0
    for die in range(sheet.dice):
        face = int(games.faces[game, die])
        if face:
            index = index * 6 + face - 1
            count += 1
    return int(offers.roll[tables[sheet.offset + count] + index])


@compiled
def may_bank(sheet: Sheet, games: Games, game: int, total: int, left: int) -> bool:
    """Whether the agent may stop with this turn total and these dice left to roll."""
    now, seats = games.now[game], games.seats[game]
    place = now[PLACE]
    needed, lucky = needed_to_bank(
        sheet, seats[TOTAL, place], seats[OPENED, place] != 0, now[PHASE] == PLAYING_OFF
    )
    return (total >= needed or total == lucky) and not (sheet.hot_forced and left == sheet.dice)


@compiled_apart
def act(
    sheet: Sheet,
    tables: Words,
    offers: Offers,
    games: Games,
    table: Table,
    key: np.uint64,
    game: int,
    action: int,
) -> bool:
    """Carry out the agent's action and play on; False where the action is not legal."""
    now, seats = games.now[game], games.seats[game]
    mask, bank = action // 2 + 1, action % 2
    roll = roll_of(sheet, tables, offers, games, game)
    for keep in range(offers.start[roll], offers.start[roll + 1]):
        if lowest_mask(sheet, offers, games, game, keep) != mask:
            continue
        total = now[TURN_TOTAL] + offers.points[keep]
        left = int(offers.left[keep])
        if not bank:
            now[TURN_TOTAL] = total
            now[HAND] = (1 << sheet.dice) - 1 if left == sheet.dice else now[HAND] & ~mask
        elif may_bank(sheet, games, game, total, left):
            write_turn(sheet, now, seats, total)
            end_turn(sheet, now, seats)
            take_dice(sheet, now)
        else:
            return False
        play_on(sheet, tables, offers, games, table, key, game)
        return True
    return False


@compiled_apart
def fill_masks(
    sheet: Sheet,
    tables: Words,
    offers: Offers,
    games: Games,
    masks: npt.NDArray[np.int8],
    points: npt.NDArray[np.int32],
    left: npt.NDArray[np.int8],
    first: int,
    last: int,
) -> None:
    """For each game the legal actions, and of each the points and the dice of the next roll."""
    masks[first:last] = 0
    for game in range(first, last):
        if not games.faces[game].any():
            continue
        roll = roll_of(sheet, tables, offers, games, game)
        for keep in range(offers.start[roll], offers.start[roll + 1]):
            action = 2 * (lowest_mask(sheet, offers, games, game, keep) - 1)
            total = games.now[game, TURN_TOTAL] + offers.points[keep]
            masks[game, action] = 1
            masks[game, action + 1] = may_bank(sheet, games, game, total, int(offers.left[keep]))
            points[game, action] = points[game, action + 1] = offers.points[keep]
            left[game, action] = left[game, action + 1] = offers.left[keep]


@compiled_apart
def step_games(
    sheet: Sheet,
    tables: Words,
    offers: Offers,
    games: Games,
    table: Table,
    key: np.uint64,
    actions: Ints,
    before: Ints,
    first: int,
    last: int,
) -> int:
    """One step of the games from `first` up to `last`; the number of a game with an illegal action, or -1.

    A game that was over begins anew; `before[g]` gets the agent's total before the step.
    """
    count = games.seats.shape[2]
    for game in range(first, last):
        now, seats = games.now[game], games.seats[game]
        if now[OVER] or now[TURN] > table.max_turns:
            now[GAME] += games.now.shape[0]
            if table.rotate:
                now[AGENT] = (now[AGENT] - 1) % count
            begin_game(sheet, tables, now, seats)
            take_dice(sheet, now)
            play_on(sheet, tables, offers, games, table, key, game)
            before[game] = seats[TOTAL, now[AGENT]]
            continue
        before[game] = seats[TOTAL, now[AGENT]]
        if not act(sheet, tables, offers, games, table, key, game, actions[game]):
            return game
    return -1
