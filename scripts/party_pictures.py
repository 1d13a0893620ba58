"""Takes pictures of a party into docs/page/, television and phones: a real server and phones that play.

`python -m scripts.party_pictures [MOMENT ...]` plays until each of the moments has been seen; `monsters` and
`tournament` are evenings of their own.
"""

import contextlib
import io
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as Late

sys.path.insert(0, "tests")

from hotdice.server.lan import EVERYWHERE, shown
from server.processes import Process
from web.browsing import PHONE, launch, watched
from web.partying import Party
from web.playing import tried

TARGET = Path("docs/page")
EVENINGS = ("monsters", "tournament")
MOMENTS = ("throw", "farkle", "hot", "last", "end")
COLOURS = 200
MOST_SECONDS = 500
FACES = ("lion-0", "panda-1", "otter-4")
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def shoot(page: Page, name: str) -> bool:
    """One picture with few colours: it is for a document; whether the moment was there until it was taken."""
    taken = page.screenshot()
    if name != "lobby" and seen(page) != name:
        return False
    write(taken, f"television-{name}")
    return True


def write(taken: bytes, name: str) -> None:
    """A picture with few colours."""
    picture = Image.open(io.BytesIO(taken)).convert("RGB").quantize(COLOURS)
    picture.save(TARGET / f"{name}.png", optimize=True)


def take(page: Page, name: str) -> None:
    """A screen that stands still."""
    page.evaluate("document.fonts.ready")
    write(page.screenshot(), name)


def phone(page: Page, name: str) -> None:
    """A phone of the party, by day and by night."""
    for look in LOOKS:
        page.emulate_media(color_scheme=look, reduced_motion="reduce")
        page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        write(page.screenshot(), f"cup-{name}-{look}")


def seen(page: Page) -> str:
    """Which of the moments is on the screen now."""
    return str(
        page.evaluate(
            """() => document.querySelector('#end .result') ? 'end'
            : document.querySelector('.moment.farkle') ? 'farkle'
            : document.querySelector('.moment.hot') ? 'hot'
            : !Array.from(document.querySelectorAll('#dice .die')).every((one) => {
                const box = one.getBoundingClientRect();
                return box.top > 250 && box.left > 400; }) ? ''  // dice in the air
            : document.querySelector('.cloth.glows') && document.querySelector('#dice .die') ? 'last'
            : document.querySelectorAll('#dice .die').length > 3 && document.querySelector('#rail .row')
              ? 'throw' : ''"""
        )
    )


def move(party: Party) -> None:
    """Whoever may do something does it: keeps a die or two and throws on, and banks now and then."""
    for number, page in enumerate(party.phones):
        if not page.locator(".cup-screen.mine").count():
            guess = page.locator(".guess .no[aria-pressed=false]")
            if number % 2 and guess.count() and int(time.monotonic()) % 4 == 0:
                guess.click(timeout=2000)
            continue
        if page.locator("[data-testid=choose]").count():
            dice = page.locator("[data-testid=choose] .one:not(.dead):not(.chosen)")
            while dice.count():
                dice.first.click(timeout=2000)
        bank = page.locator(".dock .bank:not([aria-disabled=true])")
        if bank.count() and int(time.monotonic()) % 3 == 0:
            bank.click(timeout=2000)
        elif page.locator(".roll:not([aria-disabled=true])").count():
            page.locator(".roll").click(timeout=2000)


def monsters(party: Party) -> None:
    """A fight of Munchkin Dice on the television."""
    page = party.phone("Leo")
    party.choose_game("Munchkin Dice")
    for count in (2, 3, 4):
        party.menu("Add a bot")
        expect(party.screen.locator(".chair .name span")).to_have_count(count)
    party.begin()
    expect(page.locator("[data-testid=moves]")).to_be_visible()
    choices = ("dialog [data-move]", "[data-testid=choose]", "[data-testid=moves] .lead")
    while not party.screen.locator("#room .versus").count():
        here = next((one for one in choices if page.locator(one).count()), "")
        if here:
            tried(page.locator(here).first)
        else:
            page.wait_for_timeout(100)
    take(party.screen, "television-monsters")


