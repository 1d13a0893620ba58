"""Being told by mail, as a browser shows it: the sheet, the pages behind the links, the seat."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from hotdice.client import HttpClient
from server.mailbox import beside
from server.test_mail_process import Letters, mailing, path_of
from web.browsing import accessibility_faults, watched
from web.playing import QUICK, with_settings


def test_an_address_a_yes_a_seat_by_mail_and_a_stop(browser: Browser, tmp_path: Path) -> None:
    with beside() as office, mailing(tmp_path, office) as server:
        letters = Letters(office)
        with watched(browser, server.url) as visitor, watched(browser, server.url) as phone:
            with_settings(visitor, **QUICK)
            page = visitor.page("/#/friends/classic")
            page.get_by_label("Your name").fill("Ann")
            page.get_by_label("By mail").check()
            page.get_by_role("button", name="Set up the table").click()
            link = page.get_by_label("Link for friends").input_value()
            match, invite = link.partition("#join=")[2].split(".")
            page.get_by_role("button", name="Tell me when it is my turn").click()
            page.get_by_label("Mail address").fill("ann@example.org")
            page.get_by_role("button", name="Send me mail").click()
            expect(page.get_by_text("A mail is on its way.")).to_be_visible()
            assert accessibility_faults(page) == []
            page.keyboard.press("Escape")
            bob = HttpClient(server.url)
            bob.arrive("Bob")
            bob.sit(match, invite)

            # The page of the letter does nothing by itself; its button does, from a browser too.
            asking = phone.page(path_of(letters.next()))
            asking.get_by_role("button", name="Yes, mail me").click()
            expect(asking.get_by_text("You will hear from us")).to_be_visible()

            page.get_by_role("button", name="Start with 2").click()
            expect(page.get_by_test_id("dock").get_by_role("button", name="Roll 6")).to_be_visible()
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Tell me when it is my turn").click()
            expect(page.get_by_text("You get one mail when it is your turn.")).to_be_visible()
            page.goto("about:blank")  # and so she is not at the table when it is her turn

            letter = letters.next()
            assert letter["Subject"] == "Your turn: Classic Farkle"
            seat = phone.page(path_of(letter))
            expect(seat.get_by_test_id("dock").get_by_role("button", name="Roll 6")).to_be_visible()
            phone.expected.append("409 (Conflict)")
            used = phone.page("/")
            used.evaluate("() => localStorage.clear()")
            used.goto(server.url + path_of(letter))
            used.reload()
            expect(used.get_by_text("That link has been used")).to_be_visible()

            stopping = phone.page(path_of(letter, 1))
            stopping.get_by_role("button", name="Stop the mail").click()
            expect(stopping.get_by_text("Your address is forgotten here.")).to_be_visible()
            key = f"/api/matches/{match}/mail"
            assert HttpClient(server.url, person_key(visitor)).get(key)["state"] == ""


def person_key(visitor: object) -> str:
    """The key of the device, from its memory."""
    page = visitor.page("/")  # type: ignore[attr-defined]
    key: str = page.evaluate("() => JSON.parse(localStorage.getItem('hotdice.person')).key")
    return key
