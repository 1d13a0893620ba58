"""What comes from the server in the reader's language: rules, cards, refusals, faults; no English is left."""

import json
import re
import time
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from scripts import said_words

from conftest import rest_by_night
from server.processes import Process
from web.browsing import PATIENCE, Watched, accessibility_faults, watched
from web.playing import QUICK, to_a_choice, wait_for_my_turn, with_settings

WORDS = Path("web/src/words")
LANGUAGES = ("de", "fr", "es")
_GAP = re.compile(r"\\?\{\w+(?::\w+)?\\?\}")
_SEEN = """
() => [document.body.innerText, document.title,
  ...[...document.querySelectorAll('[aria-label], [title]')].flatMap(
    (one) => [one.getAttribute('aria-label'), one.getAttribute('title')])].filter(Boolean).join('\\n')
"""


def texts(name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / name).read_text(encoding="utf-8"))
    return found


@cache
def english(language: str) -> re.Pattern[str]:
    """Every English sentence of three words or more, unless the language says it in the same words."""
    said, _ = said_words.sentences()
    cards = said_words.card_texts()
    pairs = [(text, texts(f"said/{language}.json")[text]) for text in said]
    for name, known in (
        (f"{language}.json", texts("en.json")),
        (f"sheets/{language}.json", said_words.sheet_texts()),
        *((f"cards/{deck}.{language}.json", cards[deck]) for deck in cards),
    ):
        others = texts(name)
        pairs += [(text, others.get(key, text)) for key, text in known.items()]
    patterns = set()
    for text, other in pairs:
        words = re.findall(r"[A-Za-z']+", _GAP.sub(" ", text))
        if text != other and len(words) >= 3:
            patterns.add(_GAP.sub(".+?", re.escape(text).replace(r"\ ", " ")))
    return re.compile("|".join(rf"(?<!\w){one}" for one in sorted(patterns)))


def english_left(page: Page, language: str) -> list[str]:
    """The English sentences that somebody sees or hears on this screen."""
    return [found[0] for found in english(language).finditer(page.evaluate(_SEEN))]


def no_english(page: Page, language: str) -> None:
    """No English sentence is left as soon as the texts of the language have come."""
    end = time.monotonic() + PATIENCE / 1000
    while found := english_left(page, language):
        assert time.monotonic() < end, found
        page.wait_for_timeout(100)


def settled(page: Page, language: str) -> None:
    """The screen is there, and shows more than that it is coming."""
    expect(page.locator("main").first).to_be_visible()
    expect(page.locator("h1").first).not_to_have_text(texts(f"{language}.json")["loading"])


def changing(page: Page, change: dict[str, object]) -> None:
    """Keeps and cards travel to the server with other values from now on: the real referee refuses them."""

    def passed_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_server(message: str | bytes) -> None:
            said = json.loads(message)
            command = said.get("command", {}).get("command", {})
            if command.get("type") in ("Keep", "PlayCard"):
                command |= change
            server.send(json.dumps(said))

        route.on_message(to_server)

    page.route_web_socket(re.compile("^ws"), passed_on)


@pytest.mark.parametrize("language", rest_by_night(LANGUAGES, "de"))
def test_rules_and_faults(language: str, browser: Browser, server: Process) -> None:
    said, words = texts(f"said/{language}.json"), texts(f"{language}.json")
    with watched(browser, server.url, locale=language) as visitor:
        page = visitor.page("/")
        settled(page, language)
        kingdom = words["sheet.play_named"].format(sheet=texts(f"sheets/{language}.json")["kcd.title"])
        expect(page.get_by_role("button", name=kingdom)).to_be_visible()
        no_english(page, language)
        for sheet in ("marina-solitaire", "munchkin-farkle", "zilch", "classic"):
            page.goto(f"/#/sheet/{sheet}")
            farkle = said["A roll without any score is a farkle: the turn ends and scores nothing."]
            expect(page.get_by_text(farkle)).to_be_visible()
            settled(page, language)
            no_english(page, language)
        page.goto("/#/rules")
        settled(page, language)
        no_english(page, language)
        page.goto("/#/rules/classic")
        settled(page, language)
        page.locator("[id='rule-dice']").fill("99")
        page.locator("[id='rule-target']").fill("viel")
        bounds = said["must be from {low} to {high}, not {found}"]
        expect(page.locator("[id='rule-dice-fault']")).to_have_text(
            bounds.format(low="1", high="10", found="99")
        )
        expect(page.locator("[id='rule-target-fault']")).to_have_text(
            said["must be a whole number, not {found}"].format(found="'viel'")
        )
        no_english(page, language)
        page.locator("[id='rule-dice']").fill("5")
        page.locator("[id='rule-target']").fill("5000")
        house = page.get_by_test_id("house")
        expect(house).to_contain_text(texts(f"sheets/{language}.json")["classic.title"])
        settled(page, language)
        no_english(page, language)
        assert accessibility_faults(page) == []
        page.goto("/#/sheet/no-such-sheet")
        expect(page.get_by_role("alert")).to_have_text(texts(f"{language}.json")["missing.sheet"])


