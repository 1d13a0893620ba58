"""What the agents of many games see, as arrays with a row for each game, written by compiled code."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena import course
from hotdice.arena.sheets import Ints, Sheet, Words
from hotdice.arena.turns import may_stop, stops_of
from hotdice.envs.features import PHASES, Scales
from hotdice.envs.layout import Observation
from hotdice.envs.many_tables import Offers
from hotdice.odds.compiling import compiled_apart, compiled_lean

AGENT, HAND, TURN_TOTAL, ROLL, GAME, WAITS, ADDRESS, BASE, ACTOR = range(
    course.NOW_FIELDS, course.NOW_FIELDS + 9
)
"""`AGENT` is the place of who decides and sees, `BASE` that of the first agent, `ACTOR` who has just acted.
`WAITS` is 0, or 1 plus the block of a book that an opponent needs before the game can go on. `ADDRESS` is
that of the roll on the table, -1 where there is none."""
FIELDS = course.NOW_FIELDS + 9
Small = npt.NDArray[np.int8]
Short = npt.NDArray[np.int32]


class Games(NamedTuple):
    """All games: the course of each and its turn (`now[game]`), its score sheet, the faces of its dice."""

    now: Ints
    seats: Ints
    faces: Small


class Views(NamedTuple):
    """Room for what is seen: the fields of an observation, or features; what is not asked for has no rows."""

    roll: Small
    turn_total: Short
    scores: Short
    opened: Small
    farkles: Small
    place: Small
    phase: Small
    trigger: Small
    round: Short
    features: npt.NDArray[np.float32]


def room_for(games: int, seats: int, dice: int, features: int) -> Views:
    """Room for so many games: for the fields, or, where there are any, for so many features."""
    rows = 0 if features else games

    def small(width: int) -> Small:
        return np.empty((rows, width), np.int8)

    def short(width: int) -> Short:
        return np.empty((rows, width), np.int32)

    row = np.empty((games if features else 0, features), np.float32)
    return Views(
        small(dice), short(1), short(seats), small(seats), small(seats), small(1), small(1), small(1),
        short(1), row,
    )  # fmt: skip


def seen_of(views: Views) -> Observation:
    """What was written, as an observation without its mask."""
    if len(views.features):
        return {"observation": views.features}
    return {name: rows for name, rows in views._asdict().items() if name != "features"}


@compiled_lean
def write_mask(
    sheet: Sheet, tables: Words, offers: Offers, now: Ints, seats: Ints, masks: Small, game: int
) -> None:
    """The legal actions of a game into its row; none where no roll lies on the table."""
    for action in range(masks.shape[1]):
        masks[game, action] = 0
    if now[ADDRESS] >= 0:
        place, hand, total = now[course.PLACE], now[HAND], now[TURN_TOTAL]
        opened = seats[course.OPENED, place] != 0
        stops = stops_of(
            sheet, tables, seats[course.TOTAL, place], opened, now[course.PHASE] == course.PLAYING_OFF
        )
        at, roll = offers.first[now[ADDRESS]], offers.roll[now[ADDRESS]]
        for keep in range(offers.start[roll], offers.start[roll + 1]):
            action = 2 * (int(offers.spread[hand, offers.lowest[at]]) - 1)
            at += 1
            masks[game, action] = 1
            after, left = total + offers.points[keep], int(offers.left[keep])
            masks[game, action + 1] = may_stop(sheet, tables, stops, after, left)


@compiled_lean
def write_fields(now: Ints, seats: Ints, faces: Small, views: Views, game: int) -> None:
    """The fields of an observation but the mask, as the seat in `AGENT` sees them, into the row of a game."""
    count, agent = seats.shape[1], now[AGENT]
    for die in range(faces.size):
        views.roll[game, die] = faces[die]
    views.turn_total[game, 0] = now[TURN_TOTAL]
    place = agent
    for step in range(count):
        views.scores[game, step] = seats[course.TOTAL, place]
        views.opened[game, step] = seats[course.OPENED, place]
        views.farkles[game, step] = min(seats[course.FARKLES, place], 100)
        place = place + 1 if place < count - 1 else 0
    views.place[game, 0] = agent
    views.phase[game, 0] = 0 if now[course.OVER] else now[course.PHASE]
    trigger = now[course.TRIGGER]
    views.trigger[game, 0] = count if trigger < 0 else (trigger - agent) % count
    views.round[game, 0] = now[course.ROUND]


@compiled_lean
def write_features(
    now: Ints, seats: Ints, faces: Small, scales: Scales, rows: npt.NDArray[np.float32], game: int
) -> None:
    """The same as features; `hotdice.envs.features` has their order."""
    count, agent, dice = seats.shape[1], now[AGENT], faces.size
    for at in range(rows.shape[1]):
        rows[game, at] = 0.0
    for die in range(dice):
        face = faces[die]
        if face:
            rows[game, die * 6 + face - 1] = 1.0
    at = dice * 6
    rows[game, at] = now[TURN_TOTAL] / scales.goal
    at += 1
    place = agent
    for step in range(count):
        rows[game, at + step] = seats[course.TOTAL, place] / scales.goal
        rows[game, at + count + step] = seats[course.OPENED, place]
        rows[game, at + 2 * count + step] = min(seats[course.FARKLES, place], 100) / scales.farkles
        place = place + 1 if place < count - 1 else 0
    at += 3 * count
    rows[game, at] = agent / count
    rows[game, at + 1 + (0 if now[course.OVER] else now[course.PHASE])] = 1.0
    at += 1 + PHASES
    trigger = now[course.TRIGGER]
    rows[game, at + (count if trigger < 0 else (trigger - agent) % count)] = 1.0
    rows[game, at + count + 1] = now[course.ROUND] / scales.rounds


@compiled_apart
def fill_masks(sheet: Sheet, tables: Words, offers: Offers, games: Games, masks: Small) -> None:
    """The legal actions of all games."""
    for game in range(len(masks)):
        write_mask(sheet, tables, offers, games.now[game], games.seats[game], masks, game)


@compiled_apart
def fill_fields(games: Games, views: Views) -> None:
    """The fields of all games."""
    for game in range(len(games.now)):
        write_fields(games.now[game], games.seats[game], games.faces[game], views, game)


@compiled_apart
def fill_outcomes(offers: Offers, games: Games, points: Short, left: Small) -> None:
    """For each game and legal action the points of its keep, and the dice of the next roll."""
    for game in range(len(games.now)):
        address, hand = games.now[game, ADDRESS], games.now[game, HAND]
        if address < 0:
            continue
        at, roll = offers.first[address], offers.roll[address]
        for keep in range(offers.start[roll], offers.start[roll + 1]):
            action = 2 * (int(offers.spread[hand, offers.lowest[at]]) - 1)
            at += 1
            points[game, action] = points[game, action + 1] = offers.points[keep]
            left[game, action] = left[game, action + 1] = offers.left[keep]
