"""Values inside a turn: they agree with the solver, with the referee, and with the mean over all rolls."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coach.games import played
from conftest import rest_by_night
from hotdice.coach.many_values import ManyValues
from hotdice.coach.places import NothingToSay
from hotdice.coach.rollouts import Rollout
from hotdice.coach.solved_values import PointValues, WinValues
from hotdice.coach.sources import review_unit, values_for
from hotdice.coach.turn_values import TurnOnly
from hotdice.coach.turns import SolvedTurn
from hotdice.game import (
    Bank,
    Keep,
    Phase,
    State,
    Step,
    can,
    keep_faces,
    new_game,
    outcomes,
    parse_position,
    print_position,
    weight_of_all,
)
from hotdice.game.events import DiceRolled
from hotdice.game.evolving import evolve
from hotdice.odds.advice import advise
from hotdice.odds.shelf import table_of
from hotdice.odds.solved import Solved, save, solve
from hotdice.players.solver_view import question_of
from hotdice.rules import load

TWO = ("playmonster", "classic", "facebook", "zilch", "kcd", "ten-thousand", "busche-neller", "cardgames")


def table(sheet: str) -> Solved:
    solved = table_of(load(sheet))
    assert solved is not None
    return solved


def moments(sheet: str, bots: tuple[str, ...], seed: str) -> list[State]:
    """Every state of a game in which something is decided or awaited."""
    states = list(played(sheet, bots, seed).states())
    return [state for state in states if not state.over and state.phase is not Phase.ROLL_OFF]


@pytest.mark.parametrize("sheet", rest_by_night([*TWO, "marina"], "playmonster", "zilch", "kcd", "marina"))
def test_choices_are_those_of_the_solver_and_of_the_referee(sheet: str) -> None:
    values = WinValues(table(sheet))
    checked = 0
    for state in moments(sheet, ("greedy", "thumb"), "4"):
        if state.step not in (Step.KEEP, Step.DECIDE) or (
            sheet == "marina" and state.phase is Phase.PLAY_OFF
        ):
            continue
        if state.step is Step.KEEP and state.rules.table.options(state.faces).farkle:
            continue  # the farkle is not recorded yet
        choices = values.turn(state).choices(state)
        faces = state.faces if state.step is Step.KEEP else None
        position = question_of(state)
        solver = advise(values.solved, position, faces).choices
        if state.step is Step.KEEP:
            assert {(c.action, c.keep): pytest.approx(c.value, abs=1e-12) for c in solver} == {
                (c.action, c.keep): c.value for c in choices
            }
        for choice in choices:
            if choice.action == "bank":
                if choice.keep is None:
                    assert can(state, Bank(state.mover))
                else:
                    assert can(state, Keep(state.mover, keep_faces(state, choice.keep).dice, "bank"))
        banks = {choice.keep for choice in choices if choice.action == "bank"}
        if state.step is Step.KEEP:
            options = state.rules.table.options(state.faces).options
            for option in options:
                allowed = can(state, Keep(state.mover, keep_faces(state, option.keep).dice, "bank"))
                assert allowed == (option.keep in banks)
        checked += 1
    assert checked > 20


def mean_over_rolls(view: SolvedTurn, state: State) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What the dice in the air are worth, by looking at every roll they can show."""
    total = np.zeros(len(state.seats))
    for faces, weight in outcomes(state):
        after = evolve(state, DiceRolled(state.mover, state.in_the_air, faces))
        if state.rules.table.options(faces).farkle:
            seats = view.lost(after).seats
        else:
            seats = view.choices(after)[0].worth.seats
        total += weight * np.array(seats)
    return total / weight_of_all(state)


