"""An audit of a table of three: whether anybody gains by playing one turn otherwise than the table supposes.

The best that a mover can do in one turn, with every choice in it free, is worked out against the table
itself. If that is nowhere more than the table says, then no single decision can be improved, and so no way to
play.
"""

from typing import NamedTuple

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats, Ints, roll_plan
from hotdice.odds.race import is_monotone
from hotdice.odds.tables import chances
from hotdice.odds.three import ThreeRace
from hotdice.odds.three_turns import ThreeTurns


class Audit(NamedTuple):
    """For each state: what the mover could gain by another way to play the turn, and what the next is off.

    The second is not nothing where movers mix ways to play that are the same to them.
    """

    gain: Floats
    next_off: Floats

    @property
    def worst(self) -> float:
        """The most that a mover's share differs from the best that can be done, either way."""
        return float(np.abs(self.gain).max())


def audit(race: ThreeRace, states: Ints) -> Audit:
    """Look at some states, given as rows place, mover, next and third.

    >>> from hotdice.odds.three import solve_three
    >>> from hotdice.rules import load
    >>> race = solve_three(load("busche-neller", ["target=300"]))
    >>> every = np.indices((1, 6, 6, 6)).reshape(4, -1)
    >>> audit(race, every).worst < 1e-9
    True
    """
    solver = TurnSolver(roll_plan(race.rules, pruned=is_monotone(race.rules)), forced=False)
    turns = ThreeTurns(race.rules, race.places, solver, race.endings, race.margin)
    values = chances(race.values)
    place, mover, following, third = states
    value, its, lost, _, lost_next = turns.solve(values, place, mover, following, third)
    its = its + lost * lost_next
    own = value - turns.favour * its
    said = values[place, :, mover, following, third]
    return Audit(own - said[:, 0], np.abs(its - said[:, 1]))


def drawn_states(race: ThreeRace, count: int, seed: int) -> Ints:
    """So many states at random, every other one near the end."""
    rng = np.random.default_rng(seed)
    top = race.places.totals
    low = np.where(np.arange(count) % 2, top - top // 5, 0)
    seats = rng.integers(low, top, (3, count))
    return np.concatenate([rng.integers(0, race.rotations, (1, count)), seats])
