"""Rule sets as frozen, validated, hashed values, and scoring: which dice may be kept, and for what."""

from hotdice.rules.combinations import Combination
from hotdice.rules.faults import Fault, RulesError
from hotdice.rules.loading import from_raw, from_text, load, shipped
from hotdice.rules.references import reference, resolve
from hotdice.rules.ruleset import (
    FACES,
    MAX_DICE,
    MAX_SEATS,
    FirstPlayer,
    HotDice,
    LastChance,
    OpeningPolicy,
    Reach,
    Ruleset,
    Ties,
)
from hotdice.rules.scoring import Option, RollOptions, ScoringTable, sorted_rolls
from hotdice.rules.stops import End, after_farkle, end_of_stop, least_stop, recorded, stop_spans
from hotdice.rules.wording import describe, scoring_lines
from hotdice.rules.writing import differences, to_raw

__all__ = [
    "FACES",
    "MAX_DICE",
    "MAX_SEATS",
    "Combination",
    "End",
    "Fault",
    "FirstPlayer",
    "HotDice",
    "LastChance",
    "OpeningPolicy",
    "Option",
    "Reach",
    "RollOptions",
    "RulesError",
    "Ruleset",
    "ScoringTable",
    "Ties",
    "after_farkle",
    "describe",
    "differences",
    "end_of_stop",
    "from_raw",
    "from_text",
    "least_stop",
    "load",
    "recorded",
    "reference",
    "resolve",
    "scoring_lines",
    "shipped",
    "sorted_rolls",
    "stop_spans",
    "to_raw",
]
