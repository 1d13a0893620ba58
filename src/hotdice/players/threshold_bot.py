"""Threshold: stops at the first legal total of N or more, and on the last turn goes for the win."""

from hotdice.game import Command, State
from hotdice.players.keeping import keep_or, total_to_win


class ThresholdBot:
    """Keeps the most points and banks at the first legal total of `threshold` or more, hot dice included.

    >>> from hotdice.game import parse_position
    >>> ThresholdBot(300).choose(parse_position("facebook~r1~s1~m1~n~0.0.y_0.0.y~t350.3"))
    Bank(seat=0)
    """

    def __init__(self, threshold: int) -> None:
        self.threshold = threshold

    def choose(self, state: State) -> Command:
        """Roll on below the threshold, stop at it."""
        goal = total_to_win(state)
        total = state.turn_total
        if goal is None:
            return keep_or(state, total >= self.threshold)
        return keep_or(state, state.seats[state.mover].total + total >= goal)
