"""How strong a bot is said to be on the page is what was measured."""

import json
from pathlib import Path

from scripts.regulars import FILE, measured, step, text

from hotdice.players import bots


def test_the_page_shows_the_strengths_that_were_measured() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "python -m scripts.regulars"


def test_who_wins_more_is_not_said_to_be_weaker() -> None:
    shares = measured()
    said: dict[str, int] = json.loads(FILE.read_text(encoding="utf-8"))
    assert set(said.values()) == {1, 2, 3, 4, 5}
    ordered = [said[bot] for bot in sorted(shares, key=lambda bot: shares[bot])]
    assert ordered == sorted(ordered)
    assert said["random"] == 1
    assert said["champion"] == 5
    # Figures that were turned round would be told otherwise.
    assert [step(1 - share) for share in sorted(shares.values())] != ordered


def test_every_bot_with_a_face_that_may_sit_down_was_measured() -> None:
    faces = Path("web/src/art/faces.ts").read_text(encoding="utf-8")
    said = json.loads(FILE.read_text(encoding="utf-8"))
    for bot in (one.name for one in bots()):
        if f'{bot}: "' in faces or f'"{bot}": "' in faces:
            assert bot in said, bot
