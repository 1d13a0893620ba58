"""Positions: one line that is safe in a link and leads back to the same decisions."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.helpers import after
from hotdice.game import (
    PositionError,
    Roll,
    State,
    Step,
    legal,
    new_game,
    parse_position,
    play,
    print_position,
)
from hotdice.rules import from_raw, load

EXAMPLE = "playmonster~r3~s1~m2~n~2500.0.y_0.1.n~t550.1.5"


def test_the_example_reads_as_documented() -> None:
    state = parse_position(EXAMPLE)
    assert (state.round, state.starter, state.mover) == (3, 0, 1)
    assert state.totals == (2500, 0)
    assert [seat.opened for seat in state.seats] == [True, False]
    assert [seat.farkles for seat in state.seats] == [0, 1]
    assert (state.turn_total, state.faces, state.step) == (550, (5,), Step.KEEP)
    assert print_position(state) == EXAMPLE


@pytest.mark.parametrize(
    "state",
    [
        new_game(load("classic"), 2),
        after("classic", "*"),
        after("classic", "234566:5"),
        after("classic", "234566:5 *"),
        after("classic", "111555:111555"),
        after("classic", "111555:111555 123456"),
        after("marina", "hand=x", "hand=x", "hand=x", "hand=x", "hand=x"),
        after("playmonster~r9~s1~m2~l1~10250.0.y_9000.0.y~t0.6", "123466:1"),
        after("marina~r11~s1~m1~p1.2~1000.2.y_-1000.2.y_900.0.y~t0.6", "333246"),
        after("classic", "resign@1", players=3),
    ],
)
def test_round_trip_of_every_kind_of_moment(state: State) -> None:
    text = print_position(state)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", text), "only characters that are safe in a link"
    again = parse_position(text)
    assert print_position(again) == text
    assert len(legal(again)) == len(legal(state))
    assert again.totals == state.totals


def test_house_rules_travel_in_the_position() -> None:
    rules = load("playmonster", ["target=5000", "opening=300"])
    text = print_position(new_game(rules, 2, first=0))
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", text)
    assert parse_position(text).rules.hash == rules.hash


def test_a_sheet_without_a_base_travels_too() -> None:
    rules = from_raw({"target": 500, "scoring": {"singles": {"1": 100}}}, name="tiny")
    text = print_position(new_game(rules, 2, first=0))
    assert parse_position(text).rules.hash == rules.hash


def test_weighted_dice_keep_their_numbers() -> None:
    rules = from_raw({"base": "classic", "weights": [[2, 1, 1, 1, 1, 1], *([[1] * 6] * 5)]})
    state = after(new_game(rules, 2, first=0), "123456:@1 ")
    again = parse_position(print_position(state))
    assert again.hand == state.hand == (2, 3, 4, 5, 6)


def test_play_goes_on_from_a_position() -> None:
    state = parse_position(EXAMPLE)
    hot = after(state, ":5")
    assert hot.hot
    result = play(hot, Roll(1))
    assert isinstance(result, tuple)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "seven fields"),
        ("x" * 50_000, "at most"),
        (EXAMPLE.replace("playmonster", "nosuch"), "not a shipped sheet"),
        (EXAMPLE.replace("playmonster", "playmonster.%%%"), "cannot be read"),
        (EXAMPLE.replace("playmonster", "playmonster.eyJmb28iOjF9"), "foo"),
        (EXAMPLE.replace("playmonster", "playmonster.MTIz"), "not a table"),
        (EXAMPLE.replace("r3", "r0"), "round"),
        (EXAMPLE.replace("s1", "s3"), "first player"),
        (EXAMPLE.replace("m2", "m9"), "mover"),
        (EXAMPLE.replace("~n~", "~q~"), "phase"),
        (EXAMPLE.replace("~n~", "~l2~"), "does not play again"),
        (EXAMPLE.replace("~n~", "~p1.2~"), "no play-off"),
        (EXAMPLE.replace("0.1.n", "0.1.gn"), "has left"),
        (EXAMPLE.replace("0.1.n", "0.9.n"), "more than this sheet counts"),
        (EXAMPLE.replace("0.1.n", "0.1"), "a seat is"),
        (EXAMPLE.replace("_0.1.n", ""), "not for 1 players"),
        (EXAMPLE.replace("t550.1.5", "t550.1.2"), "is a farkle"),
        (EXAMPLE.replace("t550.1.5", "t550.2.5"), "2 dice are in hand"),
        (EXAMPLE.replace("t550.1.5", "t550.7"), "there are 6 dice"),
        (EXAMPLE.replace("t550.1.5", "t0.5"), "all its dice"),
        (EXAMPLE.replace("t550.1.5", "t550.6"), "hot dice are written as 0"),
        (EXAMPLE.replace("t550.1.5", "t550.0.w"), "nothing can be rolled"),
        (EXAMPLE.replace("t550.1.5", "nonsense"), "the turn is"),
        ("kcd~r1~s1~m1~l2~0.0.y_0.0.y~t0.6", "no last turns"),
        ("kcd~r1~s1~m1~n~0.0.n_0.0.y~t0.6", "no opening minimum"),
        ("marina~r11~s1~m1~n~0.0.y_0.0.y~t0.6", "10 rounds"),
    ],
)
def test_wrong_positions_say_why(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        parse_position(text)


@pytest.mark.parametrize("state", [new_game(load("playmonster"), 2), after("classic", "resign@1")])
def test_no_position_before_the_start_and_after_the_end(state: State) -> None:
    with pytest.raises(PositionError):
        print_position(state)


@given(st.text(max_size=80) | st.from_regex(r"(classic|marina)~r[0-9]~s[0-9]~m[0-9]~.{1,40}", fullmatch=True))
def test_any_text_is_refused_or_round_trips(text: str) -> None:
    try:
        state = parse_position(text)
    except PositionError:
        return
    assert parse_position(print_position(state)) == state
