"""Greedy: keeps the most points and rolls only while one more roll gains on average."""

from hotdice.game import Command, State, Step
from hotdice.odds.rolls import roll_odds
from hotdice.players.keeping import keep_or, total_to_win


class GreedyBot:
    """Weighs the mean of the next roll's best score against the turn that a farkle would lose.

    >>> from hotdice.game import parse_position
    >>> bot = GreedyBot()
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t300.2"))
    Bank(seat=0)
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t300.4"))
    Roll(seat=0)
    """

    def choose(self, state: State) -> Command:
        """Roll while that gains; on the last turn go for the win."""
        goal = total_to_win(state)
        if goal is not None:
            return keep_or(state, state.seats[state.mover].total + state.turn_total >= goal)
        return keep_or(state, state.step is Step.DECIDE and not self._gains(state))

    def _gains(self, state: State) -> bool:
        odds = roll_odds(state.rules, len(state.dice_to_roll))
        return odds.mean_best * odds.rolls > odds.farkles * state.turn_total
