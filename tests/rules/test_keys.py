"""The table of rule keys: each is read, written, said and titled, and one that is forgotten is found."""

from typing import Any

import pytest

from hotdice.rules import Ruleset, describe, from_raw, load, scoring_lines, to_raw
from hotdice.rules.keys import KEYS, Key
from hotdice.rules.titles import house_title

SAMPLES: dict[str, Any] = {
    "target": 7000,
    "rounds": 7,
    "deck": "house",
    "weights": [2, 1, 1, 1, 1, 1],
    "compensation": [0, 200],
    "solo_goal": 5000,
    "max_players": 4,
    "penalty.floor": -500,
    "toxic.face": 2,
    "toxic.count": 3,
    "instant_win": [{"dice": "111111"}],
    "instant_loss": [{"alike": 5, "first": True}],
    "joker.face": 1,
    "bank_step": 100,
    "scoring.singles": {"1": 200},
    "scoring.triples": {"2": 250},
    "scoring.alike": {"scheme": "double"},
    "scoring.runs": {"1-4": 450},
    "scoring.sets": [{"dice": "135", "points": 500}],
}
BEFORE: dict[str, dict[str, Any]] = {
    "toxic.count": {"toxic": {"face": 2}},
    "joker.dice": {"joker": {"face": 1}},
    "overshoot": {"reach": "exactly"},
    "minimum_binds_win": {"minimum": 300},
    "penalty": {"penalty": {"points": 500}},
    "scoring.pairs_may_repeat": {"scoring": {"three_pairs": 1500}},
    "scoring.triplets_may_repeat": {"scoring": {"two_triplets": 2500}},
    "solo_goal": {"min_players": 1, "max_players": 1, "rounds": 10},
}
"""What must be there for a key to count."""
PLAYED = [key for key in KEYS if key.group != "sheet"]


def sample(key: Key, base: Ruleset) -> Any:
    """Another value than the base has."""
    if key.name in SAMPLES:
        return SAMPLES[key.name]
    now: Any = base
    for part in key.name.split("."):
        now = getattr(now, part)
    if key.kind == "word":
        assert key.words is not None
        return next(word.value for word in key.words if word != now)
    return not now if key.kind == "yes" else now + 1 if key.high < 1000 else now + 50


def house(key: Key) -> tuple[Ruleset, Ruleset]:
    """Rules before and after one key is changed."""
    raw = {"base": "classic"} | BEFORE.get(key.name, BEFORE.get(key.table, {}))
    before = from_raw(raw)
    value = sample(key, before)
    changes = {key.leaf: value}
    if key.table:
        changes = {key.table: {**raw.get(key.table, {}), **changes}}
    return before, from_raw(raw | changes)


def words(rules: Ruleset) -> tuple[list[str], list[tuple[str, str]]]:
    return [line for line in describe(rules) if not line.startswith("House rules")], scoring_lines(rules)


@pytest.mark.parametrize("key", PLAYED, ids=lambda key: key.name)
def test_a_changed_key_is_read_written_said_and_named(key: Key) -> None:
    before, after = house(key)
    assert before.hash != after.hash, "it is read"
    assert from_raw(to_raw(after)).hash == after.hash, "it is written"
    assert words(before) != words(after), "it is said"
    assert house_title(after, load("classic")) != house_title(before, load("classic")), "it is named"


def test_the_planted_key_that_nobody_reads_is_found() -> None:
    forgotten = Key(name="forgotten", group="turn", meaning="Nobody reads it.")
    with pytest.raises(AttributeError):
        house(forgotten)
