"""Races with dice of one's own, jokers and instant ends, against a reference that tells every die apart."""

import random
from pathlib import Path

import numpy as np
import pytest

from hotdice.arena import Match, Seating, simulate
from hotdice.coach.advising import advise_on
from hotdice.coach.reviewing import review
from hotdice.game import Event, Keep, Refusal, Roll, State, Step, Throw, new_game, play
from hotdice.game.record import Record
from hotdice.odds.bag_plan import Row, bag_plan, dice_of
from hotdice.odds.best_bag import best_bags, turn_points
from hotdice.odds.duels import bag_dice, check_duel, save_duel, solve_duel, stored_duel
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats, roll_plan
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.spread import turn_spread
from hotdice.players.duelist import duel_turn_of
from hotdice.players.exact_bots import champion
from hotdice.players.greedy_bot import GreedyBot
from hotdice.players.player import Player
from hotdice.rules import Ruleset, load
from hotdice.rules.bags import bag_rows
from odds.reference_bags import Slow


def done(answer: tuple[State, object] | Refusal) -> State:
    """The state after a move that must be allowed."""
    assert not isinstance(answer, Refusal), answer
    return answer[0]


CASES: dict[str, tuple[str, list[str], list[str]]] = {
    "two bags": ("kcd", ["target=150", "dice=3"], ["2*standard,1*odd", "1*lucky,2*favourable"]),
    "joker of the sheet": ("kcd", ["target=100", "dice=3", "joker.face=1"], []),
    "joker in a bag": ("kcd", ["target=100", "dice=3"], ["1*devils-head,2*odd"]),
    "instant win and loss": (
        "kcd",
        ["target=100", "dice=3", "instant_win=[{alike=3}]", "instant_loss=[{dice='22', first=true}]"],
        ["2*standard,1*odd"],
    ),
    "last turns": ("kcd", ["target=100", "dice=2", "last_chance=others_once"], ["1*odd,1*lucky"]),
    "finish the round": (
        "kcd",
        ["target=100", "dice=2", "last_chance=finish_round", "ties=trigger_keeps"],
        ["2*standard", "1*standard,1*pie"],
    ),
    "instant win and a penalty": (
        "kcd",
        ["target=150", "dice=2", "instant_win=[{alike=2}]", "penalty={count=2,points=50,floor=0}"],
        ["1*odd,1*standard"],
    ),
    "a penalty that goes on, and last turns": (
        "kcd",
        [
            "target=100",
            "dice=2",
            "last_chance=others_once",
            "penalty={count=2,points=100,floor=-100,restarts=false}",
        ],
        ["1*odd,1*lucky", "2*standard"],
    ),
    "minimum": ("kcd", ["target=200", "dice=2", "minimum=100"], ["1*weighted,1*odd"]),
}


@pytest.mark.parametrize("case", CASES)
def test_agrees_with_the_slow_reference(case: str) -> None:
    name, settings, bags = CASES[case]
    rules = load(name, settings)
    dice = bag_dice(rules, bags)
    slow, duel = Slow(rules, dice, cap=600), solve_duel(rules, dice)
    for (side, own, other), value in slow.value.items():
        found = duel.values[side, duel.places.number(*own), duel.places.number(*other)]
        assert found == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("kcd", ["target=1000"]),
        ("classic", ["target=700", "opening=200"]),
        ("munchkin-farkle-plain", ["target=600"]),
        ("kcd", ["target=500", "penalty={count=2,points=100}"]),
    ],
)
def test_fair_dice_are_the_race_as_ever(name: str, settings: list[str]) -> None:
    rules = load(name, settings)
    duel, race = solve_duel(rules), solve_race(rules)
    sides = race.places.sides
    # Sweeps end when next to nothing changes; without a penalty both are solved level by level.
    assert np.abs(duel.values[:sides] - race.values).max() < (1e-9 if rules.penalty.points else 1e-12)
    plan, same = roll_plan(rules), bag_plan(rules, dice_of(rules)).plan
    assert same.farkle == pytest.approx(plan.farkle, abs=1e-15)
    assert len(same.points) == len(plan.points)


def test_a_wrong_weight_is_noticed() -> None:
    """The reference can tell: with another die the values differ."""
    rules = load("kcd", ["target=150", "dice=2"])
    slow = Slow(rules, bag_dice(rules, ["1*standard,1*odd"]))
    other = solve_duel(rules, bag_dice(rules, ["1*standard,1*4:1:4:1:4:2"]))
    assert abs(other.first_player_wins - slow.value[0, (0, 0), (0, 0)]) > 1e-4


