"""The batch form of the race on a graphics processor: one block of threads solves one turn.

A block keeps the rows of its turn that are still needed in shared memory, as a ring; each thread takes one
class of rolls and finds its best choice, and one group of threads for each number of dice adds the classes
up. All turns of a batch run at once. The arithmetic is that of the compiled kernel in another order, so
values agree to rounding. Needs CuPy and a device that it can use.
"""

from functools import cached_property
from importlib.util import find_spec
from typing import Any

import numpy as np

from hotdice.odds.device import THREADS, in_bytes, kernel_of, roll_numbers, shared_bytes, structure
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.race_lanes import RaceLanes

_CARRIED = 2
"""Numbers of a row: the value and the chance that the turn is lost."""

_SOURCE = r"""
struct Numbers {
    int target, top, minimum, binds_win, opening, may_stop, exact;
    int dice, most, classes, forced, tagged, sides, count, stops;
    double never_hot, may_hot, must_hot;
};

// What a stop at this row is worth, and 1 where it records nothing.
__device__ double stop_at(const Numbers& n, int row, int own, int opened, int theirs, double nothing,
                          const double* values, const double* stop, double* tag) {
    int gain = row - own;
    bool reached = n.exact ? row == n.target : row >= n.target;
    *tag = 0.0;
    if (gain <= 0 || (gain < n.minimum && !(reached && !n.binds_win))) return -1e300;
    bool closed = !opened && gain < n.opening;
    if (closed || (n.exact && row > n.target)) {
        if (closed && !n.may_stop) return -1e300;
        *tag = 1.0;
        return nothing;
    }
    if (reached) return stop[min(row - theirs, n.stops - 1)];
    return 1.0 - values[row];
}

extern "C" __global__ void race_lanes(
    const Numbers* packed, const double* values, const double* stop,
    const long long* rows, const long long* opened,
    const long long* after_farkle, const long long* after_nothing,
    const long long* side, const long long* mover, const long long* other,
    const int* starts, const int* bounds, const double* weights, const int* points, const int* left,
    const double* farkle, double* out, int lanes) {
    extern __shared__ double memory[];
    const Numbers n = *packed;
    int ring = n.most + 1;
    double* value = memory;
    double* tags = value + ring * n.dice;
    double* sums = tags + ring * n.dice;
    double* tag_sums = sums + n.classes;
    __shared__ double bank, bank_tag;
    int lane = blockIdx.x, thread = threadIdx.x;
    int s = side[lane], x = mover[lane], y = other[lane];
    int own = rows[x], theirs = rows[y], open = opened[x];
    const double* row_of = values + ((long long)(n.sides - 1 - s) * n.count + y) * n.count;
    const double* ends = stop + (long long)(s * 2 + opened[y]) * n.stops;
    double lost = 1.0 - row_of[after_farkle[x]];
    double nothing = 1.0 - row_of[after_nothing[x]];
    for (int i = thread; i < ring; i += blockDim.x) {
        int row = n.top + i;
        double tag;
        double worth = stop_at(n, row, own, open, theirs, nothing, row_of, ends, &tag);
        if (lost > worth) { worth = lost; tag = 1.0; }  // better to roll until it is lost
        for (int d = 0; d < n.dice; d++) {
            value[(row % ring) * n.dice + d] = worth;
            tags[(row % ring) * n.dice + d] = tag;
        }
        if (n.forced) {
            double chance = farkle[n.dice - 1];
            double share = chance / (1.0 - n.must_hot);
            double on = (chance * lost + (n.never_hot + n.may_hot) * worth) / (1.0 - n.must_hot);
            if (on > worth) {
                share = chance / (1.0 - n.may_hot - n.must_hot);
                on = (chance * lost + n.never_hot * worth) / (1.0 - n.may_hot - n.must_hot);
            }
            value[(row % ring) * n.dice + n.dice - 1] = on;
            tags[(row % ring) * n.dice + n.dice - 1] = share + (1.0 - share) * tag;
        }
    }
    __syncthreads();
    for (int row = n.top - 1; row >= own; row--) {
        int base = row % ring;
        for (int c = thread; c < n.classes; c += blockDim.x) {
            double best = -1e301, best_tag = 0.0;
            for (int k = starts[c]; k < starts[c + 1]; k++) {
                int r = base + points[k];
                if (r >= ring) r -= ring;
                int at = r * n.dice + left[k];
                double v = value[at];
                double t = tags[at];
                if (v > best || (v == best && t > best_tag)) { best = v; best_tag = t; }
            }
            sums[c] = weights[c] * best;
            tag_sums[c] = weights[c] * best_tag;
        }
        if (thread == 0) bank = stop_at(n, row, own, open, theirs, nothing, row_of, ends, &bank_tag);
        __syncthreads();
        for (int d = thread / 32; d < n.dice; d += blockDim.x / 32) {
            double v = 0.0, t = 0.0;
            for (int c = bounds[d] + thread % 32; c < bounds[d + 1]; c += 32) {
                v += sums[c];
                t += tag_sums[c];
            }
            for (int step = 16; step; step /= 2) {
                v += __shfl_down_sync(0xffffffff, v, step);
                t += __shfl_down_sync(0xffffffff, t, step);
            }
            if (thread % 32 == 0) {
                v += farkle[d] * lost;
                t += farkle[d];
                if (row == own && d == n.dice - 1) {
                    out[lane] = v;
                    out[lanes + lane] = n.tagged ? t : 0.0;
                    out[2 * lanes + lane] = lost;
                    out[3 * lanes + lane] = nothing;
                }
                if (!(n.forced && d == n.dice - 1) && bank >= v) { v = bank; t = bank_tag; }
                value[base * n.dice + d] = v;
                tags[base * n.dice + d] = t;
            }
        }
        __syncthreads();
    }
}
"""
_INTEGERS = (
    "target", "top", "minimum", "binds_win", "opening", "may_stop", "exact",
    "dice", "most", "classes", "forced", "tagged", "sides", "count", "stops",
)  # fmt: skip
_NUMBERS = structure(_INTEGERS, ("never_hot", "may_hot", "must_hot"))


