"""Games played to their end in numbers only: who wins from each possible end of the turn at hand.

Everybody makes turns as the best play for points makes them, until a turn is a last one: then they go for the
total that takes the lead. All ends of the turn meet the same dice, so that their differences are sharp.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from hotdice.coach.turn_values import turn_answer
from hotdice.game import Phase, State
from hotdice.game.turns import in_order
from hotdice.odds.endings import last_turns
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.spread import turn_spread
from hotdice.players.solver_view import playing
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties

Lanes = npt.NDArray[np.int64]
BATCHES = 8
"""Games come in so many batches, whose differences tell how sure the mean is."""
_LONGEST = 2_000
"""Turns after which a game that does not end is called a draw; no sheet comes near it."""
_DRAWN = -2


@dataclass(frozen=True, eq=False)
class Pace:
    """How turns go on one sheet, in steps.

    `sums[mark]` adds up the chances of a turn's results for a player with a mark (farkles in a row, and
    again for those not on the board): first of a farkle, then of recording 0, 1, 2, ... steps.
    `chase[d]` is the chance to score d steps or more in one turn.
    """

    step: int
    counters: int
    sums: tuple[Floats, ...]
    chase: Floats
    minimum: int
    opening: int
    penalty: int
    restarts: bool


@lru_cache(maxsize=16)
def pace_of(rules: Ruleset) -> Pace:
    """How turns go on a sheet.

    >>> from hotdice.rules import load
    >>> pace = pace_of(load("classic"))
    >>> round(float(pace.sums[0][0]), 3), round(float(pace.chase[10]), 4)
    (0.198, 0.5274)

    Raises:
        Unsolvable: cards, weighted dice, or a turn that can go on for ever without risk.
    """
    answer = turn_answer(rules)
    forced = rules.hot_dice is HotDice.FORCED
    solver = TurnSolver(roll_plan(rules, pruned=True), forced=forced, compiled=False)
    step, counters, penalty = answer.step, len(answer.worth), rules.penalty
    opening = -(-rules.opening // step)
    sums: list[Floats] = []
    for closed in (False, True) if opening else (False,):
        for farkles in range(counters):
            bank = np.array(answer.bank[: len(answer.roll), 0])
            if closed:
                bank[:opening] = NOT_ALLOWED
            again = farkles + 1 if farkles + 1 < counters else 0 if penalty.restarts else counters - 1
            costs = penalty.points if penalty.points and farkles + 1 >= counters else 0
            lost = float(answer.worth[again if penalty.points else 0]) - costs
            stops, farkled = turn_spread(solver, bank, lost, 0)
            sums.append(np.cumsum(np.concatenate([[farkled], stops])))
    reach = max(-(-20_000 // step), 2 * opening)
    chase = last_turns(solver, reach, 1.0)
    return Pace(
        step=step,
        counters=counters,
        sums=tuple(sums),
        chase=chase,
        minimum=-(-rules.minimum // step),
        opening=opening,
        penalty=penalty.points // step,
        restarts=penalty.restarts,
    )


def can_roll_out(rules: Ruleset) -> bool:
    """Whether games of a sheet can be played out this way.

    >>> from hotdice.rules import load
    >>> can_roll_out(load("classic")), can_roll_out(load("munchkin-farkle"))
    (True, False)
    """
    return rules.deck is None and not rules.weights and not rules.solo_goal and rules.reach != Reach.EXACTLY


class Rollout:
    """Plays on from the ends of one turn; `gains` are in steps, -1 is a farkle."""

    def __init__(self, state: State, gains: npt.NDArray[np.int64], games: int, seed: int = 1) -> None:
        self.state, self.rules = state, state.rules
        self.pace = pace_of(state.rules)
        self.order = playing(state)
        self.gains, self.games = gains, games
        self.random = np.random.default_rng(seed)
        self.played = False  # whether anything was left to chance
        count, lanes = len(self.order), len(gains) * games
        self.shares = np.zeros((count, lanes))
        self.lane = np.arange(lanes)
        self._start()

    def _start(self) -> None:
        pace, state, lanes = self.pace, self.state, len(self.lane)
        seats = [state.seats[seat] for seat in self.order]
        self.totals = np.repeat([[seat.total // pace.step] for seat in seats], lanes, axis=1)
        marks = [
            min(seat.farkles, pace.counters - 1) + (0 if seat.opened or not pace.opening else pace.counters)
            for seat in seats
        ]
        self.marks = np.repeat([[mark] for mark in marks], lanes, axis=1)
        self.left = np.full(lanes, -1)
        self.trigger = np.full(lanes, -1)
        order, count = self.order, len(self.order)
        first = in_order(state, order, state.starter)
        self.place = [first.index(seat) for seat in order]
        after = count - 1 - self.place[0]
        if state.phase is Phase.PLAY_OFF:
            self.left[:] = after + 1
        elif self.rules.rounds and state.phase is Phase.NORMAL:
            self.left[:] = (self.rules.rounds - state.round) * count + after + 1
        elif state.phase is Phase.LAST:
            origin = (
                state.trigger if self.rules.last_chance is LastChance.OTHERS_ONCE else in_order(
                    state, order, state.starter)[0]
            )  # fmt: skip
            line = in_order(state, order, origin) if origin in order else list(first)
            self.left[:] = len(line) - line.index(state.mover)
            self.trigger[:] = order.index(state.trigger) if state.trigger in order else -1
        self.last = np.full(lanes, state.phase is Phase.LAST)

    def run(self) -> Floats:
        """The share of the win of every seat in play (the mover first), by end and game."""
        ends = np.repeat(self.gains, self.games)
        self._score(0, np.maximum(ends, 0), ends < 0)
        self._after(0)
        for turn in range(1, _LONGEST):
            if not len(self.lane):
                break
            self.played = True
            self._turn(turn % len(self.order), self._luck())
            self._after(turn % len(self.order))
        self._finish(np.ones(len(self.lane), bool))
        return self.shares.reshape(len(self.order), len(self.gains), self.games)

    def _luck(self) -> Floats:
        """A number from 0 to 1 for every game, spread evenly over each batch of games."""
        size = self.games // BATCHES
        even = np.tile(np.arange(size), (BATCHES, 1))
        return np.asarray(
            (self.random.permuted(even, axis=1) + self.random.random((BATCHES, size))) / size
        ).ravel()

    def _score(self, who: int, gain: Lanes, lost: npt.NDArray[np.bool_]) -> None:
        pace, marks = self.pace, self.marks[who]
        closed, farkles = marks // pace.counters, marks % pace.counters
        self.totals[who] += np.where(lost, 0, gain)
        closed = np.where(gain > 0, 0, closed)
        if pace.penalty:
            hit = lost & (farkles + 1 >= pace.counters)
            self.totals[who] -= hit * pace.penalty
            again = np.where(hit, 0 if pace.restarts else pace.counters - 1, farkles + 1)
            farkles = np.where(lost, again, 0)
        self.marks[who] = closed * pace.counters + farkles

    def _turn(self, who: int, luck: Floats) -> None:
        pace = self.pace
        game = self.lane % self.games
        # What the dice bring by plan, for each mark; everybody on the same dice has the same turn.
        found = np.stack([np.searchsorted(sums, luck, side="right") - 1 for sums in pace.sums])
        gain = found[self.marks[who], game]
        chasing = self.last if not self.rules.rounds else self.left == 1
        if chasing.any():
            others = np.delete(self.totals, who, axis=0).max(axis=0)
            tie = self.rules.ties is Ties.SHARED
            need = others - self.totals[who] + (0 if tie else 1)
            closed = self.marks[who] // pace.counters > 0
            least = np.maximum(pace.minimum, np.where(closed, pace.opening, 0))
            wanted = np.clip(np.maximum(need, least), 0, len(pace.chase) - 1)
            made = np.where(luck[game] < pace.chase[wanted], wanted, -1)
            made = np.where(need <= 0, 0, made)
            gain = np.where(chasing, made, gain)
        self._score(who, np.maximum(gain, 0), gain < 0)

    def _after(self, who: int) -> None:
        """What follows a turn: last turns, the end of the game."""
        rules = self.rules
        over = np.zeros(len(self.lane), bool)
        counted = self.left > 0
        self.left[counted] -= 1
        over |= counted & (self.left == 0)
        if rules.target and self.state.phase is not Phase.PLAY_OFF:
            goal = -(-rules.target // self.pace.step) if rules.reach is Reach.AT_LEAST else (
                rules.target // self.pace.step + 1
            )  # fmt: skip
            there = (self.left < 0) & (self.totals[who] >= goal)
            if there.any():
                self.trigger[there] = who
                if rules.last_chance is LastChance.NONE:
                    self.shares[who, self.lane[there]] = 1.0
                    self.left[there] = _DRAWN  # settled
                else:
                    others = len(self.order) - 1
                    turns = (
                        others if rules.last_chance is LastChance.OTHERS_ONCE else others - self.place[who]
                    )
                    self.left[there] = turns
                    self.last[there] = True
                    over |= there & (self.left == 0)
        self._finish(over)
        settled = over | (self.left == _DRAWN)
        if settled.any():
            self._keep(~settled)

    def _finish(self, over: npt.NDArray[np.bool_]) -> None:
        if not over.any():
            return
        totals = self.totals[:, over]
        best = totals == totals.max(axis=0)
        if self.rules.ties is Ties.TRIGGER_KEEPS:
            trigger = self.trigger[over]
            lanes = np.flatnonzero(trigger >= 0)
            lanes = lanes[best[trigger[lanes], lanes]]
            best[:, lanes] = False
            best[trigger[lanes], lanes] = True
        self.shares[:, self.lane[over]] = best / best.sum(axis=0)

    def _keep(self, going: npt.NDArray[np.bool_]) -> None:
        self.lane, self.left, self.last = self.lane[going], self.left[going], self.last[going]
        self.trigger = self.trigger[going]
        self.totals, self.marks = self.totals[:, going], self.marks[:, going]
