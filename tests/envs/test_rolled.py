"""Policies that are asked roll by roll are measured as what they play."""

from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numba import njit

from hotdice.arena.evaluation import exactly
from hotdice.envs import rolled
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


def careful_compiled(rules: Ruleset, stop_at: int) -> Any:
    """The same play as machine code: what each roll is best for stands in a table."""
    best, worth = np.zeros((2, 7**rules.dice), np.int64)
    for choices in choices_of(rules):
        for roll, shown in enumerate(choices.faces):
            number = 0
            for at in np.flatnonzero(shown).tolist():
                number = 7 * number + at % FACES + 1
            part = slice(choices.starts[roll], choices.starts[roll + 1])
            points, left = choices.points[part] * rules.step, choices.left[part] + 1
            at = max(range(len(points)), key=lambda k: (points[k], left[k] < rules.dice, left[k]))
            best[number], worth[number] = choices.action[part][at], points[at]
    width, goal = rules.dice * FACES, float(scales_of(rules).goal)
    beat = rules.step if rules.ties is Ties.TRIGGER_KEEPS else 0

    @njit(nogil=True)  # type: ignore[untyped-decorator]
    def play(rows: Any, masks: Any) -> Any:
        found = np.empty(len(rows), np.int64)
        for row in range(len(rows)):
            number = 0
            for at in range(width):
                if rows[row, at] > 0.5:
                    number = 7 * number + at % FACES + 1
            need = stop_at
            if rows[row, width + 9] > 0.5:
                need = round((rows[row, width + 2] - rows[row, width + 1]) * goal) + beat
            enough = round(rows[row, width] * goal) + worth[number] >= need
            found[row] = best[number] + (1 if enough and masks[row, best[number] + 1] else 0)
        return found

    return play


def test_a_compiled_policy_is_asked_everywhere_and_any_other_on_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a race that is long, as far as the evaluator knows: three blocks of turns, asked by all cores."""
    rules = load("classic", ["target=400", "opening=0", "dice=3"])
    known = exactly("known", thresholds(rules, (200,) * 3, knows_target=False))
    monkeypatch.setattr(rolled, "MOST_STATES", 10)
    monkeypatch.setattr(rolled, "_BLOCK", 30)
    compiled, plain = careful_compiled(rules, 200), careful(rules, 200)
    asked = [
        evaluate_rolled("compiled", compiled, rules),
        evaluate_rolled("everywhere", plain, rules, everywhere=True),
    ]
    for found in asked:
        assert found.exact
        assert found.chance == pytest.approx(known.chance, abs=1e-9)
        assert found.exploited == pytest.approx(known.exploited, abs=1e-9)
        assert found.loss == pytest.approx(known.loss, abs=1e-9)
    assert not evaluate_rolled("by games", lambda _, masks: masks.argmax(axis=1), rules, games=2).exact


@pytest.mark.nightly
def test_a_compiled_policy_is_asked_at_every_roll_of_the_whole_race() -> None:
    """`farkle-10k`: thousands of millions of rolls."""
    rules = load("classic")
    found = evaluate_rolled("compiled", careful_compiled(rules, 300), rules)
    known = exactly("known", thresholds(rules, (300,) * 6, knows_target=False))
    assert found.exact
    assert found.chance == pytest.approx(known.chance, abs=1e-9)
    assert found.loss == pytest.approx(known.loss, abs=1e-9)


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
    monkeypatch.setattr(rolled, "MOST_STATES", 10)
    for more, how in (["--games", "2"], "luck taken out"), (["--everywhere"], "exactly"):
        found = CliRunner().invoke(hotdice, [*words, *more])
        assert found.exit_code == 0, found.output
        assert how in found.output
    refused = CliRunner().invoke(hotdice, ["evaluate", "greedy", "kcd", "--everywhere"])
    assert refused.exit_code == 2
    assert "--everywhere is for policies with --rolls" in refused.output
