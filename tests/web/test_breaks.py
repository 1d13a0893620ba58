"""What breaks: a reload, the network, the server, and fingers that tap twice."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.game.events import RollAsked
from server.processes import Process, free_port
from web.browsing import Watched, watched
from web.cable import Cable
from web.playing import (
    AT_THE_SERVER,
    QUICK,
    dock,
    to_a_choice,
    tried,
    wait_for_my_turn,
    wait_for_table,
    with_settings,
)


def _match(page: Page) -> str:
    found = re.findall(r"#/table/([\w-]+)", page.url)
    return str(found[0])


def _rolls(url: str, match: str, seat: int = 0) -> int:
    """How many rolls the server knows of a seat."""
    text = HttpClient(url).record(match)
    return sum(isinstance(event, RollAsked) and event.seat == seat for event in parse_record(text).events)


def _behind(cable: Cable, folder: Path) -> Process:
    """A server that people know by the address of the cable."""
    cable.to = free_port()
    process = Process(str(folder / "games.db"), "--bot-pause", "0", "--public-url", cable.url)
    process.port = cable.to
    return process


def _begin(visitor: Watched) -> Page:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play now").click()
    wait_for_table(page)
    wait_for_my_turn(page)
    return page


def test_taps_on_dice_all_count_and_a_double_tap_on_roll_is_one_roll(
    visitor: Watched, server: Process
) -> None:
    page = _begin(visitor)
    before = page.evaluate("() => document.querySelectorAll('[data-testid=tray] .place').length")
    assert before in (0, 6)
    # Ten clicks within one task of the browser: no answer can have come between them.
    page.evaluate(
        "() => { for (let i = 0; i < 10; i++) document.querySelector('[data-testid=dock] .roll').click(); }"
    )
    wait_for_my_turn(page)
    assert _rolls(server.url, _match(page)) == 1
    to_a_choice(page)
    taps = """() => {
      const die = document.querySelector('[data-testid=tray] .place:not(.dull)');
      for (let i = 0; i < 7; i++) die.click();
    }"""
    page.evaluate(taps)
    expect(page.locator("[data-testid=tray] .place:not(.dull)").first).to_have_attribute(
        "aria-pressed", "true"
    )
    page.evaluate(taps.replace("i < 7", "i < 5"))
    expect(page.locator("[data-testid=tray] .place:not(.dull)").first).to_have_attribute(
        "aria-pressed", "false"
    )


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(visitor: Watched) -> None:
    page = _begin(visitor)
    to_a_choice(page)
    labels = page.locator("[data-testid=tray] .place")
    before = [die.get_attribute("aria-label") for die in labels.all()]
    page.reload()
    wait_for_my_turn(page)
    expect(labels).to_have_count(len(before))
    assert [die.get_attribute("aria-label") for die in labels.all()] == before
    to_a_choice(page)


def test_a_cut_cable_loses_no_tap(browser: Browser, tmp_path: Path) -> None:
    with Cable() as cable:
        process = _behind(cable, tmp_path)
        direct = f"http://127.0.0.1:{cable.to}"
        with process, watched(browser, cable.url) as visitor:
            visitor.server_may_vanish = True
            page = _begin(visitor)
            page.get_by_role("button", name="Roll 6").wait_for()
            cable.cut()
            page.keyboard.press("r")  # the tap that is on its way when the cable is out
            expect(page.get_by_text("Reconnecting. Your roll is safe.")).to_be_visible()
            assert _rolls(direct, _match(page)) == 0
            cable.mend()
            wait_for_my_turn(page)
            assert _rolls(direct, _match(page)) == 1
            expect(page.get_by_text("Reconnecting")).to_have_count(0)
            to_a_choice(page)


def test_a_tap_survives_a_reload_without_a_network(browser: Browser, tmp_path: Path) -> None:
    """The unanswered command is in the memory of the tab, and carried out once."""
    with Cable() as cable:
        process = _behind(cable, tmp_path)
        direct = f"http://127.0.0.1:{cable.to}"
        with process, watched(browser, cable.url) as visitor:
            visitor.server_may_vanish = True
            page = _begin(visitor)
            page.get_by_role("button", name="Roll 6").wait_for()
            cable.cut()
            page.keyboard.press("r")
            page.wait_for_function(
                "() => Object.keys(sessionStorage).some((key) => key.includes('unanswered'))"
            )
            cable.mend()
            page.reload()
            wait_for_my_turn(page)
            page.wait_for_function(
                "() => !Object.keys(sessionStorage).some((key) => key.includes('unanswered'))"
            )
            assert _rolls(direct, _match(page)) == 1


def test_the_server_is_killed_and_comes_back_under_an_open_page(browser: Browser, tmp_path: Path) -> None:
    process = Process(str(tmp_path / "games.db"), "--bot-pause", "0").start()
    with watched(browser, process.url) as visitor:
        visitor.server_may_vanish = True
        page = _begin(visitor)
        to_a_choice(page)
        before = [die.get_attribute("aria-label") for die in page.locator("[data-testid=tray] .place").all()]
        process.kill()
        page.keyboard.press("a")
        page.keyboard.press("r")
        expect(page.get_by_text("Reconnecting. Your roll is safe.")).to_be_visible()
        process.start()
        wait_for_my_turn(page)
        assert before
        expect(page.get_by_text("Reconnecting")).to_have_count(0)
        to_a_choice(page)
    assert process.stop() == 0


def test_without_its_server_the_page_says_so_and_offers_to_try_again(
    browser: Browser, tmp_path: Path
) -> None:
    process = Process(str(tmp_path / "games.db"), "--bot-pause", "0").start()
    with watched(browser, process.url) as visitor:
        visitor.server_may_vanish = True
        page = visitor.context.new_page()
        page.clock.install()
        with_settings(visitor, **QUICK)
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        page.clock.run_for(1000)
        expect(page.locator(AT_THE_SERVER)).to_be_visible()
        process.kill()
        page.wait_for_function("() => true")
        for _ in range(12):
            page.clock.run_for(2500)
        expect(page.get_by_text("No connection. Everything up to your last move is saved.")).to_be_visible()
        expect(dock(page).locator(".roll")).to_be_visible()
        retry = page.get_by_role("button", name="Retry")
        expect(retry).to_be_visible()
        process.start()
        tried(retry)  # the page may find its server by itself before
        page.clock.run_for(500)
        expect(page.get_by_text("No connection.")).to_have_count(0)
    process.stop()


@pytest.mark.parametrize(
    "path", ["/#/table/nothing-here", "/#/nowhere", "/#join=nothing.secret", "/#/sheet/nothing"]
)
def test_links_that_lead_nowhere_say_so(visitor: Watched, path: str) -> None:
    visitor.expected.append("Failed to load resource")
    page = visitor.page(path)
    expect(page.get_by_text(re.compile("no such game|Nothing is here")).first).to_be_visible()
    expect(page.get_by_text("One moment.")).to_have_count(0)
    expect(page.get_by_text(re.compile("^[a-z]"))).to_have_count(0)  # whole sentences only
    page.get_by_role("link", name="To the start").first.click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
