"""Colours of cards, taking back at the Munchkin Dice table, its games among the saved ones, and the mouse."""

import asyncio
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList

from hotdice.munchkin import load as load_munchkin
from hotdice.munchkin import print_record as print_table
from hotdice.rules import load
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.card_table import CardTableScreen
from hotdice.terminal.app.munchkin_table import MunchkinTableScreen
from hotdice.terminal.app.new_game_screen import PlayersScreen
from hotdice.terminal.app.saved_screen import SavedScreen
from hotdice.terminal.app.seats import colour_of
from hotdice.terminal.app.text_screens import ActionLine, TextScreen
from hotdice.terminal.munchkin_saved import new_table
from hotdice.terminal.munchkin_table import TableSession
from terminal.piloting import home, press, run_app, screen_text, settle
from terminal.running import run

__all__ = ["home"]


def test_colours_of_cards_are_chosen_and_shown(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.push_screen(PlayersScreen(load("munchkin-farkle")))
        await settle(app, pilot)
        players = app.screen
        assert isinstance(players, PlayersScreen)
        assert players.colours() == ("red", "blue", "green")
        await press(app, pilot, "home", "k", "k")  # the first seat: blue, then green
        assert players.colours()[0] == "green"
        assert len(set(players.colours())) == 3
        await press(app, pilot, "s")
        table = app.screen
        assert isinstance(table, CardTableScreen)
        state = table.session.state
        assert colour_of(state, 0) == "green"
        assert table.session.record.colours == tuple(colour_of(state, seat) for seat in range(3))
        assert any("You  green" in line for line in screen_text(app))

    asyncio.run(run_app(script, size=(130, 36)))


def test_a_sheet_without_cards_has_no_key_for_colours(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.push_screen(PlayersScreen(load("classic")))
        await settle(app, pilot)
        assert not any("Colour" in line for line in screen_text(app))

    asyncio.run(run_app(script, size=(130, 36)))


def test_undo_at_the_munchkin_dice_table_stops_where_dice_or_cards_fell() -> None:
    session = TableSession(new_table(load_munchkin(), ["human", "shrewd"], seed="3"))
    while session.asked < 0:
        session.step()
    before, dealt = session.state, len(session.record.commands)
    assert "fallen" in session.undo()
    played = next(move for move in session.moves() if type(move).__name__ == "PlayCard")
    assert not hasattr(session.do(played), "sentence")
    assert session.state != before
    assert session.undo() == ""
    assert session.state == before
    assert len(session.record.commands) == dealt
    kick = next(move for move in session.moves() if type(move).__name__ == "KickDoor")
    session.do(kick)
    while session.asked < 0:
        session.step()
    assert "fallen" in session.undo()


def test_undo_is_a_word_and_a_key(tmp_path: Path, home: Path) -> None:
    words = ("munchkin", "play", "--players", "human,shrewd", "--seed", "3")
    said = run(*words, home=tmp_path, typed="undo\n1\nundo\nquit\n").stdout
    assert "Nothing can be taken back" in said

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = TableSession(new_table(load_munchkin(), ["human", "shrewd"], seed="3"))
        app.push_screen(MunchkinTableScreen(session))
        await settle(app, pilot)
        before = session.state
        moves = app.screen.query_one("#moves", OptionList)
        moves.highlighted = next(i for i, m in enumerate(session.moves()) if type(m).__name__ == "PlayCard")
        await press(app, pilot, "enter")
        assert session.state != before
        await press(app, pilot, "u")
        assert session.state == before

    asyncio.run(run_app(script))


def test_tables_of_munchkin_dice_are_among_the_saved_games(home: Path) -> None:
    record = new_table(load_munchkin(), ["human", "shrewd"], ["Ann", "Bob"], seed="3")
    file = home / "20260101-000000.munchkin"
    file.write_text(print_table(record))

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("saved")
        await settle(app, pilot)
        assert isinstance(app.screen, SavedScreen)
        assert any("Munchkin Dice: Ann 1, Bob 1" in line for line in screen_text(app))
        await press(app, pilot, "enter")
        assert isinstance(app.screen, MunchkinTableScreen)
        app.go_home()
        app.choose("saved")
        await settle(app, pilot)
        await press(app, pilot, "x", "down", "enter")
        assert not file.exists()

    asyncio.run(run_app(script))


def test_a_click_closes_a_page_of_text(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        under = app.screen
        await press(app, pilot, "?")
        assert isinstance(app.screen, TextScreen)
        await pilot.click(ActionLine)
        await pilot.pause()
        assert app.screen_stack[-1] is under

    asyncio.run(run_app(script))
