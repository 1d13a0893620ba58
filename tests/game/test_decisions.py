"""One test for each decision of our rules document that the referee makes; the name carries its id."""

import pytest

from game.helpers import after, events_of, refusal
from hotdice.game import (
    Bank,
    EnterTurn,
    Keep,
    Phase,
    Resign,
    Roll,
    Step,
    TimeOut,
    can,
    keep_faces,
    legal,
    new_game,
)
from hotdice.game import events as e
from hotdice.rules import load, shipped

FARKLE = "223446"  # a farkle with six dice on every shipped sheet but zilch
RACES = ["playmonster", "classic", "munchkin-farkle-plain", "zilch", "ten-thousand"]


def seats(name: str) -> int:
    """A number of players that a sheet allows."""
    return max(load(name).min_players, min(2, load(name).seats_allowed[-1]))


@pytest.mark.parametrize("name", ["munchkin-farkle-plain", "playmonster", "classic", "marina"])
def test_g1_every_die_set_aside_must_score(name: str) -> None:
    state = after(name, "112346", players=seats(name))
    dice = tuple(die for die, face in zip(state.hand, state.faces, strict=True) if face in (1, 2))
    assert refusal(state, Keep(0, dice)).code == "not_a_score"


def test_dice_that_do_not_score_are_named_where_others_do() -> None:
    state = after("classic", "112346")
    some = refusal(state, Keep(0, state.hand[:3]))
    assert (some.says, some.data["idle"]) == ("{faces} does not score: leave {idle:and}.", (2,))
    none = refusal(state, Keep(0, state.hand[2:4]))
    assert (none.says, none.data) == ("{faces} does not score.", {"faces": (2, 3)})


def test_g3_two_of_three_fives_may_be_kept() -> None:
    state = after("classic", "555234")
    assert after(state, ":55").turn_total == 100
    assert after(state, ":5").turn_total == 50
    with pytest.raises(ValueError, match="does not score"):
        after(after("classic", "222346"), ":22")


def test_g4_three_of_a_rolled_four_leave_the_fourth_to_roll() -> None:
    state = after("classic", "444423:444")
    assert (state.turn_total, len(state.hand)) == (400, 3)


@pytest.mark.parametrize("name", shipped())
def test_g8_no_stop_without_setting_aside(name: str) -> None:
    state = after(name, "111234", players=seats(name))
    assert refusal(state, Bank(0)).code == "must_keep"
    assert refusal(state, Roll(0)).code == "must_keep"


@pytest.mark.parametrize("name", shipped())
def test_g9_hot_dice_over_several_rolls_are_optional(name: str) -> None:
    state = after(name, "111234:111 555:555", players=seats(name))
    assert state.hot
    assert state.dice_to_roll == (1, 2, 3, 4, 5, 6)
    assert can(state, Roll(0))
    assert can(state, Bank(0)) == (load(name).opening <= state.turn_total)


def test_g10_dice_before_hot_dice_do_not_combine_with_dice_after() -> None:
    state = after("classic", "111222:111222 112346:11")
    assert state.turn_total == 2500 + 200


@pytest.mark.parametrize("name", [name for name in shipped() if name != "zilch"])
def test_g11_a_farkle_after_hot_dice_loses_the_whole_turn(name: str) -> None:
    state = after(name, f"111234:111 555:555 {FARKLE} x", players=seats(name))
    assert state.seats[0].total == 0
    assert state.turn_total == 0


def test_g12_a_second_player_past_the_target_starts_no_new_last_round() -> None:
    start = "classic~r9~s1~m1~n~9900.0.y_9900.0.y_9900.0.y~t0.6"
    state = after(start, "111234:1 =100", "111234:111 =300", "111234:1 =100")
    assert state.outcome is not None
    assert state.winners == (1,)


@pytest.mark.parametrize("name", RACES)
def test_g13_last_turns_follow_the_normal_rules(name: str) -> None:
    three = seats(name) > 2
    others = "_0.0.n" if load(name).opening else "_0.0.y"
    start = f"{name}~r9~s1~m2~l1~10000.0.y{others}{others if three else ''}~t0.6"
    state = after(start, "123466:1")
    bank = load(name).opening_policy == "may_stop"
    assert can(state, Bank(1)) is bank  # opening and minimum still bind
    ended = after(start, "222346:222 666:666")
    assert can(ended, Bank(1)) is (load(name).opening <= 800)


