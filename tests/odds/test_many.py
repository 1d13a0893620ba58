"""Races of any number of players: two come out as their own solver says, four as the reference does."""

import random

import numpy as np
import pytest

from hotdice.odds.many import ManyRace, check_many, solve_many
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable
from hotdice.rules import Ruleset, load
from odds import reference_many
from odds.reference import offers
from odds.test_reference import name_of, sheet
from odds.test_three import ENDS

SHEETS = [
    ("busche-neller", ["target=800"]),
    ("busche-neller", ["target=600", "opening=200", "opening_policy=may_stop"]),
    ("busche-neller", ["target=600", "minimum=200", "minimum_binds_win=false"]),
]


@pytest.mark.parametrize(("name", "changes"), SHEETS)
def test_two_players_are_what_their_own_solver_says(name: str, changes: list[str]) -> None:
    rules = load(name, changes)
    two = solve_many(rules, 2)
    assert np.abs(two.values[0, 0] - solve_race(rules).values[0]).max() < 1e-9


def test_four_players_share_one_win() -> None:
    race = solve_many(load("busche-neller", ["target=400"]), 4)
    assert race.report.circling == 0
    assert sum(race.seats) == pytest.approx(1.0, abs=1e-12)
    assert list(race.seats) == sorted(race.seats, reverse=True)
    assert race.values.min() >= 0.0
    assert race.values.sum(axis=1).max() <= 1.0 + 1e-12


def test_somebody_who_wins_with_any_score_begins_well() -> None:
    """One step short of the target everybody wins with the first score: seat after seat by the farkles."""
    race = solve_many(load("busche-neller", ["target=50"]), 4)
    farkle = 1440 / 46656
    expected = [farkle**seat * (1 - farkle) / (1 - farkle**4) for seat in range(4)]
    assert race.seats == pytest.approx(expected, abs=1e-12)


def assert_same(rules: Ruleset, players: int) -> None:
    slow = reference_many.ManyRace(rules, players, cap=500)
    race = solve_many(rules, players)
    assert race.report.circling == 0
    for moment, shares in slow.solve(1e-12).items():
        order = [(moment.mover + k) % players for k in range(players)]
        standings = tuple(race.places.number(*moment.players[seat]) for seat in order)
        found = race.shares(*standings, place=moment.mover)
        assert found == pytest.approx([shares[seat] for seat in order], abs=1e-9), moment


def test_four_players_with_last_turns() -> None:
    assert_same(sheet(last_chance="others_once", ties="shared", target=100), 4)


@pytest.mark.nightly
@pytest.mark.parametrize("end", ENDS, ids=name_of)
@pytest.mark.parametrize("reach", ["at_least", "more_than"])
def test_four_players_with_every_end_rule(end: dict[str, object], reach: str) -> None:
    assert_same(sheet(**end, reach=reach, target=200 if reach == "at_least" else 100), 4)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "turn", [{"opening": 200}, {"minimum": 200}, {"opening": 200, "opening_policy": "may_stop"}], ids=name_of
)
@pytest.mark.parametrize("end", [ENDS[1], ENDS[4]], ids=name_of)
def test_four_players_with_turn_rules(turn: dict[str, object], end: dict[str, object]) -> None:
    assert_same(sheet(**{"target": 200, **end, **turn}), 4)


@pytest.mark.nightly
@pytest.mark.parametrize("end", [ENDS[0], ENDS[3]], ids=name_of)
def test_five_players(end: dict[str, object]) -> None:
    assert_same(sheet(**end, target=100), 5)


@pytest.mark.parametrize("end", ENDS, ids=name_of)
def test_two_players_with_last_turns_are_what_their_own_solver_says(end: dict[str, object]) -> None:
    """The last turns of many, and of two, are worked out in different ways."""
    rules = sheet(**end, target=400)
    assert np.abs(solve_many(rules, 2).values[:, 0] - solve_race(rules).values).max() < 1e-9


