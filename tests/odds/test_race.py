"""The race beyond the reference: pruning, bounds, simulation of the solved policy, deviations."""

import math
import random

import numpy as np
import pytest

from conftest import rest_by_night
from hotdice.game import Phase, State, Step, new_game, play
from hotdice.game.choices import keep_faces
from hotdice.game.commands import Bank, Command, Roll, Throw
from hotdice.odds.advice import Question, TurnValues, advise, turn_values
from hotdice.odds.race import Race, solve_race
from hotdice.rules import load


@pytest.mark.parametrize("reach", rest_by_night(["at_least", "more_than"], "at_least"))
def test_dropping_dominated_choices_changes_nothing_where_more_is_never_worse(reach: str) -> None:
    rules = load("facebook", ["target=800", f"reach={reach}"])
    pruned, whole = (solve_race(rules, pruned=which) for which in (True, False))
    assert np.abs(pruned.values - whole.values).max() < 1e-10


@pytest.mark.parametrize(
    "settings", [["target=1000"], ["target=500", "opening=0", "last_chance=none", "reach=exactly"]]
)
def test_dropping_dominated_choices_is_wrong_where_fewer_points_can_be_better(settings: list[str]) -> None:
    rules = load("playmonster", settings)
    pruned, whole = (solve_race(rules, pruned=which) for which in (True, False))
    assert np.abs(pruned.values - whole.values).max() > 1e-4
    assert np.abs(solve_race(rules).values - whole.values).max() < 1e-12


def test_the_bound_past_the_target_is_wide_enough() -> None:
    rules = load("playmonster", ["target=1000"])
    usual, wide = solve_race(rules), solve_race(rules, overshoot=8000)
    assert wide.overshoot == 160 > usual.overshoot
    assert np.abs(usual.values - wide.values).max() < 1e-10


def test_too_small_a_bound_past_the_target_is_raised() -> None:
    rules = load("playmonster", ["target=500"])
    assert solve_race(rules, overshoot=50).overshoot > 10


def test_the_error_of_the_bound_below_shrinks() -> None:
    rules = load("facebook", ["target=1000"])
    starts = [solve_race(rules, lowest=lowest).first_player_wins for lowest in (-500, -1500, -2500, -3500)]
    errors = [abs(value - starts[-1]) for value in starts[:-1]]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-6


def test_residual_of_the_whole_table_is_small() -> None:
    rules = load("classic", ["target=1500"])
    race = solve_race(rules)
    places = race.places
    chooser = random.Random(5)
    for _ in range(60):
        mover, other = chooser.randrange(places.count), chooser.randrange(places.count)
        value = advise(race, _position(race, mover, other)).best.value
        assert value == pytest.approx(race.values[0, mover, other], abs=1e-10)


def _position(race: Race, mover: int, other: int, turn_total: int = 0, dice: int = 6) -> Question:
    places = race.places
    total = [places.lowest + int(places.rows[x]) * places.step for x in (mover, other)]
    return Question(
        (total[0], total[1]),
        turn_total,
        dice,
        (int(places.farkles[mover]), int(places.farkles[other])),
        (bool(places.opened[mover]), bool(places.opened[other])),
    )


def test_no_single_deviation_improves_the_policy() -> None:
    """Random decisions: whatever else is chosen once, with the solved play after it, is not better."""
    rules = load("playmonster", ["target=2000"])
    race = solve_race(rules)
    chooser = random.Random(11)
    for _ in range(25):
        mover, other = (chooser.randrange(race.places.count) for _ in range(2))
        place = _position(race, mover, other, 100 * chooser.randrange(1, 8), chooser.randrange(1, 7))
        roll = tuple(sorted(chooser.randrange(1, 7) for _ in range(place.dice)))
        if rules.table.options(roll).farkle:
            continue
        best = advise(race, place, roll).best.value
        for option in rules.table.options(roll).options:
            after = place.turn_total + option.points
            inside = turn_values(race, place)
            left = option.dice_left or rules.dice
            # By hand: one more roll, every outcome answered by the best choice that follows it.
            rolled = _one_roll(race, place, after, left)
            assert rolled <= best + 1e-9
            stop = inside.stopping(after, hot=option.hot)
            assert stop is None or stop[0] <= best + 1e-12


