"""The course of many games at once, in plain numpy: `course` for whoever has no compiler, one lane a game.

It says what `course` says, and a test holds both to the referee. Places are seats counted from the one that
begins, players who have left not counted.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hotdice.game import Phase, State
from hotdice.game.turns import in_order
from hotdice.odds.stopping import COUNTS, NOTHING, stops_of, target_step
from hotdice.rules import LastChance, Reach, Ruleset, Ties

Lanes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
NORMAL, LAST, PLAYING_OFF = range(3)
FARKLE = -1
NOBODY = -(1 << 62)
"""Less than any total."""


class LaneCourse:
    """Games between the same players, all from one state, that take their turns together.

    `totals`, `opened`, `farkles` and `contending` are by place and game, for the games that still go on;
    `lane` has their numbers. What a game that is over has brought lies in `shares`, by place and number.
    """

    def __init__(self, state: State, order: Sequence[int], games: int) -> None:
        self.rules: Ruleset = state.rules
        around = in_order(state, tuple(order), state.starter)
        self.places = tuple(around)
        seats = [state.seats[seat] for seat in around]
        self.totals, self.farkles, opened = (
            np.repeat(np.array([numbers], np.int64).T, games, axis=1)
            for numbers in (
                [seat.total for seat in seats],
                [seat.farkles for seat in seats],
                [seat.opened for seat in seats],
            )
        )
        self.opened = opened != 0
        self.contending = np.ones_like(self.opened)
        phases = {Phase.LAST: LAST, Phase.PLAY_OFF: PLAYING_OFF}
        self.place: Any = around.index(state.mover)
        """Whose turn it is: one place for all games, or one for each once play-offs part them."""
        self._parted = state.phase is Phase.PLAY_OFF
        trigger = around.index(state.trigger) if state.trigger in around else -1
        left = _left(state, around) if state.phase is Phase.LAST else 0
        start = (phases.get(state.phase, NORMAL), state.round, trigger, left)
        self.phase, self.round, self.trigger, self.left = (np.full(games, x) for x in start)
        self.lane = np.arange(games)
        self.shares = np.zeros((len(around), games))

    def mine(self, numbers: Any) -> Any:
        """What belongs to the mover of each game, of numbers by place and game."""
        return numbers[self.place] if isinstance(self.place, int) else numbers[self.place, self._every]

    def _put(self, numbers: Any, fresh: Any) -> None:
        if isinstance(self.place, int):
            numbers[self.place] = fresh
        else:
            numbers[self.place, self._every] = fresh

    @property
    def _every(self) -> Lanes:
        return np.arange(len(self.lane))

    @cached_property
    def _tables(self) -> tuple[Lanes, Lanes, Lanes]:
        """The rows of stops by steps to the target, those of a play-off, and what they have."""
        game, play_off = (stops_of(self.rules, play_off=last) for last in (False, True))
        width = max(game.kinds.shape[1], play_off.kinds.shape[1])
        both = [np.pad(x.kinds, ((0, 0), (0, width - x.kinds.shape[1])), "edge") for x in (game, play_off)]
        return game.numbers, len(game.kinds) + play_off.numbers[:, 0], np.concatenate(both)

    def _stops(self, at: Any = slice(None)) -> Lanes:
        """The row of the movers' stops, in some games or in all."""
        numbers, play_off, _ = self._tables
        opened = self.mine(self.opened)[at].astype(np.int64)
        missing = target_step(self.rules) - self.mine(self.totals)[at] // self.rules.step
        rows = numbers[opened, np.clip(missing, 0, numbers.shape[1] - 1)]
        return np.asarray(np.where(self.phase[at] == PLAYING_OFF, play_off[opened], rows))

    def least(self, at: Lanes) -> Lanes:
        """The smallest turn total from which on every stop counts, in some games."""
        kinds = self._tables[2]
        first = kinds.shape[1] - np.argmin((kinds == COUNTS)[:, ::-1], axis=1)
        return np.asarray(first[self._stops(at)] * self.rules.step)

    def write(self, points: Lanes) -> None:
        """Write the ends of the turns of all games: FARKLE, or the turn total at which it stopped."""
        lost = points == FARKLE
        counted = np.where(lost, 0, points)
        kinds = self._tables[2]
        if (kinds == NOTHING).any():
            kind = kinds[self._stops(), np.clip(points // self.rules.step, 0, kinds.shape[1] - 1)]
            counted[kind == NOTHING] = 0
        totals, penalty = self.mine(self.totals) + counted, self.rules.penalty
        if penalty.points:  # without one nobody counts farkles
            farkles = self.mine(self.farkles) + 1
            hit = lost & (farkles >= penalty.count)
            costs = np.where(hit, penalty.points, 0)
            if penalty.floor is not None:
                costs = np.clip(costs, 0, np.maximum(totals - penalty.floor, 0))
            again = 0 if penalty.restarts else penalty.count
            self._put(self.farkles, np.where(hit, again, np.where(lost, farkles, 0)))
            totals = totals - costs
        self._put(self.totals, totals)
        if self.rules.opening:
            self._put(self.opened, self.mine(self.opened) | (counted > 0))

    def goals(self) -> tuple[Lanes, Lanes]:
        """The games in which a last turn begins now, and the totals that win it, as `course.goal_of`."""
        rules = self.rules
        last = self.phase == LAST
        if rules.rounds:
            final = (self.round == rules.rounds) & (self.place == len(self.places) - 1)
            last |= (self.phase == NORMAL) & final
        if self._parted:
            last |= (self.phase == PLAYING_OFF) & ~self._after().any(axis=0)
        at = np.flatnonzero(last)
        if rules.solo_goal:
            return at, np.full(len(at), rules.solo_goal + (rules.reach is Reach.MORE_THAN))
        place = self.place if isinstance(self.place, int) else self.place[at]
        others = np.where(self.contending[:, at], self.totals[:, at], NOBODY)
        others[place, np.arange(len(at))] = NOBODY
        best = others.max(axis=0, initial=NOBODY)
        if rules.ties is Ties.TRIGGER_KEEPS:
            trigger = self.trigger[at]
            return at, best + rules.step * ((trigger >= 0) & (self.totals[trigger, at] == best))
        return at, best + rules.step * (rules.ties is Ties.PLAY_OFF)

    def _after(self) -> Flags:
        """Who of those who contend plays after the mover, by place and game."""
        return np.asarray((np.arange(len(self.places))[:, None] > self.place) & self.contending)

    def end_turn(self) -> None:
        """What follows the turns of all games: the next one, the last turns, a play-off, the end."""
        rules, count = self.rules, len(self.places)
        over = self._reached() if rules.target else np.zeros(len(self.lane), bool)
        last = (self.phase == LAST) & ~over
        ends = last & (self.left == 0)
        self.left -= last & ~ends
        following = np.where(self.place < count - 1, self.place + 1, 0)
        if rules.rounds:
            ends |= (self.phase == NORMAL) & (following == 0) & (self.round == rules.rounds)
            self.round += following <= self.place
        if self._parted:
            off, after = self.phase == PLAYING_OFF, self._after()
            following = np.where(off, np.argmax(after, axis=0), following)
            ends |= off & ~after.any(axis=0)
        self.place = int(following) if following.ndim == 0 else following
        if ends.any():
            over |= self._finish(ends)
        if over.any():
            self._drop(over)

    def _reached(self) -> Flags:
        """Begin the last turns where the target is reached; the games that are over by that."""
        there = self._meets(self.mine(self.totals), self.rules.target) & (self.phase == NORMAL)
        if there.any():
            place = np.broadcast_to(self.place, there.shape)[there]
            if self.rules.last_chance is LastChance.NONE:
                self._win_alone(there, place)
                return np.asarray(there)
            late = place if self.rules.last_chance is LastChance.FINISH_ROUND else 0
            self.trigger[there], self.phase[there] = place, LAST
            self.left[there] = len(self.places) - 1 - late
        return np.zeros(len(self.lane), bool)

    def _meets(self, totals: Lanes, goal: int) -> Flags:
        match self.rules.reach:
            case Reach.AT_LEAST:
                return totals >= goal
            case Reach.MORE_THAN:
                return totals > goal
            case Reach.EXACTLY:
                return np.asarray(totals == goal)

    def _win_alone(self, at: Flags, winner: Lanes) -> None:
        self.contending[:, at] = np.arange(len(self.places))[:, None] == winner

    def _finish(self, at: Flags) -> Flags:
        """Every turn of some games is played: name the winners, or let the tied play on; which are over."""
        if self.rules.solo_goal:
            self.contending[0, at] = self._meets(self.totals[0, at], self.rules.solo_goal)
            return at
        totals = np.where(self.contending[:, at], self.totals[:, at], NOBODY)
        self.contending[:, at] = totals == totals.max(axis=0)
        if self.rules.ties is Ties.TRIGGER_KEEPS:
            keeps = at & (self.trigger >= 0) & self.contending[self.trigger, self._every]
            self._win_alone(keeps, self.trigger[keeps])
        tied = at & (self.contending.sum(axis=0) > 1) & (self.rules.ties is Ties.PLAY_OFF)
        if tied.any():
            self._parted = True
            self.phase[tied] = PLAYING_OFF
            self.place = np.where(tied, np.argmax(self.contending, axis=0), self.place)
        return np.asarray(at & ~tied)

    def _drop(self, over: Flags) -> None:
        """Share out the wins of the games that are over, and leave them."""
        winners = self.contending[:, over]
        self.shares[:, self.lane[over]] = winners / np.maximum(winners.sum(axis=0), 1)
        on = ~over
        self.lane, self.phase, self.round = self.lane[on], self.phase[on], self.round[on]
        self.trigger, self.left = self.trigger[on], self.left[on]
        self.totals, self.opened = self.totals[:, on], self.opened[:, on]
        self.farkles, self.contending = self.farkles[:, on], self.contending[:, on]
        self.place = self.place if isinstance(self.place, int) else self.place[on]

    def call_it_a_draw(self) -> None:
        """End all games that go on: the leaders share the win."""
        totals = np.where(self.contending, self.totals, NOBODY)
        self.contending &= totals == totals.max(axis=0)
        self._drop(np.ones(len(self.lane), bool))


def _left(state: State, around: list[int]) -> int:
    """How many last turns follow the one at hand."""
    line = around
    if state.rules.last_chance is LastChance.OTHERS_ONCE and state.trigger in around:
        line = in_order(state, tuple(around), state.trigger)
    return len(line) - 1 - line.index(state.mover)
