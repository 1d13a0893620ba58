"""Games played to their end in numbers only: who wins from each possible end of the turn at hand.

Everybody makes turns as the best play for points makes them, until a turn is a last one: then they go for the
total that takes the lead. All ends of the turn meet the same dice, so that their differences are sharp. What
follows a turn is the simulator's business (`hotdice.arena.course`).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hotdice.arena.moments import moment_of
from hotdice.arena.rollout_kernel import Stretch, end_turns, play_on, share_out
from hotdice.arena.sheets import Ints, Tables, sheet_of
from hotdice.arena.turns import FARKLE
from hotdice.coach.turn_values import turn_answer
from hotdice.game import State
from hotdice.odds.endings import last_turns
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.marks import farkle_of
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.spread import turn_spread
from hotdice.odds.stopping import COUNTS, stops_of
from hotdice.players.solver_view import playing
from hotdice.rules import HotDice, Reach, Ruleset

BATCHES = 8
"""Games come in so many batches, whose differences tell how sure the mean is."""
_LONGEST = 2_000
"""Turns after which a game that does not end is called a draw; no sheet comes near it."""
_STRETCH = 20
"""So many turns are played at a time, and luck is drawn for them before."""


@dataclass(frozen=True, eq=False)
class Pace:
    """How turns go on one sheet, in steps.

    `sums[mark]` adds up the chances of a turn's results for a player with a mark (farkles in a row, and
    again for those not on the board): first of a farkle, then of recording 0, 1, 2, ... steps.
    `chase[d]` is the chance to score d steps or more in one turn.
    """

    step: int
    counters: int
    sums: Floats
    chase: Floats


@lru_cache(maxsize=16)
def pace_of(rules: Ruleset) -> Pace:
    """How turns go on a sheet.

    >>> from hotdice.rules import load
    >>> pace = pace_of(load("classic"))
    >>> round(float(pace.sums[0, 0]), 3), round(float(pace.chase[10]), 4)
    (0.198, 0.5274)

    Raises:
        Unsolvable: cards, weighted dice, or a turn that can go on for ever without risk.
    """
    answer = turn_answer(rules)
    forced = rules.hot_dice is HotDice.FORCED
    solver = TurnSolver(roll_plan(rules, pruned=True), forced=forced, compiled=False)
    step, counters = answer.step, len(answer.worth)
    stops = stops_of(rules, play_off=True)
    sums: list[Floats] = []
    for opened in (True, False) if rules.opening else (True,):
        for farkles in range(counters):
            bank = np.array(answer.bank[: len(answer.roll), 0])
            bank[stops.gains(len(bank), 0, opened=opened) != COUNTS] = NOT_ALLOWED
            again, costs = farkle_of(rules, farkles)
            stopped, farkled = turn_spread(solver, bank, float(answer.worth[again]) - costs, 0)
            sums.append(np.cumsum(np.concatenate([[farkled], stopped])))
    reach = max(-(-20_000 // step), 2 * stops.kinds.shape[1])
    return Pace(step, counters, np.stack(sums), last_turns(solver, reach, 1.0))


def can_roll_out(rules: Ruleset) -> bool:
    """Whether games of a sheet can be played out this way.

    >>> from hotdice.rules import load
    >>> can_roll_out(load("classic")), can_roll_out(load("munchkin-farkle"))
    (True, False)
    """
    if rules.beyond:
        return False
    return rules.deck is None and not rules.weights and not rules.solo_goal and rules.reach != Reach.EXACTLY


class Rollout:
    """Plays on from the ends of one turn; `gains` are in steps, -1 is a farkle.

    For each of them so many games are played, a multiple of `BATCHES`.
    """

    def __init__(self, state: State, gains: Ints, games: int, seed: int = 1) -> None:
        self.pace = pace_of(state.rules)
        self.order = playing(state)
        self.gains, self.games = gains, -(-games // BATCHES) * BATCHES
        self.random = np.random.default_rng(seed)
        self.played = False  # whether anything was left to chance
        tables = Tables()
        self._sheet, self._tables = sheet_of(state.rules, tables), tables.array
        self._places, now, seats = moment_of(state, self.order)
        count = len(gains) * self.games
        self._now, self._seats = np.tile(now, (count, 1)), np.tile(seats, (count, 1, 1))

    def run(self) -> Floats:
        """The share of the win of every seat in play (the mover first), by end and game."""
        sheet, tables, now, seats = self._sheet, self._tables, self._now, self._seats
        ends = np.repeat(self.gains, self.games)
        on = end_turns(sheet, tables, np.where(ends < 0, FARKLE, ends * self.pace.step), now, seats)
        self.played = on > 0
        for _ in range(_LONGEST // _STRETCH):
            if not on:
                break
            on = play_on(sheet, tables, self.stretch(), now, seats)
        shares = np.zeros((len(self._places), len(now)))
        share_out(now, seats, shares)
        by_order = shares[[self._places.index(seat) for seat in self.order]]
        return np.asarray(by_order.reshape(len(self.order), len(self.gains), self.games))

    def stretch(self) -> Stretch:
        """What the next turns bring; the same luck for every end of the first."""
        pace = self.pace
        luck = np.stack([self._luck() for _ in range(_STRETCH)])
        gains = np.stack([np.searchsorted(sums, luck, side="right") - 1 for sums in pace.sums])
        points = np.where(gains < 0, FARKLE, gains * pace.step)
        return Stretch(luck, points, pace.chase, pace.counters)

    def _luck(self) -> Floats:
        """A number from 0 to 1 for every game, spread evenly over each batch of games."""
        size = self.games // BATCHES
        even = np.tile(np.arange(size), (BATCHES, 1))
        return np.asarray(
            (self.random.permuted(even, axis=1) + self.random.random((BATCHES, size))) / size
        ).ravel()
