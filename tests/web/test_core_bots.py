"""The bots of the core by rules of houses: in every position they choose what those in Python choose."""

from pathlib import Path
from typing import Any

import msgspec

from hotdice.coach.exercises import exercise_of
from hotdice.coach.rule_words import sides_of
from hotdice.game import PositionError, Refusal, SeededDice, new_game, parse_position, play, print_position
from hotdice.odds import tables
from hotdice.odds.solved import goal_of
from hotdice.odds.tables import file_name
from hotdice.players.paper_rule import all_card_rules
from hotdice.players.registry import make
from hotdice.rules import load
from hotdice.testing.drawing import Lots, draw_bags, draw_house
from hotdice.testing.vectors import plain
from web.modules import run_module

_CHOOSE = """
import { makeBot } from "page/core/players/registry";
import { parsePosition } from "page/core/game/positions";
export function answer(cases) {
  return cases.map(([position, bot]) => {
    const { type, dice = [] } = makeBot(bot).choose(parsePosition(position));
    return [type, dice];
  });
}
"""
BOTS = ("greedy", "thumb", "paper", "champion", "threshold:300")


def _positions(games: int) -> list[str]:
    rng, found = Lots("bots"), list[str]()
    for number in range(games):
        rules = draw_house(rng)
        state = new_game(rules, 2, first=0, bags=draw_bags(rng, rules, 2))
        dice = SeededDice(str(number))
        for _ in range(40):
            if state.over:
                break
            waits = state.step == "wait"
            if not waits:
                try:
                    found.append(print_position(state))
                except PositionError:
                    break
            result = play(state, dice.throw(state) if waits else make("greedy").choose(state))
            assert not isinstance(result, Refusal)
            state = result[0]
    return found


def test_bots_of_the_core_choose_as_those_in_python(tmp_path: Path) -> None:
    cases = [[position, bot] for position in _positions(12) for bot in BOTS]
    wanted: list[Any] = []
    for position, bot in cases:
        move = plain(make(bot).choose(parse_position(position)))
        wanted.append([move["type"], list(move.get("dice", ()))])
    assert len(cases) > 500
    assert ["TakeOver", []] in wanted
    found = run_module(tmp_path, _CHOOSE, cases)
    assert [(case, got) for case, got, want in zip(cases, found, wanted, strict=True) if got != want] == []


def _on_shipped_sheets() -> list[str]:
    """Positions of games by every sheet that has a card to remember, last turns among them."""
    found = list[str]()
    for name in sorted(all_card_rules()):
        rules = load(name)
        state = new_game(rules, max(2, rules.min_players), first=0)
        dice, kept = SeededDice("card"), list[str]()
        while not state.over:
            if state.step in ("keep", "decide"):
                kept.append(print_position(state))
            result = play(state, dice.throw(state) if state.step == "wait" else make("greedy").choose(state))
            assert not isinstance(result, Refusal)
            state = result[0]
        found += [*kept[::5], *kept[-6:]]
    return found


def test_the_card_to_remember_is_that_of_python(tmp_path: Path) -> None:
    """Both sides of every card choose the same, and the trainer says the same about it."""
    cases = [[position, bot] for position in _on_shipped_sheets() for bot in ("paper", "paper:3")]
    wanted: list[Any] = []
    for position, bot in cases:
        move = plain(make(bot).choose(parse_position(position)))
        wanted.append([move["type"], list(move.get("dice", ()))])
    assert len(cases) > 150
    found = run_module(tmp_path, _CHOOSE, cases)
    assert [(case, got) for case, got, want in zip(cases, found, wanted, strict=True) if got != want] == []


_CARD = """
import { exerciseOf } from "page/core/coach/exercises";
import { strategyCard } from "page/core/coach/strategy";
import { rememberTable } from "page/core/odds/shelf";
import { load } from "page/core/rules/loading";
import { readFileSync } from "node:fs";
export function answer({ positions, table, sheet }) {
  rememberTable(load(sheet), new Uint8Array(readFileSync(table)));
  const said = positions.map((position) => exerciseOf(position).card);
  const { sides } = strategyCard(load(sheet));
  return { said: said.map((one) => [one.option.action, one.option.keep, one.stop_at]), sides };
}
"""


def test_what_the_trainer_and_the_card_say_is_that_of_python(tmp_path: Path) -> None:
    rules = load("kcd")
    table = Path(tables.__file__).parent / "tables" / file_name(rules, goal_of(rules))
    turns = ("t400.3", "t450.3", "t0.6.152346", "t0.6.115344", "t300.2", "t900.4", "t1000.4")
    scores = ("2000.0.y_2000.0.y", "1000.0.y_3000.0.y", "3000.0.y_1000.0.y", "2000.0.y_3700.0.y")
    positions = [f"kcd~r9~s1~m1~n~{score}~{turn}" for score in scores for turn in turns]
    wanted = []
    for position in positions:
        card = exercise_of(position).card
        assert card is not None
        wanted.append([card.option.action, card.option.keep, card.stop_at])
    given = {"positions": positions, "table": str(table), "sheet": "kcd"}
    found = run_module(tmp_path, _CARD, given)
    assert found["said"] == wanted
    assert found["sides"] == msgspec.json.decode(msgspec.json.encode(sides_of(rules)))


_CHANCE = """
import { ErringBot, RandomBot } from "page/core/players/chance_bots";
import { Champion } from "page/core/players/exact_bots";
import { parsePosition } from "page/core/game/positions";
import { legal, turnChoices } from "page/core/game/choices";
import { rememberTable } from "page/core/odds/shelf";
import { load } from "page/core/rules/loading";
import { readFileSync } from "node:fs";
export function answer({ position, table, lots }) {
  rememberTable(load("kcd"), new Uint8Array(readFileSync(table)));
  const state = parsePosition(position);
  const values = new Champion().values(state);
  const lost = (lot) => values[0].worth.value - new ErringBot(20, () => lot).values(state)[0].worth.value;
  const chosen = lots.map((lot) => JSON.stringify(new RandomBot(() => lot).choose(state)));
  return { lost: lots.map(lost), chosen: new Set(chosen).size, choices: turnChoices(state).length };
}
"""


def test_bots_that_leave_something_to_chance(tmp_path: Path) -> None:
    """Random takes every choice, err loses within its allowance, and now and then something."""
    rules = load("kcd")
    table = Path(tables.__file__).parent / "tables" / file_name(rules, goal_of(rules))
    lots = [number / 200 for number in range(200)]
    given = {"position": "kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155", "table": str(table), "lots": lots}
    found = run_module(tmp_path, _CHANCE, given)
    assert found["chosen"] == found["choices"] > 3
    assert all(0 <= lost <= 0.4 * lot + 1e-12 for lot, lost in zip(lots, found["lost"], strict=True))
    assert max(found["lost"]) > 0
