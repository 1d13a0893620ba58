"""Choices of a rule set as the numbers that all compiled code reads."""

from typing import Any

from hotdice.odds.stopping import target_step
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties
from hotdice.rules.ruleset import Bump

AT_LEAST, MORE_THAN, EXACTLY = (list(Reach).index(item) for item in Reach)
NO_CHANCE, FINISH_ROUND, OTHERS_ONCE, LAST_LICKS = (list(LastChance).index(item) for item in LastChance)
SHARED, TRIGGER_KEEPS, PLAY_OFF = (list(Ties).index(item) for item in Ties)
NO_BUMP, TO_ZERO, SWAP = (list(Bump).index(item) for item in Bump)
NO_FLOOR = -(1 << 62)
"""The floor of a penalty that may take a total anywhere."""


def numbers_of(rules: Ruleset) -> dict[str, Any]:
    """What every compiled form of a sheet has, by the names of its fields.

    >>> from hotdice.rules import load
    >>> found = numbers_of(load("facebook"))
    >>> found["target_step"], found["reach"] == AT_LEAST, found["penalty_points"]
    (200, True, 500)
    """
    penalty = rules.penalty
    return {
        "dice": rules.dice,
        "step": rules.step,
        "opening": rules.opening,
        "hot_forced": rules.hot_dice is HotDice.FORCED,
        "penalty_count": penalty.count,
        "penalty_points": penalty.points,
        "penalty_restarts": penalty.restarts,
        "penalty_floor": NO_FLOOR if penalty.floor is None else penalty.floor,
        "target": rules.target,
        "target_step": target_step(rules),
        "reach": list(Reach).index(rules.reach),
        "last_chance": list(LastChance).index(rules.last_chance),
        "rounds": rules.rounds,
        "ties": list(Ties).index(rules.ties),
    }
