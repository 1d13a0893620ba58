"""The race of three on a graphics processor: one block of threads solves one turn.

As in `gpu`: the rows of a turn that are still needed lie in shared memory as a ring, each thread finds the
best choice of a class of rolls, and a group of threads for each number of dice adds the classes up; here with
three numbers in place of two. The table itself stays on the device, where the levels are filled by the same
code as on the processor, on CuPy's arrays.
"""

from dataclasses import fields
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
from hotdice.odds.plan import Floats
from hotdice.odds.three_levels import Progress, Report, levels_of, solve_levels
from hotdice.odds.three_turns import ThreeNumbers, ThreeTurns

_CARRIED = 3
"""Numbers of a row: the mover's value, the next player's, and the chance that the turn is lost."""

_SOURCE = r"""
struct Numbers {
    int target, minimum, binds_win, opening, may_stop, waiting, by_place;
    int margin, floor, dice, most, classes, places, count, ends;
    double favour;
};

struct Stop { double worth, next, lost; };

__device__ Stop stop_at(const Numbers& n, int row, int own, int opened, double nothing, const double* first,
                        const double* second, const double* both, const double* one, int waiting, int near,
                        int far) {
    int gain = row - own;
    bool reached = row >= n.target;
    Stop s = {-1e300, 0.0, 0.0};
    if (gain <= 0 || (gain < n.minimum && !(reached && !n.binds_win))) return s;
    if (!opened && gain < n.opening) {
        if (n.may_stop) { s.worth = nothing; s.lost = 1.0; }
        return s;
    }
    if (!reached) {
        s.next = first[row];
        s.worth = 1.0 - s.next - second[row];
    } else if (waiting == 0) {
        s.worth = 1.0;
    } else if (waiting == 1) {
        s.next = one[near + row];
        s.worth = 1.0 - s.next;
    } else {
        long long at = (long long)(near + row) * n.ends + far + row;
        s.worth = both[at];
        s.next = both[(long long)n.ends * n.ends + at];
    }
    s.worth += n.favour * s.next;
    return s;
}

extern "C" __global__ void three_turns(
    const Numbers* packed, const double* values, const double* both, const double* one,
    const long long* rows, const long long* opened, const long long* begins,
    const long long* place, const long long* mover, const long long* following, const long long* third,
    const int* starts, const int* bounds, const double* weights, const int* choices,
    const double* farkle, double* out, int lanes) {
    extern __shared__ double memory[];
    const Numbers n = *packed;
    int ring = n.most + 1, size = ring * n.dice;
    double* value = memory;
    double* next = value + size;
    double* lose = next + size;
    double* sums = lose + size;
    double* next_sums = sums + n.classes;
    double* lose_sums = next_sums + n.classes;
    __shared__ Stop bank;
    int lane = blockIdx.x, thread = threadIdx.x;
    int p = place[lane], x = mover[lane], y = following[lane], z = third[lane];
    int own = rows[x], open = opened[x], near = begins[y], far = begins[z];
    int after = p + 1 == n.places ? 0 : p + 1;
    long long cube = (long long)n.count * n.count * n.count;
    const double* first = values + 2 * after * cube + ((long long)y * n.count + z) * n.count;
    const double* second = first + cube;
    double lost_next = first[x], lost_own = 1.0 - lost_next - second[x];
    double lost = lost_own + n.favour * lost_next;
    int waiting = n.by_place ? n.waiting - p : n.waiting;
    int top = max(max(own, (int)rows[y]), (int)rows[z]) + n.margin;
    if (top < n.floor) top = n.floor;
    for (int i = thread; i < ring; i += blockDim.x) {
        int row = top + i;
        Stop s = stop_at(n, row, own, open, lost, first, second, both, one, waiting, near, far);
        if (lost > s.worth) { s.worth = lost; s.next = 0.0; s.lost = 1.0; }
        for (int d = 0; d < n.dice; d++) {
            int at = (row % ring) * n.dice + d;
            value[at] = s.worth;
            next[at] = s.next;
            lose[at] = s.lost;
        }
    }
    __syncthreads();
    int base = (top - 1) % ring;
    for (int row = top - 1; row >= own; row--) {
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
            lose_sums[c] = w * lose[pick];
        }
        if (thread == blockDim.x - 1)
            bank = stop_at(n, row, own, open, lost, first, second, both, one, waiting, near, far);
        __syncthreads();
        for (int d = thread / 32; d < n.dice; d += blockDim.x / 32) {
            double v = 0.0, b = 0.0, s = 0.0;
            for (int c = bounds[d] + thread % 32; c < bounds[d + 1]; c += 32) {
                v += sums[c];
                b += next_sums[c];
                s += lose_sums[c];
            }
            for (int step = 16; step; step /= 2) {
                v += __shfl_down_sync(0xffffffff, v, step);
                b += __shfl_down_sync(0xffffffff, b, step);
                s += __shfl_down_sync(0xffffffff, s, step);
            }
            if (thread % 32 == 0) {
                v += farkle[d] * lost;
                s += farkle[d];
                if (row == own && d == n.dice - 1) {
                    out[lane] = v;
                    out[lanes + lane] = b;
                    out[2 * lanes + lane] = s;
                    out[3 * lanes + lane] = lost_own;
                    out[4 * lanes + lane] = lost_next;
                }
                if (bank.worth >= v) { v = bank.worth; b = bank.next; s = bank.lost; }
                int at = base * n.dice + d;
                value[at] = v;
                next[at] = b;
                lose[at] = s;
            }
        }
        __syncthreads();
        base = base ? base - 1 : ring - 1;
    }
}
"""
_INTEGERS = (
    "target", "minimum", "binds_win", "opening", "may_stop", "waiting", "by_place",
    "margin", "floor", "dice", "most", "classes", "places", "count", "ends",
)  # fmt: skip
_NUMBERS = structure(_INTEGERS, ("favour",))


