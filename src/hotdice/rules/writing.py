"""From a rule set back to plain data: the inverse of checking, and the differences between two sheets."""

from typing import Any

from hotdice.rules.decks import deck_reference
from hotdice.rules.ruleset import FACES, Alike, Ruleset, Scoring, canonical

_PLAIN = (
    "dice", "min_players", "max_players", "first_player", "opening", "opening_policy", "minimum",
    "minimum_binds_win", "take_all", "hot_dice", "nothing_bonus", "ties",
)  # fmt: skip


_UNSAID = {"solo_goal": 0, "last_chance": "none"}
"""What a sheet with the other kind of end does not say, and what it plays all the same."""


def to_raw(rules: Ruleset) -> dict[str, Any]:
    """Plain data in the shape of a rule file that checks to the same rule set.

    >>> from hotdice.rules import from_raw, load
    >>> from_raw(to_raw(load("zilch"))).hash == load("zilch").hash
    True
    """
    plain = canonical(rules)
    raw: dict[str, Any] = {key: plain[key] for key in _PLAIN}
    raw |= {"scoring": _scoring(rules.scoring), "compensation": list(rules.compensation)}
    raw["deck"] = deck_reference(rules.deck)
    raw["weights"] = [list(row) for row in rules.weights]
    raw["toxic"] = {"face": rules.toxic.face, "count": min(rules.toxic.count, rules.dice)}
    penalty = rules.penalty
    raw["penalty"] = {"count": penalty.count, "points": penalty.points, "restarts": penalty.restarts}
    if penalty.floor is not None:
        raw["penalty"]["floor"] = penalty.floor
    if rules.target:
        raw |= {
            "target": rules.target,
            "reach": rules.reach.value,
            "last_chance": rules.last_chance.value,
        }
    else:
        raw |= {"rounds": rules.rounds, "solo_goal": rules.solo_goal, "reach": rules.reach.value}
    return raw


def _scoring(scoring: Scoring) -> dict[str, Any]:
    return {
        "singles": {str(face): scoring.singles[face - 1] for face in range(1, FACES + 1)},
        "triples": {str(face): scoring.triples[face - 1] for face in range(1, FACES + 1)},
        "alike": _alike(scoring.alike),
        "straight": scoring.straight,
        "runs": {f"{run.low}-{run.high}": run.points for run in scoring.runs},
        "three_pairs": scoring.three_pairs,
        "pairs_may_repeat": scoring.pairs_may_repeat,
        "two_triplets": scoring.two_triplets,
        "triplets_may_repeat": scoring.triplets_may_repeat,
        "four_and_pair": scoring.four_and_pair,
        "full_house": scoring.full_house,
        "full_house_bonus": scoring.full_house_bonus,
        "sets": [{"dice": "".join(map(str, s.faces)), "points": s.points} for s in scoring.sets],
    }


def _alike(alike: Alike) -> dict[str, Any]:
    return {"scheme": alike.scheme.value} | {str(i): value for i, value in enumerate(alike.values, 4)}


def differences(rules: Ruleset, base: Ruleset) -> dict[str, Any]:
    """What a rule set plays differently from another, as the raw data that a file over it would hold.

    >>> from hotdice.rules import load
    >>> differences(load("playmonster", ["target=5000", "three_pairs=750"]), load("playmonster"))
    {'scoring': {'three_pairs': 750}, 'target': 5000}
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
