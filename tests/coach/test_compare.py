"""What a house rule does: the figures against the solver and against games, the words against the figures."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from scripts.house_rules import BASE, HOUSE_RULES, PAGE, TO, known_rows, page

from hotdice.arena import Match, simulate, turns_of
from hotdice.coach.compared import comparison_lines, comparison_svg, five_sentences
from hotdice.odds.comparing import Comparison, all_known, compare, figures_of, known_figures
from hotdice.odds.evaluating import check_fixed
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable
from hotdice.players.fixed_play import card_turns
from hotdice.players.paper_rule import all_card_rules
from hotdice.rules import load
from hotdice.terminal.cli import hotdice

OLD, NEW = load("kcd", ["target=800"]), load("kcd", ["target=800", "scoring.straight=3000", "minimum=300"])


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare(OLD, NEW, card_turns)


def test_the_figures_are_those_of_the_solver(found: Comparison) -> None:
    for rules, figures in ((OLD, found.before), (NEW, found.after)):
        assert figures.first_player_wins == pytest.approx(solve_race(rules).first_player_wins, abs=1e-9)
        assert 0 < figures.beginner_wins < figures.card_wins < 0.5
    assert found.before.stops != found.after.stops
    assert found.changed
    assert found.habit >= 0


def test_games_take_as_many_turns(found: Comparison) -> None:
    tally = simulate(Match.of(OLD, ["champion", "champion"], seed="compare"), 50_000).tally
    mean = turns_of(tally)
    assert abs(mean.mean - found.before.turns) < 2 * (mean.high - mean.mean)


def test_the_words_say_what_the_figures_say(found: Comparison) -> None:
    told = five_sentences(found)
    assert len(told) == 5
    assert ("wilder" in told[1]) == (found.after.farkles > found.before.farkles + 0.005)
    assert f"{100 * found.after.beginner_wins:.1f} %" in told[4]
    back = Comparison(found.after, found.before, found.changed, 0.0)
    assert five_sentences(back)[1] != told[1]
    assert any("head start" in line for line in comparison_lines(found))
    assert comparison_svg(found).count("<rect") == 1 + 2 * 6


def test_what_the_package_keeps_of_shipped_sheets_is_for_them() -> None:
    """A comparison starts from kept figures; another hash, and they are worked out anew."""
    assert "classic" in all_known()
    for name, known in all_known().items():
        assert known.hash == load(name).hash, "run `python -m scripts.house_rules --sheets`"
        figures = known.figures
        assert 0 < figures.beginner_wins < figures.card_wins < 0.5 < figures.first_player_wins
        card = all_card_rules().get(name)
        if card is not None:
            assert figures.card_wins == pytest.approx(card.back_wins, abs=1e-9)
    assert known_figures(OLD) is None


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(all_known()))
def test_the_kept_figures_are_exact(name: str) -> None:
    fresh, _ = figures_of(load(name), card_turns)
    kept = all_known()[name].figures
    for key in ("first_player_wins", "turns", "farkles", "mean", "beginner_wins", "card_wins"):
        assert getattr(fresh, key) == pytest.approx(getattr(kept, key), abs=1e-8), key
    assert (fresh.head_start, fresh.stops) == (kept.head_start, kept.stops)


def test_fifty_house_rules() -> None:
    """Each is another game that can be compared, has its line in the table, and the page is made of those."""
    base = load(BASE, [TO])
    games = [load(BASE, [TO, setting]) for _, setting in HOUSE_RULES]
    for game in games:
        check_fixed(game)
    assert len({game.hash for game in (base, *games)}) == 51
    rows, text = known_rows(), PAGE.read_text(encoding="utf-8")
    assert list(rows) == ["", *(setting for _, setting in HOUSE_RULES)]
    sentences = [line.partition(". ")[2] for line in text.splitlines() if re.match(r"[1-5]\. ", line)]
    assert len(sentences) == 5
    assert text == page(rows, sentences), "run `python -m scripts.house_rules`"


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(Unsolvable, match="rounds"):
        compare(load("kcd"), load("marina"), card_turns)


def test_the_command(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('format = 1\nbase = "kcd"\nname = "ours"\ntitle = "Ours"\ntarget = 600\n')
    smaller = tmp_path / "smaller.toml"
    smaller.write_text('format = 1\nbase = "kcd"\nname = "smaller"\ntitle = "Smaller"\ntarget = 500\n')
    runner = CliRunner()
    result = runner.invoke(hotdice, ["compare", str(house), str(smaller), "--json"])
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert answer["after"]["title"] == "Smaller"
    assert answer["after"]["turns"] < answer["before"]["turns"]
    for words, sentence in (
        (["compare", "kcd"], "two sheets, or one and --set"),
        (["compare", "kcd", "kcd"], "same game"),
        (["compare", "kcd", "marina"], "rounds"),
    ):
        refused = runner.invoke(hotdice, words)
        assert refused.exit_code == 2
        assert sentence in refused.output
