"""One player of one kind against two of another, exactly: what knowing the table of three is worth.

Play is fixed: by the table of three, or by the table of two as if against the rival with the greatest total
alone. So nothing is improved; the levels are filled as in `race_levels`, one round each, for the share of
one seat. Its role is 0 where it moves, 1 where it moves next, 2 where it moves last.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from hotdice.odds.endings import least_gain
from hotdice.odds.lanes import LANES, in_parallel
from hotdice.odds.many import ManyRace, many_turns
from hotdice.odds.passing import far_turns, near_ends, shares_of_ties
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, Progress
from hotdice.odds.race import Race
from hotdice.odds.race_levels import States, levels_of
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.tables import chances
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
    three: ManyRace, two: Race, one_way: Way, others: Way, *, progress: Progress | None = None
) -> Meeting:
    """The share of one player who plays one way against two who play the other.

    Raises:
        ValueError: the sheet finishes the round, where the mover's place would have to be told apart too.
    """
    rules = three.rules
    if rules.last_chance is LastChance.FINISH_ROUND:
        raise ValueError("not worked out for sheets that finish the round")
    from hotdice.odds.kernel import workspace
    from scripts.meeting_kernel import meeting_lanes

    turns = many_turns(rules, 3, three.margin)
    places, solver = turns.places, turns.solver
    table, duel = chances(three.values[0]), chances(two.values[0])
    ways = np.array([_WAYS[one_way], _WAYS[others]])
    ends = _ends(three, turns, one_way, others)
    count = places.count
    shares = np.zeros((3, count, count, count))
    states = States(places, 3, 3)
    layout = solver.layout
    rooms: dict[int, Any] = {}
    levels = levels_of(places, 3)
    for done, level in enumerate(levels):
        found_at = states.at(level)
        m, n, t = states.seats(found_at)
        size = len(found_at)
        role = np.repeat(np.arange(3), size)
        seats = np.tile(np.stack([m, n, t]), 3)
        tops = turns.tops(seats)
        order = np.lexsort((tops, places.rows[seats[0]]))
        batch = [np.ascontiguousarray(x[..., order]) for x in (role, seats, tops)]
        found = np.empty((3, 3 * size))

        def part(worker: int, workers: int, batch: list[Ints] = batch, found: Floats = found) -> None:
            if worker not in rooms:
                fixed = tuple(np.zeros(LANES) + k for k in (0.0, 0.0, 1.0))
                rooms[worker] = (*workspace(layout, turns.highest + layout.most + 1, 3), fixed)
            bank, memory, lost = rooms[worker]
            role_of, standings, last = batch
            meeting_lanes(
                layout, turns.board, table, duel, two.stop[0], places.opened, ways, shares, ends,
                role_of, standings, last, worker, workers, bank, memory, lost, found,
            )  # fmt: skip

        in_parallel(part, 3 * size)
        out = np.empty_like(found)
        out[:, order] = found
        constant, lost = out[1:].reshape(2, 3, size)
        turned = states.turned(found_at)
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


def _ends(three: ManyRace, turns: RaceTurns, one_way: Way, others: Way) -> Floats:
    """The share of the one player, by role when the target is reached, over the distances of the others.

    Role 0 has reached it, role 1 plays the last turn but one, role 2 the last one.
    """
    if turns.rules.last_chance is LastChance.NONE:
        return np.zeros((3, 1, 1))
    both = turns.endings.table(0)
    ignoring = _ignoring(three, turns) if "two" in (one_way, others) else both
    by_way: dict[Way, Floats] = {"three": both, "two": ignoring}
    near_other, near_own = by_way[others], by_way[one_way]
    # The near player is the one of role 1; in the other roles it is one of the others.
    return np.stack([near_other[0], near_own[1], 1.0 - near_other[0] - near_other[1]])


def _ignoring(three: ManyRace, turns: RaceTurns) -> Floats:
    """The shares of trigger and near for a near player who only looks at the total that stands."""
    rules, places, solver, far_of = turns.rules, turns.places, turns.solver, far_turns(three)
    both = np.zeros_like(turns.endings.table(0))
    size = both.shape[1]
    reach = turns.highest + solver.plan.most + 1
    opened = np.arange(size) < reach
    low = places.target_row - max(places.closed, default=0)
    behind = np.where(opened, np.arange(size), np.arange(size) - reach + low)
    tie = shares_of_ties(rules)[0]
    start, nothing = np.zeros(size, np.int64), np.zeros(size)
    for at in range(size):
        least = least_gain(rules, opened=bool(opened[at]))
        final = int(behind[at]) + max(1, least)
        rows = np.arange(final + solver.plan.most + 1)
        above = rows - behind[at]
        worth = np.where(above > 0, 1.0, np.where(above == 0, tie, 0.0))
        bank = np.where(rows >= least, worth, NOT_ALLOWED)[:, None]
        near, far = np.empty((len(rows), size)), np.empty((len(rows), size))
        for on in (False, True):
            columns = np.flatnonzero(opened == on)
            near[:, columns], far[:, columns] = near_ends(
                rules, far_of[:, int(on)], above[:, None], behind[columns]
            )
        shares = (1.0 - near - far, near)
        lost = np.stack([nothing, *(share[0] for share in shares)])
        both[:, at] = solver.carry([bank, *shares], lost, start, np.full(size, final))[1:]
    return both
