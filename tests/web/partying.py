"""A party for tests: a television as old ones are, and phones that sit, throw and choose."""

import json
import re
import time
from contextlib import ExitStack, suppress
from typing import Any

from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as Late

from web.browsing import PATIENCE, PHONE, Watched, watched
from web.playing import with_settings

MOST_GAMES = 8
"""More than the list of the television has at most before the wanted one."""
TELEVISION = {"width": 1920, "height": 1080}
OLD = """
for (const name of ['includes', 'flat', 'flatMap', 'at', 'findLast']) delete Array.prototype[name];
for (const name of ['values', 'entries', 'fromEntries', 'hasOwn']) delete Object[name];
for (const name of ['padStart', 'padEnd', 'replaceAll', 'matchAll', 'at']) delete String.prototype[name];
delete Promise.allSettled; delete window.fetch; delete window.structuredClone; delete window.queueMicrotask;
"""
"""What came after 2015, taken away: the screen runs without it."""
NOTED = """
window.shown = {};
new MutationObserver(() => {
  for (const part of ['head', 'lost']) {
    const text = (document.getElementById(part) || {}).textContent || '';
    const before = window.shown[part] = window.shown[part] || [];
    if (text && before[before.length - 1] !== text) before.push(text);
  }
  window.shown.dice = Math.max(window.shown.dice || 0, document.querySelectorAll('#dice .die').length);
}).observe(document, { childList: true, subtree: true });
"""
"""Notes what the television shows for a moment only, so that no test must look at the right time."""


class Party:
    """One television and phones."""

    def __init__(
        self,
        stack: ExitStack,
        browser: Browser,
        url: str,
        *,
        sharp: bool = False,
        old: bool = True,
        locale: str = "en-GB",
        language: str = "",
        **settings: Any,
    ) -> None:
        """All speak the language of `locale`; the television that of `language`, where it has one of its own.

        Phones have these settings.
        """
        self.stack, self.browser, self.url, self.locale = stack, browser, url, locale
        self.settings = settings
        motion = "no-preference" if sharp else "reduce"
        seen = stack.enter_context(
            watched(browser, url, viewport=TELEVISION, reduced_motion=motion, locale=language or locale)
        )
        if old:
            seen.context.add_init_script(OLD)
        seen.context.add_init_script(NOTED)
        self.screen = seen.page("/tv")
        expect(self.screen.locator("#lobby .address")).to_be_visible()
        self.way_in = ""
        self.phones: list[Page] = []
        self.contexts: list[Watched] = []

    @property
    def address(self) -> str:
        return "http://" + self.screen.locator("#lobby .address").inner_text()

    def phone(self, name: str) -> Page:
        """Somebody opens what the code says, types a name, and sits down."""
        self.way_in = self.address
        page = self.comes(name)
        expect(page.locator(".cup-screen[data-phase=open]")).to_be_visible()
        self.phones.append(page)
        return page

    def comes(self, name: str) -> Page:
        """Somebody opens the address, be it that the game is on, and types a name."""
        one = self.stack.enter_context(watched(self.browser, self.url, viewport=PHONE, locale=self.locale))
        if self.settings:
            with_settings(one, **self.settings)
        one.expected.append("Failed to load resource")  # there is no file; who comes late is refused a seat
        page = one.page(self.way_in)
        page.locator("input").first.fill(name)
        page.locator("button.main").click()
        self.contexts.append(one)
        return page

    def choose_game(self, title: str) -> None:
        """Another game with the remote, until it is the wanted one."""
        what = self.screen.locator("#lobby .what")
        for _ in range(MOST_GAMES):
            # How long it takes stands behind the name, and changes as soon as the rules are there.
            before = what.inner_text().partition("about")[0]
            if title in before:
                return
            self.screen.keyboard.press("ArrowRight")
            expect(what).not_to_contain_text(before + "about")
        raise AssertionError(f"{title} is not on the list")

    def begin(self) -> None:
        expect(self.screen.locator("#lobby .start:not(.waiting)")).to_be_visible()
        self.screen.keyboard.press("Enter")
        expect(self.screen.locator("#seats .seat").first).to_be_visible()

    def mover(self) -> int:
        """The phone whose turn it is, once one may throw or choose."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            for number, page in enumerate(self.phones):
                if page.locator(".cup-screen.mine .roll:not([aria-disabled=true])").count() or (
                    page.locator("[data-testid=choose] .one:not(.dead)").count()
                ):
                    return number
            time.sleep(0.05)
        raise AssertionError("nobody may move")

    def past_roll_off(self) -> int:
        """Throw for the start until a turn has begun; who has it."""
        while True:
            number = self.mover()
            if not self.phones[number].get_by_text(re.compile("one die")).count():
                return number
            self.throw(self.phones[number])

    def texts_of(self, selector: str, what: str) -> list[str]:
        """Something of every element of the television; as one text: it is too old to hand over a list."""
        script = (
            "([selector, what]) => JSON.stringify(Array.from(document.querySelectorAll(selector))"
            ".map((one) => new Function('one', 'return ' + what)(one)))"
        )
        found: list[str] = json.loads(self.screen.evaluate(script, [selector, what]))
        return found

    def choosing(self) -> Page:
        """Throw until there is something to choose, for a farkle is a throw too; the phone that chooses."""
        while True:
            page = self.phones[self.mover()]
            if page.locator("[data-testid=choose]").count():
                return page
            self.throw(page)

    def tap_a_die(self, page: Page) -> list[str]:
        """Choose a die that scores, with its group; the faces that are chosen then."""
        chosen = page.locator("[data-testid=choose] .chosen")
        end = time.monotonic() + PATIENCE / 1000
        while not chosen.count() and time.monotonic() < end:  # a tap counts at once, or not at all
            page.locator("[data-testid=choose] .one:not(.dead)").first.click()
        found: list[str] = chosen.evaluate_all(
            "(dice) => dice.map((one) => one.getAttribute('aria-label').replace(/\\D/g, ''))"
        )
        return found

    def throw(self, page: Page, button: str = "[data-testid=cup]") -> None:
        """Tap the cup until the throw is told: a tap in the moment when news are shown counts for nothing."""
        before = int(page.locator(".cup-screen").get_attribute("data-seq") or 0)
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            with suppress(Late):
                page.locator(f"{button}:not([aria-disabled=true])").click(timeout=3000)
            with suppress(Late):
                page.wait_for_function(
                    "(n) => document.querySelector('.cup-screen')?.dataset.seq > n", arg=before, timeout=3000
                )
                return
        raise AssertionError("the throw was not told")

    def showed(self, part: str, text: str) -> None:
        """Wait until a part of the television has shown a text, be it that it is gone by now."""
        self.screen.wait_for_function(
            "([part, text]) => (window.shown[part] || []).some((one) => one.indexOf(text) >= 0)",
            arg=[part, text],
        )

    def menu(self, text: str) -> None:
        """Choose a line of the host's list with the remote."""
        end = time.monotonic() + PATIENCE / 1000
        while text not in self.texts_of("#menu p", "one.textContent"):  # it is made when it is opened
            assert time.monotonic() < end, text
            self.screen.keyboard.press("Escape")
            self.screen.keyboard.press("ArrowDown")
        for _ in range(self.texts_of("#menu p", "one.textContent").index(text)):
            self.screen.keyboard.press("ArrowDown")
        expect(self.screen.locator("#menu p.on")).to_have_text(text)
        self.screen.keyboard.press("Enter")
