"""Bad input: every wrong way to play a card is refused with a reason, and nothing changes."""

import pytest

from game.cards.tables import card, colours, game_of, table
from game.helpers import after, refusal
from hotdice.game import Bank, Command, Keep, PassWindow, PlayCard, Roll, State, can, new_game, play
from hotdice.rules import load

START = new_game(load("munchkin-farkle"), 3, first=0)
LOCKED = after(START, "card=breakfasts hand=500", "hand=500", "hand=500")
ROLLED = table(0, 0, 0, turn="t300.3.123")
DEAD = table(900, 900, 900, turn="t300.3.234")
STOPPED = after(table(900, 2000, 800), "555234:555 stop")


@pytest.mark.parametrize(
    ("state", "command", "code", "words"),
    [
        (START, PlayCard(0, "nonsense"), "unknown_card", "no card 'nonsense' in this deck"),
        (START, PlayCard(0, ""), "unknown_card", "no card '' in this deck"),
        (START, PlayCard(0, "pantry"), "not_now", "is played on a Farkle"),
        (START, PlayCard(0, "underside", -1, (1,)), "not_now", "is played after a roll"),
        (START, PlayCard(0, "unpaid-tab", 1), "not_now", "is played when you stop"),
        (START, PlayCard(1, "jam", 0), "not_your_turn", "turn of seat 1"),
        (START, PlayCard(7, "jam", 0), "no_such_seat", "no seat 8"),
        (START, PlayCard(0, "jam"), "no_such_target", "needs a player"),
        (START, PlayCard(0, "jam", 3), "no_such_target", "needs a player"),
        (START, PlayCard(0, "jam", 0), "wrong_target", "somebody else"),
        (START, PlayCard(0, "umbrella", 1), "wrong_target", "not aimed at anybody"),
        (START, PlayCard(0, "jam", 1, (1,)), "wrong_dice", "asks for no dice"),
        (after(START, "resign@2"), PlayCard(0, "jam", 1), "seat_gone", "has left"),
        (after(START, "card=jam>2"), PlayCard(0, "umbrella"), "one_card_a_turn", "played your card"),
        (after(START, "card=jam>2"), PlayCard(0, "jam", 2), "card_not_held", "do not hold Jam"),
        (LOCKED, PlayCard(0, "jam", 1), "hand_locked", "While Three Good Breakfasts lies there"),
        (after(START, "123456"), PlayCard(0, "wobbly-table", -1, (1,)), "card_needs", "5 dice or fewer"),
        (ROLLED, PlayCard(0, "underside"), "wrong_dice", "one die of the roll"),
        (ROLLED, PlayCard(0, "underside", -1, (5,)), "wrong_dice", "one die"),
        (ROLLED, PlayCard(0, "wobbly-table", -1, (1, 1)), "wrong_dice", "1 to 2 dice"),
        (ROLLED, PlayCard(0, "wobbly-table", -1, (1, 2, 3)), "wrong_dice", "1 to 2"),
        (STOPPED, PlayCard(0, "unpaid-tab", 2), "wrong_target", "ahead"),
        (DEAD, Bank(0), "card_or_pass", "Nothing scores"),
        (DEAD, Keep(0, (1,)), "card_or_pass", "or pass"),
        (STOPPED, Roll(0), "card_or_pass", "You have stopped"),
        (START, PassWindow(0), "no_window", "Nothing waits"),
        (new_game(load("classic"), 2), PlayCard(0, "jam", 1), "no_cards", "without cards"),
        (new_game(load("classic"), 2), PassWindow(0), "no_window", "Nothing waits"),
        (new_game(load("playmonster", ["deck=house"]), 2), PlayCard(0, "jam", 1), "roll_off", "roll off"),
    ],
)  # fmt: skip
def test_a_wrong_card_is_refused_and_nothing_changes(
    state: State, command: Command, code: str, words: str
) -> None:
    found = refusal(state, command)
    assert found.code == code
    assert words in found.sentence
    assert not can(state, command)
    assert play(state, command) == found


def test_a_card_of_another_colour_is_not_held() -> None:
    gem, coin = (card(name, {"do": "total_points", "points": 50}) for name in ("gem", "coin"))
    state = game_of(gem, coin, deck={"colours": colours(red=["gem"], blue=["coin"], green=["gem"])})
    assert refusal(state, PlayCard(0, "coin")).code == "card_not_held"


@pytest.mark.parametrize(
    ("needs", "line", "words"),
    [
        ({"least_dice": 4}, "155234:155", "4 dice or more"),
        ({"least_turn": 500}, "155234:155", "500 points"),
        ({"door": "down"}, "", "kicked down"),
    ],
)
def test_what_a_card_needs(needs: dict[str, int | str], line: str, words: str) -> None:
    state = after(game_of(card("gem", {"do": "total_points", "points": 50}, needs=needs)), line)
    assert words in refusal(state, PlayCard(0, "gem")).sentence


def test_a_shut_door_can_be_needed() -> None:
    shut = game_of(card("gem", {"do": "total_points", "points": 50}, needs={"door": "shut"}))
    assert can(shut, PlayCard(0, "gem"))
    opened = after(shut, "hand=500", "hand=x", "hand=x")
    assert "still shut" in refusal(opened, PlayCard(0, "gem")).sentence


def test_colours_are_chosen_once() -> None:
    rules = load("munchkin-farkle")
    for wanted in (["red", "red", "blue"], ["red"], ["pink", "red", "blue"]):
        with pytest.raises(ValueError, match="a colour of its own"):
            new_game(rules, 3, colours=wanted)
    with pytest.raises(ValueError, match="no cards"):
        new_game(load("classic"), 2, colours=["red", "blue"])