def test_g14_only_the_recorded_total_reaches_the_target() -> None:
    state = after("classic~r9~s1~m1~n~9900.0.y_0.0.n~t0.6", "111111:111111")
    assert state.phase is Phase.NORMAL
    assert can(state, Roll(0))
    assert after(state, f"{FARKLE} x").seats[0].total == 9900


@pytest.mark.parametrize("name", RACES)
def test_g15_exactly_the_target_is_enough(name: str) -> None:
    others = "_0.0.y" * (seats(name) - 1)
    state = after(f"{name}~r9~s1~m1~n~9700.0.y{others}~t0.6", "333246:333 =300")
    assert state.phase is Phase.LAST


def test_g15_solitaire_needs_strictly_more() -> None:
    exactly = after("marina-solitaire~r10~s1~m1~n~9700.0.y~t0.6", "333246:333 =300")
    more = after("marina-solitaire~r10~s1~m1~n~9750.0.y~t0.6", "333246:333 =300")
    assert (exactly.winners, more.winners) == ((), (0,))


def test_g16_r5_totals_may_fall_below_zero() -> None:
    state = after("marina~r3~s1~m1~n~0.2.y_0.0.y~t0.6", f"{FARKLE} x-500")
    assert state.seats[0].total == -500


@pytest.mark.parametrize("name", ["playmonster", "classic", "munchkin-farkle-plain"])
def test_g17_the_opening_is_one_turn_and_exactly_500_is_enough(name: str) -> None:
    start = new_game(load(name), seats(name), first=0)
    opened = after(start, "555234:555 =500")
    assert opened.seats[0].opened
    assert opened.seats[0].total == 500
    hot = after(start, "115555:115555")  # hot dice count towards it
    assert can(hot, Bank(0))


def test_g18_an_opened_player_stays_opened() -> None:
    state = after("classic", "555234:555 =500", f"{FARKLE} x", f"{FARKLE} x", f"{FARKLE} x", "123466:1 =100")
    assert state.seats[0].total == 600


def test_g19_a_seat_that_left_is_skipped_and_cannot_win() -> None:
    start = new_game(load("classic"), 3, first=0)
    state = after(start, "resign@2", "555234:555 =500")
    assert state.mover == 2
    ended = after("classic~r9~s1~m1~n~9900.0.y_9999.0.gy_0.0.y~t0.6", "123466:1 =100", f"{FARKLE} x")
    assert ended.winners == (0,)


def test_g19_the_mover_leaving_ends_the_turn_for_nothing() -> None:
    state = after("classic", "555234:555 resign@1", players=3)
    assert (state.mover, state.seats[0].total, state.step) == (1, 0, Step.ROLL)


def test_g19_a_trigger_who_leaves_lets_the_last_round_run() -> None:
    start = "classic~r9~s1~m2~l1~10000.0.y_9000.0.y_500.0.y~t0.6"
    state = after(start, "resign@1", f"{FARKLE} x")
    assert state.phase is Phase.LAST
    ended = after(state, f"{FARKLE} x")
    assert ended.winners == (1,)


def test_g19_the_last_seat_wins_at_once() -> None:
    state = after("classic", "resign@1")
    assert (state.winners, state.reason) == ((1,), "resigned")


def test_g19_leaving_a_play_off() -> None:
    start = "marina~r11~s1~m1~p1.2.3~500.0.y_500.0.y_500.0.y_100.0.y~t0.6"
    one_less = after(start, "resign@3")
    assert one_less.contenders == (0, 1)
    ended = after(one_less, "resign@1")
    assert (ended.winners, ended.reason) == ((1,), "resigned")


def test_g19_leaving_a_roll_off() -> None:
    start = new_game(load("playmonster"), 3)
    state = after(start, "5 resign@2")
    assert (state.phase, state.mover) == (Phase.ROLL_OFF, 2)
    assert after(state, "6").starter == 2
    assert after(start, "resign@1").mover == 1
    assert after(start, "5 5 resign@2 3").starter == 0
    assert after(start, "5 5 5 resign@1 resign@2").reason == "resigned"


