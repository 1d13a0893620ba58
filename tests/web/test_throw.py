"""A throw is smooth: frames that are drawn while dice fall, and no task that keeps a finger waiting."""

from statistics import median

import pytest
from playwright.sync_api import Browser, Page

from conftest import Bar
from server.processes import Process
from web.browsing import watched
from web.playing import start, wait_for_my_turn, wait_for_table
from web.tracing import BEGIN, END, Trace, traced

LENGTH = 800
"""A throw takes at most so many milliseconds."""
LIMIT = 50
"""Milliseconds that a task of the main thread may take."""

_THROW = f"""
async (length) => {{
  performance.mark("{BEGIN}");
  document.querySelector('[data-testid=dock] .roll').click();
  await new Promise((resolve) => setTimeout(resolve, length));
  performance.mark("{END}");
}}
"""


def _throws(browser: Browser, server: Process, rate: int, times: int, spoil: str = "") -> Trace:
    """Throws at a table as it is without any settings; `rate` is how much slower the processor is."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        page = visitor.page("/")
        start(page)
        wait_for_table(page)
        page.wait_for_function(
            "() => performance.getEntriesByType('resource').some((one) => /tumble/.test(one.name))"
        )
        page.wait_for_load_state("networkidle")
        if spoil:
            page.evaluate(spoil)
        session = visitor.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        with traced(browser, page) as found:
            for _ in range(times):
                _my_roll(page)
                page.evaluate(_THROW, LENGTH)
        return found[0]


def _my_roll(page: Page) -> None:
    """Go on until a roll may be made."""
    for _ in range(200):
        wait_for_my_turn(page)
        if page.locator("[data-testid=dock] .roll[aria-disabled=false]").count():
            page.wait_for_timeout(300)
            return
        page.keyboard.press("a")
        page.wait_for_timeout(100)
    raise AssertionError("no roll comes")


@pytest.mark.nightly
@pytest.mark.alone
def test_a_throw_is_drawn_in_many_frames(browser: Browser, server: Process, bar: Bar) -> None:
    frames = _throws(browser, server, 1, 2).frames()
    found = median(frames)
    bar("frames of a throw", f"{found:g} in {LENGTH} ms", "20 at least", found >= 20)


@pytest.mark.nightly
@pytest.mark.alone
def test_no_task_of_a_throw_is_long_on_a_slow_phone(browser: Browser, server: Process, bar: Bar) -> None:
    """A processor four times slower; the longest task of each of five throws, the median of them."""
    trace = _throws(browser, server, 4, 5)
    longest = median(trace.longest_tasks())
    frames = median(trace.frames())
    bar(
        "longest task of a throw",
        f"{longest:.0f} ms at a quarter of the speed, {frames:g} frames",
        f"{LIMIT} ms",
        longest <= LIMIT,
    )


def test_a_page_that_stutters_is_found(browser: Browser, server: Process) -> None:
    """Somebody who works for 500 ms on the main thread while dice fall, and draws nothing meanwhile."""
    spoil = """() => document.addEventListener('click', () => setTimeout(() => {
      for (const end = performance.now() + 500; performance.now() < end;);
    }, 50))"""
    trace = _throws(browser, server, 1, 1, spoil)
    assert trace.longest_tasks()[0] > LIMIT
