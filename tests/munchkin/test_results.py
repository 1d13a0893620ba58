"""The ten results as scenarios: with and without the cards they need, empty piles, low and at level 9."""

from collections.abc import Callable
from typing import Any

import pytest

from hotdice.munchkin import PICTURE, Pile, State, outcomes
from hotdice.munchkin import commands as c
from hotdice.munchkin import events as e
from hotdice.munchkin import tasks as t
from munchkin.helpers import all_cards, do, happened, played, refused, rolled, seat, table

LEVELS = [2, 9]
"""The lowest level with a roll, and the highest."""
DISCARDS: dict[str, Any] = {
    "door_discard": ["longshank", "wrong-door"],
    "treasure_discard": ["oak-door", "brass-hat"],
}


def stood(state: State, face: int) -> tuple[State, list[e.Event]]:
    """Pay, throw this face, let everybody pass: the state and the events of the result alone."""
    before = all_cards(state)
    state = do(state, c.RollDie(0), c.Throw(face))
    events: list[e.Event] = []
    if isinstance(state.task, t.AnswerRoll):
        state, events = played(state, c.Deadline())
    assert all_cards(state) == before
    return state, events


def nothing(state: State, face: int) -> str:
    """The result has no effect but the price; the reason."""
    after, events = stood(state, face)
    assert after.task is None
    assert after.seats[0].level == state.seats[0].level - 1
    assert [one.hand for one in after.seats] == [one.hand for one in state.seats]
    assert [one.play for one in after.seats] == [one.play for one in state.seats]
    why: str = happened(events, e.NothingCame)[0].why
    return why


@pytest.mark.parametrize("level", LEVELS)
def test_result_1_a_treasure_from_the_deck_face_up_or_the_top_discard(level: int) -> None:
    state, _ = stood(table(seat(level), seat(), **DISCARDS), 1)
    taken, events = played(state, c.Take(0, "discard"))
    assert taken.seats[0].hand == ("brass-hat",)
    assert taken.treasure_discard == ("oak-door",)
    drawn, events = played(state, c.Take(0, "deck"), c.Deal("bent-fork"))
    assert drawn.seats[0].hand == ("bent-fork",)
    assert happened(events, e.CardDrawn)[0].up
    assert drawn.seats[0].level == level - 1


@pytest.mark.parametrize("level", LEVELS)
def test_result_2_a_door_face_down_or_the_top_discard(level: int) -> None:
    state, _ = stood(table(seat(level), seat(), **DISCARDS), 2)
    assert do(state, c.Take(0, "discard")).seats[0].hand == ("wrong-door",)
    drawn, events = played(state, c.Take(0, "deck"), c.Deal("damp-sock"))
    assert drawn.seats[0].hand == ("damp-sock",)
    assert not happened(events, e.CardDrawn)[0].up


@pytest.mark.parametrize(("face", "pile"), [(1, Pile.TREASURE), (2, Pile.DOOR)])
@pytest.mark.parametrize("level", LEVELS)
def test_results_1_and_2_with_one_pile_or_none(face: int, pile: Pile, level: int) -> None:
    deck_only, _ = stood(table(seat(level), seat()), face)
    assert isinstance(deck_only.task, t.DrawCard)
    empty = table(seat(level), seat(), doors=(), treasures=())
    assert nothing(empty, face) == "empty_piles"
    other = {Pile.TREASURE: "door_discard", Pile.DOOR: "treasure_discard"}[pile]
    wrong_pile = table(seat(level), seat(), doors=(), treasures=(), **{other: DISCARDS[other]})
    assert nothing(wrong_pile, face) == "empty_piles"


@pytest.mark.parametrize("level", LEVELS)
def test_result_3_both_face_up(level: int) -> None:
    state, _ = stood(table(seat(level), seat()), 3)
    state, events = played(state, c.Deal("oak-door"), c.Deal("scholar"))
    assert state.seats[0].hand == ("oak-door", "scholar")
    assert [event.up for event in happened(events, e.CardDrawn)] == [True, True]


