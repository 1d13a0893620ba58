"""Every screen at six sizes, by day and by night, with the longest name and language: see `layout`.

The smallest phone is looked at on every run, the whole matrix by night.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import rest_by_night
from server.processes import Process
from web.browsing import PATIENCE, Watched, watched
from web.layout import LONGEST_NAME, SIZES, SMALL, faults_at, layout_faults, longest_language, resize
from web.playing import (
    QUICK,
    play_munchkin,
    play_to_the_end,
    to_a_choice,
    tried,
    wait_for_my_turn,
    wait_for_table,
    with_settings,
)

LANGUAGE = longest_language()
WORDS: dict[str, str] = json.loads(Path(f"web/src/words/{LANGUAGE}.json").read_text(encoding="utf-8"))
CARDS: dict[str, str] = json.loads(
    Path(f"web/src/words/cards/house.{LANGUAGE}.json").read_text(encoding="utf-8")
)
PLAIN = (
    "/", "/#/friends/munchkin-farkle", "/#/sheet/munchkin-farkle", "/#/sheet/marina-solitaire",
    "/#/rules/classic", "/#/settings", "/#/learn", "/#/strategy/playmonster", "/#/train/classic",
    "/#/keep/classic", "/#/levels",
    "/#/rules", "/#/daily", "/#/you", "/#/run", "/#/evening", "/#/party",
    "/#/what-if/playmonster~r1~s1~m1~n~0.0.n_0.0.n~t50.5", "/#admin=not-the-key", "/#/nowhere",
    "/#join=no-such-table",
)  # fmt: skip

Scenes = Callable[[Watched], Iterator[tuple[str, Page]]]


def _closed(page: Page) -> None:
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        page.wait_for_timeout(20)


def plain(visitor: Watched) -> Iterator[tuple[str, Page]]:
    page = visitor.page("/")
    for path in PLAIN:
        page.goto(path)
        expect(page.locator("h1").first).not_to_have_text(WORDS["loading"])
        page.wait_for_load_state("networkidle")
        yield path, page


def _on_one_device(visitor: Watched, sheet: str, people: int) -> Page:
    page = visitor.page(f"/#/friends/{sheet}")
    page.get_by_label(WORDS["friends.one_device"]).check()
    page.get_by_label(WORDS["join.name"]).fill(LONGEST_NAME)
    for place in range(1, people):
        if place > 1:
            page.get_by_role("button", name=WORDS["friends.one_more"]).click()
        named = WORDS["friends.player"].replace("{n}", str(place + 1))
        page.get_by_label(named, exact=True).fill(f"{place}{LONGEST_NAME}"[:40])
    page.locator("form .main").click()
    return page


def table(visitor: Watched) -> Iterator[tuple[str, Page]]:
    page = _on_one_device(visitor, "classic", 3)
    wait_for_my_turn(page)
    yield "before a roll", page
    to_a_choice(page)
    page.keyboard.press("a")
    expect(page.get_by_test_id("selection")).to_be_visible()
    yield "choosing", page
    page.locator("header button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "menu", page
    _closed(page)
    page.locator("header .pill").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "rules", page
    _closed(page)
    page.locator(".seats button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "scores", page
    _closed(page)
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    play_to_the_end(page)
    yield "ending", page
    for screen in ("replay", "review", "board"):
        page.goto(f"/#/{screen}/{match}")
        expect(page.locator("h1").first).not_to_have_text(WORDS["loading"])
        page.wait_for_load_state("networkidle")
        if screen == "replay":
            yield "replay, before the first roll", page
            for _ in range(5):  # into a turn: dice lie there, others were kept
                page.keyboard.press("ArrowRight")
        yield screen, page
        if screen == "review":
            expect(page.get_by_test_id("decisions")).to_be_visible()
            page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            yield "review, all of it", page


def first_game(visitor: Watched) -> Iterator[tuple[str, Page]]:
    """Everything that is taught, up to the dice that are real."""
    page = visitor.page("/#/learn")
    able = page.locator("[data-testid=tray] .place[aria-disabled=false][aria-pressed=false]")
    ringed = page.locator("[data-testid=dock] .ringed")
    page.locator("[data-testid=dock] button.main").click()
    for taught in ("one die", "three alike"):
        expect(able.first).to_be_visible()
        yield taught, page
        able.first.click()
        expect(ringed).to_be_visible()
        yield f"{taught}, taken", page
        ringed.click()
    yield "on the board", page
    ringed.click()
    yield "a farkle of the other", page
    ringed.click()
    expect(able.first).to_be_visible()
    while able.count():
        able.first.click()
    expect(ringed).to_be_visible()
    yield "hot dice", page


def waiting_room(visitor: Watched) -> Iterator[tuple[str, Page]]:
    page = visitor.page("/#/friends/munchkin-dice")
    page.get_by_label(WORDS["join.name"]).fill(LONGEST_NAME)
    page.locator("form .main").click()
    expect(page.get_by_title(LONGEST_NAME)).to_be_visible()  # cut, and whole under the pointer
    yield "waiting room", page


# Dice to choose, a roll, a Farkle to pass, or the device to hand on: whatever comes, it waits for somebody.
_TO_DO = """() => ['dialog [data-testid=take]', '[data-testid=tray] .place[aria-disabled=false]',
  '[data-testid=dock] [aria-disabled=false]'].some((one) => document.querySelector(one))"""


def munchkin_farkle(visitor: Watched) -> Iterator[tuple[str, Page]]:
    page = _on_one_device(visitor, "munchkin-farkle", 4)
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "handing over", page
    page.get_by_test_id("take").click()
    page.wait_for_function("() => document.querySelector('.hand .ready')", timeout=PATIENCE)
    yield "a hand", page
    page.get_by_role("button", name=CARDS["jam.name"]).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "a card", page
    page.get_by_test_id("play-card").click()
    expect(page.get_by_test_id("aim")).to_be_visible()
    yield "aiming", page
    _closed(page)
    page.keyboard.press("Escape")
    # The card that hung in the way of a die: with it the hand is locked, and dice are kept.
    page.get_by_role("button", name=CARDS["breakfasts.name"]).click()
    page.get_by_test_id("play-card").click()
    expect(page.get_by_test_id("in-play")).to_be_visible()
    yield "breakfasts", page
    page.keyboard.press("r")
    page.wait_for_function(_TO_DO)
    page.keyboard.press("a")
    yield "dice with a card in play", page
    page.keyboard.press("r")
    page.wait_for_function(_TO_DO)
    yield "a second roll or the next player", page


def _moments(page: Page) -> Iterator[tuple[str, Page]]:
    """The door with the die, what the die says, a fight, and what more there is to do."""
    wanted = {
        ".pay": "a die to pay for",
        "[data-testid=die]": "a die has fallen",
        "[data-testid=monster]": "a fight",
    }
    lead = page.locator("[data-testid=moves] .lead")
    more = False
    while wanted:
        # The moves are ours until we make one; those of the others come and go by themselves.
        page.wait_for_function(
            "() => document.querySelector('[data-testid=moves] .lead, [data-testid=ending]')",
            timeout=PATIENCE,
        )
        if page.get_by_test_id("ending").count():
            break
        for query in [query for query in wanted if page.locator(query).count()]:
            yield wanted.pop(query), page
            if query == ".pay":
                tried(page.locator(query))
        if not more and page.get_by_test_id("more").count() and tried(page.get_by_test_id("more")):
            more = True
            yield "more moves", page
            _closed(page)
        if page.get_by_test_id("choose").count():
            if tried(page.get_by_test_id("choose")):
                tried(page.locator("dialog [data-move]").first)
        else:
            tried(lead)
    assert "[data-testid=monster]" not in wanted, "no fight in so many moves"


def munchkin_dice(visitor: Watched) -> Iterator[tuple[str, Page]]:
    page = visitor.page("/")
    page.get_by_role("button", name=WORDS["sheet.play_named"].replace("{sheet}", "Munchkin Dice")).click()
    expect(page.get_by_test_id("hand").get_by_role("button").first).to_be_visible()
    page.wait_for_function("() => document.querySelector('[data-testid=moves] button')", timeout=PATIENCE)
    yield "levels and cards", page
    page.get_by_test_id("hand").get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "a card of levels", page
    _closed(page)
    page.locator("header .pill").click()
    expect(page.get_by_test_id("rules")).to_be_visible()
    yield "rules of levels", page
    _closed(page)
    page.locator("header button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "menu of levels", page
    _closed(page)
    yield from _moments(page)
    page.locator(".ladder button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "gear", page
    _closed(page)
    match = re.findall(r"#/munchkin/([\w-]+)", page.url)[0]
    play_munchkin(page)
    yield "the end of levels", page
    page.goto(f"/#/replay/{match}")
    expect(page.get_by_test_id("said")).to_be_visible()
    yield "replay of levels", page


def companion(visitor: Watched) -> Iterator[tuple[str, Page]]:
    """Real dice that are tapped in, and what could have been: pads of six faces on a small screen."""
    page = visitor.page("/#/keep/marina")
    for place in (1, 2):
        named = WORDS["friends.player"].replace("{n}", str(place))
        page.get_by_label(named, exact=True).fill(f"{place}{LONGEST_NAME}"[:40])
    page.locator("form .main").click()
    pad = page.locator(".pad button")
    expect(pad).to_have_count(6)
    yield "keeping score", page
    for face in (1, 4, 4, 4, 6, 2):
        pad.nth(face - 1).click()
    page.locator(".best button").first.click()
    yield "a roll that was tapped in", page
    page.get_by_role("button", name=WORDS["keep.show"]).click()
    link = page.get_by_role("dialog").locator("input").input_value()
    yield "a link for other screens", page
    page.goto(link)
    expect(page.get_by_test_id("now")).to_be_visible()
    yield "another screen", page
    page.goto("/#/what-if/kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")
    choices = page.get_by_test_id("choices").get_by_role("button")
    expect(choices.first).to_be_visible()
    entry = page.get_by_test_id("entry")
    for place in range(choices.count()):
        choices.nth(place).click()
        page.wait_for_load_state("networkidle")
        if entry.count():
            break
        page.go_back()
        page.wait_for_load_state("networkidle")
    expect(entry).to_be_visible()
    yield "other dice", page


def club(visitor: Watched) -> Iterator[tuple[str, Page]]:
    """The game of the day from its first roll to the fox's, the page about you, an answer of the run."""
    page = visitor.page("/#/daily")
    page.get_by_test_id("day-play").click()
    to_a_choice(page)
    page.keyboard.press("a")
    expect(page.get_by_test_id("selection")).to_be_visible()
    yield "a round of the day", page
    play_to_the_end(page)
    expect(page.get_by_test_id("day-round")).to_have_count(10)
    yield "the end of the day", page
    page.get_by_test_id("turn-all").click()
    yield "the fox's game", page
    page.goto("/#/daily")
    expect(page.get_by_test_id("day-lists")).to_be_visible()
    yield "the day, played", page
    page.goto("/#/you")
    expect(page.get_by_test_id("house-record")).to_be_visible()
    yield "you", page
    for path in ("/#/train/kcd", "/#/run/classic"):
        page.goto(path)
        page.locator(".choices button").first.click()
        expect(page.get_by_test_id("verdict")).to_be_visible()
        yield f"an answer, {path}", page


