"""The decisions M1 to M27 of Munchkin Farkle, each played at a table with cards."""

import pytest
from msgspec.structs import replace

from game.cards.tables import ROLL_OF_NOTHING, card, colours, game_of, rules_with, table
from game.helpers import after, events_of, refusal
from hotdice.game import (
    Bank,
    PassWindow,
    Phase,
    PlayCard,
    Refusal,
    Roll,
    SetDice,
    State,
    Step,
    Throw,
    TimeOut,
    can,
    card_plays,
    do,
    legal,
    new_game,
    parse_position,
    play,
    print_position,
    still_holds,
    view,
)
from hotdice.game import events as e
from hotdice.game.cards import HIDDEN
from hotdice.game.offers import keep_offers
from hotdice.rules import RulesError, load

SAT, JAM, BREAKFASTS = "sat-on-one", "jam", "breakfasts"


def names_of_plays(state: State) -> set[str]:
    return {play.card for play in card_plays(state)}


def test_m1_a_stop_below_the_door_scores_nothing_and_is_no_farkle_for_cards() -> None:
    state = after("munchkin-farkle", "card=breakfasts 123466:1 =0", players=3)
    assert state.totals[0] == 0
    assert state.cards is not None
    assert [entry.turns for entry in state.cards.in_play] == [2], "a Farkle would have ended the card"


@pytest.mark.parametrize("line", ["", "123466", "123466:1"])
def test_m2_an_unlabelled_card_may_be_played_at_any_time_of_the_own_turn(line: str) -> None:
    state = after("munchkin-farkle", line, players=3)
    assert can(state, PlayCard(0, SAT, 1))
    assert refusal(state, PlayCard(1, SAT, 0)).code == "not_your_turn"
    waiting = after("munchkin-farkle", "*", players=3)
    assert refusal(waiting, PlayCard(0, SAT, 1)).code == "waiting_for_dice"


def test_m3_on_a_dead_roll_only_cards_that_say_so() -> None:
    dead = after("munchkin-farkle", ROLL_OF_NOTHING, players=3)
    assert dead.step is Step.FARKLE
    assert names_of_plays(dead) == {"warm-up"}
    assert refusal(dead, PlayCard(0, SAT, 1)).code == "not_now"
    late = card("late", {"do": "total_points", "points": 50})
    assert after(game_of(late), ROLL_OF_NOTHING).mover == 1, "the other reading is not the default"
    lenient = after(game_of(late, deck={"unlabelled_on_farkle": True}), ROLL_OF_NOTHING)
    assert names_of_plays(lenient) == {"late"}
    assert after(lenient, "card=late x").totals == (50, 0, 0), "it comes too late to save the turn"


def test_m4_a_card_stays_spent_when_the_turn_farkles() -> None:
    state = after("munchkin-farkle", f"card=sat-on-one>2 {ROLL_OF_NOTHING} x", players=3)
    assert state.cards is not None
    assert SAT not in state.cards.hands[0]
    assert state.mover == 1, "with the turn's card played, a dead roll ends at once"


def test_m5_an_ongoing_card_leaves_later_turns_their_card() -> None:
    state = after("munchkin-farkle", "card=umbrella hand=500", "hand=500", "hand=500", players=3)
    assert state.cards is not None
    assert [entry.card for entry in state.cards.in_play] == ["umbrella"]
    assert can(state, PlayCard(0, SAT, 1))
    again = after(state, "card=sat-on-one>2")
    assert refusal(again, PlayCard(0, JAM, 1)).code == "one_card_a_turn"


def test_m6_reductions_add_up_and_zero_becomes_one() -> None:
    curse = {"target": "foe", "lasts": "targets_turns", "turns": 3}
    three = card("three", {"do": "fewer_dice", "dice": 3}, **curse)
    four = card("four", {"do": "fewer_dice", "dice": 4}, **curse)
    state = after(game_of(three, four), "card=three>3 hand=500", "hand=500")
    assert len(state.hand) == 3
    state = after(game_of(three, four), "card=three>3 hand=500", "card=four>3 hand=500")
    assert len(state.hand) == 1
    stacked = after("munchkin-farkle", "card=jam>3 hand=500", "card=sat-on-one>3 hand=500", players=3)
    assert len(stacked.hand) == 4


