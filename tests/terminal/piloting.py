"""Drives the app without a terminal: keys in, screens out."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.settings import Settings, save_settings

Script = Callable[[HotdiceApp, "Pilot[str]"], Awaitable[None]]
QUICK = Settings(speed="at once", motion=False)


async def settle(app: HotdiceApp, pilot: "Pilot[str]") -> None:
    """Wait until nobody but a person is to move."""
    for _ in range(2000):
        await pilot.pause()
        screen = app.screen
        if not isinstance(screen, TableScreen) or not screen.busy:
            return
    raise AssertionError("the table never came to rest")


async def press(app: HotdiceApp, pilot: "Pilot[str]", *keys: str) -> None:
    """Press keys one after the other and let the game go on after each."""
    for key in keys:
        await pilot.press(key)
        await settle(app, pilot)


async def type_line(app: HotdiceApp, pilot: "Pilot[str]", text: str) -> None:
    """Put a line into the field that has the focus, and press Enter."""
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
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await script(app, pilot)
    return app


def screen_text(app: HotdiceApp) -> list[str]:
    """What the screen shows, line by line, without colours."""
    svg = app.export_screenshot()
    rows: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in re.findall(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>', svg):
        rows.setdefault(float(y), []).append((float(x), text))
    return ["".join(t for _, t in sorted(row)).replace("&#160;", " ") for _, row in sorted(rows.items())]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of saved games of one's own, and no surroundings that change the app."""
    monkeypatch.setenv("HOTDICE_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path
