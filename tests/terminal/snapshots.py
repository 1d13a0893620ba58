"""Pictures of every screen in three widths, light and dark: the text of each, and a hash of the whole SVG.

The text shows in a review what has changed; the hash also covers colours and styles.
"""

import asyncio
import hashlib
import os
import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace
from textual.pilot import Pilot

from game.cards.tables import table
from hotdice.game import Record, SeededDice, State, print_position, print_record
from hotdice.munchkin import load as load_munchkin
from hotdice.munchkin.companion import new_record as new_companion
from hotdice.rules import load
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.card_screens import DiceQuestion, HandScreen
from hotdice.terminal.app.card_table import CardTableScreen
from hotdice.terminal.app.companion_screen import CompanionScreen
from hotdice.terminal.app.keeper_screen import KeeperScreen
from hotdice.terminal.app.munchkin_table import MunchkinTableScreen
from hotdice.terminal.app.replay_screen import ReplayScreen
from hotdice.terminal.app.trainer_screen import TrainerScreen
from hotdice.terminal.keeper import Keeper, real_record
from hotdice.terminal.munchkin_companion import CompanionSession
from hotdice.terminal.munchkin_saved import new_table
from hotdice.terminal.munchkin_table import TableSession
from hotdice.terminal.session import Session
from hotdice.terminal.settings import Settings
from hotdice.terminal.starting import new_record
from terminal.piloting import press, run_app, settle, svg_text, until

FOLDER = Path(__file__).parent / "snapshots"
SIZES = {"narrow": (60, 24), "medium": (80, 24), "wide": (130, 36)}
THEMES = ("dark", "light")
MOMENT = datetime(2026, 1, 1, 12, 30).timestamp()
"""When the saved game was saved, wherever that is."""


Take = Callable[[str], Awaitable[None]]