def gpu_available() -> bool:
    """Whether CuPy is installed and finds a device.

    >>> gpu_available() in (True, False)
    True
    """
    if find_spec("cupy") is None:
        return False
    import cupy

    try:
        return int(cupy.cuda.runtime.getDeviceCount()) > 0
    except cupy.cuda.runtime.CUDARuntimeError:
        return False


class GpuLanes(RaceLanes):
    """`RaceLanes` that solves its batches on a graphics processor."""

    @cached_property
    def _kernel(self) -> Any:
        return kernel_of(_SOURCE, "race_lanes", shared_bytes(self.solver.plan, _CARRIED))

    @cached_property
    def _fixed(self) -> tuple[Any, ...]:
        """What stays the same for every batch, on the device."""
        import cupy

        plan, places = self.solver.plan_arrays, self.arrays
        standing = (places.rows, places.opened, places.after_farkle, places.after_nothing)
        layout = (
            plan.starts.astype(np.int32),
            plan.bounds.astype(np.int32),
            plan.weights,
            plan.points.astype(np.int32),
            plan.left.astype(np.int32),
            plan.farkle,
        )
        return (
            cupy.asarray(np.ascontiguousarray(self.stop)),
            tuple(cupy.asarray(array) for array in standing),
            tuple(cupy.asarray(array) for array in layout),
        )

    def solve(self, values: Floats, side: Ints, mover: Ints, other: Ints, *, tagged: bool) -> Floats:
        """Solve the turns of a batch against the table, as `RaceLanes.solve` does."""
        import cupy

        count = len(mover)
        out = cupy.zeros((4, count))
        stop, standing, layout = self._fixed
        lanes = tuple(cupy.asarray(np.ascontiguousarray(array)) for array in (side, mover, other))
        numbers = cupy.asarray(self._packed(values, tagged=tagged))
        shared = shared_bytes(self.solver.plan, _CARRIED)
        arguments = (numbers, cupy.asarray(values), stop, *standing, *lanes, *layout, out, np.int32(count))
        self._kernel((count,), (THREADS,), arguments, shared_mem=shared)
        result: Floats = cupy.asnumpy(out)
        return result

    def _packed(self, values: Floats, *, tagged: bool) -> Any:
        """The rules of stopping as the kernel's structure, in bytes."""
        rules, plan = self.numbers, self.solver.plan
        never_hot, may_hot, must_hot = plan.hot_shares
        return in_bytes(
            _NUMBERS,
            {
                "target": rules.target,
                "top": rules.top,
                "minimum": rules.minimum,
                "binds_win": rules.minimum_binds_win,
                "opening": rules.opening,
                "may_stop": rules.may_stop,
                "exact": rules.exact,
                **roll_numbers(plan),
                "forced": self.solver.forced,
                "tagged": tagged,
                "sides": values.shape[0],
                "count": values.shape[1],
                "stops": self.stop.shape[2],
                "never_hot": never_hot,
                "may_hot": may_hot,
                "must_hot": must_hot,
            },
        )
