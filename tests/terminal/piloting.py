"""Drives the app without a terminal: keys in, screens out."""

import re
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from conftest import exploring
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.settings import Settings, save_settings
from terminal.resting import quick_rest

Script = Callable[[HotdiceApp, "Pilot[str]"], Awaitable[None]]
PATIENCE = 120.0
"""Seconds to wait for what must come; only a fault takes so long, however slow the machine."""
QUICK = Settings(speed="at once", motion=False)


async def settle(app: HotdiceApp, pilot: "Pilot[str]") -> None:
    """Wait until nobody but a person is to move."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        if not getattr(app.screen, "busy", False):
            return
        assert app.is_running, "the app has ended"
    raise AssertionError("the table never came to rest")


async def until(pilot: "Pilot[str]", condition: Callable[[], bool]) -> None:
    """Wait for something that happens by and by; a busy machine may take its time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause(0.01)
        if condition():
            return
        assert pilot.app.is_running, "the app has ended"
    raise AssertionError("it did not come about")


async def press(app: HotdiceApp, pilot: "Pilot[str]", *keys: str) -> None:
    """Press keys one after the other and let the game go on after each."""
    for key in keys:
        await pilot.press(key)
        await settle(app, pilot)


async def type_line(app: HotdiceApp, pilot: "Pilot[str]", text: str) -> None:
    """Put a line into the field that has the focus, and press Enter."""
    await until(pilot, lambda: isinstance(app.focused, Input))
    field = app.focused
    assert isinstance(field, Input), field
    field.value = text
    await pilot.press("enter")
    await pilot.pause()


async def run_app(
    script: Script, *, size: tuple[int, int] = (80, 24), settings: Settings = QUICK
) -> HotdiceApp:
    """Run a script against a fresh app."""
    save_settings(settings)
    app = HotdiceApp()
    with quick_rest():
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(app, pilot)
    return app


CELL = 12.2
"""How wide a character is in an exported picture."""


def screen_text(app: HotdiceApp) -> list[str]:
    """What the screen shows, line by line, without colours."""
    return svg_text(app.export_screenshot())


def svg_text(svg: str) -> list[str]:
    """The characters of an exported picture where they stand."""
    rows: dict[float, list[tuple[int, str]]] = {}
    pattern = r'<text class="[\w-]*-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>'
    for x, y, text in re.findall(pattern, svg):
        rows.setdefault(float(y), []).append((round(float(x) / CELL), unescape(text)))
    lines: list[str] = []
    for _, parts in sorted(rows.items()):
        line = ""
        for column, text in sorted(parts):
            line = line.ljust(column) + text.replace("\xa0", " ")
        lines.append(line.rstrip())
    return lines


class SameSeeds:
    """In place of `secrets`: the same seeds whenever the same test asks for them."""

    def __init__(self, name: str) -> None:
        self._name, self._asked = name, 0

    def token_hex(self, size: int) -> str:
        """The next seed."""
        self._asked += 1
        return sha256(f"{self._name} {self._asked}".encode()).hexdigest()[: 2 * size]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A folder of saved games of one's own, no surroundings that change the app, the same dice every day.

    By night (`--hypothesis-profile explore`) the dice fall as they like.
    """
    monkeypatch.setenv("HOTDICE_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if not exploring():
        same = SameSeeds(request.node.name)
        monkeypatch.setattr("hotdice.terminal.starting.secrets", same)
        monkeypatch.setattr("hotdice.terminal.munchkin_saved.secrets", same)
    return tmp_path
