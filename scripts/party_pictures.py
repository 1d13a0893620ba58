"""Takes pictures of the television of a party into docs/page/: a real server, browsers, phones that play.

`python -m scripts.party_pictures [MOMENT ...]` plays until each of the moments has been seen.
"""

import contextlib
import io
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as Late

sys.path.insert(0, "tests")

from hotdice.server.lan import EVERYWHERE, shown
from server.processes import Process
from web.browsing import launch
from web.partying import Party

TARGET = Path("docs/page")
MOMENTS = ("throw", "farkle", "hot", "last", "end")
COLOURS = 200
MOST_SECONDS = 500
FACES = ("lion-0", "panda-1", "otter-4")


def shoot(page: Page, name: str) -> bool:
    """One picture with few colours: it is for a document; whether the moment was there until it was taken."""
    taken = page.screenshot()
    if name != "lobby" and seen(page) != name:
        return False
    picture = Image.open(io.BytesIO(taken)).convert("RGB").quantize(COLOURS)
    picture.save(TARGET / f"television-{name}.png", optimize=True)
    return True


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


def main() -> None:
    """Play until every moment has been seen."""
    wanted = set(sys.argv[1:] or MOMENTS)
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
        party.begin()
        end = time.monotonic() + MOST_SECONDS
        while wanted and time.monotonic() < end:
            found = seen(party.screen)
            if found in wanted:
                party.screen.wait_for_timeout(300 if found in ("farkle", "hot") else 700)
                if seen(party.screen) == found and shoot(party.screen, found):
                    wanted.discard(found)
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
