"""The score vectors of rules.md 0.3 and the exact figures of 0.4, in both readings of three pairs."""

from fractions import Fraction
from itertools import product

import pytest

from hotdice.rules import Ruleset, load, sorted_rolls

LENIENT = ["pairs_may_repeat=true"]
S0 = load("munchkin-farkle-plain")
S0_LENIENT = load("munchkin-farkle-plain", LENIENT)
S1 = load("playmonster")
S2 = load("classic")
S3 = load("marina")
S3_LENIENT = load("marina", LENIENT)

ILLEGAL = None
Value = int | None

# dice, then S0 strict, S0 lenient, S1 = S2, S3 strict, S3 lenient
VECTORS: list[tuple[str, Value, Value, Value, Value, Value]] = [
    ("1", 100, 100, 100, 100, 100),
    ("5", 50, 50, 50, 50, 50),
    ("15", 150, 150, 150, 150, 150),
    ("11", 200, 200, 200, 200, 200),
    ("55", 100, 100, 100, 100, 100),
    ("2", ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL),
    ("22", ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL),
    ("12", ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL),
    ("111", 750, 750, 300, 1000, 1000),
    ("1115", 800, 800, 350, 1050, 1050),
    ("1111", 1000, 1000, 1000, 2000, 2000),
    ("2222", 1000, 1000, 1000, 400, 400),
    ("22225", 1050, 1050, 1050, 450, 450),
    ("44444", 3000, 3000, 2000, 1200, 1200),
    ("11111", 3000, 3000, 2000, 3000, 3000),
    ("222222", 6000, 6000, 3000, 800, 800),
    ("111111", 6000, 6000, 3000, 4000, 4000),
    ("123456", 2000, 2000, 1500, 1500, 1500),
    ("223344", 1500, 1500, 1500, 750, 750),
    ("115566", 1500, 1500, 1500, 750, 750),
    ("222333", 2500, 2500, 2500, 500, 500),
    ("111666", 2500, 2500, 2500, 1600, 1600),
    ("222233", ILLEGAL, 1500, 1500, ILLEGAL, 750),
    ("112222", 1200, 1500, 1500, 600, 750),
    ("111155", 1100, 1500, 1500, 2100, 2100),
    ("111122", ILLEGAL, 1500, 1500, ILLEGAL, 750),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector[0]))
def test_0_3_score_vectors(vector: tuple[str, Value, Value, Value, Value, Value]) -> None:
    dice, s0, s0_lenient, s1, s3, s3_lenient = vector
    faces = [int(face) for face in dice]
    values = [rules.table.value(faces) for rules in (S0, S0_LENIENT, S1, S2, S3, S3_LENIENT)]
    assert values == [s0, s0_lenient, s1, s1, s3, s3_lenient]


def test_0_3_under_the_lenient_s3_reading_more_dice_may_be_worth_fewer_points() -> None:
    """The trap: four 1s alone are 2,000, with a pair beside them 750; 210 rolls are like that."""
    table = S3_LENIENT.table
    assert table.value([1, 1, 1, 1]) == 2000
    assert table.value([1, 1, 1, 1, 2, 2]) == 750

    def more_dice_are_worth_less(roll: tuple[int, ...]) -> bool:
        options = table.options(roll).options
        return any(option.hot and option.points < options[0].points for option in options)

    rolls = product(range(1, 7), repeat=6)
    assert sum(more_dice_are_worth_less(roll) for roll in rolls) == 210
    assert not any(
        option.hot and option.points < S1.table.options(roll).options[0].points
        for roll in sorted_rolls(6)
        for option in S1.table.options(roll).options
    )


FRAMES = {"s0": S0, "s0 lenient": S0_LENIENT, "s1": S1, "s2": S2, "s3": S3, "s3 lenient": S3_LENIENT}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("count", "farkles"), [(1, 4), (2, 16), (3, 60), (4, 204), (5, 600), (6, 1080)])
def test_0_4_farkles_of_n_dice(frame: str, count: int, farkles: int) -> None:
    table = FRAMES[frame].table
    assert sum(table.options(roll).farkle for roll in product(range(1, 7), repeat=count)) == farkles


def test_0_4_without_three_pairs_and_straight_six_dice_farkle_1440_times() -> None:
    table = load("busche-neller").table
    assert sum(table.options(roll).farkle for roll in product(range(1, 7), repeat=6)) == 1440


def _mean_best(rules: Ruleset, count: int) -> Fraction:
    total = 0
    for roll in product(range(1, 7), repeat=count):
        options = rules.table.options(roll).options
        total += options[0].points if options else 0
    return Fraction(total, 6**count)


@pytest.mark.parametrize(
    ("frame", "all_six", "mean", "keeps"),
    [
        ("s0", 3636, 419.3030, 1941),
        ("s0 lenient", 3936, 423.6433, 1961),
        ("s1", 3936, 388.5352, 1961),
        ("s2", 3936, 388.5352, 1961),
        ("s3", 3636, 379.5653, 1941),
        ("s3 lenient", 3936, 380.1923, 1961),
    ],
)
def test_0_4_figures_of_six_dice(frame: str, all_six: int, mean: float, keeps: int) -> None:
    rules = FRAMES[frame]
    hot = sum(
        any(option.hot for option in rules.table.options(roll).options)
        for roll in product(range(1, 7), repeat=6)
    )
    assert hot == all_six
    assert float(_mean_best(rules, 6)) == pytest.approx(mean, abs=5e-5)
    assert sum(len(rules.table.options(roll).options) for roll in sorted_rolls(6)) == keeps


@pytest.mark.parametrize(
    ("frame", "means"),
    [
        ("s0", [25, 50, 85.6481, 139.6605, 218.5249]),
        ("s1", [25, 50, 83.5648, 132.7160, 203.2858]),
        ("s2", [25, 50, 83.5648, 132.7160, 203.2858]),
        ("s3", [25, 50, 86.8056, 143.5185, 225.4051]),
    ],
)
def test_0_4_mean_best_score_of_one_to_five_dice(frame: str, means: list[float]) -> None:
    found = [float(_mean_best(FRAMES[frame], count)) for count in range(1, 6)]
    assert found == pytest.approx(means, abs=5e-5)


@pytest.mark.parametrize(("frame", "rolls", "ordered"), [("s0", 30, 450), ("s3", 23, 345)])
def test_0_4_rolls_that_the_reading_of_three_pairs_touches(frame: str, rolls: int, ordered: int) -> None:
    strict, lenient = FRAMES[frame].table, FRAMES[f"{frame} lenient"].table

    def touched(roll: tuple[int, ...]) -> bool:
        return strict.options(roll).options != lenient.options(roll).options

    assert sum(touched(roll) for roll in sorted_rolls(6)) == rolls
    assert sum(touched(roll) for roll in product(range(1, 7), repeat=6)) == ordered
