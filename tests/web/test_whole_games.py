"""Whole games of every sheet, tapped to their end on small phones, and their records checked.

A tap counts only where it reaches its aim. Some sheets are played on one of two phones,
by night all of them on both.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.match.fair_record import derive_fair
from hotdice.match.games.fair_chance import derive_table
from hotdice.munchkin import parse_record as parse_table
from hotdice.rules import load, shipped
from server.processes import Process
from web.browsing import watched
from web.playing import QUICK, play_cards, play_munchkin, play_to_the_end, with_settings

SIZES = ((320, 568), (390, 844))
PLAIN = [name for name in shipped() if load(name).deck is None]
CARDS = [name for name in shipped() if load(name).deck is not None]


BY_DAY = ("classic", "kcd", *CARDS)
"""Sheets of `make test`; the others differ from them in their numbers more than in what is tapped.

Games alone and of levels are played to their end in `test_daily.py` and `test_munchkin_dice.py` too.
"""


def _both(names: list[str]) -> list[object]:
    """Every sheet at both sizes; by day only some of them, at one."""
    found: list[object] = []
    for place, name in enumerate(names):
        for turn, size in enumerate(SIZES[place % 2 :] + SIZES[: place % 2]):
            marks = [pytest.mark.nightly] if turn or name not in BY_DAY else []
            found.append(pytest.param(name, size, marks=marks, id=f"{name}-{size[0]}"))
    return found


def _match(page: Page) -> str:
    found: str = re.findall(r"#/(?:table|munchkin)/([\w-]+)", page.url)[0]
    return found


@pytest.mark.parametrize(("name", "size"), _both(PLAIN))
def test_a_whole_game(name: str, size: tuple[int, int], browser: Browser, server: Process) -> None:
    with watched(browser, server.url, viewport={"width": size[0], "height": size[1]}) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name=f"Play {load(name).title}", exact=True).click()
        seen = play_to_the_end(page)
        assert seen["rolls"] > 0  # how many is chance: the other may win soon
        expect(page.get_by_test_id("ending")).to_be_visible()
        record = parse_record(HttpClient(server.url).record(_match(page)))
        assert record.state().over
        assert derive_fair(record).holds
        totals = [f"{seat.total:,}" for seat in record.state().seats]
        shown = page.get_by_role("list", name="Players").get_by_role("listitem")
        for total in totals:  # the winner first
            expect(shown.filter(has_text=total)).not_to_have_count(0)


@pytest.mark.parametrize(("name", "size"), _both(CARDS))
def test_a_whole_game_with_cards(name: str, size: tuple[int, int], browser: Browser, server: Process) -> None:
    with watched(browser, server.url, viewport={"width": size[0], "height": size[1]}) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page(f"/#/sheet/{name}")
        page.get_by_role("button", name="Play", exact=True).click()
        seen = play_cards(page)
        assert seen["cards"] > 0
        record = parse_record(HttpClient(server.url).record(_match(page)))
        assert record.state().over
        assert derive_fair(record).holds


@pytest.mark.parametrize(("name", "size"), _both(["munchkin-dice"]))
def test_a_whole_game_of_levels(name: str, size: tuple[int, int], browser: Browser, server: Process) -> None:
    with watched(browser, server.url, viewport={"width": size[0], "height": size[1]}) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play Munchkin Dice").click()
        seen = play_munchkin(page)
        assert seen["moves"] > 10
        record = parse_table(HttpClient(server.url).record(_match(page)))
        assert record.state().over
        assert derive_table(record) > 0
        page.get_by_role("button", name="Rematch").click()
        expect(page.locator("[data-testid=moves] .lead, [data-testid=goal]").first).to_be_visible()
        assert _match(page) != ""


def test_a_tap_that_reaches_nothing_is_found(browser: Browser, server: Process) -> None:
    """A lid over the dock: no tap gets through, and the player says on what."""
    with watched(browser, server.url) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        page.evaluate(
            "() => { const lid = document.createElement('i'); lid.style.cssText ="
            " 'position:fixed;inset:auto 0 0;height:200px;z-index:9'; document.body.append(lid); }"
        )
        with pytest.raises(AssertionError, match="no tap reaches"):
            play_to_the_end(page, 20)
