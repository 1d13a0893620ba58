"""The race of four on a graphics processor: one block of threads solves one turn, last turns included.

The same shape as `three_gpu`, with one number more to carry: beside the mover's value a turn has what its
ends are worth to the next player and to the one after, and the chance that it is lost. There are two kinds of
turns: those of the race, whose stops come from the table, and the first of the three last turns, whose stops
come from the tables of the two that follow (`many_endings`), solved on the processor.
"""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hotdice.odds.device import (
    THREADS,
    in_bytes,
    kernel_of,
    roll_layout,
    roll_numbers,
    shared_bytes,
    structure,
)
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.many import ManyRace, check_many, nobody_rolls_on
from hotdice.odds.many_endings import (
    KEEPS,
    Axis,
    LastPhase,
    ManyEndings,
    axis_of,
    first_kind,
    many_endings,
    tied_kind,
)
from hotdice.odds.many_levels import Rounds, fill_levels
from hotdice.odds.many_turns import ManyTurns
from hotdice.odds.plan import Floats, roll_plan
from hotdice.odds.race import is_monotone
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.standings import Standings
from hotdice.odds.three import first_margin, three_places
from hotdice.odds.three_endings import FAVOUR, least_gain, needed_distances
from hotdice.odds.three_gpu import stop_numbers
from hotdice.odds.three_levels import TOLERANCE, Progress
from hotdice.odds.three_turns import greatest_reach, stop_numbers_of
from hotdice.rules import LastChance, Ruleset

PLAYERS = 4
_CARRIED = 4
"""Numbers of a row: the mover's value, those of the two after, and the chance that the turn is lost."""

_LANES = 1 << 20
"""Turns of one launch, so that what they need beside the table stays small."""