def tournament(party: Party) -> None:
    """An evening in its first round, on the television and for its host."""
    host = party.stack.enter_context(watched(party.browser, party.url, viewport=PHONE)).page("/#/evening")
    host.get_by_role("button", name="Plan it").click()
    names = host.get_by_label("Names")
    expect(names).to_be_visible()
    names.fill("Ana, Ben, Cid, Dora, Emil, Fay, Gus, Hal")
    host.get_by_role("button", name="Add", exact=True).click()
    expect(host.locator(".people li")).to_have_count(8)
    evening = host.url.rsplit("/", 1)[1]
    host.get_by_role("button", name="Pair the first round").click()
    table = host.locator("li.table").first
    table.locator("input").nth(0).fill("10150")
    table.locator("input").nth(1).fill("8400")
    table.get_by_role("button").first.click()
    party.screen.goto(f"/tv#evening={evening}")
    party.screen.reload()
    expect(party.screen.get_by_text("10,150 : 8,400")).to_be_visible()
    take(party.screen, "television-tournament")
    phone(host, "host-of-a-tournament")


def main() -> None:
    """Play until every moment has been seen."""
    asked = set(sys.argv[1:] or (*MOMENTS, *EVENINGS))
    wanted = asked - set(EVENINGS)
    folder = tempfile.mkdtemp()
    os.environ["HOTDICE_WIFI_PASSWORD"] = "seven dice"
    with sync_playwright() as playwright, ExitStack() as stack:
        process = stack.enter_context(
            Process(
                f"{folder}/games.db",
                "--party",
                "--wifi",
                "Lindenhof",
                "--bot-pause",
                "0.4",
                host=shown(EVERYWHERE),
            )
        )
        browser = launch(playwright)
        stack.callback(browser.close)
        for evening in (monsters, tournament):
            if evening.__name__ in asked:
                with ExitStack() as apart:
                    evening(Party(apart, browser, process.url))
        if not wanted:
            return
        party = Party(stack, browser, process.url, sharp=True)
        for name, face in zip(("Leo", "Mum", "Ben"), FACES, strict=True):
            page = party.phone(name)
            page.evaluate(
                "(face) => localStorage.setItem('hotdice.settings', JSON.stringify({ ...JSON.parse("
                "localStorage.getItem('hotdice.settings') || '{}'), face }))",
                face,
            )
            page.reload()
        for _ in range(2):  # two bots by the host's list
            party.screen.keyboard.press("ArrowDown")
            party.screen.wait_for_timeout(300)
            party.screen.keyboard.press("Enter")
            party.screen.wait_for_timeout(600)
        party.screen.wait_for_timeout(1500)
        shoot(party.screen, "lobby")
        phone(party.phones[0], "seated")
        party.begin()
        mover = party.mover()
        phone(party.phones[mover], "throwing")
        phone(party.phones[mover - 1], "waiting")
        chooses = party.choosing()
        party.tap_a_die(chooses)
        phone(chooses, "choosing")
        end = time.monotonic() + MOST_SECONDS
        while wanted and time.monotonic() < end:
            found = seen(party.screen)
            if found in wanted:
                party.screen.wait_for_timeout(300 if found in ("farkle", "hot") else 700)
                if seen(party.screen) == found and shoot(party.screen, found):
                    wanted.discard(found)
                    if found == "end":
                        expect(party.phones[0].locator(".cup-screen[data-phase=over] h1")).to_be_visible()
                        phone(party.phones[0], "end")
                    print(found, flush=True)
            if found == "end" and wanted:  # another game, to which the phones follow
                party.screen.keyboard.press("Enter")
                expect(party.screen.locator(".chair .name")).to_have_count(len(FACES))
                party.begin()
            if found not in ("farkle", "hot"):
                with contextlib.suppress(Late):  # the table went on before the finger was down
                    move(party)
    if wanted:
        sys.exit(f"not seen: {', '.join(sorted(wanted))}")


if __name__ == "__main__":
    main()
