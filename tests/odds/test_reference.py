"""The solver against the slow exact reference, on small targets, for every rule that can end a game."""

import pytest

from conftest import rest_by_night
from hotdice.odds.race import solve_race
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.rounds import play_off_chance, solve_rounds
from hotdice.odds.solitaire import solve_solitaire
from hotdice.rules import Ruleset, from_raw
from odds import reference

SMALL = {
    "dice": 3,
    "target": 300,
    "scoring": {"singles": {"1": 100}, "triples": {"1": 400, "2": 200}},
}


def sheet(**changes: object) -> Ruleset:
    """A small sheet: three dice to 300 points, with changes."""
    return from_raw({**SMALL, **changes})


def assert_same_race(rules: Ruleset, *, cap: int = 1300) -> None:
    lowest = (
        None if rules.penalty.floor is not None or not rules.penalty.points else -2 * rules.penalty.points
    )
    slow = reference.Race(rules, lowest=lowest, cap=cap)
    slow.solve()
    for compiled in (True, False):
        race = solve_race(rules, lowest=lowest, compiled=compiled)
        places = race.places
        for place, value in reference.places_of(slow):
            side = 0 if places.sides == 1 or place.starts else 1
            mover = places.number(*place.mover)
            other = places.number(*place.other)
            assert race.values[side, mover, other] == pytest.approx(value, abs=1e-10), place


ENDS = [
    {"last_chance": "none"},
    {"last_chance": "finish_round", "ties": "shared"},
    {"last_chance": "finish_round", "ties": "trigger_keeps"},
    {"last_chance": "finish_round", "ties": "play_off"},
    {"last_chance": "others_once", "ties": "shared"},
    {"last_chance": "others_once", "ties": "trigger_keeps"},
    {"last_chance": "others_once", "ties": "play_off"},
]


def name_of(changes: dict[str, object]) -> str:
    return " ".join(str(value) for value in changes.values()).replace("{", "").replace("}", "") or "plain"


@pytest.mark.parametrize("reach", rest_by_night(["at_least", "more_than", "exactly"], "at_least", "exactly"))
@pytest.mark.parametrize("end", ENDS, ids=name_of)
def test_every_end_rule(end: dict[str, object], reach: str) -> None:
    assert_same_race(sheet(**end, reach=reach))


TURN_RULES = [
    {"opening": 200},
    {"opening": 200, "opening_policy": "may_stop"},
    {"minimum": 200},
    {"minimum": 200, "minimum_binds_win": False},
    {"opening": 200, "opening_policy": "may_stop", "minimum": 200, "minimum_binds_win": False},
    {"penalty": {"count": 2, "points": 100}},
    {"penalty": {"count": 2, "points": 100, "restarts": False}},
    {"penalty": {"count": 2, "points": 200, "floor": -100}},
    {"penalty": {"count": 1, "points": 100, "floor": 0}},
    {"penalty": {"count": 2, "points": 100, "floor": 0}, "opening": 200, "opening_policy": "may_stop"},
    {"penalty": {"count": 2, "points": 100, "floor": 0, "restarts": False}, "opening": 200},
    {"hot_dice": "forced"},
    {"take_all": True},
    {"nothing_bonus": 100},
    {"toxic": {"face": 1, "count": 2}},
    {"compensation": [0, 100]},
    {"compensation": [100], "opening": 200, "opening_policy": "may_stop"},
    {"dice": 2},
    {"dice": 4},
]


def stuck(rules: Ruleset) -> bool:
    """Whether the solver refuses a sheet because a game on it may never end, or a floor is in the way."""
    try:
        check_goal(rules, "race")
        if rules.ties == "play_off" and rules.last_chance != "none":
            play_off_chance(rules)
    except Unsolvable as reason:
        return reason.key in ("reach", "penalty.floor")
    return False


REACHES = ("at_least", "more_than", "exactly")


@pytest.mark.parametrize("turn", TURN_RULES, ids=name_of)
def test_every_turn_rule_with_one_kind_of_end(turn: dict[str, object]) -> None:
    """The first end, from another one on for each rule, with which the game can be solved."""
    # A penalty makes many states, a gift long turns: those begin with the end that takes least.
    first = 0 if "penalty" in turn or "nothing_bonus" in turn else TURN_RULES.index(turn)
    for number in range(first, first + len(ENDS)):
        end = ENDS[number % len(ENDS)]
        rules = sheet(**{"target": 200, **end, "reach": REACHES[number % 3], **turn})
        if not stuck(rules):
            assert_same_race(rules, cap=6000 if rules.nothing_bonus else 1300)
            return
    raise AssertionError("no end goes with this rule")


