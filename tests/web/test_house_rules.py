"""Which rules do we have? Three questions, a form over any sheet, and house rules that travel in a link."""

import json
import re
from itertools import product
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.rules import load, resolve, shipped
from hotdice.rules.compiled import compiled
from hotdice.terminal.sheet_choice import QUESTIONS, matching
from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.modules import run_module
from web.playing import QUICK, play_to_the_end, with_settings

_MATCHING = """
import { choices, matching, next } from "page/rules/questions";
export function answer({ sheets, answers }) {
  return answers.map((one) => [matching(sheets, one).map((sheet) => sheet.name).sort(), next(sheets, one)]);
}
"""
_FORM = """
import { reference, valuesOf } from "page/rules/form";
export function answer(cases) {
  return cases.map(({ rules, changes }) => {
    const before = valuesOf(rules);
    return reference(rules.reference, before, { ...before, ...changes });
  });
}
"""


def test_the_questions_are_those_of_the_terminal(tmp_path: Path) -> None:
    sheets = [load(name) for name in shipped()]
    keys = [question.key for question in QUESTIONS]
    values = [[None, *sorted({question.answer(sheet) for sheet in sheets})] for question in QUESTIONS]
    every = list(product(*values))
    given = {
        "sheets": [msgspec.to_builtins(compiled(sheet)) for sheet in sheets],
        "answers": [dict(zip(keys, answers, strict=True)) for answers in every],
    }
    page = run_module(tmp_path, _MATCHING, given)
    assert [names for names, _ in page] == [sorted(matching(answers)) for answers in every]
    assert all(question is None for _, question in page)


CHANGES: list[tuple[str, dict[str, str | bool], list[str]]] = [
    ("classic", {}, []),
    ("classic", {"target": "5,000", "opening": "300"}, ["target=5000", "opening=300"]),
    ("playmonster", {"scoring.triples.1": "1000", "take_all": True}, ["triples.1=1000", "take_all=true"]),
    ("marina", {"end": "target", "target": "10000"}, ["target=10000"]),
    ("classic", {"end": "rounds", "rounds": "7"}, ["rounds=7"]),
    ("zilch", {"penalty.points": "1000", "hot_dice": "forced"}, ["penalty.points=1000", "hot_dice=forced"]),
    (
        "marina",
        {"scoring.alike.scheme": "table", "scoring.alike.4": "1000", "scoring.alike.5": "2000"},
        ["alike={scheme='table', 4=1000, 5=2000, 6=3000}"],
    ),
    ("classic", {"scoring.runs.1-5": "500", "scoring.straight": "2500"}, ["runs={1-5=500}", "straight=2500"]),
    (
        "classic",
        {"instant_win": "111111, 5x!", "instant_loss": "3 3 4"},
        ["instant_win=[{dice='111111'}, {alike=5, first=true}]", "instant_loss=[{dice='334'}]"],
    ),
    ("ten-thousand", {"title": "Sunday", "minimum": "250"}, ["title=Sunday", "minimum=250"]),
]


def test_a_changed_form_is_the_changed_sheet(tmp_path: Path) -> None:
    given = [
        {"rules": msgspec.to_builtins(compiled(load(name))), "changes": changes}
        for name, changes, _ in CHANGES
    ]
    for (name, changes, sets), text in zip(CHANGES, run_module(tmp_path, _FORM, given), strict=True):
        made, wanted = resolve(text), load(name, sets)
        assert (made.hash, made.title) == (wanted.hash, wanted.title), (changes, text)


def test_a_house_sheet_that_is_changed_again_keeps_its_changes(tmp_path: Path) -> None:
    house = load("classic", ["target=3000", "opening=0"])
    given = [{"rules": msgspec.to_builtins(compiled(house)), "changes": {"minimum": "250"}}]
    [text] = run_module(tmp_path, _FORM, given)
    assert resolve(text).hash == load("classic", ["target=3000", "opening=0", "minimum=250"]).hash


def test_three_questions_find_the_sheet(visitor: Watched) -> None:
    page = visitor.page("/")
    page.get_by_role("link", name="Which rules do we have?").click()
    page.get_by_role("button", name="750", exact=True).click()
    fitting = page.get_by_test_id("fitting").get_by_role("listitem")
    expect(fitting).to_have_count(2)
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_role("heading", name="What are three 1s worth?")).to_be_visible()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="I do not know").click()
    page.get_by_role("button", name="2,500").click()
    expect(fitting).to_have_count(1)
    expect(fitting).to_contain_text("cardgames.io Farkle")


