"""What if: the referee plays the steps, and what they lead to is worth what the review says."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coach.games import played
from conftest import rest_by_night
from hotdice.coach.advising import advise_on
from hotdice.coach.asking import Pick
from hotdice.coach.forms import Decision
from hotdice.coach.reviewing import review
from hotdice.coach.what_if import NoSuchStep, moment_of, moments_of, must_roll, what_if
from hotdice.game import parse_position
from hotdice.rules import load

POSITION = "kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"


@pytest.mark.parametrize(
    "sheet",
    rest_by_night(["playmonster", "zilch", "marina", "marina-solitaire"], "zilch", "marina-solitaire"),
)
def test_who_does_what_was_done_walks_through_the_game(sheet: str) -> None:
    """Every moment of a game leads to the next by the choice and the dice of the record, values included."""
    bots = ("greedy",) if sheet == "marina-solitaire" else ("greedy", "thumb")
    report = review(played(sheet, bots, "4"))
    moments = moments_of(report)
    assert len(moments) > 30
    walked = 0
    for one, following in itertools.pairwise(moments):
        state = parse_position(one.position)
        here = moment_of(state, report.unit)
        if isinstance(one, Decision):
            option = one.played
            led_to = what_if(state, choice=Pick(option.action, option.keep), unit=report.unit)
            seat, value = one.seat, option.value
            if report.unit == "win":
                assert here.values[seat] == pytest.approx(one.best.value, abs=1e-8)
                assert led_to.values[seat] == pytest.approx(value, abs=1e-7)
        else:
            assert here.waits == "dice"
            assert here.values[one.seat] == pytest.approx(one.before, abs=1e-7 * max(1, one.before))
            led_to = what_if(state, dice=one.faces, unit=report.unit)
            assert led_to.farkle == one.farkle
            assert led_to.values[one.seat] == pytest.approx(one.after, abs=1e-7 * max(1, abs(one.after)))
        if led_to.waits == "dice" or not must_roll(led_to):
            walked += led_to.position == following.position
            assert led_to.position == following.position
    assert walked > 20


def test_the_mean_over_all_dice_is_what_the_air_is_worth() -> None:
    state = parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.2.w")
    rolls = [f"{a}{b}" for a in range(1, 7) for b in range(1, 7)]
    mean = sum(what_if(state, dice=roll).values[0] for roll in rolls) / len(rolls)
    assert moment_of(state).values[0] == pytest.approx(mean, abs=1e-8)


def test_other_dice_lie_in_the_place_of_those_that_fell() -> None:
    state = parse_position(POSITION)
    other = what_if(state, dice="114")
    assert (other.roll, other.turn_total, other.farkle) == ("114", 400, False)
    assert other.advice == advise_on(parse_position(other.position))
    lost = what_if(state, dice="346")
    assert (lost.farkle, lost.seat, lost.turn_total) == (True, 1, 0)
    begun = what_if(parse_position(lost.position), dice="222346")
    assert (begun.seat, begun.roll) == (1, "222346")


def test_a_line_can_end_the_game() -> None:
    over = what_if(parse_position("kcd~r9~s1~m1~n~2500.0.y_3900.0.y~t1400.3.155"), choice=Pick("bank", "155"))
    assert (over.waits, over.position, over.winners, over.values) == ("nothing", "", (0,), (1.0, 0.0))


@pytest.mark.parametrize(
    ("position", "choice", "dice"),
    [
        (POSITION, Pick("roll", "6"), ""),
        (POSITION, Pick("bank", "14"), ""),
        (POSITION, Pick("card", card="jam"), ""),
        (POSITION, Pick("pass"), ""),
        (POSITION, None, "11"),
        (POSITION, None, "1177"),
        (POSITION, None, "7xy"),
        ("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t0.6", Pick("bank"), ""),
        ("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.2.w", Pick("bank"), ""),
    ],
)
def test_what_cannot_be_done_is_said(position: str, choice: Pick | None, dice: str) -> None:
    with pytest.raises(NoSuchStep):
        what_if(parse_position(position), choice=choice, dice=dice)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_line_can_be_gone(data: st.DataObject) -> None:
    """Whatever is chosen and thrown, there is a next moment whose values add up, until somebody has won."""
    moment = moment_of(parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t0.6"))
    for _ in range(12):
        if moment.waits == "nothing":
            assert sum(moment.values) == 1
            return
        assert sum(moment.values) == pytest.approx(1)
        state = parse_position(moment.position)
        if must_roll(moment) or data.draw(st.booleans()):
            dice = data.draw(st.text("123456", min_size=moment.dice, max_size=moment.dice))
            moment = what_if(state, dice=dice)
        else:
            assert moment.advice is not None
            option = data.draw(st.sampled_from(moment.advice.options))
            moment = what_if(state, choice=Pick(option.action, option.keep))


def test_cards_can_be_tried_out() -> None:
    report = review(played(load("munchkin-farkle", ["target=3000"]), ("sage", "eager", "greedy"), "5"))
    tried = 0
    for one in report.decisions:
        option = one.best
        if option.action != "card" or not one.position:
            continue
        pick = Pick(option.action, option.keep, option.card, option.target, option.with_dice)
        after = what_if(parse_position(one.position), choice=pick)
        assert not after.alone
        assert sum(after.values) == pytest.approx(1)
        tried += 1
    assert tried > 3


def test_house_rules_are_exact_for_the_turn() -> None:
    moment = moment_of(parse_position(POSITION.replace("kcd~", "kcd.eyJ0YXJnZXQiOjM5NTB9~")))
    assert moment.source is not None
    assert (moment.source.kind, moment.alone, moment.unit) == ("turn", True, "points")
    assert load("kcd", ["target=3950"]).hash == moment.hash