def test_m7_an_own_reduction_limits_the_next_roll_and_hot_dice() -> None:
    burden = card("burden", {"do": "fewer_dice", "dice": 2}, lasts="own_turns", turns=1)
    state = after(game_of(burden), "155234 card=burden")
    assert (len(state.hand), state.faces) == (6, (1, 5, 5, 2, 3, 4)), "the roll on the table stays"
    state = after(state, ":155")
    assert (state.turn_total, state.dice_to_roll) == (200, (4,)), "of three one is left"
    hot = after(state, "1:1")
    assert hot.hot
    assert len(hot.dice_to_roll) == 4
    assert len(after(game_of(burden), "card=burden").hand) == 4


def test_m8_hot_dice_keep_the_reduction() -> None:
    state = after("munchkin-farkle", "card=sat-on-one>2 hand=500", "11155", players=3)
    # What is said of a keep before it is made: five dice are rolled after all five, not six.
    rolls = {offer.faces: offer.rolls for offer in keep_offers(state)}
    assert (rolls["11155"], rolls["1"]) == (5, 4)
    state = after(state, ":11155")
    assert state.hot
    assert len(state.dice_to_roll) == 5


def test_m9_more_dice_than_six_up_to_the_limit_of_the_card() -> None:
    cup = card("cup", {"do": "more_dice", "dice": 3, "most": 8}, lasts="own_turns", turns=1)
    state = after(game_of(cup), "card=cup")
    assert len(state.hand) == 8
    state = after(state, "11155523:111555 =2500")
    assert len(after(state, "hand=500", "hand=500").hand) == 6


def end_of_game(state: State, line: str) -> State:
    over = after(state, line)
    assert over.over
    return over


def test_m10_gold_pieces_count_behind_a_shut_door() -> None:
    start = table(10_000, 0, 9000, mover=2, phase="l1", opened="yny")
    over = end_of_game(after(start, "hand=x"), "hand=x")
    gold = load("munchkin-farkle").deck
    assert gold is not None
    assert over.totals[1] == gold.gold(gold.colours[1].cards)
    gem = card("gem", {"do": "total_points", "points": 50})
    strict = rules_with(gem, deck={"gold_needs_door": True}, target=500)
    over = end_of_game(after(new_game(strict, 3, first=0), "hand=500", "hand=x"), "hand=500")
    assert over.totals == (600, 0, 600)


def test_m11_ongoing_cards_at_the_end_are_worth_nothing() -> None:
    plain = end_of_game(table(10_000, 9000, 9000, mover=3, phase="l1"), "hand=x")
    laid = end_of_game(table(10_000, 9000, 9000, mover=3, phase="l1", in_play="2.9.2.n"), "hand=x")
    assert plain.rules.deck is not None
    assert plain.totals[1] - laid.totals[1] == plain.rules.deck.by_id["umbrella"].gold
    assert laid.cards is not None
    assert laid.cards.in_play == ()
    assert laid.cards.discards[1] == ("umbrella",)


def test_m12_after_level_10_the_round_is_finished_and_no_more() -> None:
    state = after(table(9900, 9000, 9000, mover=2), "hand=1000")
    assert (state.phase, state.mover) == (Phase.LAST, 2)
    assert after(state, "hand=x").over
    assert after(table(9000, 9000, 9900, mover=3), "hand=100").over


def test_m13_cards_are_played_in_the_last_turns_as_usual() -> None:
    state = table(10_100, 9000, 9000, mover=2, phase="l1")
    assert can(state, PlayCard(1, JAM, 2))
    tab = after(state, "555234:555 stop card=unpaid-tab>1 =500")
    assert tab.totals == (9800, 9800, 9000)


