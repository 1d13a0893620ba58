"""An audit of a table of three: whether anybody gains by playing a turn otherwise than the table supposes.

The best that a mover can do in one turn, with every choice in it free, is worked out against the table
itself. If that is nowhere more than the table says, then no single decision can be improved, and so no way to
play.
"""

from typing import NamedTuple

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.many import ManyRace
from hotdice.odds.plan import Floats, Ints, roll_plan
from hotdice.odds.race import is_monotone
from hotdice.odds.tables import chances


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


def audit(race: ManyRace, states: Ints) -> Audit:
    """Look at some states, given as rows place, mover, next and third.

    >>> from hotdice.odds.many import solve_many
    >>> from hotdice.rules import load
    >>> race = solve_many(load("busche-neller", ["target=300"]), 3)
    >>> every = np.indices((1, 6, 6, 6)).reshape(4, -1)
    >>> audit(race, every).worst < 1e-9
    True
    """
    solver = TurnSolver(roll_plan(race.rules, pruned=is_monotone(race.rules)), forced=False)
    turns = race.turns(solver)
    values = chances(race.values)
    place, seats = states[0], states[1:]
    own, its, _, chance = turns.solve(values, place, seats)
    lost = turns.lost(values, place, seats)
    own, its = own + chance * (1.0 - lost.sum(axis=0)), its + chance * lost[0]
    said = values[place, :, *seats]
    return Audit(own - said[:, 0], np.abs(its - said[:, 1]))


def drawn_states(race: ManyRace, count: int, seed: int) -> Ints:
    """So many states at random, every other one near the end."""
    rng = np.random.default_rng(seed)
    top = race.places.totals
    low = np.where(np.arange(count) % 2, top - top // 5, 0)
    seats = rng.integers(low, top, (3, count))
    return np.concatenate([rng.integers(0, race.rotations, (1, count)), seats])
