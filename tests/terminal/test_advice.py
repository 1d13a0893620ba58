"""Advice during a game: ranked choices, marked in the record, never forgotten."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from hotdice.game import (
    Keep,
    Roll,
    ScriptedDice,
    UseAdvice,
    new_game,
    parse_position,
    parse_record,
    print_position,
)
from hotdice.game import events as e
from hotdice.rules import load
from hotdice.terminal.advising import counsel, counsel_lines
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.text_screens import TextScreen
from hotdice.terminal.session import Session
from hotdice.terminal.starting import new_record
from terminal.piloting import home, press, run_app, screen_text, settle
from terminal.running import run

__all__ = ["home"]


def test_a_game_of_two_is_answered_by_chances_to_win() -> None:
    found = counsel(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155"))
    assert found.unit == "win"
    assert [choice.value for choice in found.choices] == sorted(
        (c.value for c in found.choices), reverse=True
    )
    assert found.choices[0].loss == 0
    assert all(0 <= choice.value <= 1 for choice in found.choices)


@pytest.mark.parametrize(
    "text",
    [
        "playmonster~r3~s1~m1~n~1500.0.y_2000.0.y_0.0.n~t300.3.155",  # three players
        "playmonster~r3~s1~m1~n~1500.0.y_2000.0.y_0.0.n~t0.6",
        print_position(new_game(load("marina", ["rounds=9"]), 2, first=0)),  # no table of a house's own rules
    ],
)
def test_any_other_game_is_answered_by_the_points_of_the_turn(text: str) -> None:
    found = counsel(parse_position(text))
    assert found.unit == "points"
    assert found.choices[0].value > 0
    assert "not weighed" in counsel_lines(parse_position(text))[-1]


def test_banks_that_are_not_allowed_are_not_advised() -> None:
    found = counsel(parse_position("playmonster~r1~s1~m1~n~0.0.n_0.0.n_0.0.n~t0.6.155234"))
    assert {choice.action for choice in found.choices} == {"roll"}


def test_there_may_be_nothing_to_say() -> None:
    state = parse_position("classic~r3~s1~m1~n~1500.0.y_2000.0.gy~t300.3.155")
    assert counsel_lines(state)[0].startswith("No advice: ")


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
        for _ in range(200):
            await pilot.pause(0.02)
            if isinstance(app.screen, TextScreen):
                break
        assert any("wins" in row and "best" in row for row in screen_text(app))
        await press(app, pilot, "escape")

    asyncio.run(run_app(script))
    assert "advice@1" in (home / "g.farkle").read_text()
