"""The rules that houses add: piggyback, bump, instant ends, last licks, welfare, steps, own dice."""

import pytest

from game.helpers import after, refusal
from hotdice.game import (
    Bank,
    CountBonus,
    EnterTurn,
    Phase,
    PlayOn,
    Record,
    Roll,
    State,
    Step,
    TakeOver,
    can,
    legal,
    new_game,
    parse_position,
    parse_record,
    print_position,
    print_record,
)
from hotdice.game.notation import replay_turns
from hotdice.rules import load


def game(*settings: str, players: int = 2, base: str = "busche-neller") -> State:
    """A sheet without opening, minimum or last turns, 10,000 to win."""
    return new_game(load(base, list(settings)), players, first=0)


def seats(state: State) -> tuple[int, ...]:
    return state.totals


# ---- piggyback -----------------------------------------------------------------------------------


def test_piggyback_offers_the_dice_and_points_that_a_bank_left() -> None:
    state = after(game("piggyback=true"), "112346:11 =200")
    assert (state.offer, state.offered) == (200, (3, 4, 5, 6))
    assert legal(state) == (Roll(1), TakeOver(1))
    taken = after(state, "take")
    assert (taken.turn_total, taken.dice_to_roll, taken.step) == (200, (3, 4, 5, 6), Step.ROLL)
    assert not can(taken, Bank(1)), "the same risk: the dice must be rolled"
    assert after(taken, "1234:1 =300").totals == (200, 300)
    assert after(taken, "2346").totals == (200, 0)
    fresh = after(state, "123466")
    assert (fresh.turn_total, fresh.offer) == (0, 0), "who rolls all dice leaves the offer"


def test_piggyback_after_hot_dice_is_all_dice() -> None:
    state = after(game("piggyback=true"), "111555:111555 =1500")
    assert (state.offer, state.offered) == (1500, (1, 2, 3, 4, 5, 6))


def test_piggyback_has_nothing_to_offer_after_a_farkle_or_a_stop_for_nothing() -> None:
    assert after(game("piggyback=true"), "223446").offer == 0
    nothing = after(game("piggyback=true", "opening=500", "opening_policy=may_stop"), "112346:11 =0")
    assert nothing.offer == 0
    assert after(game("piggyback=true"), "hand=500").offer == 0, (
        "nobody knows the dice of a turn told by hand"
    )


def test_piggyback_is_for_who_is_on_the_board_and_for_the_next_player_only() -> None:
    first = after(game("piggyback=true", "opening=500"), "111234:111 =1000")
    assert first.offer == 0, "seat 2 is not on the board"
    both = after(first, "111234:111 =1000")
    assert both.offer == 1000
    assert after(both, "223446").offer == 0, "a farkle leaves nothing"
    assert refusal(first, TakeOver(1)).code == "nothing_to_take"


@pytest.mark.parametrize("lines", [("112346:11 =200",), ("112346:11 =200", "take")])
def test_piggyback_stands_in_positions(lines: tuple[str, ...]) -> None:
    state = after(game("piggyback=true"), *lines)
    again = parse_position(print_position(state))
    assert (again.offer, again.offered, again.turn_total) == (state.offer, state.offered, state.turn_total)
    assert (len(again.hand), again.step) == (len(state.hand), state.step)


# ---- bump ----------------------------------------------------------------------------------------


def test_bump_sends_back_to_zero_or_to_where_the_banker_came_from() -> None:
    lines = ("hand=500", "hand=200", "hand=100", "hand=400")  # seat 2 lands on 600
    assert after(game("bump=to_zero"), *lines).totals == (0, 600)
    assert after(game("bump=swap"), *lines).totals == (200, 600)
    assert after(game(), *lines).totals == (600, 600)


def test_bump_hits_everybody_there_and_nobody_who_left() -> None:
    lines = ("hand=500", "hand=500", "hand=500")
    assert after(game("bump=to_zero", players=3), *lines).totals == (0, 0, 500)
    left = after(game("bump=to_zero", players=3), "hand=500", "resign@1 hand=500", "hand=200")
    assert left.totals == (500, 500, 200)


def test_bump_is_for_banks_that_record_something() -> None:
    sheet = game("bump=to_zero", "opening=500", "opening_policy=may_stop")
    assert after(sheet, "112346:11 =0", "112346:11 =0").totals == (0, 0)
    assert after(sheet, "hand=500", "hand=500").seats[0].opened, "who is bumped stays on the board"


# ---- instant win and loss ------------------------------------------------------------------------


def test_a_roll_can_win_at_once() -> None:
    state = after(game('instant_win=[{ dice = "111111" }]'), "111111")
    assert (state.over, state.winners, state.reason) == (True, (0,), "instant")
    assert not after(game('instant_win=[{ dice = "111111" }]'), "111115").over


def test_five_alike_may_count_on_the_first_roll_only() -> None:
    rules = "instant_win=[{ alike = 3, first = true }]"
    assert after(game(rules), "222346").over
    assert not after(game(rules), "112346:1 22234").over


def test_a_roll_can_put_its_player_out() -> None:
    three = after(game("instant_loss=[{ alike = 5 }]", players=3), "222226")
    assert (three.seats[0].gone, three.mover, three.over) == (True, 1, False)
    two = after(game("instant_loss=[{ alike = 5 }]"), "222226")
    assert (two.over, two.winners, two.reason) == (True, (1,), "instant")
    alone = after(game("instant_loss=[{ alike = 5 }]", base="marina-solitaire", players=1), "222226")
    assert (alone.over, alone.winners) == (True, ())


