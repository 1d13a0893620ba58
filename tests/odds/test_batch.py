"""The batch form on numpy against the compiled kernel."""

import numpy as np
import pytest

from hotdice.odds.batch import numpy_engine
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import roll_plan
from hotdice.odds.race import solve_race
from hotdice.rules import load


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("playmonster", ["target=500"]),
        ("facebook", ["target=200", "penalty.floor=0"]),
        ("busche-neller", ["target=200", "hot_dice=forced"]),
        ("busche-neller", ["target=300", "reach=exactly"]),
    ],
)
def test_races_have_the_same_values(name: str, settings: list[str]) -> None:
    rules = load(name, settings)
    batch, plain = solve_race(rules, engine=numpy_engine()), solve_race(rules)
    assert np.abs(batch.values - plain.values).max() < 1e-9


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("name", ["playmonster", "zilch"])
def test_turns_have_the_same_values_and_tags(name: str, forced: bool) -> None:
    plan = roll_plan(load(name))
    maker = np.random.default_rng(3)
    lanes, rows = 37, 90
    bank = np.sort(maker.random((rows, lanes)), axis=0)
    bank[maker.random((rows, lanes)) < 0.1] = -1e300
    bank[-1] = 1.0
    tags, farkle, lost = maker.random((rows, lanes)), maker.random(lanes), maker.random(lanes)
    start = maker.integers(0, 60, lanes)
    solvers = (
        TurnSolver(plan, forced=forced),
        TurnSolver(plan, forced=forced, compiled=False),
        TurnSolver(plan, forced=forced, engine=numpy_engine()),
    )
    found = [solver.solve_tagged(bank, tags, farkle, lost, start, final=rows - 1) for solver in solvers]
    for values, means in found[1:]:
        assert np.abs(values - found[0][0]).max() < 1e-12
        assert np.abs(means - found[0][1]).max() < 1e-12
    plain = [solver.solve(bank, farkle, start) for solver in solvers]
    assert np.abs(plain[1] - plain[0]).max() < 1e-12
    assert np.abs(plain[2] - plain[0]).max() < 1e-12