@pytest.mark.parametrize(("level", "after"), [(2, 1), (9, 7)])
def test_result_3_a_curse_strikes_never_below_the_lowest(level: int, after: int) -> None:
    state, _ = stood(table(seat(level), seat()), 3)
    state = do(state, c.Deal("oak-door"), c.Deal("wrong-door"))
    assert state.seats[0].level == after
    assert state.seats[0].hand == ("oak-door",)


def test_result_3_the_victim_of_a_curse_chooses_what_is_lost() -> None:
    state, _ = stood(table(seat(3, play=["good-hammer", "brass-hat"]), seat()), 3)
    state = do(state, c.Deal("oak-door"), c.Deal("hole-in-the-bag"))
    assert state.asked == (0,)
    assert refused(state, c.Lose(0, "oak-door")) == "not_losable"  # it is in the hand, not in play
    state = do(state, c.Lose(0, "brass-hat"))
    assert state.seats[0].play == ("good-hammer",)


def test_result_3_a_curse_with_nothing_to_lose_does_nothing() -> None:
    state, _ = stood(table(seat(3), seat()), 3)
    state = do(state, c.Deal("oak-door"), c.Deal("hole-in-the-bag"))
    assert state.task is None


@pytest.mark.parametrize("level", LEVELS)
def test_result_3_with_empty_piles(level: int) -> None:
    assert nothing(table(seat(level), seat(), doors=(), treasures=()), 3) == "empty_piles"
    doors_only, _ = stood(table(seat(level), seat(), treasures=()), 3)
    assert [task.pile for task in doors_only.agenda if isinstance(task, t.DrawCard)] == [Pile.DOOR]
    renewed, events = stood(table(seat(level), seat(), treasures=(), treasure_discard=["oak-door"]), 3)
    assert happened(events, e.DeckRenewed)
    assert [command for command, _ in outcomes(renewed)] == [c.Deal("oak-door")]


@pytest.mark.parametrize("level", LEVELS)
def test_result_4_the_top_of_both_discards(level: int) -> None:
    state, _ = stood(table(seat(level), seat(), **DISCARDS), 4)
    assert state.seats[0].hand == ("brass-hat", "wrong-door")
    assert (state.door_discard, state.treasure_discard) == (("longshank",), ("oak-door",))
    assert nothing(table(seat(level), seat()), 4) == "empty_piles"
    one, _ = stood(table(seat(level), seat(), treasure_discard=["oak-door"]), 4)
    assert one.seats[0].hand == ("oak-door",)


@pytest.mark.parametrize(("level", "after"), [(2, 3), (9, 9)])
def test_result_5_changes_sex_and_gives_two_levels(level: int, after: int) -> None:
    state, events = stood(table(seat(level), seat()), 5)
    assert state.seats[0].level == after
    assert state.seats[0].sex == "man"
    assert state.seats[0].penalty == 5
    assert not state.over
    assert happened(events, e.SexChanged)


@pytest.mark.parametrize("level", LEVELS)
def test_result_6_exchanges_whole_hands(level: int) -> None:
    mine, theirs = ["bent-fork", "scholar"], ["oak-door"]
    state, _ = stood(table(seat(level, hand=mine), seat(hand=theirs), seat()), 6)
    assert refused(state, c.Choose(0, 0)) == "yourself"
    assert refused(state, c.Choose(0, 7)) == "no_such_seat"
    state = do(state, c.Choose(0, 1))
    assert (state.seats[0].hand, state.seats[1].hand) == (("oak-door",), ("bent-fork", "scholar"))
    assert nothing(table(seat(level), seat(hand=theirs)), 6) == "empty_hand"


def test_result_6_the_card_that_turned_the_die_may_have_been_the_last() -> None:
    state = do(table(seat(3, hand=["loaded-die"]), seat(hand=["oak-door"])), c.RollDie(0), c.Throw(4))
    state, events = played(state, c.TurnDie(0, "loaded-die", 6))
    assert happened(events, e.NothingCame)[0].why == "empty_hand"
    assert state.seats[0].hand == ()


