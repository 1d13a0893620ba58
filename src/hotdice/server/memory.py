"""Keeping Python's search for unreachable circles out of the way of those who play.

Nearly everything here is freed at once when the last reference to it goes. The search for the rest visits
every object there is; with a thousand tables that is half a second in which nobody is answered. So what
the start has made is never visited again, young objects are visited in larger portions, and the search of
everything waits until nobody moves.
"""

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = 10_000
"""So many more objects made than freed, and the young ones are visited."""
MIDDLE = 5
NEVER = 2**31 - 1
IDLE_SECONDS = 2.0
LONGEST_WAIT = 3600.0


def settle() -> None:
    """After the start: what is there now stays, so nobody need look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def tidy(
    busy: Callable[[], int], *, every: float = 60.0, idle: float = IDLE_SECONDS, longest: float = LONGEST_WAIT
) -> None:
    """Now and then visit everything, in a moment in which the count `busy` stands still.

    After `longest` seconds without such a moment it is done all the same, so that no circle stays for ever.
    """
    last = time.monotonic()
    while True:
        await asyncio.sleep(every)
        while time.monotonic() - last < longest:
            before = busy()
            await asyncio.sleep(idle)
            if busy() == before:
                break
        gc.collect()
        last = time.monotonic()