def _one_roll(race: Race, place: Question, total: int, dice: int) -> float:
    from itertools import combinations_with_replacement

    from hotdice.odds.rolls import ways

    rules = race.rules
    places = race.places
    mover = places.number(place.totals[0], place.farkles[0], place.opened[0])
    other = places.number(place.totals[1], place.farkles[1], place.opened[1])
    lost = 1.0 - float(race.values[0, other, places.after_farkle[mover]])
    inside = turn_values(race, place)
    value = 0.0
    for roll in combinations_with_replacement(range(1, 7), dice):
        options = rules.table.options(roll).options
        worth = lost
        if options:
            worth = max(
                max(
                    inside.rolling(total + o.points, o.dice_left or rules.dice)[0],
                    (inside.stopping(total + o.points, hot=o.hot) or (0.0, 0.0))[0],
                )
                for o in options
            )
        value += ways(roll) * worth
    return float(value / 6**dice)


@pytest.mark.parametrize(
    "name",
    rest_by_night(["classic", "facebook", "munchkin-farkle-plain", "playmonster"], "classic", "facebook"),
)
def test_the_solved_policy_wins_as_often_as_it_says(name: str) -> None:
    """Simulated by the referee itself, inside the 99.9 % interval; it knows nothing of the solver."""
    settings = ["target=1000"] + (["min_players=2"] if name == "munchkin-farkle-plain" else [])
    rules = load(name, settings)
    race = solve_race(rules)
    dice = random.Random(name)
    games = 1500
    known: dict[Question, TurnValues] = {}
    wins = sum(_play(race, dice, known) for _ in range(games))
    rate = wins / games
    width = 3.291 * math.sqrt(race.first_player_wins * (1 - race.first_player_wins) / games)
    assert abs(rate - race.first_player_wins) < width


def _play(race: Race, dice: random.Random, known: dict[Question, TurnValues]) -> float:
    """One game of the solved policy against itself; the share of the first player."""
    state = new_game(race.rules, 2, first=0)
    while not state.over:
        result = play(state, _choose(race, state, dice, known))
        assert isinstance(result, tuple), result
        state = result[0]
    return 0.0 if 0 not in state.winners else 1.0 / len(state.winners)


def _choose(race: Race, state: State, dice: random.Random, known: dict[Question, TurnValues]) -> Command:
    if state.step is Step.WAIT:
        return Throw(tuple(dice.randrange(1, 7) for _ in state.hand))
    if state.step is Step.ROLL:
        return Roll(state.mover)
    order = (state.mover, 1 - state.mover)
    start = Question(
        totals=tuple(state.seats[seat].total for seat in order),
        turn_total=0,
        dice=race.rules.dice,
        farkles=tuple(state.seats[seat].farkles for seat in order),
        opened=tuple(state.seats[seat].opened for seat in order),
        mover_began=state.mover == state.starter,
        phase="last" if state.phase is Phase.LAST else "normal",
    )
    if start not in known:
        known[start] = turn_values(race, start)
    inside = known[start]
    if state.step is Step.DECIDE:
        options = [("", 0, len(state.hand) or race.rules.dice, state.hot)]
    else:
        found = race.rules.table.options(state.faces).options
        options = [(o.keep, o.points, o.dice_left or race.rules.dice, o.hot) for o in found]
    best: tuple[float, Command] | None = None
    for keep, points, left, hot in options:
        total = state.turn_total + points
        stop = inside.stopping(total, hot=hot)
        for value, then in ((inside.rolling(total, left)[0], "roll"), (stop[0] if stop else -1.0, "bank")):
            if best is None or value > best[0]:
                if keep:
                    best = value, keep_faces(state, keep, "roll" if then == "roll" else "bank")
                else:
                    best = value, Roll(state.mover) if then == "roll" else Bank(state.mover)
    assert best is not None
    return best[1]
