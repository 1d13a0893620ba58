"""The decisions of rules.md section 4 that are about scores or about the data of a sheet, by their ids.

What the referee does with that data is shown in the tests of the game.
"""

import pytest

from hotdice.rules import (
    FirstPlayer,
    HotDice,
    LastChance,
    OpeningPolicy,
    Reach,
    Ties,
    load,
    shipped,
    sorted_rolls,
)

SHEETS = ["munchkin-farkle-plain", "playmonster", "classic", "marina"]


def keeps(name: str, roll: list[int]) -> dict[str, int]:
    return {option.keep: option.points for option in load(name).table.options(roll).options}


@pytest.mark.parametrize("name", shipped())
def test_g1_every_die_that_is_set_aside_must_score(name: str) -> None:
    table = load(name).table
    assert table.value([1, 2]) is None
    assert table.value([5, 5, 4, 4]) is None
    assert table.value([4, 4, 4, 6]) is None


@pytest.mark.parametrize("name", SHEETS)
def test_g2_a_selection_is_worth_its_best_partition(name: str) -> None:
    table = load(name).table
    assert table.value([1, 2, 3, 4, 5, 6]) == load(name).scoring.straight
    best = table.value([1, 1, 5, 5, 6, 6])
    assert best == load(name).scoring.three_pairs
    assert [part.name for part in table.partition([1, 1, 5, 5, 6, 6])] == ["three pairs"]


@pytest.mark.parametrize("name", SHEETS)
def test_g3_two_or_one_of_a_rolled_three_fives_may_be_kept_but_not_two_of_three_twos(name: str) -> None:
    assert keeps(name, [2, 3, 4, 5, 5, 5]) == {"555": 500, "55": 100, "5": 50}
    assert keeps(name, [2, 2, 2, 3, 4, 6]) == {"222": 200}


@pytest.mark.parametrize("name", SHEETS)
def test_g4_three_of_a_rolled_four_may_be_kept(name: str) -> None:
    found = keeps(name, [2, 2, 2, 2, 3, 4])
    assert found["222"] == 200
    assert set(found) == {"222", "2222"}


@pytest.mark.parametrize(
    ("name", "four_ones"),
    [("munchkin-farkle-plain", 1000), ("playmonster", 1000), ("classic", 1000), ("marina", 2000)],
)
def test_g5_four_ones_are_worth_more_than_three_and_one(name: str, four_ones: int) -> None:
    table = load(name).table
    triple = table.value([1, 1, 1])
    assert triple is not None
    assert table.value([1, 1, 1, 1]) == four_ones > triple + 100


def test_g5_where_three_ones_and_one_are_worth_more_the_best_partition_says_so() -> None:
    """cardgames: a flat 1,000 for four alike is less than 1,000 and 100."""
    table = load("cardgames").table
    assert table.value([1, 1, 1, 1]) == 1100
    assert [part.name for part in table.partition([1, 1, 1, 1])] == ["1", "three 1s"]


@pytest.mark.parametrize("name", ["munchkin-farkle-plain", "marina", "facebook", "ten-thousand"])
def test_g6_four_alike_and_a_pair_are_not_three_pairs_by_default(name: str) -> None:
    assert not load(name).scoring.pairs_may_repeat
    assert load(name).table.value([2, 2, 2, 2, 3, 3]) is None
    lenient = load(name, ["pairs_may_repeat=true"])
    assert lenient.table.value([2, 2, 2, 2, 3, 3]) == lenient.scoring.three_pairs


@pytest.mark.parametrize("name", ["playmonster", "classic", "cardgames", "zilch"])
def test_g6_sheets_that_list_four_and_a_pair_score_it_as_three_pairs(name: str) -> None:
    assert load(name).table.value([2, 2, 2, 2, 3, 3]) == 1500


@pytest.mark.parametrize("name", SHEETS)
def test_g7_six_alike_as_pairs_or_triplets_makes_no_difference(name: str) -> None:
    strict = load(name)
    loose = load(name, ["pairs_may_repeat=true", "triplets_may_repeat=true"])
    for face in range(1, 7):
        assert strict.table.value([face] * 6) == loose.table.value([face] * 6)


@pytest.mark.parametrize("name", shipped())
def test_g9_hot_dice_are_optional_and_r1_take_all_is_off_everywhere(name: str) -> None:
    assert load(name).hot_dice is HotDice.OPTIONAL
    assert not load(name).take_all