@pytest.mark.parametrize("sheet", [*TWO, "marina", "marina-solitaire"])
def test_luck_is_zero_on_average_over_all_rolls(sheet: str) -> None:
    """Luck is fair: before every throw, the mean of the values after it is the value before."""
    bots = ("greedy",) if sheet == "marina-solitaire" else ("greedy", "thumb")
    waiting = [state for state in moments(sheet, bots, "9") if state.step is Step.WAIT]
    for state in waiting[:: max(1, len(waiting) // 6)]:
        if state.phase is Phase.PLAY_OFF:
            continue
        units = ("points", "win") if state.rules.rounds else ("win",)
        for unit in units:
            view = values_for(state, unit).turn(state)  # type: ignore[arg-type]
            assert isinstance(view, SolvedTurn)
            scale = 1.0 if unit == "win" else 1e4
            assert np.abs(mean_over_rolls(view, state) - view.waiting(state).seats).max() < 1e-9 * scale


def test_simulated_chances_agree_with_exact_ones() -> None:
    for text in (
        "playmonster~r9~s1~m1~n~6000.0.y_6500.0.y~t400.3.155",
        "facebook~r9~s1~m2~n~5200.1.y_4500.2.y~t400.3.155",
        "marina~r7~s1~m1~n~4000.0.y_4500.0.y~t400.3.155",
    ):
        state = parse_position(text)
        exact = {
            choice.what: choice.value
            for choice in WinValues(table(state.rules.name)).turn(state).choices(state)
        }
        for choice in ManyValues(4000).turn(state).choices(state):
            # Everybody plays for points there, which is a little less than what everybody can do.
            assert choice.value == pytest.approx(exact[choice.what], abs=choice.worth.half + 0.02)


def test_of_a_last_turn_everything_is_known() -> None:
    state = parse_position("classic~r9~s1~m2~l1~10200.0.y_9500.0.y~t400.3.155")
    exact = {choice.what: choice.value for choice in WinValues(table("classic")).turn(state).choices(state)}
    view = ManyValues(80).turn(state)
    assert view.source.kind == "exact"
    for choice in view.choices(state):
        assert choice.value == pytest.approx(exact[choice.what], abs=1e-12)
        assert choice.worth.half < 1e-12
    three = parse_position("playmonster~r9~s1~m3~l1~10000.0.y_6500.0.y_9800.0.y~t0.6")
    assert values_for(three).turn(three).source.kind == "exact"


@pytest.mark.parametrize(
    "sheet", ["playmonster", "classic", "busche-neller", "munchkin-farkle-plain", "marina"]
)
@settings(deadline=None, max_examples=8)
@given(seed=st.integers(0, 1000))
def test_simulated_wins_are_shared_out_completely(sheet: str, seed: int) -> None:
    state = new_game(load(sheet), 3, first=0)
    shares = Rollout(state, np.array([-1, 0, 10, 60, 200]), 16, seed).run()
    assert np.abs(shares.sum(axis=0) - 1).max() < 1e-12


@pytest.mark.parametrize("games", [1, 100, 104])
def test_any_number_of_games_may_be_asked_for(games: int) -> None:
    """They come in batches, so that the number is rounded up to whole ones, and the source says so."""
    state = parse_position("playmonster~r9~s1~m1~n~5000.0.y_6500.0.y_4000.0.y~t400.3.155")
    view = ManyValues(games).turn(state)
    assert view.source.games == -(-games // 8) * 8
    assert 0.0 < view.choices(state)[0].value < 1.0


def test_rollouts_play_ties_off() -> None:
    """Who is level after the last round plays on: nobody shares a win."""
    state = parse_position("marina~r10~s1~m3~n~4000.0.y_4500.0.y_4500.0.y~t0.6")
    assert state.rules.ties == "play_off"
    shares = Rollout(state, np.array([-1, 6]), 40).run()
    assert set(np.unique(shares)) == {0.0, 1.0}


def test_a_stop_that_ends_the_game_wins_it_in_every_simulated_game() -> None:
    state = parse_position("busche-neller~r9~s1~m1~n~9500.0.y_9000.0.y_9900.0.y~t0.6")
    rollout = Rollout(state, np.array([-1, 9, 10]), 80)
    shares = rollout.run()
    assert (shares[0, 2] == 1).all()
    assert (shares[0, 1] < 1).any()


def test_house_rules_get_their_own_table_or_none(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("kcd", ["target=350"])
    state = new_game(rules, 2)
    assert values_for(state).source.kind == "turn"
    assert review_unit(state) == "points"
    with pytest.raises(NothingToSay, match="hotdice solve"):
        values_for(state, "win")
    save(solve(rules))
    assert values_for(state).source.kind == "exact"
    assert review_unit(state) == "win"
    assert values_for(new_game(load("kcd", ["target=400"]), 2)).source.kind == "turn"


def test_weighted_dice_are_not_advised_on() -> None:
    with pytest.raises(NothingToSay, match="weights"):
        values_for(new_game(load("classic", ["weights=[1,1,1,1,1,2]"]), 2))


def test_points_of_rounds_add_up_for_any_number_of_players() -> None:
    rules = load("marina")
    start = new_game(rules, 4, first=0)
    values = PointValues(rules)
    assert values.turn(start).waiting(start).seats == pytest.approx((5464.05,) * 4, abs=0.01)


@pytest.mark.parametrize("total", [0, 400, 2000, 9000])
def test_a_roll_from_any_total_is_worth_what_it_brings(total: int) -> None:
    """Two dice with which nobody rolls on: 20 of 36 rolls score, and they bring 50 on average of all."""
    rules = load("classic", ["dice=2", "opening=0"])
    sheet, *_ = print_position(new_game(rules, 2)).split("~")
    state = parse_position(f"{sheet}~r4~s1~m1~n~1300.0.y_1300.0.y~t{total}.2.15")
    worth = {one.action: one.value for one in TurnOnly(rules).turn(state).choices(state) if one.keep == "15"}
    assert worth["bank"] == total + 150
    assert worth["roll"] == pytest.approx((total + 150) * 20 / 36 + 50)
