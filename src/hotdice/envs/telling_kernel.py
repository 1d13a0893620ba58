"""What every step of many games has in common, with cards or without: who acts, and what is told of it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.course import CONTENDING, OVER, TOTAL, TURN, WINNERS
from hotdice.arena.sheets import Ints
from hotdice.envs.features import Scales
from hotdice.envs.views_kernel import (
    ACTOR,
    AGENT,
    BASE,
    GAME,
    Games,
    Small,
    Views,
    write_features,
    write_fields,
)
from hotdice.odds.compiling import compiled_lean

FINE, WAITING = -1, -2
"""What a step of some games returns, if it is not the number of a game with an illegal action."""


class Setting(NamedTuple):
    """What all games have in common.

    `seat` is the first agent's row among the bots; `learners` are the rows of all agents, as bits: nobody
    reads those. `points` says that rewards are points, not wins.
    """

    bots: int
    seat: int
    max_turns: int
    rotate: bool
    learners: int
    points: bool


class Told(NamedTuple):
    """What a step comes to, a row for each game: `rewards` of who has acted, `shares` of all agents.

    `begun` are the games that began in this step; they bring nobody anything. `shares` may have no rows.
    """

    masks: Small
    rewards: npt.NDArray[np.float64]
    over: npt.NDArray[np.bool_]
    cut: npt.NDArray[np.bool_]
    begun: npt.NDArray[np.bool_]
    shares: npt.NDArray[np.float64]


class Stage(NamedTuple):
    """The games, what they have in common, the totals before the step, and room for what is told."""

    games: Games
    table: Setting
    before: Ints
    scales: Scales
    views: Views
    told: Told


@compiled_lean
def begins_anew(stage: Stage, game: int) -> bool:
    """Whether a game is over, so that the next of its row begins; else who acts is noted, and the totals."""
    games, table = stage.games, stage.table
    now, seats = games.now[game], games.seats[game]
    count = seats.shape[1]
    begun = now[OVER] != 0 or now[TURN] > table.max_turns
    stage.told.begun[game] = begun
    if begun:
        now[GAME] += games.now.shape[0]
        if table.rotate:
            now[BASE] = (now[BASE] - 1) % count
        now[ACTOR] = now[BASE]
    else:
        now[ACTOR] = now[AGENT]
        for place in range(count):
            stage.before[game, place] = seats[TOTAL, place]
    return bool(begun)


@compiled_lean
def worth_of_end(now: Ints, seats: Ints, place: int) -> float:
    """What the end of a game is worth to a place."""
    return 2.0 / max(now[WINNERS], 1) - 1.0 if seats[CONTENDING, place] else -1.0


@compiled_lean
def tell(stage: Stage, game: int) -> None:
    """What the step has come to for a game."""
    now, seats = stage.games.now[game], stage.games.seats[game]
    table, before, told = stage.table, stage.before, stage.told
    count = seats.shape[1]
    over, begun = now[OVER] != 0, told.begun[game]
    told.over[game] = over
    told.cut[game] = not over and now[TURN] > table.max_turns
    reward = 0.0
    if table.points and not begun:
        reward = float(seats[TOTAL, now[ACTOR]] - before[game, now[ACTOR]])
    elif over and not table.points:
        reward = worth_of_end(now, seats, now[ACTOR])
    told.rewards[game] = reward
    if told.shares.shape[0]:
        for row in range(count):
            place = (row - table.seat + now[BASE]) % count
            share = 0.0
            if table.points and not begun:
                share = float(seats[TOTAL, place] - before[game, place])
            elif over and not table.points:
                share = worth_of_end(now, seats, place)
            told.shares[game, row] = share


@compiled_lean
def show(stage: Stage, game: int) -> None:
    """What is seen of a game, but for the mask and for cards, and what the step has come to."""
    now, seats, faces = stage.games.now[game], stage.games.seats[game], stage.games.faces[game]
    if stage.views.features.shape[0]:
        write_features(now, seats, faces, stage.scales, stage.views.features, game)
    else:
        write_fields(now, seats, faces, stage.views, game)
    tell(stage, game)