class GpuThreeTurns(ThreeTurns):
    """`ThreeTurns` that solves its batches, CuPy arrays, on a graphics processor."""

    @classmethod
    def of(cls, turns: ThreeTurns) -> "GpuThreeTurns":
        """The same turns, on the device."""
        return cls(*(getattr(turns, field.name) for field in fields(turns)))

    @cached_property
    def _kernel(self) -> Any:
        return kernel_of(_SOURCE, "three_turns", shared_bytes(self.solver.plan, _CARRIED))

    @cached_property
    def _fixed(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What stays the same for every batch, on the device."""
        import cupy

        places, ends = self.places, self.endings
        before = (self.packed(), ends.both, ends.one, places.rows, places.opened, ends.begins)
        return (
            tuple(cupy.asarray(np.ascontiguousarray(array)) for array in before),
            tuple(cupy.asarray(array) for array in roll_layout(self.solver)),
        )

    def solve(self, values: Any, place: Any, mover: Any, following: Any, third: Any) -> Any:
        """Solve the turns of a batch, as `ThreeTurns.solve` does."""
        import cupy

        count = len(mover)
        out = cupy.empty((5, count))
        (packed, both, one, *standing), layout = self._fixed
        lanes = tuple(cupy.ascontiguousarray(array) for array in (place, mover, following, third))
        arguments = (packed, values, both, one, *standing, *lanes, *layout, out, np.int32(count))
        shared = shared_bytes(self.solver.plan, _CARRIED)
        self._kernel((count,), (THREADS,), arguments, shared_mem=shared)
        return out

    def packed(self) -> Any:
        """The rules of stopping as the kernel's structure, in bytes."""
        return in_bytes(
            _NUMBERS,
            {
                **stop_numbers(self.numbers),
                **roll_numbers(self.solver.plan),
                "by_place": self.numbers.by_place,
                "margin": self.margin,
                "floor": self.floor,
                "places": self.rotations,
                "count": self.places.count,
                "ends": self.endings.both.shape[1],
            },
        )


def stop_numbers(numbers: ThreeNumbers) -> dict[str, float]:
    """The rules of stopping as the fields that the structures for three and four players share."""
    return {
        "target": numbers.target,
        "minimum": numbers.minimum,
        "binds_win": numbers.minimum_binds_win,
        "opening": numbers.opening,
        "may_stop": numbers.may_stop,
        "waiting": numbers.waiting,
        "favour": numbers.favour,
    }


def fill_on_gpu(turns: GpuThreeTurns, values: Floats, progress: Progress | None) -> tuple[Floats, Report]:
    """Fill a whole table on the device; it comes back as an array of numpy."""
    import cupy

    table = cupy.asarray(values)
    report = Report()
    levels = len(levels_of(turns.places))
    for done in solve_levels(turns, turns.places, table, report, xp=cupy):
        if progress is not None:
            progress(done / levels)
    result: Floats = cupy.asnumpy(table)
    return result, report
