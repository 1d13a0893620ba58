"""Many games side by side, inside compiled code: each goes on until a turn must be worked out first.

Champions in games of three and more play from a table of too many states to note the play of each. So games
are played up to such a turn, all those turns are solved together, eight in a group, and played, and so on.
"""

import numpy as np
import numpy.typing as npt

from hotdice.arena.course import (
    LAST,
    LEFT,
    MOST_TURNS,
    OVER,
    PHASE,
    PLACE,
    TRIGGER,
    TURN,
    begin_game,
    end_turn,
    write_turn,
)
from hotdice.arena.kernel import DONE, ENDLESS, MISSING, bot_turn
from hotdice.arena.numbers import TURN_LABELS, fast_game_key, fast_mix
from hotdice.arena.sheets import Flags, Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, Shelf, roll_address
from hotdice.odds.compiling import compiled_apart
from hotdice.odds.lanes import LANES
from hotdice.players.mixing import GOLDEN
from hotdice.players.trio_kernel import TrioBook, TrioRoom, ask, begin_of, choose, solve_asked, top_of

Labels = npt.NDArray[np.uint64]
_GOLDEN = np.uint64(GOLDEN)


@compiled_apart
def begin_games(
    sheet: Sheet, tables: Words, key: np.uint64, numbers: Ints, now: Ints, seats: Ints, labels: Labels
) -> None:
    """Set some games to their start; `numbers` are those under which their dice are drawn."""
    for game in range(numbers.size):
        labels[game] = fast_game_key(key, np.uint64(numbers[game]))
        begin_game(sheet, tables, now[game], seats[game])


@compiled_apart
def advance(
    sheet: Sheet,
    tables: Words,
    bots: int,
    trios: Flags,
    shelf: Shelf | None,
    book: TrioBook,
    now: Ints,
    seats: Ints,
    labels: Labels,
    starters: Ints,
    waiting: Flags,
    asked: Ints,
) -> int:
    """Play every game on until it is over or waits for a turn of a bot in `trios`, written to `asked`.

    `trios` has how many of those who still play count to such a bot in last turns, 0 for every other bot.

    DONE, ENDLESS, or a block of a book that must be worked out first.
    """
    count = seats.shape[2]
    for game in range(now.shape[0]):
        at, players = now[game], seats[game]
        while not at[OVER] and not waiting[game]:
            label = labels[game] + TURN_LABELS
            bot = starters[game] + at[PLACE]
            bot -= count if bot >= count else 0
            if trios[bot]:
                last = at[PHASE] == LAST
                ask(book, players, at[PLACE], last, at[TRIGGER], at[LEFT], trios[bot], asked[game])
                waiting[game] = 1
            else:
                points = bot_turn(sheet, tables, bots, bot, shelf, None, None, at, players, label)
                if points < FARKLE:
                    return int(points - MISSING)
                write_turn(sheet, tables, at, players, points)
                end_turn(sheet, at, players)
            labels[game] = label
            if at[TURN] > MOST_TURNS:
                return ENDLESS
    return DONE


@compiled_apart
def sort_keys(book: TrioBook, asked: Ints, games: Ints, keys: Ints) -> None:
    """A number for each game by which turns of one kind and length come together."""
    for k in range(games.size):
        one = asked[games[k]]
        keys[k] = (one[0] * 4096 + begin_of(book, one)) * 4096 + top_of(book, one)


@compiled_apart
def play_asked(
    sheet: Sheet,
    tables: Words,
    classes: int,
    book: TrioBook,
    room: TrioRoom,
    games: Ints,
    asked: Ints,
    now: Ints,
    seats: Ints,
    labels: Labels,
    waiting: Flags,
) -> None:
    """Solve the turns that some games wait for, in the order given, and play them."""
    numbers, start = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    lost, out = np.zeros(LANES), np.zeros((1, LANES))
    for first in range(0, games.size, LANES):
        for lane in range(LANES):
            numbers[lane] = games[min(first + lane, games.size - 1)]
        top = solve_asked(book, asked, numbers, room, start, lost, out)
        for lane in range(min(LANES, games.size - first)):
            game = numbers[lane]
            label = labels[game]
            row, dice, points = start[lane], sheet.dice, FARKLE
            while row < top:
                label += _GOLDEN
                kind = int(tables[classes + roll_address(sheet, tables, fast_mix(label), dice)])
                if kind == 0:
                    break
                gained, dice, stops = choose(book, room, row, dice, kind, lane)
                row += gained
                if stops:
                    points = (row - start[lane]) * book.step
                    break
            waiting[game] = 0
            write_turn(sheet, tables, now[game], seats[game], points)
            end_turn(sheet, now[game], seats[game])
