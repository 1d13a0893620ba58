"""Munchkin Farkle on the page: hands, windows, targets, cards in view, discard piles, gold at the end."""

import json
import re
import tomllib
from pathlib import Path

from playwright.sync_api import Page, expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.game.events import CardPlayed, GoldCounted
from hotdice.match.fair_record import derive_fair
from server.processes import Process
from web.browsing import PATIENCE, Watched, accessibility_faults
from web.layout import layout_faults
from web.modules import run_module
from web.playing import ENDING, QUICK, play_cards, play_until, to_a_choice, two_frames, with_settings


def _begin(visitor: Watched) -> Page:
    with_settings(visitor, **QUICK)
    page = visitor.page("/#/sheet/munchkin-farkle")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.hand .ready')", timeout=PATIENCE)
    return page


def test_a_card_is_aimed_and_lies_in_view(visitor: Watched) -> None:
    page = _begin(visitor)
    hand = page.get_by_test_id("hand")
    expect(hand.locator(".tab")).to_have_count(10)
    # One that is not for now says when.
    hand.get_by_role("button", name=re.compile("Out Through the Pantry")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Played on a Farkle.")
    expect(page.get_by_test_id("play-card")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    hand.get_by_role("button", name=re.compile("Jam in the Dice Cup")).click()
    assert accessibility_faults(page) == []
    expect(page.get_by_test_id("preview")).to_have_text("5 dice, until a Farkle, 3 turns at most.")
    page.get_by_test_id("play-card").click()
    # The players themselves are chosen; who cannot be says why, to the eye and to a screen reader.
    whom = page.get_by_role("list", name="On whom?").get_by_role("button")
    expect(whom.first).to_have_attribute("aria-disabled", "true")
    expect(whom.first).to_contain_text("aimed at others")
    whom.first.dispatch_event("click")
    expect(page.get_by_test_id("why")).to_have_text("You: aimed at others.")
    confirm = page.get_by_test_id("confirm-card")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    confirm.dispatch_event("click")
    expect(page.get_by_test_id("in-play")).to_have_count(0)
    assert accessibility_faults(page) == []
    # Escape goes back to the hand; by keys alone the first who can be chosen has the focus.
    page.keyboard.press("Escape")
    hand.get_by_role("button", name=re.compile("Jam in the Dice Cup")).click()
    page.get_by_test_id("play-card").click()
    expect(whom.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(whom.nth(1)).to_have_attribute("aria-pressed", "true")
    line = re.compile(r"^Jam in the Dice Cup on \w+: 5 dice, until a Farkle, 3 turns at most\.$")
    expect(page.get_by_test_id("aim").get_by_role("status")).to_have_text(line)
    confirm.click()
    # It hangs at the seat that it works on, and opens; a tap on that seat shows its cards.
    clip = page.get_by_test_id("in-play")
    expect(clip).to_have_accessible_name(re.compile(r"^On \w+: Jam in the Dice Cup, 3 turns left$"))
    assert clip.evaluate("(one) => one.closest('li').dataset.seat") == "1"
    clip.click()
    expect(page.get_by_role("dialog", name="Jam in the Dice Cup")).to_be_visible()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Close").click()
    page.get_by_role("list", name="Players").get_by_role("button").first.click()
    expect(page.get_by_role("dialog").locator("section")).to_have_count(1)
    page.get_by_role("dialog").get_by_role("button", name="Score sheet").click()
    expect(page.get_by_role("dialog", name="Score sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(hand.locator(".tab")).to_have_count(9)
    expect(hand.locator(".ready")).to_have_count(0)  # one card a turn
    page.get_by_role("button", name="Card used").click()
    mine = page.get_by_role("dialog").locator("section").first
    expect(mine).to_contain_text("Jam in the Dice Cup")
    assert accessibility_faults(page) == []


def _felt(page: Page) -> dict[str, float]:
    found: dict[str, float] = page.get_by_test_id("tray").bounding_box()  # type: ignore[assignment]
    return found


def test_what_may_be_played_comes_first_and_whole(visitor: Watched) -> None:
    page = _begin(visitor)
    page.set_viewport_size({"width": 320, "height": 568})
    tabs = page.get_by_test_id("hand").locator(".tab")
    ready = [("ready" in (one.get_attribute("class") or "")) for one in tabs.all()]
    assert ready[0]
    assert ready == sorted(ready, reverse=True), "those that may be played now come first"
    first = tabs.first.bounding_box()
    assert first is not None
    assert first["x"] >= 0, "the hand opens at its first card"
    for one in tabs.all():  # whole names, also of those that are not in view
        assert one.evaluate(
            """(card) => { const name = card.querySelector('.name').getBoundingClientRect();
               const range = document.createRange(); range.selectNodeContents(card.querySelector('.name'));
               const text = range.getBoundingClientRect(), edge = card.getBoundingClientRect();
               return text.bottom <= edge.bottom && text.right <= edge.right && name.width > 0; }"""
        ), one.inner_text()


def test_a_card_in_play_moves_nothing(visitor: Watched) -> None:
    page = _begin(visitor)
    page.set_viewport_size({"width": 320, "height": 568})
    two_frames(page)
    before = _felt(page)
    page.get_by_test_id("hand").get_by_role("button", name=re.compile("Three Good Breakfasts")).click()
    page.get_by_test_id("play-card").click()
    expect(page.get_by_test_id("in-play")).to_be_visible()
    two_frames(page)
    assert _felt(page) == before
    expect(page.get_by_test_id("in-play")).to_be_in_viewport()
    to_a_choice(page)
    page.keyboard.press("a")
    assert layout_faults(page) == []
    # However much there is to say of the dice, they stay on the felt.
    long = "(one) => { one.title = one.textContent = '3 × 4 = 400, '.repeat(9); }"
    page.get_by_test_id("why").evaluate(long)
    assert layout_faults(page) == []


# At most four dice, as the card asks for, and another that scores: it is no Farkle when one is turned.
_TWO_THAT_SCORE = """(
    document.querySelectorAll('[data-testid=tray] .place[aria-disabled=false][aria-label*=alone]').length > 1
    && [...document.querySelectorAll('.hand .ready')].some((one) => one.textContent.includes('Underside'))
)"""


def test_a_die_that_a_card_turns_is_no_longer_chosen(visitor: Watched) -> None:
    page = _begin(visitor)
    play_until(page, f"{_TWO_THAT_SCORE} || {ENDING}", bold=True)
    while page.get_by_test_id("ending").count():  # two turns of five lead there; a game has fifteen or more
        page = _begin(visitor)
        play_until(page, f"{_TWO_THAT_SCORE} || {ENDING}", bold=True)
    one = page.get_by_role("button", name=re.compile("alone")).first
    key = one.get_attribute("aria-keyshortcuts")
    die = page.locator(f"[data-testid=tray] .place[aria-keyshortcuts='{key}']")
    die.click()
    expect(die).to_have_attribute("aria-pressed", "true")
    page.locator(".hand .ready", has_text="Underside Inspection").click()
    page.get_by_test_id("play-card").click()
    die.click()
    page.get_by_test_id("confirm-card").click()
    expect(page.get_by_test_id("aim")).to_have_count(0)
    expect(die).to_have_attribute("aria-pressed", "false")


def test_on_a_desk_the_whole_hand_is_fanned(visitor: Watched) -> None:
    page = _begin(visitor)
    page.set_viewport_size({"width": 1440, "height": 900})
    tabs = page.get_by_test_id("hand").locator(".tab.whole")
    expect(tabs).to_have_count(10)
    boxes = [one.bounding_box() for one in tabs.all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 1440 for box in boxes)
    assert all(box and box["y"] + box["height"] <= 900 + 12 for box in boxes)
    expect(tabs.first.locator("svg")).to_be_visible()
    assert accessibility_faults(page) == []


def test_a_whole_game_with_cards(visitor: Watched, server: Process) -> None:
    page = _begin(visitor)
    seen = play_cards(page)
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    record = parse_record(HttpClient(server.url).record(match))
    assert record.state().over
    assert derive_fair(record).holds
    mine = [event for event in record.events if isinstance(event, CardPlayed) and event.seat == 0]
    assert 0 < len(mine) <= seen["cards"], "a tap may come when the game has gone on"
    # What nobody played is turned over, and the totals are those of the record.
    ending = page.get_by_test_id("ending")
    gold = next(event.gold for event in record.events if isinstance(event, GoldCounted))
    shown = [int(text.replace(",", "")) for text in re.findall(r"\+([\d,]+)", ending.inner_text())]
    assert sum(shown) == sum(gold)
    for total in record.state().totals:
        expect(ending).to_contain_text(f"{total:,}")
    assert accessibility_faults(page) == []
    page.goto(f"/#/replay/{match}")
    expect(page.get_by_test_id("said")).to_be_visible()
    page.keyboard.press("End")
    for seat, total in enumerate(record.state().totals):
        expect(page.get_by_test_id(f"total-{seat}")).to_have_text(f"{total:,}")
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("All are right.")


_MIDDLES = """() => [...document.querySelectorAll('.seats > li')].map((seat) => {
  const box = (one) => one?.getBoundingClientRect();
  const [face, clip, pill] = [box(seat.querySelector('.face')), box(seat.querySelector('.clip')),
    box(document.querySelector('header .pill'))];
  const inside = clip && clip.right - box(seat).right;
  return clip && { apart: clip.left - face.right, above: pill.bottom - clip.top, inside };
})"""


def test_a_card_in_play_hangs_at_the_face_it_works_on(visitor: Watched) -> None:
    page = _begin(visitor)
    page.get_by_test_id("hand").get_by_role("button", name=re.compile("Jam in the Dice Cup")).click()
    page.get_by_test_id("play-card").click()
    expect(page.get_by_test_id("aimed-card")).to_contain_text("On whom?")
    page.get_by_role("list", name="On whom?").get_by_role("button").nth(1).click()
    # The card lies on the felt, and an arrow goes to who was chosen.
    expect(page.get_by_test_id("aimed-card").locator(".head")).to_have_count(1)
    expect(page.get_by_test_id("aimed-card")).not_to_contain_text("On whom?")
    page.get_by_role("button", name="Play on Magda").click()
    expect(page.get_by_test_id("in-play")).to_be_visible()
    for width, height in ((320, 568), (390, 844), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        two_frames(page)
        mine, magda, rocco = page.evaluate(_MIDDLES)
        assert (mine, rocco) == (None, None), "it is clipped to one seat"
        assert -4 <= magda["apart"] <= 24, (width, magda)
        assert magda["above"] <= 0, (width, "the title is not covered")
        assert magda["inside"] <= 0, (width, magda)


_READ = """
import { read } from "page/cards/reading";
export const answer = (cards) => cards.map(([text, ongoing]) => read(text, ongoing));
"""


def test_what_a_card_says_is_taken_apart_and_nothing_is_lost(tmp_path: Path) -> None:
    """Every card of the house deck, in every language: that it stays, when, and what it does."""
    cards = tomllib.loads(Path("src/hotdice/sheets/decks/house.toml").read_text(encoding="utf-8"))["cards"]
    words = Path("web/src/words")
    given = []
    for language in ("en", "de", "fr", "es"):
        ongoing = json.loads((words / f"{language}.json").read_text(encoding="utf-8"))["cards.ongoing"]
        texts = {f"{card['id']}.text": card["text"] for card in cards}
        if language != "en":
            texts = json.loads((words / "cards" / f"house.{language}.json").read_text(encoding="utf-8"))
        given += [(texts[f"{card['id']}.text"], ongoing) for card in cards]
    assert len(given) == 40
    for (text, ongoing), parts in zip(given, run_module(tmp_path, _READ, given), strict=True):
        assert bool(parts["stays"]) == text.startswith(ongoing)
        assert parts["when"], text
        assert "".join(
            filter(str.isalnum, "".join((parts["stays"], parts["when"], parts["what"])))
        ).lower() == ("".join(filter(str.isalnum, text)).lower())
    # A card of somebody's own that is written otherwise stays whole.
    own = "You win. At once."
    assert run_module(tmp_path, _READ, [(own, "ONGOING")]) == [{"stays": "", "when": "", "what": own}]
