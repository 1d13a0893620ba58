"""Keys, screen readers, big text, and what is said."""

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.fixed_dice import MATCH, set_up
from web.playing import QUICK, to_a_choice, wait_for_my_turn, with_settings

GOLDEN = Path(__file__).parent / "announcements.txt"
HOUSE = '{"base":"classic","target":1500}'

LISTEN = """
window.heard = [];
addEventListener('DOMContentLoaded', () => {
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) {
      const region = node.parentElement?.closest?.('[aria-live]');
      if (region && node.nodeName === 'P') {
        window.heard.push((region.getAttribute('aria-live') === 'assertive' ? '! ' : '') + node.textContent);
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
});
"""


_NEXT_KEY = """() => {
  const find = (query) => document.querySelector(query);
  if (find('[data-testid=ending]')) return 'over';
  const dice = '[data-testid=tray] .place[aria-disabled=false]';
  if (find(dice) && !find(`${dice}[aria-pressed=true]`)) return 'a';
  if (find('[data-testid=dock] .bank[aria-disabled=false]')) return 'b';
  return find('[data-testid=dock] .roll[aria-disabled=false]') ? 'r' : '';
}"""


def _play_by_keys(page: Page) -> None:
    """A whole game, by keys alone: what is best is kept, and banked as soon as that is allowed."""
    while (key := page.wait_for_function(_NEXT_KEY).json_value()) != "over":
        page.keyboard.press(key)


def test_a_game_by_keys_alone_and_everything_that_is_said(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = set_up(tmp_path / "games.db", monkeypatch, HOUSE, ("greedy",))
    memory = {
        "hotdice.person": {"id": me["id"], "name": "Ann", "key": me["key"]},
        f"hotdice.seats.{MATCH}": {me["id"]: me["token"]},
        f"hotdice.begin.{MATCH}": True,
        "hotdice.settings": QUICK,
    }
    with (
        Process(str(tmp_path / "games.db"), "--bot-pause", "0") as process,
        watched(browser, process.url) as visitor,
    ):
        script = "".join(
            f"localStorage.setItem({json.dumps(name)}, {json.dumps(json.dumps(value))});"
            for name, value in memory.items()
        )
        visitor.context.add_init_script(f"try {{ {script} }} catch {{}}")
        visitor.context.add_init_script(LISTEN)
        page = visitor.page(f"/#/table/{MATCH}")
        _play_by_keys(page)
        expect(page.get_by_test_id("ending")).to_be_visible()
        heard = page.evaluate("() => window.heard")
    text = "\n".join(heard) + "\n"
    if os.environ.get("HOTDICE_WRITE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_dice_are_toggle_buttons_that_say_what_they_are_worth(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play now").click()
    wait_for_my_turn(page)
    to_a_choice(page)
    faces = "one|two|three|four|five|six"
    worth = "100 alone|50 alone|scores in a group|scores nothing"
    labels = [
        die.get_attribute("aria-label") or "" for die in page.locator("[data-testid=tray] .place").all()
    ]
    assert len(labels) == 6
    for label in labels:
        assert re.fullmatch(rf"die [1-6], ({faces}), ({worth}), not kept", label), label
    scoring = page.locator("[data-testid=tray] .place:not(.dull)").first
    scoring.focus()
    page.keyboard.press("Space")
    expect(scoring).to_have_attribute("aria-pressed", "true")
    expect(scoring).to_have_attribute("aria-label", re.compile(", kept$"))
    expect(scoring).to_be_focused()
    page.keyboard.press("Space")
    expect(scoring).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(page.get_by_test_id("polite")).to_contain_text("On the table:")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert accessibility_faults(page) == []
