"""Strategy cards: numbers of the solver, a bot that follows them, and pages that are up to date."""

import json
import math
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from scripts.reviews import MARK, report_of

from coach.games import played
from hotdice.coach.measured import all_measured
from hotdice.coach.reviewing import review
from hotdice.coach.rule_words import sentences_of, sides_of
from hotdice.coach.strategy import strategy_card
from hotdice.coach.strategy_forms import Measured
from hotdice.coach.strategy_page import card_lines, card_page
from hotdice.coach.strategy_picture import card_svg
from hotdice.game import Bank, Keep, Roll, keep_faces, parse_position, parse_record, play
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.rolls import roll_odds
from hotdice.odds.turn import solve_turn
from hotdice.players import make
from hotdice.players.paper_bot import card_plan, mean_points
from hotdice.players.paper_rule import all_card_rules
from hotdice.players.plan import Plan
from hotdice.rules import load, shipped
from hotdice.terminal.cli import hotdice

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("sheet", ["playmonster", "facebook", "marina-solitaire"])
def test_a_card_says_what_the_solver_knows(sheet: str) -> None:
    rules = load(sheet)
    card = strategy_card(rules)
    known = solve_turn(rules).bank_at()
    # A stop beyond what a turn or a game comes to is none.
    told = {dice: stop if stop is not None and stop < 10_000 else None for dice, stop in known.items()}
    assert {row.dice: row.stop_at for row in card.rows} == told
    assert known[6] != told[6]
    assert card.mean <= card.best_mean + 10  # farkles in a row are not in the mean of the card's turn
    assert card.mean > 0.95 * card.best_mean
    chances = [chance for _, chance in card.needs]
    assert chances == sorted(chances, reverse=True)
    if rules.penalty.points:
        assert all(len(row.by_farkles) == rules.penalty.count - 1 for row in card.rows)
    assert any("Break a triple" in line or "Never break" in line for line in card.advice)


def test_the_score_moves_the_stops_on_the_card() -> None:
    by_name = {
        situation.name: situation.stop_at for situation in strategy_card(load("playmonster")).situations
    }
    behind = by_name["well behind, the other near the end"]
    ahead = by_name["well ahead, near the end"]
    for late, early in zip(behind, ahead, strict=True):
        assert late is not None
        assert early is not None
        assert late > early
    assert all(stop is None or stop >= 500 for stop in by_name["to get on the board"])


def test_cards_are_not_for_cards() -> None:
    with pytest.raises(Unsolvable, match="deck"):
        strategy_card(load("munchkin-farkle"))


def test_the_mean_of_a_plan_is_that_of_its_turns() -> None:
    rules = load("busche-neller")
    best = solve_turn(rules).expected
    assert mean_points(rules, Plan((300,) * 6)) < mean_points(rules, card_plan(rules)) < best
    assert mean_points(rules, Plan((0,) * 6)) == pytest.approx(roll_odds(rules, 6).mean_best, abs=1e-9)


def test_paper_does_what_the_card_says() -> None:
    """A house rule has only the plain card."""
    house = "playmonster.eyJ0YXJnZXQiOjUwMDB9"
    bot = make("paper")
    assert bot.choose(parse_position(f"{house}~r5~s1~m1~n~2000.0.y_2000.0.y~t400.3")) == Bank(0)
    assert bot.choose(parse_position(f"{house}~r5~s1~m1~n~2000.0.y_2000.0.y~t350.3")) == Roll(0)
    state = parse_position(f"{house}~r5~s1~m1~n~2000.0.y_2000.0.y~t0.6.152346")
    command = bot.choose(state)
    if isinstance(command, Keep):
        assert command.dice  # a straight is there: everything is kept
    single = parse_position(f"{house}~r5~s1~m1~n~2000.0.y_2000.0.y~t0.6.153346")
    assert bot.choose(single) == keep_faces(single, "1")
    result = play(single, bot.choose(single))
    assert isinstance(result, tuple)


def test_following_the_card_costs_little() -> None:
    lost = games = 0.0
    for seed in range(4):
        report = review(played("kcd", ("paper", "champion"), f"card {seed}"))
        lost, games = lost + report.players[0].loss, games + 1
    assert lost / games < 0.15