def test_m14_somebody_without_10000_can_win_by_gold_pieces() -> None:
    start = table(10_000, 9900, 0, mover=3, phase="l1", discards=("0123456789", "", ""))
    over = end_of_game(start, "hand=x")
    assert over.winners == (1,)
    assert over.totals[0] == 10_000


def test_m15_a_tie_is_shared_or_goes_to_more_cards_or_is_played_off() -> None:
    gem = card("gem", {"do": "total_points", "points": 100}, gold=100)
    turns = ("card=gem hand=500", "hand=500", "hand=x")
    shared = after(game_of(gem, target=500), *turns)
    assert (shared.totals, shared.winners) == ((600, 600, 100), (0, 1))
    by_cards = after(game_of(gem, target=500, deck={"ties_by_cards": True}), *turns)
    assert by_cards.winners == (1,)
    off = after(game_of(gem, target=500, ties="play_off"), *turns)
    assert off.phase is Phase.PLAY_OFF
    assert refusal(after(off, "hand=50"), PlayCard(1, "gem")).code == "cards_counted"


def test_m16_hands_are_hidden_and_what_everybody_can_work_out_is_said() -> None:
    state = after("munchkin-farkle", "card=jam>2 hand=500", "card=umbrella hand=500", players=3)
    seen = view(state, 2)
    assert seen.cards is not None
    assert state.cards is not None
    assert seen.cards.hands[2] == state.cards.hands[2]
    assert set(seen.cards.hands[0] + seen.cards.hands[1]) == {HIDDEN}
    assert [len(hand) for hand in seen.cards.hands] == [9, 9, 10]
    assert [still_holds(seen, seat) for seat in range(3)] == list(state.cards.hands)
    for known, hidden in ((state, False), (seen, True)):
        late = after(known, "join=100,y").cards
        assert late is not None
        assert len(late.hands[3]) == 10
        assert (set(late.hands[3]) == {HIDDEN}) is hidden
    gem = card("gem", {"do": "total_points", "points": 100})
    opened = game_of(gem, deck={"hands": "open"})
    assert view(opened, 0) == opened


def test_m17_every_colour_has_the_same_ten_unless_the_deck_says_otherwise() -> None:
    deck = load("munchkin-farkle").deck
    assert deck is not None
    assert {colour.cards for colour in deck.colours} == {tuple(card.id for card in deck.cards)}
    assert len(deck.cards) == 10
    gem, coin = (
        card("gem", {"do": "total_points", "points": 100}),
        card("coin", {"do": "total_points", "points": 50}),
    )
    sets = colours(red=["gem"], blue=["coin"], green=["gem", "coin"])
    state = game_of(gem, coin, deck={"colours": sets})
    assert state.cards is not None
    assert state.cards.hands == (("gem",), ("coin",), ("gem", "coin"))
    seen = view(state, 0)
    assert seen.cards is not None
    assert seen.cards.colours == (0, -1, -1), "the colour would give the hand away"
    assert still_holds(seen, 1) is None
    assert still_holds(state, 1) is None, "public facts do not tell, whoever asks"


def test_m18_three_to_five_players_and_an_override() -> None:
    for count in (2, 6):
        with pytest.raises(ValueError, match="for 3 to 5 players"):
            new_game(load("munchkin-farkle"), count)
    two = new_game(load("munchkin-farkle", ["min_players=2"]), 2, first=0)
    assert [play.target for play in card_plays(two) if play.card == JAM] == [1]
    assert list(load("munchkin-farkle", ["max_players=0"]).seats_allowed) == [3, 4, 5], "a colour each"
    with pytest.raises(RulesError, match="no more colours"):
        load("munchkin-farkle", ["min_players=6", "max_players=6"])


def test_m19_turn_points_count_towards_the_door_and_others_do_not() -> None:
    pep = card("pep", {"do": "turn_points", "points": 100}, when="after_keep")
    state = after(game_of(pep), "444235:444 card=pep =500")
    assert (state.totals[0], state.seats[0].opened) == (500, True)
    gift = card("gift", {"do": "total_points", "points": 100})
    state = after(game_of(gift), "444235:444 card=gift =0")
    assert (state.totals[0], state.seats[0].opened) == (100, False)


