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
