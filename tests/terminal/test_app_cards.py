"""Munchkin Farkle in the app: hands, windows, targets, dice, secrets, saving, undoing."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, OptionList

from game.cards.tables import table as position
from hotdice.game import (
    Record,
    ScriptedDice,
    SeededDice,
    State,
    Step,
    card_plays,
    parse_record,
    print_position,
)
from hotdice.game import events as e
from hotdice.players import make
from hotdice.rules import load
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.card_screens import DiceQuestion, HandOver, HandScreen
from hotdice.terminal.app.card_table import CardTableScreen
from hotdice.terminal.app.home_screen import HomeScreen
from hotdice.terminal.app.new_game_screen import PlayersScreen, SheetScreen
from hotdice.terminal.app.table_screen import TYPED_AHEAD
from hotdice.terminal.app.text_screens import ActionLine, Question, TextScreen
from hotdice.terminal.app.tray import Tray
from hotdice.terminal.session import Session
from hotdice.terminal.starting import new_record
from terminal.piloting import home, press, run_app, screen_text, settle, until

__all__ = ["home"]
Page = TypeVar("Page", bound="Screen[Any]")


def cards(app: HotdiceApp) -> CardTableScreen:
    """The table on the screen."""
    assert isinstance(app.screen, CardTableScreen), app.screen
    return app.screen


def shown(app: HotdiceApp) -> str:
    """The screen as one text."""
    return "\n".join(screen_text(app))


async def sit(app: HotdiceApp, pilot: "Pilot[str]", start: State, *throws: str, people: int = 1) -> Session:
    """Ann, and Bob and Cleo, who are people or bots, at a position."""
    players = ("human",) * people + ("greedy",) * (3 - people)
    record = Record(start.rules, ("Ann", "Bob", "Cleo"), players, start=print_position(start))
    bots = {seat: make("greedy") for seat in range(people, 3)}
    dice = ScriptedDice(throws) if throws else SeededDice("1")
    session = Session(record, dice=dice, bots=bots)
    app.push_screen(CardTableScreen(session))
    await settle(app, pilot)
    return session


async def opened(app: HotdiceApp, pilot: "Pilot[str]", key: str, kind: type[Page]) -> Page:
    """Press a key that opens a page, and wait for it."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(app.screen, kind))
    assert isinstance(app.screen, kind)
    return app.screen


async def pick_card(app: HotdiceApp, pilot: "Pilot[str]", card: str) -> None:
    """Open the hand and pick a card there."""
    session = cards(app).session
    state = session.state
    hand = await opened(app, pilot, "c", HandScreen)
    place = [held.id for held in hand.hand].index(card)
    hand.query_one(OptionList).highlighted = place
    await pilot.press("enter")
    if not hand.faults[place]:
        asks = (Question, DiceQuestion)
        await until(pilot, lambda: isinstance(app.screen, asks) or session.state is not state)
        await settle(app, pilot)


async def answer_all(app: HotdiceApp, pilot: "Pilot[str]") -> None:
    """Say the first thing to whatever a card asks."""
    asked = app.screen
    if isinstance(asked, DiceQuestion) and not asked.chosen:
        await press(app, pilot, "1")
    if isinstance(asked, Question | DiceQuestion):
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not asked and not isinstance(app.screen, Question))
        await settle(app, pilot)


async def play_with_cards(app: HotdiceApp, pilot: "Pilot[str]") -> set[Step]:
    """Play a card whenever that is possible, otherwise the best dice; the windows in which one was played."""
    played: set[Step] = set()
    for _ in range(2000):
        if isinstance(app.screen, HandOver):
            await press(app, pilot, "enter")
        screen = cards(app)
        state = screen.session.state
        if state.over:
            return played
        plays = card_plays(state)
        if plays and (state.turn + len(plays)) % 3:
            played.add(state.step)
            await pick_card(app, pilot, plays[0].card)
            await answer_all(app, pilot)
        elif state.step in (Step.FARKLE, Step.STOP):
            await press(app, pilot, "p")
        elif state.step is Step.KEEP:
            await press(app, pilot, "a", "k" if state.turn % 2 else "b")
        else:
            bank = screen.query_one("#bank", Button)
            await press(app, pilot, "r" if bank.disabled else "b")
    raise AssertionError("the game did not end")


@pytest.mark.parametrize(
    ("who", "target"),
    [
        pytest.param(("human", "eager", "schemer"), 2500, marks=pytest.mark.nightly),
        (("human", "human", "eager"), 1000),
    ],
)
def test_a_whole_game_with_cards(who: Sequence[str], target: int, home: Path) -> None:
    file = home / "cards.farkle"

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        record = new_record(load("munchkin-farkle", [f"target={target}"]), who, seed="8")
        app.sit_down(record, file, new=True)
        await settle(app, pilot)
        played = await play_with_cards(app, pilot)
        screen = cards(app)
        assert played
        events = screen.session.record.events
        assert parse_record(file.read_text()).events == events
        assert any(isinstance(event, e.GoldCounted) for event in events)
        assert any("win" in line for line in screen_text(app))
        await pilot.pause(2 * TYPED_AHEAD)
        await press(app, pilot, "b")
        assert isinstance(app.screen, HomeScreen)

    asyncio.run(run_app(script))


