"""How a race ends: the last turn of the other player, and what a stop past the target is worth for it."""

from dataclasses import dataclass

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats
from hotdice.rules import LastChance, Reach, Ruleset, Ties


@dataclass(frozen=True, eq=False)
class Endings:
    """What reaching the target is worth to the mover.

    `stop[side, opened]` belongs to a mover on that side and an opponent who is (1) or is not (0) on the
    board; its entry d is for a total d steps above the opponent's.
    """

    stop: Floats

    @property
    def chased(self) -> bool:
        """Whether the opponent has a last turn at all, for some side."""
        return bool((self.stop < 1).any())


def last_turns(solver: TurnSolver, needs: int, tie: float, *, beyond: float = 1.0) -> Floats:
    """The chance to win in one turn, by what is missing.

    Entry d is for an opponent who leads by d steps: more than d wins (worth `beyond`), exactly d is worth
    `tie`. With a tie of 1 it is the chance to score at least d in one turn.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> solver = TurnSolver(roll_plan(load("classic")), forced=False)
    >>> [round(float(chance), 4) for chance in last_turns(solver, 20, 1.0)[[1, 10, 20]]]
    [0.9769, 0.5274, 0.2771]
    """
    bank = np.zeros((needs + 2, 1))
    bank[needs] = tie
    bank[needs + 1] = beyond
    # What is missing is all that counts, so one turn from far back passes through every case.
    rolls = solver.rows(bank, np.zeros(1))[0]
    return rolls[needs::-1, -1, 0].copy()


def endings(rules: Ruleset, solver: TurnSolver, needs: int, play_off: float, sides: int) -> Endings:
    """The worth of every stop that meets the target; `play_off` is its first player's chance."""
    stop = np.ones((sides, 2, needs + 1))
    if rules.last_chance is LastChance.NONE:
        return Endings(stop)
    step = solver.plan.step
    exact = rules.reach is Reach.EXACTLY
    beyond = 0.0 if exact else 1.0
    for side in range(sides):
        if rules.last_chance is LastChance.FINISH_ROUND and side == 1:
            continue  # the one who began has played this round already
        match rules.ties:
            case Ties.SHARED:
                tie = 0.5
            case Ties.TRIGGER_KEEPS:
                tie = 0.0
            case Ties.PLAY_OFF:
                # The chaser is the other side; whoever began the game begins the play-off.
                tie = play_off if side == 1 else 1.0 - play_off
        tied = last_turns(solver, needs, tie, beyond=beyond)
        untied = last_turns(solver, needs, 0.0, beyond=beyond)
        for opened in (0, 1):
            least = rules.minimum if rules.minimum_binds_win else 0
            if not opened:
                least = max(least, rules.opening)
            least = -(-least // step)
            chance = tied.copy()
            if least:
                chance[: min(least, needs + 1)] = 0.0 if exact else untied[min(least - 1, needs)]
            stop[side, opened] = 1.0 - chance
    return Endings(stop)