def test_m20_a_changed_roll_needs_a_set_aside_or_is_a_farkle() -> None:
    start = table(1000, 1000, 1000, turn="t300.2.15")
    turned = after(start, "card=underside:@2")
    assert turned.faces == (1, 2)
    assert refusal(turned, Bank(0)).code == "must_keep"
    lost = events_of(table(1000, 1000, 1000, turn="t300.2.25"), "card=underside:@2")
    assert [type(event) for event in lost] == [e.CardPlayed, e.DiceTurned, e.Farkled, e.TurnBegan]


def test_m21_level_10_stands_when_the_total_falls_again() -> None:
    state = after(table(9900, 9700, 9000, mover=1), "hand=100", "555234:555 stop card=unpaid-tab>1 =500")
    assert state.totals == (9700, 10_500, 9000)
    assert (state.phase, state.trigger) == (Phase.LAST, 0)
    assert after(state, "hand=x").over


def test_m22_points_are_taken_from_the_recorded_total_and_never_below_zero() -> None:
    state = after(table(0, 100, 0, opened="nyn"), "555234:555 stop card=unpaid-tab>2 =500")
    assert state.totals == (600, 0, 0)
    assert state.seats[1].opened, "the door stays down"
    moved = next(
        event
        for event in events_of(table(0, 100, 0), "555234:555 stop card=unpaid-tab>2 =500")
        if isinstance(event, e.PointsMoved)
    )
    assert moved.points == 100


def test_m23_the_leader_is_the_highest_other_total_and_ties_are_the_players_choice() -> None:
    fine = card("fine", {"do": "lose_points", "points": 100}, target="leader")
    state = after(
        game_of(fine, players=4), "hand=x", "hand=700", "hand=700", "hand=500", "card=fine>2 hand=x"
    )
    assert state.totals == (0, 600, 700, 500)
    start = after(game_of(fine, players=4), "hand=900", "hand=700", "hand=700", "hand=500")
    assert [play.target for play in card_plays(start)] == [1, 2]
    assert refusal(start, PlayCard(0, "fine", 3)).code == "wrong_target"


def test_m24_the_second_throw_has_the_same_dice_and_a_second_farkle_stands() -> None:
    start = table(1000, 1000, 1000, turn="t300.3.234")
    assert start.step is Step.FARKLE
    thrown = after(start, "card=warm-up")
    assert (thrown.step, thrown.in_the_air, thrown.throw) == (Step.WAIT, (1, 2, 3), 2)
    assert after(thrown, "123").step is Step.KEEP
    assert after(thrown, "234 x").mover == 1, "no second window"


def test_m25_doubling_comes_before_the_500_test() -> None:
    state = after(table(0, 0, 0, opened="nnn"), "333246:333 card=say-it-twice")
    assert refusal(state, Bank(0)).code == "must_roll"
    assert after(state, "466 x").totals[0] == 0
    assert after(state, "123:1 =800").totals[0] == 800
    low = after(table(0, 0, 0, opened="nnn"), "123446:1 card=say-it-twice 12346:1 =0")
    assert low.totals[0] == 0
    capped = after(table(0, 0, 0), "111234:111 card=say-it-twice 123:1 =1450")
    assert capped.totals[0] == 1450, "850 and at most 600 again"


def test_m26_changed_dice_are_scored_as_if_rolled() -> None:
    state = after(table(1000, 1000, 1000, turn="t300.3.661"), "card=underside:@3 :666 =900")
    assert state.totals[0] == 1900
    again = after(table(1000, 1000, 1000, turn="t300.3.661"), "card=wobbly-table:@3 6:666 =900")
    assert again.totals[0] == 1900


