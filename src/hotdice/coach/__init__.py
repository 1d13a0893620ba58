"""What is right, what it cost, how lucky it was: advice on a position, review of a game, training.

>>> from hotdice.coach import advise_on
>>> from hotdice.game import parse_position
>>> advise_on(parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")).best.keep
'155'
"""

from typing import TYPE_CHECKING

from hotdice.fetching import fetched

if TYPE_CHECKING:
    from hotdice.coach.advising import advise_on, why_not
    from hotdice.coach.exercises import exercise, judge
    from hotdice.coach.forms import Advice, Decision, Exercise, Moment, Option, Review, Source
    from hotdice.coach.places import NothingToSay
    from hotdice.coach.reviewing import review
    from hotdice.coach.strategy import strategy_card
    from hotdice.coach.what_if import moment_of, with_choice

__all__ = [
    "Advice",
    "Decision",
    "Exercise",
    "Moment",
    "NothingToSay",
    "Option",
    "Review",
    "Source",
    "advise_on",
    "exercise",
    "judge",
    "moment_of",
    "review",
    "strategy_card",
    "why_not",
    "with_choice",
]

# Much of this room stands on numpy, and the command line must answer before that is loaded.
_HOMES = {
    "Advice": "hotdice.coach.forms",
    "Decision": "hotdice.coach.forms",
    "Exercise": "hotdice.coach.forms",
    "Moment": "hotdice.coach.forms",
    "NothingToSay": "hotdice.coach.places",
    "Option": "hotdice.coach.forms",
    "Review": "hotdice.coach.forms",
    "Source": "hotdice.coach.forms",
    "advise_on": "hotdice.coach.advising",
    "exercise": "hotdice.coach.exercises",
    "judge": "hotdice.coach.exercises",
    "moment_of": "hotdice.coach.what_if",
    "review": "hotdice.coach.reviewing",
    "strategy_card": "hotdice.coach.strategy",
    "why_not": "hotdice.coach.advising",
    "with_choice": "hotdice.coach.what_if",
}
__getattr__ = fetched(__name__, _HOMES)