@pytest.mark.parametrize("name", shipped())
def test_g10_dice_of_different_rolls_never_combine(name: str) -> None:
    """One 1 and then two 1s are three singles, never the triple: each roll has its own options."""
    first = keeps(name, [1, 2, 3, 4, 6, 6])["1"]
    second = keeps(name, [1, 1, 2, 3, 4])["11"]
    assert first + second == 300
    assert max(len(option.keep) for option in load(name).table.options([1, 1]).options) == 2


@pytest.mark.parametrize("name", ["munchkin-farkle-plain", "munchkin-farkle", "playmonster", "classic"])
def test_g15_exactly_ten_thousand_is_enough(name: str) -> None:
    rules = load(name)
    assert rules.reached(10_000)
    assert not rules.reached(9_950)


def test_g15_r11_solitaire_needs_strictly_more_than_ten_thousand() -> None:
    rules = load("marina-solitaire")
    assert rules.reach is Reach.MORE_THAN
    assert rules.rounds == 10
    assert not rules.meets(10_000, rules.solo_goal)
    assert rules.meets(10_050, rules.solo_goal)
    assert (rules.minimum, rules.penalty.points) == (300, 500)


@pytest.mark.parametrize(
    ("name", "opening"), [("playmonster", 500), ("classic", 500), ("ten-thousand", 1000)]
)
def test_p1_q1_the_opening_must_be_reached(name: str, opening: int) -> None:
    assert load(name).opening == opening
    assert load(name).opening_policy is OpeningPolicy.MUST_REACH


def test_m1_below_the_door_a_player_may_stop_for_nothing() -> None:
    rules = load("munchkin-farkle-plain")
    assert (rules.opening, rules.opening_policy) == (500, OpeningPolicy.MAY_STOP)


def test_m12_munchkin_farkle_finishes_the_round() -> None:
    assert load("munchkin-farkle").last_chance is LastChance.FINISH_ROUND


def test_m15_q5_ties_are_shared_in_munchkin_farkle_and_classic() -> None:
    assert load("munchkin-farkle").ties is Ties.SHARED
    assert load("classic").ties is Ties.SHARED


def test_m17_the_cards_are_the_only_difference_of_the_two_munchkin_sheets() -> None:
    with_cards = load("munchkin-farkle")
    assert str(with_cards.deck) == "house"
    assert load("munchkin-farkle", ["deck="]).hash == load("munchkin-farkle-plain").hash


def test_m18_three_to_five_players_and_an_override() -> None:
    assert list(load("munchkin-farkle-plain").seats_allowed) == [3, 4, 5]
    assert list(load("munchkin-farkle-plain", ["min_players=2", "max_players=6"]).seats_allowed) == [
        2,
        3,
        4,
        5,
        6,
    ]


@pytest.mark.parametrize("name", ["playmonster", "classic", "zilch", "ten-thousand"])
def test_p3_q2_every_other_player_has_one_last_turn(name: str) -> None:
    assert load(name).last_chance is LastChance.OTHERS_ONCE


@pytest.mark.parametrize("name", ["facebook", "busche-neller", "cardgames", "kcd"])
def test_sheets_that_end_at_once(name: str) -> None:
    assert load(name).last_chance is LastChance.NONE


def test_p4_a_tie_with_the_trigger_leaves_the_trigger_the_winner() -> None:
    assert load("playmonster").ties is Ties.TRIGGER_KEEPS
    assert load("playmonster", ["ties=shared"]).ties is Ties.SHARED


def test_p5_the_first_player_is_rolled_for_where_the_sheet_says_so() -> None:
    rolled = {name for name in shipped() if load(name).first_player is FirstPlayer.ROLLED}
    assert rolled == {"playmonster", "marina"}


def test_p7_at_least_one_die_and_not_all_scoring_dice() -> None:
    assert keeps("playmonster", [2, 3, 4, 5, 6, 6]) == {"5": 50}
    assert keeps("playmonster", [1, 4, 4, 4, 6]) == {"1444": 500, "444": 400, "1": 100}


def test_p8_the_scores_of_the_sample_turn() -> None:
    sample = [([2, 3, 4, 5, 6, 6], "5"), ([1, 4, 4, 4, 6], "1444"), ([1], "1"), ([2, 3, 3, 3, 6, 6], "333")]
    points = [keeps("playmonster", roll)[keep] for roll, keep in sample]
    assert points == [50, 500, 100, 300]
    assert sum(points) == 950
    assert load("playmonster").table.options([1]).options[0].hot


