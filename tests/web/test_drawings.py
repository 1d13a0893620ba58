"""Pictures of cards: every card of ours has one, and they are nothing but drawings."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from scripts.page_build import WEB

from web.modules import run_module

ART = WEB / "src" / "art" / "cards"
SHEETS = Path("src/hotdice/sheets")


def _ids(deck: str) -> set[str]:
    if deck == "munchkin-dice":
        known: dict[str, Any] = tomllib.loads((SHEETS / "munchkin-cards.toml").read_text(encoding="utf-8"))
        return set(known["cards"])
    known = tomllib.loads((SHEETS / "decks" / f"{deck}.toml").read_text(encoding="utf-8"))
    return {card["id"] for card in known["cards"]}


@pytest.mark.parametrize("deck", ["house", "munchkin-dice"])
def test_every_card_has_a_picture(deck: str) -> None:
    assert {path.stem for path in (ART / deck).glob("*.svg")} == _ids(deck)
    assert len(_ids(deck)) >= 10


@pytest.mark.parametrize("path", sorted(ART.glob("*/*.svg")), ids=lambda path: path.stem)
def test_a_picture_is_only_a_drawing(path: Path) -> None:
    """Shown as a part of the page: a script, a style or a link in it would be the page's own."""
    drawing = path.read_text(encoding="utf-8")
    assert (
        re.findall(r"<(script|style|image|use|a|foreignObject)\b|\b(on\w+|style|class|href)=", drawing) == []
    )
    assert 'viewBox="0 0 240 150"' in drawing
    assert len(drawing) < 6000


def test_dice_lie_as_large_as_they_fit(tmp_path: Path) -> None:
    script = """
        import { arranged } from "page/parts/arranging";
        const gaps = { x: 12, y: 14 };
        export const answer = (boxes) =>
          boxes.map(([n, w, h]) => ({ ...arranged(n, w, h, gaps), n, w, h }));
    """
    boxes = [[n, w, h] for n in range(1, 11) for w in (240, 256, 330, 700) for h in (60, 90, 140, 300, 500)]
    for found in run_module(tmp_path, script, boxes):
        lines = -(-found["n"] // found["across"])
        assert found["size"] > 0, found
        assert found["across"] * found["size"] + (found["across"] - 1) * 12 <= found["w"], found
        assert lines * found["size"] + (lines - 1) * 14 <= found["h"], found
    assert run_module(tmp_path, script, [[6, 256, 150]])[0] == {
        "across": 3,
        "size": 68,
        "n": 6,
        "w": 256,
        "h": 150,
    }
