"""*No motion* and *Speed* are honoured by all: whatever the browser moves is noted while a game is played."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from conftest import rest_by_night
from server.processes import Process
from web.browsing import watched
from web.playing import ENDING, play_until, start, wait_for_table, with_settings

# What moves, by its name, with the milliseconds it takes; what is asked for without an end has none.
_MOVES = """
  window.moves = {}; window.met = {};
  const named = (one) => {
    const target = one.effect?.target;
    const place = target?.className?.baseVal ?? target?.className ?? '?';
    const what = (one.animationName ?? one.transitionProperty ?? 'flight').split('-').at(-1);
    const part = one.effect?.pseudoElement ?? '';
    return `${what} of .${String(place).split(' ').filter((word) => !/^s-|^svelte-/.test(word))[0]}${part}`;
  };
  const note = (one) => {
    const { duration, delay, iterations } = one.effect.getComputedTiming();
    if (!(duration + delay > 0)) return;
    // What turns back on its way takes less.
    const before = window.moves[named(one)] ?? 0;
    window.moves[named(one)] = Math.max(before, iterations === Infinity ? 0 : duration);
  };
  const look = () => {
    for (const one of document.getAnimations()) note(one);
    const sign = document.querySelector('[data-testid=moment]');
    if (sign) window.met[sign.className.split(' ')[1]] = true;
    if (document.querySelector('.seats .crown')) window.met.crown = true;
    if (document.querySelector('[data-testid=flag]')) window.met.flag = true;
    if (document.querySelector('.tray.farkle .place')) {
      const [die] = document.querySelectorAll('.tray.farkle .place');
      window.met.faded = Math.min(window.met.faded ?? 1, Number(getComputedStyle(die).opacity));
    }
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const one = animate.apply(this, given);
    note(one);
    return one;
  };
  // Looking every frame finds what lasts; what begins is told by the browser as well, however busy it is.
  for (const what of ['transitionrun', 'animationstart']) document.addEventListener(what, look, true);
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    const frame = () => { look(); requestAnimationFrame(frame); };
    frame();
  });
"""
MOMENTS = ("farkle", "bank", "hot", "crown", "flag")


def _moved(page: Page) -> dict[str, float]:
    found: dict[str, float] = page.evaluate("() => window.moves")
    return found


def _play(page: Page, *moments: str) -> None:
    """Play boldly until these were met, then to the end; a game may end before some of them come."""
    start(page)
    wait_for_table(page)
    for _ in range(4):
        met = f"({list(moments)}).every((one) => one in window.met)"
        play_until(page, f"({met}) || {ENDING}", bold=True)
        if page.evaluate(f"() => {met}"):
            return
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_function(f"() => !{ENDING}")
    pytest.fail(f"never met: {set(moments) - set(page.evaluate('() => window.met'))}")


@pytest.mark.parametrize("wish", rest_by_night(["setting", "system"], "setting"))
def test_where_nothing_is_to_move_nothing_does(wish: str, browser: Browser, server: Process) -> None:
    system: Any = "reduce" if wish == "system" else "no-preference"
    with watched(browser, server.url, reduced_motion=system) as visitor:
        visitor.context.add_init_script(_MOVES)
        with_settings(visitor, still=wish == "setting", pace=0.5)
        page = visitor.page("/")
        _play(page, *MOMENTS)
        play_until(page, ENDING)
        page.wait_for_timeout(200)
        assert _moved(page) == {}
        assert page.evaluate("() => window.met.faded") == 0.5, "dice that were lost are dim, not gone"
        # What would be found: something that a setting does not reach.
        page.evaluate("() => { document.body.animate({ opacity: [1, 0.9] }, 50); }")
        assert list(_moved(page)) == ["flight of ."]


PACE = 0.7
"""No time that is made for so many tens of milliseconds is a whole number of tens by chance."""


def _wrong(moved: dict[str, float]) -> dict[str, float]:
    """What took a time of its own: everything is made for tens of milliseconds, times the speed."""
    usual = {what: took / PACE for what, took in moved.items()}
    return {what: took for what, took in usual.items() if abs(took / 10 - round(took / 10)) > 0.01}


@pytest.mark.nightly
def test_speed_is_kept_by_everything_that_moves(browser: Browser, server: Process) -> None:
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        visitor.context.add_init_script(_MOVES)
        with_settings(visitor, still=False, pace=PACE)
        page = visitor.page("/")
        _play(page, "farkle", "bank", "crown", "flag")
        moved = _moved(page)
        assert {"rise of .moment", "shiver of .tray", "flight of .sum", "flight of .set"} <= set(moved)
        assert _wrong(moved) == {}
        page.evaluate("() => { document.body.animate({ opacity: [1, 0.9] }, 50); }")
        assert list(_wrong(_moved(page))) == ["flight of ."]


STYLES = [
    path
    for path in Path("web/src").rglob("*")
    if path.suffix in (".svelte", ".css") and "tv" not in path.parts
]


def _bare(style: str) -> list[str]:
    """Declarations that take a time of their own, whatever the speed is."""
    found = re.findall(r"(?:transition|animation)[a-z-]*:[^;]*;", style)
    return [one for one in found if re.search(r"(?<!\()\b[1-9][\d.]*m?s\b", one)]


def test_no_style_has_a_time_of_its_own() -> None:
    assert len(STYLES) > 100
    assert {path.as_posix(): found for path in STYLES if (found := _bare(path.read_text()))} == {}
    assert not [path for path in STYLES if "prefers-reduced-motion" in path.read_text()], "one rule for all"
    planted = ".a { transition: opacity 200ms; } .b { animation: up calc(90ms * var(--pace)); }"
    assert _bare(planted) == ["transition: opacity 200ms;"]
