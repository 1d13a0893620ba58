"""What a real table may rule, and that a record with rulings replays."""

import pytest

from game.helpers import after, events_of, refusal
from hotdice.game import (
    Adjust,
    CountBonus,
    EnterTurn,
    LiftRemark,
    MakeRemark,
    Phase,
    PlayOn,
    PositionError,
    Record,
    RecordError,
    Remark,
    SetDice,
    TakeSeat,
    commands_of,
    new_game,
    parse_position,
    parse_record,
    print_position,
    print_record,
)
from hotdice.game.rulings import MOST_POINTS, MOST_ROUNDS
from hotdice.rules import load


def test_a_ruling_counts_points_as_told() -> None:
    state = after("classic", "hand=175!")
    assert state.totals == (175, 0)
    assert state.seats[0].opened
    assert after("munchkin-farkle-plain", "hand=450!", players=3).totals == (450, 0, 0)
    assert refusal(after("classic"), EnterTurn(0, 300_000, ruling=True)).code == "cannot_score"
    assert refusal(after("classic"), EnterTurn(0, 175)).code == "cannot_score"
    assert refusal(after("classic"), EnterTurn(0, 450)).code == "below_opening"


def test_a_late_seat_plays_after_the_last_one() -> None:
    state = after("classic", "hand=500", "join=1500,y hand=600")
    assert state.totals == (500, 600, 1500)
    assert state.mover == 2
    assert (state.round, after(state, "hand=500").mover, after(state, "hand=500").round) == (1, 0, 2)
    assert not after("classic", "join=0,n").seats[2].opened
    assert after("marina", "join=0,n").seats[2].opened  # no opening on this sheet


def test_a_late_seat_is_refused_where_it_makes_no_sense() -> None:
    assert refusal(after("munchkin-farkle-plain", players=5), TakeSeat()).code == "table_full"
    assert refusal(new_game(load("playmonster"), 2), TakeSeat()).code == "too_late"
    assert refusal(after("classic", "hand=10000"), TakeSeat()).code == "too_late"
    assert refusal(after("classic"), TakeSeat(-1)).code == "cannot_score"


def test_adjustments_touch_totals_and_nothing_else() -> None:
    state = after("classic", "hand=500", "adjust=1:-200,2:200")
    assert state.totals == (300, 200)
    assert not state.seats[1].opened  # points of a card are no turn (M19, M22)
    assert state.mover == 1
    assert refusal(state, Adjust(((0, 5), (1, 0)))).code == "nothing_to_adjust"
    for changes in ((), ((0, 0),), ((0, 5), (0, 5)), ((7, 5),), ((0, 2_000_000),)):
        assert refusal(state, Adjust(changes)).code in ("nothing_to_adjust", "no_such_seat", "cannot_score")


def test_fewer_dice_last_one_turn_and_begin_at_once_where_nothing_is_rolled() -> None:
    state = after("busche-neller", "dice@1=4")
    assert state.hand == (1, 2, 3, 4)
    assert after(state, "1146:11 =200").turn_dice == 6
    state = after("busche-neller", "dice@2=2 hand=100")
    assert state.hand == (1, 2)
    assert state.seats[1].dice == 0
    hot = after(state, "15:15")
    assert hot.dice_to_roll == (1, 2)  # a reduction lasts through hot dice
    with pytest.raises(PositionError, match="number of dice"):
        print_position(state)
    for command in (SetDice(0, 0), SetDice(0, 7), SetDice(5, 3)):
        assert refusal(state, command).code in ("wrong_dice", "no_such_seat")
    assert refusal(new_game(load("marina"), 2), SetDice(0, 3)).code == "roll_off"


