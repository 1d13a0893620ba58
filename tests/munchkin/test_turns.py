"""The turn around the die: door, fights, help, flight, curses, death, Charity, sales, the end."""

from typing import Any

import pytest
from msgspec.structs import replace

from hotdice.munchkin import Phase, State, can, legal, load, outcomes
from hotdice.munchkin import commands as c
from hotdice.munchkin import events as e
from hotdice.munchkin import tasks as t
from hotdice.munchkin.strength import hand_limit, strength
from munchkin.helpers import all_cards, do, happened, played, refused, seat, table


def fight(monster: str, *seats: Any, **piles: Any) -> State:
    """A fight of seat 1 against what was behind the door."""
    return do(table(*seats, **piles), c.KickDoor(0), c.Deal(monster))


def test_behind_the_door_a_monster_fights_a_curse_strikes_and_all_else_goes_to_hand() -> None:
    start = table(seat(3), seat())
    assert do(start, c.KickDoor(0), c.Deal("damp-sock")).phase is Phase.FIGHT
    cursed = do(start, c.KickDoor(0), c.Deal("wrong-door"))
    assert (cursed.seats[0].level, cursed.phase) == (2, Phase.AFTER_DOOR)
    assert do(start, c.KickDoor(0), c.Deal("scholar")).seats[0].hand == ("scholar",)
    empty = do(table(seat(3), seat(), doors=()), c.KickDoor(0))
    assert (empty.phase, empty.task) == (Phase.AFTER_DOOR, None)


def test_a_tie_goes_to_the_monster_unless_a_hero_wins_ties() -> None:
    assert not can(fight("mild-ghost", seat(3), seat()), c.Claim(0))
    assert can(fight("mild-ghost", seat(3, play=["brawler"]), seat()), c.Claim(0))
    assert can(fight("mild-ghost", seat(4), seat()), c.Claim(0))
    assert not can(fight("mild-ghost", seat(4), seat()), c.Flee(0))


def test_victory_gives_the_level_and_treasures_face_down() -> None:
    state, events = played(fight("swamp-choir", seat(7), seat()), c.Claim(0), c.Pass(1))
    assert state.seats[0].level == 8
    assert [task.up for task in state.agenda if isinstance(task, t.DrawCard)] == [False, False]
    state = do(state, c.Deal("oak-door"), c.Deal("brass-hat"))
    assert (state.phase, state.door_discard) == (Phase.END, ("swamp-choir",))
    assert happened(events, e.FightWon)


def test_the_winning_level_is_won_by_a_monster_and_ends_the_game_at_once() -> None:
    state = do(fight("damp-sock", seat(9), seat()), c.Claim(0), c.Pass(1))
    assert state.outcome is not None
    assert state.outcome == ("level", (0,), (10, 1))
    big = do(fight("the-landlord", seat(9, play=["anvil-on-a-rope", "dragon-apron"]), seat()), c.Claim(0))
    assert do(big, c.Pass(1)).levels == (10, 1)  # two levels, and no level eleven


def test_others_may_stop_a_fight_and_the_fighter_may_answer() -> None:
    state = fight("mild-ghost", seat(4, hand=["borrowed-thunder"]), seat(hand=["strong-tea"]), seat())
    state = do(state, c.Claim(0), c.Boost(1, "strong-tea", "monsters"))
    assert state.fight is not None
    assert not state.fight.claimed
    assert refused(state, c.Claim(0)) == "not_winning"
    state = do(state, c.Boost(0, "borrowed-thunder", "heroes"), c.Claim(0))
    assert state.asked == (1,)
    state = do(state, c.Pass(1), c.Pass(2))
    assert state.seats[0].level == 5
    assert set(state.treasure_discard) == {"strong-tea", "borrowed-thunder"}


def test_a_boost_that_does_not_turn_the_fight_asks_everybody_anew() -> None:
    state = fight("damp-sock", seat(9, play=["good-hammer"]), seat(hand=["strong-tea"]), seat())
    state = do(state, c.Claim(0), c.Boost(1, "strong-tea", "monsters"))
    assert state.task == t.AnswerFight((1, 2))


