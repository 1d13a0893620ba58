"""A whole game by what a screen reader says: what was announced, and the names of what can be pressed.

Whoever plays here sees no picture, no class and no id. Everything that was heard and pressed is a file.
"""

import json
import os
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from server.processes import Process
from web.browsing import PATIENCE, watched
from web.fixed_dice import MATCH, set_up
from web.playing import QUICK
from web.test_for_everybody import HOUSE, LISTEN

GOLDEN = Path(__file__).parent / "by-ear.txt"
WORTH = re.compile(r"^die \d, \w+, (\d+ alone|scores in a group), not kept$")
"""A die that is worth keeping says so."""


def _buttons(page: Page) -> list[tuple[str, bool]]:
    """The buttons by their names, in the order in which they are met, and whether they can be pressed."""
    told = page.locator("main").aria_snapshot()
    lines = re.findall(r'^\s*- button "((?:[^"\\]|\\.)*)"(.*)$', told, flags=re.MULTILINE)
    return [(name, "[disabled]" not in state) for name, state in lines]


def _wanted(page: Page) -> str:
    """What somebody presses next who listens: a die that says it scores, then the bank, else a roll."""
    able = [name for name, can in _buttons(page) if can]
    kept = any(name.startswith("die ") and name.endswith(", kept") for name in able)
    ways = (r"^Bank [\d,]+", r"^Roll \d") if kept else (WORTH.pattern, r"^Bank [\d,]+", r"^Roll \d")
    return next((name for way in ways for name in able if re.match(way, name)), "")


def test_a_game_by_what_is_said_alone(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = set_up(tmp_path / "games.db", monkeypatch, HOUSE, ("greedy",))
    memory = {
        "hotdice.person": {"id": me["id"], "name": "Ann", "key": me["key"]},
        f"hotdice.seats.{MATCH}": {me["id"]: me["token"]},
        f"hotdice.begin.{MATCH}": True,
        "hotdice.settings": QUICK,
    }
    script = "".join(
        f"localStorage.setItem({json.dumps(name)}, {json.dumps(json.dumps(value))});"
        for name, value in memory.items()
    )
    with (
        Process(str(tmp_path / "games.db"), "--bot-pause", "0") as process,
        watched(browser, process.url) as visitor,
    ):
        visitor.context.add_init_script(f"try {{ {script} }} catch {{}}")
        visitor.context.add_init_script(LISTEN)
        page = visitor.page(f"/#/table/{MATCH}")
        end = time.monotonic() + PATIENCE / 1000
        while not re.search(
            r"\b(win|wins|share the win)\.", page.evaluate("() => window.heard.at(-1) ?? ''")
        ):
            assert time.monotonic() < end, page.evaluate("() => window.heard")
            name = _wanted(page)
            if not name:
                page.wait_for_timeout(20)
                continue
            page.evaluate("(name) => { window.heard.push(`> ${name}`); }", name)
            page.get_by_role("button", name=name, exact=True).press("Enter")
        heard: list[str] = page.evaluate("() => window.heard")
    text = "\n".join(heard) + "\n"
    if os.environ.get("HOTDICE_WRITE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_a_die_that_says_nothing_is_not_found() -> None:
    """Who listens keeps only what says that it scores."""
    assert WORTH.match("die 1, one, 100 alone, not kept")
    assert WORTH.match("die 4, four, scores in a group, not kept")
    for other in ("die 2, two, scores nothing, not kept", "die 1, one, 100 alone, kept", "die 3"):
        assert not WORTH.match(other)
