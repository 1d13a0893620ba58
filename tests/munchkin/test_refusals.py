"""Bad input is refused with a code and a sentence, and changes nothing."""

import pytest

from hotdice.munchkin import PICTURE, Command, Phase, State
from hotdice.munchkin import commands as c
from munchkin.helpers import do, refused, rolled, seat, table


def test_rolling_at_the_lowest_level() -> None:
    assert refused(table(seat(1), seat()), c.RollDie(0)) == "lowest_level"
    assert refused(table(seat(2, play=["cyborg"]), seat()), c.RollDie(0)) == "lowest_level"


def test_rolling_after_a_nine() -> None:
    state = rolled(table(seat(5), seat(3)), 9)
    assert refused(state, c.RollDie(0)) == "rolling_over"


def test_rolling_after_the_door() -> None:
    state = do(table(seat(5), seat()), c.KickDoor(0), c.Deal("brawler"))
    assert refused(state, c.RollDie(0)) == "door_is_open"
    state = do(state, c.LootRoom(0), c.Deal("scholar"))
    assert refused(state, c.RollDie(0)) == "door_is_open"


def test_a_second_loaded_die() -> None:
    state = do(table(seat(5, hand=["loaded-die", "loaded-die"]), seat()), c.RollDie(0), c.Throw(4))
    turned = do(state, c.TurnDie(0, "loaded-die", PICTURE))
    assert refused(turned, c.TurnDie(0, "loaded-die", 5)) == "already_turned"


def test_a_reloaded_die_by_the_roller() -> None:
    state = do(table(seat(5, hand=["reloaded-die"]), seat()), c.RollDie(0), c.Throw(4))
    assert refused(state, c.TurnDie(0, "reloaded-die", 5)) == "own_roll"


def test_a_target_without_the_card() -> None:
    state = rolled(table(seat(5, play=["brawler"]), seat(play=["scholar"]), seat()), 7)
    assert refused(state, c.Swap(0, "brawler", 2, "scholar")) == "not_in_play"
    assert refused(state, c.Swap(0, "scholar", 1, "scholar")) == "not_in_play"
    assert refused(state, c.Swap(0, "brawler", 0, "brawler")) == "yourself"
    assert refused(state, c.Swap(0, "brawler", 9, "scholar")) == "no_such_seat"
    assert refused(state, c.Swap(0, "no-such", 1, "scholar")) == "no_such_card"


def test_cards_that_are_not_held() -> None:
    state = table(seat(5), seat(hand=["good-hammer", "wrong-door"]))
    assert refused(state, c.PlayCard(0, "good-hammer")) == "not_in_hand"
    assert refused(state, c.PlayCard(0, "no-such-card")) == "no_such_card"
    assert refused(state, c.Curse(0, "wrong-door", 1)) == "not_in_hand"
    assert refused(state, c.Sell(0, ("good-hammer",))) == "not_in_hand"
    assert refused(state, c.Drop(0, "brawler")) == "not_in_play"


def _free() -> State:
    return table(
        seat(5, hand=["wrong-door", "strong-tea", "damp-sock", "second-degree"], play=["brawler"]),
        seat(3, hand=["bent-fork"]),
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.RollDie(1), "not_your_turn"),
        (c.RollDie(7), "no_such_seat"),
        (c.RollDie(-1), "no_such_seat"),
        (c.Pass(0), "not_asked"),
        (c.Pick(0, 5), "not_asked"),
        (c.Take(0, "deck"), "not_asked"),
        (c.Choose(0, 1), "not_asked"),
        (c.Decline(0), "not_asked"),
        (c.TurnDie(0, "loaded-die", 5), "no_window"),
        (c.Throw(5), "no_die"),
        (c.Deal("cyborg"), "no_draw"),
        (c.Deadline(), "no_window"),
        (c.LootRoom(0), "wrong_phase"),
        (c.Trouble(0, "damp-sock"), "wrong_phase"),
        (c.EndTurn(0), "wrong_phase"),
        (c.Give(0, "strong-tea", 1), "wrong_phase"),
        (c.Claim(0), "no_fight"),
        (c.Flee(0), "no_fight"),
        (c.Boost(0, "strong-tea", "heroes"), "no_fight"),
        (c.AskHelp(0, 1, 0), "no_fight"),
        (c.Curse(0, "wrong-door", 0), "yourself"),
        (c.Curse(0, "strong-tea", 1), "not_a_curse"),
        (c.Curse(0, "wrong-door", 5), "no_such_seat"),
        (c.PlayCard(0, "strong-tea"), "not_playable"),
        (c.PlayCard(0, "damp-sock"), "not_playable"),
        (c.Sell(0, ("strong-tea",)), "not_enough_gold"),
        (c.Sell(0, ()), "not_enough_gold"),
        (c.Sell(0, ("brawler",)), "not_an_item"),
        (c.Sell(0, ("strong-tea", "strong-tea")), "not_in_hand"),
        (c.Command(), "unknown_command"),
    ],
)
def test_what_does_not_fit_before_the_door(command: Command, code: str) -> None:
    assert refused(_free(), command) == code


def test_faces_that_no_die_has() -> None:
    state = do(table(seat(5, hand=["loaded-die"]), seat()), c.RollDie(0))
    for face in (0, 11, -3):
        assert refused(state, c.Throw(face)) == "no_such_face"
    assert refused(state, c.RollDie(0)) == "waiting_for_chance"
    state = do(state, c.Throw(3))
    assert refused(state, c.TurnDie(0, "loaded-die", 11)) == "no_such_face"
    assert refused(state, c.RollDie(0)) == "settle_first"


def test_cards_that_a_deck_does_not_hold() -> None:
    state = do(table(seat(5), seat(hand=["end-of-the-corridor"])), c.KickDoor(0))
    assert refused(state, c.Deal("end-of-the-corridor")) == "not_in_deck"
    assert refused(state, c.Deal("bent-fork")) == "not_in_deck"
    assert refused(state, c.Deal("nothing")) == "no_such_card"


def test_in_a_fight_nothing_is_played_sold_or_rolled() -> None:
    mine = seat(5, hand=["good-hammer", "wrong-door", "older-brother", "open-window"])
    state = do(table(mine, seat(1)), c.KickDoor(0), c.Deal("the-landlord"))
    assert state.phase is Phase.FIGHT
    assert refused(state, c.PlayCard(0, "good-hammer")) == "in_a_fight"
    assert refused(state, c.Sell(0, ("good-hammer",))) == "in_a_fight"
    assert refused(state, c.Curse(0, "wrong-door", 1)) == "in_a_fight"
    assert refused(state, c.RollDie(0)) == "door_is_open"
    assert refused(state, c.Claim(0)) == "not_winning"
    assert refused(state, c.Boost(0, "older-brother", "heroes")) == "wrong_side"
    assert refused(state, c.Boost(0, "good-hammer", "heroes")) == "not_a_boost"
    assert refused(state, c.Wander(0, "open-window", "good-hammer")) == "not_a_monster"
    assert refused(state, c.AskHelp(0, 1, 5)) == "no_such_prize"
    assert refused(state, c.AskHelp(0, 0, 1)) == "yourself"


def test_nothing_after_the_end() -> None:
    state = do(table(seat(9, play=["good-hammer"]), seat()), c.KickDoor(0), c.Deal("damp-sock"))
    state = do(state, c.Claim(0), c.Deadline())
    assert state.over
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    for command in (c.EndTurn(0), c.Deal("cyborg"), c.Throw(1), c.RollDie(1)):
        assert refused(state, command) == "game_over"
