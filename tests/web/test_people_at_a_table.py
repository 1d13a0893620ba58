"""People at a table as the page shows them: names of any writing, reactions, who is there, what is shared."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import rest_by_night
from hotdice.client import HttpClient
from server.processes import Process
from web.browsing import PHONE, Watched, watched
from web.layout import SMALL, layout_faults, resize
from web.modules import run_module
from web.playing import QUICK, play_to_the_end, wait_for_my_turn, wait_for_table, with_settings

_SHORT = """
import { shortName } from "page/game/shortening";
export const answer = (names) => names.map(shortName);
"""
FAMILY = "\U0001f468‍\U0001f469‍\U0001f467"
DICE = "\U0001f3b2"
ARABIC = "محمد عبد الرحمن الخوارزمي البغدادي"
HEBREW = "ירושלים של זהב ושל נחושת ושל אור"


def test_names_are_cut_at_twenty_whole_letters(tmp_path: Path) -> None:
    """A family of three is one letter, and so is one with its accent; nothing is cut in between."""
    accents = "é" * 25
    names = ["Ann", FAMILY * 20, FAMILY * 21, DICE * 25, ARABIC, accents, "x" * 20, "x" * 21]
    assert run_module(tmp_path, _SHORT, names) == [
        "Ann",
        FAMILY * 20,
        FAMILY * 19 + "…",
        DICE * 19 + "…",
        ARABIC[:19].rstrip() + "…",
        "é" * 19 + "…",
        "x" * 20,
        "x" * 19 + "…",
    ]


@contextmanager
def _two(browser: Browser, server: Process, *names: str) -> Iterator[tuple[Page, Page, Watched]]:
    """Two people at a table that has begun; the second page and its device may be closed."""
    with watched(browser, server.url) as ann, watched(browser, server.url) as bob:
        for one in (ann, bob):
            with_settings(one, **QUICK)
        a = ann.page("/#/friends/classic")
        a.get_by_label("Your name").fill(names[0])
        a.get_by_label("Seats").select_option("2")
        a.get_by_role("button", name="Set up the table").click()
        link = a.get_by_label("Link for friends").input_value()
        b = bob.page(link)
        b.get_by_label("Your name").fill(names[1])
        b.get_by_role("button", name="Sit down").click()
        a.get_by_role("button", name="Start with 2").click()
        wait_for_my_turn(a)
        expect(b.get_by_test_id("dock")).to_be_visible()
        yield a, b, bob


@pytest.mark.parametrize(
    "name", rest_by_night([DICE * 20, ARABIC, HEBREW], DICE * 20, ARABIC), ids=["emoji", "arabic", "hebrew"]
)
def test_a_name_of_any_writing_stays_in_its_seat(name: str, browser: Browser, server: Process) -> None:
    with _two(browser, server, "Ann", name) as (a, _, _device):
        shown = a.locator(".seats .name").nth(1)
        whole = name if name.startswith(DICE) else f"{name[:19].rstrip()}…"
        expect(shown).to_have_text(whole)
        expect(shown).to_have_attribute("title", name)
        wanted = "ltr" if name.startswith(DICE) else "rtl"
        assert shown.evaluate("(one) => getComputedStyle(one).direction") == wanted
        resize(a, SMALL)
        assert layout_faults(a) == []


def test_a_reaction_floats_over_the_felt_and_takes_no_taps(browser: Browser, server: Process) -> None:
    with _two(browser, server, "Ann", "Bob") as (a, b, _):
        b.get_by_test_id("dock").get_by_role("button", name="Wow").click()
        bubble = a.get_by_test_id("floating").locator(".bubble")
        expect(bubble).to_contain_text("Wow")
        box, felt = bubble.bounding_box(), a.get_by_test_id("tray").bounding_box()
        assert box
        assert felt
        assert felt["x"] <= box["x"]
        assert box["x"] + box["width"] <= felt["x"] + felt["width"] + 1
        assert felt["y"] <= box["y"] < felt["y"] + felt["height"] / 2
        assert bubble.evaluate(
            "(one) => { const box = one.getBoundingClientRect();"
            " const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);"
            " return !one.contains(hit); }"
        ), "a tap goes through it"
        expect(bubble).to_have_count(0)  # after a moment


def test_a_closed_tab_is_away_within_five_seconds(browser: Browser, server: Process) -> None:
    with _two(browser, server, "Ann", "Bob") as (a, b, _):
        seat = a.locator(".seats li").nth(1)
        expect(seat).not_to_contain_text("away")
        b.close()
        expect(seat).to_contain_text("away", timeout=5_000)


def test_a_seat_lends_a_face_to_whoever_chose_none(browser: Browser, server: Process) -> None:
    """Twenty seats, twenty drawings."""
    with watched(browser, server.url) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/#/friends/classic")
        page.get_by_label("On this device").check()
        page.get_by_label("Your name").fill("Ann")
        for place in range(2, 21):
            if place > 2:
                page.get_by_role("button", name="One more").click()
            page.get_by_label(f"Player {place}", exact=True).fill(f"Guest {place}")
        page.locator("form .main").click()
        wait_for_my_turn(page)
        drawn: list[str] = page.locator(".seats .face img").evaluate_all("(all) => all.map((one) => one.src)")
        assert len(drawn) == 20
        assert len(set(drawn)) == 20, "no two who chose none look alike"


# A phone's share sheet that says what it was handed.
_SHEET = """
  window.handed = null;
  navigator.canShare = ({ files, text }) => files?.length === 1 && typeof text === 'string';
  navigator.share = async ({ files: [file], text }) => {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    window.handed = { name: file.name, type: file.type, size: file.size, start: [...start], text };
  };
"""


def test_sharing_hands_a_picture_and_a_text_to_the_phone(browser: Browser, server: Process) -> None:
    with watched(browser, server.url, viewport=PHONE) as visitor:
        visitor.context.add_init_script(_SHEET)
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        play_to_the_end(page)
        page.get_by_role("button", name="Share").click()
        dialog = page.get_by_role("dialog", name="Share")
        text = dialog.locator("pre").inner_text()
        dialog.get_by_role("button", name="Share it").click()
        page.wait_for_function("() => window.handed")
        handed: dict[str, Any] = page.evaluate("() => window.handed")
        assert (handed["type"], handed["start"]) == ("image/png", [0x89, 0x50, 0x4E, 0x47])
        assert handed["size"] > 50_000, "there is something on it"
        assert handed["text"].split() == text.split()
        expect(dialog).to_have_count(0)  # it is done


@pytest.mark.parametrize("left", [False, True], ids=["nothing left", "a game left"])
def test_all_sheets_are_within_two_screens_of_home(left: bool, browser: Browser, server: Process) -> None:
    with watched(browser, server.url, viewport=PHONE) as visitor:
        with_settings(visitor, met=True, **QUICK)
        page = visitor.page("/")
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        if left:
            page.get_by_role("button", name="Play now").click()
            wait_for_table(page)
            page.goto("/#/")
            expect(page.get_by_role("heading", name="Your move")).to_be_visible()
        sheets = HttpClient(server.url).get("/api/sheets")["sheets"]
        names = page.get_by_role("button", name=re.compile("^Play (?!now)"))
        expect(names.last).to_be_visible()
        assert names.count() >= len(sheets) > 5
        lowest = max(
            box["y"] + box["height"] for one in names.all() if (box := one.bounding_box()) is not None
        )
        assert lowest <= 2 * PHONE["height"], f"the last sheet ends at {lowest:.0f}"