def test_text_picture_and_page() -> None:
    measured = Measured(1000, "the champion", 0.46, 0.45, 0.47, 0.5)
    card = strategy_card(load("kcd"), measured)
    assert card_lines(card)[-1].startswith("Who follows only this card wins 46.0 %")
    assert card_svg(card).startswith("<svg xmlns")
    page = card_page(card)
    assert page.startswith("<!doctype html>")
    assert "46.0 %" in page


def test_both_sides_to_remember() -> None:
    """The front has its three numbers in one sentence; on the back absurd totals are never."""
    rules = load("busche-neller")
    front, back = sides_of(rules)
    (sentence,) = sentences_of(front, 0)
    assert all(number in sentence for number in ("250", "400", "150"))
    assert len(sentences_of(back, 1)) == 3
    assert front.wins < back.wins < 0.5
    card = strategy_card(rules)
    lines = card_lines(card)
    assert any(line.startswith("stop at ") and line.endswith("never") for line in lines)
    plain = msgspec.structs.replace(card, sides=())
    assert "The back, at most twelve" in card_page(card)
    assert "The back" not in card_page(plain)
    picture = card_svg(card)
    assert all(f">{number}<" in picture for number in ("250", "400", "+150", "1,000", "never"))
    assert "never" in card_svg(plain)
    assert "10,050" not in card_page(plain) + card_svg(plain)
    assert sides_of(load("busche-neller", ["target=5000"])) == ()


def test_the_cards_in_the_documents_are_those_of_this_solver() -> None:
    measured, exact = all_measured(), all_card_rules()
    written = {name for name in shipped() if (DOCS / "strategy" / f"{name}.md").exists()}
    assert set(measured) | set(exact) == written
    assert not set(measured) & set(exact)
    for found in measured.values():
        assert found.games >= 20_000
        half = (found.high - found.low) / 2
        scale = 0.5 if found.unit == "win" else 5000
        assert half < 4 * scale / math.sqrt(found.games) * 2
    for name in ("marina", "kcd"):
        card = strategy_card(load(name), measured.get(name))
        assert (DOCS / "strategy" / f"{name}.svg").read_text(encoding="utf-8") == card_svg(card)
        text = (DOCS / "strategy" / f"{name}.md").read_text(encoding="utf-8")
        assert all(line in text for line in card_lines(card))


@pytest.mark.parametrize("name", ["race", "solitaire"])
def test_the_reviews_in_the_documents_are_what_the_coach_says(name: str) -> None:
    text = (DOCS / "reviews" / f"{name}.md").read_text(encoding="utf-8")
    prose, mark, report = text.partition(MARK)
    assert len(prose) > 800
    assert mark + report == report_of(name)
    assert parse_record((DOCS / "reviews" / f"{name}.farkle").read_bytes()).state().over


def test_the_command_writes_the_card_in_every_form(tmp_path: Path) -> None:
    picture, page = tmp_path / "card.svg", tmp_path / "card.html"
    words = ["strategy", "kcd", "--svg", str(picture), "--html", str(page)]
    said = CliRunner().invoke(hotdice, words)
    assert said.exit_code == 0
    assert "The back, at most twelve: wins 49.3" in said.output
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "wins 49.3" in page.read_text(encoding="utf-8")
    data = json.loads(CliRunner().invoke(hotdice, ["strategy", "kcd", "--json"]).output)
    assert [len(side["stops"]) for side in data["sides"]] == [6, 6]
    measured = CliRunner().invoke(hotdice, ["strategy", "marina"])
    assert "Who follows only this card wins 47.7 %" in measured.output
    own = CliRunner().invoke(hotdice, ["strategy", "kcd", "--set", "target=2000"])
    assert "Who follows" not in own.output, "nobody has measured these rules"
    assert "The back" not in own.output
    unknown = CliRunner().invoke(hotdice, ["strategy", "munchkin-farkle"])
    assert unknown.exit_code == 2
    assert "cards" in unknown.output