def people(visitor: Watched) -> Iterator[tuple[str, Page]]:
    """Two at a table of their own: the invitation, what they say to each other, the end, and to share it."""
    page = visitor.page("/#/friends/classic")
    page.get_by_label(WORDS["join.name"]).fill(LONGEST_NAME)
    page.locator("form .main").click()
    link = page.get_by_label(WORDS["share.link"]).input_value()
    assert visitor.context.browser is not None
    with watched(visitor.context.browser, page.url.partition("#")[0], viewport=page.viewport_size) as other:
        with_settings(other, language=LANGUAGE, **QUICK)
        guest = other.page(link)
        guest.locator("form input").fill(LONGEST_NAME[::-1])
        yield "an invitation", guest
        guest.locator("form .main").click()
        expect(guest.locator(".rings")).to_be_visible()
        yield "a guest", guest
        begin = page.get_by_role("button", name=WORDS["room.start"].replace("{n}", "2"))
        expect(begin).to_be_visible()
        yield "two are there", page
        begin.click()
        wait_for_my_turn(page)
        page.keyboard.press("r")
        yield "another's turn", guest
        _chat(guest).click()
        guest.get_by_role("dialog").locator("input").fill(LONGEST_NAME)
        guest.get_by_role("dialog").locator("form button").click()
        _closed(guest)
        expect(page.get_by_test_id("toast")).to_be_visible()
        yield "a message", page
        _chat(page).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        yield "what happened", page
        _closed(page)
        guest.locator("header button").last.click()
        guest.get_by_role("button", name=WORDS["menu.leave"]).click()
        yield "the question on leaving", guest
        guest.get_by_role("button", name=WORDS["menu.leave_yes"], exact=True).click()
        expect(page.get_by_test_id("ending")).to_be_visible()
        yield "left alone", page
        page.locator(".ending .share").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        yield "sharing", page


