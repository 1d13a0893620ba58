"""Evenings as they go: secret hands, a lost phone, a shared one, somebody late, the Munchkin Dice table."""

import re
import time
from contextlib import ExitStack, suppress

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from server.processes import Process
from web.browsing import PATIENCE
from web.partying import Party
from web.playing import tried


def test_a_secret_hand_is_there_while_it_is_held(browser: Browser, home: Process) -> None:
    with ExitStack() as stack:
        party = Party(stack, browser, home.url)
        for name in ("Leo", "Mum", "Ben"):
            party.phone(name)
        party.choose_game("Munchkin Farkle")
        party.begin()
        page = party.phones[party.mover()]  # nothing moves on it until somebody does something
        hold, hand = page.get_by_test_id("secret").locator(".hold"), page.get_by_test_id("hand")
        expect(hold).to_have_text("Hold to see your 10 cards")
        expect(hand).to_have_count(0)
        hold.hover()
        page.mouse.down()
        expect(hand.locator(".tab")).to_have_count(10)
        # A short tap keeps it open: this one is longer.
        page.wait_for_function("(from) => Date.now() > from + 300", arg=page.evaluate("Date.now()"))
        page.mouse.up()
        expect(hand).to_have_count(0)
        hold.press("Enter")
        expect(hand.locator(".tab .name")).to_have_count(10)
        names = hand.locator(".tab .name").all_inner_texts()
        page.evaluate("dispatchEvent(new Event('blur'))")  # the phone is put away
        expect(hand).to_have_count(0)
        table = str(party.screen.evaluate("document.body.textContent"))
        assert "10 cards" in table
        assert not [name for name in names if name in table]


@pytest.mark.nightly
def test_a_lost_phone_is_taken_over_by_another(browser: Browser, home: Process) -> None:
    with ExitStack() as stack:
        party = Party(stack, browser, home.url)
        lost, _ = party.phone("Leo"), party.phone("Mum")
        party.begin()
        party.past_roll_off()
        away = lost.url
        lost.goto("about:blank")
        found = party.comes("Leo again")
        expect(found.get_by_role("heading")).to_have_text("The game is on")
        expect(found.get_by_role("button", name="I am Mum")).to_have_count(0)
        _claim(found, "Leo")
        party.showed("lost", "Leo plays from another phone")
        party.phones[0] = found
        page = party.choosing()
        party.tap_a_die(page)
        party.throw(page, ".roll")
        # The first phone comes back: the seat is no longer its own.
        lost.goto(away)
        expect(lost.get_by_role("heading")).to_have_text("The game is on")


def _claim(page: Page, name: str) -> None:
    """Say who one is until the lost phone has been away for long enough."""
    end = time.monotonic() + PATIENCE / 1000
    seated = page.locator(".cup-screen header")
    while time.monotonic() < end:
        with suppress(TooLate):
            page.get_by_role("button", name=f"I am {name}").click(timeout=4000)
        with suppress(AssertionError):
            expect(seated).to_be_visible(timeout=3000)
            return
    raise AssertionError("nobody may take the seat")


@pytest.mark.nightly
def test_two_people_share_a_phone_and_neither_sees_the_other_hand(browser: Browser, home: Process) -> None:
    with ExitStack() as stack:
        party = Party(stack, browser, home.url)
        page = party.phone("Leo")
        party.choose_game("Munchkin Farkle")
        page.get_by_label("Share this phone: who else?").fill("Oma")
        page.get_by_role("button", name="Add somebody here").click()
        expect(party.screen.locator(".chair .name span")).to_have_text(["Leo", "Oma"])
        party.phone("Mum")
        party.begin()
        take, title = page.get_by_test_id("take"), page.locator("#passing")
        hand, hold = page.get_by_test_id("hand"), page.get_by_test_id("secret").locator(".hold")
        if _turn_of(party) == "Mum":
            party.menu("Skip this turn of Mum")
        expect(title).to_have_text(re.compile("Pass the device to (Leo|Oma)"))
        first = title.inner_text().rsplit(" ", 1)[1]
        other = {"Leo": "Oma", "Oma": "Leo"}[first]
        expect(hand).to_have_count(0)
        take.click()
        hold.press("Enter")
        expect(hand.locator(".tab")).to_have_count(10)
        party.menu(f"Skip this turn of {first}")
        if first == "Oma":
            party.menu("Skip this turn of Mum")
        expect(title).to_have_text(f"Pass the device to {other}")
        expect(hand.locator(".tab")).to_have_count(0)
        take.click()
        expect(title).to_have_count(0)
        expect(hand).to_have_count(0)


def _turn_of(party: Party) -> str:
    """Who has the turn, as the television says."""
    expect(party.screen.locator("#seats .moves .name span")).to_have_count(1)
    return party.texts_of("#seats .moves .name span", "one.textContent")[0]


@pytest.mark.nightly
def test_who_comes_late_plays_the_next_game(browser: Browser, home: Process) -> None:
    with ExitStack() as stack:
        party = Party(stack, browser, home.url)
        for name in ("Leo", "Mum"):
            party.phone(name)
        party.begin()
        late = party.comes("Ana")
        expect(late.get_by_role("heading")).to_have_text("The game is on")
        for _ in range(2):  # bots end the game
            name = ("Leo", "Mum")[party.mover()]
            party.menu(f"A bot plays for {name}")
            seat = party.phones[("Leo", "Mum").index(name)]
            expect(seat.locator(".cup-screen.mine")).to_have_count(0)
        expect(party.screen.locator("#end .result")).to_be_visible()
        party.screen.keyboard.press("Enter")
        expect(party.screen.locator(".chair .name span")).to_have_count(3)
        names = party.texts_of(".chair .name span", "one.textContent")
        assert sorted(names) == ["Ana", "Leo", "Mum"]
        party.phones.append(late)
        for page in party.phones:
            expect(page.get_by_role("heading", name="You are in")).to_be_visible()
        party.begin()
        assert party.past_roll_off() in range(3)


@pytest.mark.nightly
def test_the_munchkin_dice_table_to_its_first_fight(browser: Browser, home: Process) -> None:
    with ExitStack() as stack:
        party = Party(stack, browser, home.url)
        page = party.phone("Leo")
        party.choose_game("Munchkin Dice")
        for count in (2, 3):
            party.menu("Add a bot")
            expect(party.screen.locator(".chair .name span")).to_have_count(count)
        party.begin()
        fights = "(window.shown.head || []).some((one) => one.indexOf('Leo fights') >= 0)"
        choices = (
            "dialog [data-move]",
            "[data-testid=choose]",
            "[data-testid=tray] .pay",
            "[data-testid=moves] .lead",
        )
        page.locator("[data-testid=moves]").wait_for()
        end = time.monotonic() + 4 * PATIENCE / 1000
        while not party.screen.evaluate(fights):
            assert time.monotonic() < end, party.screen.evaluate("window.shown.head.join(' | ')")
            here = next((one for one in choices if page.locator(one).count()), choices[-1])
            tried(page.locator(here).first)
        assert "Level" in str(party.screen.evaluate("document.querySelector('#seats').textContent"))
