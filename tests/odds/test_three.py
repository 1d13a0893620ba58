"""The race of three against the slow exact reference, and against itself."""

import numpy as np
import pytest

from conftest import rest_by_night
from hotdice.odds.many import ManyRace, check_many, many_turns, solve_many
from hotdice.odds.mixing import Play, equilibrium, shares_of
from hotdice.odds.plan import Floats
from hotdice.odds.race import solve_race
from hotdice.odds.race_levels import close_rounds
from hotdice.odds.refusals import Unsolvable
from hotdice.rules import Ruleset, load
from odds import reference_many
from odds.test_reference import name_of, sheet

ENDS: list[dict[str, object]] = [
    {"last_chance": "none"},
    {"last_chance": "finish_round", "ties": "shared"},
    {"last_chance": "finish_round", "ties": "trigger_keeps"},
    {"last_chance": "others_once", "ties": "shared"},
    {"last_chance": "others_once", "ties": "trigger_keeps"},
]


def assert_same(rules: Ruleset, *, plain: bool = False, cap: int = 1000) -> None:
    slow = reference_many.ManyRace(rules, cap=cap)
    race = solve_many(rules, 3, compiled=not plain)
    places = race.places
    for moment, shares in slow.solve(1e-12).items():
        order = [(moment.mover + k) % 3 for k in range(3)]
        standing = [places.number(*moment.players[seat]) for seat in order]
        found = race.shares(*standing, place=moment.mover)
        assert found == pytest.approx([shares[seat] for seat in order], abs=1e-9), moment


@pytest.mark.parametrize("end", ENDS, ids=name_of)
@pytest.mark.parametrize("reach", rest_by_night(["at_least", "more_than"], "at_least"))
def test_every_end_rule(end: dict[str, object], reach: str) -> None:
    assert_same(sheet(**end, reach=reach, target=200))


TURN_RULES: list[dict[str, object]] = [
    {"opening": 200},
    {"opening": 200, "opening_policy": "may_stop"},
    {"minimum": 200},
    {"minimum": 200, "minimum_binds_win": False, "opening": 200, "opening_policy": "may_stop"},
    {"take_all": True},
    {"compensation": [0, 0, 100]},
    {"compensation": [100], "opening": 200},
]


@pytest.mark.parametrize("turn", TURN_RULES, ids=name_of)
@pytest.mark.parametrize("end", rest_by_night([ENDS[0], ENDS[1], ENDS[4]], ENDS[1]), ids=name_of)
def test_turn_rules_with_each_kind_of_end(turn: dict[str, object], end: dict[str, object]) -> None:
    assert_same(
        sheet(**{"target": 300, **end, **turn})
        if "opening" in turn
        else sheet(**{"target": 200, **end, **turn})
    )


def test_plain_numpy_gives_the_same() -> None:
    assert_same(sheet(last_chance="others_once", target=200, opening=200), plain=True)


def test_six_dice() -> None:
    rules = load("busche-neller", ["target=150"])
    assert_same(rules, cap=0)


@pytest.fixture(scope="module")
def classic() -> ManyRace:
    return solve_many(load("classic", ["target=500"]), 3)


def test_shares_are_shares(classic: ManyRace) -> None:
    third = 1.0 - classic.values.sum(axis=1)
    assert classic.values.min() >= 0.0
    assert third.min() >= 0.0
    assert sum(classic.seats) == pytest.approx(1.0, abs=1e-12)


def test_circles_end_in_a_mixture_that_nobody_gains_by_leaving(classic: ManyRace) -> None:
    assert classic.report.circling > 0
    assert classic.report.regret < 1e-12
    assert classic.report.residual < 1e-10


def test_no_way_to_play_is_an_equilibrium_there() -> None:
    """The two best answers that chase each other at 250, 300 and 350 points of classic to 500."""
    ways: list[list[Play]] = [
        [(0.22054597, 0.08600498, 0.59987497), (0.22089435, 0.08644026, 0.59852074)],
        [(0.21695472, 0.06643826, 0.65341723), (0.22309258, 0.07457271, 0.6314255)],
        [(0.24431878, 0.07070971, 0.60175204), (0.24431868, 0.07070961, 0.60175238)],
    ]
    found = equilibrium(ways, 1e-10)
    assert found is not None
    assert any(play not in own for play, own in zip(found, ways, strict=True))
    assert equilibrium([[own[0]] for own in ways], 1e-10) == [own[0] for own in ways]