def test_a_wandering_monster_joins_and_must_be_escaped_too() -> None:
    state = fight("mild-ghost", seat(4), seat(hand=["open-window", "iron-hen"]))
    state = do(state, c.Claim(0), c.Wander(1, "open-window", "iron-hen"))
    assert state.fight is not None
    assert state.fight.monsters == ("mild-ghost", "iron-hen")
    state = do(state, c.Flee(0))
    assert len(state.agenda) == 2
    state = do(state, c.Throw(6), c.Throw(1))
    assert state.seats[0].level == 2  # the hen takes two levels
    assert {"mild-ghost", "iron-hen", "open-window"} <= set(state.door_discard)


def test_a_curse_in_a_fight_counts_in_that_fight() -> None:
    state = fight("mild-ghost", seat(4), seat(hand=["stiff-neck"]), seat(hand=["wrong-door"]))
    state = do(state, c.Claim(0))
    assert refused(state, c.Curse(1, "stiff-neck", 2)) == "not_in_the_fight"
    state = do(state, c.Curse(1, "stiff-neck", 0))
    assert refused(state, c.Claim(0)) == "not_winning"


def test_a_loss_from_the_hand_is_asked_for_even_where_all_cards_are_alike() -> None:
    """Whether somebody is asked may depend on how many cards they hold, never on which."""
    for hand in (["bent-fork", "bent-fork"], ["bent-fork", "oak-door"]):
        state = do(table(seat(2, hand=["sudden-draught"]), seat(hand=hand)), c.Curse(0, "sudden-draught", 1))
        assert state.asked == (1,)
    one = do(
        table(seat(2, hand=["sudden-draught"]), seat(hand=["oak-door"])), c.Curse(0, "sudden-draught", 1)
    )
    assert one.treasure_discard == ("oak-door",)


def test_a_helper_counts_shares_the_treasures_face_up_and_runs_too() -> None:
    state = fight("swamp-choir", seat(3), seat(4), seat(2))
    assert refused(fight("damp-sock", seat(5), seat(4)), c.AskHelp(0, 1, 1)) == "winning"
    state = do(state, c.AskHelp(0, 2, 1), c.Answer(2, False))
    assert refused(state, c.AskHelp(0, 2, 2)) == "asked_already"
    state = do(state, c.AskHelp(0, 1, 1), c.Answer(1, True))
    assert refused(state, c.AskHelp(0, 2, 1)) == "helped"
    won = do(state, c.Claim(0), c.Deadline())
    assert won.levels == (4, 4, 2)
    draws = [task for task in won.agenda if isinstance(task, t.DrawCard)]
    assert [(task.seat, task.up) for task in draws] == [(0, True), (1, True)]
    weak = do(fight("iron-hen", seat(3), seat(4)), c.AskHelp(0, 1, 0), c.Answer(1, True), c.Flee(0))
    assert [task.seat for task in weak.agenda if isinstance(task, t.RunAway)] == [0, 1]


@pytest.mark.parametrize(
    ("face", "play", "escaped"), [(4, [], False), (5, [], True), (4, ["sprinter"], True)]
)
def test_running_away_needs_a_five(face: int, play: list[str], escaped: bool) -> None:
    state = do(fight("iron-hen", seat(5, play=play), seat()), c.Flee(0))
    assert sum(weight for _, weight in outcomes(state)) == 6
    state = do(state, c.Throw(face))
    assert state.seats[0].level == (5 if escaped else 3)
    assert state.phase is Phase.END


