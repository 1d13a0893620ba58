"""How a race of three ends: what reaching the target is worth to all three, given who still plays.

The one who reaches it is the trigger; `near` plays next and `far` after that. Only what the two lie behind
matters, and whether they are on the board, so the last turns are one table over the two distances.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hotdice.odds.carrying import Carried, solve_carried
from hotdice.odds.endings import last_turns
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.standings import Standings
from hotdice.rules import LastChance, Ruleset, Ties

FAVOUR = 1e-10
"""What the next player's share counts beside the mover's own: it decides between equal choices only."""

_CHUNK = 2048


@dataclass(frozen=True, eq=False)
class ThreeEndings:
    """What a stop that meets the target is worth.

    Entry `begins[standing] + row` of an axis belongs to a player with that standing while the trigger has
    come to `row`. `both` has the shares of the trigger and of the near player where both others still play,
    `one` the share of the near player where only that one does. `far[case, opened, kind]` are the far
    player's chances to pass (kind 0) and to draw level (1) by what is missing, where the near player ended
    below the trigger, level with it, or above it (case).
    """

    begins: Ints
    both: Floats
    one: Floats
    far: Floats


def shares_of_ties(rules: Ruleset) -> tuple[float, float, float]:
    """The last player's share of a tie with the trigger, with trigger and near, and with near alone.

    >>> from hotdice.rules import load
    >>> shares_of_ties(load("playmonster"))
    (0.0, 0.0, 0.5)
    """
    if rules.ties is Ties.TRIGGER_KEEPS:
        return 0.0, 0.0, 0.5
    return 0.5, 1.0 / 3.0, 0.5


def least_gain(rules: Ruleset, step: int, *, opened: bool) -> int:
    """The smallest bank, in steps, that counts in a last turn."""
    least = rules.minimum if rules.minimum_binds_win else 0
    if not opened:
        least = max(least, rules.opening)
    return max(-(-least // step), 1)


def three_endings(rules: Ruleset, places: Standings, solver: TurnSolver, reach: int) -> ThreeEndings:
    """Solve the last turns; the trigger's row lies below `reach`."""
    low = places.target_row - max(places.closed, default=0)
    begins = np.where(places.opened == 1, -places.rows, reach - low - places.rows)
    if rules.last_chance is LastChance.NONE:
        return ThreeEndings(begins, np.zeros((2, 1, 1)), np.zeros(1), np.zeros((3, 2, 2, 1)))
    behind = np.concatenate(
        [np.arange(reach), np.arange(low, reach)] if places.closed else [np.arange(reach)]
    )
    opened = np.arange(len(behind)) < reach
    least = np.where(opened, *(least_gain(rules, places.step, opened=on) for on in (True, False)))
    most = 2 * reach + solver.plan.most
    shares = shares_of_ties(rules)
    turns = {
        (share, on): last_turn(solver, most, share, least_gain(rules, places.step, opened=on))
        for share in set(shares)
        for on in (False, True)
    }
    far = np.array([[turns[share, on] for on in (False, True)] for share in shares])
    alone = far[0, opened.astype(np.int64), :, behind]
    one = alone[:, 0] + shares[0] * alone[:, 1]
    both = np.zeros((2, len(behind), len(behind)))
    needed = needed_distances(places, begins, len(behind), reach, 2)
    for on in {bool(x) for x in opened}:
        near, far_at = np.nonzero(needed & (opened == on)[None, :])
        both[:, near, far_at] = _near_turns(
            rules, solver, behind[near], least[near], behind[far_at], far[:, int(on)], reach
        )
    return ThreeEndings(begins, both, one, far)


def needed_distances(
    places: Standings, begins: Ints, length: int, reach: int, waiting: int
) -> npt.NDArray[np.bool_]:
    """Which distances belong to standings of all who wait and one total of the trigger."""
    needed = np.zeros((length,) * waiting, bool)
    for row in range(places.target_row, reach):
        at = begins + row
        needed[np.ix_(*(at,) * waiting)] = True
    return needed


def safe_lead(solver: TurnSolver, most: int, others: int) -> int:
    """How far ahead of every other one must be to be caught less often than the safest roll is lost."""
    catches = others * chance_to_score(solver, most)
    risk = float(solver.plan.farkle.min())
    return int(np.argmax(catches <= risk)) if (catches <= risk).any() else len(catches)


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
    none = np.zeros_like(bank)
    lanes = len(start)
    found = solve_carried(
        solver, Carried(bank, level, none, np.zeros(lanes), start, np.full(lanes, final, np.int64))
    )
    return np.stack([found[0] - share * found[1], found[1]])


def chance_to_score(solver: TurnSolver, most: int) -> Floats:
    """The best chance to score at least so many steps in one turn."""
    return last_turns(solver, most, 1.0)


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


def _near_turns(
    rules: Ruleset, solver: TurnSolver, behind: Ints, least: Ints, far: Ints, tables: Floats, reach: int
) -> Floats:
    """The near player's last turn while the far one still plays: shares of trigger and near, pair by pair.

    `tables[case]` has the far player's chances to pass and to draw level by what is missing, where the near
    player ended below the trigger, level with it, or above it. Row `reach` is the trigger's total.
    """
    # A farkle leaves the near player nothing: nobody rolls on whom the far one catches less often than that.
    safe = safe_lead(solver, reach + solver.plan.most, 1)
    final = reach + np.maximum.reduce([np.ones_like(far), safe - far, least])
    rows = np.arange(int(final.max()) + solver.plan.most + 1)
    above = rows - reach
    out = np.empty((2, len(behind)))
    order = np.lexsort((final, -behind))
    for chunk in range(0, len(order), _CHUNK):
        at = order[chunk : chunk + _CHUNK]
        near, its_far = near_ends(rules, tables, above[:, None], far[at])
        start = reach - behind[at]
        legal = rows[:, None] - start >= least[at]
        bank = np.where(legal, near + FAVOUR * its_far, NOT_ALLOWED)
        lost = FAVOUR * its_far[0]
        found = solve_carried(solver, Carried(bank, its_far, np.zeros_like(bank), lost, start, final[at]))
        its = found[1] + found[2] * its_far[0]
        own = found[0] - FAVOUR * its
        out[:, at] = 1.0 - own - its, own
    return out