SOURCE = r"""
struct Numbers {
    int target, minimum, binds_win, opening, may_stop, waiting;
    int dice, most, classes, count, length, size, least, least_closed;
    double favour;
};

struct Stop { double worth, next, second, lost; };

struct Turn {
    int own, opened, near, mid, far;
    double lost, lost_next, lost_second;
    const double* first;
};

__device__ int further(const Numbers& n, int number, int steps) {
    int last = (number < n.size ? n.size : n.length) - 1;
    return min(number + steps, last);
}

// A stop in the race: what the table says, or past the target what the last turns are worth.
__device__ Stop stop_in_race(const Numbers& n, const Turn& t, const double* ends, int row) {
    int gain = row - t.own;
    bool reached = row >= n.target;
    Stop s = {-1e300, 0.0, 0.0, 0.0};
    if (gain <= 0 || (gain < n.minimum && !(reached && !n.binds_win))) return s;
    if (!t.opened && gain < n.opening) {
        if (n.may_stop) { s.worth = t.lost; s.lost = 1.0; }
        return s;
    }
    if (!reached) {
        long long cube = (long long)n.count * n.count * n.count * n.count;
        s.next = t.first[row];
        s.second = t.first[cube + row];
        s.worth = 1.0 - s.next - s.second - t.first[2 * cube + row];
    } else if (!n.waiting) {
        s.worth = 1.0;
    } else {
        long long cube = (long long)n.length * n.length * n.length;
        long long at = ((long long)(t.near + row) * n.length + t.mid + row) * n.length + t.far + row;
        s.worth = ends[at];
        s.next = ends[cube + at];
        s.second = ends[2 * cube + at];
    }
    s.worth += n.favour * s.next;
    return s;
}

// A stop in the first of three last turns: below, level with, or above the greatest total so far.
// `ends` has nine tables over the numbers of the two who follow: own, next, second in each of the cases.
__device__ Stop stop_at_last(const Numbers& n, const Turn& t, const double* ends, int row) {
    Stop s = {-1e300, 0.0, 0.0, 0.0};
    if (row < (t.opened ? n.least : n.least_closed)) return s;
    int above = row - t.near, which = above > 0 ? 2 : above == 0 ? 1 : 0;
    int up = max(above, 0);
    long long square = (long long)n.length * n.length;
    long long at = (long long)further(n, t.mid, up) * n.length + further(n, t.far, up);
    const double* table = ends + 3 * which * square;
    s.next = table[square + at];
    s.second = table[2 * square + at];
    s.worth = table[at] + n.favour * s.next;
    return s;
}

extern "C" __global__ void four_turns(
    const Numbers* packed, const double* values, const double* ends, int last,
    const long long* rows, const long long* opened, const long long* begins,
    const long long* seats, const long long* tops,
    const int* starts, const int* bounds, const double* weights, const int* choices,
    const double* farkle, double* out, int lanes) {
    extern __shared__ double memory[];
    const Numbers n = *packed;
    int ring = n.most + 1, size = ring * n.dice;
    double* value = memory;
    double* next = value + size;
    double* second = next + size;
    double* lose = second + size;
    double* sums = lose + size;
    double* next_sums = sums + n.classes;
    double* second_sums = next_sums + n.classes;
    double* lose_sums = second_sums + n.classes;
    __shared__ Stop bank;
    int lane = blockIdx.x, thread = threadIdx.x;
    Turn t;
    if (last) {
        // The numbers of three distances, the next to play first; `rows` has what the numbers stand for.
        int number = seats[lane];
        t.own = 0;
        t.opened = number < n.size;
        t.near = rows[number];
        t.mid = seats[lanes + lane];
        t.far = seats[2 * lanes + lane];
        t.first = 0;
        long long square = (long long)n.length * n.length;
        long long at = (long long)t.mid * n.length + t.far;
        t.lost_next = ends[square + at];
        t.lost_second = ends[2 * square + at];
        t.lost = n.favour * t.lost_next;
    } else {
        int x = seats[lane], y = seats[lanes + lane];
        int z = seats[2 * lanes + lane], u = seats[3 * lanes + lane];
        t.own = rows[x];
        t.opened = opened[x];
        t.near = begins[y];
        t.mid = begins[z];
        t.far = begins[u];
        long long cube = (long long)n.count * n.count * n.count * n.count;
        t.first = values + (((long long)y * n.count + z) * n.count + u) * n.count;
        t.lost_next = t.first[x];
        t.lost_second = t.first[cube + x];
        t.lost = 1.0 - t.lost_next - t.lost_second - t.first[2 * cube + x] + n.favour * t.lost_next;
    }
    int top = tops[lane];
    for (int i = thread; i < ring; i += blockDim.x) {
        int row = top + i;
        Stop s = last ? stop_at_last(n, t, ends, row) : stop_in_race(n, t, ends, row);
        if (t.lost > s.worth) { s.worth = t.lost; s.next = 0.0; s.second = 0.0; s.lost = 1.0; }
        for (int d = 0; d < n.dice; d++) {
            int at = (row % ring) * n.dice + d;
            value[at] = s.worth;
            next[at] = s.next;
            second[at] = s.second;
            lose[at] = s.lost;
        }
    }
    __syncthreads();
    int base = (top - 1) % ring;
    for (int row = top - 1; row >= t.own; row--) {
        for (int c = thread; c < n.classes; c += blockDim.x) {
            double best = -1e301;
            int pick = 0;
            for (int k = starts[c]; k < starts[c + 1]; k++) {
                int at = base * n.dice + choices[k];
                if (at >= size) at -= size;
                double v = value[at];
                if (v > best) { best = v; pick = at; }
            }
            double w = weights[c];
            sums[c] = w * best;
            next_sums[c] = w * next[pick];
            second_sums[c] = w * second[pick];
            lose_sums[c] = w * lose[pick];
        }
        if (thread == blockDim.x - 1)
            bank = last ? stop_at_last(n, t, ends, row) : stop_in_race(n, t, ends, row);
        __syncthreads();
        for (int d = thread / 32; d < n.dice; d += blockDim.x / 32) {
            double v = 0.0, b = 0.0, g = 0.0, s = 0.0;
            for (int c = bounds[d] + thread % 32; c < bounds[d + 1]; c += 32) {
                v += sums[c];
                b += next_sums[c];
                g += second_sums[c];
                s += lose_sums[c];
            }
            for (int step = 16; step; step /= 2) {
                v += __shfl_down_sync(0xffffffff, v, step);
                b += __shfl_down_sync(0xffffffff, b, step);
                g += __shfl_down_sync(0xffffffff, g, step);
                s += __shfl_down_sync(0xffffffff, s, step);
            }
            if (thread % 32 == 0) {
                v += farkle[d] * t.lost;
                s += farkle[d];
                if (row == t.own && d == n.dice - 1) {
                    long long to = lane;
                    out[to] = v;
                    out[lanes + to] = b;
                    out[2LL * lanes + to] = g;
                    out[3LL * lanes + to] = s;
                    out[4LL * lanes + to] = t.lost;
                    out[5LL * lanes + to] = t.lost_next;
                    out[6LL * lanes + to] = t.lost_second;
                }
                if (bank.worth >= v) { v = bank.worth; b = bank.next; g = bank.second; s = bank.lost; }
                int at = base * n.dice + d;
                value[at] = v;
                next[at] = b;
                second[at] = g;
                lose[at] = s;
            }
        }
        __syncthreads();
        base = base ? base - 1 : ring - 1;
    }
}
"""
_INTEGERS = (
    "target", "minimum", "binds_win", "opening", "may_stop", "waiting",
    "dice", "most", "classes", "count", "length", "size", "least", "least_closed",
)  # fmt: skip
NUMBERS = structure(_INTEGERS, ("favour",))


