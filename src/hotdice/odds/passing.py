"""The very last turn of a race of three: chances to pass the lead and to draw level, by what is missing."""

from functools import lru_cache

import numpy as np

from hotdice.odds.endings import least_gain
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.many import ManyRace
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, roll_plan
from hotdice.odds.race import is_monotone
from hotdice.odds.race_turns import greatest_reach
from hotdice.rules import Ruleset, Ties


def shares_of_ties(rules: Ruleset) -> tuple[float, float, float]:
    """The last player's share of a tie with the trigger, with trigger and near, and with near alone.

    >>> from hotdice.rules import load
    >>> shares_of_ties(load("playmonster"))
    (0.0, 0.0, 0.5)
    """
    if rules.ties is Ties.TRIGGER_KEEPS:
        return 0.0, 0.0, 0.5
    return 0.5, 1.0 / 3.0, 0.5


def last_turn(solver: TurnSolver, needs: int, share: float, least: int) -> Floats:
    """Chances to pass and to draw level, by what is missing, for a player who values a tie at `share`.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> solver = TurnSolver(roll_plan(load("classic")), forced=False)
    >>> last_turn(solver, 20, 0.5, 1)[:, 10].round(4).tolist()
    [0.467, 0.0392]
    """
    final = needs + least
    rows = np.arange(final + solver.plan.most + 1)
    start = needs - np.arange(needs + 1)
    worth = np.where(rows > needs, 1.0, np.where(rows == needs, share, 0.0))
    bank = np.where(rows[:, None] - start >= least, worth[:, None], NOT_ALLOWED)
    level = np.broadcast_to((rows == needs).astype(float)[:, None], bank.shape)
    lanes = len(start)
    value, tied = solver.carry([bank, level], np.zeros((2, lanes)), start, np.full(lanes, final, np.int64))
    return np.stack([value - share * tied, tied])


@lru_cache(maxsize=4)
def far_turns(race: ManyRace) -> Floats:
    """The last player's chances as [case, opened, kind, missing]: to pass (kind 0) and to draw level (1).

    The cases are that the one before has ended below the trigger, level with it, or above it.
    """
    if race.endings.far is not None:
        return race.endings.far
    rules = race.rules
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False)
    most = 2 * greatest_reach(rules, race.places, solver.plan, race.margin) + solver.plan.most
    shares = shares_of_ties(rules)
    known = {
        (share, opened): last_turn(solver, most, share, least_gain(rules, opened=opened))
        for share in set(shares)
        for opened in (False, True)
    }
    return np.array([[known[share, opened] for opened in (False, True)] for share in shares])


def near_ends(rules: Ruleset, tables: Floats, above: Ints, far: Ints) -> tuple[Floats, Floats]:
    """Shares of near and far when near has ended `above` the trigger and far, `far` behind it, plays last.

    `tables[case]` has the far player's chances to pass and to draw level by what is missing.
    """
    keeps = rules.ties is Ties.TRIGGER_KEEPS
    case = np.sign(above) + 1
    missing = np.minimum(far + np.maximum(above, 0), tables.shape[2] - 1)
    passed, level = (tables[case, kind, missing] for kind in (0, 1))
    neither = 1.0 - passed - level
    alone = np.array([0.0, 0.0 if keeps else 0.5, 1.0])[case]
    tied = np.array([0.0, 0.0 if keeps else 1 / 3, 0.5])[case]
    its_far = passed + level * np.array(shares_of_ties(rules))[case]
    return neither * alone + level * tied, its_far
