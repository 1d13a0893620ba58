"""What no shipped sheet uses but a house may (rules.md 3.7): against the independent scorer, by example."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotdice.rules import Ruleset, from_raw, load, sorted_rolls, to_raw
from hotdice.rules.ruleset import Pattern
from rules.brute_force import all_rolls, disagreements, reading_of, wrong_values
from rules.strategies import random_raws

HOUSES = [
    ["alike.scheme=none"],
    ["alike.scheme=add"],
    ["alike.scheme=double"],
    ["alike={scheme='multiply',4=3,5=4,6=8}"],
    ["alike={scheme='table',4=4000,5=5000}"],
    ["runs.1-4=500", "runs.2-5=450", "runs.3-6=400", "runs.1-5=1200"],
    ["full_house=1500"],
    ["full_house_bonus=250"],
    ["full_house=600", "full_house_bonus=250"],
    ["sets=[{dice='35',points=200},{dice='456',points=300},{dice='135',points=400},{dice='1',points=500}]"],
    ["toxic={face=2,count=4}"],
    ["toxic={face=1,count=1}"],
    ["nothing_bonus=500"],
    ["nothing_bonus=500", "toxic={face=2,count=2}"],
    ["take_all=true"],
    ["take_all=true", "nothing_bonus=500", "pairs_may_repeat=true"],
    ["pairs_may_repeat=true", "triplets_may_repeat=true", "alike.scheme=none"],
    ["dice=5", "nothing_bonus=100"],
]


@pytest.mark.parametrize("house", HOUSES, ids=" ".join)
@pytest.mark.parametrize("sheet", ["classic", "marina"])
def test_3_7_a_house_agrees_with_the_brute_force_scorer(sheet: str, house: list[str]) -> None:
    rules = load(sheet, house)
    reading = reading_of(to_raw(rules))
    for count in range(1, 5):
        assert disagreements(rules, reading, count) == []
    for count in range(5, rules.dice + 1):
        assert wrong_values(rules, reading, count) == []
        for roll in sorted_rolls(count):
            found = tuple((o.keep, o.points, o.dice_left, o.hot) for o in rules.table.options(roll).options)
            assert found == reading.keeps(roll)


@settings(max_examples=60, deadline=None)
@given(random_raws(), st.data())
def test_3_7_random_houses_of_one_to_ten_dice_agree_with_the_brute_force_scorer(
    raw: dict[str, Any], data: st.DataObject
) -> None:
    rules = from_raw(raw)
    reading = reading_of(to_raw(rules))
    rolls = st.lists(st.integers(1, 6), min_size=1, max_size=min(rules.dice, 7))
    for roll in data.draw(st.lists(rolls, min_size=5, max_size=5)):
        found = tuple((o.keep, o.points, o.dice_left, o.hot) for o in rules.table.options(roll).options)
        assert found == reading.keeps(tuple(sorted(roll)))


def value(words: list[str], dice: str) -> int | None:
    return load("busche-neller", words).table.value([int(face) for face in dice])


@pytest.mark.parametrize(
    ("words", "dice", "points"),
    [
        (["alike.scheme=double"], "2222", 400),
        (["alike.scheme=double"], "222222", 1600),
        (["alike.scheme=double"], "111111", 8000),
        (["alike.scheme=add"], "222222", 800),
        (["alike={scheme='multiply',4=3,5=4,6=8}"], "22222", 800),
        (["alike={scheme='table',4=4000,5=5000,6=6000}"], "222222", 6000),
        (["alike={scheme='table',4=300}"], "22222", None),
        (["alike.scheme=none"], "2222", None),
        (["alike.scheme=none"], "222222", 400),
        (["runs.2-5=500"], "2345", 500),
        (["runs.1-5=1200"], "12345", 1200),
        (["runs.1-5=1200"], "112345", 1300),
        (["runs.1-3=300", "runs.4-6=400"], "123456", 700),
        (["full_house=1500"], "22233", 1500),
        (["full_house=1500"], "22333", 1500),
        (["full_house_bonus=250"], "22233", 450),
        (["full_house_bonus=250"], "11122", 1250),
        (["full_house_bonus=250", "triples.2=0"], "22233", None),
        (["full_house=100"], "55522", 100),
        (["full_house=100"], "11155", 1100),
        (["sets=[{dice='35',points=200}]"], "35", 200),
        (["sets=[{dice='35',points=200}]"], "3355", 400),
        (["sets=[{dice='5',points=75}]"], "5", 75),
        (["sets=[{dice='5',points=25}]"], "5", 50),
    ],
)
def test_3_1_schemes_runs_houses_and_sets_by_example(words: list[str], dice: str, points: int | None) -> None:
    assert value(words, dice) == points


def keeps(rules: Ruleset, roll: str) -> dict[str, int]:
    return {o.keep: o.points for o in rules.table.options([int(face) for face in roll]).options}


def test_3_2_take_all_leaves_only_keeps_that_cannot_be_enlarged() -> None:
    rules = load("classic", ["take_all=true"])
    assert keeps(rules, "123466") == {"1": 100}
    assert keeps(rules, "115234") == {"115": 250}
    assert keeps(rules, "444415") == {"144445": 1150}
    assert keeps(rules, "223344") == {"223344": 1500}


def test_3_2_take_all_keeps_every_choice_between_sets_of_which_none_holds_the_other() -> None:
    rules = load("busche-neller", ["take_all=true", "singles={1=0,5=0}", "runs={1-3=300,2-4=400}"])
    assert keeps(rules, "1234") == {"234": 400, "123": 300}


def test_3_2_toxic_dice_end_the_turn_whatever_else_lies_there() -> None:
    rules = load("classic", ["toxic={face=2,count=4}"])
    assert keeps(rules, "122225") == {}
    assert keeps(rules, "222222") == {}
    assert keeps(rules, "122253")["222"] == 200


def test_3_2_a_toxic_roll_earns_no_bonus_for_nothing() -> None:
    rules = load("zilch", ["toxic={face=2,count=2}"])
    assert keeps(rules, "223346") == {}
    assert keeps(rules, "233446") == {"233446": 500}


def test_the_bonus_for_nothing_needs_all_dice_whatever_their_number() -> None:
    rules = load("zilch", ["dice=4"])
    assert keeps(rules, "2346") == {"2346": 500}
    assert keeps(rules, "234") == {}


@pytest.mark.parametrize("dice", range(1, 11))
def test_any_number_of_dice_from_one_to_ten(dice: int) -> None:
    rules = load("classic", [f"dice={dice}", "alike.scheme=double"])
    assert rules.table.value([2] * dice) == {1: None, 2: None}.get(dice, 200 * 2 ** (dice - 3))
    assert rules.table.options([1] * dice).options[0].hot


def test_ten_dice_split_into_several_combinations() -> None:
    table = load("classic", ["dice=10"]).table
    assert table.value([1, 2, 3, 4, 5, 6, 2, 2, 2, 2]) == 1500 + 1000
    assert table.value([2, 2, 3, 3, 4, 4, 1, 1, 5, 5]) == 1500 + 200 + 100
    assert sorted(part.name for part in table.partition([1, 2, 3, 4, 5, 6, 2, 2, 2, 2])) == [
        "four 2s",
        "straight",
    ]


def test_weights_are_one_list_for_every_die_or_one_for_each() -> None:
    assert load("classic", ["weights=[1,2,3,4,5,6]"]).weights == ((1, 2, 3, 4, 5, 6),) * 6
    rows = [[1, 1, 1, 1, 1, 1], [6, 1, 6, 1, 6, 1]]
    assert load("kcd", ["dice=2", f"weights={rows}"]).weights == ((1, 1, 1, 1, 1, 1), (6, 1, 6, 1, 6, 1))
    assert load("kcd", ["weights=[3,3,3,3,3,3]"]).weights == ()


def test_weights_change_no_score() -> None:
    fair, loaded = load("kcd").table, load("kcd", ["weights=[10,1,1,1,1,1]"]).table
    assert all(fair.options(roll) == loaded.options(roll) for roll in sorted_rolls(6))


def test_3_4_compensation_counts_in_order_of_play_and_trailing_zeros_do_not() -> None:
    assert load("busche-neller", ["compensation=[0,200]"]).compensation == (0, 200)
    assert load("busche-neller", ["compensation=[0,200,0,0]"]).compensation == (0, 200)


def test_the_step_is_the_greatest_common_divisor_of_all_that_changes_a_total() -> None:
    assert load("classic").step == 50
    assert load("classic", ["singles.5=0"]).step == 100
    assert load("classic", ["singles.5=0", "compensation=[0,30]"]).step == 10
    assert load("classic", ["singles.5=0", "penalty.points=250"]).step == 50
    assert load("classic", ["nothing_bonus=25"]).step == 25
    assert load("classic", ["penalty={points=500,floor=-75}"]).step == 25


# ---- totals that a turn can end with -------------------------------------------------------------


def turn_totals(rules: Ruleset, limit: int) -> set[int]:
    """Every total up to `limit` that a turn can stop with, found by playing all turns out."""
    reading = reading_of(to_raw(rules))
    forced = rules.hot_dice.value == "forced"
    found: set[int] = set()
    seen = {(rules.dice, 0)}
    waiting = [(rules.dice, 0)]
    while waiting:
        count, total = waiting.pop()
        moves = {(left, points) for roll in sorted_rolls(count) for _, points, left, _ in reading.keeps(roll)}
        for left, points in moves:
            reached = total + points
            if reached > limit:
                continue
            if left or not forced:
                found.add(reached)
            state = (left or rules.dice, reached)
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return found


@pytest.mark.parametrize(
    ("sheet", "words", "limit"),
    [
        ("playmonster", [], 1000),
        ("munchkin-farkle-plain", [], 1000),
        ("busche-neller", ["singles={1=0,5=0}"], 2000),
        ("busche-neller", ["singles={1=0,5=0}", "dice=4"], 3000),
        ("busche-neller", ["singles={1=70,5=0}", "dice=2"], 700),
        ("busche-neller", ["singles={1=70,5=0}", "dice=2", "hot_dice=forced"], 700),
        ("busche-neller", ["singles={1=0,5=0}", "dice=3", "nothing_bonus=110"], 900),
        ("busche-neller", ["singles={1=0,5=0}", "hot_dice=forced"], 2000),
        ("zilch", ["take_all=true", "singles.5=0"], 1500),
        ("classic", ["dice=1"], 500),
        ("kcd", ["toxic={face=5,count=1}"], 1500),
    ],
)
def test_can_score_agrees_with_all_turns_played_out(sheet: str, words: list[str], limit: int) -> None:
    rules = load(sheet, words)
    expected = turn_totals(rules, limit)
    assert {total for total in range(-5, limit + 1) if rules.table.can_score(total)} == expected


def test_p8_a_total_entered_by_hand_must_be_one_that_the_sheet_can_score() -> None:
    table = load("playmonster").table
    assert [table.can_score(total) for total in (50, 175, 0, -50, 950, 200_000, 200_050)] == [
        True, False, False, False, True, True, False
    ]  # fmt: skip


def test_can_score_can_say_no_to_a_multiple_of_the_step() -> None:
    """Only triples of 2s, 3s ... with four dice: one die is left over and a second score is impossible."""
    table = load("busche-neller", ["singles={1=0,5=0}", "dice=4"]).table
    assert [total for total in range(0, 3000, 100) if table.can_score(total)] == [
        200,
        300,
        400,
        500,
        600,
        1000,
    ]


def test_all_ordered_rolls_are_those_of_product() -> None:
    assert list(all_rolls(2)) == list(product([1, 2, 3, 4, 5, 6], repeat=2))


def test_a_pattern_of_first_rolls_lies_in_no_other() -> None:
    alike = (5, 5, 5, 5, 5, 1)
    for first in (True, False):
        assert Pattern(alike=5, first=True).lies_in(alike, first=first) is first
        assert Pattern(alike=5).lies_in(alike, first=first)
