"""Every screen: nothing that axe-core minds, nothing wider than the window, both looks, big text."""

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import rest_by_night
from server.processes import Process
from web.browsing import DESKTOP, PHONE, accessibility_faults, watched
from web.playing import (
    QUICK,
    dock,
    play_to_the_end,
    to_a_choice,
    wait_for_my_turn,
    wait_for_table,
    with_settings,
)

PLAIN = {
    "/": "Hotdice",
    "/#/friends/classic": "Play with friends",
    "/#/sheet/zilch": "Zilch",
    "/#/settings": "Settings",
    "/#/strategy/playmonster": "When to stop",
    "/#/strategy/marina-solitaire": "When to stop",
    "/#/learn": "Your first game",
    "/#admin=not-the-key": "You own this server",
    "/#/nowhere": "Nothing is here.",
}


def _fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def _check(page: Page, name: str) -> None:
    for look in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if look == "dark" else "light", reduced_motion="reduce")
        assert accessibility_faults(page) == [], f"{name}, {look}"
    assert _fits(page), name


def test_a_strategy_card(browser: Browser, server: Process) -> None:
    """The solver's card of a sheet, in the reader's language; a sheet with cards has none, and says so."""
    with watched(browser, server.url, viewport=PHONE) as visitor:
        page = visitor.page("/#/sheet/classic")
        page.get_by_role("link", name="Strategy card").click()
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="3", exact=True)).last
        expect(row).to_contain_text("28%")
        expect(row).to_contain_text("400")
        expect(page.get_by_test_id("card-front")).to_contain_text("with four at 950")
        expect(page.get_by_test_id("card-back")).to_contain_text("2,600 added to both")
        expect(page.get_by_test_id("card-back").get_by_text("never")).to_have_count(1)
        page.goto("/#/strategy/marina")
        expect(page.get_by_text("Who follows only this card wins 48%")).to_be_visible()
        expect(page.get_by_test_id("card-front")).to_have_count(0)
        page.goto("/#/sheet/munchkin-farkle")
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        expect(page.get_by_role("link", name="Strategy card")).to_have_count(0)
    with watched(browser, server.url, viewport=PHONE, locale="de-DE") as visitor:
        page = visitor.page("/#/strategy/playmonster")
        expect(page.get_by_text("Weit vorn, kurz vor dem Ziel")).to_be_visible()
        page.goto("/#/strategy/kcd")
        expect(page.get_by_text("Rückseite: höchstens zwölf")).to_be_visible()


@pytest.mark.parametrize("size", rest_by_night([PHONE, DESKTOP], PHONE), ids=["phone", "desktop"])
def test_every_plain_screen(browser: Browser, server: Process, size: dict[str, int]) -> None:
    with watched(browser, server.url, viewport=size) as visitor:
        page = visitor.page("/")
        for path, heading in PLAIN.items():
            page.goto(path)
            expect(page.get_by_role("heading", name=heading).first).to_be_visible()
            expect(page.get_by_text("One moment.")).to_have_count(0)
            _check(page, path)


@pytest.mark.parametrize("size", rest_by_night([PHONE, DESKTOP], PHONE), ids=["phone", "desktop"])
def test_the_table_and_its_sheets(browser: Browser, server: Process, size: dict[str, int]) -> None:
    with watched(browser, server.url, viewport=size) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        wait_for_my_turn(page)
        to_a_choice(page)
        page.keyboard.press("a")
        expect(page.get_by_test_id("selection")).to_be_visible()
        _check(page, "choosing")
        for opener, dialog in (("Classic Farkle", "Classic Farkle"), ("Menu", "Menu")):
            page.get_by_role("button", name=opener).click()
            expect(page.get_by_role("dialog", name=dialog)).to_be_visible()
            _check(page, dialog)
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("list", name="Players").get_by_role("button").first.click()
        expect(page.get_by_role("dialog", name="Score sheet")).to_be_visible()
        _check(page, "score sheet")
        page.keyboard.press("Escape")
        play_to_the_end(page)
        _check(page, "ending")


def test_nothing_scrolls_during_a_turn_and_big_text_still_fits(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        wait_for_my_turn(page)
        wait_for_table(page)  # else there is no address to come back to
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        expect(dock(page).get_by_role("button", name="Roll")).to_be_in_viewport()
        page.goto("/#/settings")
        page.get_by_label("Text size").select_option("1.5")
        page.get_by_label("Look").select_option("dark")
        assert page.evaluate("() => getComputedStyle(document.body).fontSize") == "24px"
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(20, 17, 15)"
        page.go_back()
        wait_for_my_turn(page)
        assert _fits(page)
        _check(page, "big text")
        for path in PLAIN:
            page.goto(path)
            expect(page.get_by_role("heading").first).to_be_visible()
            assert _fits(page), path


def test_once_seen_the_page_opens_without_its_server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    process = Process(str(tmp_path_factory.mktemp("games") / "games.db")).start()
    with watched(browser, process.url, service_workers="allow") as visitor:
        visitor.server_may_vanish = True
        visitor.expected.append("Failed to load resource")
        page = visitor.page("/")
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        page.wait_for_function(
            "() => navigator.serviceWorker.ready.then((one) => one.active?.state === 'activated')"
        )
        page.wait_for_function("() => localStorage.getItem('hotdice.sheets')")
        process.stop()
        page.reload()
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        page.goto("/#/sheet/classic")
        expect(page.get_by_role("heading", name="Classic Farkle")).to_be_visible()
        page.goto("/#/")
        page.get_by_role("button", name="Play now").click()
        # The game is played on this device, and listed with the others.
        page.wait_for_url("**/#/table/here-*")
        expect(page.get_by_test_id("dock").locator(".roll")).to_be_enabled()
        page.goto("/#/")
        expect(page.locator("a.game").first).to_contain_text("Classic Farkle")
