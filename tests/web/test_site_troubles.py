"""The page without a server in trouble: a new version, no memory, a full one, damage, a clock that jumps."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from web.browsing import Watched, watched
from web.playing import QUICK, dock, play_to_the_end, to_a_choice, wait_for_my_turn, with_settings
from web.test_site import against_the_champion, folder, site

__all__ = ["folder", "site"]


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Watched]:
    with watched(browser, site, service_workers="allow") as one:
        with_settings(one, **QUICK, lastBot="greedy", lastSheet="kcd")
        yield one


def _begin(page: Page) -> str:
    """Play now, and roll: what lies on the table then."""
    page.get_by_role("button", name="Play now").click()
    to_a_choice(page)
    return _lying(page)


def _lying(page: Page) -> str:
    expect(page.locator("[data-testid=tray] .place[aria-disabled=false]").first).to_be_visible()
    return page.locator("[data-testid=tray]").inner_text()


def test_a_new_version_announces_itself_and_breaks_no_running_game(
    visitor: Watched, site: str, folder: Path
) -> None:
    page = visitor.page(site)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    faces = _begin(page)
    worker = folder / "worker.js"
    old = worker.read_text(encoding="utf-8")
    version = re.findall(r'"(hotdice-[0-9a-f]{12})"', old)[0]
    worker.write_text(old.replace(version, "hotdice-000000000001"), encoding="utf-8")
    try:
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update())")
        waits = "() => navigator.serviceWorker.getRegistration().then((one) => !!one.waiting)"
        page.wait_for_function(waits)
        # Nothing happens to the table; the first screen says it, and the game goes on to the die afterwards.
        assert _lying(page) == faces
        expect(page.get_by_text("A new version is ready.")).to_have_count(0)
        page.goto(site + "#/")
        expect(page.get_by_text("A new version is ready.")).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("button", name="Load it").click()
        page.locator("a.game").first.click()
        assert _lying(page) == faces
        kept = page.evaluate("() => caches.keys()")
        assert "hotdice-000000000001" in kept
        assert version not in kept
    finally:
        worker.write_text(old, encoding="utf-8")


_FORBIDDEN = "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('forbidden'); } });"
_FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize("trouble", [_FORBIDDEN, _FULL], ids=["forbidden", "full"])
def test_a_browser_that_keeps_nothing_is_told_of_and_the_game_goes_on(
    trouble: str, visitor: Watched, site: str
) -> None:
    visitor.context.add_init_script(trouble)
    page = visitor.page(site)
    page.get_by_role("button", name="Play now").click()
    wait_for_my_turn(page)
    expect(page.get_by_text("This browser keeps nothing").first).to_be_visible()
    to_a_choice(page)
    # It is not lost as long as the page is open: listed, and to be saved as a file.
    page.goto(site + "#/settings")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy of 1").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("hotdice record")


_DAMAGE = """
() => new Promise((resolve) => {
  const asking = indexedDB.open("hotdice", 1);
  asking.onsuccess = () => {
    const change = asking.result.transaction("games", "readwrite");
    const store = change.objectStore("games");
    store.getAll().onsuccess = ({ target }) => {
      const game = target.result[0];
      const nonsense = [{ type: "DiceRolled", seat: 9, dice: [1], faces: ["x"] }, { type: "Nonsense" }];
      store.put({ ...game, events: nonsense });
    };
    change.oncomplete = () => (asking.result.close(), resolve());
  };
})
"""


def test_a_damaged_game_is_told_of_and_the_others_are_whole(visitor: Watched, site: str) -> None:
    page = visitor.page(site)
    _begin(page)
    damaged = page.url
    page.evaluate(_DAMAGE)
    page.goto(site)  # anew, so that nothing is left in memory
    page.reload()
    faces = _begin(page)
    page.goto(damaged)
    page.reload()
    expect(page.get_by_text("A game on this device is damaged").first).to_be_visible()
    page.goto(site + "#/settings")
    expect(page.get_by_text("A game on this device is damaged").first).to_be_visible()
    expect(page.get_by_role("button", name="Save a copy of 1")).to_be_visible()
    page.goto(site)
    page.locator("a.game").first.click()
    assert _lying(page) == faces


def test_a_clock_that_jumps_brings_no_game_out_of_order(visitor: Watched, site: str) -> None:
    page = visitor.page(site)
    _begin(page)
    jump = "(days) => { const now = Date.now; Date.now = () => now() + days * 86400000; }"
    for days in (-400, 800):
        page.evaluate(jump, days)
        page.keyboard.press("a")
        dock(page).locator(".roll").click()
        wait_for_my_turn(page)
    url = page.url
    page.reload()
    wait_for_my_turn(page)
    page.goto(site)
    expect(page.locator("a.game").first).to_have_attribute("href", re.compile(re.escape(url.split("#")[1])))


def test_the_champion_says_that_it_still_reads_and_plays_on_meanwhile(browser: Browser, site: str) -> None:
    """Its table is on its way for as long as the game takes."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with watched(browser, site) as visitor:  # without a service worker, past which no test would see
        with_settings(visitor, **QUICK, lastBot="champion", lastSheet="kcd")
        visitor.context.route("**/tables/*", hold)
        page = visitor.page(site)
        against_the_champion(page, "kcd")
        page.wait_for_function("() => document.body.innerText.includes('The fox is still reading')")
        play_to_the_end(page)
        assert held, "the table was asked for"
        for route in held:
            route.abort()
