"""What if, on the page: another keep, other dice, and on from there; every number is the coach's."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import rest_by_night
from hotdice.coach.asking import Pick
from hotdice.coach.forms import Moment
from hotdice.coach.what_if import what_if
from hotdice.game import parse_position
from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.playing import QUICK, play_to_the_end, to_a_choice, with_settings

POSITION = "kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"
FACES = ("one", "two", "three", "four", "five", "six")


def tap(page: Page, faces: str) -> None:
    """Say dice by tapping their faces."""
    for face in faces:
        page.get_by_test_id("entry").get_by_role("button", name=FACES[int(face) - 1], exact=True).click()


def shows(page: Page, moment: Moment) -> None:
    """The page shows a moment as the coach tells it."""
    for seat, value in enumerate(moment.values):
        expect(page.get_by_test_id(f"value-{seat}")).to_have_text(f"{100 * value:.1f}%")
    if moment.roll:
        expect(page.get_by_test_id("faces")).to_have_text(", ".join(moment.roll))
    if moment.advice is not None and not moment.advice.forced:
        expect(page.get_by_test_id("reason")).to_have_text(moment.advice.reason.replace(" %", "%"))
        rows = page.get_by_test_id("choices").locator("tbody tr")
        expect(rows).to_have_count(min(8, len(moment.advice.options)))
        expect(rows.first.locator("td").first).to_have_text(f"{100 * moment.advice.best.value:.1f}%")


def test_another_keep_other_dice_and_the_way_back(visitor: Watched) -> None:
    state = parse_position(POSITION)
    page = visitor.page(f"/#/what-if/{POSITION}")
    shows(page, what_if(state))
    assert accessibility_faults(page) == []

    page.get_by_test_id("choices").get_by_role("button", name="keep 1, roll 2", exact=True).click()
    kept = what_if(state, choice=Pick("roll", "1"))
    expect(page.get_by_test_id("trail").get_by_role("listitem")).to_have_count(1)
    shows(page, kept)
    assert kept.position in page.url
    assert accessibility_faults(page) == []

    tap(page, "25")
    fell = what_if(parse_position(kept.position), dice="25")
    shows(page, fell)
    assert fell.position in page.url

    # Other dice instead of those: none of them scores, and the turn is over.
    page.keyboard.press("3")
    page.keyboard.press("3")
    page.keyboard.press("Backspace")
    page.keyboard.press("4")
    lost = what_if(parse_position(fell.position), dice="34")
    assert lost.farkle
    expect(page.get_by_test_id("trail").get_by_role("listitem").last).to_contain_text("A farkle.")
    shows(page, lost)
    expect(page.get_by_role("heading", name="Player 2 to roll")).to_be_focused()

    page.get_by_role("button", name="Take back").click()
    shows(page, fell)
    page.go_back()  # to where the farkle was
    page.go_forward()
    shows(page, fell)
    page.get_by_role("button", name="Back to the beginning").click()
    shows(page, what_if(state))
    expect(page.get_by_test_id("trail")).to_have_count(0)
    page.get_by_role("button", name="Let chance roll").click()
    expect(page.get_by_test_id("trail").get_by_role("listitem")).to_have_count(1)


def test_a_line_can_end_the_game_and_be_taken_back(visitor: Watched) -> None:
    page = visitor.page("/#/what-if/kcd~r9~s1~m1~n~2500.0.y_3900.0.y~t1400.3.155")
    page.get_by_test_id("choices").get_by_role("button", name="keep 1 5 5, bank 1,600", exact=True).click()
    expect(page.get_by_role("heading", name="The game is over.")).to_be_focused()
    expect(page.get_by_test_id("value-0")).to_have_text("100.0%")
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_test_id("faces")).to_have_text("1, 5, 5")


def test_from_a_review_into_what_if_and_from_there_to_another_browser(
    visitor: Watched, browser: Browser, server: Process
) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play Classic Farkle", exact=True).click()
    play_to_the_end(page)
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    page.goto(f"/#/review/{match}")
    said = page.request.get(f"/api/matches/{match}/review").json()

    # Every unforced decision is in the list, by class and by player.
    listed = page.get_by_test_id("decisions")
    unforced = [one for one in said["decisions"] if not one["forced"]]
    expect(listed.get_by_test_id("decision")).to_have_count(len(unforced))
    for kind in ("fine", "doubtful", "mistake", "blunder"):
        listed.get_by_label("Show").select_option(kind)
        some = [one for one in unforced if one["class"] == kind]
        expect(listed.get_by_test_id("decision")).to_have_count(len(some))
    listed.get_by_label("Show").select_option("")
    listed.get_by_label("Player").select_option("1")
    theirs = [one for one in unforced if one["seat"] == 1]
    expect(listed.get_by_test_id("decision")).to_have_count(len(theirs))
    listed.get_by_label("Player").select_option("-1")

    # Every throw has its bar and its row.
    bars = page.get_by_test_id("luck-bars")
    expect(bars.get_by_test_id("luck-bar")).to_have_count(len(said["rolls"]))
    bars.get_by_text("Every throw as a table").click()
    expect(bars.locator("tbody tr")).to_have_count(len(said["rolls"]))
    luckiest = said["luckiest"][0]
    roll, row = said["rolls"][luckiest], bars.locator("tbody tr").nth(luckiest)
    expect(row.get_by_role("rowheader")).to_contain_text(" ".join(roll["faces"]))
    expect(row).to_contain_text(f"{100 * roll['luck']:+.1f}%")
    assert accessibility_faults(page) == []

    worst = said["decisions"][said["worst"][0]]
    page.get_by_test_id("moment").first.get_by_role("link", name="What if?").click()
    expect(page.get_by_test_id("faces")).to_have_text(", ".join(worst["roll"]))
    expect(page.get_by_test_id("in-game")).to_contain_text(worst["class"])
    moments = [one for one in (*said["decisions"], *said["rolls"]) if one["position"]]
    moments.sort(key=lambda one: one["step"])
    number = moments.index(worst) + 1
    expect(page.get_by_test_id("of-game")).to_have_text(f"Decision {number} of {len(moments)}")
    rows = page.get_by_test_id("choices").locator("tbody tr")
    expect(rows.filter(has_text="(played)")).to_have_count(1)
    assert accessibility_faults(page) == []

    rows.first.get_by_role("button").click()
    expect(page.get_by_test_id("trail")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_test_id("of-game")).to_have_text(f"Decision {number} of {len(moments)}")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("of-game")).to_have_text(f"Decision {number - 1} of {len(moments)}")
    expect(page.get_by_test_id("in-game")).to_contain_text(" ".join(worst["roll"]))

    page.get_by_role("button", name="Share this position").click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    with watched(browser, server.url) as stranger:
        elsewhere = stranger.page(link)
        expect(elsewhere.get_by_test_id("of-game")).to_have_text(f"Decision {number - 1} of {len(moments)}")
        expect(elsewhere.get_by_test_id("in-game")).to_contain_text(" ".join(worst["roll"]))
        elsewhere.get_by_role("link", name="To the review").click()
        expect(elsewhere.get_by_test_id("decisions")).to_be_visible()


def test_links_that_say_nothing_and_coaches_that_are_away(visitor: Watched) -> None:
    visitor.expected.append("Failed to load resource")
    page = visitor.page("/#/what-if/kcd~r9~s1")
    expect(page.get_by_role("alert")).to_have_text("This link names no position. Perhaps it was cut.")
    page.route("**/what-if", lambda route: route.fulfill(status=503, json={"code": "coach_busy", "text": ""}))
    page.goto(f"/#/what-if/{POSITION}")
    expect(page.get_by_role("alert")).to_have_text("The coach is busy. Ask again in a moment.")
    page.unroute("**/what-if")
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_test_id("choices")).to_be_visible()


@pytest.mark.parametrize("language", rest_by_night(["de", "fr", "es"], "de"))
def test_it_speaks_every_language(language: str, browser: Browser, server: Process) -> None:
    spoken = json.loads(Path(f"web/src/words/{language}.json").read_text(encoding="utf-8"))
    with watched(browser, server.url, locale=language) as visitor:
        page = visitor.page(f"/#/what-if/{POSITION}")
        expect(page.get_by_role("heading", level=1)).to_have_text(spoken["whatif.title"])
        page.get_by_test_id("choices").get_by_role("button").first.click()
        expect(page.get_by_role("button", name=spoken["whatif.take_back"])).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        assert accessibility_faults(page) == []


def test_a_table_with_advice_shows_every_choice(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play Classic Farkle", exact=True).click()
    to_a_choice(page)
    asked = re.compile(r"/api/matches/[^/]+/advice")
    with page.expect_response(asked) as answer:
        page.get_by_role("button", name="Hint").click()
    said = answer.value.json()
    page.get_by_role("button", name="All choices").click()
    panel = page.get_by_role("dialog", name="All choices")
    expect(panel.get_by_test_id("reason")).to_have_text(said["reason"].replace(" %", "%"))
    expect(panel.get_by_test_id("choices").locator("tbody tr")).to_have_count(min(8, len(said["options"])))
    expect(panel.get_by_test_id("choices").locator("tbody tr").first).to_contain_text("best")
    assert accessibility_faults(page) == []
