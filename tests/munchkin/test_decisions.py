"""One test for each decision D1 to D20 of the rules, and M27 for windows, named after it."""

import pytest
from msgspec.structs import replace

from hotdice.munchkin import PICTURE, Phase, Pile, State, can, load
from hotdice.munchkin import commands as c
from hotdice.munchkin import events as e
from hotdice.munchkin import tasks as t
from munchkin.helpers import do, happened, played, refused, rolled, seat, table


def test_d1_a_roll_costs_one_level_paid_before_and_never_refunded() -> None:
    state = table(seat(4), seat(), doors=(), treasures=())
    state, events = played(state, c.RollDie(0))
    assert state.seats[0].level == 3
    assert isinstance(events[0], e.LevelPaid)
    state = do(state, c.Throw(1), c.Deadline())  # empty piles: nothing comes, nothing is given back
    assert state.seats[0].level == 3
    assert rolled(state, 2).seats[0].level == 2


def test_d2_roll_again_is_free_and_opens_a_new_window() -> None:
    state = table(seat(3, hand=["loaded-die"]), seat())
    state = do(state, c.RollDie(0), c.Throw(7), c.Pass(0), c.Pass(1))
    assert isinstance(state.task, t.ThrowDie)
    assert state.seats[0].level == 2
    state = do(state, c.Throw(8))
    assert isinstance(state.task, t.AnswerRoll)
    state = do(state, c.TurnDie(0, "loaded-die", 5))
    assert state.seats[0].level == 4


def test_d3_before_the_door_with_free_actions_mixed_in() -> None:
    state = table(seat(4, hand=["good-hammer", "tall-tale"]), seat())
    state = rolled(state, 4)
    state = do(state, c.PlayCard(0, "good-hammer"))
    state = rolled(state, 4)
    state = do(state, c.PlayCard(0, "tall-tale"))
    assert can(state, c.RollDie(0))
    state = do(state, c.KickDoor(0), c.Deal("brawler"))
    assert refused(state, c.RollDie(0)) == "door_is_open"


@pytest.mark.parametrize(
    ("level", "play", "allowed"),
    [(1, [], False), (2, [], True), (2, ["cyborg"], False), (3, ["cyborg"], True), (1, ["cyborg"], False)],
)
def test_d4_the_level_must_be_above_the_lowest(level: int, play: list[str], allowed: bool) -> None:
    assert can(table(seat(level, play=play), seat()), c.RollDie(0)) is allowed


def test_d4_from_level_two_there_is_one_roll() -> None:
    state = rolled(table(seat(2), seat()), 4)
    assert refused(state, c.RollDie(0)) == "lowest_level"


def test_d5_only_possible_sources_and_a_taken_discard_renews_nothing() -> None:
    both = table(seat(3), seat(), treasure_discard=["bent-fork"])
    assert rolled(both, 1).task == t.TakeCard(0, Pile.TREASURE)
    no_discard = table(seat(3), seat())
    assert isinstance(rolled(no_discard, 1).task, t.DrawCard)
    nothing = table(seat(3), seat(), treasures=())
    state, events = played(do(nothing, c.RollDie(0), c.Throw(1)), c.Deadline())
    assert happened(events, e.NothingCame)
    assert state.task is None
    only_discard = table(seat(3), seat(), treasures=(), treasure_discard=["bent-fork", "brass-hat"])
    state = rolled(only_discard, 1)
    kept, events = played(state, c.Take(0, "discard"))
    assert not happened(events, e.DeckRenewed)
    assert kept.treasure_discard == ("bent-fork",)
    assert kept.seats[0].hand == ("brass-hat",)
    renewed, events = played(state, c.Take(0, "deck"))
    assert happened(events, e.DeckRenewed)
    assert renewed.treasures == ("bent-fork", "brass-hat")
    assert renewed.treasure_discard == ()