@pytest.mark.parametrize("command", [PassWindow(0), TimeOut(0)])
def test_m27_a_window_closes_by_a_pass_and_a_deadline_is_a_pass(command: PassWindow | TimeOut) -> None:
    dead = table(1000, 1000, 1000, turn="t300.3.234")
    assert set(map(type, legal(dead))) == {PassWindow, PlayCard}
    assert refusal(dead, Roll(0)).code == "card_or_pass"
    closed = play(dead, command)
    assert isinstance(closed, tuple)
    assert [type(event) for event in closed[1]] == [e.WindowPassed, e.Farkled, e.TurnBegan]
    stopped = after(table(1000, 2000, 1000), "555234:555 stop")
    assert stopped.step is Step.STOP
    closed = play(stopped, command)
    assert isinstance(closed, tuple)
    assert closed[0].totals[0] == 1500
    assert refusal(closed[0], PassWindow(1)).code == "no_window"
    assert refusal(dead, Throw((1, 2, 3))).code == "no_dice_asked"


def test_m2_a_card_that_turns_a_die_and_does_not_say_when_needs_dice_on_the_table() -> None:
    nudge = game_of(card("nudge", {"do": "flip_die"}))
    refused = refusal(nudge, PlayCard(0, "nudge", dice=(1,)))
    assert refused.sentence == "Nudge is played after a roll."
    assert can(after(nudge, "123446"), PlayCard(0, "nudge", dice=(1,)))
    assert after(nudge, ROLL_OF_NOTHING).mover == 1, "on a dead roll an unlabelled card comes too late (M3)"


TAKES_TWO = card("jam", {"do": "fewer_dice", "dice": 2}, target="foe", lasts="targets_turns", turns=2)
WEIGHED_DOWN = ("card=jam>2 hand=500",)
"""Seat 1 has laid a card on seat 2 that takes two dice, and seat 2 is to move."""


def test_g19_a_card_of_somebody_who_leaves_weighs_no_more_before_the_first_roll() -> None:
    state = after(game_of(TAKES_TWO), *WEIGHED_DOWN)
    assert state.dice_to_roll == (1, 2, 3, 4)
    assert after(state, "resign@1").dice_to_roll == (1, 2, 3, 4, 5, 6)


def test_g19_dice_that_a_card_took_join_the_next_roll_when_its_owner_has_left() -> None:
    state = after(game_of(TAKES_TWO), *WEIGHED_DOWN)
    left = after(state, "1234 resign@1 :1")
    assert left.turn_dice == 6
    assert left.dice_to_roll == (2, 3, 4, 5, 6)
    again = parse_position(print_position(left))
    assert len(again.dice_to_roll) == 5
    assert len(after(again, "12346").hand) == 5
    assert after(left, "12346:1").dice_to_roll == (3, 4, 5, 6)
    hot = after(state, "1511 resign@1 :1511")
    assert hot.dice_to_roll == (1, 2, 3, 4, 5, 6), "hot dice are all dice of the turn"
    assert after(state, "1511:1511").dice_to_roll == (1, 2, 3, 4)


def test_g19_a_ruling_on_dice_outlasts_a_card_whose_owner_leaves() -> None:
    state = after(game_of(TAKES_TWO), "card=jam>2")
    ruled = play(state, SetDice(1, 3))
    assert not isinstance(ruled, Refusal)
    assert after(ruled[0], "hand=500", "resign@1").dice_to_roll == (1, 2, 3)


@pytest.mark.parametrize(("total", "points"), [(9000, 150), (9850, 150), (9900, 0)])
def test_what_a_card_saves_is_bound_by_an_exact_target_and_by_no_minimum(total: int, points: int) -> None:
    """A minimum is one of stops; a target that must be met exactly is one of totals."""
    escape = card("escape", {"do": "keep_on_farkle", "points": 50}, when="on_farkle")
    rules = rules_with(escape, reach="exactly", target=10000, last_chance="none", minimum=1000)
    start = new_game(rules, 3, first=0)
    seat = replace(start.seats[0], total=total, opened=True)
    state = replace(start, seats=(seat, *start.seats[1:]), turn_total=200, hand=(5, 6), step=Step.DECIDE)
    for command in (Roll(0), Throw((2, 3)), PlayCard(0, "escape")):
        state, _ = do(state, command)
    assert state.seats[0].total == total + points