def dialogs(visitor: Watched) -> Iterator[tuple[str, Page]]:
    """What opens over a screen: whom to play, every choice of a hint, keys, fair dice, a throw seen again."""
    page = visitor.page("/")
    now = page.locator("button.now")
    expect(now).to_be_enabled()
    now.click()
    wait_for_table(page)
    page.goto("/#/")
    page.locator(".hero .bot").click()
    expect(page.get_by_role("dialog", name=WORDS["home.opponent"])).to_be_visible()
    yield "whom to play", page
    _closed(page)
    now.click()
    wait_for_table(page)
    to_a_choice(page)
    page.keyboard.press("h")
    expect(page.locator("[data-testid=tray] .place.best, dialog[open]").first).to_be_visible()
    yield "a hint", page
    _closed(page)
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name=WORDS["hint.all"])).to_be_visible()
    expect(page.get_by_role("dialog").locator("table, li").first).to_be_visible()
    yield "every choice of a hint", page
    _closed(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=WORDS["keys.title"])).to_be_visible()
    yield "keys", page
    _closed(page)
    page.locator("header button").last.click()
    page.get_by_role("button", name=WORDS["fair.title"]).click()
    expect(page.get_by_role("dialog", name=WORDS["fair.title"])).to_be_visible()
    yield "fair dice", page
    _closed(page)
    play_to_the_end(page)
    page.locator(".see").click()
    expect(page.get_by_test_id("slowly")).to_be_visible()
    yield "a throw seen again", page


