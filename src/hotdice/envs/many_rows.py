"""The games of a vector: what those with cards and those without have in common."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.course import OVER, SEAT_FIELDS
from hotdice.envs.features import Form, scales_of
from hotdice.envs.layout import Observation, action_count
from hotdice.envs.telling_kernel import Setting, Stage, Told, worth_of_end
from hotdice.envs.views_kernel import ADDRESS, BASE, FIELDS, GAME, Games, Small, room_for, seen_of
from hotdice.players import Player
from hotdice.players.deck_words import most_dice
from hotdice.players.judging import Judge
from hotdice.rules import Ruleset

Actions = npt.NDArray[np.int64]
Outcomes = tuple[npt.NDArray[np.int32], Small]


class Order(NamedTuple):
    """What a vector asks for: its rows, the features of an observation (0: its fields), and its threads."""

    rules: Ruleset
    players: Sequence[Player]
    table: Setting
    rows: int
    features: int
    workers: int


class Rows(ABC):
    """So many games, each in a row of its own: where they stand, and what their last step has told."""

    def __init__(self, order: Order) -> None:
        rules, count, seats = order.rules, order.rows, len(order.players)
        self.count, self.actions = count, action_count(rules, seats)
        self._seats, self._features, self._dice = seats, order.features, most_dice(rules)
        self._table, self._scales = order.table, scales_of(rules)
        self.games = Games(
            now=np.zeros((count, FIELDS), np.int64),
            seats=np.zeros((count, SEAT_FIELDS, seats), np.int64),
            faces=np.zeros((count, self._dice), np.int8),
        )
        self.games.now[:, ADDRESS] = -1
        self._before = np.zeros((count, seats), np.int64)
        self._key = np.uint64(0)
        self.stage = self._fresh_stage()

    def begin(self, key: int) -> None:
        """Let the games of these dice begin with the next step."""
        self._key = np.uint64(key)
        now = self.games.now
        now[:, OVER] = 1
        now[:, GAME] = np.arange(self.count) - self.count
        now[:, BASE] = self._table.seat + self._table.rotate

    def make_room(self) -> None:
        """Room for what a step tells: fresh, so that whoever has been told before keeps what it has."""
        self.stage = self._fresh_stage()

    @property
    def told(self) -> Told:
        """What the last step has come to."""
        return self.stage.told

    @abstractmethod
    def step(self, worker: int, actions: Actions, first: int, last: int) -> int:
        """One step of the games from `first` up to `last`: below 0, or a game with an illegal action."""

    @abstractmethod
    def outcomes(self) -> Outcomes:
        """For each game and each keep its points, and the dice that the next roll would throw."""

    def seen(self) -> Observation:
        """What the agents see."""
        return {**seen_of(self.stage.views), "action_mask": self.told.masks}

    def regrets(self, judge: Judge, actions: Actions) -> npt.NDArray[np.float64]:
        """The loss of each action in chances to win; not a number where nobody knows it."""
        return np.full(self.count, np.nan)

    def missed(self, ended: npt.NDArray[Any]) -> list[float]:
        """What games that are over, or cut short, are worth to the first agent."""
        now, seats = self.games.now, self.games.seats
        over = self.told.over
        return [worth_of_end(now[row], seats[row], now[row, BASE]) if over[row] else 0.0 for row in ended]

    def _fresh_stage(self) -> Stage:
        count = self.count
        shared = self._table.learners & (self._table.learners - 1)  # more than one learns
        told = Told(
            masks=np.empty((count, self.actions), np.int8),
            rewards=np.empty(count),
            over=np.empty(count, bool),
            cut=np.empty(count, bool),
            begun=np.empty(count, bool),
            shares=np.empty((count if shared else 0, self._seats)),
        )
        views = room_for(count, self._seats, self._dice, self._features)
        return Stage(self.games, self._table, self._before, self._scales, views, told)


def width_of(space: Any, form: Form) -> int:
    """How many features an observation has; 0 where it has none."""
    return int(space["observation"].shape[0]) if form == "features" else 0
