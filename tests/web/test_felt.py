"""What the felt shows of a throw, and when: nothing before the dice lie, no points under a button."""

from typing import Any

from playwright.sync_api import Browser, expect

from server.processes import Process
from web.browsing import DESKTOP, watched
from web.playing import DICE_TO_CHOOSE, play_until, start, wait_for_table, with_settings

_WATCHED = """
() => {
  // In every frame: is a die warm below, or dimmed, while it still moves?
  window.seen = { early: 0, flying: 0, warm: 0 };
  const look = () => {
    for (const place of document.querySelectorAll('[data-testid=tray] .place')) {
      const moves = place.querySelector('.mover').getAnimations().some((one) => one.playState === 'running');
      const warm = Number(getComputedStyle(place, '::after').opacity) > 0;
      const dim = place.matches('.dull') && getComputedStyle(place).filter !== 'none';
      if (moves) window.seen.flying++;
      if (moves && (warm || dim)) window.seen.early++;
      if (!moves && warm) window.seen.warm++;
    }
    requestAnimationFrame(look);
  };
  look();
}
"""
_STYLED = """
(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
"""


def _thrown(browser: Browser, server: Process, spoil: str = "") -> dict[str, int]:
    """What was seen of dice in the air and at rest, until some that score lie there."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        page = visitor.page("/")
        start(page)
        wait_for_table(page)
        if spoil:
            page.evaluate(_STYLED, spoil)
        page.evaluate(_WATCHED)
        play_until(page, DICE_TO_CHOOSE, bold=True)
        page.wait_for_function("() => window.seen.warm")
        found: dict[str, int] = page.evaluate("() => window.seen")
        return found


def test_no_die_says_what_it_is_good_for_before_it_lies(browser: Browser, server: Process) -> None:
    seen = _thrown(browser, server)
    assert seen["flying"], "dice were seen in the air"
    assert seen["early"] == 0


def test_a_halo_that_comes_early_is_found(browser: Browser, server: Process) -> None:
    """As it was: warm as soon as the server had said the faces."""
    spoil = "[data-testid=tray] .place.able::after { opacity: 1 !important }"
    assert _thrown(browser, server, spoil)["early"] > 0


_BESIDE = """
(points) => {
  const box = (query) => document.querySelector('[data-testid=tray] ' + query).getBoundingClientRect();
  const number = document.querySelector('[data-testid=tray] [data-testid=turn-total]');
  number.textContent = points;
  const plus = document.querySelector('[data-testid=tray] [data-testid=selection]');
  plus.textContent = '+1,500';
  const why = document.querySelector('[data-testid=tray] [data-testid=why]').getBoundingClientRect();
  return Math.min(box('.hint').left - plus.getBoundingClientRect().right, why.top - box('.hint').bottom);
}
"""


def test_the_points_of_a_keep_are_beside_the_hint(browser: Browser, server: Process) -> None:
    """In the longest language, before and after the hint, on the narrowest phones."""
    for width, height in ((320, 568), (390, 844)):
        view: Any = {"width": width, "height": height}
        with watched(browser, server.url, viewport=view) as visitor:
            with_settings(visitor, language="de", pace=0, still=True)
            page = visitor.page("/")
            page.locator("button.now").click()
            wait_for_table(page)
            play_until(page, DICE_TO_CHOOSE, bold=True)
            page.keyboard.press("a")
            page.get_by_test_id("selection").wait_for()
            assert page.evaluate(_BESIDE, "1,050") >= 0, (width, height)
            page.locator(".hint").click()
            page.get_by_role("button", name="Alle Möglichkeiten").wait_for()
            page.get_by_test_id("selection").wait_for()
            assert page.evaluate(_BESIDE, "1,050") >= 0, (width, height, "after a hint")


def test_the_felt_has_its_place_before_the_columns_beside_it_come(browser: Browser, server: Process) -> None:
    """They come a moment later than the felt; as long as they are away, it lies where it will lie."""
    sides = """() => {
      const box = document.querySelector('[data-testid=tray]').getBoundingClientRect();
      return [box.left, box.right];
    }"""
    with watched(browser, server.url, viewport=DESKTOP) as visitor:
        page = visitor.page("/")
        start(page)
        wait_for_table(page)
        expect(page.locator("aside.right")).to_be_visible()
        before = page.evaluate(sides)
        page.evaluate(_STYLED, "aside { display: none !important }")
        assert page.evaluate(sides) == before


_LATE_FRAMES = """
  const draw = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (then) => draw((now) => then(now - 150));
"""
_COUNTED = """
() => {
  window.counted = [];
  new MutationObserver(() => {
    const shown = document.querySelector('[data-testid=turn-total]')?.textContent.trim();
    if (shown && shown !== window.counted.at(-1)) window.counted.push(shown);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""

# Turns are worth fifties; a number between them is seen to count. Where frames are few that takes some turns.
_ON_ITS_WAY = "window.counted.some((shown) => Number(shown.replace(/[^0-9]/g, '')) % 50)"


def test_points_never_count_the_wrong_way(browser: Browser, server: Process) -> None:
    """Frames that began before they were asked for, as on a busy phone: no number falls before it rises."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        visitor.context.add_init_script(_LATE_FRAMES)
        page = visitor.page("/")
        start(page)
        wait_for_table(page)
        page.evaluate(_COUNTED)
        play_until(page, _ON_ITS_WAY, bold=True)
        page.wait_for_timeout(600)  # longer than any count
        counted = page.evaluate("() => window.counted")
        assert not [one for one in counted if one.startswith(("-", "\u2212"))], counted