@pytest.mark.nightly
@pytest.mark.parametrize("turn", TURN_RULES, ids=name_of)
def test_every_turn_rule_with_every_kind_of_end(turn: dict[str, object]) -> None:
    solved = 0
    # A penalty makes many states, a gift long turns: the reference takes fewer ends, but each kind of them.
    ends = ENDS
    if "penalty" in turn or "nothing_bonus" in turn:
        ends = [ENDS[0], ENDS[2 if "opening" in turn else 3], ENDS[4]]
    for number, end in enumerate(ends):
        reach = REACHES[(number + TURN_RULES.index(turn)) % 3]
        rules = sheet(**{"target": 200, **end, "reach": reach, **turn})
        if not stuck(rules):
            assert_same_race(rules, cap=6000 if rules.nothing_bonus else 1300)
            solved += 1
    assert solved >= 2


def test_six_dice() -> None:
    assert_same_race(from_raw({"base": "busche-neller", "target": 200}), cap=1200)


@pytest.mark.nightly
def test_a_step_of_fifty_with_two_kinds_of_singles() -> None:
    scoring = {"singles": {"1": 100, "5": 50}, "triples": {"1": 300}}
    assert_same_race(sheet(dice=2, target=200, scoring=scoring, last_chance="others_once"), cap=2500)


ROUNDS = [
    {},
    {"ties": "play_off"},
    {"ties": "play_off", "penalty": {"count": 2, "points": 100}},
    {"penalty": {"count": 2, "points": 200, "restarts": False}, "minimum": 200},
    {"opening": 200, "opening_policy": "may_stop", "ties": "play_off"},
    {"opening": 200, "compensation": [0, 100]},
    {"hot_dice": "forced", "minimum": 200, "minimum_binds_win": False},
]


@pytest.mark.parametrize("changes", ROUNDS, ids=name_of)
def test_rounds(changes: dict[str, object]) -> None:
    raw = {key: value for key, value in SMALL.items() if key != "target"}
    rules = from_raw({**raw, "rounds": 1 if "ties" in changes else 2, **changes})
    slow = reference.Rounds(rules, cap=1200)
    chance, tie = slow.solve()
    for compiled in (True, False):
        solved = solve_rounds(rules, compiled=compiled)
        assert solved.first_player_wins == pytest.approx(chance, abs=1e-10)
        if not compiled:
            assert solved.tie == pytest.approx(tie, abs=1e-6)


SOLITAIRE = [
    {},
    {"reach": "more_than", "penalty": {"count": 2, "points": 200}},
    {"reach": "exactly", "penalty": {"count": 2, "points": 100, "restarts": False}},
    {"opening": 200, "opening_policy": "may_stop"},
    {"opening": 200, "minimum": 200},
    {"hot_dice": "forced"},
]


@pytest.mark.parametrize("changes", SOLITAIRE, ids=name_of)
def test_solitaire(changes: dict[str, object]) -> None:
    raw = {key: value for key, value in SMALL.items() if key != "target"}
    alone = {"rounds": 3, "solo_goal": 400, "min_players": 1, "max_players": 1}
    rules = from_raw({**raw, **alone, **changes})
    chance, expected = reference.solitaire(rules)
    for compiled in (True, False):
        solved = solve_solitaire(rules, compiled=compiled)
        assert solved.chance == pytest.approx(chance, abs=1e-10)
        assert solved.expected == pytest.approx(expected, abs=1e-6)
        for spread, total in ((solved.chance_distribution, None), (solved.expected_distribution, expected)):
            assert sum(spread.values()) == pytest.approx(1.0, abs=1e-9)
            if total is None:
                met = sum(p for points, p in spread.items() if rules.meets(points, rules.solo_goal))
                assert met == pytest.approx(chance, abs=1e-8)
            else:
                assert sum(points * p for points, p in spread.items()) == pytest.approx(total, abs=1e-5)