def test_d5_result_4_takes_whichever_pile_has_a_card() -> None:
    state = rolled(table(seat(3), seat(), door_discard=["wrong-door"]), 4)
    assert state.seats[0].hand == ("wrong-door",)
    assert state.seats[0].level == 2


def test_d6_only_result_3_lets_a_curse_strike_and_treasure_comes_first() -> None:
    state = table(seat(4), seat(), door_discard=["wrong-door"])
    for source in ("deck", "discard"):
        taken = do(rolled(state, 2), c.Take(0, source))
        if source == "deck":
            taken = do(taken, c.Deal("wrong-door"))
        assert "wrong-door" in taken.seats[0].hand
        assert taken.seats[0].level == 3
    assert "wrong-door" in rolled(state, 4).seats[0].hand
    struck = rolled(state, 3)
    assert [task.pile for task in struck.agenda if isinstance(task, t.DrawCard)] == [Pile.TREASURE, Pile.DOOR]
    struck = do(struck, c.Deal("bent-fork"), c.Deal("wrong-door"))
    assert struck.seats[0].level == 2
    assert struck.door_discard[-1] == "wrong-door"


def test_d7_a_monster_on_result_3_goes_to_the_hand_without_a_fight() -> None:
    state = do(rolled(table(seat(4), seat()), 3), c.Deal("bent-fork"), c.Deal("the-landlord"))
    assert state.phase is Phase.BEFORE_DOOR
    assert state.fight is None
    assert "the-landlord" in state.seats[0].hand


@pytest.mark.parametrize(("level", "after"), [(9, 9), (8, 9), (7, 8), (2, 3)])
def test_d8_two_levels_never_reach_the_winning_one(level: int, after: int) -> None:
    state = rolled(table(seat(level), seat()), 5)
    assert state.seats[0].level == after
    assert not state.over


def test_d8_in_an_epic_game_the_cap_is_nineteen() -> None:
    epic = load(["winning_level=20"])
    assert rolled(table(seat(19), seat(), sheet=epic), 5).seats[0].level == 19
    assert rolled(table(seat(9), seat(), sheet=epic), 5).seats[0].level == 10


def test_d9_two_changes_of_sex_add_their_penalties_until_the_next_combat() -> None:
    state = table(seat(5), seat())
    once = rolled(state, 5)
    twice = rolled(once, 5)
    assert (once.seats[0].sex, twice.seats[0].sex) == ("man", "woman")
    assert (once.seats[0].penalty, twice.seats[0].penalty) == (5, 10)
    fight = do(twice, c.KickDoor(0), c.Deal("damp-sock"))
    assert fight.seats[0].penalty == 10
    after = do(fight, c.Flee(0), c.Throw(6))
    assert after.seats[0].penalty == 0


def test_d10_an_empty_hand_is_not_exchanged_and_a_hand_must_be() -> None:
    state = table(seat(3), seat(hand=["bent-fork"]), seat())
    after, events = played(do(state, c.RollDie(0), c.Throw(6)), c.Deadline())
    assert happened(events, e.NothingCame)[0].why == "empty_hand"
    assert after.task is None
    holding = rolled(table(seat(3, hand=["brass-hat"]), seat(), seat()), 6)
    assert refused(holding, c.Decline(0)) == "settle_first"
    assert refused(holding, c.KickDoor(0)) == "settle_first"
    given = do(holding, c.Choose(0, 1))  # the target's hand may be empty
    assert given.seats[0].hand == ()
    assert given.seats[1].hand == ("brass-hat",)


@pytest.mark.parametrize(("face", "mine", "theirs"), [(7, "brawler", "scholar"), (8, "cyborg", "longshank")])
def test_d11_the_exchange_is_optional_and_lacks_nothing_but_your_own(
    face: int, mine: str, theirs: str
) -> None:
    state = table(seat(4, play=[mine]), seat(play=[theirs]))
    offered = rolled(state, face)
    assert do(offered, c.Decline(0)).seats == offered.seats
    swapped = do(offered, c.Swap(0, mine, 1, theirs))
    assert (swapped.seats[0].play, swapped.seats[1].play) == ((theirs,), (mine,))
    alone, events = played(do(table(seat(4, play=[mine]), seat()), c.RollDie(0), c.Throw(face)), c.Deadline())
    assert happened(events, e.NothingCame)[0].why == "no_other_card"
    assert alone.task is None