@pytest.mark.parametrize("name", ["marina", "marina-solitaire", "facebook", "zilch"])
def test_r2_three_hundred_every_turn_also_for_the_winning_bank(name: str) -> None:
    rules = load(name)
    assert (rules.minimum, rules.minimum_binds_win, rules.opening) == (300, True, 0)


@pytest.mark.parametrize("name", ["marina", "marina-solitaire", "facebook", "zilch"])
def test_r3_r4_r5_third_farkle_costs_500_restarts_and_knows_no_floor(name: str) -> None:
    penalty = load(name).penalty
    assert (penalty.count, penalty.points, penalty.restarts, penalty.floor) == (3, 500, True, None)


def test_r5_the_other_readings_are_one_line_away() -> None:
    penalty = load("marina", ["penalty.floor=0", "penalty.restarts=false"]).penalty
    assert (penalty.restarts, penalty.floor) == (False, 0)


@pytest.mark.parametrize("face", range(1, 7))
def test_r6_k_alike_are_k_minus_two_triples(face: int) -> None:
    triple = 1000 if face == 1 else 100 * face
    values = [load("marina").table.value([face] * count) for count in range(3, 7)]
    assert values == [triple, 2 * triple, 3 * triple, 4 * triple]


def test_r6_the_sheets_own_example_and_four_fives() -> None:
    assert load("marina").table.value([4] * 5) == 1200
    assert load("marina").table.value([5] * 4) == 1000


@pytest.mark.parametrize("name", ["marina", "facebook", "cardgames", "zilch", "kcd", "ten-thousand"])
def test_r7_two_triplets_are_the_sum_where_they_are_not_listed(name: str) -> None:
    table = load(name).table
    assert table.value([2, 2, 2, 3, 3, 3]) == 500
    assert table.value([1, 1, 1, 6, 6, 6]) == 1600


def test_r8_the_unnamed_line_is_the_straight_and_the_orphans_mean_nothing() -> None:
    table = load("marina").table
    assert table.value([1, 2, 3, 4, 5, 6]) == 1500
    lone_400s = {c.dice for c in table.combinations if c.points == 400}
    assert len(lone_400s) == 2  # three 4s and, by the rule of additional dice, four 2s


def test_r9_additional_dice_count_only_within_one_roll() -> None:
    """Three 4s and then one 4: the later die alone is worth nothing."""
    assert load("marina").table.options([4]).farkle
    assert keeps("marina", [4, 4, 4, 4, 2, 3])["4444"] == 800


def test_r10_ties_of_leaders_are_played_off() -> None:
    assert load("marina").ties is Ties.PLAY_OFF


def test_r12_marina_plays_ten_rounds_and_nothing_ends_it_early() -> None:
    rules = load("marina")
    assert (rules.rounds, rules.target, rules.last_chance) == (10, 0, LastChance.NONE)
    assert not rules.reached(1_000_000)


def test_r13_the_scores_of_the_example() -> None:
    assert keeps("marina", [5, 5, 3, 3, 6, 1])["155"] == 200
    assert keeps("marina", [1, 1, 6])["11"] == 200


def test_zilch_six_dice_without_a_score_are_500_and_hot() -> None:
    """The issue's line of zilch: any roll of six dice, and one option that keeps them all."""
    (option,) = load("zilch").table.options([2, 2, 3, 3, 4, 6]).options
    assert (option.keep, option.points, option.dice_left, option.hot) == ("223346", 500, 0, True)
    assert load("zilch").table.options([2, 3, 4, 6, 6]).farkle
    assert load("zilch").table.partition([2, 2, 3, 3, 4, 6]) == ()


def test_kcd_short_runs_and_no_pairs() -> None:
    table = load("kcd").table
    assert table.value([1, 2, 3, 4, 5]) == 500
    assert table.value([2, 3, 4, 5, 6]) == 750
    assert table.value([1, 1, 2, 3, 4, 5]) == 600
    assert table.value([2, 2, 3, 3, 4, 4]) is None
    assert load("kcd").target == 4000


def test_no_shipped_sheet_scores_a_roll_that_has_no_option() -> None:
    for name in shipped():
        table = load(name).table
        for roll in sorted_rolls(6):
            assert bool(table.options(roll).options) is not table.options(roll).farkle