@pytest.mark.parametrize(
    ("face", "mine", "theirs"),
    [
        (7, "brawler", "scholar"),
        (7, "heron-stance", "falling-leaf"),
        (8, "cellar-folk", "longshank"),
        (8, "glowing-hands", "rubber-bones"),
    ],
)
@pytest.mark.parametrize("level", LEVELS)
def test_results_7_and_8_exchange_identities(face: int, mine: str, theirs: str, level: int) -> None:
    state, _ = stood(table(seat(level, play=[mine]), seat(play=[theirs])), face)
    swapped = do(state, c.Swap(0, mine, 1, theirs))
    assert (swapped.seats[0].play, swapped.seats[1].play) == ((theirs,), (mine,))
    assert do(state, c.Decline(0)).seats == state.seats
    assert nothing(table(seat(level, play=[mine]), seat()), face) == "no_other_card"


@pytest.mark.parametrize(("face", "wrong"), [(7, "longshank"), (8, "brawler")])
@pytest.mark.parametrize("level", LEVELS)
def test_results_7_and_8_without_such_a_card_roll_again(face: int, wrong: str, level: int) -> None:
    state, _ = stood(table(seat(level, play=[wrong]), seat(play=["scholar", "longshank"])), face)
    assert state.task == t.ThrowDie(0)
    assert state.seats[0].level == level - 1
    assert do(state, c.Throw(4), c.Deadline()).seats[0].level == level - 1


def test_result_8_a_cyborg_that_changes_hands_changes_the_lowest_level() -> None:
    state, _ = stood(table(seat(3, play=["longshank"]), seat(2, play=["cyborg"])), 8)
    state = do(state, c.Swap(0, "longshank", 1, "cyborg"))
    assert refused(state, c.RollDie(0)) == "lowest_level"


@pytest.mark.parametrize("level", LEVELS)
def test_result_9_steals_a_level_and_ends_the_rolling(level: int) -> None:
    state, _ = stood(table(seat(level), seat(4), seat(1), seat(6)), 9)
    assert refused(state, c.Choose(0, 2)) == "lowest_level"
    after = do(state, c.Choose(0, 1))
    assert after.levels == (level, 3, 1, 6)
    assert refused(after, c.RollDie(0)) in ("rolling_over",)
    assert not after.over
    assert nothing(table(seat(level), seat(1), seat(1)), 9) == "no_victim"


_PICKED: dict[int, Callable[[State], bool]] = {
    1: lambda state: isinstance(state.task, t.TakeCard),
    2: lambda state: isinstance(state.task, t.TakeCard),
    3: lambda state: isinstance(state.task, t.DrawCard),
    4: lambda state: "brass-hat" in state.seats[0].hand,
    5: lambda state: state.seats[0].penalty == 5,
    6: lambda state: isinstance(state.task, t.PickSeat),
    7: lambda state: isinstance(state.task, t.Exchange),
    8: lambda state: isinstance(state.task, t.Exchange),
    9: lambda state: state.rolling_over,
}


@pytest.mark.parametrize("face", range(1, 10))
@pytest.mark.parametrize("level", LEVELS)
def test_the_picture_gives_any_of_the_nine(face: int, level: int) -> None:
    mine = seat(level, hand=["bent-fork"], play=["brawler", "cellar-folk"])
    others = [seat(3, play=["scholar", "longshank"]), seat(3)]
    state, _ = stood(table(mine, *others, **DISCARDS), PICTURE)
    assert state.task == t.PickFace(0)
    assert _PICKED[face](do(state, c.Pick(0, face)))


def test_the_picture_with_nothing_anywhere() -> None:
    state, _ = stood(table(seat(2), seat(1), doors=(), treasures=()), PICTURE)
    for face in (1, 2, 3, 4, 6, 9):
        assert do(state, c.Pick(0, face)).task is None
    for face in (7, 8):
        assert do(state, c.Pick(0, face)).task == t.ThrowDie(0)


def test_rolling_goes_on_while_there_are_levels() -> None:
    state = table(seat(4), seat(), doors=(), treasures=())
    for expected in (3, 2, 1):
        state = rolled(state, 4)
        assert state.seats[0].level == expected
    assert refused(state, c.RollDie(0)) == "lowest_level"
