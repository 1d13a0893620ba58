"""A policy that scores what a choice leaves, as a player at a table: for games too large to be asked all of.

It is shown what `hotdice.odds.scored_play` shows it in a race of two. Of several others the one with the
greatest total is shown. In a game of rounds, which has no target, totals are shares of 10,000 points, and
`last` says how many of the rounds are over: 0 in the first, 1 in the last.
"""

import numpy as np

from hotdice.game import Command, Keep, Phase, Roll, State, Step, can, do
from hotdice.game.choices import lowest_dice
from hotdice.odds.scored_play import (
    BEGAN,
    COLUMNS,
    LAST,
    ONE,
    OTHER,
    OTHER_FARKLES,
    OTHER_OPEN,
    OWN,
    OWN_FARKLES,
    OWN_OPEN,
    STOP,
    TURN,
    WIDEST,
    Matrix,
    checked_scores,
)
from hotdice.odds.standings import standings
from hotdice.players.scorers import BadPolicy, Policy
from hotdice.rules import Ruleset

GOAL = 10_000
"""What totals are shares of where a sheet has no target."""


class ScoredPlayer:
    """Asks a policy at every roll."""

    def __init__(self, rules: Ruleset, policy: Policy, players: int = 2) -> None:
        if rules.dice > WIDEST or rules.deck is not None:
            raise BadPolicy(
                f"a policy that scores what is left plays with up to {WIDEST} dice, without cards"
            )
        if policy.chances and players != 2:
            raise BadPolicy("with more than two players a policy scores stops, too: chances do not say all")
        self.rules, self._policy = rules, policy

    def choose(self, state: State) -> Command:
        """The choice with the greatest score; of equal ones the first, stops before rolls.

        >>> from hotdice.game import Throw, new_game
        >>> from hotdice.rules import load
        >>> hasty = Policy(lambda rows: rows[:, TURN] + rows[:, STOP], chances=False)
        >>> state = new_game(load("marina"), 2, first=0)
        >>> for command in (Roll(0), Throw((1, 1, 1, 2, 3, 4))):
        ...     state, _ = do(state, command)
        >>> ScoredPlayer(state.rules, hasty).choose(state)
        Keep(seat=0, dice=(1, 2, 3), then='bank')
        """
        if state.step is not Step.KEEP:
            return Roll(state.mover)
        commands: list[Keep] = []
        rows: list[Matrix] = []
        worths: list[float] = []
        for option in state.rules.table.options(state.faces).options:
            total, left = state.turn_total + option.points, option.dice_left or state.turn_dice
            dice = lowest_dice(state, option.keep)
            stop, roll = Keep(state.mover, dice, "bank"), Keep(state.mover, dice, "roll")
            if can(state, stop):
                commands.append(stop)
                rows.append(self._row(state, total, 0))
                worths.append(self._worth(state, stop) if self._policy.chances else np.nan)
            if can(state, roll):
                commands.append(roll)
                rows.append(self._row(state, total, left))
                worths.append(np.nan)
        scores = checked_scores(self._policy.scorer, np.array(rows))
        return commands[int(np.where(np.isnan(worths), scores, worths).argmax())]

    def _row(self, state: State, turn: int, dice: int) -> Matrix:
        """What is shown of a turn total with so many dice to roll; none: a stop."""
        rules, row = self.rules, np.zeros(len(COLUMNS), np.float32)
        goal, most = float(rules.target or GOAL), max(rules.penalty.count, 1) if rules.penalty.points else 1
        own = state.seats[state.mover]
        rivals = [state.seats[seat] for seat in state.active if seat != state.mover] or [own]
        other = max(rivals, key=lambda seat: seat.total)
        shift = 0
        if state.phase is Phase.LAST:  # only the difference counts: the other is shown at the target
            shift = max(rules.target, other.total - own.total) - other.total
        row[OWN], row[OTHER] = (own.total + shift) / goal, (other.total + shift) / goal
        row[TURN] = turn / goal
        row[ONE + dice - 1 if dice else STOP] = 1
        row[OWN_OPEN], row[OTHER_OPEN] = own.opened, other.opened
        row[OWN_FARKLES], row[OTHER_FARKLES] = own.farkles / most, other.farkles / most
        row[LAST] = state.phase is Phase.LAST
        if rules.rounds:
            row[LAST] = min(1.0, (state.round - 1) / max(rules.rounds - 1, 1))
        row[BEGAN] = state.mover == state.starter and bool(rules.rounds or two_sided(rules))
        return row

    def _worth(self, state: State, command: Keep) -> float:
        """What a stop is worth by a policy of chances: what the other's turn is not, or how the game ends."""
        after, _ = do(state, command)
        if after.over:
            return 1 / len(after.winners) if state.mover in after.winners else 0.0
        row = self._row(after, 0, self.rules.dice)
        found = float(np.clip(checked_scores(self._policy.scorer, row[None])[0], 0.0, 1.0))
        return found if after.mover == state.mover else 1.0 - found


def two_sided(rules: Ruleset) -> bool:
    """Whether it matters in a race of two who began."""
    return standings(rules).sides == 2
