"""Greedy: keeps the most points and rolls only while one more roll gains on average."""

from hotdice.game import Command, State
from hotdice.odds.rolls import RollOdds, roll_odds, weighted_odds
from hotdice.players.plan import NEVER, Plan, follow
from hotdice.rules import Ruleset


class GreedyBot:
    """Weighs the mean of the next roll's best score against the turn that a farkle would lose.

    >>> from hotdice.game import parse_position
    >>> bot = GreedyBot()
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t300.2"))
    Bank(seat=0)
    >>> bot.choose(parse_position("busche-neller~r1~s1~m1~n~0.0.y_0.0.y~t300.4"))
    Roll(seat=0)
    """

    def __init__(self) -> None:
        self._plans: dict[str, Plan] = {}

    def plan(self, rules: Ruleset) -> Plan:
        """For each number of dice the lowest total that one more roll does not raise on average."""
        if rules.hash not in self._plans:
            odds = [roll_odds(rules, count) for count in range(1, rules.dice + 1)]
            self._plans[rules.hash] = Plan(tuple(_no_gain_at(each) for each in odds))
        return self._plans[rules.hash]

    def choose(self, state: State) -> Command:
        """Roll while that gains; on the last turn go for the win."""
        weights = state.weights
        if not weights:
            return follow(self.plan(state.rules), state)
        odds = weighted_odds(state.rules, tuple(sorted(weights[die - 1] for die in state.dice_to_roll)))
        return follow(Plan((_no_gain_at(odds),) * state.rules.dice), state)


def _no_gain_at(odds: RollOdds) -> int:
    """The lowest total whose loss by farkles weighs at least as much as the points of all other rolls."""
    if not odds.farkles:
        return NEVER
    points = round(odds.mean_best * odds.rolls)
    return -(-points // odds.farkles)