def _chat(page: Page) -> Locator:
    return page.locator("header button.end").nth(-2)


SCENES: tuple[Scenes, ...] = (
    plain, table, first_game, waiting_room, munchkin_farkle, munchkin_dice, companion, dialogs,
)  # fmt: skip
BY_NIGHT: tuple[Scenes, ...] = (*SCENES, club, people)


def _visit(browser: Browser, server: Process, scenes: Scenes, sizes: list[str], *looks: str) -> list[str]:
    width, height = SIZES[sizes[0]]
    found = []
    with watched(browser, server.url, viewport={"width": width, "height": height}) as visitor:
        with_settings(visitor, language=LANGUAGE, **QUICK)
        visitor.expected.append("404")
        for name, page in scenes(visitor):
            found += faults_at(page, name, sizes, looks)
            resize(page, sizes[0])
    return found


@pytest.mark.parametrize("scenes", SCENES, ids=lambda scenes: scenes.__name__)
def test_the_smallest_phone(scenes: Scenes, browser: Browser, server: Process) -> None:
    assert _visit(browser, server, scenes, [SMALL], "light") == []


@pytest.mark.nightly
@pytest.mark.parametrize("scenes", BY_NIGHT, ids=lambda scenes: scenes.__name__)
def test_every_size_by_day_and_by_night(scenes: Scenes, browser: Browser, server: Process) -> None:
    assert _visit(browser, server, scenes, list(SIZES), "light", "dark") == []