@dataclass(frozen=True, eq=False)
class FourKernel:
    """The kernel with what it needs of the rules; `axis` numbers the distances of last turns."""

    rules: Ruleset
    places: Standings
    solver: TurnSolver
    axis: Axis

    def packed(self) -> Any:
        """The rules of stopping as the kernel's structure, in bytes."""
        rules, places = self.rules, self.places
        return in_bytes(
            NUMBERS,
            {
                **stop_numbers(stop_numbers_of(rules, places, PLAYERS)),
                **roll_numbers(self.solver.plan),
                "count": places.count,
                "length": self.axis.length,
                "size": self.axis.size,
                "least": least_gain(rules, places.step, opened=True),
                "least_closed": least_gain(rules, places.step, opened=False),
            },
        )

    @property
    def shared(self) -> int:
        """How much shared memory a block needs, in bytes."""
        return shared_bytes(self.solver.plan, _CARRIED)

    @cached_property
    def _code(self) -> Any:
        return kernel_of(SOURCE, "four_turns", self.shared)

    @cached_property
    def _fixed(self) -> tuple[Any, tuple[Any, ...]]:
        import cupy

        return cupy.asarray(self.packed()), tuple(cupy.asarray(array) for array in roll_layout(self.solver))

    def launch(self, values: Any, ends: Any, standing: Any, seats: Any, tops: Any, *, last: bool) -> Any:
        """Solve turns, each the column of `seats`, up to their `tops`.

        Rows 0 to 3: the mover's value with the favour in it, the shares of next and second without lost
        turns, the chance of losing the turn; rows 4 to 6: what losing it is worth to the three.
        """
        import cupy

        packed, layout = self._fixed
        parts = []
        for low in range(0, seats.shape[1], _LANES):
            lanes = cupy.ascontiguousarray(seats[:, low : low + _LANES].astype(np.int64))
            top = cupy.ascontiguousarray(tops[low : low + _LANES].astype(np.int64))
            count = lanes.shape[1]
            out = cupy.empty((7, count))
            arguments = (packed, values, ends, np.int32(last), *standing, lanes, top, *layout, out)
            self._code((count,), (THREADS,), (*arguments, np.int32(count)), shared_mem=self.shared)
            parts.append(out)
        return cupy.concatenate(parts, axis=1)


class FourTurns(ManyTurns):
    """`ManyTurns` of four players that solves its batches, CuPy arrays, on a graphics processor."""

    @cached_property
    def _kernel(self) -> FourKernel:
        return FourKernel(self.rules, self.places, self.solver, self.endings.axis)

    @cached_property
    def _standing(self) -> tuple[Any, ...]:
        import cupy

        return tuple(cupy.asarray(x) for x in (self.places.rows, self.places.opened, self.endings.begins))

    def tops(self, seats: Any) -> Any:
        """The row from which nobody rolls on."""
        import cupy

        return cupy.maximum(self._standing[0][seats].max(axis=0) + self.margin, self.floor)

    def solve(self, values: Any, place: Any, seats: Any) -> Any:
        """Solve the turns of a batch, as `ManyTurns.solve` does."""
        ends = self.endings.trigger.get(PLAYERS - 1, values)
        found = self._kernel.launch(values, ends, self._standing, seats, self.tops(seats), last=False)
        return yields(found)