@contextmanager
def own_home() -> Iterator[Path]:
    """A fresh folder of saved games with one game in it, in surroundings that are always the same."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        # The same terminal everywhere: one with colours and animals.
        os.environ |= {"HOTDICE_HOME": folder, "TERM": "xterm"}
        os.environ.pop("HOTDICE_PLAIN", None)
        record = new_record(load("marina"), ["human", "greedy"], seed="1")
        text = print_record(replace(record, date="2026-01-01", first=0))
        (Path(folder) / "one.farkle").write_text(text)
        os.utime(Path(folder) / "one.farkle", (MOMENT, MOMENT))
        try:
            yield Path(folder)
        finally:
            os.environ.clear()
            os.environ.update(before)


def render(size: str) -> dict[str, str]:
    """Every screen in one size, dark and light, by the name of its file."""
    taken: dict[str, str] = {}

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        async def take(name: str) -> None:
            for theme in THEMES:
                app.theme = f"hotdice-{theme}"
                svg = await _at_rest(app, pilot)
                digest = hashlib.sha256(re.sub(r"terminal-\d+", "terminal", svg).encode()).hexdigest()
                text = "\n".join([f"svg {digest}", "", *svg_text(svg)]).rstrip() + "\n"
                taken[f"{name}-{size}-{theme}.txt"] = text

        await take("home")
        app.choose("new")
        await settle(app, pilot)
        await take("sheets")
        await press(app, pilot, "c")
        await take("house-rules")
        await press(app, pilot, "escape", "enter")
        await take("players")
        await press(app, pilot, "o")
        await take("bots")
        app.go_home()
        await _table(app, pilot, take)
        app.choose("learn")
        await press(app, pilot, "r", "r", "a")
        await take("guided")
        app.go_home()
        await _cards(app, pilot, take)
        await _munchkin(app, pilot, take)
        app.choose("keep")
        await settle(app, pilot)
        await press(app, pilot, "enter")
        await take("keeper-setup")
        app.go_home()
        await _keeper(app, pilot)
        await take("keeper")
        app.go_home()
        app.choose("saved")
        await settle(app, pilot)
        await take("saved")
        record = replace(new_record(load("kcd"), ["greedy", "cautious"], seed="3"), first=0)
        app.go_home()
        app.sit_down(record, None)
        await settle(app, pilot)
        await take("over")
        await press(app, pilot, "v")
        await until(pilot, lambda: getattr(app.screen, "report", None) is not None)
        await take("review")
        await press(app, pilot, "escape")
        played = app.screen.session.record  # type: ignore[attr-defined]
        app.go_home()
        app.push_screen(ReplayScreen(played))
        await settle(app, pilot)
        await press(app, pilot, *["right"] * 6)
        await take("replay")
        app.go_home()
        app.push_screen(TrainerScreen(load("playmonster"), seed="4"))
        await until(pilot, lambda: getattr(app.screen, "asked", None) is not None)
        await take("train")
        await press(app, pilot, "enter")
        await take("train-answered")

    settings = Settings(speed="at once", motion=False)
    with own_home():
        asyncio.run(run_app(script, size=SIZES[size], settings=settings))
    return taken


async def _at_rest(app: HotdiceApp, pilot: "Pilot[str]") -> str:
    """The picture once it has stopped changing: footers and scrolled logs come a moment later."""
    pictures = [""]
    while len(pictures) < 4 or len(set(pictures[-3:])) > 1:
        await pilot.pause(0.04)
        pictures.append(app.export_screenshot())
    return pictures[-1]


async def _table(app: HotdiceApp, pilot: "Pilot[str]", take: Take) -> None:
    rules = load("playmonster", ["first_player=chosen"])
    app.sit_down(new_record(rules, ["human", "greedy", "threshold:300"], seed="21"), None)
    await settle(app, pilot)
    await take("table-start")
    await press(app, pilot, "r")
    await take("table-roll")
    await press(app, pilot, "a")
    await take("table-chosen")
    for key, name in (("question_mark", "help"), ("t", "rules"), ("s", "sheet"), ("q", "leave")):
        await press(app, pilot, key)
        await take(name)
        await press(app, pilot, "escape")
    for _ in range(6):
        await press(app, pilot, "r", "a")
    await take("table-later")
    app.go_home()
    await settle(app, pilot)


async def _cards(app: HotdiceApp, pilot: "Pilot[str]", take: Take) -> None:
    """A table with cards: a hand, a target, dice for a card, a dead roll, open piles, the cover."""
    start = table(900, 2000, 900, turn="t300.3.134", in_play="2.5.1.3", discards=("06", "", ""))
    await _sit(app, pilot, start)
    await take("hand-over")
    await press(app, pilot, "enter")
    await take("cards-table")
    screen = app.screen
    await press(app, pilot, "c")
    await until(pilot, lambda: isinstance(app.screen, HandScreen))
    await pilot.pause()
    await take("cards-hand")
    await press(app, pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, DiceQuestion))
    await pilot.pause()
    await take("cards-dice")
    await press(app, pilot, "escape")
    await until(pilot, lambda: app.screen is screen)
    await press(app, pilot, "d")
    await take("cards-piles")
    app.go_home()
    await _sit(app, pilot, table(900, 900, 900, turn="t700.3.234"))
    await press(app, pilot, "enter")
    await take("cards-farkle")
    app.go_home()
    await settle(app, pilot)


async def _sit(app: HotdiceApp, pilot: "Pilot[str]", start: State) -> None:
    record = Record(start.rules, ("Ann", "Bob", "Cleo"), ("human",) * 3, start=print_position(start))
    app.push_screen(CardTableScreen(Session(record, dice=SeededDice("1"))))
    await settle(app, pilot)


async def _munchkin(app: HotdiceApp, pilot: "Pilot[str]", take: Take) -> None:
    """Munchkin Dice: its page, who plays, a table after some turns, the companion."""
    app.choose("munchkin")
    await settle(app, pilot)
    await take("munchkin")
    await press(app, pilot, "enter")
    await take("munchkin-players")
    app.go_home()
    session = TableSession(new_table(load_munchkin(), ("human", "shrewd", "gambler"), seed="4"))
    app.push_screen(MunchkinTableScreen(session))
    await settle(app, pilot)
    await press(app, pilot, *["enter"] * 8)
    await take("munchkin-table")
    app.go_home()
    companion = CompanionScreen(CompanionSession(new_companion(["Ann", "Bob", "Cy"])))
    app.push_screen(companion)
    await until(pilot, lambda: companion.prompt == "roll, door or next?")
    for line, prompt in (("level Ann 3", "roll, door or next?"), ("roll 9", "ok, or turn NAME FACE?")):
        companion.prompt = ""
        companion.typed.put(line)
        await until(pilot, lambda prompt=prompt: companion.prompt == prompt)  # type: ignore[misc]
    await pilot.pause()
    await take("companion")
    app.go_home()
    await settle(app, pilot)


async def _keeper(app: HotdiceApp, pilot: "Pilot[str]") -> None:
    keeper = Keeper(real_record(load("marina"), ("Ann", "Ben", "Cleo"), 0))
    for points in (350, 1000, 400, 300, None, 550, None):
        told = keeper.farkle() if points is None else keeper.points(points)
        assert isinstance(told, tuple)
    screen = KeeperScreen(keeper)
    app.push_screen(screen)
    await settle(app, pilot)
    await until(pilot, lambda: screen.prompt.endswith("points, dice or x?"))
    screen.typed.put("114456")
    await until(pilot, lambda: screen.prompt.endswith("kept what?"))
    await pilot.pause()


def files() -> dict[Path, str]:
    """What every file of the folder must hold."""
    return {FOLDER / name: text for size in SIZES for name, text in render(size).items()}
