"""The page's own advice on a turn, against the solver."""

from pathlib import Path

import msgspec
import pytest

from hotdice.odds.turn import chance_to_reach, solve_turn
from hotdice.rules import load, resolve, shipped
from hotdice.rules.compiled import compiled
from web.modules import run_module

_SCRIPT = """
import { rolling } from "page/game/advice";
export function answer({ rules, goal }) {
  const points = { unit: "points", farkle: 0, bank: (total) => total < rules.minimum ? -Infinity : total };
  const reach = { unit: "win", farkle: 0, bank: (total) => (total >= goal ? 1 : 0) };
  const counts = [...Array(rules.dice).keys()].map((index) => index + 1);
  const roll = rolling(rules, points, 0);
  return { points: counts.map((dice) => roll(0, dice)), reach: rolling(rules, reach, 0)(0, rules.dice) };
}
"""
NO_PENALTY = [name for name in shipped() if not load(name).penalty.points and load(name).deck is None]


@pytest.mark.parametrize("rules", [*NO_PENALTY, '{"base":"classic","take_all":true}'])
def test_the_best_turn_and_the_chance_of_a_total_are_the_solvers(rules: str, tmp_path: Path) -> None:
    sheet = resolve(rules)
    found = run_module(tmp_path, _SCRIPT, {"rules": msgspec.to_builtins(compiled(sheet)), "goal": 1000})
    answer = solve_turn(sheet)
    for dice, value in enumerate(found["points"], 1):
        assert value == pytest.approx(answer.value(0, dice), rel=1e-4), dice
    assert found["reach"] == pytest.approx(chance_to_reach(sheet, 1000), abs=1e-9)
