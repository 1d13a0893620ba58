"""Alone against the sheet: the best chance of the goal, the best expected total, and the totals of each.

A state is the rounds still to be played, the total, the farkles in a row, and whether the player is on the
board. Both questions are answered from the last round back; the distribution of the final total then follows
the best play from the first round on. Play for the chance takes, of choices with the same chance, the one
with more points to expect.
"""

import time
from dataclasses import dataclass

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.marks import Marks, counters_of
from hotdice.odds.plan import NOT_ALLOWED, Floats, Progress, roll_plan
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.spread import turn_spread
from hotdice.odds.stopping import COUNTS, NOTHING
from hotdice.odds.tables import chances
from hotdice.odds.turn import rows_that_matter
from hotdice.rules import HotDice, Reach, Ruleset

POINT = 1e-13
"""What a point is worth beside the chance of the goal: it decides between equal chances and nothing else."""

_UNLIKELY = 1e-15


@dataclass(frozen=True, eq=False)
class SoloPlaces(Marks):
    """The numbering of a solitaire game: row r is a total of `lowest + r * step`.

    From row `settled` on the goal can neither be lost nor, where it must be hit exactly, be reached again;
    the rows after it are as many as one turn can matter.
    """

    lowest: int
    settled: int
    rows: int

    @property
    def start(self) -> tuple[int, int]:
        """Mark and row before the first turn."""
        return self.start_mark, self.row((*self.rules.compensation, 0)[0])

    def row(self, total: int) -> int:
        """The row of a total; what lies above the settled rows counts as settled.

        Raises:
            ValueError: no game on this sheet has such a total.
        """
        row, off = divmod(total - self.lowest, self.step)
        if off or row < 0:
            raise ValueError(f"no game on this sheet has a total of {total:,}")
        return min(row, self.settled)


@dataclass(frozen=True, eq=False)
class Solitaire:
    """A solved solitaire game.

    `chances[k, mark, row]` is the best chance of the goal with k rounds to play, `blended` the same with the
    points that decide between equal chances; `gains[k, mark]` is the best mean of the points still to come.
    The distributions map final totals to chances, each under its own best play.
    """

    rules: Ruleset
    places: SoloPlaces
    chances: Floats
    blended: Floats | None
    gains: Floats
    chance_distribution: dict[int, float]
    expected_distribution: dict[int, float]
    seconds: float

    @property
    def chance(self) -> float:
        """The best chance of the goal."""
        return float(chances(self.chances[(self.rules.rounds, *self.places.start)]))

    @property
    def expected(self) -> float:
        """The best expected total."""
        mark, row = self.places.start
        return float(self.gains[self.rules.rounds, mark]) + self.places.lowest + row * self.places.step

    @property
    def states(self) -> int:
        """The start-of-turn states stored."""
        return int(self.chances[1:].size + self.gains[1:].size)

    @property
    def positions(self) -> int:
        """All (state, turn total, dice) of the model, for the chance."""
        places = self.places
        turns = sum(places.rows - row for row in range(places.settled))
        return self.rules.rounds * places.marks * turns * self.rules.dice


class SoloTurns:
    """The ends of single turns of a solitaire game, for either question."""

    def __init__(self, rules: Ruleset, *, compiled: bool = True) -> None:
        self.rules = rules
        exact = rules.reach is Reach.EXACTLY
        forced = rules.hot_dice is HotDice.FORCED
        self.solver = TurnSolver(roll_plan(rules, pruned=not exact), forced=forced, compiled=compiled)
        self.places = solo_places(rules, self.solver)
        self.points = np.arange(self.places.rows) * float(self.places.step) + self.places.lowest

    def final(self) -> Floats:
        """1 for every total that meets the goal, by row."""
        rules = self.rules
        return np.array([float(rules.meets(int(total), rules.solo_goal)) for total in self.points])

    def stops(self, after: Floats, mark: int, start: int) -> Floats:
        """The worth of every stop of a turn from row `start` on; `after[mark, row]` is what follows."""
        places = self.places
        kinds = places.kinds(mark, places.rows)[np.maximum(np.arange(places.rows) - start, 0)]
        bank = np.where(kinds == COUNTS, after[0], NOT_ALLOWED)
        if mark >= places.counters:
            bank = np.where(kinds == NOTHING, after[places.counters, start], bank)
        bank[-1] = after[0, -1]  # the last row is final, whatever the turn total
        return bank

    def lost(self, mark: int, start: int) -> tuple[int, int]:
        """Mark and row after a farkle."""
        after, steps = self.places.after_farkle(mark)
        return after, max(start - steps, 0)

    def layer(self, after: Floats, beyond: Floats) -> Floats:
        """Values of all turns of a round from what follows it; `beyond[mark]` belongs to the settled rows."""
        places = self.places
        start = np.arange(places.settled)
        values = np.empty((places.marks, places.rows))
        for mark in range(places.marks):
            bank = np.stack([self.stops(after, mark, int(row)) for row in start], axis=1)
            farkle = np.array([after[self.lost(mark, int(row))] for row in start])
            values[mark, start] = self.solver.solve(bank, farkle, start)
            values[mark, places.settled :] = beyond[mark]
        return values


