"""Own dice on the page: a bag for a seat of a new table, refused in a sentence or thrown."""

import re

from playwright.sync_api import expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.game.events import DiceRolled
from server.processes import Process
from web.browsing import Watched, accessibility_faults
from web.playing import QUICK, dock, with_settings


def test_a_table_with_own_dice(visitor: Watched, server: Process) -> None:
    with_settings(visitor, **QUICK)
    visitor.expected.append("status of 409")  # the first bag is refused
    page = visitor.page("/#/friends/kcd")
    page.get_by_label("On this device").check()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Player 2").fill("Bob")
    page.get_by_text("Own dice", exact=True).click()
    page.get_by_label("Dice of seat 1").fill("6*wooden")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no die 'wooden'")
    assert accessibility_faults(page) == []
    page.get_by_label("Dice of seat 1").fill("6*1:0:0:0:0:0")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name=re.compile("^Roll")).click()
    expect(dock(page)).to_contain_text("Tap dice")
    page.get_by_role("button", name=re.compile("^die 1, one")).click()
    expect(page.get_by_test_id("danger")).to_contain_text(re.compile(r"\b0\s?%"))  # of fair dice 8 %
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    record = parse_record(HttpClient(server.url).record(match))
    assert record.bags == ("6*1:0:0:0:0:0", "6*standard")
    rolled = [event for event in record.events if isinstance(event, DiceRolled)]
    assert [event.faces for event in rolled] == [(1,) * 6]
