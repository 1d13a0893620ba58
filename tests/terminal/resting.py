"""When an app has nothing left to do, told from its event loop, not by watching the clock.

Textual's own answer is a span of 20 ms in which the process hardly worked: every key costs three of them, and
on a busy machine a process that waits for its turn looks idle. Here an app rests as soon as nothing is
ready to run and no timer is about to fire.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

SOON = 0.02
"""Seconds: a timer that fires earlier belongs to what is going on."""
TURNS = 3
"""How often in a row nothing may be ready: news from a thread or a socket is heard between two looks."""


async def at_rest(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait until nothing is to be done; an app that is never at rest gets a second."""
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    await asyncio.sleep(min_sleep)
    idle = 0
    while idle < TURNS and loop.time() < end:
        await asyncio.sleep(0)
        if loop._ready:
            idle = 0
            continue
        first = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end)
        if first < loop.time() + SOON:
            idle = 0
            await asyncio.sleep(max(0.0, first - loop.time()))
        else:
            idle += 1
            await asyncio.sleep(0.001)


@contextmanager
def quick_rest() -> Iterator[None]:
    """Textual's pilot presses its next key as soon as the app rests."""
    with patch("textual.pilot.wait_for_idle", at_rest), patch("textual.app.wait_for_idle", at_rest):
        yield
