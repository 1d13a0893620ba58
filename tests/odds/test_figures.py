"""The published figures, each with its source; what needs a full solve runs in `make nightly`."""

import numpy as np
import pytest

from hotdice.odds.estimate import estimate
from hotdice.odds.fairness import fairest_compensation, with_head_starts, without_head_starts
from hotdice.odds.race import solve_race
from hotdice.odds.rolls import roll_odds
from hotdice.odds.turn import solve_turn
from hotdice.rules import load

MIN = "busche-neller"
FB = "facebook"


def test_farkle_counts_where_three_pairs_score() -> None:
    """Wikipedia and others: 4, 16, 60, 204, 600 and 1080."""
    assert [roll_odds(load(FB), n).farkles for n in range(1, 7)] == [4, 16, 60, 204, 600, 1080]


def test_farkle_counts_where_neither_three_pairs_nor_the_straight_score() -> None:
    """Wikipedia and others: 1440 with six dice."""
    assert [roll_odds(load(MIN), n).farkles for n in range(1, 7)] == [4, 16, 60, 204, 600, 1440]


def test_strategy_generator_without_penalty() -> None:
    """Busche's strategy generator (tables kept in cdelker/pyfarkle), no bank minimum."""
    answer = solve_turn(load(FB, ["minimum=0", "penalty.points=0"]))
    assert list(answer.bank_at().values()) == [16400, 3050, 1050, 450, 250, 300]


def test_strategy_generator_with_penalty() -> None:
    """The same with 500 lost on the third farkle in a row, for 0, 1 and 2 farkles so far."""
    answer = solve_turn(load(FB, ["minimum=0"]))
    assert list(answer.bank_at(0).values()) == [16400, 3050, 1050, 400, 250, 300]
    assert list(answer.bank_at(1).values()) == [16350, 3000, 950, 350, 200, 250]
    assert list(answer.bank_at(2).values()) == [15900, 2550, 550, 0, 0, 0]


def test_the_size_of_the_published_model() -> None:
    """Busche 2016: 250 x 9 x 6 x the sum over k = 1..250 of max(k, 6) states, totals down to -2500."""
    assert estimate(load(FB), "race").states == (250 * 3) ** 2
    small = solve_race(load(FB, ["target=500"]))
    assert small.positions == 60 * 9 * 6 * sum(max(k, 6) for k in range(1, 61))


@pytest.mark.nightly
def test_maximizing_win_probability() -> None:
    """Busche 2016, 'Maximizing Win Probability in the Game of Farkle': 53.487 % and 423,765,000 states."""
    race = solve_race(load(FB))
    assert round(100 * race.first_player_wins, 3) == 53.487
    assert race.positions == 423_765_000
    assert race.residual < 1e-10


@pytest.mark.nightly
def test_optimal_play_compensation() -> None:
    """Busche & Neller 2017, 'Optimal Play of the Farkle Dice Game': 200 points for the second player."""
    assert fairest_compensation(load(MIN)).compensation == 200


def test_fairest_compensation_from_the_shipped_table() -> None:
    """The same from the table that comes with Hotdice."""
    from hotdice.odds.race import Race
    from hotdice.odds.solved import stored

    race = stored(load(MIN))
    assert isinstance(race, Race)
    assert fairest_compensation(load(MIN), race=race).compensation == 200


def test_compensation_on_a_reduced_target() -> None:
    """Solved with a head start of its own, the race has the value that the table without one says."""
    best = fairest_compensation(load(MIN, ["target=1000"]))
    race = solve_race(load(MIN, ["target=1000", f"compensation=[0, {best.compensation}]"]))
    assert race.first_player_wins == pytest.approx(best.first_player_wins, abs=1e-12)


def test_compensation_where_players_must_open() -> None:
    """On a sheet with an opening minimum the head start does not put anybody on the board."""
    best = fairest_compensation(load("classic", ["target=1000"]), most=300)
    race = solve_race(load("classic", ["target=1000", f"compensation=[0, {best.compensation}]"]))
    assert race.first_player_wins == pytest.approx(best.first_player_wins, abs=1e-10)


def test_a_race_solved_with_head_starts_is_the_race_without_them() -> None:
    rules = load("classic", ["target=700", "compensation=[0, 150]"])
    wide, race = with_head_starts(rules, most=300), solve_race(rules)
    narrow = without_head_starts(wide)
    assert (wide.places.closed, narrow.places.closed) == (tuple(range(7)), (0, 3))
    assert np.abs(narrow.values - race.values).max() < 1e-12
    best = fairest_compensation(rules, most=300, race=wide)
    assert best == fairest_compensation(load("classic", ["target=700"]), most=300)
    # One that lacks them is not read: it is solved again.
    assert fairest_compensation(rules, most=300, race=race) == best


@pytest.mark.parametrize("name", ["busche-neller", "cardgames", "kcd"])
def test_hand_check_one_step_short(name: str) -> None:
    """Where any score wins for either side, the mover wins with 1 / (1 + P(farkle with six dice))."""
    rules = load(name, ["target=500"])
    race = solve_race(rules)
    last = race.places.number(450)
    farkle = roll_odds(rules, 6).farkles / 6**6
    assert race.values[0, last, last] == pytest.approx(1 / (1 + farkle), abs=1e-12)
