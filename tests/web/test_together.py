"""Several people: by link, watching, at one device, by mail, and some with hostile names."""

import json
import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from conftest import Bar
from hotdice.client import HttpClient, ServerRefused
from hotdice.game import parse_record
from hotdice.game.events import Banked
from server.processes import Process
from web.browsing import DESKTOP, Watched, accessibility_faults, watched
from web.playing import (
    ENDING,
    QUICK,
    clicker,
    play_to_the_end,
    to_a_choice,
    to_others,
    wait_for_my_turn,
    with_settings,
)

SHORT = json.dumps({"base": "classic", "target": 1000, "opening": 0}, separators=(",", ":"))
CHATTY = {"chat": True, "reactions": True}
_NAMES = Path(__file__).parent / "hostile.json"


def _open_table(page: Page, name: str, rules: str = "classic", seats: str = "2") -> str:
    """Set up a table by hand; the link of its invitation."""
    page.goto(f"/#/friends/{rules}")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Seats").select_option(seats)
    page.get_by_role("button", name="Set up the table").click()
    return page.get_by_label("Link for friends").input_value()


def _join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", name="Waiting room")).to_be_visible()


def test_two_browsers_a_watcher_chat_and_a_rematch(browser: Browser, server: Process) -> None:
    with (
        watched(browser, server.url, viewport=DESKTOP) as ann,
        watched(browser, server.url) as bob,
        watched(browser, server.url) as eve,
    ):
        for one in (ann, bob, eve):
            with_settings(one, **QUICK)
        a, b, e = ann.page("/"), bob.page("/"), eve.page("/")
        link = _open_table(a, "Ann", seats="3")
        expect(a.get_by_role("img", name="QR code")).to_be_visible()
        assert accessibility_faults(a) == []
        b.goto(link)
        expect(b.get_by_role("heading", name="Join Classic Farkle")).to_be_visible()
        assert accessibility_faults(b) == []
        _join(b, link, "Bob")
        expect(a.get_by_text("Bob", exact=True)).to_be_visible()
        e.goto(link)
        e.get_by_role("link", name="Watch instead").click()
        a.get_by_role("button", name="Start with 2").click()
        expect(e.get_by_test_id("dock")).to_contain_text("Ann is rolling")
        expect(b.get_by_test_id("dock")).to_contain_text("Ann is rolling")
        expect(b).to_have_title("Ann plays · Hotdice")
        wait_for_my_turn(a)
        a.get_by_label("Say something").fill("hello <b>there</b>")
        a.get_by_role("button", name="Send").click()
        expect(b.get_by_test_id("polite")).to_contain_text("Ann: hello <b>there</b>")
        to_others(a)
        expect(b).to_have_title("● Your turn · Hotdice")
        expect(b.get_by_test_id("assertive")).to_have_text("Your turn.")
        assert accessibility_faults(e) == []
        b.get_by_role("button", name="Menu").click()
        b.get_by_role("button", name="Leave the game").click()
        b.get_by_role("button", name="Leave", exact=True).click()
        for page in (a, b, e):
            expect(page.get_by_test_id("ending")).to_be_visible()
        a.get_by_role("button", name="Rematch").click()
        expect(a.get_by_role("heading", name="Waiting room")).to_be_visible()
        expect(b.get_by_role("status").filter(has_text="Ann would play again.")).to_be_visible()
        b.get_by_role("button", name="Rematch").click()
        wait_for_my_turn(b)  # it begins by itself when everybody sits there again, with the other one


def test_two_people_play_a_short_game_of_house_rules_to_its_end(browser: Browser, server: Process) -> None:
    """House rules travel in the address; both pages play at once, each with its own seat."""
    with watched(browser, server.url) as ann, watched(browser, server.url) as bob:
        with_settings(ann, **QUICK)
        with_settings(bob, **QUICK)
        a, b = ann.page("/"), bob.page("/")
        link = _open_table(a, "Ann", rules=SHORT.replace('"', "%22"))
        _join(b, link, "Bob")
        a.get_by_role("button", name="Start with 2").click()
        start = "(limit) => { window.result = (" + clicker(ENDING) + ")(limit); }"
        for page in (a, b):
            page.evaluate(start, 100_000)
        for page in (a, b):
            assert page.evaluate("() => window.result") is not None
            expect(page.get_by_test_id("ending")).to_be_visible()
        totals = [page.get_by_role("list", name="Players").all_inner_texts() for page in (a, b)]
        numbers = [sorted(re.findall(r"[\d,]{3,}|\b0\b", " ".join(lines))) for lines in totals]
        assert numbers[0] == numbers[1]


