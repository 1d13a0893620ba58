"""How the table of a race of two with a penalty is filled: in sweeps over all levels.

Farkles in a row order the states of one sum of totals, and the last one leads to a smaller sum, whose value
is taken from the sweep before; sweeps are repeated until nothing changes.
"""

from dataclasses import dataclass

import numpy as np

from hotdice.odds.plan import Floats, Ints, Progress
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.standings import Standings
from hotdice.odds.stopping import NOTHING, stops_of
from hotdice.odds.turn import solve_turn

TOLERANCE = 1e-10
"""The largest change of a last sweep, and ten times what all later ones would still change."""

_MOST_ROUNDS = 200


def sweep(
    turns: RaceTurns, progress: Progress | None, *, pace: float | None = None
) -> tuple[Floats, int, float]:
    """The whole table, how many sweeps it took, and the largest change of the last one.

    `pace` are the points of a turn that the first guess is made with; those of the best turn unless said.
    """
    levels = levels_with_farkles(turns.places, turns.rotations)
    values = _first_guess(turns, solve_turn(turns.rules).expected if pace is None else pace)
    change, before, sweeps = 1.0, 1.0, 0
    while change > TOLERANCE or _still_to_come(change, before) > TOLERANCE / 10:
        change, before = 0.0, change
        for done, level in enumerate(levels):
            change = max(change, _visit(turns, values, level))
            if progress is not None:
                progress(1 - (1 - (done + 1) / len(levels)) * 0.5**sweeps)
        sweeps += 1
    return values, sweeps, change


def _first_guess(turns: RaceTurns, points: float) -> Floats:
    """Rough values to begin the sweeps with: who is expected to arrive first, as a logistic curve."""
    places = turns.places
    pace = max(points, places.step) / places.step
    missing = (places.target_row - places.rows) / pace
    spread = np.sqrt(1.0 + missing[:, None] + missing[None, :])
    ahead = missing[None, :] - missing[:, None] + 0.5
    guess = 1.0 / (1.0 + np.exp(-1.7 * ahead / spread))
    return np.asarray(np.repeat(guess[None], turns.rotations, axis=0))


def _still_to_come(change: float, before: float) -> float:
    """What all later sweeps together would still change, if they shrink as the last one did."""
    ratio = change / before if before else 0.0
    return change * ratio / (1.0 - ratio) if ratio < 1.0 else change


@dataclass(frozen=True, eq=False)
class _Level:
    """All states with one sum of totals, in batches whose states need only earlier batches."""

    side: Ints
    seats: Ints
    batches: tuple[slice, ...]


def levels_with_farkles(places: Standings, sides: int) -> list[_Level]:
    """All states by falling sum of totals, in batches by falling farkles in a row."""
    count = places.count
    side, mover, other = (index.ravel() for index in np.indices((sides, count, count)))
    sums = places.rows[mover] + places.rows[other]
    farkles = places.farkles[mover] + places.farkles[other]
    order = np.lexsort((places.rows[mover], -farkles, -sums))
    side, sums, farkles = (a[order] for a in (side, sums, farkles))
    seats = np.stack([mover[order], other[order]])
    cuts = np.flatnonzero(np.diff(sums)) + 1
    levels: list[_Level] = []
    for low, high in zip([0, *cuts], [*cuts, len(sums)], strict=True):
        inner = np.flatnonzero(np.diff(farkles[low:high])) + 1
        batches = tuple(slice(a, b) for a, b in zip([0, *inner], [*inner, high - low], strict=True))
        levels.append(_Level(side[low:high], seats[:, low:high], batches))
    return levels


def _visit(turns: RaceTurns, values: Floats, level: _Level) -> float:
    """One visit to a level: batches by falling farkles.

    Where a stop may record nothing, a state can lead back to one that was visited before it. Then those
    whose outcomes have moved are visited again, until none has.
    """
    change = 0.0
    for batch in level.batches:
        change = max(change, _put(turns, values, level.side[batch], level.seats[:, batch]))
    if not (stops_of(turns.rules).kinds == NOTHING).any():
        return change
    places = turns.places
    mover, other = level.seats
    back = turns.rotations - 1 - level.side
    lost_at, nothing_at = places.after_farkle[mover], places.after_nothing[mover]
    used = np.full((2, len(mover)), np.inf)
    for _ in range(_MOST_ROUNDS):
        again = False
        for batch in level.batches:
            theirs = back[batch], other[batch]
            now = np.stack([values[(*theirs, lost_at[batch])], values[(*theirs, nothing_at[batch])]])
            moved = (np.abs(now - used[:, batch]) > 1e-13).any(axis=0)
            if not moved.any():
                continue
            again = True
            used[:, batch] = np.where(moved, now, used[:, batch])
            change = max(
                change, _put(turns, values, level.side[batch][moved], level.seats[:, batch][:, moved])
            )
        if not again:
            break
    return change


def _put(turns: RaceTurns, values: Floats, side: Ints, seats: Ints) -> float:
    """Solve the turns of a batch and store them in the table; the largest change."""
    found = turns.found(values, side, seats, 1)[0]
    at = (side, *seats)
    change = float(np.abs(values[at] - found).max())
    values[at] = found
    return change
