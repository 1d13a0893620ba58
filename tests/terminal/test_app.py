"""The app, played key by key without a terminal."""

import asyncio
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from conftest import rest_by_night
from hotdice.game import Command, SeededDice, State, Step, parse_record
from hotdice.players import make, play_out
from hotdice.rules import load, shipped
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.guided_screen import GuidedScreen
from hotdice.terminal.app.home_screen import HomeScreen
from hotdice.terminal.app.house_rules import HouseRules
from hotdice.terminal.app.keeper_screen import KeeperScreen, KeeperSetup
from hotdice.terminal.app.new_game_screen import PlayersScreen, SheetScreen
from hotdice.terminal.app.replay_screen import ReplayScreen
from hotdice.terminal.app.saved_screen import SavedScreen
from hotdice.terminal.app.table_screen import TYPED_AHEAD, TableScreen
from hotdice.terminal.app.tray import Tray
from hotdice.terminal.session import Session
from hotdice.terminal.settings import Settings, load_settings
from hotdice.terminal.starting import new_record
from terminal.piloting import home, press, run_app, screen_text, settle, type_line, until

__all__ = ["home"]


def table(app: HotdiceApp) -> TableScreen:
    """The table on the screen."""
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen


async def play_to_the_end(app: HotdiceApp, pilot: "Pilot[str]") -> None:
    """Take the best dice, bank as soon as that is allowed."""
    for _ in range(3000):
        screen = table(app)
        state = screen.session.state
        if state.over:
            return
        if state.step is Step.KEEP:
            await press(app, pilot, "a")
            bank = screen.query_one("#bank", Button)
            await press(app, pilot, "r" if bank.disabled else "b")
        else:
            await press(app, pilot, "r")
    raise AssertionError("the game did not end")


BY_DAY = ("classic", "kcd", "marina-solitaire")


@pytest.mark.parametrize("name", rest_by_night((one for one in shipped() if not load(one).deck), *BY_DAY))
def test_a_whole_game_on_every_sheet(name: str, home: Path) -> None:
    """A person and bots, from the first roll to the words that name the winner."""
    rules = load(name)
    short = f"target={max(1500, rules.opening)}" if rules.target else "rounds=3"
    rules = load(name, [short])
    count = rules.seats_allowed[0] if rules.seats_allowed[0] != 2 else 3
    file = home / "game.farkle"

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        who = ["human", "greedy", "cautious"][:count]
        app.sit_down(new_record(rules, who, seed="5"), file, new=True)
        await settle(app, pilot)
        await play_to_the_end(app, pilot)
        screen = table(app)
        assert screen.session.state.over
        assert parse_record(file.read_text()).events == screen.session.record.events
        assert any("win" in line or "goal" in line for line in screen_text(app))
        screen.ended = time.monotonic()
        await press(app, pilot, "r")  # typed ahead: the end has hardly been seen
        assert table(app) is screen
        screen.ended -= TYPED_AHEAD
        await press(app, pilot, "r")  # play again
        assert not table(app).session.state.over
        await press(app, pilot, "q")

    asyncio.run(run_app(script))


def test_choosing_dice_by_key_cursor_and_mouse(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("busche-neller"), ["human", "human"], seed="5"), None)
        await settle(app, pilot)
        await press(app, pilot, "r")
        screen = table(app)
        faces = screen.session.state.faces
        assert len(faces) == 6
        await press(app, pilot, "1", "2", "1")
        assert screen.chosen == {1}
        await press(app, pilot, "2", "right", "space", "left", "space")
        assert len(screen.chosen) == 2
        tray = screen.query_one(Tray)
        screen.chosen = frozenset()
        width = tray._die_width() + tray._gap()
        await pilot.click(Tray, offset=(tray._left() + 2 * width + 3, tray._dice_top() + 2))
        await settle(app, pilot)
        assert screen.chosen == {2}
        await pilot.click(Tray, offset=(0, 0))
        assert screen.chosen == {2}
        best = screen.session.state.rules.table.options(faces).options
        await press(app, pilot, "a")
        assert {faces[place] for place in screen.chosen} == {int(face) for face in best[0].keep}
        await pilot.click("#roll")
        await settle(app, pilot)
        assert screen.session.state.roll == 2 or screen.session.state.turn == 2

    asyncio.run(run_app(script))


