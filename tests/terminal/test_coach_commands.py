"""`hotdice review` and `hotdice train` by the contract of the command line."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from coach.games import played
from hotdice.coach.reviewing import review
from hotdice.coach.telling import review_lines
from hotdice.game import print_record
from hotdice.rules import load
from terminal.running import run


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.farkle"
    file.write_text(print_record(played("kcd", ("threshold:300", "thumb"), "4")), encoding="utf-8")
    return file


def test_review_as_json(game: Path, tmp_path: Path) -> None:
    found = json.loads(run("review", str(game), "--json", home=tmp_path).stdout)
    assert {"decisions", "players", "rolls", "curve", "worst", "identity", "source", "unit"} <= set(found)
    assert {"loss", "luck", "grade"} <= set(found["players"][0])
    assert found["unit"] == "win"
    one, two = found["players"]
    short = one["luck"] - one["loss"] - two["luck"] + two["loss"]
    assert one["result"] - one["start"] == pytest.approx(short, abs=1e-9)
    worst = found["decisions"][found["worst"][0]]
    assert worst["loss"] == max(decision["loss"] for decision in found["decisions"])
    assert {"class", "reason", "position", "played", "best"} <= set(worst)


def test_review_in_words(game: Path, tmp_path: Path) -> None:
    said = run("review", str(game), home=tmp_path).stdout
    assert "The costliest moments:" in said
    assert "exact" in said
    every = run("review", str(game), "--all", home=tmp_path).stdout
    assert len(every) > len(said)
    assert "\x1b" not in said  # nothing but lines


@pytest.mark.parametrize("games", ["100", "81"])
def test_review_with_any_number_of_simulated_games(tmp_path: Path, games: str) -> None:
    file = tmp_path / "four.farkle"
    rules = load("kcd", ["target=500"])
    file.write_text(print_record(played(rules, ("greedy",) * 4, "4")), encoding="utf-8")
    found = json.loads(run("review", str(file), "--games", games, "--json", home=tmp_path).stdout)
    assert found["source"]["kind"] == "simulated"
    assert found["source"]["games"] == -(-int(games) // 8) * 8
    assert found["decisions"]


def test_one_decision_is_one(tmp_path: Path) -> None:
    """A player who has decided once is told so, on the page and in lines."""
    file = tmp_path / "short.farkle"
    games = (played(load("kcd", ["target=300"]), ("greedy", "greedy"), str(seed)) for seed in range(100))
    record = next(game for game in games if any(player.unforced == 1 for player in review(game).players))
    file.write_text(print_record(record), encoding="utf-8")
    said = run("review", str(file), home=tmp_path).stdout
    run("review", str(file), "--html", "short.html", home=tmp_path)
    for text in (said, (tmp_path / "short.html").read_text(encoding="utf-8")):
        assert re.search(r"\b1 decision\b", text)
        assert not re.search(r"\b1 decisions\b", text)


class Tags(HTMLParser):
    """Which tags a page has, and what it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_review_as_a_page_that_needs_nothing_else(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    text = game.read_text(encoding="utf-8").replace("seat Ann", "seat <b>Ann").replace(" Ann |", " <b>Ann |")
    game.write_text(text, encoding="utf-8")
    assert str(page) in run("review", str(game), "--html", str(page), home=tmp_path).stdout
    html = page.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(html)
    assert not tags.open
    assert tags.tags.count("svg") > 3
    assert all(link.startswith("#d") for link in tags.fetched)
    assert "&lt;b&gt;Ann" in html
    assert "<b>Ann" not in html
    assert "prefers-color-scheme: dark" in html
    anchors = set(re.findall(r'id="(d\d+)"', html))
    assert {link.removeprefix("#") for link in tags.fetched} <= anchors


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("missing.farkle",), "no such file"),
        (("http://127.0.0.1:1/#join=abc",), "cannot be reached"),
        (("http://127.0.0.1:1/",), "names no table"),
    ],
)
def test_review_refuses(arguments: tuple[str, ...], word: str, tmp_path: Path) -> None:
    assert word in run("review", *arguments, home=tmp_path, code=2).stderr


def test_train_answers_and_keeps_the_progress(tmp_path: Path) -> None:
    said = run(
        "train", "kcd", "--seed", "5", typed="a\nnonsense\nwhy\nskip\nscore\nquit\n", home=tmp_path
    ).stdout
    assert "That costs" in said
    assert "not one of the choices" in said
    assert "0 of 2 right" in said
    kept = json.loads((tmp_path / "training.json").read_text())
    assert (kept["answered"], kept["right"]) == (2, 0)
    again = run("train", "kcd", "--seed", "6", "--count", "2", typed="a\na\n", home=tmp_path).stdout
    assert "of 4 right" in again
    assert "no exercises with cards" in run("train", "munchkin-farkle", home=tmp_path, code=2).stderr


def test_train_begins_with_the_own_mistakes(tmp_path: Path) -> None:
    record = played("kcd", ("cautious", "thumb"), "4")
    text = print_record(record).replace("player 1 cautious\n", "")
    (tmp_path / "mine.farkle").write_text(text, encoding="utf-8")
    said = run("train", "kcd", "--own", "--count", "1", typed="a\n", home=tmp_path).stdout
    assert "From your game mine step" in said


def test_lines_of_a_review_of_everybody_being_right() -> None:
    lines = review_lines(review(played("kcd", ("champion", "champion"), "4")))
    assert "Nobody gave anything away." in lines


def test_review_beside_a_bot(game: Path, tmp_path: Path) -> None:
    """The champion loses nothing; whoever follows the card loses what the coach says of its choices."""
    found = json.loads(run("review", str(game), "--by", "champion", "--json", home=tmp_path).stdout)
    assert [one["would_lose"] for one in found["by"]["players"]] == pytest.approx([0.0, 0.0], abs=1e-9)
    for one, summary in zip(found["by"]["players"], found["players"], strict=True):
        assert one["lost"] == pytest.approx(summary["loss"], abs=1e-9)
        assert 0 <= one["same"] <= one["decisions"] == summary["unforced"]
    said = run("review", str(game), "--by", "paper", home=tmp_path).stdout
    assert "Beside paper:" in said
    assert "paper would have lost" in said
    itself = run("review", str(game), "--by", "threshold:300", home=tmp_path).stdout
    assert re.search(r"would have lost .* \((\d+) of \1 decisions the same\)", itself)


def test_review_beside_nobody(game: Path, tmp_path: Path) -> None:
    assert "no bot" in run("review", str(game), "--by", "nobody", home=tmp_path, code=2).stderr


def test_training_such_positions(tmp_path: Path) -> None:
    position = "kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"
    told = run(
        "train", "--like", position, "--seed", "1", "--count", "3", typed="a\na\na\n", home=tmp_path
    ).stdout
    assert told.count("2,500") >= 3
    assert "seen this one before" not in told
    assert "no position" in run("train", "--like", "nonsense", home=tmp_path, code=2).stderr
    both = run("train", "kcd", "--like", position, home=tmp_path, code=2)
    assert "leave out RULES" in both.stderr
