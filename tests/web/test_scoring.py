"""The core asked with a compiled sheet, as the table asks it, roll by roll against the rules themselves."""

from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hotdice.odds.rolls import roll_odds, weighted_odds
from hotdice.rules import Ruleset, load, resolve, shipped, sorted_rolls
from hotdice.rules.compiled import compiled
from web.modules import run_module

_SCRIPT = """
import { farkleChance } from "page/core/odds/rolls";
import { tableOf } from "page/core/rules/ruleset";
export function answer({ rules, rolls, counts }) {
  const table = tableOf(rules);
  const first = (count) => [...Array(count).keys()].map((index) => index + 1);
  return {
    options: rolls.map((roll) => table.options(roll).map((one) => [one.keep, one.points, one.dice_left])),
    parts: rolls.map((roll) => table.partition(roll)),
    chances: counts.map((count) => farkleChance(rules, rules.weights, first(count))),
  };
}
"""
HOUSES = (
    '{"base":"classic","take_all":true}',
    '{"base":"kcd","toxic":{"face":2,"count":4}}',
    '{"base":"kcd","dice":5,"joker":{"dice":3,"face":1}}',
)


def _compare(rules: Ruleset, folder: Path) -> None:
    rolls = list(
        chain.from_iterable(sorted_rolls(count, rules.table.faces) for count in range(1, rules.dice + 1))
    )
    given: dict[str, Any] = {
        "rules": msgspec.to_builtins(compiled(rules)),
        "rolls": rolls,
        "counts": list(range(1, rules.dice + 1)),
    }
    page = run_module(folder, _SCRIPT, given)
    table = rules.table
    for roll, options, parts in zip(rolls, page["options"], page["parts"], strict=True):
        assert options == [[one.keep, one.points, one.dice_left] for one in table.options(roll).options], roll
        assert len(parts) == len(table.partition(roll)), roll
    for count, chance in zip(given["counts"], page["chances"], strict=True):
        assert chance == pytest.approx(_farkle(rules, count))


def _farkle(rules: Ruleset, count: int) -> float:
    odds = weighted_odds(rules, rules.cup[:count]) if rules.cup else roll_odds(rules, count)
    return odds.farkles / odds.rolls


@pytest.mark.parametrize("name", shipped())
def test_every_roll_of_every_sheet(name: str, tmp_path: Path) -> None:
    _compare(load(name), tmp_path)


_TAPS = """
import { Taps } from "page/game/choosing";
export function answer({ rules, roll, taps }) {
  const dice = roll.map((face, index) => ({ number: index + 1, face }));
  const hand = new Taps();
  let chosen = [];
  for (const [number, at] of taps) chosen = hand.tap(rules, dice, chosen, number, at).chosen;
  return chosen;
}
"""


@pytest.mark.parametrize(
    ("roll", "taps", "chosen"),
    [
        pytest.param(
            (2, 2, 3, 3, 4, 4), [(number, 150 * number) for number in range(1, 7)], [1, 2, 3, 4, 5, 6],
            id="every die of three pairs, quickly",
        ),
        pytest.param((2, 2, 3, 3, 4, 4), [(1, 0), (2, 2000)], [], id="a second thought gives the group back"),
        pytest.param((2, 2, 2, 3, 4, 6), [(1, 0), (2, 150), (3, 300)], [1, 2, 3], id="a triple, quickly"),
        pytest.param((1, 5, 2, 3, 4, 4), [(1, 0), (1, 100)], [], id="the same die twice"),
    ],
)  # fmt: skip
def test_quick_taps_on_a_group_all_count(
    roll: tuple[int, ...], taps: list[tuple[int, int]], chosen: list[int], tmp_path: Path
) -> None:
    given = {"rules": msgspec.to_builtins(compiled(load("classic"))), "roll": roll, "taps": taps}
    assert run_module(tmp_path, _TAPS, given) == chosen


@pytest.mark.parametrize("house", HOUSES)
def test_every_roll_of_house_rules(house: str, tmp_path: Path) -> None:
    _compare(resolve(house), tmp_path)