def test_from_the_list_of_sheets_to_a_table_with_cards(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        app.choose("new")
        await settle(app, pilot)
        sheets = app.screen
        assert isinstance(sheets, SheetScreen)
        sheets.query_one(OptionList).highlighted = sheets.sheets.index("munchkin-farkle")
        await press(app, pilot, "enter")
        players = app.screen
        assert isinstance(players, PlayersScreen)
        assert players.who == ["human", "schemer", "eager"]
        await press(app, pilot, "o", "enter")
        assert players.who[-1] == "schemer"
        await press(app, pilot, "s")
        assert cards(app).session.record.players == ("human", "schemer", "eager", "schemer")

    asyncio.run(run_app(script))


def test_a_card_with_a_target_is_played_and_taken_back(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(0, 0, 0))
        await pick_card(app, pilot, "jam")
        assert isinstance(app.screen, Question)
        await press(app, pilot, "down", "enter")
        assert session.state.cards is not None
        assert [(entry.card, entry.target) for entry in session.state.cards.in_play] == [("jam", 2)]
        assert "In play  Jam in the Dice Cup: Ann on Cleo, 3 turns left" in shown(app)
        assert "9 cards, this turn's card is played" in shown(app)
        await press(app, pilot, "u")
        assert session.state.cards is not None
        assert not session.state.cards.in_play
        assert "In play" not in shown(app)
        await pick_card(app, pilot, "jam")
        await press(app, pilot, "escape")
        assert cards(app).session.state.cards == session.state.cards  # nothing was aimed, nothing played

    asyncio.run(run_app(script))


def test_dice_for_a_card_are_chosen_by_key_and_mouse(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(900, 900, 900, turn="t300.3.134"), "55")
        await press(app, pilot, "1", "2", "3")  # the 1 was chosen already
        await pick_card(app, pilot, "wobbly-table")
        asked = app.screen
        assert isinstance(asked, DiceQuestion)
        assert asked.chosen == {1, 2}  # those that were chosen on the tray
        await press(app, pilot, "2", "1", "1", "2", "enter")
        assert session.state.faces == (1, 5, 5)
        assert any(isinstance(event, e.CardPlayed) for event in session.record.events)
        assert "this turn's card is played" in shown(app)

    asyncio.run(run_app(script))

    async def flip(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(900, 900, 900, turn="t300.3.163"))
        await pick_card(app, pilot, "underside")
        await press(app, pilot, "1", "2", "enter")  # one die: the last choice counts
        assert session.state.faces == (1, 1, 3)

    asyncio.run(run_app(flip))


def test_dice_for_a_card_and_the_cover_by_mouse_alone(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(900, 900, 900, turn="t300.3.134"), "55", people=2)
        assert isinstance(app.screen, HandOver)
        await pilot.click(offset=(2, 2))  # beside the box, too
        await until(pilot, lambda: isinstance(app.screen, CardTableScreen))
        await pick_card(app, pilot, "wobbly-table")
        asked = app.screen
        assert isinstance(asked, DiceQuestion)
        for place in (0, 1, 2, 2):  # the 1 was chosen already; what is clicked again is put back
            before = asked.chosen
            await click_die(pilot, asked, place)
            assert asked.chosen == before ^ {place}
        await pilot.click(asked.query(ActionLine).last())
        await until(pilot, lambda: app.screen is not asked)
        assert session.state.faces == (1, 3, 4)  # nothing was played
        await pick_card(app, pilot, "wobbly-table")
        again = app.screen
        assert isinstance(again, DiceQuestion)
        for place in (0, 1, 2):
            await click_die(pilot, again, place)
        await pilot.click(again.query(ActionLine).first())
        await until(pilot, lambda: app.screen is not again)
        await settle(app, pilot)
        assert session.state.faces == (1, 5, 5)

    asyncio.run(run_app(script))


async def click_die(pilot: "Pilot[str]", asked: DiceQuestion, place: int) -> None:
    """Click a die where it is drawn: its number stands under its middle."""
    tray = asked.query_one(Tray)
    rows = tray.render().plain.split("\n")
    row = next(row for row in reversed(rows[-2:]) if str(place + 1) in row)  # a raised die has it higher
    await pilot.click(tray, offset=(row.index(str(place + 1)), len(rows) - 3))
    await pilot.pause()


def test_a_dead_roll_waits_for_a_card(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(900, 900, 900, turn="t700.3.234"), people=3)
        await press(app, pilot, "enter")  # the keyboard is passed to Ann
        assert "Nothing scores. Play a card?" in shown(app)
        assert "now: Out Through the Pantry" in shown(app)
        await press(app, pilot, "r", "b")
        assert "p lets the moment go by" in shown(app)
        assert session.state.step is Step.FARKLE
        await pick_card(app, pilot, "pantry")
        assert session.state.totals[0] == 1400
        assert isinstance(app.screen, HandOver)

    asyncio.run(run_app(script))


def test_buttons_of_a_window_and_a_pass_that_is_taken_back(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(900, 900, 900, turn="t700.3.234"), people=3)
        await press(app, pilot, "enter")
        await pilot.click("#roll")
        await until(pilot, lambda: isinstance(app.screen, HandScreen))
        await press(app, pilot, "escape")
        await pilot.click("#bank")
        await settle(app, pilot)
        assert isinstance(app.screen, HandOver)
        assert session.state.mover == 1
        await press(app, pilot, "enter", "u")
        assert isinstance(app.screen, HandOver)  # Ann again
        await press(app, pilot, "enter")
        assert session.state.step is Step.FARKLE
        assert session.state.mover == 0

    asyncio.run(run_app(script))


def test_a_stop_waits_too_and_points_move(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(900, 2000, 900, turn="t500.3.124"), people=3)
        await press(app, pilot, "enter", "b")
        assert session.state.step is Step.STOP
        assert "You stop with 600." in shown(app)
        await opened(app, pilot, "enter", HandScreen)  # the obvious thing: the cards
        await press(app, pilot, "escape")
        await pick_card(app, pilot, "unpaid-tab")
        await press(app, pilot, "enter")
        assert session.state.totals == (1800, 1700, 900)

    asyncio.run(run_app(script))


def test_hands_are_hidden_until_their_turn(home: Path) -> None:
    """Nothing private is on the screen before the next person has said that they alone look."""

    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        session = await sit(app, pilot, position(900, 900, 900, turn="t700.3.234"), people=3)
        assert isinstance(app.screen, HandOver)
        assert "Pass the keyboard to Ann" in shown(app)
        assert "Pantry" not in shown(app)
        await press(app, pilot, "c", "p", "space", "escape")  # none of these lifts the cover
        assert isinstance(app.screen, HandOver)
        assert session.state.step is Step.FARKLE
        await press(app, pilot, "enter")
        assert "Pantry" in shown(app)
        await press(app, pilot, "p")
        assert isinstance(app.screen, HandOver)
        assert "Pass the keyboard to Bob" in shown(app)
        assert "now:" not in shown(app)
        await press(app, pilot, "enter")
        assert "10 cards, now: Somebody Sat on One" in shown(app)

    asyncio.run(run_app(script))


def test_one_person_may_always_look_and_is_never_asked_to_pass_the_keyboard(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        start = replace(position(900, 900, 900), mover=1)
        session = await sit(app, pilot, start)
        screen = cards(app)
        assert session.state.mover == 0
        screen.busy = True  # as while somebody else plays
        hand = await opened(app, pilot, "c", HandScreen)
        assert not any(fault == "It is not your turn." for fault in hand.faults)
        await pilot.press("escape")
        screen.busy = False

    asyncio.run(run_app(script))


def test_what_cannot_be_played_says_why_and_piles_are_open(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        await sit(app, pilot, position(0, 0, 0, in_play="2.5.1.3", discards=("0", "", "")))
        await pick_card(app, pilot, "pantry")
        assert isinstance(app.screen, HandScreen)  # it stays, with the reason
        assert "Out Through the Pantry is played on a Farkle." in shown(app)
        await press(app, pilot, "escape", "d")
        assert isinstance(app.screen, TextScreen)
        text = shown(app)
        assert "Jam in the Dice Cup: Bob on Ann, 3 turns left" in text
        assert "Ann (red): Underside Inspection" in text
        await press(app, pilot, "escape", "question_mark")
        assert "let the moment for a card go by" in shown(app)

    asyncio.run(run_app(script))


def test_a_game_with_cards_waits_on_the_first_page_and_goes_on(home: Path) -> None:
    async def script(app: HotdiceApp, pilot: "Pilot[str]") -> None:
        record = replace(
            new_record(load("munchkin-farkle"), ("human", "eager", "schemer"), seed="3"), first=0
        )
        app.sit_down(record, home / "cards.farkle", new=True)
        await settle(app, pilot)
        await pick_card(app, pilot, "breakfasts")
        before = cards(app).session.state
        await press(app, pilot, "q", "down", "enter")
        assert isinstance(app.screen, HomeScreen)
        await press(app, pilot, "enter")
        assert cards(app).session.state == before
        assert "In play  Three Good Breakfasts" in shown(app)

    asyncio.run(run_app(script))
