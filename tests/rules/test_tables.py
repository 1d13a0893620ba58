"""Scoring tables and hashes as they were when they were last looked at: the perft of scoring."""

import json

import pytest

from hotdice.rules import load, shipped, sorted_rolls
from rules.pins import FOLDER, figures, files


@pytest.mark.parametrize("name", shipped())
def test_pinned_figures_of_a_sheet(name: str) -> None:
    assert json.loads((FOLDER / f"{name}.json").read_text()) == figures(load(name))


def test_every_pinned_file_belongs_to_a_sheet_and_is_written_as_make_golden_writes_it() -> None:
    assert {path: path.read_text() for path in FOLDER.iterdir()} == files()


@pytest.mark.parametrize("setting", ["triples.6=650", "four_and_pair=0", "nothing_bonus=50", "take_all=true"])
def test_another_score_gives_another_table(setting: str) -> None:
    """The pins can fail: each of these changes one kind of score, and the table's hash sees it."""
    assert figures(load("classic", [setting]))["table"] != figures(load("classic"))["table"]


@pytest.mark.parametrize("setting", ["target=9000", "ties=play_off", "minimum=50", "deck=house"])
def test_what_scores_no_roll_changes_only_the_rule_sets_hash(setting: str) -> None:
    ours, theirs = figures(load("classic", [setting])), figures(load("classic"))
    assert ours["table"] == theirs["table"]
    assert ours["hash"] != theirs["hash"]


def test_923_sorted_rolls_of_one_to_six_dice() -> None:
    assert sum(1 for count in range(1, 7) for _ in sorted_rolls(count)) == 923