@pytest.mark.parametrize("language", rest_by_night(LANGUAGES, "de"))
def test_a_turn_with_a_keep_that_the_referee_refuses(language: str, visitor: Watched) -> None:
    said = texts(f"said/{language}.json")
    with_settings(visitor, language=language, **QUICK)
    page = visitor.context.new_page()
    changing(page, {"dice": []})
    page.goto("/#/sheet/busche-neller")
    page.locator("main .main").first.click()
    wait_for_my_turn(page)
    to_a_choice(page)
    page.keyboard.press("a")
    page.keyboard.press("r")
    expect(page.get_by_test_id("why")).to_have_text(said["Set aside at least one scoring die."])
    no_english(page, language)


@pytest.mark.parametrize("language", rest_by_night(LANGUAGES, "de"))
def test_a_card_that_is_refused_and_one_that_is_played(language: str, visitor: Watched) -> None:
    said, cards = texts(f"said/{language}.json"), texts(f"cards/house.{language}.json")
    with_settings(visitor, language=language, **QUICK)
    page = visitor.context.new_page()
    change: dict[str, object] = {"target": 0}
    changing(page, change)
    page.goto("/#/sheet/munchkin-farkle")
    page.locator("main .main").first.click()
    hand = page.get_by_test_id("hand")
    page.wait_for_function("() => document.querySelector('.hand .ready')", timeout=PATIENCE)

    def play_jam() -> None:
        hand.get_by_role("button", name=cards["jam.name"]).click()
        told = cards["jam.text"].split(": ")[-1]  # when it is played stands apart from what it does
        expect(page.get_by_role("dialog")).to_contain_text(told)
        no_english(page, language)
        page.get_by_test_id("play-card").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.locator(".seats .lit button").first.click()
        no_english(page, language)
        page.get_by_test_id("confirm-card").click()

    play_jam()
    refused = said["{name} is aimed at somebody else."].format(name=cards["jam.name"])
    expect(page.get_by_test_id("why")).to_have_text(refused)
    change.clear()
    play_jam()
    expect(page.get_by_test_id("in-play")).to_have_accessible_name(re.compile(re.escape(cards["jam.name"])))
    no_english(page, language)


@pytest.mark.parametrize("language", rest_by_night(LANGUAGES, "de"))
def test_munchkin_dice(language: str, visitor: Watched) -> None:
    words, cards = texts(f"{language}.json"), texts(f"cards/munchkin-dice.{language}.json")
    with_settings(visitor, language=language, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name=words["sheet.play_named"].replace("{sheet}", "Munchkin Dice")).click()
    hand = page.get_by_test_id("hand").get_by_role("button")
    expect(hand.first).to_be_visible()
    names = {text for key, text in cards.items() if key.endswith(".name")}
    expect(hand.first).to_have_text(re.compile("|".join(map(re.escape, names))))
    assert {name.strip() for name in page.locator(".hand .name").all_inner_texts()} <= names
    hand.first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    no_english(page, language)


def test_the_check_finds_english(browser: Browser, server: Process) -> None:
    """The same screens in English are full of what the other tests look for."""
    with watched(browser, server.url) as visitor:
        page = visitor.page("/#/sheet/munchkin-farkle")
        expect(page.get_by_text("A roll without any score is a farkle")).to_be_visible()
        found = english_left(page, "de")
        assert any("Everybody takes the cards of one colour" in one for one in found)
        assert any("Kick down the door" in one for one in found)
