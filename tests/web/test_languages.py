"""The page in its languages: by the browser or by hand, numbers in their own way, nothing sticks out."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from conftest import rest_by_night
from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.playing import with_settings

WORDS = Path("web/src/words")
LANGUAGES = {"de": "1.000", "fr": "1\u202f000", "es": "1000"}
"""Each with the way it writes a thousand."""
SCREENS = (
    "#/",
    "#/friends",
    "#/keep",
    "#/rules",
    "#/rules/playmonster",
    "#/settings",
    "#/learn",
    "#/sheet/marina",
)


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", rest_by_night(LANGUAGES, "de"))
def test_every_screen_speaks_it(language: str, browser: Browser, server: Process) -> None:
    spoken = words(language)
    with watched(browser, server.url, locale=language) as visitor:
        page = visitor.page("/")
        expect(page.get_by_role("link", name=spoken["home.learn"], exact=True)).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", language)
        for screen in SCREENS:
            page.goto(f"/{screen}")
            expect(page.locator("h1")).not_to_have_text(spoken["loading"])
            page.wait_for_load_state("networkidle")
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= 390, (screen, wide)
        page.goto("/#/")
        page.locator("button.now").click()
        page.get_by_role("button", name=spoken["dock.roll"].replace("{n}", "6")).click()
        expect(
            page.get_by_role("group", name=spoken["table.dice"]).get_by_role("button").first
        ).to_be_visible()
        assert accessibility_faults(page) == []


def test_a_language_is_chosen_and_stays(visitor: Watched) -> None:
    page = visitor.page("/#/settings")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.goto("/#/sheet/classic")
    page.reload()
    expect(page.get_by_role("button", name="Spielen", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_in_its_own_way(language: str, visitor: Watched) -> None:
    with_settings(visitor, language=language)
    page = visitor.page("/#/sheet/kcd")
    expect(page.get_by_role("cell", name=LANGUAGES[language], exact=True).first).to_be_visible()


def _spoken(text: str) -> int:
    """How many words a text has, without what is filled in."""
    return len(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[^{}]*\}", "", text)))


def test_every_language_has_its_own_words() -> None:
    """A file that was copied and not translated would pass the checker of keys."""
    english = words("en")
    for language in LANGUAGES:
        spoken = words(language)
        same = [key for key, text in spoken.items() if text == english[key] and _spoken(text) > 2]
        assert len(same) < 5, (language, same)