def test_death_leaves_level_and_identities_and_the_others_rob_from_the_highest_down() -> None:
    dead = seat(4, hand=["tall-tale", "damp-sock"], play=["brawler", "cyborg", "good-hammer"], penalty=5)
    state = do(fight("the-landlord", dead, seat(2), seat(6), seat(2)), c.Flee(0), c.Throw(1))
    assert state.seats[0].dead
    assert state.seats[0].play == ("brawler", "cyborg")
    assert (state.seats[0].hand, state.seats[0].level) == ((), 4)
    assert state.body == ("damp-sock", "good-hammer", "tall-tale")
    assert state.asked == (2,)
    assert refused(state, c.Rob(2, "brawler")) == "not_there"
    state = do(state, c.Rob(2, "good-hammer"))
    assert state.asked == (1,)
    state = do(state, c.Rob(1, "tall-tale"), c.Rob(3, "damp-sock"))
    assert (state.mover, state.turn, state.phase) == (1, 2, Phase.BEFORE_DOOR)
    assert not state.seats[0].dead  # back when the next player starts
    assert state.seats[0].hand == ()
    state = replace(state, mover=3, phase=Phase.END)
    state = do(state, c.EndTurn(3))
    assert [task.seat for task in state.agenda if isinstance(task, t.DrawCard)] == [0] * 8


def test_what_nobody_takes_of_the_dead_is_discarded() -> None:
    dead = seat(1, hand=["tall-tale", "damp-sock", "oak-door"])
    state = do(fight("the-landlord", dead, seat(2)), c.Flee(0), c.Throw(1), c.Rob(1, "oak-door"))
    assert "tall-tale" in state.treasure_discard
    assert "damp-sock" in state.door_discard
    assert state.body == ()


def test_the_dead_of_a_fight_run_no_further_and_the_helper_goes_on() -> None:
    state = do(fight("the-landlord", seat(3), seat(3)), c.AskHelp(0, 1, 0), c.Answer(1, True), c.Flee(0))
    state = do(state, c.Throw(1))
    assert state.seats[0].dead
    assert state.task == t.RunAway(1, "the-landlord")
    state = do(state, c.Throw(6))
    assert state.mover == 1


def test_looking_for_trouble_and_looting() -> None:
    start = do(table(seat(5, hand=["damp-sock", "oak-door"]), seat()), c.KickDoor(0), c.Deal("scholar"))
    assert refused(start, c.Trouble(0, "oak-door")) == "not_a_monster"
    assert do(start, c.Trouble(0, "damp-sock")).phase is Phase.FIGHT
    looted, events = played(start, c.LootRoom(0), c.Deal("wrong-door"))
    assert "wrong-door" in looted.seats[0].hand  # drawn face down: it does not strike
    assert not happened(events, e.CurseStruck)
    assert refused(looted, c.LootRoom(0)) == "wrong_phase"


def _rich(level: int, *others: int) -> State:
    hand = ["bent-fork", "brass-hat", "oak-door", "bread-knife", "strong-tea", "tall-tale", "lucky-button"]
    state = table(seat(level, hand=hand), *(seat(other) for other in others))
    return replace(state, phase=Phase.END)


def test_charity_gives_to_the_lowest_evenly() -> None:
    state = _rich(5, 2, 3, 2)
    assert refused(state, c.Give(0, "bent-fork", 2)) == "not_lowest"
    assert refused(state, c.Shed(0, "bent-fork")) == "not_lowest"
    state = do(state, c.Give(0, "bent-fork", 3))
    assert refused(state, c.Give(0, "brass-hat", 3)) == "not_lowest"
    state = do(state, c.Give(0, "brass-hat", 1))
    assert refused(state, c.Give(0, "oak-door", 1)) == "no_charity"
    assert do(state, c.EndTurn(0)).mover == 1


def test_charity_of_the_lowest_is_discarded_and_playing_helps_too() -> None:
    state = _rich(2, 2, 3)
    assert refused(state, c.Give(0, "bent-fork", 1)) == "not_lowest"
    state = do(state, c.Shed(0, "bent-fork"), c.PlayCard(0, "oak-door"))
    assert state.treasure_discard == ("bent-fork",)
    assert can(state, c.EndTurn(0))


def test_some_identities_hold_more_cards() -> None:
    assert hand_limit(load(), seat()) == 5
    assert hand_limit(load(), seat(play=["cellar-folk"])) == 6
    assert hand_limit(load(), seat(play=["scholar", "cellar-folk"])) == 7


