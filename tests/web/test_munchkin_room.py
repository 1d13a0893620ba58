"""The Munchkin Dice table: stairs, die, cards and one main button; by keys alone, in every language."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from server.processes import Process
from web.browsing import PATIENCE, Watched, accessibility_faults
from web.modules import run_module
from web.playing import QUICK, tried, with_settings
from web.test_said_in_other_languages import LANGUAGES, no_english, texts


def _begin(visitor: Watched, language: str = "en") -> Page:
    with_settings(visitor, language=language, **QUICK)
    visitor.context.add_init_script(_LISTEN)
    page = visitor.page("/")
    named = texts(f"{language}.json")["sheet.play_named"].replace("{sheet}", "Munchkin Dice")
    page.get_by_role("button", name=named).click()
    page.wait_for_function("() => document.querySelector('[data-testid=moves] .lead')", timeout=PATIENCE)
    return page


def _match(page: Page) -> str:
    found: str = re.findall(r"#/munchkin/([\w-]+)", page.url)[0]
    return found


_LISTEN = """
window.told = [];
addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
  for (const change of changes) for (const one of change.addedNodes) {
    if (one.parentElement?.dataset.testid === 'polite') window.told.push(one.textContent);
  }
}).observe(document.body, { childList: true, subtree: true }));
"""


def _enough(page: Page, beginning: str = "") -> bool:
    """Whether enough was told that begins so, or the game is over."""
    told = """(beginning) => document.querySelector('[data-testid=ending]')
        || window.told.filter((text) => text.startsWith(beginning)).length > 5"""
    return bool(page.evaluate(told, beginning))


def test_the_die_is_a_body_with_ten_sides(tmp_path: Path) -> None:
    """Whatever face is shown stands in front and upright; its opposite makes eleven and is never seen."""
    script = """
        import { showing, sidesOf } from "page/munchkin/solid";
        export const answer = (faces) => faces.map((face) => sidesOf(showing(face)));
    """
    for face, sides in enumerate(run_module(tmp_path, script, list(range(1, 11))), 1):
        seen: dict[int, dict[str, Any]] = {side["face"]: side for side in sides}
        assert face in seen
        assert 11 - face not in seen
        assert 3 <= len(seen) <= 6

        def area(side: dict[str, Any]) -> float:
            points = [tuple(map(float, point.split(","))) for point in side["points"].split()]
            pairs = zip(points, [*points[1:], points[0]], strict=True)
            return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2

        assert max(seen.values(), key=area)["face"] == face
        across, skew, _, upright, *_ = map(float, seen[face]["matrix"][7:-1].split())
        assert across > 0.95
        assert upright > 0.9
        assert abs(skew) < 0.01


def test_moves_are_where_they_belong(tmp_path: Path) -> None:
    script = """
        import { offered } from "page/munchkin/moves";
        export const answer = ({ moves, wins }) => offered(moves, wins);
    """
    fight = [{"type": kind, "seat": 0} for kind in ("Claim", "Flee", "AskHelp")]
    fight += [{"type": "Boost", "seat": 0, "card": "strong-tea", "side": "heroes"}]
    losing = run_module(tmp_path, script, {"moves": fight, "wins": False})
    assert losing["main"]["type"] == "Flee"
    assert [move["type"] for move in losing["rest"]] == ["Claim", "AskHelp"]
    winning = run_module(tmp_path, script, {"moves": fight, "wins": True})
    assert winning["main"]["type"] == "Claim"
    door = [{"type": kind, "seat": 0} for kind in ("RollDie", "KickDoor")]
    found = run_module(tmp_path, script, {"moves": door, "wins": False})
    assert (found["die"]["type"], found["main"]["type"], found["rest"]) == ("RollDie", "KickDoor", [])
    choice = [{"type": "Pick", "seat": 0, "face": face} for face in range(1, 10)]
    found = run_module(tmp_path, script, {"moves": choice, "wins": False})
    assert found["main"] is None
    assert len(found["rest"]) == 9


def test_by_keys_alone_and_told_as_you(visitor: Watched, server: Process) -> None:
    """A turn and more by keys; the log says "you" for what you did and never your name."""
    page = _begin(visitor)
    page.keyboard.press("c")
    expect(page.locator(".hand .tab").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert accessibility_faults(page) == []
    page.keyboard.press("Escape")
    while not _enough(page, "You "):
        page.wait_for_function(
            "() => document.querySelector('[data-testid=moves] .lead, [data-testid=ending]')",
            timeout=PATIENCE,
        )
        if page.get_by_test_id("choose").count():
            page.keyboard.press("m")
            tried(page.locator("dialog [data-move]").first, "Enter")
        else:
            page.keyboard.press("b")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="What happened").click()
    lines = page.get_by_role("dialog").locator("ol > li").all_inner_texts()
    assert len(lines) > 5
    assert any(line.startswith("You ") for line in lines), lines
    assert not [line for line in lines if "Guest" in line or re.search(r"\bYou \w+s\b(?<!pass)", line)], lines
    page.get_by_role("button", name="Close").click()
    assert accessibility_faults(page) == []


def test_its_rules_are_one_tap_away_and_the_way_out_is_in_its_menu(visitor: Watched) -> None:
    page = _begin(visitor)
    page.get_by_role("button", name="Munchkin Dice").click()
    rules = page.get_by_role("dialog", name="Munchkin Dice")
    expect(rules.get_by_test_id("rules").get_by_role("listitem")).to_have_count(8)
    expect(rules).to_contain_text("Level 10 wins. Everybody begins on level 1 with 4 cards of each deck.")
    expect(rules.get_by_test_id("results").get_by_role("listitem")).to_have_count(10)
    assert accessibility_faults(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("list", name="Players").get_by_role("button").nth(1).click()
    expect(page.get_by_role("dialog", name=re.compile("^Gear of"))).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("() => !document.querySelector('[data-testid=moves] .lead')", timeout=PATIENCE)


def test_a_desk_has_gear_and_results_beside_the_fight(visitor: Watched) -> None:
    page = _begin(visitor)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("complementary", name="Your gear")).to_be_visible()
    expect(page.get_by_role("complementary", name="The die").get_by_role("listitem")).to_have_count(10)
    expect(page.locator(".hand .tab.whole").first).to_be_visible()
    assert accessibility_faults(page) == []
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.get_by_role("complementary")).to_have_count(0)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), (
        "nothing scrolls in a turn"
    )


@pytest.mark.parametrize(
    "language",
    [one if one == "de" else pytest.param(one, marks=pytest.mark.nightly) for one in LANGUAGES],
)
def test_no_english_word_in_a_game(language: str, visitor: Watched, server: Process) -> None:
    page = _begin(visitor, language)
    choices = (
        "dialog [data-move]",
        "[data-testid=choose]",
        "[data-testid=tray] .pay",
        "[data-testid=moves] .lead",
    )
    while not _enough(page):
        no_english(page, language)
        here = next((one for one in choices if page.locator(one).count()), choices[-1])
        tried(page.locator(here).first)
    no_english(page, language)
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    page.locator("header .pill").click()
    expect(page.get_by_test_id("rules")).to_be_visible()
    no_english(page, language)
    page.keyboard.press("Escape")
    page.locator("header button").last.click()
    page.get_by_role("button", name=texts(f"{language}.json")["table.log"]).click()
    expect(page.get_by_role("dialog").locator("ol > li").nth(3)).to_be_visible()
    no_english(page, language)
