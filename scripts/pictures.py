"""`python -m scripts.pictures`: real screens of the app as SVG files in docs/pictures."""

import asyncio
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"


def main() -> None:
    """Play to a few telling moments and export what the screen shows."""
    sys.path.insert(0, str(ROOT / "tests"))
    from textual.pilot import Pilot

    from game.cards.tables import table as position
    from hotdice.game import Record, SeededDice, Step, print_position
    from hotdice.munchkin import load as load_munchkin
    from hotdice.players import make
    from hotdice.rules import load
    from hotdice.terminal.app.application import HotdiceApp
    from hotdice.terminal.app.card_screens import HandScreen
    from hotdice.terminal.app.card_table import CardTableScreen
    from hotdice.terminal.app.keeper_screen import KeeperScreen
    from hotdice.terminal.app.munchkin_table import MunchkinTableScreen
    from hotdice.terminal.keeper import Keeper, real_record
    from hotdice.terminal.munchkin_saved import new_table
    from hotdice.terminal.munchkin_table import TableSession
    from hotdice.terminal.session import Session
    from hotdice.terminal.starting import new_record
    from terminal.piloting import press, run_app, settle, type_line, until
    from terminal.snapshots import own_home

    async def table(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        rules = load("playmonster", ["first_player=chosen", "title=PlayMonster Farkle"])
        who = ["human", "greedy", "cautious"]
        app.sit_down(new_record(rules, who, ("You", "Greta", "Carl"), seed="picture 8"), None)
        await settle(app, pilot)
        for _ in range(12):
            await press(app, pilot, "r", "a", "b")
        for _ in range(300):
            await press(app, pilot, "r")
            state = app.screen.session.state  # type: ignore[attr-defined]
            await press(app, pilot, "a")
            if state.step is Step.KEEP and state.roll >= 3:
                break
        (FOLDER / "table.svg").write_text(app.export_screenshot(title="hotdice play"), encoding="utf-8")

    async def keeper(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        keeping = Keeper(real_record(load("marina"), ("Ann", "Ben", "Cleo"), 0))
        for points in (350, 1000, 400, 300, None, 550, 800, None, 450):
            told = keeping.farkle() if points is None else keeping.points(points)
            assert isinstance(told, tuple)
        screen = KeeperScreen(keeping)
        app.push_screen(screen)
        await settle(app, pilot)
        for line, prompt in (("175", "[y/N]"), ("n", "dice or x?"), ("114456", "kept what?")):
            await type_line(app, pilot, line)
            await until(pilot, lambda prompt=prompt: screen.prompt.endswith(prompt))  # type: ignore[misc]
        await pilot.pause()
        (FOLDER / "keep.svg").write_text(app.export_screenshot(title="hotdice keep"), encoding="utf-8")

    async def cards(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        start = position(
            2400, 3100, 1850, turn="t450.4.1346", in_play="2.5.1.3_3.6.3.2", discards=("07", "", "3")
        )
        names, who = ("You", "Sly", "Edda"), ("human", "schemer", "eager")
        record = Record(start.rules, names, who, start=print_position(start))
        bots = {1: make("schemer"), 2: make("eager")}
        app.push_screen(CardTableScreen(Session(record, dice=SeededDice("1"), bots=bots)))
        await settle(app, pilot)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await pilot.pause()
        (FOLDER / "cards.svg").write_text(app.export_screenshot(title="hotdice play"), encoding="utf-8")

    async def munchkin(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        who = ("human", "shrewd", "gambler")
        session = TableSession(new_table(load_munchkin(), who, ("You", "Shrewd", "Gus"), seed="4"))
        app.push_screen(MunchkinTableScreen(session))
        await settle(app, pilot)
        await press(app, pilot, *["enter"] * 12)
        (FOLDER / "munchkin.svg").write_text(app.export_screenshot(title="hotdice play"), encoding="utf-8")

    with own_home():
        asyncio.run(run_app(cards, size=(100, 30)))
        asyncio.run(run_app(munchkin, size=(90, 26)))
        asyncio.run(run_app(table, size=(120, 32)))
        asyncio.run(run_app(keeper, size=(90, 26)))


if __name__ == "__main__":
    main()
