"""Games played to their end by luck alone, in compiled code, along the simulator's course.

What a turn brings is not rolled but looked up: its luck, a number from 0 to 1, says it by chances that are
known. A game is a row of `now` and one of `seats`, see `course`.
"""

from typing import NamedTuple

from hotdice.arena import course
from hotdice.arena.course import OVER, PLACE, TOTAL, end_turn, goal_of, leave_leaders, write_turn
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import FARKLE, stops_of
from hotdice.odds.compiling import compiled_lean
from hotdice.odds.plan import Floats
from hotdice.odds.stopping import COUNTED
from hotdice.players.policy_kernel import NO_GOAL


class Stretch(NamedTuple):
    """What some turns bring, by the luck of each turn and game: `luck` itself, and `points` of it.

    `points[mark]` are those of a player with a mark (farkles in a row, and behind all of them again for those
    not on the board) who plays for points, FARKLE or any number. `chase[d]` is the chance to score d steps or
    more in one turn, and `counters` are the marks of a player on the board.
    """

    luck: Floats
    points: Ints
    chase: Floats
    counters: int


@compiled_lean
def turn_by_luck(
    sheet: Sheet, tables: Words, stretch: Stretch, now: Ints, seats: Ints, turn: int, game: int
) -> int:
    """The points of the turn at hand, or FARKLE: a last turn goes for the lead, any other one for points."""
    place = now[PLACE]
    total, opened = seats[TOTAL, place], seats[course.OPENED, place] != 0
    goal = goal_of(sheet, now, seats)
    if goal == NO_GOAL:
        mark = min(seats[course.FARKLES, place], stretch.counters - 1)
        if not opened:
            mark += len(stretch.points) - stretch.counters
        return int(stretch.points[mark, turn, game])
    need = -((total - goal) // sheet.step)
    if need <= 0:
        return 0
    stops = stops_of(sheet, tables, total, opened, now[course.PHASE] == course.PLAYING_OFF)
    wanted = min(max(need, int(tables[stops + COUNTED]) // sheet.step), len(stretch.chase) - 1)
    return wanted * sheet.step if stretch.luck[turn, game] < stretch.chase[wanted] else FARKLE


@compiled_lean
def end_turns(sheet: Sheet, tables: Words, ends: Ints, now: Ints, seats: Ints) -> int:
    """End the turn at hand of every game, each in its own way; how many games go on."""
    on = 0
    for game in range(len(now)):
        write_turn(sheet, tables, now[game], seats[game], ends[game])
        end_turn(sheet, now[game], seats[game])
        on += now[game, OVER] == 0
    return on


@compiled_lean
def play_on(sheet: Sheet, tables: Words, stretch: Stretch, now: Ints, seats: Ints) -> int:
    """Play every game on for a stretch of turns; how many go on after that.

    The luck of the first games is that of as many that follow, over and over.
    """
    on = 0
    turns, width = stretch.luck.shape
    for game in range(len(now)):
        for turn in range(turns):
            if now[game, OVER]:
                break
            points = turn_by_luck(sheet, tables, stretch, now[game], seats[game], turn, game % width)
            write_turn(sheet, tables, now[game], seats[game], points)
            end_turn(sheet, now[game], seats[game])
        on += now[game, OVER] == 0
    return on


@compiled_lean
def share_out(now: Ints, seats: Ints, shares: Floats) -> None:
    """The share of the win of each place in each game; where a game goes on its leaders have it."""
    for game in range(len(now)):
        winners = now[game, course.WINNERS] if now[game, OVER] else leave_leaders(seats[game])
        for place in range(seats.shape[2]):
            shares[place, game] = seats[game, course.CONTENDING, place] / winners if winners else 0.0
