"""The first game: arranged dice that are said to be, then real ones, and no advice that costs."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from hotdice.coach.advising import advise_on
from hotdice.coach.scales import class_of, whole
from hotdice.game import Bank, Command, Keep, Refusal, Roll, State, Throw, new_game, play
from hotdice.rules import load, resolve
from server.processes import Process
from web.browsing import PHONE, accessibility_faults, watched
from web.modules import run_module
from web.playing import QUICK, play_to_the_end, wait_for_my_turn, wait_for_table, with_settings

_SCRIPT = """
import { FIRST_TURN, SECOND_TURN, OTHERS } from "page/learn/script";
export async function answer() { return { first: FIRST_TURN, second: SECOND_TURN, others: OTHERS }; }
"""


def _after(state: State, *commands: Command) -> State:
    for command in commands:
        played = play(state, command)
        assert not isinstance(played, Refusal), played
        state = played[0]
    return state


def _class(state: State, keep: list[int], then: str) -> str:
    """What the coach calls a choice at this moment."""
    digits = "".join(map(str, sorted(keep)))
    advice = advise_on(state)
    option = next(one for one in advice.options if one.action == then and one.keep == digits)
    return class_of(option.loss, whole(state.rules, advice.unit))


@pytest.mark.parametrize("rules", ["classic", '{"base":"classic","target":3000}'], ids=["sheet", "to-3000"])
def test_the_script_never_advises_what_the_coach_calls_a_mistake(rules: str, tmp_path: Path) -> None:
    script: dict[str, Any] = run_module(tmp_path, _SCRIPT, None)
    sheet = load(rules) if rules == "classic" else resolve(rules)
    state = new_game(sheet, 2)
    one, three = script["first"]
    state = _after(state, Roll(0), Throw(tuple(one["faces"])))
    assert _class(state, one["keep"], one["then"]) in ("fine", "doubtful")
    # The control: to keep what is not kept in the script, and stop, would be called something else.
    state = _after(state, Keep(0, (1,)), Roll(0), Throw(tuple(three["faces"])))
    assert _class(state, three["keep"], three["then"]) in ("fine", "doubtful")
    assert _class(state, three["keep"], "roll") in ("mistake", "blunder")
    places = tuple(place for place, face in zip(state.hand, state.faces, strict=True) if face == 4)
    state = _after(state, Keep(0, places), Bank(0))
    others = script["others"]
    assert state.mover == 1
    assert sheet.table.options(tuple(sorted(others["fell"]))).options == (), "it is a Farkle"
    assert sheet.table.options(tuple(sorted(others["kept"]))).options[0].points == others["points"]
    second = script["second"]
    state = _after(state, Roll(1), Throw((2, 2, 3, 3, 4, 6)))  # any Farkle of the other
    state = _after(state, Roll(0), Throw(tuple(second["faces"])))
    assert _class(state, second["keep"], second["then"]) in ("fine", "doubtful")


def test_a_newcomer_is_taught_at_the_table_and_plays_on(browser: Browser, server: Process) -> None:
    with watched(browser, server.url, viewport=PHONE) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("link", name="Teach me").click()
        page.get_by_role("button", name="Teach me").click()
        said = page.get_by_test_id("said")
        expect(said).to_contain_text("These first dice are arranged.")
        roll, bank = page.locator("[data-testid=dock] .roll"), page.locator("[data-testid=dock] .bank")
        expect(roll).to_have_attribute("aria-disabled", "true")
        page.get_by_role("button", name="die 1, one").click()
        assert accessibility_faults(page) == []
        page.get_by_role("button", name="Roll 5").click()
        page.get_by_role("button", name="die 2, four").click()
        expect(said).to_contain_text("500. Bank them.")
        page.get_by_role("button", name="Roll 2").click(force=True)
        expect(bank).to_have_text("Bank 500")
        bank.click()
        page.get_by_role("button", name="Pip throws").click()
        expect(said).to_contain_text("Nothing scores: farkle.")
        page.get_by_role("button", name="Your turn").click()
        for die in page.locator("[data-testid=tray] .place").all():
            if die.get_attribute("aria-pressed") == "false":
                die.click()
        expect(said).to_contain_text("From here the dice are real.")
        page.get_by_role("button", name="Roll 6").click()
        on = page.get_by_role("button", name="Play on to 3,000")
        scoring = page.locator("[data-testid=tray] .place[aria-disabled=false]:not(.dull)").first
        expect(on.or_(scoring)).to_be_visible()
        if not on.count():  # a Farkle is rare, and as good
            scoring.click()
            bank.click()
        on.click()
        wait_for_table(page)
        wait_for_my_turn(page)
        total = page.get_by_test_id("total-0").inner_text()
        assert int(total.replace(",", "")) >= 500
        play_to_the_end(page)
        expect(page.get_by_test_id("meeting")).to_be_visible()
        page.goto("/#/")
        expect(page.get_by_role("link", name=re.compile("Your first game with Pip"))).to_be_visible()
