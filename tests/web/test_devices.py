"""Your games on another device: a code for one that is at hand, a phrase for one that is lost."""

import re

from playwright.sync_api import Browser, Page, expect

from server.processes import Process
from web.browsing import accessibility_faults, watched
from web.playing import QUICK, start, wait_for_my_turn, with_settings


def _settings(page: Page) -> None:
    page.goto("/#/settings")
    expect(page.get_by_role("heading", name="Your games on another device")).to_be_visible()


def _my_game(page: Page) -> None:
    """From the first screen to the one game that goes on."""
    page.goto("/#/")
    page.locator("a.game").click()
    expect(page.get_by_test_id("dock")).to_be_visible()


def test_a_code_brings_a_game_to_another_device_and_a_phrase_brings_it_back(
    browser: Browser, server: Process
) -> None:
    with (
        watched(browser, server.url) as old,
        watched(browser, server.url) as new,
        watched(browser, server.url) as third,
    ):
        for one in (old, new, third):
            with_settings(one, **QUICK)
            one.expected += ["status of 401", "status of 403"]
        a, b, c = old.page("/"), new.page("/"), third.page("/")
        start(a)
        expect(a).to_have_url(re.compile("#/table/(?!new)"))
        wait_for_my_turn(a)
        _settings(a)
        a.get_by_role("button", name="Show a code").click()
        code = a.get_by_test_id("device-code").inner_text()
        assert re.fullmatch("[2-9A-Z]{8}", code)
        a.get_by_role("button", name="Show my recovery phrase").click()
        phrase = a.get_by_test_id("phrase").inner_text()
        assert len(phrase.split("-")) == 8
        assert accessibility_faults(a) == []
        a.go_back()
        wait_for_my_turn(a)

        # A wrong code is refused in words; the right one works in small letters too, and once.
        _settings(b)
        assert accessibility_faults(b) == []
        b.get_by_label("Code from the other device").fill("WRONG234")
        b.get_by_role("button", name="Use this code").click()
        expect(b.get_by_role("alert")).to_be_visible()
        b.get_by_label("Code from the other device").fill(f" {code.lower()} ")
        b.get_by_role("button", name="Use this code").click()
        expect(b.get_by_role("status").filter(has_text="Done.")).to_be_visible()
        expect(b.get_by_text("Your phrase is on the device on which you began.")).to_be_visible()
        _settings(c)
        c.get_by_label("Code from the other device").fill(code)
        c.get_by_role("button", name="Use this code").click()
        expect(c.get_by_role("alert")).to_be_visible()

        # The seat goes where it is played: the other device says so, and can take it back.
        _my_game(b)
        wait_for_my_turn(b)
        expect(a.get_by_role("status").filter(has_text="another device")).to_be_visible()
        _my_game(a)
        wait_for_my_turn(a)

        # The phrase shuts both out.
        c.get_by_label("Recovery phrase").fill(phrase.replace("-", " ").upper())
        c.get_by_role("button", name="Come back with this phrase").click()
        expect(c.get_by_role("status").filter(has_text="Done.")).to_be_visible()
        _my_game(c)
        wait_for_my_turn(c)
        b.goto("/#/")
        expect(b.get_by_role("button", name="Play now")).to_be_enabled()
        expect(b.locator("a.game")).to_have_count(0)
