"""Threshold: stops at the first legal total of N or more, and on the last turn goes for the win."""

from hotdice.game import Command, State
from hotdice.players.plan import Plan, follow
from hotdice.rules import Ruleset


class ThresholdBot:
    """Keeps the most points and banks at the first legal total of `threshold` or more, hot dice included.

    >>> from hotdice.game import parse_position
    >>> ThresholdBot(300).choose(parse_position("facebook~r1~s1~m1~n~0.0.y_0.0.y~t350.3"))
    Bank(seat=0)
    """

    def __init__(self, threshold: int) -> None:
        self.threshold = threshold

    def plan(self, rules: Ruleset) -> Plan:
        """The same total for every number of dice."""
        return Plan((self.threshold,) * rules.dice)

    def choose(self, state: State) -> Command:
        """Roll on below the threshold, stop at it."""
        return follow(self.plan(state.rules), state)
