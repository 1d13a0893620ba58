"""From a rule set back to plain data: the inverse of checking, and the differences between two sheets."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from hotdice.rules.decks import deck_reference
from hotdice.rules.keys import KEYS, NUMBER_OF_DICE, Key
from hotdice.rules.ruleset import FACES, Pattern, Ruleset


def to_raw(rules: Ruleset) -> dict[str, Any]:
    """Plain data in the shape of a rule file that checks to the same rule set.

    >>> from hotdice.rules import from_raw, load
    >>> from_raw(to_raw(load("zilch"))).hash == load("zilch").hash
    True
    """
    raw: dict[str, Any] = {}
    end = "target" if rules.target else "rounds"
    for key in KEYS:
        if key.group == "sheet" or key.end not in ("", end):
            continue
        value = _OWN[key.name](rules) if key.name in _OWN else value_of(rules, key)
        if value is not None:
            place = raw.setdefault(key.table, {}) if key.table else raw
            place[key.leaf] = value
    return raw


def value_of(rules: Ruleset, key: Key) -> Any:
    """The plain value of a key that has no writer of its own.

    >>> from hotdice.rules import load
    >>> from hotdice.rules.keys import BY_NAME
    >>> value_of(load("marina"), BY_NAME["penalty.points"])
    500
    """
    value: Any = rules
    for part in key.name.split("."):
        value = getattr(value, part)
    if key.high == NUMBER_OF_DICE:
        value = min(value, rules.dice)
    return value.value if isinstance(value, StrEnum) else value


def _by_face(values: tuple[int, ...]) -> dict[str, int]:
    return {str(face): values[face - 1] for face in range(1, FACES + 1)}


def _alike(rules: Ruleset) -> dict[str, Any]:
    alike = rules.scoring.alike
    return {"scheme": alike.scheme.value} | {str(i): value for i, value in enumerate(alike.values, 4)}


def _pattern(pattern: Pattern) -> dict[str, Any]:
    if pattern.alike:
        return {"alike": pattern.alike, "first": pattern.first}
    return {"dice": "".join(map(str, pattern.faces)), "first": pattern.first}


_OWN: dict[str, Callable[[Ruleset], Any]] = {
    "deck": lambda rules: deck_reference(rules.deck),
    "weights": lambda rules: [list(row) for row in rules.weights],
    "instant_win": lambda rules: [_pattern(one) for one in rules.instant_win],
    "instant_loss": lambda rules: [_pattern(one) for one in rules.instant_loss],
    "compensation": lambda rules: list(rules.compensation),
    "scoring.singles": lambda rules: _by_face(rules.scoring.singles),
    "scoring.triples": lambda rules: _by_face(rules.scoring.triples),
    "scoring.alike": _alike,
    "scoring.runs": lambda rules: {f"{run.low}-{run.high}": run.points for run in rules.scoring.runs},
    "scoring.sets": lambda rules: [
        {"dice": "".join(map(str, one.faces)), "points": one.points} for one in rules.scoring.sets
    ],
}
"""How the keys are written whose value is a list or a table of their own."""
_UNSAID = {key.name: key.default for key in KEYS if key.end and key.default is not None}
"""What a sheet with the other kind of end does not say, and what it plays all the same."""


def differences(rules: Ruleset, base: Ruleset) -> dict[str, Any]:
    """What a rule set plays differently from another, as the raw data that a file over it would hold.

    >>> from hotdice.rules import load
    >>> differences(load("playmonster", ["target=5000", "three_pairs=750"]), load("playmonster"))
    {'target': 5000, 'scoring': {'three_pairs': 750}}
    """
    return _difference(to_raw(rules), to_raw(base))


def _difference(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in new.items():
        if value == old.get(key, _UNSAID.get(key)):
            continue
        if key not in ("alike", "deck") and isinstance(value, dict) and isinstance(old.get(key), dict):
            found[key] = _difference(value, old[key])
            found[key] |= {gone: 0 for gone in old[key] if gone not in value}
        else:
            found[key] = value
    return found