def test_a_rule_is_changed_with_faults_in_place_and_bots_play_by_it(
    visitor: Watched, server: Process
) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/#/rules/classic")
    target = page.get_by_label("Target", exact=True)
    target.fill("ten thousand")
    fault = page.get_by_role("alert")
    expect(fault).to_have_text("must be a whole number, not 'ten thousand'")
    expect(target).to_have_attribute("aria-invalid", "true")
    assert accessibility_faults(page) == []
    target.fill("1500")
    expect(fault).to_have_count(0)
    page.get_by_label("To get on the board").fill("0")
    page.get_by_text("Sets", exact=True).click()
    page.get_by_label("three pairs", exact=True).fill("750")
    house = page.get_by_test_id("house")
    expect(house.get_by_role("heading")).to_have_text(
        "Classic Farkle, to 1,500, no opening minimum, three pairs 750"
    )
    house.get_by_role("button", name="Play").click()
    play_to_the_end(page)
    record = parse_record(HttpClient(server.url).record(re.findall(r"#/table/([\w-]+)", page.url)[0]))
    assert record.rules.hash == load("classic", ["target=1500", "opening=0", "three_pairs=750"]).hash
    assert max(record.state().totals) >= 1500


def test_house_rules_travel_in_a_link(visitor: Watched, browser: Browser, server: Process) -> None:
    """As rules for anybody, and inside the invitation to a table."""
    rules = json.dumps({"base": "marina", "rounds": 3, "title": "Küche ☕ 3"})
    page = visitor.page("/#/rules/marina")
    page.get_by_label("Rounds", exact=True).fill("3")
    page.get_by_label("What you call these rules").fill("Küche ☕ 3")
    house = page.get_by_test_id("house")
    expect(house.get_by_role("heading")).to_have_text("Küche ☕ 3")
    house.get_by_text("Hand these rules on").click()
    link = house.get_by_label("Link for friends").input_value()
    house.get_by_role("link", name="Invite").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Set up the table").click()
    invitation = page.get_by_label("Link for friends").input_value()
    with watched(browser, server.url) as friend:
        other = friend.page(link)
        expect(other.get_by_role("heading", level=1)).to_have_text("Küche ☕ 3")
        expect(other.get_by_text(re.compile("3 rounds|after 3|three rounds", re.I)).first).to_be_visible()
        other.goto(invitation)
        expect(other.get_by_text("Küche ☕ 3")).to_be_visible()
        other.get_by_label("Your name").fill("Bob")
        other.get_by_role("button", name="Sit down").click()
        expect(other.get_by_role("button", name="Küche ☕ 3")).to_be_visible()
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    table = HttpClient(server.url).table(match)
    assert resolve(table["rules"]).hash == resolve(rules).hash


def test_the_page_says_what_a_changed_rule_does(visitor: Watched) -> None:
    """Five sentences, when to stop before and after, all figures; another change, and they are gone."""
    page = visitor.page("/#/rules/kcd")
    page.get_by_label("Target", exact=True).fill("500")
    house = page.get_by_test_id("house")
    house.get_by_text("What do these rules change?").click()
    told = page.get_by_test_id("comparison")
    told.get_by_role("button", name="Work it out").click()
    expect(told.get_by_role("listitem")).to_have_count(5, timeout=120_000)
    expect(told.get_by_role("listitem").first).to_contain_text("A game is shorter: some")
    expect(told.get_by_role("table").first.get_by_role("row")).to_have_count(7)
    told.get_by_text("All figures").click()
    expect(told.get_by_role("row", name="Turns in a game")).to_be_visible()
    assert accessibility_faults(page) == []
    page.get_by_label("Target", exact=True).fill("600")
    expect(told.get_by_role("listitem")).to_have_count(0)
    visitor.expected.append("status of 409")
    page.get_by_label("Farkles in a row cost").fill("500")
    told.get_by_role("button", name="Work it out").click()
    expect(told.get_by_role("alert")).to_contain_text("takes minutes")
    expect(told).to_contain_text("hotdice compare kcd '{")


@pytest.mark.parametrize("link", ["~", "~!!!", "~e30", '{"base":"classic","target":-1}', "no-such-sheet"])
def test_a_broken_link_says_so(link: str, visitor: Watched) -> None:
    page = visitor.page(f"/#/rules/{link}")
    expect(page.get_by_role("alert")).to_be_visible()


def test_rules_that_houses_add_are_asked_for_and_played_to_the_end(visitor: Watched, server: Process) -> None:
    with_settings(visitor, **QUICK)
    visitor.expected.append("status of 409")  # the end asks for a review, and no coach knows such rules
    page = visitor.page("/#/rules/cardgames")
    page.get_by_label("Target", exact=True).fill("2000")
    page.get_by_label("To get on the board").fill("0")
    page.get_by_label("The next player may take over dice and points").check()
    page.get_by_label("Face that is a joker").fill("6")
    page.get_by_label("dice with the joker").fill("3")
    page.get_by_label("Landing on another's total").select_option("to_zero")
    house = page.get_by_test_id("house")
    expect(house.get_by_role("heading")).to_contain_text("piggyback, bump to zero, joker face 6")
    house.get_by_role("button", name="Play").click()
    play_to_the_end(page)
    record = parse_record(HttpClient(server.url).record(re.findall(r"#/table/([\w-]+)", page.url)[0]))
    assert set(record.rules.beyond) == {"joker", "bump", "piggyback"}
    assert record.state().over
