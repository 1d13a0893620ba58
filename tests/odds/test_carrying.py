"""Turns that carry more than the mover's value refuse what they could only read beyond its end."""

import numpy as np
import pytest

from hotdice.odds.carrying import Carried, solve_carried
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import roll_plan
from hotdice.rules import load


@pytest.mark.parametrize("compiled", [True, False])
def test_too_few_rows_of_stops_are_refused(compiled: bool) -> None:
    solver = TurnSolver(roll_plan(load("busche-neller")), forced=False, compiled=compiled)
    one = np.ones(1, np.int64)
    for missing in (0, 1):
        bank = np.zeros((solver.plan.most + 2 - missing, 1))
        bank[1:] = 1.0
        turns = Carried(bank, 0 * bank, 0 * bank, np.zeros(1), 0 * one, one)
        if missing:
            with pytest.raises(ValueError, match="too few rows"):
                solve_carried(solver, turns)
        else:
            assert solve_carried(solver, turns)[0, 0] == pytest.approx(0.969136, abs=1e-6)
