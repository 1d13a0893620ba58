"""Jokers and bags against a second scorer and a second count of rolls, both plain and slow."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import prod

import pytest
from msgspec.structs import replace

from hotdice.game import (
    Roll,
    new_game,
    outcomes,
    parse_position,
    play,
    print_position,
    weight_of_all,
)
from hotdice.odds.rolls import roll_odds, weighted_odds
from hotdice.rules import Ruleset, load, shipped
from hotdice.rules.bags import bag_rows, catalogue, check_bag
from rules.brute_force import READINGS, Reading

JOKER = 7


def with_joker(name: str) -> Ruleset:
    settings = ["joker.face=1", "joker.dice=6"]
    return load(name, settings if load(name).deck is None else [*settings, "deck="])


def wrong_values(rules: Ruleset, reading: Reading, dice: int) -> list[tuple[int, ...]]:
    selections = combinations_with_replacement(range(1, JOKER + 1), dice)
    return [one for one in selections if rules.table.value(one) != reading.value(one)]


@pytest.mark.parametrize("name", ["kcd", "classic", "marina"])
def test_every_selection_with_jokers_of_up_to_five_dice_has_its_value(name: str) -> None:
    rules = with_joker(name)
    assert [one for dice in range(1, 6) for one in wrong_values(rules, READINGS[name], dice)] == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", shipped())
def test_every_selection_and_every_roll_with_jokers_agrees(name: str) -> None:
    rules = with_joker(name)
    for dice in range(1, 7):
        assert wrong_values(rules, READINGS[name], dice) == []
        for roll in combinations_with_replacement(range(1, JOKER + 1), dice):
            ours = tuple((o.keep, o.points, o.dice_left, o.hot) for o in rules.table.options(roll).options)
            assert ours == READINGS[name].keeps(roll), roll


def test_a_joker_that_scores_alone_would_be_found() -> None:
    class Generous(Reading):
        def group_with_jokers(self, dice: tuple[int, ...]) -> int:  # type: ignore[override]
            return 100 if dice == (JOKER,) else READINGS["kcd"].group_with_jokers(dice)

    generous = Generous(singles={}, triples={})
    assert (JOKER,) in wrong_values(with_joker("kcd"), generous, 1)


def test_a_joker_completes_and_never_scores_alone() -> None:
    table = with_joker("kcd").table
    assert [table.value(faces) for faces in ([7], [7, 7], [1, 7], [5, 7])] == [None] * 4
    assert table.value([3, 3, 7]) == 300
    assert table.value([3, 7, 7]) == 300
    assert table.value([1, 2, 3, 4, 7]) == 500
    assert table.value([2, 3, 4, 5, 7]) == 750, "the better of 1-5 and 2-6"
    assert table.value([1, 2, 3, 4, 5, 7]) == 1500


def test_dice_without_a_joker_show_none() -> None:
    with pytest.raises(ValueError, match="7 is no face of a die"):
        load("kcd").table.value([7])


def test_a_bag_with_a_joker_changes_no_other_table() -> None:
    rules = load("kcd")
    state = new_game(rules, 2, first=0, bags=("5*standard,1*devils-head", "6*standard"))
    assert state.rules == rules
    assert state.rules.hash == rules.hash
    assert (state.rules.table.faces, state.rules.table.value([3, 3, 7])) == (7, 300)
    assert parse_position(print_position(state)).rules.table.faces == 7
    assert (rules.table.faces, new_game(rules, 2, bags=("6*odd", "6*odd")).rules.table.faces) == (6, 6)
    with pytest.raises(ValueError, match="7 is no face of a die"):
        rules.table.value([3, 3, 7])


# ---- bags ----------------------------------------------------------------------------------------

BAGS = (
    "3*standard,2*heavenly-kingdom,1*odd",
    "6*devils-head",
    "1*pie,1*grozav,4*favourable",
    "6*0:0:1:0:0:0",
)


def rolls_of(bag: str) -> Counter[tuple[int, ...]]:
    """Every ordered roll of a bag, one by one."""
    rows = bag_rows(bag)
    found: Counter[tuple[int, ...]] = Counter()
    for faces in product(*(range(1, len(row) + 1) for row in rows)):
        found[tuple(sorted(faces))] += prod(row[face - 1] for row, face in zip(rows, faces, strict=True))
    return +found


@pytest.mark.parametrize("bag", BAGS)
def test_the_odds_of_a_bag_are_those_of_all_its_rolls(bag: str) -> None:
    rules, reading = with_joker("kcd"), READINGS["kcd"]
    rolls = rolls_of(bag)
    odds = weighted_odds(rules, bag_rows(bag))
    keeps = {roll: reading.keeps(roll) for roll in rolls}
    assert odds.rolls == rolls.total()
    assert odds.farkles == sum(weight for roll, weight in rolls.items() if not keeps[roll])
    best = sum(weight * keeps[roll][0][1] for roll, weight in rolls.items() if keeps[roll])
    assert odds.mean_best == pytest.approx(best / rolls.total(), rel=1e-12)


def test_fair_dice_have_the_same_odds_both_ways() -> None:
    for dice in range(1, 7):
        assert weighted_odds(load("classic"), ((1,) * 6,) * dice) == roll_odds(load("classic"), dice)


def test_the_chance_node_of_a_bag_lists_its_rolls() -> None:
    state = new_game(load("kcd", ["dice=3"]), 2, bags=("1*devils-head,1*odd,1*pie", "3*standard"))
    result = play(state, Roll(0))
    assert isinstance(result, tuple)
    rolls: Counter[tuple[int, ...]] = Counter()
    for faces, weight in outcomes(result[0]):
        rolls[tuple(sorted(faces))] += weight
    assert rolls == rolls_of("1*devils-head,1*odd,1*pie")
    assert weight_of_all(result[0]) == rolls.total()


def test_every_die_of_the_catalogue_has_weights() -> None:
    dice = catalogue()
    assert len(dice) == 47
    assert all(any(row) and len(row) in (6, 7) for row in dice.values())
    assert dice["three"] != dice["three-old"], "where sources disagree both are there"
    assert dice["devils-head"] == (0, 1, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("bag", "sentence"),
    [
        ("", "is no part of one"),
        ("3*", "is no part of one"),
        ("6*golden", "there is no die 'golden'"),
        ("5*standard", "played with 6 dice, and the bag has 5"),
        ("11*odd", "is no part of one"),
        ("6*0:0:0:0:0:0", "needs a face that can fall"),
        ("6*1:2:3", "is no part of one"),
        ("x" * 401, "at most 400"),
    ],
)
def test_what_is_no_bag_is_told_in_a_sentence(bag: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        check_bag(bag, 6)


def test_bags_do_not_go_with_what_they_contradict() -> None:
    for rules in (
        load("munchkin-farkle"),
        load("kcd", ["weights=[2,1,1,1,1,1]"]),
        load("kcd", ["piggyback=true"]),
    ):
        with pytest.raises(ValueError, match="own dice do not go with"):
            new_game(replace(rules, min_players=2), 2, bags=("6*odd", "6*odd"))
    with pytest.raises(ValueError, match="need 2 bags"):
        new_game(load("kcd"), 2, bags=("6*odd",))
