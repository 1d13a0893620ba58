"""The coach in the app: a review after the game, a page with charts, training that is counted."""

import asyncio
import json
from pathlib import Path

from msgspec.structs import replace
from textual.pilot import Pilot

from hotdice.coach.background import Background
from hotdice.rules import Ruleset, load
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.review_screen import ReviewScreen
from hotdice.terminal.app.text_screens import TextScreen
from hotdice.terminal.app.trainer_screen import TrainerScreen
from hotdice.terminal.app.what_if_screen import WhatIfScreen
from hotdice.terminal.starting import new_record
from terminal.piloting import home, press, run_app, screen_text, settle, until

__all__ = ["home"]


def test_a_review_after_the_game_and_its_page(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        record = replace(new_record(load("kcd"), ["cautious", "greedy"], seed="3"), first=0)
        app.sit_down(record, home / "g.farkle", new=True)
        await settle(app, pilot)
        assert any("v: what the coach says" in row for row in screen_text(app))
        await press(app, pilot, "v")
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        await until(pilot, lambda: screen.report is not None)
        assert any("won" in row for row in screen_text(app))
        await press(app, pilot, "?")
        told = app.screen
        assert isinstance(told, TextScreen)
        for active in screen.active_bindings.values():
            if active.binding.show:
                assert active.binding.description in told.text
        await press(app, pilot, "escape", "w")
        await until(pilot, lambda: bool(list(home.glob("review-kcd.html"))))
        await press(app, pilot, "t")  # only bots played: there is nothing to train
        assert app.screen is screen

    asyncio.run(run_app(script))
    assert "<svg" in (home / "review-kcd.html").read_text(encoding="utf-8")


def test_what_if_from_a_review(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        record = replace(new_record(load("kcd"), ["greedy", "greedy"], seed="3"), first=0)
        app.sit_down(record, home / "g.farkle", new=True)
        await settle(app, pilot)
        await press(app, pilot, "v")
        review = app.screen
        assert isinstance(review, ReviewScreen)
        await until(pilot, lambda: review.report is not None)
        await press(app, pilot, "i")
        screen = app.screen
        assert isinstance(screen, WhatIfScreen)
        await until(pilot, lambda: len(screen.way) == 1)
        report = review.report
        assert report is not None
        worst = report.decisions[report.worst[0]]
        here = screen.moment
        assert here is not None
        assert here.position == worst.position
        assert any(f"({worst.cls})" in row for row in screen_text(app))

        await press(app, pilot, "enter")  # the best choice
        await until(pilot, lambda: len(screen.way) == 2)
        await press(app, pilot, "u")
        assert screen.moment is here
        for _ in range(here.dice):  # other dice: all of them ones
            await press(app, pilot, "1")
        await until(pilot, lambda: len(screen.way) == 2)
        assert screen.moment is not None
        assert screen.moment.roll == "1" * here.dice
        await press(app, pilot, "2", "backspace", "r")
        await until(pilot, lambda: len(screen.way) == 3)
        await press(app, pilot, "g")
        assert screen.moment is here
        at = screen.at
        await press(app, pilot, "left")
        await until(pilot, lambda: screen.at == at - 1 and len(screen.way) == 1)
        assert screen.moment.waits == "dice"
        assert any("Type the faces" in row for row in screen_text(app))
        await press(app, pilot, "escape")
        assert app.screen is review

    asyncio.run(run_app(script))


def test_a_review_waits_for_the_end(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("kcd"), ["human", "greedy"], seed="1"), home / "g.farkle", new=True)
        await settle(app, pilot)
        await press(app, pilot, "v")
        assert not isinstance(app.screen, ReviewScreen)
        assert any("when the game is over" in row for row in screen_text(app))

    asyncio.run(run_app(script))


def test_training_in_the_app(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.push_screen(TrainerScreen(load("kcd"), seed="2"))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TrainerScreen)
        await until(pilot, lambda: screen.asked is not None)
        first = screen.asked
        await press(app, pilot, "enter")
        assert screen.answered
        await press(app, pilot, "enter")
        await until(pilot, lambda: screen.asked is not None and screen.asked is not first)
        await press(app, pilot, "h")
        await until(pilot, lambda: isinstance(app.screen, TextScreen))
        await press(app, pilot, "escape")
        assert screen.trainer is not None
        assert screen.trainer.progress.answered == 2

    asyncio.run(run_app(script))
    assert json.loads((home / "training.json").read_text())["answered"] == 2


def test_advice_by_house_rules_starts_a_solve_beside_the_game(home: Path) -> None:
    started: list[str] = []

    class Noted(Background):
        def start(self, rules: Ruleset, players: int, *, seconds: float = 900.0) -> bool:
            started.append(rules.hash)
            return super().start(rules, players, seconds=seconds)

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.solving = Noted()
        rules = load("kcd", ["target=450"])
        app.sit_down(new_record(rules, ["human", "greedy"], seed="1"), home / "g.farkle", new=True)
        await settle(app, pilot)
        await press(app, pilot, "r", "h")
        await until(pilot, lambda: any("solved beside you" in row for row in screen_text(app)))
        assert started == [rules.hash]
        assert await asyncio.to_thread(app.solving.wait, 300)
        await press(app, pilot, "escape", "h")
        await until(pilot, lambda: any("wins" in row for row in screen_text(app)))

    asyncio.run(run_app(script))