def test_g19_alone_leaving_ends_the_game_without_a_winner() -> None:
    state = after("marina-solitaire", "resign@1", players=1)
    assert (state.winners, state.reason) == ((), "resigned")


def test_g20_a_timed_out_turn_is_a_stop_if_legal_else_nothing_and_no_farkle() -> None:
    enough = after("facebook", "333246:333 timeout")
    assert enough.seats[0].total == 300
    short = after("facebook~r2~s1~m1~n~0.2.y_0.0.y~t0.6", "123466:1 timeout")
    assert (short.seats[0].total, short.seats[0].farkles) == (0, 2)
    thrown = after("facebook", "111246 timeout")
    assert thrown.seats[0].total == 0
    assert refusal(thrown, TimeOut(0)).code == "not_your_turn"


def test_m1_below_500_a_stop_is_allowed_scores_nothing_and_is_no_farkle() -> None:
    state = after("munchkin-farkle-plain", "123466:1 =0", players=3)
    assert (state.seats[0].total, state.seats[0].opened, state.seats[0].farkles) == (0, False, 0)
    assert state.mover == 1


def test_m12_only_players_after_the_trigger_finish_the_round() -> None:
    start = "munchkin-farkle-plain~r9~s2~m3~n~9000.0.y_9000.0.y_9900.0.y~t0.6"
    state = after(start, "123466:1 =100")
    assert (state.phase, state.mover) == (Phase.LAST, 0)
    assert after(state, f"{FARKLE} x").winners == (2,)
    last = "munchkin-farkle-plain~r9~s2~m1~n~9900.0.y_9000.0.y_9000.0.y~t0.6"
    assert after(last, "123466:1 =100").winners == (0,)


def test_m15_a_tie_is_a_shared_victory() -> None:
    start = "munchkin-farkle-plain~r9~s1~m3~l1~10000.0.y_9000.0.y_9900.0.y~t0.6"
    assert after(start, "123466:1 =100").winners == (0, 2)


def test_m18_three_to_five_players() -> None:
    for count in (2, 6):
        with pytest.raises(ValueError, match="3 to 5"):
            new_game(load("munchkin-farkle"), count)
    assert len(new_game(load("munchkin-farkle", ["min_players=2"]), 2).seats) == 2


@pytest.mark.parametrize("name", ["playmonster", "classic"])
def test_p1_q1_below_500_stopping_is_refused(name: str) -> None:
    state = after(name, "123466:1")
    assert refusal(state, Bank(0)).code == "below_opening"
    assert refusal(state, Bank(0)).data == {"needed": 500, "turn_total": 100}


@pytest.mark.parametrize("name", ["playmonster", "classic", "zilch", "ten-thousand"])
def test_p3_q2_every_other_player_has_one_last_turn(name: str) -> None:
    start = f"{name}~r9~s1~m2~n~500.0.y_9700.0.y_500.0.y~t0.6"
    state = after(start, "333246:333 =300")
    order = []
    while not state.over:
        order.append(state.mover)
        state = after(state, "hand=x")
    assert order == [2, 0]


def test_p2_p4_a_tie_with_the_trigger_leaves_the_trigger_the_winner() -> None:
    start = "playmonster~r9~s1~m2~l1~10000.0.y_9900.0.y~t0.6"
    assert after(start, "123466:1 =100").winners == (0,)
    assert after(start, "123466:1 23455:55 =200").winners == (1,)


def test_p4_others_who_tie_above_the_trigger_share() -> None:
    start = "playmonster~r9~s1~m2~l1~10000.0.y_9900.0.y_9900.0.y~t0.6"
    assert after(start, "112346:11 =200", "112346:11 =200").winners == (1, 2)


def test_p4_a_trigger_who_left_keeps_nothing() -> None:
    start = "playmonster~r9~s1~m2~l1~10000.0.y_9900.0.y_9900.0.y~t0.6"
    assert after(start, "resign@1 123466:1 =100", "123466:1 =100").winners == (1, 2)


