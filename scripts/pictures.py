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

    from hotdice.game import Step
    from hotdice.rules import load
    from hotdice.terminal.app.application import HotdiceApp
    from hotdice.terminal.app.keeper_screen import KeeperScreen
    from hotdice.terminal.keeper import Keeper, real_record
    from hotdice.terminal.starting import new_record
    from terminal.piloting import press, run_app, settle, type_line
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
        for line in ("175", "n", "114456"):
            await type_line(app, pilot, line)
            await pilot.pause(0.3)
        (FOLDER / "keep.svg").write_text(app.export_screenshot(title="hotdice keep"), encoding="utf-8")

    with own_home():
        asyncio.run(run_app(table, size=(120, 32)))
        asyncio.run(run_app(keeper, size=(90, 26)))


if __name__ == "__main__":
    main()
