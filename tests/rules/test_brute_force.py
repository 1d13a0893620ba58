"""Every roll of every shipped sheet against the independent scorer, and the proof that it can find faults."""

from dataclasses import replace

import pytest

from hotdice.rules import load, shipped
from rules.brute_force import READINGS, Reading, all_rolls, disagreements, wrong_values

DICE = range(1, 7)


def test_every_shipped_sheet_has_a_reading_of_its_own() -> None:
    assert set(READINGS) == set(shipped())


@pytest.mark.parametrize("name", shipped())
def test_all_rolls_of_one_to_six_dice_agree(name: str) -> None:
    rules = load(name)
    for count in DICE:
        assert disagreements(rules, READINGS[name], count) == []


@pytest.mark.parametrize("name", shipped())
def test_the_value_of_every_selection_agrees(name: str) -> None:
    for count in DICE:
        assert wrong_values(load(name), READINGS[name], count) == []


@pytest.mark.parametrize("name", shipped())
def test_0_4_farkles_counted_over_all_ordered_rolls(name: str) -> None:
    expected = [4, 16, 60, 204, 600, 1080]
    if name == "busche-neller":  # neither straight nor pairs: rules.md 0.4 gives 1440 without them
        expected[5] = 1440
    if name == "kcd":  # a straight, but no pairs: 360 rolls of three pairs without 1 and 5 farkle too
        expected[5] = 1440
    if name == "zilch":  # six dice with nothing are no farkle
        expected[5] = 0
    table = load(name).table
    counted = [sum(table.options(roll).farkle for roll in all_rolls(count)) for count in DICE]
    assert counted == expected


def _faulty(reading: Reading) -> list[Reading]:
    return [
        replace(reading, singles={1: 100, 5: 60}),
        replace(reading, triples=dict(reading.triples) | {4: 450}),
        replace(reading, triples={face: points for face, points in reading.triples.items() if face != 6}),
        replace(reading, straight=reading.straight + 50),
        replace(reading, three_pairs=reading.three_pairs + 100),
        replace(reading, two_triplets=4000),
        replace(reading, four_and_pair=1600),
        replace(reading, runs={(2, 3, 4, 5): 200}),
        replace(reading, alike="double"),
        replace(reading, take_all=True),
        replace(reading, toxic=(2, 4)),
    ]


@pytest.mark.parametrize("fault", range(11))
def test_a_fault_planted_in_the_reading_is_found(fault: int) -> None:
    wrong = _faulty(READINGS["playmonster"])[fault]
    assert any(disagreements(load("playmonster"), wrong, count) for count in DICE)


@pytest.mark.parametrize(
    "setting",
    [
        "singles.5=60", "triples.1=1000", "straight=1400", "three_pairs=0", "four_and_pair=0",
        "two_triplets=2400", "alike.6=3500", "runs.1-5=500", "full_house=700", "take_all=true",
        "nothing_bonus=500",
    ],
)  # fmt: skip
def test_a_fault_planted_in_the_rule_set_is_found(setting: str) -> None:
    rules = load("playmonster", [setting])
    assert any(disagreements(rules, READINGS["playmonster"], count) for count in DICE)