INSTANT = ["instant_win=[{alike=3}]", "penalty={count=2,points=100,floor=0}"]


@pytest.mark.parametrize("settings", [[], INSTANT], ids=["bags", "bags, instant win and a penalty"])
@pytest.mark.parametrize("games", [600, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_simulated_games_lie_within_their_interval(
    games: int, settings: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("kcd", ["target=300", "dice=3", *settings])
    bags = ("2*standard,1*odd", "1*standard,2*lucky")
    duel = solve_duel(rules, bag_dice(rules, bags))
    save_duel(duel)
    match = Match.of(rules, ["champion", "champion"], seed="duel", seating=Seating.FIXED, bags=bags)
    wins = int(simulate(match, games, threads=1).tally.wins[0].sum())
    spread = (duel.first_player_wins * (1 - duel.first_player_wins) / games) ** 0.5
    assert abs(wins / games - duel.first_player_wins) < 4 * spread
    greedy = Match.of(rules, ["greedy", "champion"], seed="duel", seating=Seating.FIXED, bags=bags)
    assert int(simulate(greedy, games, threads=1).tally.wins[0].sum()) < wins + 4 * spread * games


def test_advice_names_the_better_of_two_equal_faces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("kcd", ["target=300", "dice=3"])
    state = new_game(rules, 2, first=0, bags=("1*standard,1*odd,1*weighted", "3*standard"))
    for command in (Roll(0), Throw((5, 5, 2))):
        state = done(play(state, command))
    dice = bag_dice(rules, state.bags)
    assert duel_turn_of(state) is None
    save_duel(solve_duel(rules, dice))
    turn = duel_turn_of(state)
    assert turn is not None
    best = turn.choices(state)[0]
    assert best.keep is not None
    inside = {kept: turn.rolling(50, tuple(die for die in (1, 2, 3) if die != kept))[0] for kept in (1, 2)}
    assert inside[1] != pytest.approx(inside[2], abs=1e-4)
    one = next(c for c in turn.choices(state) if c.action == "roll" and c.keep and len(c.keep.dice) == 1)
    assert one.keep == Keep(0, (max(inside, key=lambda kept: inside[kept]),), "")
    advice = advise_on(state)
    assert advice.exact
    assert advice.best.win == pytest.approx(best.value)
    odd = advice.options[-1]
    assert odd.farkle is None or 0 < odd.farkle < 1


def test_a_game_with_own_dice_is_reviewed_by_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules, bags = load("kcd", ["target=250", "dice=3"]), ("2*standard,1*odd", "3*standard")
    save_duel(solve_duel(rules, bag_dice(rules, bags)))
    state, dice = new_game(rules, 2, first=0, bags=bags), random.Random(3)
    events: list[Event] = []
    bots: tuple[Player, Player] = (champion(), GreedyBot())
    while not state.over:
        command = bots[state.mover].choose(state)
        if state.step is Step.WAIT:
            rows = bag_rows(bags[state.mover])
            command = Throw(tuple(dice.choices(range(1, 7), rows[die - 1])[0] for die in state.in_the_air))
        answer = play(state, command)
        assert not isinstance(answer, Refusal)
        state = answer[0]
        events += answer[1]
    record = Record(rules, ("Ann", "Ben"), ("champion", "greedy"), first=0, events=tuple(events), bags=bags)
    found = review(record)
    assert found.unit == "win"
    assert found.players[0].loss == pytest.approx(0.0, abs=1e-6)


def test_a_table_comes_back_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("kcd", ["target=200", "dice=2"])
    dice = bag_dice(rules, ["1*odd,1*standard"])
    duel = solve_duel(rules, dice)
    save_duel(duel)
    again = stored_duel(rules, dice)
    assert again is not None
    assert again.first_player_wins == pytest.approx(duel.first_player_wins, abs=1e-9)
    assert stored_duel(rules, (dice[1], dice[0])) is None


def test_best_bag_is_the_best_of_all_that_were_solved() -> None:
    rules = load("kcd", ["target=200", "dice=2"])
    collection, against = bag_rows("2*standard,2*odd,1*weighted"), dice_of(rules)
    ranked = best_bags(rules, collection, against)
    shares = [(solve_duel(rules, (one.dice, against)).first_player_wins, one.dice) for one in ranked]
    assert ranked[0].share == max(one.share for one in ranked)
    assert len(ranked) == 5
    first = best_bags(rules, collection, against, solved=1)[0]
    assert first.points == max(turn_points(rules, dice) for _, dice in shares)
    assert first.duel is not None


def test_what_is_not_solved_is_refused_by_key() -> None:
    for settings, bags, key in [
        (["piggyback=true"], [], "piggyback"),
        (["hot_dice=forced"], [], "hot_dice"),
        ([], ["1*standard,1*odd,1*lucky,3*weighted"], "weights"),
        (["bump=swap"], [], "bump"),
    ]:
        rules = load("kcd", settings)
        with pytest.raises(Unsolvable) as refusal:
            check_duel(rules, bag_dice(rules, bags))
        assert refusal.value.key == key
    rules = load("kcd", ["target=500"])
    with pytest.raises(Unsolvable, match="without the risk"):
        solve_duel(rules, bag_dice(rules, ["6*saint-antiochus-old"]))


def turns_to_the_target(rules: Ruleset, bag: tuple[Row, ...]) -> Floats:
    """The chance to be there after so many turns, of somebody who plays for points up to the target."""
    solver, goal = TurnSolver(bag_plan(rules, bag).plan, forced=False), rules.target // rules.step
    moves = np.zeros((goal + 1, goal + 1))
    moves[goal, goal] = 1.0
    for row in range(goal):
        stops, lost = turn_spread(solver, np.arange(goal - row + 1.0), 0.0, 0)
        moves[row, row:] += stops
        moves[row, row] += lost
    steps = [np.eye(goal + 1)[0]]
    for _ in range(100):
        steps.append(steps[-1] @ moves)
    return np.array(steps)[:, goal]


def test_the_figures_of_a_public_calculator() -> None:
    """Those of the README of kcddice (github.com/phlip9/kcddice), which plays for points up to the target."""
    rules, fair, odd = load("kcd"), (1,) * 6, (4, 1, 4, 1, 4, 1)
    kingdom = (368, 105, 105, 105, 105, 212)
    own, other = (fair, fair, fair, kingdom, kingdom, odd), (fair, fair, fair, fair, odd, odd)
    # Of 1 1 1 5 5 5, the second and third 1 on Kingdom dice, the last 5 on the Odd one: what is held makes so
    # many points and leaves these dice, and is worth so much.
    plan, rows = bag_plan(rules, own), rules.target // rules.step
    bank = np.minimum(np.arange(rows + plan.plan.most + 1.0), rows)[:, None] * rules.step
    solver = TurnSolver(plan.plan, forced=False, compiled=False)
    roll = solver.rows(bank, np.zeros(1), final=rows)[0][:, :, 0]
    for total, left, worth in [
        (1500, own, 2120.6), (1100, (odd,), 970.2), (1000, (fair, fair, odd), 953.4),
        (1050, (fair, odd), 902.5), (1050, (fair, fair), 704.7), (700, (kingdom,), 692.8),
        (100, (fair, fair, kingdom, kingdom, odd), 687.7), (600, (kingdom, kingdom), 671.3),
        (50, (fair, fair, kingdom, kingdom, odd), 660.3),
    ]:  # fmt: skip
        assert roll[total // rules.step, plan.number(left)] == pytest.approx(worth, abs=0.0501)
    mine, theirs = turns_to_the_target(rules, own), turns_to_the_target(rules, other)
    assert mine[[1, 5, 10]] == pytest.approx([0.007138207154443762, 0.5061548379713456, 0.9774622466646818])
    assert theirs[[1, 5, 10]] == pytest.approx([0.0029301676565370886, 0.34933047836664, 0.9531028985619174])
    wins = float(np.diff(mine) @ (1 - theirs[:-1]))
    assert wins == pytest.approx(0.6731993144019213, abs=1e-12)
    assert turns_to_the_target(rules, (fair,) * 6)[5] < theirs[5] - 0.05  # other dice, other figures


@pytest.mark.nightly
def test_a_whole_race_of_two_bags() -> None:
    rules = load("kcd")
    duel = solve_duel(rules, bag_dice(rules, ["3*standard,2*heavenly-kingdom,1*odd", "6*standard"]))
    assert duel.first_player_wins == pytest.approx(0.80260364, abs=1e-7)