def test_one_class_and_one_race_unless_a_card_allows_two() -> None:
    hand = ["brawler", "scholar", "duelist", "brawler", "second-degree", "second-degree", "cyborg"]
    state = table(seat(2, hand=hand), seat())
    assert refused(state, c.PlayCard(0, "second-degree")) == "alone"
    state = do(state, c.PlayCard(0, "brawler"), c.PlayCard(0, "cyborg"))
    assert refused(state, c.PlayCard(0, "scholar")) == "no_room"
    assert refused(state, c.PlayCard(0, "brawler")) == "duplicate"
    state = do(state, c.PlayCard(0, "second-degree"), c.PlayCard(0, "scholar"))
    assert refused(state, c.PlayCard(0, "second-degree")) == "duplicate"
    assert refused(state, c.PlayCard(0, "duelist")) == "no_room"
    state = do(state, c.Drop(0, "brawler"), c.PlayCard(0, "duelist"), c.Drop(0, "duelist"))
    assert "second-degree" in state.seats[0].play
    assert "second-degree" not in do(state, c.Drop(0, "scholar")).seats[0].play


def test_selling_gives_a_level_for_each_thousand_and_no_change_and_never_the_last() -> None:
    hand = ["family-silver", "anvil-on-a-rope", "dragon-apron"]
    state = table(seat(2, hand=hand), seat())
    after = do(state, c.Sell(0, tuple(hand)))
    assert (after.seats[0].level, after.seats[0].hand) == (4, ())
    assert refused(state, c.Sell(0, ("family-silver",))) == "not_enough_gold"
    assert refused(table(seat(9, hand=hand), seat()), c.Sell(0, tuple(hand))) == "winning_level"
    assert do(table(seat(8, hand=hand), seat()), c.Sell(0, tuple(hand))).seats[0].level == 9
    sales = [move for move in legal(state, 0) if isinstance(move, c.Sell)]
    assert len(sales) == 3  # any two of the three


def test_a_level_card_gives_a_level_and_not_the_last() -> None:
    assert do(table(seat(3, hand=["tall-tale"]), seat()), c.PlayCard(0, "tall-tale")).levels == (4, 1)
    assert refused(table(seat(9, hand=["tall-tale"]), seat()), c.PlayCard(0, "tall-tale")) == "winning_level"


def test_strength_counts_what_can_be_worn_at_once() -> None:
    sheet = load()
    assert strength(sheet, seat(1, play=["brass-hat", "crown-of-spoons"])) == 4
    assert strength(sheet, seat(1, play=["bread-knife", "good-hammer", "oak-door"])) == 6
    assert strength(sheet, seat(1, play=["bent-fork", "borrowed-halberd"])) == 5
    assert strength(sheet, seat(1, penalty=10)) == -9


def test_an_empty_deck_is_renewed_from_its_discards_when_a_card_is_needed() -> None:
    state = table(seat(3), seat(), doors=(), door_discard=["scholar", "damp-sock"])
    state, events = played(state, c.KickDoor(0))
    assert happened(events, e.DeckRenewed)
    assert state.doors == ("damp-sock", "scholar")
    assert sum(weight for _, weight in outcomes(state)) == 2


def test_a_game_that_lasts_too_long_goes_to_the_highest() -> None:
    sheet = load(["turn_limit=3"])
    state = replace(table(seat(3), seat(5), seat(5), sheet=sheet), phase=Phase.END, turn=3)
    state = do(state, c.EndTurn(0))
    assert state.outcome == ("turn_limit", (1, 2), (3, 5, 5))


def test_cards_of_a_fight_are_counted_while_it_lasts() -> None:
    start = table(seat(4, hand=["strong-tea"]), seat())
    state = do(start, c.KickDoor(0), c.Deal("iron-hen"), c.Boost(0, "strong-tea", "heroes"))
    assert all_cards(state) == all_cards(start)
