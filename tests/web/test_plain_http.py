"""A host name on plain http, as on a home network: no secure context, so browsers withhold a good deal."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from server.processes import Process
from web.browsing import Watched, accessibility_faults, launch, watched
from web.playing import DICE_TO_CHOOSE, QUICK, games_saved, play_to_the_end, to_a_choice, with_settings
from web.test_site import hosted

HOST = f"{socket.gethostname().lower().split('.')[0]}.local"


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser to which the name of this machine on the home network is its own loopback."""
    browser = launch(playwright, f"--host-resolver-rules=MAP {HOST} 127.0.0.1")
    yield browser
    browser.close()


@pytest.fixture
def visitor(browser: Browser, server: Process) -> Iterator[Watched]:
    with watched(browser, f"http://{HOST}:{server.port}") as one:
        with_settings(one, **QUICK)
        yield one


def test_a_whole_game_where_nothing_is_secure(visitor: Watched) -> None:
    page = visitor.page("/")
    assert page.evaluate("() => !isSecureContext && !crypto.subtle && !navigator.serviceWorker")
    page.get_by_role("button", name="Play Marina Games Farkle, competition").click()
    play_to_the_end(page)
    # The dice are checked with a SHA-256 and an HMAC of our own: the browser keeps its own back here.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Fair dice").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("All are right.")
    assert accessibility_faults(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_test_id("dock")).to_be_visible()


def test_the_link_can_be_copied_and_scanned_without_a_clipboard(visitor: Watched) -> None:
    page = visitor.page("/#/friends/classic")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Set up the table").click()
    field = page.get_by_label("Link for friends")
    expect(field).to_have_value(re.compile(rf"^http://{re.escape(HOST)}:\d+/#join=[\w-]+\.[\w-]+$"))
    assert page.evaluate("() => navigator.clipboard === undefined")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    # It says so, and it is true: what is pasted is the link.
    page.evaluate("() => document.body.append(document.createElement('textarea'))")
    page.locator("body > textarea").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("body > textarea")).to_have_value(field.input_value())
    page.evaluate("() => document.querySelector('body > textarea').remove()")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert page.get_by_role("button", name="Share").count() == 0
    assert accessibility_faults(page) == []


def test_where_nothing_can_copy_the_link_is_selected(visitor: Watched) -> None:
    page = visitor.page("/#/friends/classic")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Set up the table").click()
    page.evaluate("() => { document.execCommand = () => false; }")
    page.get_by_role("button", name="Copy").click()
    chosen = (
        "() => { const e = document.activeElement; return e.value.slice(e.selectionStart, e.selectionEnd); }"
    )
    assert page.evaluate(chosen) == page.get_by_label("Link for friends").input_value()
    assert page.get_by_role("button", name="Copied").count() == 0


def test_a_site_says_that_it_does_not_stay_and_keeps_the_games(browser: Browser, built_site: Path) -> None:
    with (
        hosted(built_site) as address,
        watched(browser, address.replace("127.0.0.1", HOST), service_workers="allow") as visitor,
    ):
        with_settings(visitor, **QUICK)
        page = visitor.page("/#/settings")
        expect(page.get_by_text("Over plain http a browser keeps no page")).to_be_visible()
        page.goto("/#/sheet/kcd")
        page.get_by_role("button", name="Play", exact=True).click()
        to_a_choice(page)
        faces = page.get_by_test_id("tray").inner_text()
        assert games_saved(page) == 1
        page.reload()
        page.wait_for_function(f"() => {DICE_TO_CHOOSE}")
        assert page.get_by_test_id("tray").inner_text() == faces