def test_what_is_illegal_says_why(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("classic"), ["human", "greedy"], seed="1"), None)
        await settle(app, pilot)
        screen = table(app)
        await press(app, pilot, "b")
        assert "Roll first" in screen.note
        assert str(screen.query_one("#bank", Button).label) == "Bank from 500"
        await press(app, pilot, "r")  # 6 2 3 6 2 5
        await press(app, pilot, "6", "1", "4")  # the 5 was chosen already; now two 6s
        assert any("6 6 does not score." in line for line in screen_text(app))
        await press(app, pilot, "r")
        assert screen.note == "6 6 does not score."
        await press(app, pilot, "1", "4", "6", "k", "u")
        assert screen.note == "Taken back."
        await press(app, pilot, "u")
        assert "cannot" in screen.note or "Nothing" in screen.note
        assert screen.session.state.step is Step.KEEP

    asyncio.run(run_app(script))


def test_the_score_sheet_danger_and_goal_are_shown(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("classic"), ["human", "greedy"], seed="1"), None)
        await settle(app, pilot)
        await press(app, pilot, "r")
        shown = "\n".join(screen_text(app))
        assert "500 in one turn gets on the board." in shown
        assert "+50" in shown
        assert "Roll 5: 8% Farkle" in shown
        assert "What happened" in shown
        assert "Score sheet" in shown

    asyncio.run(run_app(script, size=(130, 36)))


def test_pages_over_the_table(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("classic"), ["human", "greedy"], seed="1"), None)
        await settle(app, pilot)
        for key, text in (("question_mark", "choose a die"), ("t", "three 1s"), ("s", "round")):
            await press(app, pilot, key)
            assert any(text in line for line in screen_text(app)), key
            await press(app, pilot, "escape")
            assert isinstance(app.screen, TableScreen)
        await press(app, pilot, "plus")
        assert load_settings().speed == "at once"
        await press(app, pilot, "minus", "minus")
        assert load_settings().speed == "normal"
        await press(app, pilot, "q", "down", "down", "enter")  # resign
        assert table(app).session.state.over
        await pilot.pause(2 * TYPED_AHEAD)
        await press(app, pilot, "b")
        assert isinstance(app.screen, HomeScreen)

    asyncio.run(run_app(script))


