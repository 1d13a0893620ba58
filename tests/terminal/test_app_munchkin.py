"""Munchkin Dice in the app: a table on screen, the companion of a real one, what is kept of them."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList

from hotdice.munchkin import Command, load, parse_record
from hotdice.munchkin import commands as c
from hotdice.munchkin.companion import parse_companion
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.card_screens import HandOver
from hotdice.terminal.app.companion_screen import CompanionScreen
from hotdice.terminal.app.home_screen import HomeScreen
from hotdice.terminal.app.munchkin_screens import MunchkinLineUp, MunchkinScreen
from hotdice.terminal.app.munchkin_table import MunchkinTableScreen
from hotdice.terminal.app.text_screens import LineQuestion, Question, TextScreen
from hotdice.terminal.munchkin_saved import new_table, saved_companions, saved_tables
from hotdice.terminal.munchkin_table import TableSession
from hotdice.terminal.settings import Settings
from terminal.piloting import home, press, run_app, screen_text, settle, type_line, until

__all__ = ["home"]


def shown(app: HotdiceApp) -> str:
    """The screen as one text."""
    return "\n".join(screen_text(app))


def table(app: HotdiceApp) -> MunchkinTableScreen:
    """The table on the screen."""
    assert isinstance(app.screen, MunchkinTableScreen), app.screen
    return app.screen


async def sit(app: HotdiceApp, pilot: "Pilot[str]", *who: str, seed: str, level: int = 10) -> TableSession:
    """A table that is not kept."""
    session = TableSession(new_table(load([f"winning_level={level}"]), who, seed=seed))
    app.push_screen(MunchkinTableScreen(session))
    await settle(app, pilot)
    return session


def wish(moves: tuple[Command, ...]) -> int:
    """A simple player: win fights, kick doors, play cards, and roll now and then."""
    order = (c.Claim, c.PlayCard, c.RollDie, c.KickDoor, c.Flee, c.LootRoom, c.EndTurn, c.Pass)
    ranks = [next((i for i, kind in enumerate(order) if isinstance(move, kind)), 99) for move in moves]
    return ranks.index(min(ranks))


async def play_on(app: HotdiceApp, pilot: "Pilot[str]", done: Callable[[], bool]) -> None:
    """Choose moves until something is so."""
    for _ in range(3000):
        if isinstance(app.screen, HandOver):
            await press(app, pilot, "enter")
        if done():
            return
        screen = table(app)
        screen.query_one("#moves", OptionList).highlighted = wish(screen.moves)
        await press(app, pilot, "enter")
    raise AssertionError("it did not come about")


def test_a_whole_game_on_screen(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("munchkin")
        await settle(app, pilot)
        await press(app, pilot, "enter")
        line_up = app.screen
        assert isinstance(line_up, MunchkinLineUp)
        assert line_up.who == ["human", "shrewd", "steady"]
        await press(app, pilot, "l", "l", "s")
        session = table(app).session
        await play_on(app, pilot, lambda: session.state.over)
        assert session.file is not None
        assert parse_record(session.file.read_bytes()).commands == session.record.commands
        assert "The game is over." in shown(app)
        await press(app, pilot, "enter")  # play again
        assert not table(app).session.state.over
        await press(app, pilot, "q", "down", "enter")
        assert isinstance(app.screen, HomeScreen)
        assert len(saved_tables()) == 2

    asyncio.run(run_app(script))


def test_a_table_is_left_and_goes_on_and_an_old_one_is_told_and_deleted(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("munchkin")
        await settle(app, pilot)
        await press(app, pilot, "enter", "s")
        session = table(app).session
        await play_on(app, pilot, lambda: session.state.turn >= 2)
        before = session.state
        await press(app, pilot, "q", "down", "enter")
        app.choose("munchkin")
        await settle(app, pilot)
        assert "Go on" in shown(app)
        await press(app, pilot, "r")
        assert isinstance(app.screen, TextScreen)
        assert "Turn 1" in app.screen.text
        await press(app, pilot, "escape", "enter")
        assert table(app).session.state == before
        app.go_home()
        app.choose("munchkin")
        await settle(app, pilot)
        await press(app, pilot, "x", "enter")
        assert len(saved_tables()) == 1
        await press(app, pilot, "x", "down", "enter")
        assert not saved_tables()
        await press(app, pilot, "x", "r")  # nothing there to delete or to tell
        assert isinstance(app.screen, MunchkinScreen)

    asyncio.run(run_app(script))


def test_two_people_at_one_keyboard_do_not_see_each_others_hands(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, "human", "human", "steady", seed="5")
        names = {card: session.state.sheet.by_id[card].name for card in session.state.seats[0].hand}
        assert isinstance(app.screen, HandOver)
        assert not any(name in shown(app) for name in names.values())
        await press(app, pilot, "c", "w", "escape")
        assert isinstance(app.screen, HandOver)
        await press(app, pilot, "enter")
        screen = table(app)
        await press(app, pilot, "c")
        assert isinstance(app.screen, TextScreen)
        assert all(name in app.screen.text for name in names.values())
        await press(app, pilot, "escape")
        await play_on(app, pilot, lambda: screen.looker == 1)
        assert screen.session.asked == 1
        hidden = [screen.session.state.sheet.by_id[card].name for card in session.state.seats[0].hand]
        await press(app, pilot, "c")
        assert isinstance(app.screen, TextScreen)
        hand = app.screen.text.split("In play before")[0]
        own = [session.state.sheet.by_id[card].name for card in session.state.seats[1].hand]
        assert not [name for name in hidden if name in hand and name not in own]

    asyncio.run(run_app(script))


def test_pages_over_the_table_and_the_speed(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        await sit(app, pilot, "human", "shrewd", seed="4")
        for key, text in (
            ("c", "In the hand of You"), ("w", "A roll brings"), ("d", "in the deck"),
            ("t", "exchange the whole hand"), ("question_mark", "click a move"),
        ):  # fmt: skip
            await press(app, pilot, key)
            assert isinstance(app.screen, TextScreen), key
            assert text in app.screen.text, key
            await press(app, pilot, "escape")
        await press(app, pilot, "minus")
        assert app.settings.speed == "fast"
        await press(app, pilot, "q", "escape")
        assert isinstance(app.screen, MunchkinTableScreen)

    asyncio.run(run_app(script))


def test_the_die_is_drawn_and_a_key_hurries_the_bots(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = TableSession(new_table(load(), ("gambler", "gambler"), seed="2"))
        app.push_screen(MunchkinTableScreen(session))
        await until(pilot, lambda: isinstance(app.screen, MunchkinTableScreen))
        screen = table(app)
        drawn: set[int] = set()

        async def rolled() -> None:
            await pilot.press("space")
            drawn.add(screen.query_one("#die-ten").face)  # type: ignore[attr-defined]

        for _ in range(400):
            await rolled()
            if len(drawn) > 2:
                break
        assert len(drawn) > 2
        app.go_home()

    asyncio.run(run_app(script, settings=Settings(speed="slow")))


def test_the_companion_of_a_real_table(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("munchkin")
        await settle(app, pilot)
        await press(app, pilot, "down", "enter")
        assert isinstance(app.screen, LineQuestion)
        await type_line(app, pilot, "Ann, 7")
        await until(pilot, lambda: isinstance(app.screen, MunchkinScreen))
        await press(app, pilot, "enter")
        await type_line(app, pilot, "Ann, Bob, Cy")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await press(app, pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, CompanionScreen))
        screen = app.screen
        assert isinstance(screen, CompanionScreen)
        await until(pilot, lambda: screen.prompt == "roll, door or next?")
        await type_line(app, pilot, "level Ann 3")
        await until(pilot, lambda: screen.session.table.players[0].level == 3)
        await type_line(app, pilot, "roll 9")
        await until(pilot, lambda: screen.prompt == "ok, or turn NAME FACE?")
        assert "Ann  level  2" in shown(app)
        await pilot.press("ctrl+z")
        await until(pilot, lambda: screen.prompt == "1-9, head or throw?")
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, TextScreen))
        await press(app, pilot, "escape", "f1")
        await until(pilot, lambda: isinstance(app.screen, TextScreen))
        await press(app, pilot, "escape")
        await type_line(app, pilot, "quit")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        kept = saved_companions()
        assert len(kept) == 1
        assert parse_companion(kept[0][0].read_bytes()).table() == screen.session.table
        app.choose("munchkin")
        await settle(app, pilot)
        assert "Keep on  real table  Ann 2, Bob 1, Cy 1" in shown(app)
        await press(app, pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, CompanionScreen))
        await press(app, pilot, "escape")
        assert isinstance(app.screen, HomeScreen)

    asyncio.run(run_app(script))
