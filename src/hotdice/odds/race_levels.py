"""How the table of a race is filled: by falling sum of both totals, all pairs of one sum at once.

Stopping raises the sum, so pairs of one sum do not need each other, but for farkles: one that costs nothing
leads back to the same sum with the other to move. Without a penalty the two values of such a pair are, for
fixed play, linear in each other: `_level_by_policy` solves the two equations and improves the play until
nothing changes. With a penalty, farkles in a row order the states of a sum, and the last one leads to a
smaller sum, whose value is taken from the sweep before; sweeps are repeated until nothing changes.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hotdice.odds.plan import Floats, Ints
from hotdice.odds.race_lanes import RaceLanes
from hotdice.odds.standings import Standings
from hotdice.odds.turn import solve_turn
from hotdice.rules import Ruleset

Progress = Callable[[float], None]
TOLERANCE = 1e-10
"""The largest change of a last sweep, and ten times what all later ones would still change."""

_POLICY_TOLERANCE = 1e-9
"""A smaller step of policy iteration leaves an error of the order of its square."""

_MOST_ROUNDS = 200


def solve_levels(lanes: RaceLanes, progress: Progress | None) -> tuple[Floats, int, float]:
    """The whole table, how many sweeps it took, and the largest change of the last one."""
    places = lanes.places
    count, sides = places.count, places.sides
    levels = _levels(places)
    if not lanes.rules.penalty.points:
        worst = 0.0
        values = np.full((sides, count, count), 0.5)
        for done, level in enumerate(levels):
            worst = max(worst, _level_by_policy(lanes, values, level))
            if progress is not None:
                progress((done + 1) / len(levels))
        return values, 1, worst
    values = _first_guess(lanes.rules, places)
    change, before, sweeps = 1.0, 1.0, 0
    while change > TOLERANCE or _still_to_come(change, before) > TOLERANCE / 10:
        change, before = 0.0, change
        for done, level in enumerate(levels):
            change = max(change, _level_by_order(lanes, values, level))
            if progress is not None:
                progress(1 - (1 - (done + 1) / len(levels)) * 0.5**sweeps)
        sweeps += 1
    return values, sweeps, change


def _first_guess(rules: Ruleset, places: Standings) -> Floats:
    """Rough values to begin the sweeps with: who is expected to arrive first, as a logistic curve."""
    pace = max(solve_turn(rules).expected, places.step) / places.step
    missing = (places.target_row - places.rows) / pace
    spread = np.sqrt(1.0 + missing[:, None] + missing[None, :])
    ahead = missing[None, :] - missing[:, None] + 0.5
    guess = 1.0 / (1.0 + np.exp(-1.7 * ahead / spread))
    return np.asarray(np.repeat(guess[None], places.sides, axis=0))


def _still_to_come(change: float, before: float) -> float:
    """What all later sweeps together would still change, if they shrink as the last one did."""
    ratio = change / before if before else 0.0
    return change * ratio / (1.0 - ratio) if ratio < 1.0 else change


@dataclass(frozen=True, eq=False)
class _Level:
    """All states with one sum of totals, in batches whose states need only earlier batches."""

    side: Ints
    mover: Ints
    other: Ints
    batches: tuple[slice, ...]


def _levels(places: Standings) -> list[_Level]:
    count, sides = places.count, places.sides
    side, mover, other = (index.ravel() for index in np.indices((sides, count, count)))
    sums = places.rows[mover] + places.rows[other]
    farkles = places.farkles[mover] + places.farkles[other]
    order = np.lexsort((places.rows[mover], -farkles, -sums))
    side, mover, other, sums, farkles = (a[order] for a in (side, mover, other, sums, farkles))
    cuts = np.flatnonzero(np.diff(sums)) + 1
    levels: list[_Level] = []
    for low, high in zip([0, *cuts], [*cuts, len(sums)], strict=True):
        inner = np.flatnonzero(np.diff(farkles[low:high])) + 1
        batches = tuple(slice(a, b) for a, b in zip([0, *inner], [*inner, high - low], strict=True))
        levels.append(_Level(side[low:high], mover[low:high], other[low:high], batches))
    return levels


def _guess(places: Standings, values: Floats, level: _Level) -> Floats:
    """A first guess of a level's values from its neighbours with more points."""
    end = places.totals
    plain = (places.opened[level.mover] == 1) & (places.opened[level.other] == 1)
    a, b = level.mover, level.other
    inside = plain & (a + 1 < end) & (b + 1 < end)
    guess = np.full(len(a), 0.5)
    s, x, y = level.side[inside], a[inside], b[inside]
    guess[inside] = values[s, x + 1, y] + values[s, x, y + 1] - values[s, x + 1, y + 1]
    return np.asarray(np.clip(guess, 0.02, 0.98))


