"""The documents say what the program does, and the game in them is the game that the bots play."""

import re
from pathlib import Path

import pytest

from hotdice.munchkin import Harm, Kind, load, parse_record, rederive
from hotdice.players.munchkin_measuring import measure, table_lines
from hotdice.players.munchkin_registry import munchkin_bots
from hotdice.terminal.munchkin_command import command
from munchkin import pins

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "munchkin-dice.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rules" / "munchkin-dice.md").read_text(encoding="utf-8")
DECISIONS = (Path(__file__).parent / "test_decisions.py").read_text(encoding="utf-8")


def test_the_game_in_the_documents_is_the_game_of_the_bots() -> None:
    """`make golden` writes it anew."""
    for path, text in pins.files().items():
        assert path.read_text(encoding="utf-8") == text


def test_the_game_in_the_documents_replays_and_shows_every_result() -> None:
    record = parse_record(pins.GAME.read_bytes())
    assert record == pins.sample_game()
    assert record.state().reason == "level"
    assert rederive(record) > 100
    text = pins.GAME.read_text(encoding="utf-8")
    for face in [*range(1, 10), "the picture"]:
        assert f"The die shows {face}." in text


@pytest.mark.parametrize("number", range(1, 21))
def test_every_decision_is_documented_and_has_a_test_of_its_name(number: int) -> None:
    assert re.search(rf"^\| D{number} \| .*\? \| .*\. \|$", RULES, flags=re.MULTILINE)
    assert re.search(rf"^def test_d{number}_", DECISIONS, flags=re.MULTILINE)


def test_every_face_is_documented() -> None:
    for face in [*range(1, 10), "picture"]:
        assert re.search(rf"^\| {face} \| ", RULES, flags=re.MULTILINE)


def test_the_format_of_cards_is_complete() -> None:
    for word in [*(kind.value for kind in Kind), *(harm.value for harm in Harm)]:
        assert f"`{word}`" in GUIDE, word
    card = re.search(r"```toml\n(.*?)```", GUIDE, flags=re.DOTALL)
    assert card is not None
    assert load().by_id["damp-sock"].text in card[1]


def test_the_measurement_is_published_with_the_command_that_makes_it() -> None:
    """Every result has its line, in the form that `hotdice munchkin measure` prints."""
    heading, rule = table_lines(measure(1, rollouts=1))[:2]
    for face in [*range(1, 10), "picture"]:
        row = rf"\| {face} \| -?\d\.\d\d \| -?\d\.\d\d \| [+-]\d+\.\d% ± \d\.\d% \| \d+%.* \|"
        assert re.search(rf"^{row}$", GUIDE, flags=re.MULTILINE), face
    assert f"{heading}\n{rule}\n" in GUIDE
    assert "hotdice munchkin measure --positions" in GUIDE


def test_settings_bots_and_commands_are_named() -> None:
    sheet = load()
    for name in re.findall(
        r"^(\w+) = ", (ROOT / "src/hotdice/sheets/munchkin-dice.toml").read_text(), re.MULTILINE
    ):
        if hasattr(sheet, name) and name not in ("name", "title", "summary", "source"):
            assert f"`{name}`" in GUIDE, name
    for bot in munchkin_bots():
        assert f"`{bot.name}`" in GUIDE
    named = set(re.findall(r"hotdice munchkin (\w+)", GUIDE + RULES))
    assert named == set(command.commands)


def test_nobody_is_affiliated_and_links_lead_somewhere() -> None:
    for path, text in ((ROOT / "docs", GUIDE), (ROOT / "docs" / "rules", RULES)):
        assert "not affiliated" in text
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (path / target).exists(), target
