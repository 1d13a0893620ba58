"""The first screen: play at once, without reading anything."""

import pytest
from playwright.sync_api import Browser, Route, expect

from conftest import Bar
from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.playing import QUICK, wait_for_table, with_settings


def test_play_now_is_one_tap_and_the_first_roll_another(visitor: Watched) -> None:
    page = visitor.page("/")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Play now").click()
    roll = page.get_by_role("button", name="Roll 6")
    expect(roll).to_be_visible()
    expect(page).to_have_title("● Your turn · Hotdice")
    roll.click()
    expect(page.get_by_role("button", name="die 1")).to_be_visible()
    assert accessibility_faults(page) == []


_KEEP_ONE_AND_ROLL = """
async () => {
  // A turn of single dice, until two rolls are set aside and dice lie there; a lost one is begun again.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  for (let end = performance.now() + 120000; performance.now() < end; await pause()) {
    const dice = [...document.querySelectorAll('[data-testid=tray] .place[aria-disabled=false]')];
    const rows = [...document.querySelectorAll('[data-testid=tray] li')];
    const folded = rows.some((row) => row.innerText.includes('2 rolls'));
    if (folded && dice.length) return true;
    const roll = document.querySelector('[data-testid=dock] .roll[aria-disabled=false]');
    if (roll) roll.click();
    else dice.find((die) => !die.classList.contains('dull'))?.click();
  }
  return false;
}
"""
_COVERED = """
() => {
  const box = (one) => one.getBoundingClientRect();
  const rest = [...document.querySelectorAll('[data-testid=tray] li, [data-testid=turn-total]')].map(box);
  const meet = (a, b) => a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
  const dice = [...document.querySelectorAll('[data-testid=tray] .place')].map(box);
  return dice.filter((die) => rest.some((one) => meet(die, one))).length;
}
"""


def test_on_a_small_phone_nothing_covers_the_dice(browser: Browser, server: Process) -> None:
    small = {"width": 320, "height": 568}
    with watched(browser, server.url, viewport=small) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        wait_for_table(page)
        assert page.evaluate(_KEEP_ONE_AND_ROLL)
        assert page.evaluate(_COVERED) == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= small["width"]


def test_a_page_that_complains_is_found(visitor: Watched) -> None:
    """The gates of all these tests, seen to close."""
    page = visitor.page("/")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = '1'; document.body.append(s); }"
    )
    page.evaluate("() => console.error('something is wrong')")
    page.evaluate("() => { document.querySelector('h1').innerHTML += '<img src=\"/icon.svg\">'; }")
    page.wait_for_function("() => document.images.length === 1")
    assert any("policy violation" in fault for fault in visitor.faults)
    assert any("something is wrong" in fault for fault in visitor.faults)
    assert any(fault.startswith("image-alt") for fault in accessibility_faults(page))
    visitor.faults.clear()


_IMPATIENT = """
(() => {
  // Somebody who taps as soon as there is something to tap; the clock starts with the address.
  const look = () => {
    const now = document.querySelector('button.now');
    if (now && !now.disabled && !window.played) { window.played = performance.now(); now.click(); }
    const roll = document.querySelector('[data-testid=dock] .roll[aria-disabled=false]');
    if (roll && !window.rolled) { window.rolled = performance.now(); roll.click(); }
    const said = document.querySelector('[data-testid=polite]')?.textContent ?? '';
    if (said.includes('You rolled')) window.fallen = true;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
})()
"""
SLOW_NETWORK = {
    "offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8,
}  # fmt: skip
"""A phone far from the mast, as Lighthouse imagines it: 150 ms there and back, 1.6 Mbit/s."""


def test_a_roll_that_is_tapped_before_the_table_is_there_counts(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as visitor:
        page = visitor.context.new_page()
        held: list[Route] = []
        sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
        page.route(
            "**/api/matches",
            lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
        )
        page.add_init_script(_IMPATIENT)
        with page.expect_request(lambda asked: asked.method == "POST" and asked.url.endswith("/api/matches")):
            page.goto("/")
        page.wait_for_function("() => window.rolled")
        expect(page.get_by_role("button", name="die 1, in the air")).to_be_visible()
        assert page.evaluate("() => location.hash") == "#/table/new"
        assert len(held) == 1, "the table is asked for once"
        assert not sent, "nothing was said to a table that is not there"
        held[0].continue_()
        page.wait_for_function("() => window.fallen")
        assert page.evaluate("() => location.hash").removeprefix("#/table/") != "new"
        done = [frame for frame in sent if '"type":"Do"' in frame]
        words = ('"SealSeed"', '"GiveSeed"', '"Begin"', '"Roll"')
        assert [word in frame for word, frame in zip(words, done, strict=True)] == [True] * 4
        page.reload()
        expect(page.get_by_test_id("dock")).to_be_visible()


def test_a_table_that_cannot_be_had_leads_back_with_a_reason(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as visitor:
        visitor.expected += ["403 (Forbidden)", "closed before the connection is established"]
        page = visitor.context.new_page()
        closed = {"code": "closed", "text": "The owner of this server takes no new tables now."}
        page.route("**/api/matches", lambda route: route.fulfill(status=403, json=closed))
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        expect(page.get_by_role("alert")).to_have_text(closed["text"])
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        page.goto("/#/table/new")
        expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.parametrize(
    ("network", "limit"), [(None, 1.0), (SLOW_NETWORK, 1.5)], ids=["phone", "phone-and-network"]
)
def test_the_first_move_comes_soon_on_a_slow_phone(
    browser: Browser, server: Process, bar: Bar, network: dict[str, float] | None, limit: float
) -> None:
    """A processor four times slower, nothing in the cache; the best of five, for other things run too."""
    found = []
    for _ in range(5):
        with watched(browser, server.url) as visitor:
            page = visitor.context.new_page()
            session = visitor.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            if network:
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", network)
            page.add_init_script(_IMPATIENT)
            page.goto("/", wait_until="commit")
            page.wait_for_function("() => window.rolled")
            found.append(page.evaluate("() => window.rolled / 1000"))
            # The tap counted: the dice have fallen.
            page.wait_for_function("() => window.fallen")
    best = min(found)
    name = "page first move" + (", slow network too" if network else "")
    bar(name, f"{best:.2f} s from the address to a roll that counts", f"{limit:g} s", best < limit)


_FETCHED = """
() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter((one) => one.encodedBodySize)
  .map((one) => [new URL(one.name).pathname, one.encodedBodySize])
"""


def test_all_that_the_first_screen_fetches_is_small(browser: Browser, server: Process, bar: Bar) -> None:
    """As it travels, until nothing more is asked for: pictures, words, sheets and fonts too."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        page = visitor.page("/")
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        expect(page.locator(".toys .die")).to_have_count(6)  # they come when there is nothing better to do
        page.wait_for_load_state("networkidle")
        page.wait_for_function(
            "() => performance.getEntriesByType('resource').some((one) => /webp/.test(one.name))"
        )
        fetched = page.evaluate(_FETCHED)
        names = " ".join(name for name, _ in fetched)
        assert ".webp" in names, "dice are pictures, and count"
        assert ".woff2" in names
        assert "words-later" not in names, "words of other screens are not for this one"
        total = sum(size for _, size in fetched) / 1000
        bar("first screen", f"{total:.0f} kB as it travels", "150 kB", total < 150)
        # The pictures of a throw are there before the first one at a table.
        page.get_by_role("button", name="Play now").click()
        wait_for_table(page)
        page.wait_for_function(
            "() => performance.getEntriesByType('resource').some((one) => /tumble/.test(one.name))"
        )
