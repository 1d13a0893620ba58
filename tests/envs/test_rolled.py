"""Policies that are asked roll by roll are measured as what they play."""

from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from hotdice.arena.evaluation import exactly
from hotdice.envs.features import features_of, scales_of
from hotdice.envs.layout import action_mask, observe
from hotdice.envs.rolled import Asked, choices_of, evaluate_rolled
from hotdice.game import parse_position
from hotdice.odds.evaluating import thresholds
from hotdice.rules import FACES, LastChance, Ruleset, Ties, load
from hotdice.terminal.cli import hotdice
from odds.test_evaluating import RULES
from odds.test_reference import sheet


def careful(rules: Ruleset, stop_at: int) -> Any:
    """Stops at a total, or where a last turn is won; keeps the most points, of equal ones the most dice."""
    width, goal = rules.dice * FACES, scales_of(rules).goal
    known = {
        choices.faces[roll].tobytes(): (
            choices.action[choices.starts[roll] : choices.starts[roll + 1]],
            choices.points[choices.starts[roll] : choices.starts[roll + 1]] * rules.step,
            choices.left[choices.starts[roll] : choices.starts[roll + 1]] + 1,
        )
        for choices in choices_of(rules)
        for roll in range(len(choices.chances))
    }
    beat = rules.step if rules.ties is Ties.TRIGGER_KEEPS else 0

    def play(rows: Any, masks: Any) -> list[int]:
        found = []
        for row, mask in zip(rows, masks, strict=True):
            actions, points, left = known[row[:width].tobytes()]
            best = max(range(len(actions)), key=lambda at: (points[at], left[at] < rules.dice, left[at]))
            total, own, other = np.rint(row[width : width + 3].astype(float) * goal)
            need = other - own + beat if row[width + 9] else stop_at
            action = int(actions[best])
            found.append(action + int(total + points[best] >= need and mask[action + 1]))
        return found

    return play


@pytest.mark.nightly
@pytest.mark.parametrize("settings", [["target=500", "opening=0"], ["target=400", "opening=300"]])
def test_six_dice_with_last_turns_asked_roll_by_roll(settings: list[str]) -> None:
    asked_is_written(load("classic", settings))


@pytest.mark.parametrize("changes", RULES[:6], ids=lambda changes: " ".join(map(str, changes.values())))
def test_what_is_asked_roll_by_roll_is_what_is_written_down(changes: dict[str, object]) -> None:
    asked_is_written(sheet(**changes))


def test_six_dice_asked_roll_by_roll() -> None:
    asked_is_written(load("busche-neller", ["target=300"]))


def asked_is_written(rules: Ruleset) -> None:
    asked = evaluate_rolled("mine", careful(rules, 200), rules)
    at_once = rules.last_chance is LastChance.NONE  # then whoever may stop with the target does
    play = thresholds(rules, (200,) * rules.dice, knows_target=at_once)
    known = exactly("known", play)
    assert asked.exact
    for field in ("chance", "begins", "follows", "itself", "turns", "exploited"):
        assert getattr(asked, field) == pytest.approx(getattr(known, field), abs=1e-9), field
    assert asked.loss == pytest.approx(known.loss, abs=1e-9)
    assert sum(asked.loss.values()) == pytest.approx(0.5 - asked.chance, abs=1e-9)


def test_rows_are_those_of_the_environment() -> None:
    """What the evaluator shows of a position is what a game shows of it, but for the round."""
    rules = load("classic", ["target=1000"])
    assert rules.last_chance is not LastChance.NONE
    met: dict[bytes, bytes] = {}

    def note(rows: Any, masks: Any) -> Any:
        for row, mask in zip(rows, masks, strict=True):
            met[row.tobytes()] = mask.tobytes()
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    Asked(rules, note)
    for turn in (
        "n~500.0.y_600.0.y~t0.6.113556",
        "n~0.0.n_600.0.y~t200.4.1345",
        "l2~500.0.y_1000.0.y~t0.6.113556",
    ):
        state = parse_position(f"classic.eyJ0YXJnZXQiOjEwMDB9~r4~s1~m1~{turn}")
        assert state.rules == rules
        row = features_of(rules, 2, observe(state, state.mover))
        assert met[row.tobytes()] == action_mask(state).tobytes()


def test_who_says_what_is_not_legal_is_refused() -> None:
    rules = load("busche-neller", ["target=300"])
    for answer, words in (
        (lambda rows, masks: masks.argmin(axis=1), "not legal"),
        (lambda rows, masks: [0], "actions were asked for"),
        (lambda rows, masks: 1 / 0, "the policy failed"),
    ):
        with pytest.raises(ValueError, match=words):
            evaluate_rolled("wrong", answer, rules)


def test_a_long_race_is_sampled() -> None:
    found = evaluate_rolled(
        "low", lambda rows, masks: masks[:, 1::2].argmax(axis=1) * 2 + 1, load("kcd"), games=2
    )
    assert not found.exact
    assert found.games == 2


def test_the_command_asks_roll_by_roll(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_rolled.py").write_text(
        "def act(rows, masks):\n    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)\n"
    )
    monkeypatch.chdir(tmp_path)
    words = ["evaluate", "mine_rolled:act", "kcd", "--set", "target=300", "--rolls", "--no-reply"]
    found = CliRunner().invoke(hotdice, words)
    assert found.exit_code == 0, found.output
    assert "exactly" in found.output