def test_the_loop_of_lost_turns_is_closed_as_a_limit() -> None:
    rng = np.random.default_rng(3)
    play = rng.random((3, 3)) * np.array([0.2, 0.2, 0.6])[:, None]
    turned = np.array([1, 2, 0])
    closed = close_rounds(np.concatenate([play[:2], 1.0 - play.sum(axis=0, keepdims=True), play[2:]]), turned)
    value = np.full((2, 3), 1 / 3)
    for _ in range(400):  # follow the lost turns one by one
        after = value[:, turned]
        lost = np.stack([1.0 - after.sum(axis=0), after[0]])
        value = play[:2] + play[2] * lost
    assert closed[:2] == pytest.approx(value, abs=1e-12)
    plays: list[Play] = [tuple(map(float, play[:, i])) for i in range(3)]
    assert pytest.approx(value, abs=1e-12) == np.array(shares_of(plays)).T


@pytest.mark.nightly
def test_the_tie_break_hardly_matters(classic: ManyRace) -> None:
    for favour in (0.0, -1e-10):
        other = solve_many(classic.rules, 3, favour=favour)
        assert np.abs(other.values - classic.values).max() < 1e-8


@pytest.mark.nightly
def test_a_wider_margin_changes_nothing(classic: ManyRace) -> None:
    wider = solve_many(classic.rules, 3, margin=classic.margin + 30)
    assert np.abs(wider.values - classic.values).max() < 1e-9


@pytest.mark.nightly
def test_a_margin_that_is_too_small_is_raised(classic: ManyRace) -> None:
    found = solve_many(classic.rules, 3, margin=5)
    assert found.margin > 5
    assert np.abs(found.values - classic.values).max() < 1e-9


def test_against_somebody_who_cannot_win_it_is_the_race_of_two() -> None:
    """With the table of two in place of the third player's share, turns come out as they do for two."""
    rules = load("busche-neller", ["target=1000"])
    two = solve_race(rules).values[0]
    turns = many_turns(rules, 3, 0)
    count = turns.places.count
    # values[k, mover, next, third]: the third, who moves after the next, has resigned.
    table: Floats = np.zeros((1, 2, count, count, count))
    table[0, 0] = two[:, None, :]
    mover, following = (x.ravel() for x in np.indices((count, count)))
    third = np.full(count * count, 7)
    own, _, _, lost = turns.solve(
        table, np.zeros(count * count, np.int64), np.stack([mover, following, third])
    )
    assert own + lost * (1.0 - two[following, mover]) == pytest.approx(two[mover, following], abs=1e-9)


@pytest.mark.parametrize(
    ("name", "changes", "key"),
    [
        ("facebook", [], "penalty"),
        ("classic", ["reach=exactly"], "reach"),
        ("classic", ["ties=play_off"], "ties"),
        ("classic", ["hot_dice=forced"], "hot_dice"),
        ("marina", [], "rounds"),
        ("munchkin-farkle", [], "deck"),
        ("classic", ["compensation=[0,0,10000]"], "compensation"),
    ],
)
def test_refusals_name_the_key(name: str, changes: list[str], key: str) -> None:
    with pytest.raises(Unsolvable) as reason:
        check_many(load(name, changes), 3)
    assert reason.value.key == key


@pytest.mark.nightly
def test_the_classic_sheet_in_full() -> None:
    """The figures of docs/three-players.md; about twelve minutes of processor time."""
    race = solve_many(load("classic"), 3)
    assert race.seats == pytest.approx((0.362977187764, 0.332027715806, 0.304995096430), abs=1e-9)
    assert race.states == 8_120_601
    assert race.report.circling == 69
    assert race.report.regret < 1e-11
    assert race.values.min() >= 0.0
    assert race.values.sum(axis=1).max() <= 1.0 + 1e-12