def test_after_an_instant_end_no_bonus_is_counted_and_nobody_plays_on_alone() -> None:
    lost = "instant_loss=[{ alike = 5 }]"
    alone = after(game(lost, "rounds=10", "solo_goal=0", base="marina-solitaire", players=1), "222226")
    assert refusal(alone, CountBonus((50,))).code == "not_now"
    assert refusal(alone, PlayOn(20)).code == "nobody_left"
    assert refusal(after(game(lost), "222226"), PlayOn(20_000)).code == "nobody_left"
    won = after(game("instant_win=[{ alike = 5 }]"), "222226")
    assert refusal(won, CountBonus((50, 0))).code == "not_now"
    assert can(won, PlayOn(20_000))


# ---- last licks ----------------------------------------------------------------------------------


def test_last_licks_go_on_until_nobody_passes_the_leader() -> None:
    state = game("last_chance=last_licks", "target=1000", players=3)
    state = after(state, "hand=1000", "hand=1200")
    assert (state.phase, state.trigger, state.mover) == (Phase.LAST, 1, 2)
    state = after(state, "hand=500", "hand=300")  # seat 1 passes seat 2 again
    assert (state.trigger, state.totals) == (0, (1300, 1200, 500))
    state = after(state, "hand=100", "hand=x")  # level is not past
    assert (state.over, state.winners) == (True, (0, 1))


def test_last_licks_end_after_one_round_where_nobody_passes() -> None:
    state = after(game("last_chance=last_licks", "target=1000", players=3), "hand=1000", "hand=900", "hand=x")
    assert (state.over, state.winners) == (True, (0,))


# ---- welfare and steps ---------------------------------------------------------------------------

EXACT = ("reach=exactly", "target=1000", "overshoot=welfare")


def test_welfare_gives_what_goes_beyond_to_the_lowest() -> None:
    state = after(game(*EXACT, players=3), "hand=900", "hand=300", "hand=200")
    assert after(state, "hand=500").totals == (900, 300, 700)
    assert after(state, "hand=850").totals == (900, 300, 200), "nobody is lifted to the target or beyond"
    level = after(game(*EXACT, players=3), "hand=900", "hand=200", "hand=200", "hand=300")
    assert level.totals == (900, 500, 200), "of equal ones the next in turn"
    assert after(game("reach=exactly", "target=1000"), "hand=900", "hand=x", "hand=500").totals == (900, 0)


def test_a_stop_below_the_opening_is_no_welfare() -> None:
    state = game(*EXACT, "opening=500", "opening_policy=may_stop")
    assert after(state, "112346:11 =0").totals == (0, 0)


def test_a_bank_must_be_a_multiple_of_the_step() -> None:
    state = after(game("bank_step=100"), "152346:15")
    refused = refusal(state, Bank(0))
    assert (refused.code, refused.sentence) == (
        "uneven", "A bank must be a multiple of 100; this turn has 150.",
    )  # fmt: skip
    assert can(after(game("bank_step=100"), "152346:1"), Bank(0))
    win = game("bank_step=100", "minimum=200", "target=1050", "minimum_binds_win=false")
    state = after(win, "hand=900", "hand=x", "152346:15")
    assert can(state, Bank(0)), "the bank that reaches the target may be uneven"


# ---- own dice ------------------------------------------------------------------------------------

BAGS = ("5*standard,1*devils-head", "3*standard,2*heavenly-kingdom,1*odd")


def test_own_dice_stand_in_records_and_positions() -> None:
    rules = load("kcd")
    record = Record(rules, ("Ann", "Bob"), ("human",) * 2, bags=BAGS)
    events = replay_turns(record.opening_state(), [(1, "233457:23457"), (2, "=750"), (3, "111234:111")], [])
    record = Record(rules, ("Ann", "Bob"), ("human",) * 2, bags=BAGS, events=events)
    text = print_record(record)
    assert f"bag {BAGS[1]}\n" in text
    assert parse_record(text) == record
    state = record.state()
    assert state.weights[5] == (4, 1, 4, 1, 4, 1)
    again = parse_position(print_position(state))
    assert (again.bags, again.weights) == (state.bags, state.weights)


def test_a_game_with_a_joker_of_its_own_plays_on() -> None:
    state = new_game(load("kcd", ["target=500"]), 2, bags=BAGS, first=0)
    state = after(state, "hand=1000", "on=2000", "hand=x")
    assert after(state, "223457:23457").turn_total == 750


def test_whose_dice_have_jokers_changes_nothing_for_the_others() -> None:
    rules = load(
        "kcd", ["toxic.face=2", "toxic.count=3", "alike.scheme=none", "triples.2=10001", "triples.6=0"]
    )
    fair = new_game(rules, 2, first=0)
    assert refusal(fair, EnterTurn(0, 10_001)).code == "cannot_score", "three 2s are toxic"
    own = new_game(rules, 2, bags=BAGS, first=0)
    assert can(own, EnterTurn(0, 10_001)), "a joker completes them"
    assert refusal(fair, EnterTurn(0, 10_001)).code == "cannot_score"


def test_a_die_shows_only_what_it_can() -> None:
    state = new_game(load("kcd"), 2, bags=("6*pie", "6*standard"))
    from hotdice.game import Throw, play

    rolled = play(state, Roll(0))
    assert isinstance(rolled, tuple)
    assert refusal(rolled[0], Throw((1, 1, 1, 1, 1, 5))).code == "wrong_dice"
    assert refusal(rolled[0], Throw((1, 1, 1, 1, 1, 7))).code == "wrong_dice"