PLANTED = {
    "covered": (
        "const lid = Object.assign(document.createElement('i'), { textContent: '.' }); lid.style.cssText ="
        " 'position:fixed;inset:0;z-index:9;background:#fff'; document.body.append(lid)",
        "is covered by",
    ),
    "sideways": (
        "const far = Object.assign(document.createElement('p'), { textContent: 'far' });"
        " far.style.cssText = 'position:absolute;top:0;left:310px;width:90px;text-align:right';"
        " document.body.append(far)",
        "leaves the window sideways",
    ),
    "cut": (
        "const one = Object.assign(document.createElement('p'), { textContent: 'words '.repeat(40) });"
        " one.style.cssText = 'width:90px;height:20px;overflow:hidden'; document.body.prepend(one)",
        "is cut below",
    ),
    "an ellipsis that tells no more": (
        "const one = Object.assign(document.createElement('p'), { textContent: 'words '.repeat(40) });"
        " one.style.cssText = 'width:90px;white-space:nowrap;text-overflow:ellipsis;overflow:hidden';"
        " document.body.prepend(one)",
        "with no way to the whole of it",
    ),
    "a broken number": (
        "const one = Object.assign(document.createElement('p'), { textContent: '10,450' });"
        " one.style.cssText = 'width:24px'; document.body.prepend(one)",
        "is broken in the middle",
    ),
    "a broken word": (
        "const one = Object.assign(document.createElement('button'), { textContent: 'television' });"
        " one.style.cssText = 'width:60px;padding:0'; document.body.prepend(one)",
        "is broken",
    ),
    "a cell": (
        "document.body.insertAdjacentHTML('afterbegin',"
        " '<table><tr><td>words</td><td>10</td></tr></table>');"
        " document.querySelector('table').style.cssText ="
        " 'width:60px;table-layout:fixed;overflow-wrap:normal'",
        "leaves its cell",
    ),
    "a picture": (
        "document.body.insertAdjacentHTML('afterbegin',"
        " '<svg width=60 height=20><text x=40 y=14>points</text></svg>');"
        " document.querySelector('svg').style.overflow = 'visible'",
        "leaves its picture",
    ),
    "nothing below": (
        "const low = document.createElement('i'); document.body.append(low);"
        " low.style.cssText = 'position:absolute;top:900px;width:9px;height:9px'",
        "high below a table",
    ),
    "keys": (
        "const cap = Object.assign(document.createElement('kbd'), { textContent: '1' }); cap.style.cssText ="
        " 'position:absolute;left:100%;top:40%;bottom:auto;width:60px;display:block;opacity:1';"
        " document.querySelector('[data-testid=tray] .place').replaceChildren(cap)",
        "lies under die 2",
    ),
    "dice": (
        "document.querySelectorAll('[data-testid=tray] .place').forEach((die, index) =>"
        " { die.style.translate = index ? '-60px' : '-300px'; })",
        "leaves the felt",
    ),
}


@pytest.mark.parametrize("fault", rest_by_night(PLANTED, "covered", "cut", "dice"))
def test_a_planted_fault_is_found(fault: str, visitor: Watched) -> None:
    script, sentence = PLANTED[fault]
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    if fault in ("dice", "keys", "nothing below"):
        page.get_by_role("button", name="Play now").click()
        to_a_choice(page)
    resize(page, SMALL)
    before = layout_faults(page)
    assert not any(sentence in one for one in before), before
    page.evaluate(f"() => {{ {script} }}")
    assert any(sentence in one for one in layout_faults(page))