def test_p5_r0_tied_players_roll_again_for_the_start() -> None:
    start = new_game(load("playmonster"), 3)
    tied = after(start, "5 2 5")
    assert (tied.contenders, tied.mover, tied.phase) == ((0, 2), 0, Phase.ROLL_OFF)
    assert after(tied, "1 1").contenders == (0, 2)
    found = after(tied, "1 2")
    assert (found.starter, found.mover, found.phase, found.turn) == (2, 2, Phase.NORMAL, 1)


def test_p7_r1_at_least_one_die_is_enough() -> None:
    state = after("playmonster", "234566")
    assert [len(move.dice) for move in legal(state) if isinstance(move, Keep)] == [1]
    many = after("marina", "115533")
    assert can(many, keep_faces(many, "5"))


def test_r1_take_all_is_one_setting_away() -> None:
    state = after(new_game(load("marina", ["take_all=true"]), 2, first=0), "115346")
    assert refusal(state, keep_faces(state, "5")).code == "take_all"
    assert can(state, keep_faces(state, "115"))


def test_q5_equal_totals_share_the_win() -> None:
    start = "classic~r9~s1~m2~l1~10000.0.y_9900.0.y~t0.6"
    assert after(start, "123466:1 =100").winners == (0, 1)


def test_r2_300_in_every_turn() -> None:
    state = after("marina~r2~s1~m1~n~5000.0.y_0.0.y~t0.6", "112346:11")
    assert refusal(state, Bank(0)).code == "below_minimum"
    assert can(after(state, "1346:1"), Bank(0))


@pytest.mark.parametrize("name", ["marina", "facebook", "zilch"])
def test_r3_r4_every_third_farkle_in_a_row_costs_500(name: str) -> None:
    state = new_game(load(name), 2, first=0)
    for _ in range(6):
        state = after(state, "hand=x", "hand=300")
    assert state.seats[0].total == -1000
    assert state.seats[0].farkles == 0


def test_r4_banking_resets_the_count() -> None:
    state = after("marina", "hand=x", "hand=x", "hand=x", "hand=x", "hand=300", "hand=x", "hand=x")
    assert state.seats[0].total == 300
    assert state.seats[0].farkles == 1


def test_r4_without_restart_each_further_farkle_costs() -> None:
    state = new_game(load("marina", ["penalty.restarts=false"]), 2, first=0)
    for _ in range(5):
        state = after(state, "hand=x", "hand=300")
    assert state.seats[0].total == -1500


def test_r5_a_floor_is_one_setting_away() -> None:
    state = new_game(load("marina", ["penalty.floor=0"]), 2, first=0)
    for _ in range(3):
        state = after(state, "hand=x", "hand=300")
    assert state.seats[0].total == 0


def test_r10_tied_leaders_play_one_more_turn_each_until_one_is_ahead() -> None:
    start = "marina~r10~s1~m3~n~1000.2.y_400.0.y_700.0.y~t0.6"
    state = after(start, "333246:333 =300")
    assert (state.phase, state.contenders, state.mover) == (Phase.PLAY_OFF, (0, 2), 0)
    again = after(state, "hand=400", "hand=400")
    assert (again.phase, again.mover, again.round) == (Phase.PLAY_OFF, 0, 12)
    carried = after(state, "hand=x", "hand=x")  # the counter of seat 1 stood at two
    assert carried.winners == (2,)
    assert carried.seats[0].total == 500


def test_r10_the_winner_is_one_of_the_tied_even_below_a_third() -> None:
    start = "marina~r11~s1~m1~p1.2~1000.2.y_1000.2.y_900.0.y~t0.6"
    state = after(start, "hand=x", "hand=x")
    assert (state.phase, state.contenders) == (Phase.PLAY_OFF, (0, 1))
    assert after(state, "hand=300", "hand=x").winners == (0,)


def test_r11_solitaire_has_the_same_minimum_and_penalty() -> None:
    state = after("marina-solitaire", "hand=x", "hand=x", "hand=x", players=1)
    assert state.seats[0].total == -500
    assert refusal(after(state, "112346:11"), Bank(0)).code == "below_minimum"


def test_r12_always_ten_rounds_each() -> None:
    state = new_game(load("marina"), 3, first=1)
    turns = [0, 0, 0]
    while not state.over:
        turns[state.mover] += 1
        state = after(state, f"hand={5000 if state.mover == 0 else 300}")
    assert turns == [10, 10, 10]
    assert state.winners == (0,)


