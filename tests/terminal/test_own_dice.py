"""Own dice and the rules of houses at the keyboard."""

import json

from click.testing import CliRunner

from hotdice.game import Refusal, parse_record, print_record
from hotdice.rules import load
from hotdice.terminal.cli import hotdice
from hotdice.terminal.keeper import Keeper, real_record
from hotdice.terminal.starting import with_bags


def said(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(hotdice, list(words), input=typed)
    return result.output


def test_own_dice_are_named_on_the_command_line_and_rolled() -> None:
    text = said(
        "play", "kcd", "--plain", "--seed", "3", "--bag", "5*devils-head,1*odd", typed="roll\n7\nquit\n"
    )
    assert "You roll 4 7 7 5 2 3 (7 is a joker)." in text
    assert "7 does not score." in text, "a joker never scores alone"


def test_a_bag_that_is_none_is_told_in_a_sentence() -> None:
    assert "--bag: there is no die 'golden'" in said("play", "kcd", "--plain", "--bag", "6*golden")
    assert "played with 6 dice, and the bag has 5" in said("play", "kcd", "--plain", "--bag", "5*odd")
    assert "own dice do not go with cards" in said("play", "munchkin-farkle", "--plain", "--bag", "6*odd")


def test_the_catalogue_is_listed() -> None:
    assert "heavenly-kingdom        7  2  2  2  2  4" in said("rules", "dice")
    assert json.loads(said("rules", "dice", "--json"))["dice"]["devils-head"][6] == 1


def test_good_dice_win_the_simulation() -> None:
    text = said(
        "simulate", "kcd", "--players", "greedy,greedy", "--games", "40", "--bag", "6*lucky", "--json"
    )
    found = json.loads(text[text.index("{") :])
    assert found["wins"][0]["wins"] > found["wins"][1]["wins"]


def test_points_are_taken_over_at_the_keyboard() -> None:
    words = ("play", "cardgames", "--plain", "--seed", "5", "--players", "human,human")
    settings = ("--set", "piggyback=true", "--set", "opening=0")
    text = said(*words, *settings, typed="roll\na\nbank\ntake\nroll\nquit\n")
    assert "take: 300 points go on with 2 dice left" in text
    assert "Player 2 takes over 300 with 2 dice." in text


def test_the_scorekeeper_knows_own_dice_and_takes_them_in_any_order() -> None:
    record = with_bags(real_record(load("kcd"), ("Ann", "Bob"), 0), ["5*standard,1*devils-head"])
    keeper = Keeper(record)
    assert not isinstance(keeper.roll("711235"), Refusal)  # the joker lies first, and is on the last die
    assert not isinstance(keeper.keep("117"), Refusal)
    assert keeper.state.turn_total == 1000
    keeper.bank()
    assert isinstance(keeper.roll("711235"), Refusal), "Bob's dice are standard ones"
    assert parse_record(print_record(keeper.record)).bags == record.bags