def test_pass_and_play_and_again(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    # Long enough that everybody has several turns: a first turn of nothing is no rarity.
    page.goto(f"/#/friends/{SHORT.replace(chr(34), '%22').replace('1000', '5000')}")
    page.get_by_label("On this device").check()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="One more").click()
    page.get_by_label("Player 3").fill("Cid")
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Begin").click()
    play_to_the_end(page)
    names = page.locator(".ending ol .name").all_inner_texts()
    assert sorted(names) == ["Ann", "Ben", "Cid"]
    # Everybody could stop after setting dice aside, not only who sits on the first seat of the device.
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    text = page.evaluate("async (match) => (await fetch(`/api/matches/${match}/record`)).text()", match)
    assert {event.seat for event in parse_record(text).events if isinstance(event, Banked)} == {0, 1, 2}
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_test_id("dock").get_by_role("button", name="Roll 6")).to_be_visible()
    page.reload()
    wait_for_my_turn(page)


def test_a_hint_against_a_bot_and_none_where_the_table_wants_none(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        wait_for_my_turn(page)
        to_a_choice(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_test_id("why")).to_contain_text(re.compile(r"^Keep [1-6, ]+, (roll \d|bank)\."))
        expect(page.locator("[data-testid=tray] .place[aria-pressed=true]").first).to_be_visible()
        glowing = page.locator("[data-testid=tray] .place.best")
        expect(glowing).to_have_count(page.locator("[data-testid=tray] .place[aria-pressed=true]").count())
        match = re.findall(r"#/table/([\w-]+)", page.url)[0]
        page.wait_for_function(
            "async (match) => /advice/.test(await (await fetch(`/api/matches/${match}/record`)).text())",
            arg=match,
        )
        link = _open_table(page, "Ann")
        friend = HttpClient(server.url)
        friend.arrive("Bob")
        friend.sit(*re.findall(r"#join=([\w-]+)\.([\w-]+)", link)[0])
        page.get_by_role("button", name="Start with 2").click()
        wait_for_my_turn(page)
        page.keyboard.press("h")
        expect(page.get_by_test_id("why")).to_have_text("This table plays without hints.")


def test_games_by_mail_wait_on_the_first_screen(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as ann:
        with_settings(ann, **QUICK)
        page = ann.page("/")
        page.goto("/#/friends/classic")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_label("By mail").check()
        page.get_by_role("button", name="Set up the table").click()
        link = page.get_by_label("Link for friends").input_value()
        match, invite = re.findall(r"#join=([\w-]+)\.([\w-]+)", link)[0]
        friend = HttpClient(server.url)
        friend.arrive("Bob")
        friend.sit(match, invite)
        page.get_by_role("button", name="Start with 2").click()
        wait_for_my_turn(page)
        page.goto("/#/")
        expect(page.get_by_role("heading", name="Your move")).to_be_visible()
        expect(page).to_have_title("(1) Your move · Hotdice")
        assert friend.get("/api/me/games")["games"][0]["names"] == ["Ann", "Bob"]
        page.get_by_role("link", name="Classic Farkle with Bob").click()
        wait_for_my_turn(page)


_HIDDEN = "() => Object.defineProperty(document, 'hidden', { value: true })"
_NOTICED = """
window.noticed = [];
if (window.ServiceWorkerRegistration) {
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = function (title, how) {
    window.noticed.push([title, how.tag, new URL(how.data).hash]);
    return show.call(this, title, how);
  };
}
"""
"""Notes what the browser is told to show: a browser without a screen shows it for no time at all."""


def test_who_looks_elsewhere_is_told_by_the_browser_that_it_is_their_turn(
    browser: Browser, server: Process
) -> None:
    with (
        watched(browser, server.url, service_workers="allow", permissions=["notifications"]) as ann,
        watched(browser, server.url) as bob,
    ):
        for one in (ann, bob):
            with_settings(one, **QUICK)
        ann.context.add_init_script(_NOTICED)
        a, b = ann.page("/"), bob.page("/")
        a.wait_for_function("() => navigator.serviceWorker.controller")
        a.goto("/#/friends/classic")
        a.get_by_label("Your name").fill("Ann")
        a.get_by_label("By mail").check()
        a.get_by_role("button", name="Set up the table").click()
        link = a.get_by_label("Link for friends").input_value()
        a.get_by_role("button", name="Tell me when it is my turn").click()
        a.get_by_label("While this page is open somewhere").check()
        expect(a.get_by_text("This browser tells you")).to_be_visible()
        a.keyboard.press("Escape")
        _join(b, link, "Bob")
        a.get_by_role("button", name="Start with 2").click()
        wait_for_my_turn(a)
        to_others(a)
        a.evaluate(_HIDDEN)
        assert a.evaluate("window.noticed") == [], "who is there sees it"
        to_others(b)
        match = re.findall(r"#join=([\w-]+)", link)[0]
        a.wait_for_function("() => window.noticed.length")
        assert a.evaluate("window.noticed") == [["● Your turn · Hotdice", match, f"#/table/{match}"]]


def test_hostile_names_and_chat_lines_are_only_text(browser: Browser, server: Process, bar: Bar) -> None:
    """50 script strings and marks that turn the reading round: nothing but text comes of them."""
    strings = json.loads(_NAMES.read_text(encoding="utf-8"))
    assert len(strings) >= 50
    with watched(browser, server.url, viewport=DESKTOP) as visitor:
        with_settings(visitor, **QUICK)
        visitor.context.add_init_script(
            "window.alert = window.prompt = window.confirm = () => { window.pwned = true; };"
        )
        owner = HttpClient(server.url)
        owner.arrive(strings[0])
        made = owner.new_table(seats=6, options=CHATTY)
        for name in strings[1:5]:
            guest = HttpClient(server.url)
            guest.arrive(name)
            guest.sit(made["match"], made["invite"])
        page = visitor.page(f"/#join={made['match']}.{made['invite']}")
        page.get_by_label("Your name").fill("\u202ereversed\u202c " + strings[5][:30])
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("heading", name="Waiting room")).to_be_visible()
        _say_all(server.url, made["match"], made["token"], strings)
        page.wait_for_function(
            "(text) => document.querySelector('[data-testid=polite]').textContent.includes(text)",
            arg="the end",
        )
        page.reload()
        expect(page.get_by_role("list", name="What happened")).to_contain_text("the end")
        made_of_tags = (
            "img:not([src^='/assets/']), iframe, object, embed, script:not([src^='/assets/']), "
            "[onerror], [onload], [onclick]"
        )
        elements = page.locator(made_of_tags).count()
        ran = page.evaluate("() => window.pwned !== undefined")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        measured = f"{len(strings)} strings, {elements} elements, {'a' if ran else 'no'} script ran"
        bar("S8 page", measured, "no element, no script", elements == 0 and not ran)


def test_a_name_and_a_chat_line_of_a_megabyte_change_nothing(browser: Browser, server: Process) -> None:
    huge = "M" * 1_000_000
    with watched(browser, server.url, viewport=DESKTOP) as visitor:
        visitor.expected.append("status of 413")
        with_settings(visitor, **QUICK)
        owner = HttpClient(server.url)
        owner.arrive("Ann")
        made = owner.new_table(seats=3, options=CHATTY)
        page = visitor.page(f"/#join={made['match']}.{made['invite']}")
        # Typed at the page: the field takes forty letters, but who wants can take that limit away.
        page.get_by_label("Your name").evaluate("(field) => field.removeAttribute('maxlength')")
        page.get_by_label("Your name").fill(huge)
        page.get_by_role("button", name="Sit down").click()
        refusal = page.get_by_role("alert")
        expect(refusal).to_be_visible()
        assert 10 < len(refusal.inner_text()) < 120
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.get_by_label("Your name").fill("Bob")
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("heading", name="Waiting room")).to_be_visible()
        before = page.get_by_role("main").inner_text()
        # Said past the page.
        with pytest.raises(ServerRefused) as refused:
            HttpClient(server.url).arrive(huge)
        assert refused.value.status == 413
        for line in ("M" * 301, huge):
            assert _say_rawly(server.url, made["match"], made["token"], line) in (1009, 4400)
        assert page.get_by_role("main").inner_text() == before
        _say_all(server.url, made["match"], made["token"], [])
        expect(page.get_by_test_id("polite")).to_contain_text("the end")
        assert "M" * 41 not in page.inner_text("body")


def _say_rawly(url: str, match: str, token: str, line: str) -> int:
    """Say something as no client of ours would; the code with which the server closes."""
    with connect(f"{url.replace('http', 'ws')}/ws", origin=Origin(url), max_size=None) as socket:
        socket.send(json.dumps({"type": "Hello", "match": match, "token": token, "protocol": 1}))
        assert json.loads(socket.recv())["type"] == "Welcome"
        say = {"type": "Do", "id": secrets.token_hex(16), "command": {"type": "Say", "text": line}}
        try:
            socket.send(json.dumps(say))
            while True:
                socket.recv(timeout=60)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1009


def _say_all(url: str, match: str, token: str, lines: list[str]) -> None:
    """Begin the game and say every line, from outside."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    from hotdice.client import Seat
    from hotdice.match import table_commands as c

    async def body() -> None:
        async with Seat(url, match, token) as seat:
            await seat.begin()
            for line in (*lines, "x" * 300, "the end"):
                await seat.do(c.Say(line[:300]))

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(body())).result()