def test_r13_the_sheets_example() -> None:
    state = after("marina", "553361:551 116:11")
    assert (state.turn_total, len(state.hand)) == (400, 1)


def test_p8_the_sheets_sample_roll() -> None:
    start = new_game(load("playmonster"), 2, first=0)
    events = events_of(start, "234566:5 14446:1444 1:1 233366:333 =950")
    kept = [event.points for event in events if isinstance(event, e.DiceKept)]
    assert kept == [50, 500, 100, 300]
    assert after(start, "234566:5 14446:1444 1:1 233366:333 =950").seats[0].total == 950


def test_exact_target_overshoot_scores_nothing() -> None:
    rules = load("classic", ["reach=exactly", "opening=0", "last_chance=none"])
    state = new_game(rules, 2, first=0)
    state = after(state, "correct@1=9900,y,0", "112346:11 =0")
    assert state.seats[0].total == 9900
    hit = after(state, "hand=x", "123466:1 =100")
    assert (hit.winners, hit.reason) == ((0,), "target")


def test_more_than_the_target() -> None:
    rules = load("classic", ["reach=more_than", "opening=0", "last_chance=none"])
    state = after(new_game(rules, 2, first=0), "correct@1=9900,y,0", "123466:1 =100")
    assert not state.over
    assert after(state, "hand=x", "123466:1 =100").winners == (0,)


def test_minimum_may_spare_the_winning_bank() -> None:
    bound = after("facebook~r9~s1~m1~n~9900.0.y_0.0.y~t0.6", "123466:1")
    assert refusal(bound, Bank(0)).code == "below_minimum"
    spared = new_game(load("facebook", ["minimum_binds_win=false"]), 2, first=0)
    spared = after(spared, "correct@1=9900,y,0", "123466:1 =100")
    assert spared.winners == (0,)
    short = after(
        new_game(load("facebook", ["minimum_binds_win=false"]), 2, first=0), "correct@1=9800,y,0", "123466:1"
    )
    assert refusal(short, Bank(0)).code == "below_minimum"


def test_forced_hot_dice_must_be_rolled() -> None:
    start = new_game(load("kcd", ["hot_dice=forced"]), 2, first=0)
    state = after(start, "111555:111555")
    assert refusal(state, Bank(0)).code == "hot_dice"
    assert legal(state) == (Roll(0),)


def test_zilch_six_dice_without_a_score_are_500_and_a_choice() -> None:
    state = after("zilch", FARKLE)
    assert state.step is Step.KEEP
    kept = after(state, f":{FARKLE}")
    assert (kept.turn_total, kept.hot) == (500, True)
    assert can(kept, Bank(0))
    assert can(kept, Roll(0))
    again = after(kept, FARKLE)  # also after hot dice
    assert after(again, f":{FARKLE}").turn_total == 1000


def test_toxic_face_ends_the_turn() -> None:
    rules = load("classic", ["toxic.face=2"])
    state = after(new_game(rules, 2, first=0), "222215 x")
    assert state.mover == 1


def test_compensation_is_paid_in_order_of_play_and_does_not_open() -> None:
    rules = load("playmonster", ["compensation=[0,200,300]"])
    state = after(new_game(rules, 3), "1 6 2")
    assert state.starter == 1
    assert state.totals == (300, 0, 200)
    assert not any(seat.opened for seat in state.seats)


def test_a_told_turn_must_be_one_that_the_sheet_can_score() -> None:
    state = new_game(load("playmonster"), 2, first=0)
    assert refusal(state, EnterTurn(0, 175)).code == "cannot_score"
    assert refusal(state, EnterTurn(0, 450)).code == "below_opening"
    assert refusal(state, EnterTurn(0, 0)).code == "cannot_score"
    assert refusal(after(state, "123466"), EnterTurn(0, 500)).code == "turn_started"
    assert can(state, EnterTurn(0, 950))


def test_resign_is_refused_twice() -> None:
    state = after("classic", "resign@2", players=3)
    assert refusal(state, Resign(1)).code == "seat_gone"
    assert refusal(state, Resign(7)).code == "no_such_seat"
