"""One turn on its own: the best long-run average of points, when to stop for it, the chance of a total.

Without a penalty the best average is the best mean of a turn. With a penalty for farkles in a row a farkle
also costs what it does to the turns after it: the average g and the relative worth h of each number of
farkles solve g + h(f) = best mean of (points and worth after the turn), which policy iteration finds exactly.
"""

import time
from dataclasses import dataclass

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.marks import counters_of, farkle_of
from hotdice.odds.plan import NOT_ALLOWED, Floats, RollPlan, roll_plan
from hotdice.odds.refusals import check_goal
from hotdice.odds.stopping import COUNTS, stops_of
from hotdice.rules import HotDice, Ruleset


@dataclass(frozen=True, eq=False)
class TurnAnswer:
    """The best play for points.

    `worth[f]` is what f farkles in a row are worth against none; `roll[row, dice - 1, f]` is the mean of
    the points still coming (and the worth after the turn) when that many dice are rolled at a turn total.
    """

    rules: Ruleset
    step: int
    expected: float
    worth: Floats
    bank: Floats
    roll: Floats
    seconds: float

    @property
    def states(self) -> int:
        """The start-of-turn states: one for each number of farkles in a row."""
        return len(self.worth)

    @property
    def positions(self) -> int:
        """All (farkles, turn total, dice) of the model."""
        return int(np.prod(self.roll.shape))

    def bank_at(self, farkles: int = 0) -> dict[int, int | None]:
        """By dice left, the lowest total at which stopping is at least as good; 0: always, None: never.

        >>> from hotdice.rules import load
        >>> solve_turn(load("busche-neller")).bank_at()
        {6: 10050, 5: 2900, 4: 1000, 3: 400, 2: 250, 1: 250}
        """
        found: dict[int, int | None] = {}
        least = int(np.argmax(stops_of(self.rules, play_off=True).table(0, opened=True) == COUNTS))
        forced = self.rules.hot_dice is HotDice.FORCED
        for dice in range(self.rules.dice, 0, -1):
            rows = np.flatnonzero(
                self.bank[least : len(self.roll) - 1, 0] >= self.roll[least:-1, dice - 1, farkles]
            )
            if not rows.size or (forced and dice == self.rules.dice):
                found[dice] = None
            else:
                row = int(rows[0]) + least
                found[dice] = 0 if row == 1 else row * self.step
        return found

    def told_stops(self, farkles: int = 0) -> dict[int, int | None]:
        """As `bank_at`, with None also for totals that no game comes to, see `told_stop`.

        >>> from hotdice.rules import load
        >>> solve_turn(load("busche-neller")).told_stops()
        {6: None, 5: 2900, 4: 1000, 3: 400, 2: 250, 1: 250}
        """
        return {dice: told_stop(self.rules, stop) for dice, stop in self.bank_at(farkles).items()}

    def value(self, total: int, dice: int, farkles: int = 0) -> float:
        """The mean points of a turn that rolls so many dice at a turn total, all costs of farkles included.

        >>> from hotdice.rules import load
        >>> answer = solve_turn(load("busche-neller"))
        >>> answer.value(0, 6) == answer.expected
        True
        """
        row = min(total // self.step, self.roll.shape[0] - 2)
        return float(self.roll[row, dice - 1, farkles])


FAR = 10_000
"""A total that turns do not come to, for sheets without a target."""


def told_stop(rules: Ruleset, stop: int | None) -> int | None:
    """A total at which to stop as people are told; None, never, where the game is won before.

    >>> from hotdice.rules import load
    >>> [told_stop(load("classic"), stop) for stop in (2800, 16_800)], told_stop(load("marina"), 16_400)
    ([2800, None], None)
    """
    return None if stop is None or stop >= (rules.target or FAR) else stop


def rows_that_matter(plan: RollPlan, *, forced: bool, most: int = 100_000) -> int:
    """How many turn totals, in steps, a turn for points needs; nobody looks further than `most`.

    With a risk of a farkle for every number of dice, stopping is best with any dice from the total on where
    it beats one more roll (see `docs/solver.md`). Where some roll is without risk, or must be made, the turn
    is cut off where it comes to with a chance too small to matter.
    """
    greatest = np.maximum.reduceat(plan.points.astype(float), plan.starts)
    means = plan.weights @ greatest
    risky = plan.farkle > 0
    rows = int(np.max(means[risky] / plan.farkle[risky], initial=1.0)) + 2
    if forced or not risky.all():
        solver = TurnSolver(plan, forced=forced, compiled=False)
        while solver.rows(_reach_bank(rows), np.zeros(1))[0][0, -1, 0] > 1e-13 and rows < most:
            rows *= 2
    return rows


def _reach_bank(rows: int) -> Floats:
    bank = np.zeros((rows + 1, 1))
    bank[rows] = 1.0
    return bank


def solve_turn(rules: Ruleset) -> TurnAnswer:
    """The best long-run average of points per turn for a player on the board.

    >>> from hotdice.rules import load
    >>> round(solve_turn(load("busche-neller")).expected, 4)
    446.5714

    Raises:
        Unsolvable: cards, weighted dice, or a turn that can go on for ever without risk.
    """
    check_goal(rules, "turn")
    begun = time.perf_counter()
    plan = roll_plan(rules, pruned=True)
    forced = rules.hot_dice is HotDice.FORCED
    solver = TurnSolver(plan, forced=forced, compiled=False)
    rows = rows_that_matter(plan, forced=forced)
    step, penalty = plan.step, rules.penalty
    counters = counters_of(rules)
    stops = stops_of(rules, play_off=True)
    rows = max(rows, stops.kinds.shape[1])
    bank = np.arange(rows + plan.most + 1, dtype=float)[:, None] * step
    bank[stops.gains(len(bank), 0, opened=True) != COUNTS] = NOT_ALLOWED
    after, loss = np.array([farkle_of(rules, farkles) for farkles in range(counters)]).T
    worth = np.zeros(counters)
    expected = -np.inf
    if not penalty.points:
        roll, _ = solver.rows(bank, worth, final=rows)
        expected = float(roll[0, -1, 0])
    while penalty.points:
        lost = worth[after] - loss
        roll, means = solver.rows(bank, lost, 0, np.zeros_like(bank), np.ones(counters), final=rows)
        best, farkles = roll[0, -1], means[0, -1]
        gained = best - farkles * lost
        # Unknowns: the average in place of worth[0], which is 0, and the other worths.
        system = np.eye(counters)
        system[:, 0] = 1.0
        for f in range(counters):
            if after[f]:
                system[f, after[f]] -= farkles[f]
        solution = np.linalg.solve(system, gained - farkles * loss)
        worth = np.concatenate([[0.0], solution[1:]])
        if solution[0] <= expected + 1e-12:
            break
        expected = float(solution[0])
    return TurnAnswer(rules, step, expected, worth, bank, roll, time.perf_counter() - begun)


def chance_to_reach(rules: Ruleset, points: int, *, dice: int | None = None) -> float:
    """The best chance to bring a turn to at least so many more points, rolling `dice` dice now.

    >>> from hotdice.rules import load
    >>> round(chance_to_reach(load("playmonster"), 500), 4)
    0.5274

    Raises:
        Unsolvable: cards, weighted dice, or a turn that can go on for ever without risk.
    """
    check_goal(rules, "turn")
    plan = roll_plan(rules, pruned=True)
    forced = rules.hot_dice is HotDice.FORCED
    need = max(-(-points // plan.step), 0)
    bank = np.zeros((need + 2, 1))
    bank[need:] = 1.0
    rolls = TurnSolver(plan, forced=forced, compiled=False).rows(bank, np.zeros(1))[0]
    return float(rolls[0, (dice or rules.dice) - 1, 0])
