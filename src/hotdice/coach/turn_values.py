"""Values that are exact for this turn only: the best long-run average of points, the score not weighed."""

from functools import lru_cache

import numpy as np

from hotdice.coach.forms import Source, Unit
from hotdice.coach.turns import SolvedTurn, Vector, solve_inside
from hotdice.game import State
from hotdice.odds.plan import NOT_ALLOWED, roll_plan
from hotdice.odds.stopping import COUNTS, stops_of
from hotdice.odds.turn import TurnAnswer, solve_turn
from hotdice.rules import Ruleset, after_farkle

THIS_TURN = Source("turn", "exact for this turn only: mean points, the score of the others is not weighed")


@lru_cache(maxsize=32)
def turn_answer(rules: Ruleset) -> TurnAnswer:
    """The best play of single turns of a sheet.

    >>> from hotdice.rules import load
    >>> round(turn_answer(load("classic")).expected)
    542

    Raises:
        Unsolvable: cards, weighted dice, or a turn that can go on for ever without risk.
    """
    return solve_turn(rules)


class TurnOnly:
    """Each turn by itself; a value counts the points of the turn and what farkles in a row cost later."""

    unit: Unit = "points"
    alone = True

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.answer = turn_answer(rules)
        self.source = THIS_TURN

    def turn(self, state: State) -> SolvedTurn:
        """The inside of the turn at hand."""
        rules, answer, seat = self.rules, self.answer, state.seats[state.mover]
        at = state.turn_total // answer.step
        # A keep and a roll later every total still stands for itself: no value hangs on where the rows end.
        rows = max(len(answer.bank), at + 2 * roll_plan(rules, pruned=True).most + 2)
        points = np.arange(rows, dtype=np.float64) * answer.step
        # The minimum to get on the board binds; a stop for nothing is never better than going on.
        kinds = stops_of(rules, play_off=True).gains(rows, 0, opened=seat.opened)
        bank = np.where(kinds == COUNTS, points, NOT_ALLOWED)
        costs, farkles = after_farkle(rules, seat.total, seat.farkles)
        lost = float(answer.worth[min(farkles, len(answer.worth) - 1) if rules.penalty.points else 0]) - costs
        inside = solve_inside(
            rules,
            bank,
            points,
            (lost, -float(costs)),
            pruned=True,
            at=at,
        )
        mover, others = state.mover, len(state.seats)

        def everybody(value: float) -> Vector:
            return tuple(value if seat == mover else 0.0 for seat in range(others))

        return SolvedTurn(rules, inside, self.source, everybody)

    def ended(self, state: State) -> Vector:
        """The totals."""
        return tuple(float(total) for total in state.totals)
