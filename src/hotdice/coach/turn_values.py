"""Values that are exact for this turn only: the best long-run average of points, the score not weighed."""

from functools import lru_cache

import numpy as np

from hotdice.coach.forms import Source, Unit
from hotdice.coach.turns import SolvedTurn, Vector, solve_inside
from hotdice.game import State
from hotdice.odds.plan import NOT_ALLOWED
from hotdice.odds.turn import TurnAnswer, solve_turn
from hotdice.rules import Ruleset

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
        bank = np.array(answer.bank[:, 0])
        if not seat.opened:
            # The minimum to get on the board binds; a stop for nothing is never better than going on.
            bank[: -(-rules.opening // answer.step)] = NOT_ALLOWED
        count = len(answer.worth)
        farkles = min(seat.farkles, count - 1)
        penalty = rules.penalty
        costs = penalty.points if penalty.points and seat.farkles + 1 >= penalty.count else 0
        if penalty.floor is not None:
            costs = max(0, min(costs, seat.total - penalty.floor))
        again = 0 if farkles + 1 >= count and (penalty.restarts or not penalty.points) else farkles + 1
        lost = float(answer.worth[min(again, count - 1)]) - costs
        inside = solve_inside(
            rules,
            bank,
            np.arange(len(bank), dtype=np.float64) * answer.step,
            (lost, -float(costs)),
            pruned=True,
            at=state.turn_total // answer.step,
        )
        mover, others = state.mover, len(state.seats)

        def everybody(value: float) -> Vector:
            return tuple(value if seat == mover else 0.0 for seat in range(others))

        return SolvedTurn(rules, inside, self.source, everybody)

    def ended(self, state: State) -> Vector:
        """The totals."""
        return tuple(float(total) for total in state.totals)
