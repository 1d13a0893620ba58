"""How fast a table tells what happens: pauses and tumbling dice, cut short by any key."""

import asyncio
from collections.abc import AsyncIterator, Callable

from hotdice.terminal.settings import PAUSES, Settings, motion_allowed

FRAME = 0.06
FRAMES = 10


class Pace:
    """Waits as the settings of this moment say; they may change while a game is on.

    >>> async def still() -> list[int]:
    ...     pace = Pace(lambda: Settings(motion=False))
    ...     return [left async for left in pace.tumble()]
    >>> asyncio.run(still())
    []
    """

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._hurried = asyncio.Event()

    def hurry(self) -> None:
        """Somebody pressed a key: what is being waited for is over."""
        self._hurried.set()

    async def pause(self, share: float) -> None:
        """Wait as long as the chosen speed says, or until somebody hurries."""
        if seconds := PAUSES[self._settings().speed] * share:
            self._hurried.clear()
            await self._cut_short(seconds)

    async def tumble(self) -> AsyncIterator[int]:
        """A step for each picture of dice in the air: how many pictures follow. None without motion."""
        settings = self._settings()
        if not motion_allowed(settings) or not PAUSES[settings.speed]:
            return
        frames = max(2, round(FRAMES * min(1.0, PAUSES[settings.speed] / PAUSES["normal"])))
        self._hurried.clear()
        for frame in range(frames):
            yield frames - frame - 1
            if await self._cut_short(FRAME):
                return

    async def _cut_short(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._hurried.wait(), seconds)
        except TimeoutError:
            return False
        return True
