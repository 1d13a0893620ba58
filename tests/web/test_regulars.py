"""One bot, one face, on the page as in the terminal; how strong it is said to be is what was measured."""

import json

import pytest
from rich.cells import cell_len
from scripts.page_build import WEB
from scripts.regulars import FILE, measured, step, text

from hotdice.players import bots
from hotdice.players.faces import FACES
from hotdice.players.munchkin_registry import munchkin_bots
from hotdice.terminal.bot_faces import SIGN_CELLS, face_line, sign_of

ART = WEB / "src" / "art" / "faces"


def test_the_page_has_the_faces_of_the_table_and_the_strengths_that_were_measured() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "python -m scripts.regulars"


def test_who_wins_more_is_not_said_to_be_weaker() -> None:
    shares = measured()
    said = {bot: one["strength"] for bot, one in json.loads(FILE.read_text(encoding="utf-8")).items()}
    assert set(said.values()) == {1, 2, 3, 4, 5}
    ordered = [said[bot] for bot in sorted(shares, key=lambda bot: shares[bot])]
    assert ordered == sorted(ordered)
    assert said["random"] == 1
    assert said["champion"] == 5
    # Figures that were turned round would be told otherwise.
    assert [step(1 - share) for share in sorted(shares.values())] != ordered


def test_every_bot_has_a_face_of_its_own_that_is_drawn() -> None:
    line_up = {bot.name for bot in bots()} | {bot.name for bot in munchkin_bots()}
    assert line_up - {"program"} == set(FACES) == set(measured())
    for face in FACES.values():
        for expression in ("", "-glad"):
            assert (ART / f"{face.drawing}{expression}.svg").is_file(), face
    # Otto sits at two tables; nobody else shares a name, an animal or a sign.
    different = set(FACES.values())
    assert len(different) == len(FACES) - 1
    for what in ("name", "animal", "glyph"):
        assert len({getattr(face, what) for face in different}) == len(different), what


def test_the_page_calls_them_what_the_table_calls_them() -> None:
    words = json.loads((WEB / "src" / "words" / "en.json").read_text(encoding="utf-8"))
    for bot, face in FACES.items():
        key = bot.replace("-", "_")
        assert (words[f"bot.{key}"], words[f"animal.{key}"]) == (face.name, face.title)
        assert words[f"temper.{key}"]
    assert {key for key in words if key.startswith("animal.")} == {
        f"animal.{bot.replace('-', '_')}" for bot in FACES
    }


def test_a_sign_is_two_cells_wide() -> None:
    """Else names would not stand below each other."""
    assert {cell_len(face.glyph) for face in FACES.values()} == {SIGN_CELLS}


@pytest.mark.parametrize(
    ("surroundings", "sign"),
    [
        ({"TERM": "xterm"}, "🐹"),
        ({"TERM": "linux"}, ""),
        ({"TERM": "dumb"}, ""),
        ({"HOTDICE_PLAIN": "1"}, ""),
    ],
)
def test_a_terminal_without_animals_has_names_alone(
    surroundings: dict[str, str], sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ({"TERM": "xterm"} | surroundings).items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert sign_of("greedy") == sign
    assert face_line("greedy") == f"{sign} Hugo the hamster".strip()
    assert sign_of("human") == ""
