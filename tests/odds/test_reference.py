"""The solver against the slow exact reference, on small targets, for every rule that can end a game."""

import pytest
from odds import reference

from hotdice.odds.race import solve_race
from hotdice.odds.rounds import solve_rounds
from hotdice.odds.solitaire import solve_solitaire
from hotdice.rules import Ruleset, from_raw

SMALL = {
    "dice": 3,
    "target": 300,
    "scoring": {"singles": {"1": 100}, "triples": {"1": 400, "2": 200}},
}


def sheet(**changes: object) -> Ruleset:
    """A small sheet: three dice to 300 points, with changes."""
    return from_raw({**SMALL, **changes})


def assert_same_race(rules: Ruleset, *, cap: int = 1800) -> None:
    lowest = None if rules.penalty.floor is not None or not rules.penalty.points else -2 * rules.penalty.points
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


@pytest.mark.parametrize("reach", ["at_least", "more_than", "exactly"])
@pytest.mark.parametrize("end", ENDS, ids=name_of)
def test_every_end_rule(end: dict[str, object], reach: str) -> None:
    assert_same_race(sheet(**end, reach=reach))