def test_d12_with_class_and_style_one_exchange_like_for_like() -> None:
    state = table(seat(4, play=["brawler", "heron-stance"]), seat(play=["scholar", "falling-leaf"]))
    offered = rolled(state, 7)
    assert refused(offered, c.Swap(0, "brawler", 1, "falling-leaf")) == "not_alike"
    after = do(offered, c.Swap(0, "heron-stance", 1, "falling-leaf"))
    assert after.seats[0].play == ("brawler", "falling-leaf")
    assert after.task is None
    powers = rolled(table(seat(4, play=["glowing-hands"]), seat(play=["cyborg"])), 8)
    assert powers.task is None  # a Race is not a Power: nothing to exchange with


def test_d13_both_sides_discard_duplicates_and_what_allows_two_stays() -> None:
    theirs = seat(play=["scholar", "brawler", "second-degree"])
    after = do(rolled(table(seat(4, play=["brawler"]), theirs), 7), c.Swap(0, "brawler", 1, "scholar"))
    assert after.seats[0].play == ("scholar",)
    assert after.seats[1].play == ("brawler", "second-degree")
    assert after.door_discard == ("brawler",)
    mine = seat(4, play=["scholar", "brawler", "second-degree"])
    after = do(rolled(table(mine, seat(play=["scholar"])), 7), c.Swap(0, "brawler", 1, "scholar"))
    assert after.seats[0].play == ("scholar", "second-degree")
    assert after.seats[1].play == ("brawler",)


def test_d14_a_victim_must_stand_above_the_lowest_level_and_rolling_ends_either_way() -> None:
    state = rolled(table(seat(4), seat(2), seat(2, play=["cyborg"]), seat(5)), 9)
    assert refused(state, c.Choose(0, 2)) == "lowest_level"
    after = do(state, c.Choose(0, 3))
    assert after.levels == (4, 2, 2, 4)
    assert refused(after, c.RollDie(0)) == "rolling_over"
    poor = rolled(table(seat(4), seat(1), seat(2, play=["cyborg"])), 9)
    assert poor.levels == (3, 1, 2)
    assert refused(poor, c.RollDie(0)) == "rolling_over"


def test_d14_the_thief_can_never_win() -> None:
    assert rolled(table(seat(9), seat(2)), 9).levels == (9, 1)


def test_d15_nobody_changes_the_picture_and_only_1_to_9_are_picked() -> None:
    state = table(seat(4, hand=["loaded-die"]), seat(hand=["reloaded-die"]))
    state = do(state, c.RollDie(0), c.Throw(PICTURE))
    assert state.task == t.PickFace(0)
    assert refused(state, c.TurnDie(0, "loaded-die", 5)) == "picture"
    assert refused(state, c.TurnDie(1, "reloaded-die", 5)) == "picture"
    assert refused(state, c.Pick(0, PICTURE)) == "no_such_face"
    assert refused(state, c.Pick(0, 0)) == "no_such_face"
    again = do(state, c.Pick(0, 7))  # without a Class: allowed, silly, and free
    assert isinstance(again.task, t.ThrowDie)
    assert again.seats[0].level == 3
    nine = do(state, c.Pick(0, 9))
    assert refused(nine, c.RollDie(0)) == "rolling_over"


def test_d16_a_loaded_die_may_turn_to_the_picture() -> None:
    state = table(seat(4, hand=["loaded-die"]), seat(hand=["reloaded-die"]))
    state = do(state, c.RollDie(0), c.Throw(4), c.TurnDie(0, "loaded-die", PICTURE))
    assert state.task == t.PickFace(0)
    assert refused(state, c.TurnDie(1, "reloaded-die", 4)) == "already_turned"
    assert do(state, c.Pick(0, 5)).seats[0].level == 5