def yields(found: Any) -> Any:
    """What turns yield to all four but for lost turns, and the chance of a lost turn.

    `found` is what the kernel writes, see `FourKernel.launch`.

    >>> yields(np.array([[0.6], [0.1], [0.2], [0.5], [0.4], [0.3], [0.2]])).ravel().round(6).tolist()
    [0.4, 0.1, 0.2, -0.2, 0.5]
    """
    value, following, second, chance, lost = found[:5]
    out = found[:5].copy()
    out[0] = value - FAVOUR * following - chance * lost
    out[3] = 1.0 - chance - out[0] - following - second
    out[4] = chance
    return out


def four_endings(rules: Ruleset, places: Standings, solver: TurnSolver, reach: int) -> ManyEndings:
    """The last turns of a race of four, with the first of the three on the device; see `many_endings`."""
    import cupy

    if rules.last_chance is LastChance.NONE:
        return many_endings(rules, places, solver, reach, PLAYERS)
    axis, begins = axis_of(rules, places, reach, solver.plan.most)
    phase = LastPhase(rules, places, solver, axis, PLAYERS)
    tables = cupy.asarray(following_tables(phase))
    needed = needed_distances(places, begins, axis.length, reach, PLAYERS - 1)
    numbers = np.stack(np.nonzero(needed))
    tops = cupy.asarray(phase.finals(numbers))
    at = cupy.asarray(numbers)
    behind = cupy.asarray(axis.behind)
    kernel = FourKernel(rules, places, solver, axis)
    found = kernel.launch(tables, tables, (behind, behind, behind), at, tops, last=True)
    trigger = cupy.zeros((PLAYERS - 1, *(axis.length,) * 3))
    trigger[:, at[0], at[1], at[2]] = shares_of_last(found)
    return ManyEndings(axis, begins, {PLAYERS - 1: trigger}, {})


def shares_of_last(found: Any) -> Any:
    """The shares of the trigger, of the one who plays and of the next, once a last turn is over."""
    value, following, second, chance, _, lost_next, lost_second = found
    out = found[:3].copy()
    out[2] = following + chance * lost_next
    out[1] = value - FAVOUR * out[2]
    out[0] = 1.0 - out[1] - out[2] - (second + chance * lost_second)
    return out


def following_tables(phase: LastPhase) -> Floats:
    """Nine tables over the numbers of two players who follow: the shares of the one before and of both.

    They belong to a turn before theirs that ended below the lead, level with it, and above it.
    """
    inner = phase.inner()
    kind = first_kind(phase.rules)
    below, level, above = (inner[PLAYERS - 2, to] for to in (kind, tied_kind(kind), 1))
    nothing = np.zeros_like(below.holder)
    owns = nothing, nothing if kind == KEEPS else level.holder, above.holder
    cases = zip(owns, (below, level, above), strict=True)
    return np.stack([table for own, case in cases for table in (own, *case.shares)])


def solve_four(rules: Ruleset, *, tolerance: float = TOLERANCE, progress: Progress | None = None) -> ManyRace:
    """Solve a race of four on a graphics processor; the table stays there, as an array of CuPy.

    A state counts as solved when a round changes none of its shares by more than `tolerance`.

    Raises:
        Unsolvable: the sheet is not a race, or has a rule that is not solved.
    """
    check_many(rules)
    if rules.last_chance is LastChance.FINISH_ROUND:
        raise Unsolvable("last_chance", "finishing the round is solved for four on the processor only")
    import cupy

    begun = time.perf_counter()
    above = first_margin(rules, PLAYERS)
    places = three_places(rules)
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False)
    while True:
        ends = four_endings(rules, places, solver, greatest_reach(rules, places, solver.plan, above))
        turns = FourTurns(rules, PLAYERS, places, solver, ends, above)
        values = cupy.full((1, PLAYERS - 1, *(places.count,) * PLAYERS), 1.0 / PLAYERS)
        report = Rounds()
        for done in fill_levels(turns, places, values, report, tolerance=tolerance, xp=cupy):
            if progress is not None:
                progress(done / places.count**PLAYERS)
        if nobody_rolls_on(turns, values, cupy):
            break
        above += above // 2 + 1
    seconds = time.perf_counter() - begun
    return ManyRace(rules, PLAYERS, places, values, ends, above, report, seconds)
