"""What counts as equal, when a loss is a mistake, and how play is graded: every threshold of the coach.

Losses are measured in chances to win. Where the unit is points they are brought to the same scale by one
convention: ten average turns of the sheet weigh as much as a whole win.
"""

from functools import lru_cache

from msgspec.structs import replace

from hotdice.coach.forms import Class, Unit
from hotdice.coach.places import NothingToSay
from hotdice.coach.turn_values import turn_answer
from hotdice.odds.refusals import Unsolvable
from hotdice.rules import Ruleset

EQUAL = 0.001
"""Choices within 0.1 % are equal and cost nothing."""
DOUBTFUL, MISTAKE, BLUNDER = 0.005, 0.015, 0.04
"""From these losses on a decision is doubtful, a mistake, a blunder."""
TURNS_OF_A_WIN = 10
"""So many average turns weigh as much as a whole win."""

GRADES: tuple[tuple[float, str, str], ...] = (
    (0.0002, "A+", "flawless"),
    (0.001, "A", "champion's play"),
    (0.003, "B", "strong"),
    (0.006, "C", "solid"),
    (0.012, "D", "hopeful"),
    (0.025, "E", "wild"),
)
"""The most that may be lost per unforced decision, the grade and its words; above all of them it is F."""
WORST_GRADE = ("F", "anything goes")


@lru_cache(maxsize=64)
def _average_turn(rules: Ruleset) -> float:
    return turn_answer(replace(rules, deck=None) if rules.deck else rules).expected


def whole(rules: Ruleset, unit: Unit) -> float:
    """What weighs as much as a whole win: 1, or points.

    >>> from hotdice.rules import load
    >>> whole(load("classic"), "win"), round(whole(load("marina-solitaire"), "points"))
    (1.0, 5459)

    Raises:
        NothingToSay: the turns of such a sheet are not solved.
    """
    try:
        return 1.0 if unit == "win" else TURNS_OF_A_WIN * _average_turn(rules)
    except Unsolvable as error:
        raise NothingToSay("{error}", error=str(error)) from None


def class_of(loss: float, scale: float) -> Class:
    """The class of a decision by its loss; `scale` is what `whole` says.

    >>> [class_of(loss, 1.0) for loss in (0.0, 0.004, 0.006, 0.0146, 0.02, 0.3)]
    ['fine', 'fine', 'doubtful', 'mistake', 'mistake', 'blunder']
    """
    share = round(loss / scale, 3)  # as it is shown: what reads 1.5 % is one class everywhere
    if share >= BLUNDER:
        return "blunder"
    if share >= MISTAKE:
        return "mistake"
    return "doubtful" if share >= DOUBTFUL else "fine"


def grade_of(per_decision: float, scale: float) -> tuple[str, str]:
    """The grade for a mean loss per unforced decision, and its words.

    >>> grade_of(0.0, 1.0), grade_of(0.005, 1.0)[0], grade_of(0.5, 1.0)[0]
    (('A+', 'flawless'), 'C', 'F')
    """
    for most, grade, words in GRADES:
        if per_decision / scale <= most:
            return grade, words
    return WORST_GRADE
