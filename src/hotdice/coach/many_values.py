"""Chances to win for more players than are solved: the inside of the turn exactly, its ends by simulation."""

import numpy as np

from hotdice.coach.forms import Source
from hotdice.coach.rollouts import BATCHES, Rollout, pace_of
from hotdice.coach.solved_values import EXACT, Winning
from hotdice.coach.turns import Candidate, SolvedTurn, Worth, solve_inside
from hotdice.game import Phase, State
from hotdice.odds.advice import TurnValues
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.stopping import NOTHING, REFUSED, stops_of, target_step
from hotdice.players.keeping import total_to_win
from hotdice.rules import after_farkle

_WITHIN = 2.365
"""The quantile of Student's t for 8 batches and an interval of 95 %."""


class ManyValues(Winning):
    """Chances to win, from `games` simulated games for every end of the turn."""

    def __init__(self, games: int = 2000) -> None:
        self.games = -(-games // BATCHES) * BATCHES  # whole batches, so that their spread can be told
        self.source = simulated(self.games)

    def turn(self, state: State) -> "ManyTurn":
        """The inside of the turn at hand."""
        return ManyTurn(state, self.games)


def simulated(games: int) -> Source:
    """The source of numbers that come from so many games.

    >>> simulated(2000).text[:26]
    'simulated: 2,000 games for'
    """
    text = (
        f"simulated: {games:,} games for every end of the turn, everybody playing for points and at the end "
        "for the lead; intervals of 95 %"
    )
    return Source("simulated", text, games)


class ManyTurn(SolvedTurn):
    """A turn whose ends are known for every seat, with an interval.

    Where nothing is left to chance after the turn, all of it is exact.
    """

    def __init__(self, state: State, games: int) -> None:
        rules = state.rules
        step = pace_of(rules).step
        at = state.turn_total // step
        rows = _rows(state, step)
        grid = _grid(state, rows, step)
        rollout = Rollout(state, np.concatenate([[-1], grid]), games)
        shares = rollout.run()
        seats = np.zeros((len(grid) + 1, len(state.seats)))
        seats[:, list(rollout.order)] = shares.mean(axis=2).T
        batches = shares[0].reshape(len(grid) + 1, BATCHES, -1).mean(axis=2)
        lanes = np.concatenate([seats, batches], axis=1)  # every seat, then the mover's batches
        self._count = len(state.seats)
        every = np.arange(rows + 1)
        ends = np.stack([np.interp(every, grid, lanes[1:, lane]) for lane in range(lanes.shape[1])], axis=1)
        seat = state.seats[state.mover]
        missing = target_step(rules) - seat.total // step
        stops = stops_of(rules, play_off=state.phase is Phase.PLAY_OFF)
        kinds = stops.gains(rows + 1, missing, opened=seat.opened)
        ends[kinds == NOTHING] = ends[0]
        self._ends, self._lost = ends, lanes[0]
        bank = np.where(kinds == REFUSED, NOT_ALLOWED, ends[:, state.mover])
        recorded = np.where(kinds == NOTHING, 0.0, every * float(step))
        lost = -float(after_farkle(rules, seat.total, seat.farkles)[0])
        inside = solve_inside(
            rules, bank, recorded, (float(self._lost[state.mover]), lost), pruned=False, at=at
        )
        source = simulated(games) if rollout.played else EXACT
        super().__init__(rules, inside, source, lambda value: ())
        self._mover = state.mover
        self._roll = self._tagged(inside, bank, at)

    def _tagged(self, inside: TurnValues, bank: Floats, at: int) -> Floats:
        """The mean of every lane when so many dice are rolled at a row, under the mover's best play."""
        lanes = self._ends.shape[1]
        farkle = np.full(lanes, inside.farkle[0])
        wide = np.repeat(bank[:, None], lanes, axis=1)
        at = min(at, len(bank) - 2)
        return inside.solver.rows(wide, farkle, at, self._ends, self._lost, final=inside.final)[1]

    def _worth(self, value: float, points: float, lanes: Floats) -> Worth:
        seats = tuple(float(share) for share in lanes[: self._count])
        half = (
            0.0 if self.source.exact else _WITHIN * float(lanes[self._count :].std(ddof=1)) / np.sqrt(BATCHES)
        )
        return Worth(value, points, seats, float(half))

    def rolling(self, total: int, dice: int) -> Worth:
        """The worth of rolling so many dice at a turn total."""
        row = min(total // self.inside.step, self.inside.final - 1)
        value, points = self.inside.rolling(row * self.inside.step, dice)
        return self._worth(value, points, self._roll[row, dice - 1])

    def stopping(self, total: int, *, hot: bool) -> Worth | None:
        """The worth of a stop, None where it is against the rules."""
        found = self.inside.stopping(total, hot=hot)
        if found is None:
            return None
        row = min(total // self.inside.step, len(self._ends) - 1)
        return self._worth(*found, self._ends[row])

    def lost(self, state: State) -> Worth:
        """The worth of a farkle."""
        return self._worth(*self.inside.farkle, self._lost)


def _rows(state: State, step: int) -> int:
    """The greatest turn total, in steps, that is looked at."""
    rules = state.rules
    most = roll_plan(rules).most
    missing = (rules.target - state.seats[state.mover].total) // step if rules.target else 0
    goal = total_to_win(state)
    chase = 0 if goal is None else (goal - state.seats[state.mover].total) // step
    least = -(-max(rules.minimum, rules.opening) // step)
    return max(missing + 60, chase + 2, 80, least + 2, state.turn_total // step + 2) + most + 1


def _grid(state: State, rows: int, step: int) -> "Floats":
    """The turn totals whose worth is simulated: all small ones, and all where something jumps."""
    rules, own = state.rules, state.seats[state.mover].total
    found = {*range(41), *range(40, 100, 6), *range(100, rows, 25), rows}
    jumps = [rules.target - own, rules.target + step - own] if rules.target else []
    jumps += [state.seats[seat].total - own for seat in state.active]
    jumps += [rules.minimum, rules.opening]
    for jump in jumps:
        row = jump // step
        found |= {row - 1, row, row + 1, row + 2}
    return np.array(sorted(row for row in found if 0 <= row <= rows), np.int64)


__all__ = ["Candidate", "ManyTurn", "ManyValues", "simulated"]
