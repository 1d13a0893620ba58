"""Races of any number of players: two and three come out as their own solvers say."""

import numpy as np
import pytest

from hotdice.odds.many import check_many, solve_many
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.three import solve_three
from hotdice.rules import load

SHEETS = [
    ("busche-neller", ["target=800"]),
    ("busche-neller", ["target=600", "opening=200", "opening_policy=may_stop"]),
    ("busche-neller", ["target=600", "minimum=200", "minimum_binds_win=false"]),
]


@pytest.mark.parametrize(("name", "changes"), SHEETS)
def test_two_and_three_players_are_what_their_own_solvers_say(name: str, changes: list[str]) -> None:
    rules = load(name, changes)
    two = solve_many(rules, 2)
    assert np.abs(two.values[0] - solve_race(rules).values[0]).max() < 1e-9
    many, three = solve_many(rules, 3), solve_three(rules)
    assert many.circling == three.report.circling == 0
    assert np.abs(many.values - three.values[0]).max() < 1e-9


def test_four_players_share_one_win() -> None:
    race = solve_many(load("busche-neller", ["target=400"]), 4)
    assert race.circling == 0
    assert sum(race.seats) == pytest.approx(1.0, abs=1e-12)
    assert list(race.seats) == sorted(race.seats, reverse=True)
    assert race.values.min() >= 0.0
    assert race.values.sum(axis=0).max() <= 1.0 + 1e-12


def test_somebody_who_wins_with_any_score_begins_well() -> None:
    """One step short of the target everybody wins with the first score: seat after seat by the farkles."""
    race = solve_many(load("busche-neller", ["target=50"]), 4)
    farkle = 1440 / 46656
    expected = [farkle**seat * (1 - farkle) / (1 - farkle**4) for seat in range(4)]
    assert race.seats == pytest.approx(expected, abs=1e-12)


def test_last_turns_are_refused() -> None:
    with pytest.raises(Unsolvable, match="last_chance"):
        check_many(load("classic"))