def _level_by_policy(lanes: RaceLanes, values: Floats, level: _Level) -> float:
    """Solve a level without penalty: a farkle leads to the partner state, whose farkle leads back."""
    places = lanes.places
    side, mover, other = level.side, level.mover, level.other
    values[side, mover, other] = _guess(places, values, level)
    active = np.arange(len(mover))
    change = np.zeros(len(mover))
    for _ in range(_MOST_ROUNDS):
        s, x, y = side[active], mover[active], other[active]
        found, slope, lost, _ = lanes.solve(values, s, x, y, tagged=True)
        # found + slope * (v' - lost) with v' = 1 - partner is the value for the play just found.
        constant = found + slope * (1.0 - lost)
        partner = _partners(places, s, x, y)
        closing = 1.0 - slope * slope[partner]
        endless = closing < 1e-12  # neither can ever stop; no game on a sheet that is solved comes here
        closing[endless] = 1.0
        fresh = np.where(endless, 0.5, (constant - slope * constant[partner]) / closing)
        change[active] = np.abs(fresh - values[s, x, y])
        values[s, x, y] = fresh
        going = np.maximum(change[active], change[active][partner]) > _POLICY_TOLERANCE
        if not going.any():
            break
        active = active[going]
    return float(change.max())


def _partners(places: Standings, side: Ints, mover: Ints, other: Ints) -> Ints:
    """For each state of a batch the index of the one with mover and other exchanged."""
    count = places.count
    key = (side * count + mover) * count + other
    wanted = ((places.sides - 1 - side) * count + other) * count + mover
    order = np.argsort(key, kind="stable")
    return order[np.searchsorted(key[order], wanted)]


def _level_by_order(lanes: RaceLanes, values: Floats, level: _Level) -> float:
    """One visit to a level with penalty: batches by falling farkles.

    Where a stop may record nothing, a state can lead back to one that was visited before it. Then those
    whose outcomes have moved are visited again, until none has.
    """
    change = 0.0
    for batch in level.batches:
        s, x, y = level.side[batch], level.mover[batch], level.other[batch]
        change = max(change, _put(values, s, x, y, lanes.solve(values, s, x, y, tagged=False)[0]))
    if not lanes.may_stop_for_nothing:
        return change
    places = lanes.places
    back = places.sides - 1 - level.side
    lost_at, nothing_at = places.after_farkle[level.mover], places.after_nothing[level.mover]
    used = np.full((2, len(level.mover)), np.inf)
    for _ in range(_MOST_ROUNDS):
        again = False
        for batch in level.batches:
            s, x, y = level.side[batch], level.mover[batch], level.other[batch]
            theirs = back[batch], y
            now = np.stack([values[(*theirs, lost_at[batch])], values[(*theirs, nothing_at[batch])]])
            moved = (np.abs(now - used[:, batch]) > 1e-13).any(axis=0)
            if not moved.any():
                continue
            again = True
            used[:, batch] = np.where(moved, now, used[:, batch])
            s, x, y = s[moved], x[moved], y[moved]
            change = max(change, _put(values, s, x, y, lanes.solve(values, s, x, y, tagged=False)[0]))
        if not again:
            break
    return change


def _put(values: Floats, side: Ints, mover: Ints, other: Ints, found: Floats) -> float:
    """Store a batch in the table; the largest change."""
    change = float(np.abs(values[side, mover, other] - found).max())
    values[side, mover, other] = found
    return change