def _window(sheet_setting: str) -> State:
    sheet = load([f"window={sheet_setting}"])
    people = [seat(4, hand=["loaded-die"]), seat(hand=["reloaded-die"]), seat(hand=["reloaded-die"])]
    return do(table(*people, sheet=sheet), c.RollDie(0), c.Throw(4))


def test_d17_one_window_a_roll_in_a_fixed_order_and_the_first_card_closes_it() -> None:
    state = _window("in_order")
    assert state.asked == (0,)
    assert refused(state, c.TurnDie(1, "reloaded-die", 9)) == "not_your_turn"
    state = do(state, c.Pass(0))
    assert state.asked == (1,)
    state = do(state, c.TurnDie(1, "reloaded-die", 5))
    assert state.task is None
    assert refused(state, c.TurnDie(2, "reloaded-die", 9)) == "already_turned"
    assert refused(state, c.TurnDie(0, "loaded-die", 9)) == "already_turned"


def test_d17_as_data_the_first_message_wins() -> None:
    state = _window("first_come")
    assert state.asked == (0, 1, 2)
    turned = do(state, c.TurnDie(2, "reloaded-die", 5))
    assert turned.task is None
    assert turned.roll is not None
    assert turned.roll.turned_by == 2
    passed = do(state, c.Pass(1))
    assert passed.asked == (0, 2)
    assert refused(passed, c.TurnDie(1, "reloaded-die", 9)) == "not_your_turn"


def test_d18_no_reloaded_die_by_the_roller_and_no_loaded_die_by_a_foe() -> None:
    state = table(seat(4, hand=["reloaded-die"]), seat(hand=["loaded-die"]))
    state = do(state, c.RollDie(0), c.Throw(4))
    assert refused(state, c.TurnDie(0, "reloaded-die", 5)) == "own_roll"
    state = do(state, c.Pass(0))
    assert refused(state, c.TurnDie(1, "loaded-die", 5)) == "not_own_roll"


def test_d19_the_hand_limit_is_looked_at_only_in_charity() -> None:
    hand = ["bent-fork", "brass-hat", "oak-door", "bread-knife", "strong-tea", "tall-tale"]
    state = rolled(table(seat(3, hand=hand), seat(), door_discard=["cyborg"]), 4)
    assert len(state.seats[0].hand) == 7
    state = do(state, c.KickDoor(0), c.Deal("brawler"), c.LootRoom(0), c.Deal("scholar"))
    assert refused(state, c.EndTurn(0)) == "too_many_cards"


def test_d20_paying_is_no_loss_unless_the_sheet_says_so() -> None:
    people = (seat(4, play=["sore-loser"]), seat())
    _, events = played(table(*people), c.RollDie(0))
    assert not happened(events, e.LevelsLost)
    assert isinstance(rolled(table(*people), 4).task, type(None))
    other = table(*people, sheet=load(["paying_is_losing=true"]))
    state = do(other, c.RollDie(0))
    assert state.task == t.DrawCard(0, Pile.TREASURE, False, "solace")
    lost = do(table(seat(3, hand=["wrong-door"]), people[0]), c.Curse(0, "wrong-door", 1))
    assert lost.task == t.DrawCard(1, Pile.TREASURE, False, "solace")  # a real loss is consoled


def test_m27_a_window_closes_when_all_have_passed_or_at_the_deadline() -> None:
    state = _window("in_order")
    passed = do(state, c.Pass(0), c.Pass(1), c.Pass(2))
    assert passed == do(state, c.Deadline())
    assert passed == do(state, c.Pass(0), c.Deadline())
    assert passed.task is None
    assert refused(passed, c.Deadline()) == "no_window"
    assert replace(passed, agenda=(t.AnswerRoll((1,)),)).asked == (1,)