def test_the_table_plays_on_to_another_end() -> None:
    state = after("classic", "hand=10000", "hand=500")
    assert state.over
    on = after(state, "on=15000")
    assert (on.phase, on.mover, on.round, on.rules.target) == (Phase.NORMAL, 0, 2, 15000)
    assert after(on, "hand=5000", "hand=500").winners == (0,)
    assert after("marina", *["hand=300", "hand=350"] * 10, "on=11").round == 11
    assert after("classic", "hand=500", "on=2000").rules.target == 2000  # it is late, and between two turns
    assert refusal(state, PlayOn(9000)).code == "wrong_goal"
    assert refusal(state, PlayOn(10000)).data == {"low": 10001, "high": MOST_POINTS}
    assert after(state, "on=10001").rules.target == 10001
    rounds = after("marina", *["hand=300", "hand=350"] * 10)
    assert refusal(rounds, PlayOn(10)).data == {"low": 11, "high": MOST_ROUNDS}
    assert refusal(after("classic", "112346"), PlayOn(20000)).code == "turn_started"
    assert refusal(after("classic", "resign@2"), PlayOn(20000)).code == "nobody_left"
    assert refusal(new_game(load("playmonster"), 2), PlayOn(20000)).code == "roll_off"
    exact = new_game(load("busche-neller", ["reach=exactly"]), 2)
    assert refusal(exact, PlayOn(10_025)).code == "wrong_goal"


def test_a_bonus_after_the_end_can_turn_the_game() -> None:
    state = after("munchkin-farkle-plain", "hand=9900", "hand=500", "hand=10000", players=3)
    assert state.winners == (2,)
    counted = after(state, "bonus=300,0,100")
    assert counted.totals == (10200, 500, 10100)
    assert counted.winners == (0,)  # M14: somebody else than the trigger may win
    assert after(state, "bonus=100,0,0").winners == (0, 2)  # M15: shared
    assert refusal(counted, CountBonus((0, 0, 0))).code == "not_now"
    assert refusal(after("classic"), CountBonus((0, 0))).code == "not_now"
    assert refusal(state, CountBonus((0, 0))).code == "wrong_seats"
    assert refusal(state, CountBonus((0, 0, -1))).code == "cannot_score"


def test_remarks_count_down_the_turns_of_their_seat() -> None:
    state = after("busche-neller", "note@2*2=Jam note@1*=Curse note=Tea")
    assert state.remarks == (Remark("Jam", 1, 2), Remark("Curse", 0, -1))
    state = after(state, "hand=100", "hand=x")
    assert state.remarks == (Remark("Jam", 1, 1), Remark("Curse", 0, -1))
    assert after(state, "hand=100", "hand=100").remarks == (Remark("Curse", 0, -1),)
    assert after(state, "lift=2").remarks == (Remark("Jam", 1, 1),)
    assert refusal(state, LiftRemark(3)).code == "no_such_remark"
    for command in (MakeRemark(""), MakeRemark("a\nb"), MakeRemark("x" * 201), MakeRemark(" x")):
        assert refusal(state, command).code == "no_text"
    assert refusal(state, MakeRemark("x", 7, 1)).code == "no_such_seat"
    assert refusal(state, MakeRemark("x", -1, 1)).code == "no_such_seat"
    assert refusal(state, MakeRemark("x", 0, 100)).code == "wrong_turns"


def test_a_record_with_every_ruling_replays() -> None:
    lines = [
        "hand=175! join=300,y note@2*3=Jam%2C+no+5s",
        "adjust=1:-100,3:100 dice@3=3 hand=500",
        "114:11 =200",
        "lift=1 hand=x on=20000",
    ]
    start = new_game(load("classic"), 2, first=0)
    events = events_of(start, *lines)
    record = Record(start.rules, ("A", "B", "C"), ("human",) * 3, "real", 0, events=events, late=1)
    text = print_record(record)
    assert "late 1" in text
    again = parse_record(text)
    assert again == record
    assert print_record(again) == text
    assert len(commands_of(events)) == 13
    for late in ("late 0", "late 2", "late x", "late 3"):
        with pytest.raises(RecordError):
            parse_record(text.replace("late 1", late))


@pytest.mark.parametrize(
    "word", ["join=1", "adjust=1", "dice@1", "on=x", "bonus=", "note=", "lift=x", "hand=x!"]
)
def test_words_that_are_not_quite_rulings_are_refused(word: str) -> None:
    with pytest.raises(RecordError, match="not a word"):
        events_of(new_game(load("classic"), 2), word)


def test_without_an_opening_a_correction_leaves_everybody_on_the_board() -> None:
    state = after("busche-neller", "correct@2=1200,n,0")
    assert state.seats[1].opened
    assert parse_position(print_position(state)).seats == state.seats
    assert not after("classic", "correct@2=1200,n,0").seats[1].opened
