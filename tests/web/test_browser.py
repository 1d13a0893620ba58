"""The browser of these tests does no more than it is asked to: each test waits for all that it does."""

import re

import pytest
from playwright.sync_api import Browser


def turned_off(browser: Browser) -> list[set[str]]:
    """The lists of features that the browser was started without, in their order."""
    page = browser.new_page()
    page.goto("chrome://version")
    told = page.locator("#command_line").inner_text()
    page.close()
    return [set(found.split(",")) for found in re.findall(r"--disable-features=(\S+)", told)]


def test_what_playwright_turns_off_stays_off(browser: Browser) -> None:
    playwrights, ours = turned_off(browser)
    assert playwrights < ours


@pytest.mark.nightly  # a newer Chromium may do more: that is worth knowing, and stops nobody
def test_a_window_loads_nothing_but_its_page(browser: Browser) -> None:
    page = browser.new_page()
    page.goto("about:blank")
    session = browser.new_browser_cdp_session()
    found = session.send("Target.getTargets", {"filter": [{}]})["targetInfos"]
    page.close()
    assert {one["type"] for one in found} == {"page", "tab"}, found