@pytest.mark.nightly
def test_a_wrong_last_turn_would_be_found() -> None:
    """Negative control: ties shared in place of kept, and the reference says so."""
    rules = sheet(last_chance="others_once", ties="trigger_keeps", target=200)
    other = solve_many(sheet(last_chance="others_once", ties="shared", target=200), 4)
    slow = reference_many.ManyRace(rules, 4, cap=500)
    start = slow.solve(1e-12)[slow.start()]
    assert solve_many(rules, 4).seats == pytest.approx(start, abs=1e-9)
    assert abs(other.seats[0] - start[0]) > 1e-4


def test_four_with_head_starts() -> None:
    assert_same(sheet(last_chance="none", target=200, compensation=[0, 0, 0, 50]), 4)
    with pytest.raises(Unsolvable, match="compensation"):
        check_many(load("classic", ["compensation=[0,10000]"]), 4)


def test_four_who_go_in_circles_mix() -> None:
    """States that no fixed play settles get a mixture that nobody gains by leaving."""
    race = solve_many(load("classic", ["target=200", "opening=0"]), 4)
    assert race.report.circling > 0
    assert race.report.regret < 1e-12


class Champions:
    """Four who play a solved race without last turns with real dice, each decision from its table."""

    def __init__(self, race: ManyRace) -> None:
        self.race, self.rules = race, race.rules
        self.table = offers(race.rules)
        self.known: dict[tuple[int, ...], reference_many.Turn] = {}

    def after(self, totals: tuple[int, ...]) -> reference_many.Shares:
        """The shares by the mover's count once the turn has passed on, the mover's total first."""
        if totals[0] >= self.rules.target:
            return (1.0, 0.0, 0.0, 0.0)
        order = (*totals[1:], totals[0])
        found = self.race.shares(*(self.race.places.number(total) for total in order))
        return (found[-1], *found[:-1])

    def turn(self, totals: tuple[int, ...]) -> reference_many.Turn:
        """Best play of a turn with these totals, the mover's first."""
        if totals not in self.known:
            cap = self.rules.target - totals[0]
            self.known[totals] = reference_many.Turn(
                self.table, 0, lambda won: self.after((totals[0] + won, *totals[1:])), self.after(totals), cap
            )
        return self.known[totals]

    def winner(self, dice: random.Random) -> int:
        """Play one game from the first roll; the seat that wins."""
        totals, mover = [0] * 4, 0
        while True:
            order = tuple(totals[(mover + k) % 4] for k in range(4))
            totals[mover] += self.won(self.turn(order), dice)
            if totals[mover] >= self.rules.target:
                return mover
            mover = (mover + 1) % 4

    def won(self, turn: reference_many.Turn, dice: random.Random) -> int:
        """The points of one turn."""
        total, left = 0, self.rules.dice
        while True:
            roll = tuple(sorted(dice.choices(range(1, 7), k=left)))
            choices = [
                (total + option.points, option.dice_left or self.rules.dice)
                for option in self.rules.table.options(roll).options
            ]
            if not choices:
                return 0
            total, left = max(choices, key=lambda each: turn.key(turn.choose(*each)))
            stop = turn.stop(total)
            assert stop is not None
            if total >= turn.cap or turn.key(stop) >= turn.key(turn.roll(total, left)):
                return total


def test_games_of_four_go_as_the_table_says() -> None:
    race = solve_many(load("busche-neller", ["target=300"]), 4)
    players, dice, games = Champions(race), random.Random("four"), 20_000
    won = np.bincount([players.winner(dice) for _ in range(games)], minlength=4) / games

    def inside(shares: tuple[float, ...]) -> bool:
        expected = np.array(shares)
        return bool((np.abs(won - expected) < 3.3 * np.sqrt(expected * (1 - expected) / games)).all())

    assert inside(race.seats)
    assert not inside(tuple(np.roll(race.seats, 1)))  # the control: the seats of somebody else
    shorter = solve_many(load("busche-neller", ["target=250"]), 4)
    assert not inside(shorter.seats)  # and those of a race that is one step shorter
