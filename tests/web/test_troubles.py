"""What cannot be shown is told in one layout, in words, with a way home; offline there is still a list."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.layout import layout_faults, resize
from web.playing import QUICK, start, wait_for_my_turn, wait_for_table, with_settings

DEAD = (
    "/nosuch", "/nosuch/deeper?x=1", "/#/nowhere", "/#/table/no-such-match", "/#join=no-such-table",
    "/#/replay/no-such-match", "/#/review/no-such-match", "/#/munchkin/no-such-match",
    "/#/sheet/no-such-sheet", "/#/rules/no-such-sheet", "/#/strategy/no-such-sheet",
    "/#/score/no-such-sheet-of-mine", "/#/what-if/nonsense",
)  # fmt: skip


def _told(page: Page, title: str) -> None:
    trouble = page.get_by_test_id("trouble")
    expect(trouble.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(trouble.get_by_role("alert")).to_have_text(re.compile(r"^[A-Z].*\.$"))
    assert not re.search(r"[{}<>_]|\bnull\b|undefined|\d{3}", trouble.inner_text())


def test_every_dead_end_looks_alike_and_leads_home(visitor: Watched) -> None:
    visitor.expected += ["404", "400"]
    page = visitor.page("/")
    for path in DEAD:
        page.goto("about:blank")
        page.goto(path)
        _told(page, "Nothing is here.")
        resize(page, "320x568")
        assert layout_faults(page) == [], path
    assert accessibility_faults(page) == []
    page.goto("/nosuch")
    page.get_by_role("link", name="To the start").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert page.evaluate("location.pathname") == "/"


def test_where_no_server_answers_it_says_so_and_asks_again(visitor: Watched) -> None:
    visitor.server_may_vanish = True
    visitor.expected.append("Failed to load resource")
    page = visitor.page("/")
    gone = True

    def between(route: Route) -> None:
        if gone:
            route.abort()
        else:
            route.continue_()

    page.route("**/api/**", between)
    for path in ("/#/review/some-match", "/#join=some-table"):
        page.goto(path)
        page.reload()
        _told(page, "The server does not answer.")
    gone = False
    visitor.expected.append("404")
    page.get_by_role("button", name="Retry").click()
    _told(page, "Nothing is here.")


def test_without_a_server_games_are_listed_with_what_can_be_done(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as visitor:
        visitor.server_may_vanish = True
        visitor.expected.append("Failed to load resource")
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        start(page)
        wait_for_table(page)
        wait_for_my_turn(page)
        page.goto("/#/")
        game = page.locator("a.game")
        expect(game).to_contain_text("Go on")
        page.wait_for_function("() => localStorage.getItem('hotdice.games')")
        page.route("**/api/**", lambda route: route.abort())
        page.reload()
        expect(page.get_by_role("status").first).to_contain_text("Bots play here without it")
        expect(game).to_contain_text("Waits on the server")
        assert game.get_by_text("Go on").count() == 0


LONG = {"base": "classic", "title": "The rules of the house at the end of the long street by the river"}


@pytest.mark.parametrize("width", [320, 1440])
def test_a_long_title_leaves_the_way_back_free(visitor: Watched, width: int) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.context.new_page()
    page.set_viewport_size({"width": width, "height": 640})
    rules = json.dumps(LONG, separators=(",", ":")).replace('"', "%22").replace(" ", "%20")
    page.goto(f"/#/sheet/{rules}")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_my_turn(page)
    back, pill = page.locator("header a").bounding_box(), page.locator("header .pill").bounding_box()
    assert back is not None
    assert pill is not None
    assert back["x"] + back["width"] <= pill["x"] + 1
    assert page.locator("header .pill").get_attribute("title") == LONG["title"]
    assert layout_faults(page) == []