def test_from_the_first_page_to_a_game_of_ones_own(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        await press(app, pilot, "space", "down", "enter")
        assert isinstance(app.screen, SheetScreen)
        await press(app, pilot, "down", "t", "escape", "enter")
        assert isinstance(app.screen, PlayersScreen)
        await press(app, pilot, "p", "o", "down", "enter", "l")
        players = app.screen
        assert isinstance(players, PlayersScreen)
        assert players.who == ["human", "greedy", "human", "cautious"]
        assert players.rules.target == 5000
        await press(app, pilot, "x", "up", "enter", "x", "x", "x")
        assert len(players.who) == 2
        await press(app, pilot, "s")
        record = table(app).session.record
        assert record.rules.target == 5000
        assert record.rules.name == "classic"
        assert [path.suffix for path in home.iterdir() if path.name != "settings.json"] == [".farkle"]

    asyncio.run(run_app(script))


def test_three_questions_find_the_sheet(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("new")
        await settle(app, pilot)
        await press(app, pilot, "w", "down", "enter")  # three 1s: 750
        screen = app.screen
        assert isinstance(screen, SheetScreen)
        assert screen.sheets == ["munchkin-farkle", "munchkin-farkle-plain"]
        await press(app, pilot, "w", "enter", "enter", "enter")
        assert screen.sheets[0] == "playmonster"

    asyncio.run(run_app(script))


def test_more_tables_and_a_changed_rule(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("new")
        await settle(app, pilot)
        await press(app, pilot, "up", "enter")
        screen = app.screen
        assert isinstance(screen, SheetScreen)
        assert "zilch" in screen.sheets
        await press(app, pilot, "c")
        form = app.screen
        assert isinstance(form, HouseRules)
        target = form.query_one("#key-target", Input)
        target.value = "far"
        await pilot.pause()
        assert form.query_one("#done", Button).disabled
        assert "whole number" in str(form.query_one("#key-target-fault", Static).render())
        target.value = "0"
        await pilot.pause()
        assert form.query_one("#done", Button).disabled
        target.value = "3000"
        bump, piggyback = (form.query_one(f"#key-{key}", Input) for key in ("bump", "piggyback"))
        bump.value = "up"
        await pilot.pause()
        assert "one of none, to_zero, swap" in str(form.query_one("#key-bump-fault", Static).render())
        assert form.query_one("#done", Button).disabled
        bump.value, piggyback.value = "swap", "yes"
        await pilot.pause()
        target.focus()
        await press(app, pilot, "enter")
        players = app.screen
        assert isinstance(players, PlayersScreen)
        assert players.rules.target == 3000
        assert (players.rules.bump, players.rules.piggyback) == ("swap", True)
        await press(app, pilot, "l", "s")
        assert table(app).session.record.rules.target == 1500

    asyncio.run(run_app(script))


def test_the_guided_game_teaches_step_by_step(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("learn")
        await settle(app, pilot)
        guide = app.screen
        assert isinstance(guide, GuidedScreen)
        await press(app, pilot, "r", "b")
        assert guide.note == "For this lesson: choose 5 and press r."
        await press(app, pilot, "r", "a", "b")
        assert "choose 1 4 4 4 5" in guide.note
        await press(app, pilot, "r", "a", "escape")
        assert any("This game is not kept" in line for line in screen_text(app))
        await press(app, pilot, "escape", "b")
        assert guide.session.state.totals[0] == 900
        assert guide.session.state.turn == 3  # the other side has farkled
        assert any("900 on the board" in line for line in screen_text(app))
        await play_to_the_end(app, pilot)
        assert guide.session.state.over
        await press(app, pilot, "escape")
        assert isinstance(app.screen, HomeScreen)

    asyncio.run(run_app(script))
    assert [path.name for path in home.iterdir()] == ["settings.json"]


def test_saved_games_go_on_replay_export_import_delete(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("saved")
        await settle(app, pilot)
        assert any("No games yet." in line for line in screen_text(app))
        app.go_home()
        app.start(load("kcd"), ["human", "greedy"])
        await settle(app, pilot)
        await press(app, pilot, "r")
        dice = table(app).session.state.faces
        turn = table(app).session.state.turn
        await press(app, pilot, "q", "down", "enter")
        assert isinstance(app.screen, HomeScreen)
        await press(app, pilot, "enter")  # the game that waits stands first
        assert table(app).session.state.turn == turn
        assert table(app).session.state.faces == dice
        app.go_home()
        await pilot.pause()
        app.choose("saved")
        await settle(app, pilot)
        saved = app.screen
        assert isinstance(saved, SavedScreen)
        assert len(saved.games) == 1
        await press(app, pilot, "r")
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await press(app, pilot, "right", "right", "left", "end", "home", "down", "up", "escape")
        await press(app, pilot, "e")
        await type_line(app, pilot, str(home / "out.txt"))
        assert "Kingdom Come" in (home / "out.txt").read_text()
        await press(app, pilot, "e")
        await type_line(app, pilot, str(home / "out.farkle"))
        await press(app, pilot, "i")
        await type_line(app, pilot, str(home / "out.txt"))  # not a record: a message, nothing else
        await press(app, pilot, "i")
        await type_line(app, pilot, str(home / "out.farkle"))
        await settle(app, pilot)
        assert len(saved.games) == 3  # out.farkle lies in the same folder
        await press(app, pilot, "x", "enter", "x", "down", "enter")
        assert len(saved.games) == 2

    asyncio.run(run_app(script))


def test_a_finished_game_is_replayed_forward_and_back(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("kcd"), ["cautious", "greedy"], seed="2"), home / "g.farkle", new=True)
        await settle(app, pilot)
        record = table(app).session.record
        app.go_home()
        app.push_screen(ReplayScreen(record))
        await settle(app, pilot)
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        for place in range(len(replay.moments)):
            assert replay.place == place
            await pilot.press("right")
        assert any("wins!" in line for line in screen_text(app))
        await pilot.press("home")
        assert replay.place == 0

    asyncio.run(run_app(script))


def test_a_game_with_cards_is_replayed(home: Path) -> None:
    rules = load("munchkin-farkle", ["target=2000"])
    record = new_record(rules, ["eager", "eager", "greedy"], seed="4")
    start = record.opening_state()
    bots = [make(name) for name in record.players]
    played = replace(record, events=play_out(start, bots, SeededDice("4"))[1])

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.push_screen(ReplayScreen(played))
        await settle(app, pilot)
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        for _ in replay.moments:
            replay.action_step(1)
        await pilot.pause()
        assert any("wins!" in line or "share the win" in line for line in screen_text(app))

    asyncio.run(run_app(script))


def test_the_scorekeeper_in_the_app(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("keep")
        await settle(app, pilot)
        await press(app, pilot, "down", "enter")
        assert isinstance(app.screen, KeeperSetup)
        await type_line(app, pilot, "Ann")
        assert any("not 1." in line for line in screen_text(app))
        await type_line(app, pilot, "Ann, Ben")
        screen = app.screen
        assert isinstance(screen, KeeperScreen)
        for line in ("550", "x", "175", "n", "1000", "undo", "300"):
            await type_line(app, pilot, line)
            await until(pilot, screen.typed.empty)
        await until(pilot, lambda: screen.session.state.totals == (850, 0))
        await until(pilot, lambda: screen.prompt == "Ben, points, dice or x?")
        shown = "\n".join(screen_text(app))
        assert "Ben, points, dice or x?" in shown
        assert "850" in shown
        await pilot.press("ctrl+z")
        await until(pilot, lambda: screen.session.state.totals == (550, 0))
        await pilot.press("f1")
        await pilot.pause()
        assert any("Tell a turn" in line for line in screen_text(app))
        await press(app, pilot, "escape", "escape")
        assert isinstance(app.screen, HomeScreen)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, KeeperScreen)
        assert app.screen.session.state.totals == (550, 0)
        await type_line(app, pilot, "quit")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))

    asyncio.run(run_app(script))


def test_a_paper_sheet_goes_on_in_the_app(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("keep")
        await settle(app, pilot)
        await press(app, pilot, "enter")  # PlayMonster
        setup = app.screen
        assert isinstance(setup, KeeperSetup)

        def fill(name: str, text: str) -> None:
            setup.query_one(f"#{name}", Input).value = text

        fill("names", "Ann, Ben")
        faults = (
            ("paper-first", "Zoe", "Nobody here is called Zoe."),
            ("paper-totals", "3200", "Totals so far: 2 numbers with commas"),
            ("paper-farkles", "0, many", "Farkles in a row: 2 numbers"),
            ("paper-mover", "Carl", "Whose turn: Nobody here is called Carl."),
            ("paper-round", "0", "Round: a whole number"),
        )
        for name, text, fault in faults:
            fill("paper-totals", "3200, 2900")
            fill(name, text)
            await press(app, pilot, "enter")
            assert any(fault in line for line in screen_text(app)), fault
            fill(name, "")
        for name, text in (("totals", "3200, 2900"), ("mover", "be"), ("farkles", "0, 2"), ("round", "5")):
            fill(f"paper-{name}", text)
        await press(app, pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, KeeperScreen))
        keeper = app.screen.session  # type: ignore[attr-defined]
        assert keeper.state.totals == (3200, 2900)
        assert (keeper.state.mover, keeper.state.round, keeper.state.seats[1].farkles) == (1, 5, 2)

    asyncio.run(run_app(script))


def test_dice_and_spacing_in_three_sizes(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("classic"), ["human", "greedy"], seed="1"), None)
        await settle(app, pilot)
        await press(app, pilot, "r")
        tray = table(app).query_one(Tray)
        heights: dict[str, int] = {}
        for _ in range(3):
            heights[app.settings.text] = tray._shape().height
            assert load_settings().text == app.settings.text
            width = tray._die_width() + tray._gap()
            await pilot.click(Tray, offset=(tray._left() + width + 1, tray._dice_top() + 1))
            await settle(app, pilot)
            await press(app, pilot, "z")
        assert heights == {"compact": 3, "normal": 5, "large": 7}
        assert 1 in table(app).chosen  # clicked three times where it was drawn
        await pilot.resize_terminal(80, 24)
        app.settings = replace(app.settings, text="large")
        await settle(app, pilot)
        assert tray._shape().height == 5  # no room for more

    asyncio.run(run_app(script, size=(120, 40)))


def test_seats_get_names(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("new")
        await settle(app, pilot)
        await press(app, pilot, "enter", "p", "n")
        await type_line(app, pilot, "Ann")
        await until(pilot, lambda: isinstance(app.screen, PlayersScreen))
        await press(app, pilot, "up", "n")
        await type_line(app, pilot, "ann")  # taken
        await until(pilot, lambda: isinstance(app.screen, PlayersScreen))
        players = app.screen
        assert isinstance(players, PlayersScreen)
        assert players.names() == ("Ann", "Greedy", "Player 3")
        await press(app, pilot, "up", "x", "s")  # Greedy goes
        assert table(app).session.record.names == ("Ann", "Player 2")

    asyncio.run(run_app(script))


def test_resizing_in_the_middle_of_a_game(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("classic"), ["human", "greedy"], seed="1"), None)
        await settle(app, pilot)
        await press(app, pilot, "r")
        for width, height in ((60, 20), (140, 50), (44, 18), (20, 10), (80, 24)):
            await pilot.resize_terminal(width, height)
            await settle(app, pilot)
            assert len(screen_text(app)) > 0
        await press(app, pilot, "r", "a")
        assert table(app).session.state.roll >= 1
        assert any("This turn" in line for line in screen_text(app))

    asyncio.run(run_app(script))


def test_light_dark_and_plain_are_remembered(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        assert app.theme == "hotdice-dark"
        await press(app, pilot, "d")
        assert app.theme == "hotdice-light"
        app.choose("plain")
        await pilot.pause()

    app = asyncio.run(run_app(script))
    assert app.return_value == "plain"
    assert load_settings().plain
    assert not load_settings().dark


def test_dice_roll_visibly_and_a_key_hurries_them(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hotdice.terminal.app.pace.FRAMES", 10_000)  # until somebody hurries them

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("classic"), ["human", "greedy"], seed="1"), None)
        await settle(app, pilot)
        await pilot.press("r")
        screen = table(app)
        shown: set[tuple[int, ...]] = set()

        def tumbling() -> bool:
            shown.add(screen.query_one(Tray).faces)
            return len(shown) > 3

        await until(pilot, tumbling)
        assert screen.busy
        await pilot.press("space")
        await settle(app, pilot)
        assert screen.query_one(Tray).faces == screen.session.state.faces

    asyncio.run(run_app(script, settings=Settings(speed="slow")))


def test_settings_that_cannot_be_read_count_as_none(home: Path) -> None:
    for text in ("", "{", '{"speed": "warp"}', '{"speed": 3}', '{"text": "huge"}'):
        (home / "settings.json").write_text(text)
        assert load_settings() == Settings()


class _Stubborn:
    def choose(self, state: State) -> Command:
        raise KeyError("this sheet is not solved")


def test_a_bot_that_cannot_play_is_replaced_and_the_game_goes_on(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = Session(
            new_record(load("kcd"), ["champion", "human"], seed="1"),
            dice=SeededDice("1"),
            bots={0: _Stubborn()},
        )
        app.push_screen(TableScreen(session))
        await settle(app, pilot)
        assert session.record.players == ("greedy", "human")
        assert session.state.mover == 1

    asyncio.run(run_app(script))


def test_a_bot_that_is_gone_is_told(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        record = new_record(load("kcd"), ["human", "wizard"], ["You", "Wizard"], seed="1")
        app.sit_down(record, None)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query_one(OptionList).option_count > 5

    asyncio.run(run_app(script))
