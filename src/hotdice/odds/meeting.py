"""One player of one kind against two of another, exactly: what knowing the table of three is worth.

Play is fixed: by the table of three, or by the table of two as if against the rival with the greatest total
alone. So nothing is improved; the levels are filled as in `three_levels`, one round each, for the share of
one seat. Its role is 0 where it moves, 1 where it moves next, 2 where it moves last.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from hotdice.odds.carrying import Carried, solve_carried
from hotdice.odds.lanes import in_parallel
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.race import Race
from hotdice.odds.tables import chances
from hotdice.odds.three import ThreeRace, three_turns
from hotdice.odds.three_endings import least_gain, near_ends, shares_of_ties
from hotdice.odds.three_levels import Cells, Progress, levels_of
from hotdice.odds.three_turns import ThreeTurns
from hotdice.rules import LastChance

Way = Literal["three", "two"]
_WAYS: dict[Way, int] = {"three": 0, "two": 1}


@dataclass(frozen=True, eq=False)
class Meeting:
    """`shares[role, mover, next, third]`: the share of the one player, by standings."""

    shares: Floats

    def seats(self, start: int) -> tuple[float, float, float]:
        """The share of the one player in each seat, if all begin with this standing."""
        first, second, third = (float(share) for share in self.shares[:, start, start, start])
        return first, second, third


def meeting(
    three: ThreeRace, two: Race, one_way: Way, others: Way, *, progress: Progress | None = None
) -> Meeting:
    """The share of one player who plays one way against two who play the other.

    Raises:
        ValueError: the sheet finishes the round, where the mover's place would have to be told apart too.
    """
    rules = three.rules
    if rules.last_chance is LastChance.FINISH_ROUND:
        raise ValueError("not worked out for sheets that finish the round")
    from hotdice.odds.meeting_kernel import meeting_lanes
    from hotdice.odds.three_kernel import work

    turns = three_turns(rules, three.margin)
    places, solver = turns.places, turns.solver
    table, duel = chances(three.values[0]), chances(two.values[0])
    ways = np.array([_WAYS[one_way], _WAYS[others]])
    ends = _ends(turns, one_way, others)
    count = places.count
    shares = np.zeros((3, count, count, count))
    cells = Cells(places, 3, np)
    layout = solver.layout
    rooms: dict[int, Any] = {}
    levels = levels_of(places)
    for done, level in enumerate(levels):
        found_at = cells.at(level)
        m, n, t = cells.split(found_at)
        size = len(found_at)
        role = np.repeat(np.arange(3), size)
        lanes = [np.tile(x, 3) for x in (m, n, t)]
        tops = turns.tops(*lanes)
        order = np.lexsort((tops, places.rows[lanes[0]]))
        batch = [np.ascontiguousarray(x[order]) for x in (role, *lanes, tops)]
        found = np.empty((3, 3 * size))

        def part(worker: int, workers: int, batch: list[Ints] = batch, found: Floats = found) -> None:
            if worker not in rooms:
                rooms[worker] = work(layout.first.size, layout.dice, turns.highest + layout.most + 1)
            meeting_lanes(
                layout, turns.numbers, places.rows, places.opened, turns.endings.begins, table,
                turns.endings.both, turns.endings.one, duel, two.stop[0], ways, shares, ends,
                *batch, worker, workers, rooms[worker], found,
            )  # fmt: skip

        in_parallel(part, 3 * size)
        out = np.empty_like(found)
        out[:, order] = found
        constant, lost = out[1:].reshape(2, 3, size)
        turned = cells.turned(found_at)
        again = turned[turned]
        for r in range(3):
            after, last = (r - 1) % 3, (r - 2) % 3
            value = constant[r] + lost[r] * (
                constant[after][turned] + lost[after][turned] * constant[last][again]
            )
            whole = 1.0 - lost[r] * lost[after][turned] * lost[last][again]
            shares[r, m, n, t] = value / whole
        if progress is not None:
            progress((done + 1) / len(levels))
    return Meeting(shares)


def _ends(turns: ThreeTurns, one_way: Way, others: Way) -> Floats:
    """The share of the one player, by role when the target is reached, over the distances of the others.

    Role 0 has reached it, role 1 plays the last turn but one, role 2 the last one.
    """
    both = turns.endings.both
    if turns.rules.last_chance is LastChance.NONE:
        return np.zeros((3, 1, 1))
    ignoring = _ignoring(turns) if "two" in (one_way, others) else both
    by_way: dict[Way, Floats] = {"three": both, "two": ignoring}
    near_other, near_own = by_way[others], by_way[one_way]
    # The near player is the one of role 1; in the other roles it is one of the others.
    return np.stack([near_other[0], near_own[1], 1.0 - near_other[0] - near_other[1]])


def _ignoring(turns: ThreeTurns) -> Floats:
    """As `ThreeEndings.both` for a near player who only looks at the total that stands."""
    rules, places, ends, solver = turns.rules, turns.places, turns.endings, turns.solver
    both = np.zeros_like(ends.both)
    size = both.shape[1]
    reach = turns.highest + solver.plan.most + 1
    opened = np.arange(size) < reach
    low = places.target_row - max(places.closed, default=0)
    behind = np.where(opened, np.arange(size), np.arange(size) - reach + low)
    tie = shares_of_ties(rules)[0]
    for at in range(size):
        least = least_gain(rules, places.step, opened=bool(opened[at]))
        final = int(behind[at]) + max(1, least)
        rows = np.arange(final + solver.plan.most + 1)
        above = rows - behind[at]
        worth = np.where(above > 0, 1.0, np.where(above == 0, tie, 0.0))
        bank = np.where(rows >= least, worth, NOT_ALLOWED)
        lanes = size
        start, tops = np.zeros(lanes, np.int64), np.full(lanes, final, np.int64)
        near, far = np.empty((len(rows), lanes)), np.empty((len(rows), lanes))
        for on in (False, True):
            columns = np.flatnonzero(opened == on)
            near[:, columns], far[:, columns] = near_ends(
                rules, ends.far[:, int(on)], above[:, None], behind[columns]
            )
        banks = np.repeat(bank[:, None], lanes, axis=1)
        none = np.zeros_like(banks)
        sums = []
        for carried in (1.0 - near - far, near):
            found = solve_carried(solver, Carried(banks, carried, none, np.zeros(lanes), start, tops))
            sums.append(found[1] + found[2] * carried[0])
        both[:, at] = sums
    return both
