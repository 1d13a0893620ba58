"""Whole games of every sheet, clicked to their end on the page, and their records checked."""

import re

import pytest
from playwright.sync_api import expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.match.fair_record import derive_fair
from hotdice.rules import load, shipped
from server.processes import Process
from web.browsing import Watched
from web.playing import QUICK, play_to_the_end, with_settings


@pytest.mark.parametrize("name", [name for name in shipped() if load(name).deck is None])
def test_a_whole_game(name: str, visitor: Watched, server: Process) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name=re.compile(r"All \d+ sheets")).click()
    page.get_by_role("button", name=f"Play {load(name).title}", exact=True).click()
    seen = play_to_the_end(page)
    assert seen["rolls"] > 0  # how many is chance: the other may win soon
    expect(page.get_by_test_id("ending")).to_be_visible()
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    record = parse_record(HttpClient(server.url).record(match))
    assert record.state().over
    assert derive_fair(record).holds
    totals = [f"{seat.total:,}" for seat in record.state().seats]
    shown = page.get_by_role("list", name="Players").get_by_role("listitem")
    for index, total in enumerate(totals):
        expect(shown.nth(index)).to_contain_text(total)
