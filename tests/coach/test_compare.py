"""What a house rule does: the figures against the solver and against games, the words against the figures."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from scripts.house_rules import BASE, HOUSE_RULES, PAGE, TO, house_card, known_rows, page, row_of

from hotdice.arena import Match, simulate, turns_of
from hotdice.arena.dice import GameDice
from hotdice.coach.compared import comparison_lines, comparison_svg, five_sentences
from hotdice.game import Step, do, new_game
from hotdice.game.events import Banked, Farkled
from hotdice.odds.comparing import Comparison, all_known, compare, figures_of, known_figures
from hotdice.odds.evaluating import check_fixed, meet
from hotdice.odds.habits import habit_of
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable
from hotdice.players.exact_bots import champion
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
    champion, habit = habit_of(*(solve_race(rules) for rules in (OLD, NEW)))
    assert (found.decisions, found.habit) == pytest.approx(habit, abs=1e-12)
    assert meet(champion, champion).turns == pytest.approx(found.after.turns, abs=1e-9)
    assert found.decisions is not None
    assert found.decisions > 0.01


def test_games_take_as_many_turns(found: Comparison) -> None:
    tally = simulate(Match.of(OLD, ["champion", "champion"], seed="compare"), 50_000).tally
    mean = turns_of(tally)
    assert abs(mean.mean - found.before.turns) < 2 * (mean.high - mean.mean)


@pytest.mark.nightly
def test_as_many_turns_farkle_in_games(found: Comparison) -> None:
    """Two champions play by the referee, and it is counted how many turns a farkle ends."""
    expert, turns, lost = champion(), 0, 0
    for game in range(200):
        state, dice = new_game(NEW, 2, first=game % 2), GameDice("farkles", game)
        while not state.over:
            waits = state.step is Step.WAIT
            state, events = do(state, dice.throw(state) if waits else expert.choose(state))
            lost += sum(isinstance(event, Farkled) for event in events)
            turns += sum(isinstance(event, Farkled | Banked) for event in events)
    share, reach = lost / turns, 2.6 * (found.after.farkles / turns) ** 0.5
    assert turns > 600
    assert abs(share - found.after.farkles) < reach


def test_stops_of_the_race_are_told_where_points_do_not_change(found: Comparison) -> None:
    """Another opening leaves the stops for points as they are; the champions' differ, and so do the words."""
    old, new = (load("classic", ["target=1000", f"opening={opening}"]) for opening in (500, 300))
    other = compare(old, new, card_turns)
    assert not other.changed
    assert other.before.race_stops["board"] != other.after.race_stops["board"]
    assert "to get on the board" in five_sentences(other)[3]
    same = Comparison(other.after, other.after, (), 0.0, 0.0)
    assert five_sentences(same)[3] == "When to stop does not change."
    assert "to get on the board" not in five_sentences(found)[3]


def test_no_stop_beyond_the_target_is_told() -> None:
    """With all six dice in hand points alone ask for 16,800; nobody needs to be told."""
    for known in all_known().values():
        target = load(known.figures.rules).target
        assert all(stop is None or stop < target for stop in known.figures.stops.values())


def test_the_words_say_what_the_figures_say(found: Comparison) -> None:
    told = five_sentences(found)
    assert len(told) == 5
    assert ("wilder" in told[1]) == (found.after.farkles > found.before.farkles + 0.005)
    assert f"{100 * found.after.beginner_wins:.1f} %" in told[4]
    back = Comparison(found.after, found.before, found.changed, 0.0, 0.0)
    assert five_sentences(back)[1] != told[1]
    assert any("head start" in line for line in comparison_lines(found))
    assert comparison_svg(found).count("<rect") == 1 + 2 * 6


def test_what_the_package_keeps_of_shipped_sheets_is_for_them() -> None:
    """A comparison starts from kept figures; another hash, and they are worked out anew."""
    assert "classic" in all_known()
    for name, known in all_known().items():
        assert known.hash == load(name).hash, "run `python -m scripts.house_rules --sheets`"
        figures = known.figures
        assert 0 < figures.beginner_wins < figures.card_wins < 0.5
        assert abs(figures.first_player_wins - 0.5) < 0.1
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


@pytest.mark.nightly
@pytest.mark.parametrize("number", [11, 23, 47])
def test_rows_of_the_house_rules_are_worked_out_anew(number: int) -> None:
    """A row that an older evaluator wrote would be noticed; in one of three a beginner has to open."""
    rule, setting = HOUSE_RULES[number - 1]
    fresh = row_of(rule, setting, compare(load(BASE, [TO]), load(BASE, [TO, setting]), house_card), 0.0)
    kept = known_rows()[setting]
    assert {key: value for key, value in fresh.items() if key != "seconds"} == {
        key: value for key, value in kept.items() if key != "seconds"
    }


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
