"""Screens of an evening with others at every size: television, phone as cup, real cards, tournament.

The same checks as in `test_layout`; the smallest phone on every run, the whole matrix by night.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.processes import Process
from web.browsing import accessibility_faults, watched
from web.layout import LONGEST_NAME, SIZES, SMALL, faults_at, longest_language, resize
from web.modules import run_module
from web.partying import TELEVISION, Party
from web.playing import QUICK, tried, with_settings
from web.television import SIZES as SCREENS
from web.television import far_faults, television_faults

LANGUAGE = longest_language()
WORDS: dict[str, str] = json.loads(Path(f"web/src/words/{LANGUAGE}.json").read_text(encoding="utf-8"))
BIG = "the television"
"""How a scene marks what is no phone."""
Scenes = Callable[[ExitStack, Browser, Process, Path], Iterator[tuple[str, Page]]]

_TELEVISION_WORDS = """
export async function answer(language) {
  Object.defineProperty(globalThis, "navigator", { value: { language }, configurable: true });
  return (await import("page/tv/words")).words;
}
"""


def _sit(party: Party, *names: str) -> None:
    for name in names:
        party.phone(name)


def start_of_a_party(
    stack: ExitStack, browser: Browser, home: Process, _: Path
) -> Iterator[tuple[str, Page]]:
    """The lobby, the first throw, a choice, and who waits meanwhile."""
    party = Party(stack, browser, home.url, old=False, locale=LANGUAGE, **QUICK)
    _sit(party, LONGEST_NAME, "\U0001f98a" * 20)
    yield f"{BIG}, lobby", party.screen
    yield "seated", party.phones[0]
    party.begin()
    mover = party.mover()
    yield "the cup", party.phones[mover]
    yield "who waits", party.phones[1 - mover]
    page = party.choosing()
    party.tap_a_die(page)
    expect(party.screen.locator("#gain p")).to_be_visible()
    yield "dice to choose", page
    yield f"{BIG}, a choice", party.screen


def rest_of_a_party(
    stack: ExitStack, browser: Browser, home: Process, tmp_path: Path
) -> Iterator[tuple[str, Page]]:
    """Eight at a television: who comes late, the list of the host, the end of the game."""
    said = run_module(tmp_path, _TELEVISION_WORDS, LANGUAGE)
    party = Party(stack, browser, home.url, old=False, locale=LANGUAGE, **QUICK)
    _sit(party, LONGEST_NAME, "Ben")
    for count in range(3, 9):
        party.menu(said["addBot"])
        expect(party.screen.locator(".chair .name span")).to_have_count(count)
    yield f"{BIG}, a full lobby", party.screen
    party.begin()
    late = party.comes("Ana")
    expect(late.locator(".cup-screen h1")).to_be_visible()
    yield "late", late
    party.screen.keyboard.press("ArrowDown")
    expect(party.screen.locator("#menu .list")).to_be_visible()
    yield f"{BIG}, the host's list", party.screen
    party.screen.keyboard.press("Escape")
    yield f"{BIG}, eight players", party.screen
    for name in (f"{LONGEST_NAME[:19]}…", "Ben"):
        party.menu(said["botFor"].replace("{name}", name))
    expect(party.screen.locator("#end .result")).to_be_visible()
    yield f"{BIG}, the end", party.screen
    ending = party.phones[0]
    expect(ending.locator(".cup-screen[data-phase=over] h1")).to_be_visible()
    yield "the end on a phone", ending


def hidden_hands(stack: ExitStack, browser: Browser, home: Process, _: Path) -> Iterator[tuple[str, Page]]:
    """Munchkin Farkle: cards face down, and face up as long as they are held."""
    party = Party(stack, browser, home.url, old=False, locale=LANGUAGE, language="en-GB", **QUICK)
    _sit(party, LONGEST_NAME, "Mum", "Ben")
    party.choose_game("Munchkin Farkle")
    party.begin()
    mover = party.mover()
    for page, who in ((party.phones[mover], "the mover's"), (party.phones[mover - 1], "a waiting")):
        yield f"{who} hand, face down", page
        page.get_by_test_id("secret").locator(".hold").press("Enter")
        expect(page.get_by_test_id("hand")).to_be_visible()
        yield f"{who} hand, face up", page
    yield f"{BIG}, with cards", party.screen


def monsters(stack: ExitStack, browser: Browser, home: Process, tmp_path: Path) -> Iterator[tuple[str, Page]]:
    """Munchkin Dice on the television: the door, what the die says, a fight."""
    said = run_module(tmp_path, _TELEVISION_WORDS, LANGUAGE)
    party = Party(stack, browser, home.url, old=False, locale=LANGUAGE, **QUICK)
    page = party.phone(LONGEST_NAME)
    what = party.screen.locator("#lobby .what")
    while "Munchkin Dice" not in (title := what.inner_text().rpartition(", ")[0]):
        party.screen.keyboard.press("ArrowRight")
        expect(what).not_to_contain_text(title)
    for count in range(2, 7):
        party.menu(said["addBot"])
        expect(party.screen.locator(".chair .name span")).to_have_count(count)
    party.begin()
    expect(page.locator("[data-testid=moves]")).to_be_visible()
    wanted = {".stairs": "the stairs", ".fallen": "what the die says", ".versus": "a fight"}
    choices = (
        "dialog [data-move]",
        "[data-testid=choose]",
        "[data-testid=tray] .pay",
        "[data-testid=moves] .lead",
    )
    while wanted:
        for query in [one for one in wanted if party.screen.locator(f"#room {one}").count()]:
            yield f"{BIG}, {wanted.pop(query)}", party.screen
        here = next((one for one in choices if page.locator(one).count()), "")
        if here:
            tried(page.locator(here).first)
        else:
            page.wait_for_timeout(50)


def levels(stack: ExitStack, browser: Browser, home: Process, _: Path) -> Iterator[tuple[str, Page]]:
    """The companion of real Munchkin Dice cards, with eight players."""
    visitor = stack.enter_context(watched(browser, home.url))
    with_settings(visitor, language=LANGUAGE, **QUICK)
    page = visitor.page("/#/levels")
    for place in range(1, 9):
        if place > 3:
            page.get_by_role("button", name=WORDS["friends.one_more"]).click()
        named = WORDS["friends.player"].replace("{n}", str(place))
        page.get_by_label(named, exact=True).fill(f"{place}{LONGEST_NAME}"[:40])
    page.locator("form .main").click()
    now = page.get_by_test_id("now")
    expect(now).to_be_visible()
    yield "levels", page
    first = page.locator(".players li").first
    for _twice in range(2):
        first.locator("button").nth(1).click()
    now.locator(".main").click()
    expect(now.locator(".faces button")).to_have_count(10)
    yield "a face to tap", page
    now.locator(".faces button").nth(4).click()
    yield "what the face says", page
    now.locator(".main").click()
    now.locator(".main").click()
    now.locator(".faces button").nth(8).click()
    yield "whose level", page


def tournament(stack: ExitStack, browser: Browser, home: Process, _: Path) -> Iterator[tuple[str, Page]]:
    """An evening: the host, a phone, the television, until the prizes."""

    def somebody() -> Page:
        visitor = stack.enter_context(watched(browser, home.url))
        with_settings(visitor, language=LANGUAGE, **QUICK)
        return visitor.page("/#/evening")

    def press(page: Page, word: str) -> None:
        page.get_by_role("button", name=WORDS[word], exact=True).click()

    host = somebody()
    press(host, "evening.open")
    expect(host.get_by_role("button", name=WORDS["evening.pair"])).to_be_visible()
    evening = host.url.rsplit("/", 1)[1]
    host.get_by_label(WORDS["evening.names"]).fill(f"{LONGEST_NAME}, Ben, Cid, {LONGEST_NAME[::-1]}")
    press(host, "evening.add")
    expect(host.locator(".people li")).to_have_count(4)
    yield "the host before the first round", host
    guest = somebody()
    guest.goto(f"/#/evening/{evening}")
    expect(guest.locator("main input").first).to_be_visible()
    yield "the way in", guest
    guest.locator("main input").first.fill(LONGEST_NAME[1:])
    guest.locator("main form button").first.click()
    expect(host.locator(".people li")).to_have_count(5)
    screen = stack.enter_context(watched(browser, home.url, viewport=TELEVISION, locale=LANGUAGE))
    television = screen.page(f"/tv#evening={evening}")
    expect(television.locator("#evening .line")).to_have_count(5)
    yield f"{BIG}, entries", television
    press(host, "evening.pair")
    expect(guest.locator("section.card").first).to_be_visible()
    yield "the host in a round", host
    yield "a phone in a round", guest
    expect(television.locator("#evening .half")).to_have_count(2)
    yield f"{BIG}, a round", television


PHONES: tuple[Scenes, ...] = (start_of_a_party, levels, tournament)
ALL: tuple[Scenes, ...] = (*PHONES, rest_of_a_party, hidden_hands, monsters)


def _visit(
    scenes: Scenes, browser: Browser, home: Process, tmp_path: Path, sizes: list[str], *looks: str
) -> list[str]:
    found = []
    with ExitStack() as stack:
        for name, page in scenes(stack, browser, home, tmp_path):
            if name.startswith(BIG):
                found += television_faults(page, name, list(SCREENS))
                width, height = SCREENS["1920x1080"]
                page.set_viewport_size({"width": width, "height": height})
                continue
            found += faults_at(page, name, sizes, looks)
            found += [f"{name}: {fault}" for fault in accessibility_faults(page)]
            resize(page, "390x844")
    return found


@pytest.mark.parametrize("scenes", PHONES, ids=lambda scenes: scenes.__name__)
def test_the_smallest_phone(scenes: Scenes, browser: Browser, home: Process, tmp_path: Path) -> None:
    assert _visit(scenes, browser, home, tmp_path, [SMALL], "light") == []


@pytest.mark.nightly
@pytest.mark.parametrize("scenes", ALL, ids=lambda scenes: scenes.__name__)
def test_every_size_by_day_and_by_night(
    scenes: Scenes, browser: Browser, home: Process, tmp_path: Path
) -> None:
    assert _visit(scenes, browser, home, tmp_path, list(SIZES), "light", "dark") == []


PLANTED = {
    "is 27.0 pixels high": "small.style.fontSize = '27px'",
    "leaves the screen": "small.style.cssText = 'position:absolute;left:1900px;top:500px'",
    "is covered by": "document.querySelector('#lobby .panel').style.left = '40px'",
    "lies on": "small.style.cssText = 'position:absolute;left:72px;top:50px;white-space:nowrap'",
}


def test_what_is_too_small_outside_or_over_something_is_found(browser: Browser, home: Process) -> None:
    with ExitStack() as stack:
        screen = Party(stack, browser, home.url, old=False).screen
        before = far_faults(screen)
        assert before == []
        for sentence, change in PLANTED.items():
            screen.evaluate(f"() => {{ const small = document.querySelector('#lobby .what'); {change} }}")
            assert any(sentence in fault for fault in far_faults(screen)), sentence
            tidy = "for (const one of document.querySelectorAll('#lobby .what, #lobby .panel'))"
            screen.evaluate(f"() => {{ {tidy} one.removeAttribute('style'); }}")
