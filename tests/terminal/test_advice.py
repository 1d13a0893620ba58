"""Advice during a game: ranked choices, marked in the record, never forgotten."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from hotdice.coach.telling import hint_lines
from hotdice.game import (
    Keep,
    Roll,
    ScriptedDice,
    UseAdvice,
    new_game,
    parse_position,
    parse_record,
)
from hotdice.game import events as e
from hotdice.rules import load
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.session import Session
from hotdice.terminal.starting import new_record
from terminal.piloting import home, press, run_app, screen_text, settle, until
from terminal.running import run

__all__ = ["home"]


def test_a_hint_says_why_and_where_its_numbers_come_from() -> None:
    lines = hint_lines(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155"))
    assert lines[0].startswith("keep 155, roll 6")
    assert lines[0].endswith("best")
    assert lines[-2].startswith("Hot dice: ")
    assert lines[-1].startswith("(exact: ")


@pytest.mark.parametrize("sheet", ["classic", "marina", "marina-solitaire"])
def test_dice_without_a_score_are_those_of_somebody_who_begins(sheet: str, tmp_path: Path) -> None:
    shown = run("advise", sheet, "--roll", "112345", home=tmp_path).stdout.splitlines()
    assert shown[0].startswith("keep 1, roll 5")
    assert shown[-1].startswith("(the first turn of a game")


def test_a_house_rule_is_answered_for_this_turn_only() -> None:
    state = new_game(load("classic", ["target=7650"]), 2)
    assert hint_lines(state)[-1].startswith("(exact for this turn only")


def test_there_may_be_nothing_to_say() -> None:
    state = parse_position("classic~r3~s1~m1~n~1500.0.y_2000.0.y~t300.3.w")
    assert hint_lines(state)[0].startswith("No advice: ")


def test_undo_does_not_hide_that_somebody_looked() -> None:
    record = new_record(load("busche-neller"), ["human", "human"], seed="1")
    session = Session(record, dice=ScriptedDice(["112346"]))
    session.do(Roll(0))
    session.advance()
    session.do(UseAdvice(0))
    session.do(Keep(0, (1,)))
    assert session.undo() is None
    assert [type(event) for event in session.record.events].count(e.AdviceUsed) == 1
    assert session.state.faces == (1, 1, 2, 3, 4, 6)


def test_the_word_advice_in_plain_text(tmp_path: Path) -> None:
    file = tmp_path / "g.farkle"
    done = run("play", "kcd", "--seed", "1", "--record", str(file), typed="roll\nadvice\n", home=tmp_path)
    assert "wins" in done.stdout
    assert "best" in done.stdout
    assert any(isinstance(event, e.AdviceUsed) for event in parse_record(file.read_text()).events)


def test_the_key_h_in_the_app(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.sit_down(new_record(load("kcd"), ["human", "greedy"], seed="1"), home / "g.farkle", new=True)
        await settle(app, pilot)
        await press(app, pilot, "r", "h")
        await until(pilot, lambda: any("wins" in row and "best" in row for row in screen_text(app)))
        await press(app, pilot, "escape")

    asyncio.run(run_app(script))
    assert "advice@1" in (home / "g.farkle").read_text()
