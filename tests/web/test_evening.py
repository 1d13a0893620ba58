"""A tournament on the page: the host plans and pairs, phones type and confirm, the television shows it."""

from contextlib import ExitStack

from playwright.sync_api import Browser, Page, expect

from server.processes import Process
from web.browsing import accessibility_faults, watched
from web.partying import OLD, TELEVISION

SMALL = {"width": 320, "height": 568}
SMALLEST = """() => Math.min(...Array.from(document.querySelectorAll("#stage *"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


def test_a_host_two_phones_and_a_television(server: Process, browser: Browser) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(watched(browser, server.url)).page("/#/evening")
        host.get_by_label("Rounds").fill("3")
        host.get_by_role("button", name="Plan it").click()
        pair = host.get_by_role("button", name="Pair the first round")
        expect(pair).to_be_disabled()
        evening = host.url.rsplit("/", 1)[1]
        phones: dict[str, Page] = {}
        for name in ("Ann", "Bob"):
            context = stack.enter_context(watched(browser, server.url, viewport=SMALL))
            phones[name] = context.page(f"/#/evening/{evening}")
            phones[name].get_by_label("Your name").fill(name)
            phones[name].get_by_role("button", name="I take part").click()
            expect(phones[name].get_by_role("heading", name=name)).to_be_visible()
        expect(pair).to_be_enabled()
        pair.click()
        first, second = (phone.locator("section.card") for phone in phones.values())
        first.locator("input").nth(0).fill("10000")
        first.locator("input").nth(1).fill("8250")
        first.get_by_role("button", name="Enter the result").click()
        expect(second.get_by_text("Ann typed 10,000 : 8,250")).to_be_visible()
        assert accessibility_faults(phones["Bob"]) == []
        assert phones["Bob"].evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
        second.get_by_role("button", name="That is right").click()
        prizes = host.get_by_role("button", name="Give the prizes")
        expect(prizes).to_be_visible()
        assert accessibility_faults(host) == []
        screen = stack.enter_context(watched(browser, server.url, viewport=TELEVISION))
        screen.context.add_init_script(OLD)
        television = screen.page(f"/tv#evening={evening}")  # as old as those of a party are
        expect(television.locator("#evening").get_by_text("10,000 : 8,250")).to_be_visible()
        expect(host.get_by_role("link", name="For the television")).to_have_attribute(
            "href", f"/tv#evening={evening}"
        )
        phones["Bob"].goto(f"/#/evening/{evening}/tv")  # the way there of links from before
        expect(phones["Bob"].locator("#evening h1")).to_have_text("An evening of Farkle")
        assert television.evaluate(SMALLEST) >= 28
        prizes.click()
        expect(host.get_by_role("button", name="Show the table without luck")).to_be_visible()
        expect(television.locator("#evening .first").first).to_be_visible()
        host.get_by_role("button", name="Standings to print").click()
        expect(host.get_by_role("button", name="Print", exact=True)).to_be_visible()


def written(page: Page, *turns: str) -> None:
    """Write whole turns onto a score sheet, until it is over."""
    for points in turns:
        page.get_by_role("button", name="Only points").click()
        page.get_by_label("Points", exact=True).fill(points)
        page.get_by_role("button", name="Write", exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Farkle", exact=True).click()
    expect(page.get_by_test_id("goal")).to_contain_text("wins")


def test_what_the_scorekeeper_wrote_is_sent_and_confirmed(server: Process, browser: Browser) -> None:
    with ExitStack() as stack:
        desk = stack.enter_context(watched(browser, server.url))
        desk.expected.append("404")  # it asks once more while the evening is being deleted
        host = desk.page("/#/evening")
        host.get_by_role("button", name="Plan it").click()
        host.get_by_role("button", name="Pair the first round").wait_for()
        evening = host.url.rsplit("/", 1)[1]
        phones: list[Page] = []
        for name in ("Ann", "Bob"):
            context = stack.enter_context(watched(browser, server.url, viewport=SMALL))
            context.expected.append("404")
            phones.append(context.page(f"/#/evening/{evening}"))
            phones[-1].get_by_label("Your name").fill(name)
            phones[-1].get_by_role("button", name="I take part").click()
            expect(phones[-1].get_by_role("heading", name=name)).to_be_visible()
        host.get_by_role("button", name="Pair the first round").click()
        ann, bob = phones
        expect(ann.locator("section.card .table")).to_be_visible()

        # Bob kept a sheet of his own, with names of his own; he says which evening, and who was who.
        bob.goto("/#/keep/classic")
        bob.locator("#person-0").fill("Annie")
        bob.locator("#person-1").fill("Bobby")
        bob.get_by_role("button", name="Begin").click()
        written(bob, "10000")
        bob.get_by_role("button", name="Send to the evening").click()
        sending = bob.get_by_role("dialog")
        where = sending.get_by_label("The address of the evening")
        expect(where).to_have_value(evening)  # the one that he looked at last
        for wrong in ("No such place", "nothing"):
            where.fill(wrong)
            sending.get_by_role("button", name="Look for it").click()
            expect(sending.get_by_role("alert")).to_have_text(
                "There is no such evening here, or it was removed."
            )
        where.fill(f"{server.url}/#/evening/{evening}/tv")
        sending.get_by_role("button", name="Look for it").click()
        sending.get_by_role("combobox", name="Ann", exact=True).select_option("Annie: 10,000")
        sending.get_by_role("combobox", name="Bob", exact=True).select_option("Annie: 10,000")
        send = sending.get_by_role("button", name="Send to the evening")
        expect(send).to_be_disabled()  # nobody is two people
        sending.get_by_role("combobox", name="Bob", exact=True).select_option("Bobby: 0")
        assert accessibility_faults(bob) == []
        assert bob.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
        send.click()
        expect(sending.get_by_role("status")).to_contain_text("as soon as somebody else")
        seen = host.request.get(f"/api/evenings/{evening}").json()["rounds"][0]["tables"][0]
        assert (seen["scores"], [one["recorded"] for one in seen["claims"]]) == (None, [True])

        # Ann keeps hers from the card of the table, and writes the same: that counts for both.
        card = ann.locator("section.card")
        expect(card.get_by_text("Bob typed")).to_be_visible()
        card.get_by_role("button", name="Keep score here").click()
        first = ann.get_by_test_id("tray")
        first.wait_for()
        if seen["players"][0] == 1:
            written(ann, "10000")
        else:  # Bob begins
            ann.get_by_role("button", name="Farkle", exact=True).click()
            written(ann, "10000")
        ann.get_by_role("button", name="Send to the evening").click()
        ann.get_by_role("dialog").get_by_role("button", name="Send to the evening").click()
        expect(ann.get_by_role("status").filter(has_text="The result counts.")).to_be_visible()
        expect(sending.get_by_role("status")).to_have_text("The result counts.")
        expect(host.get_by_role("button", name="Give the prizes")).to_be_visible()

        # The host deletes it, for everybody.
        host.get_by_text("Delete this evening").click()
        host.get_by_role("button", name="Delete it for good").click()
        expect(host.get_by_role("button", name="Plan it")).to_be_visible()
        assert host.request.get(f"/api/evenings/{evening}").status == 404
        ann.goto(f"/#/evening/{evening}")
        expect(ann.get_by_text("There is no such evening here")).to_be_visible()


def test_an_evening_that_is_not_there_says_so(server: Process, browser: Browser) -> None:
    with watched(browser, server.url) as visitor:
        visitor.expected.append("404")
        page = visitor.page("/#/evening/nothing")
        expect(page.get_by_text("There is no such evening here")).to_be_visible()
