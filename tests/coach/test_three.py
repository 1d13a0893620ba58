"""The coach on games of three: from their table where it is there, by simulation where it is not."""

from pathlib import Path

import pytest

from coach.games import played
from coach.test_review import check_account
from hotdice.coach.advising import advise_on
from hotdice.coach.reviewing import review
from hotdice.game import Resign, SeededDice, Step, evolve, new_game, play
from hotdice.odds.three_advice import advise_three
from hotdice.odds.three_table import make_three
from hotdice.players import make, play_out
from hotdice.players.solver_view import question_of
from hotdice.rules import Ruleset, load

SHEETS = {"classic": ["target=700"], "munchkin-farkle-plain": ["target=700"]}


@pytest.fixture(params=SHEETS)
def rules(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    return load(request.param, SHEETS[request.param])


def test_advice_is_that_of_the_table(rules: Ruleset) -> None:
    state = new_game(rules, 3, first=0)
    assert advise_on(state, games=80).source.kind == "simulated"
    race = make_three(rules)
    bots = [make(name) for name in ("greedy", "cautious", "greedy")]
    record = play_out(state, bots, SeededDice("three"))[1]
    seen = 0
    for event in record:
        state = evolve(state, event)
        if state.step is not Step.KEEP or rules.table.options(state.faces).farkle:
            continue
        advice = advise_on(state)
        exact = advise_three(race, question_of(state), state.faces)
        assert advice.source.kind == "exact"
        assert advice.best.value == pytest.approx(exact.best.value, abs=1e-8)
        seen += 1
    assert seen > 2


def test_the_account_of_three_adds_up_and_the_champion_loses_nothing(rules: Ruleset) -> None:
    make_three(rules)
    report = review(played(rules, ("champion", "champion", "cautious"), "5"))
    assert report.exact
    check_account(report)
    assert [round(player.loss, 9) for player in report.players[:2]] == [0.0, 0.0]
    assert report.players[2].loss > 0.01  # negative control


def test_of_three_with_one_gone_two_are_left(rules: Ruleset) -> None:
    make_three(rules)
    result = play(new_game(rules, 3, first=0), Resign(2))
    assert isinstance(result, tuple)
    advice = advise_on(result[0])
    assert "three" not in advice.source.text
