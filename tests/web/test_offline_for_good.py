"""After one visit the page is on the device: whoever served it is gone, for a new tab, a new browser too."""

from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from server.processes import Process
from web.browsing import CHROMIUM, FLAGS, PATIENCE, Watched, watched
from web.playing import DICE_TO_CHOOSE, QUICK, games_saved, play_to_the_end, to_a_choice, with_settings
from web.test_site import against_the_champion, hosted

_KEPT = "() => navigator.serviceWorker.controller"
"""The files of the page are on the device, and its worker answers for them."""


def _an_exercise(page: Page) -> None:
    """Train once: whatever is answered, the coach says what it was worth."""
    choices = page.get_by_role("group", name="What do you do?").get_by_role("button")
    choices.first.click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.get_by_test_id("progress")).to_contain_text("of 1 right")


def test_the_page_of_a_server_that_is_gone(browser: Browser, tmp_path: Path) -> None:
    with (
        Process(str(tmp_path / "games.db")) as server,
        watched(browser, server.url, service_workers="allow") as visitor,
    ):
        visitor.server_may_vanish = True
        with_settings(visitor, **QUICK, lastBot="champion", lastSheet="kcd")
        visitor.page("/").wait_for_function(_KEPT)
        server.kill()
        page = visitor.page("/")
        against_the_champion(page, "kcd")
        play_to_the_end(page)
        page.get_by_role("link", name="Review").first.click()
        expect(page.get_by_test_id("player-1")).to_be_visible()
        page.goto("/#/train/kcd")
        _an_exercise(page)
        page.goto("/#/strategy/kcd")
        expect(page.locator("main")).to_contain_text("Stop")


def test_a_server_that_fails_before_the_table_is_shown(visitor: Watched) -> None:
    """The answer may be quicker than the way to the table: the game begins on this device all the same."""
    visitor.server_may_vanish = True
    with_settings(visitor, **QUICK, lastBot="champion", lastSheet="kcd")
    page = visitor.page("/#/sheet/kcd")
    page.evaluate(
        """() => {
          const asked = window.fetch;
          window.fetch = (path, how) =>
            how?.method === 'POST' ? Promise.reject(new TypeError('gone')) : asked(path, how);
        }"""
    )
    page.get_by_role("button", name="Play", exact=True).click()
    to_a_choice(page)
    assert games_saved(page) == 1


def _opened(browser: Browser, profile: Path) -> BrowserContext:
    """The browser of somebody who keeps a profile."""
    context = browser.browser_type.launch_persistent_context(
        str(profile), executable_path=CHROMIUM, args=FLAGS, reduced_motion="reduce", locale="en-GB"
    )
    context.set_default_timeout(PATIENCE)
    return context


def test_a_game_goes_on_after_a_restart_of_the_browser_where_no_host_is_left(
    browser: Browser, built_site: Path, tmp_path: Path
) -> None:
    tray = "[data-testid=tray]"
    with hosted(built_site) as site:
        context = _opened(browser, tmp_path / "profile")
        page = context.pages[0]
        page.goto(site)
        page.wait_for_function(_KEPT)
        page.get_by_role("button", name="Play now").click()
        to_a_choice(page)
        faces = page.locator(tray).inner_text()
        assert games_saved(page) == 1
        context.close()
    context = _opened(browser, tmp_path / "profile")
    page = context.pages[0]
    page.goto(site)
    page.locator("a.game").first.click()
    page.wait_for_function(f"() => {DICE_TO_CHOOSE}")
    assert page.locator(tray).inner_text() == faces
    page.goto(f"{site}#/train/classic")
    _an_exercise(page)
    context.close()
