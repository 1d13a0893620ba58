"""The app in small windows, and keys that every page knows."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from hotdice.game import print_record
from hotdice.rules import load
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.home_screen import HomeScreen
from hotdice.terminal.app.new_game_screen import SheetScreen
from hotdice.terminal.app.text_screens import Question, TextScreen
from hotdice.terminal.app.too_small import TooSmall
from hotdice.terminal.app.tray import SHAPES, Tray
from hotdice.terminal.settings import Settings
from hotdice.terminal.starting import new_record
from terminal.piloting import home, press, run_app, screen_text, settle, until
from terminal.test_app_terminal import AppTerminal

__all__ = ["home"]


def many_games(home: Path, count: int = 3) -> None:
    for number in range(count):
        record = new_record(load("classic"), ["human", "greedy"], seed=str(number))
        (home / f"2026010{number + 1}-000000-classic.farkle").write_text(print_record(record))


def test_every_line_of_the_first_page_can_be_reached_and_seen_at_80_by_24(home: Path) -> None:
    many_games(home)

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        found = app.screen.query_one("#choices", OptionList)
        for place in range(found.option_count):
            assert found.highlighted == place
            text = str(found.get_option_at_index(place).prompt)
            assert any(text[:30] in line for line in screen_text(app)), text
            await press(app, pilot, "down")
        assert found.highlighted == 0  # and round again

    asyncio.run(run_app(script, size=(80, 24)))
    asyncio.run(run_app(script, size=(80, 16)))


def test_two_games_that_look_alike_have_their_moments(home: Path) -> None:
    many_games(home, 2)

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        import re

        rows = [line for line in screen_text(app) if "Go on" in line]
        assert len(rows) == 2
        assert all(re.search(r"[A-Z][a-z]{2} \d+, \d\d:\d\d", row) for row in rows)

    asyncio.run(run_app(script))


@pytest.mark.parametrize(("sheet", "shape"), [("classic", "compact"), ("marina", "tiny")])
def test_at_40_by_20_dice_stand_in_one_row_and_no_key_is_cut(home: Path, sheet: str, shape: str) -> None:
    changes = ["dice=10"] if shape == "tiny" else []

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        # A roll in which several dice count: a single one is chosen by itself, and lies a row higher.
        app.sit_down(new_record(load(sheet, changes), ["human", "human"], seed="2"), None)
        await settle(app, pilot)
        tray = app.screen.query_one(Tray)
        while not tray.faces:
            await press(app, pilot, "r")
        assert not tray.chosen

        def in_one_row() -> bool:
            """All dice, and nothing else, in one row."""
            return any(row.split() == list(map(str, tray.faces)) for row in screen_text(app))

        await until(pilot, in_one_row)
        assert tray._shape() == SHAPES[shape]
        rows = screen_text(app)
        last = rows[-1]
        assert "More keys" in last
        assert "esc Leave" in last
        assert max(map(len, rows)) <= 40

    asyncio.run(run_app(script, size=(40, 20)))


def test_a_window_that_is_too_small_says_so_and_loses_nothing(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.start(load("classic"), ["human", "human"])
        await settle(app, pilot)
        table = app.screen
        await pilot.resize_terminal(36, 12)
        await pilot.pause()
        assert isinstance(app.screen, TooSmall)
        assert any("36 by 12" in line for line in screen_text(app))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen is table

    asyncio.run(run_app(script))


def test_a_chosen_size_comes_back_with_the_room(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        assert app.has_class("-text-compact")
        await pilot.resize_terminal(130, 40)
        await pilot.pause()
        assert app.has_class("-text-large")
        assert not app.has_class("-text-compact")

    asyncio.run(
        run_app(script, size=(50, 20), settings=Settings(speed="at once", motion=False, text="large"))
    )


@pytest.mark.parametrize("page", ["home", "new", "munchkin", "saved"])
def test_a_question_mark_explains_every_page(home: Path, page: str) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        if page != "home":
            app.choose(page)
        await settle(app, pilot)
        under = app.screen
        await press(app, pilot, "?")
        assert isinstance(app.screen, TextScreen)
        text = app.screen.text
        for active in under.active_bindings.values():
            if active.binding.show and active.binding.description:
                assert active.binding.description in text
        await press(app, pilot, "escape")
        assert app.screen is under

    asyncio.run(run_app(script))


def test_escape_leaves_the_questions_about_the_sheet(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("new")
        await settle(app, pilot)
        assert isinstance(app.screen, SheetScreen)
        sheets: SheetScreen = app.screen
        before = list(sheets.sheets)
        await press(app, pilot, "w")
        assert isinstance(app.screen, Question)
        await press(app, pilot, "escape")
        assert app.screen_stack[-1] is sheets
        assert sheets.sheets == before
        await press(app, pilot, "escape")
        assert isinstance(app.screen_stack[-1], HomeScreen)

    asyncio.run(run_app(script))


def test_a_real_terminal_of_40_by_20(tmp_path: Path) -> None:
    terminal = AppTerminal(tmp_path, "play", "classic", "--players", "human,human", size=(40, 20))
    terminal.wait_for("More keys")
    terminal.resize(38, 12)
    terminal.wait_for("38 by 12")
    terminal.resize(80, 24)
    terminal.wait_for("Leave")
    terminal.quit()
    assert b"Traceback" not in terminal.drawn
