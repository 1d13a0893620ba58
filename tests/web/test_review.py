"""The coach's review of a game that was just played on the page, and what it says when there is none."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hotdice.coach.scales import class_of
from web.browsing import Watched, accessibility_faults
from web.playing import QUICK, play_to_the_end, with_settings


def test_a_finished_game_is_reviewed_and_every_moment_leads_to_its_replay(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play Classic Farkle", exact=True).click()
    play_to_the_end(page)
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_test_id("curve")).to_be_visible()
    expect(page.get_by_test_id("player-0")).to_contain_text("You")
    assert "Guest" not in page.locator("main").inner_text()  # "you" or a name, never both
    said = page.request.get(f"/api/matches/{match}/review").json()

    assert said["unit"] == "win"
    for player in said["players"]:
        card = page.get_by_test_id(f"player-{player['seat']}")
        expect(card.get_by_test_id("grade")).to_have_text(player["grade"])
        expect(card.get_by_test_id("loss")).to_have_text(f"{100 * player['loss']:.1f}%")
        expect(card.get_by_test_id("adjusted")).to_have_text(f"{100 * player['adjusted']:.1f}%")

    curve = page.get_by_test_id("curve")
    mistakes = [one for one in said["decisions"] if one["class"] in ("mistake", "blunder")]
    expect(curve.get_by_test_id("mark-mistake")).to_have_count(len(mistakes))
    expect(curve.get_by_test_id("mark-luck")).to_have_count(len(said["luckiest"]))
    curve.get_by_text("The course as a table").click()
    rounds = {roll["round"] for roll in said["rolls"]} - {0}
    expect(curve.locator("tbody tr")).to_have_count(len(rounds))
    last = [f"{100 * value:.1f}%" for value in said["curve"][-1]["values"]]
    expect(curve.locator("tbody tr").last.locator("td:not(.what)")).to_have_text(last)

    # A loss has one class, wherever it is told: in the list, at the player, as a cross, at its moment.
    open_ones = [one for one in said["decisions"] if not one["forced"]]
    for one in open_ones:
        assert one["for_the_win"] or one["class"] == class_of(one["loss"], 1.0)
    listed = page.get_by_test_id("decision").locator(".verdict")
    expect(listed).to_have_count(len(open_ones))
    assert [text.partition(",")[0] for text in listed.all_text_contents()] == [
        one["class"] for one in open_ones
    ]
    for player in said["players"]:
        made = sum(one["seat"] == player["seat"] for one in mistakes)
        words = page.get_by_test_id(f"player-{player['seat']}").get_by_test_id("words")
        expect(words).to_contain_text(f" {made} mistake")

    assert said["worst"], "who banks at every chance gives something away"
    moments = page.get_by_test_id("moment")
    expect(moments).to_have_count(len(said["worst"]))
    worst = said["decisions"][said["worst"][0]]
    expect(moments.first).to_contain_text(worst["reason"].replace(" %", "%"))
    expect(moments.first.get_by_test_id("cost")).to_have_text(
        f"{100 * worst['loss']:.1f}% ({worst['class']})"
    )
    assert accessibility_faults(page) == []

    moments.first.get_by_role("link", name="See it in the replay").click()
    if worst["roll"]:  # the dice of the decision lie there, in the order of the table
        expect(page.get_by_test_id("loose")).to_have_text(", ".join(worst["roll"]))
    for seat, total in enumerate(worst["totals"]):
        expect(page.get_by_test_id(f"total-{seat}")).to_have_text(f"{total:,}")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(moments).to_have_count(len(said["worst"]))


def test_a_game_alone_is_reviewed_in_a_sentence_too(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/#/sheet/marina-solitaire")
    page.get_by_role("button", name="Play", exact=True).click()
    play_to_the_end(page)
    page.get_by_role("link", name="Review", exact=True).click()
    opening = page.get_by_test_id("opening")
    expect(opening).to_have_text(
        re.compile(r"^You gave (nothing|a little|much) away\. The dice were (very )?(kind|average|unkind)\.$")
    )
    expect(page.get_by_role("heading", name="Where most was given away")).to_be_visible()


LOSS = {
    "en": (r"\bcosts? (you )?\{cost|costl", "That costs {cost}."),
    "de": (r"kostet|teuerst", "Das kostet {cost}."),
    "fr": (r"coût|gâch", "Cela coûte {cost}."),
    "es": (r"cuesta|costó|caros", "Eso cuesta {cost}."),
}
"""Other words for it, and a sentence in which they would be found."""


@pytest.mark.parametrize("language", LOSS)
def test_given_away_is_the_word_for_loss(language: str) -> None:
    """What a decision loses is given away, in every language; what a rule or a card costs is not meant."""
    words: dict[str, str] = json.loads(Path(f"web/src/words/{language}.json").read_text(encoding="utf-8"))
    coach = {
        key: text for key, text in words.items() if re.match(r"(review|train|run|you|daily|whatif)\.", key)
    }
    assert len(coach) > 200
    others, planted = LOSS[language]
    assert {key: text for key, text in coach.items() if re.search(others, text)} == {}
    assert re.search(others, planted)


def test_nobodys_dice_are_called_unkind_where_everybodys_were(visitor: Watched) -> None:
    """Kind and unkind are said of one against the others: between two they cannot both be unkind."""
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play now").click()
    play_to_the_end(page)
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    told = page.request.get(f"/api/matches/{match}/review").json()
    for player in told["players"]:
        player["luck"] -= 0.5  # the same bad dice for both, on top of what they had
    page.route("**/review", lambda route: route.fulfill(json=told))
    page.goto(f"/#/review/{match}")
    page.reload()
    words = [page.get_by_test_id(f"player-{seat}").get_by_test_id("words").inner_text() for seat in (0, 1)]
    assert sum("unkind" in text for text in words) <= 1, words
    assert sum("were kind" in text or "very kind" in text for text in words) <= 1, words


def test_where_there_is_no_review_the_page_says_why(visitor: Watched) -> None:
    visitor.expected.append("Failed to load resource")
    asking = visitor.context.request
    ann = asking.post("/api/people", data={"name": "Ann"}).json()
    headers = {"authorization": f"Bearer {ann['key']}"}
    match = asking.post("/api/matches", data={"rules": "classic", "seats": 2}, headers=headers).json()[
        "match"
    ]
    page = visitor.page(f"/#/review/{match}")
    expect(page.get_by_role("alert")).to_have_text("This game is not over yet. The review comes when it is.")
    assert accessibility_faults(page) == []
    page.goto("/#/review/nothing-like-it")
    expect(page.get_by_role("alert")).to_have_text("There is no such game here.")
    page.route("**/review", lambda route: route.fulfill(status=429, json={"code": "too_many", "text": ""}))
    page.goto("/#/review/another-one")
    expect(page.get_by_role("alert")).to_have_text("Too many questions from here. Ask again in a minute.")
    page.unroute("**/review")
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_role("alert")).to_have_text("There is no such game here.")
