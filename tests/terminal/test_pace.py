"""What a table waits for, and how a key ends the wait."""

import asyncio

import pytest

from hotdice.terminal.app.pace import FRAMES, Pace
from hotdice.terminal.settings import Settings


@pytest.fixture(autouse=True)
def _colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def _tumbled(settings: Settings, hurry_after: int | None = None) -> list[int]:
    async def run() -> list[int]:
        pace = Pace(lambda: settings)
        pictures: list[int] = []
        async for left in pace.tumble():
            pictures.append(left)
            if len(pictures) == hurry_after:
                pace.hurry()
        return pictures

    return asyncio.run(run())


def test_dice_tumble_down_to_the_last_picture() -> None:
    assert _tumbled(Settings(speed="normal")) == list(range(FRAMES - 1, -1, -1))


def test_a_faster_table_shows_fewer_pictures() -> None:
    assert 2 <= len(_tumbled(Settings(speed="fast"))) < FRAMES


@pytest.mark.parametrize("settings", [Settings(motion=False), Settings(speed="at once")])
def test_who_asked_for_no_motion_sees_none(settings: Settings) -> None:
    assert _tumbled(settings) == []


def test_a_key_ends_the_tumbling() -> None:
    assert len(_tumbled(Settings(speed="slow"), hurry_after=3)) == 3


def test_a_key_ends_a_pause_that_would_last_for_ever() -> None:
    async def run() -> None:
        pace = Pace(lambda: Settings(speed="slow"))
        waiting = asyncio.ensure_future(pace.pause(1e9))
        await asyncio.sleep(0)  # the pause begins, and forgets keys from before
        pace.hurry()
        await asyncio.wait_for(waiting, 60)

    asyncio.run(run())
