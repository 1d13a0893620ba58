"""Observations as scaled features: one row of small numbers, the same in every environment.

| features | how many | what they are |
| --- | --- | --- |
| roll | 6 for each die | 1 for the face that it shows, all 0 where it is set aside |
| turn total, scores | 1 + seats | shares of the target |
| opened | seats | 0 or 1 |
| farkles | seats | farkles in a row, as a share of those that cost points; 0 where they cost nothing |
| place | 1 | seats that play before the agent in a round, as a share of all seats |
| phase | 3 | 1 for normal play, last turns, a play-off |
| trigger | seats + 1 | 1 for who reached the target, counted from the agent; the last: nobody |
| round | 1 | as a share of the game's rounds; 0 where it does not end by rounds |
| cards | see `hotdice.envs.card_layout` | the moment as 6 of 0 or 1, then counts as shares of 4 |

Seats are told in turn order, the agent's own first.
"""

import math
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from hotdice.envs.layout import HIGHEST, Observation, flat, flat_space
from hotdice.players.deck_words import most_dice
from hotdice.rules import FACES, Ruleset

Form = Literal["raw", "features"]
Row = npt.NDArray[np.float32]
PHASES, MOMENTS, SOME_CARDS = 3, 6, 4
_CARDS = ("hand", "held", "discarded", "in_play", "turns_left", "card_played", "must_roll", "owed")


class Scales(NamedTuple):
    """What totals, farkles and rounds are divided by: infinity where they say nothing."""

    goal: float
    farkles: float
    rounds: float


def scales_of(rules: Ruleset) -> Scales:
    """The scales of a sheet.

    >>> from hotdice.rules import load
    >>> scales_of(load("facebook"))
    Scales(goal=10000.0, farkles=3.0, rounds=inf)
    """
    goal = float(rules.target or rules.solo_goal or 10_000)
    farkles = rules.penalty.count if rules.penalty.points else math.inf
    return Scales(goal, float(farkles), float(rules.rounds or math.inf))


def feature_count(rules: Ruleset, seats: int) -> int:
    """How many features a row has without cards.

    >>> from hotdice.rules import load
    >>> feature_count(load("classic"), 2)
    51
    """
    return most_dice(rules) * FACES + 1 + 3 * seats + 1 + PHASES + seats + 1 + 1


def features_of(rules: Ruleset, seats: int, seen: Observation) -> Row:
    """The features of an observation.

    >>> from hotdice.envs.layout import observe
    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> rules = load("classic")
    >>> features_of(rules, 2, observe(new_game(rules, 2, first=0), 0))[-8:].tolist()
    [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    """
    by = scales_of(rules)
    roll = np.zeros((seen["roll"].size, FACES), np.float32)
    for die, face in enumerate(seen["roll"].tolist()):
        if face:
            roll[die, face - 1] = 1
    parts: list[npt.NDArray[Any]] = [
        roll.reshape(-1),
        seen["turn_total"] / by.goal,
        seen["scores"] / by.goal,
        seen["opened"],
        seen["farkles"] / by.farkles,
        seen["place"] / seats,
        _one_of(int(seen["phase"][0]), PHASES),
        _one_of(int(seen["trigger"][0]), seats + 1),
        seen["round"] / by.rounds,
    ]
    if "moment" in seen:
        parts.append(_one_of(int(seen["moment"][0]), MOMENTS))
        parts += [seen[name] / SOME_CARDS for name in _CARDS]
    return np.concatenate(parts).astype(np.float32)


def _one_of(place: int, count: int) -> Row:
    row = np.zeros(count, np.float32)
    row[place] = 1
    return row


def feature_space(rules: Ruleset, fields: spaces.Dict, seats: int) -> spaces.Box:
    """The space of the features, for the fields of a sheet."""
    by, plain = scales_of(rules), feature_count(rules, seats)
    low, high = np.zeros(plain, np.float32), np.ones(plain, np.float32)
    totals = most_dice(rules) * FACES
    high[totals : totals + 1 + seats] = HIGHEST / by.goal
    low[totals + 1 : totals + 1 + seats] = -HIGHEST / by.goal
    farkles = totals + 1 + 2 * seats
    high[farkles : farkles + seats] = max(100 / by.farkles, 1.0)
    high[-1] = max(HIGHEST / by.rounds, 1.0)
    if "moment" in fields.spaces:
        counts = [space.high / SOME_CARDS for name in _CARDS if isinstance(space := fields[name], spaces.Box)]
        high = np.concatenate([high, np.ones(MOMENTS), *counts]).astype(np.float32)
        low = np.concatenate([low, np.zeros(len(high) - plain)]).astype(np.float32)
    return spaces.Box(low, high, dtype=np.float32)


def check_form(form: Form) -> None:
    """Refuse a form that there is not.

    Raises:
        ValueError: it is neither raw nor features.
    """
    if form not in ("raw", "features"):
        raise ValueError(f"observation is 'raw' or 'features', not {form!r}")


def row_space(rules: Ruleset, fields: spaces.Dict, seats: int, form: Form) -> spaces.Box:
    """The space of an observation as one row, raw or scaled."""
    check_form(form)
    return flat_space(fields) if form == "raw" else feature_space(rules, fields, seats)


def row_of(rules: Ruleset, seats: int, seen: Observation, form: Form) -> Row | npt.NDArray[np.int32]:
    """An observation as one row, raw or scaled."""
    return flat(seen) if form == "raw" else features_of(rules, seats, seen)