def solo_places(rules: Ruleset, solver: TurnSolver) -> SoloPlaces:
    """The numbering: totals from as low as penalties can bring them to one turn past where all is settled."""
    step = solver.plan.step
    penalty = rules.penalty
    first = (*rules.compensation, 0)[0] // step
    steps = penalty.points // step
    falls = rules.rounds if not penalty.restarts else rules.rounds // penalty.count
    low = first - steps * falls
    goal = rules.solo_goal // step + 1 if rules.reach is not Reach.AT_LEAST else -(-rules.solo_goal // step)
    settled = max(goal, first) + steps * falls
    least = -(-max(rules.minimum, rules.opening) // step)
    turn = rows_that_matter(solver.plan, forced=solver.forced) + least + solver.plan.most
    rows = settled - low + turn + 1
    return SoloPlaces(rules, step, counters_of(rules), low * step, settled - low, rows)


def solve_solitaire(rules: Ruleset, *, progress: Progress | None = None, compiled: bool = True) -> Solitaire:
    """Solve a solitaire game for its goal and for points.

    >>> from hotdice.rules import load
    >>> solved = solve_solitaire(load("marina-solitaire", ["rounds=2", "solo_goal=1000"]))
    >>> round(solved.chance, 3), round(solved.expected, 1)
    (0.585, 1097.5)

    Raises:
        Unsolvable: the sheet has no goal for one player, or the penalty has a floor.
    """
    check_goal(rules, "solitaire")
    if rules.penalty.points and rules.penalty.floor is not None:
        raise Unsolvable("penalty.floor", "the expected total is solved without a floor under the penalty")
    begun = time.perf_counter()
    turns = SoloTurns(rules, compiled=compiled)
    places = turns.places
    rounds = rules.rounds
    gains = np.zeros((rounds + 1, places.marks))
    chances = np.zeros((rounds + 1, places.marks, places.rows))
    blended = np.zeros_like(chances)
    final = turns.final()
    chances[0] = final
    blended[0] = final + POINT * turns.points
    settled = np.full(places.marks, final[-1])
    for k in range(1, rounds + 1):
        gains[k] = mean_gains(turns, gains[k - 1])
        chances[k] = turns.layer(chances[k - 1], settled[:, None])
        certain = settled[:, None] + POINT * (turns.points[None, places.settled :] + gains[k][:, None])
        blended[k] = turns.layer(blended[k - 1], certain)
        if progress is not None:
            progress(0.5 * k / rounds)
    for_chance = _distribution(turns, blended, gains, progress)
    for_points = _distribution(turns, None, gains, None)
    return Solitaire(
        rules, places, chances, blended, gains, for_chance, for_points, time.perf_counter() - begun
    )


def points_turn(turns: SoloTurns, after: Floats, mark: int) -> tuple[Floats, float]:
    """The worth, in points, of every stop of a turn played for points, by turn total, and of a farkle."""
    places = turns.places
    gain = np.arange(places.rows - places.settled)
    kinds = places.kinds(mark, len(gain))
    bank = np.where(kinds == COUNTS, gain * float(places.step) + after[0], NOT_ALLOWED)
    if mark >= places.counters:
        bank = np.where(kinds == NOTHING, after[places.counters], bank)
    follows, steps = places.after_farkle(mark)
    return bank, float(after[follows]) - steps * places.step


def mean_gains(turns: SoloTurns, after: Floats) -> Floats:
    """The best mean of the points to come before a turn, by mark, from what follows the turn."""
    ends = [points_turn(turns, after, mark) for mark in range(turns.places.marks)]
    bank = np.stack([stops for stops, _ in ends], axis=1)
    farkle = np.array([lost for _, lost in ends])
    return turns.solver.solve(bank, farkle, np.zeros(len(ends), np.int64))


def _distribution(
    turns: SoloTurns, blended: Floats | None, gains: Floats, progress: Progress | None
) -> dict[int, float]:
    """Chances of the final totals under play for the chance, or without `blended` for points."""
    places = turns.places
    rounds = turns.rules.rounds
    width = places.rows - places.settled
    rows = places.rows + rounds * width
    now = np.zeros((places.marks, rows))
    now[places.start] = 1.0
    for k in range(rounds, 0, -1):
        after = np.zeros_like(now)
        for mark in range(places.marks):
            points = points_turn(turns, gains[k - 1], mark)
            stops, lost = turn_spread(turns.solver, *points, 0)
            for row in np.flatnonzero(now[mark] > _UNLIKELY).tolist():
                here = now[mark, row]
                if blended is not None and row < places.settled:
                    bank = turns.stops(blended[k - 1], mark, row)
                    farkle = float(blended[k - 1][turns.lost(mark, row)])
                    found, missed = turn_spread(turns.solver, bank, farkle, row)
                    stopped, reached = found[row:], missed
                else:
                    stopped, reached = stops, lost
                _move(turns, after, mark, row, here * stopped)
                follows, steps = places.after_farkle(mark)
                after[follows, max(row - steps, 0)] += here * reached
        now = after
        if progress is not None:
            progress(0.5 + 0.5 * (rounds - k + 1) / rounds)
    total = now.sum(axis=0)
    return {places.lowest + int(row) * places.step: float(total[row]) for row in np.flatnonzero(total)}


def _move(turns: SoloTurns, after: Floats, mark: int, row: int, stopped: Floats) -> None:
    """Carry the stops of a turn over into the next round, by turn total."""
    places = turns.places
    if mark >= places.counters:
        nothing = places.kinds(mark, len(stopped)) == NOTHING
        after[places.counters, row] += stopped[nothing].sum()
        stopped = np.where(nothing, 0.0, stopped)
    end = min(row + len(stopped), after.shape[1])
    after[0, row:end] += stopped[: end - row]
