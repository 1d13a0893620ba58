"""The race on a graphics processor: one block of threads solves one turn, for any number of players.

A block keeps the rows of its turn that are still needed in shared memory, as a ring; each thread takes
classes of rolls and finds their best choices, and one group of threads for each number of dice adds the
classes up. As on the processor a turn carries the mover's value, the shares of all who follow but the last,
and the chance that it is lost. There are two kinds of turns: those of the race, whose stops come from the
table, and the first of the last turns, whose stops come from the tables of those that follow (`last_turns`),
solved on the processor. The arithmetic is that of the compiled kernel in another order, so values agree to
rounding. The table itself stays on the device, where the levels are filled by the same code as on the
processor, on CuPy's arrays.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
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
from hotdice.odds.endings import Endings, joined_endings
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.last_turns import (
    FAVOUR,
    LastPhase,
    axis_of,
    first_kind,
    last_phase,
    many_endings,
    needed_numbers,
    waiting_turns,
)
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.standings import Standings
from hotdice.odds.stopping import stops_of
from hotdice.rules import Ruleset

_LANES = 1 << 20
"""Turns of one launch, so that what they need beside the table stays small."""

SOURCE = r"""
#define SHARES (PLAYERS - 2)
#define LOST (PLAYERS - 1)
#define NOTHING 1
#define COUNTS 2

struct Numbers {
    int target, dice, most, classes, forced, places, count, length, size, widest;
    double favour, never_hot, may_hot, must_hot;
};

// The mover's value, the shares of all who follow but the last, the chance of a lost turn.
struct Stop { double number[PLAYERS]; };

struct Turn {
    int own, waiting, others[PLAYERS];
    long long behind, step, size;
    double lost, nothing;
    const int* kinds;
    const double* first;
    const double* ends;
};

__device__ int kind_of(const Numbers& n, const Turn& t, int gain) {
    return gain <= 0 ? 0 : t.kinds[min(gain, n.widest)];
}

// A stop in the race: what the table says, or past the target what the last turns are worth.
__device__ Stop stop_in_race(const Numbers& n, const Turn& t, int row) {
    Stop s = {{-1e300}};
    int kind = kind_of(n, t, row - t.own);
    if (kind == NOTHING) { s.number[0] = t.nothing; s.number[LOST] = 1.0; }
    if (kind != COUNTS) return s;
    double worth = 1.0, next = 0.0;
    if (row < n.target) {
        for (int k = 0; k <= SHARES; k++) {
            double share = t.first[k * t.size + row];
            if (k < SHARES) s.number[k + 1] = share;
            if (k == 0) next = share;
            worth -= share;
        }
    } else if (t.waiting) {
        const double* at = t.ends + row * t.step;
        worth = at[0];
        double rest = 1.0 - worth;
        for (int k = 1; k < t.waiting; k++) {
            double share = at[k * t.behind];
            if (k <= SHARES) s.number[k] = share;
            if (k == 1) next = share;
            rest -= share;
        }
        if (t.waiting <= SHARES) s.number[t.waiting] = rest;
        if (t.waiting == 1) next = rest;
    }
    s.number[0] = worth + n.favour * next;
    return s;
}

__device__ int further(const Numbers& n, int number, int steps) {
    int last = (number < n.size ? n.size : n.length) - 1;
    return min(number + steps, last);
}

// A stop in the first of the last turns: below, level with, or above the greatest total so far. `ends` has
// for each of the cases the shares of the mover and of those who follow, over their numbers.
__device__ Stop stop_at_last(const Numbers& n, const Turn& t, int row) {
    Stop s = {{-1e300}};
    if (kind_of(n, t, row) != COUNTS) return s;
    int above = row - t.behind, which = above > 0 ? 2 : above == 0 ? 1 : 0;
    long long at = 0;
    for (int k = 0; k < SHARES; k++) at = at * n.length + further(n, t.others[k], max(above, 0));
    const double* table = t.ends + which * (SHARES + 1) * t.size + at;
    for (int k = 1; k <= SHARES; k++) s.number[k] = table[k * t.size];
    s.number[0] = table[0] + (SHARES ? n.favour * s.number[1] : 0.0);
    return s;
}

extern "C" __global__ void race_turns(
    const Numbers* packed, const double* values, const double* ends, int last,
    const long long* rows, const long long* stops, const int* kinds, const long long* begins,
    const long long* after_farkle, const long long* after_nothing,
    const long long* waiting, const long long* ends_at,
    const long long* place, const long long* seats, const long long* tops,
    const int* starts, const int* bounds, const double* weights, const int* choices,
    const double* farkle, const int* order, double* out, int lanes) {
    extern __shared__ double memory[];
    const Numbers n = *packed;
    int ring = n.most + 1, size = ring * n.dice;
    double* value = memory;
    double* sums = memory + PLAYERS * size;
    __shared__ Stop bank;
    int lane = blockIdx.x, thread = threadIdx.x;
    Turn t;
    t.size = 1;
    if (last) {
        // The numbers of all distances, the next to play first; `rows` has what the numbers stand for.
        int number = seats[lane];
        t.own = 0;
        t.behind = rows[number];
        t.kinds = kinds + stops[number < n.size] * (n.widest + 1);
        t.ends = ends;
        t.first = 0;
        long long at = 0;
        for (int k = 0; k < SHARES; k++) {
            t.others[k] = seats[(long long)(k + 1) * lanes + lane];
            at = at * n.length + t.others[k];
            t.size *= n.length;
        }
        t.lost = SHARES ? n.favour * ends[t.size + at] : 0.0;
    } else {
        int x = seats[lane], p = place[lane], after = (p + 1) % n.places;
        t.own = rows[x];
        t.kinds = kinds + stops[x] * (n.widest + 1);
        t.waiting = waiting[p];
        t.ends = ends + ends_at[p];
        t.step = 0;
        long long others = 0, power = 1;
        for (int k = 1; k < PLAYERS; k++) others = others * n.count + seats[(long long)k * lanes + lane];
        for (int k = 0; k < PLAYERS; k++) t.size *= n.count;
        for (int k = t.waiting; k >= 1; k--) {
            t.ends += begins[seats[(long long)k * lanes + lane]] * power;
            t.step += power;
            power *= n.length;
        }
        t.behind = power;
        t.first = values + after * (SHARES + 1) * t.size + others * n.count;
        long long fallen = after_farkle[x], stopped = after_nothing[x];
        t.lost = 1.0 + n.favour * t.first[fallen];
        t.nothing = 1.0 + n.favour * t.first[stopped];
        for (int k = 0; k <= SHARES; k++) {
            t.lost -= t.first[k * t.size + fallen];
            t.nothing -= t.first[k * t.size + stopped];
        }
    }
    int top = tops[lane];
    for (int i = thread; i < ring; i += blockDim.x) {
        int row = top + i;
        Stop s = last ? stop_at_last(n, t, row) : stop_in_race(n, t, row);
        if (t.lost > s.number[0]) {  // better to roll until it is lost
            for (int k = 0; k < PLAYERS; k++) s.number[k] = k == 0 ? t.lost : k == LOST;
        }
        for (int k = 0; k < PLAYERS; k++)
            for (int d = 0; d < n.dice; d++) value[k * size + (row % ring) * n.dice + d] = s.number[k];
        if (n.forced) {
            double chance = farkle[n.dice - 1], worth = s.number[0];
            double share = chance / (1.0 - n.must_hot);
            double on = (chance * t.lost + (n.never_hot + n.may_hot) * worth) / (1.0 - n.must_hot);
            if (on > worth) {
                share = chance / (1.0 - n.may_hot - n.must_hot);
                on = (chance * t.lost + n.never_hot * worth) / (1.0 - n.may_hot - n.must_hot);
            }
            int at = (row % ring) * n.dice + n.dice - 1;
            value[at] = on;
            for (int k = 1; k < PLAYERS; k++)
                value[k * size + at] = (k == LOST ? share : 0.0) + (1.0 - share) * s.number[k];
        }
    }
    __syncthreads();
    int base = (top - 1) % ring;
    // Classes come by their number of choices, so that the threads of a group have equally much to do.
    int own = thread < n.classes ? order[thread] : 0;
    int first = starts[own], end = starts[own + 1];
    double weight = weights[own];
    for (int row = top - 1; row >= t.own; row--) {
        for (int i = thread; i < n.classes; i += blockDim.x) {
            int c = own, from = first, to = end;
            double chance = weight;
            if (i != thread) { c = order[i]; from = starts[c]; to = starts[c + 1]; chance = weights[c]; }
            double best = -1e301;
            int pick = 0, here = base * n.dice;
            for (int k = from; k < to; k++) {
                int at = here + choices[k];
                if (at >= size) at -= size;
                double v = value[at];
                if (v > best) { best = v; pick = at; }
            }
            for (int k = 0; k < PLAYERS; k++) sums[k * n.classes + c] = chance * value[k * size + pick];
        }
        if (thread == blockDim.x - 1) bank = last ? stop_at_last(n, t, row) : stop_in_race(n, t, row);
        __syncthreads();
        for (int d = thread / 32; d < n.dice; d += blockDim.x / 32) {
            double v[PLAYERS];
            for (int k = 0; k < PLAYERS; k++) {
                v[k] = 0.0;
                const double* sum = sums + k * n.classes;
                for (int c = bounds[d] + thread % 32; c < bounds[d + 1]; c += 32) v[k] += sum[c];
                for (int step = 16; step; step /= 2) v[k] += __shfl_down_sync(0xffffffff, v[k], step);
            }
            if (thread % 32 == 0) {
                v[0] += farkle[d] * t.lost;
                v[LOST] += farkle[d];
                bool full = d == n.dice - 1;
                if (row == t.own && full)
                    for (int k = 0; k < PLAYERS; k++) out[(long long)k * lanes + lane] = v[k];
                bool stop = bank.number[0] >= v[0] && !(n.forced && full);
                for (int k = 0; k < PLAYERS; k++)
                    value[k * size + base * n.dice + d] = stop ? bank.number[k] : v[k];
            }
        }
        __syncthreads();
        base = base ? base - 1 : ring - 1;
    }
}
"""
_INTEGERS = (
    "target", "dice", "most", "classes", "forced", "places", "count", "length", "size", "widest",
)  # fmt: skip
NUMBERS = structure(_INTEGERS, ("favour", "never_hot", "may_hot", "must_hot"))


@dataclass(frozen=True, eq=False)
class RaceKernel:
    """The kernel for so many players, with the classes of rolls of one solver."""

    players: int
    solver: TurnSolver

    @property
    def shared(self) -> int:
        """How much shared memory a block needs, in bytes."""
        return shared_bytes(self.solver.plan, self.players)

    @cached_property
    def _code(self) -> Any:
        return kernel_of(f"#define PLAYERS {self.players}\n{SOURCE}", "race_turns", self.shared)

    @cached_property
    def _layout(self) -> tuple[Any, ...]:
        import cupy

        starts = self.solver.plan_arrays.starts
        order = np.argsort(-np.diff(starts), kind="stable").astype(np.int32)
        return tuple(cupy.asarray(array) for array in (*roll_layout(self.solver), order))

    def packed(self, **numbers: float) -> Any:
        """The kernel's numbers, in bytes; those of the rolls are filled in."""
        plan = self.solver.plan
        never, may, must = plan.hot_shares
        hot = {"never_hot": never, "may_hot": may, "must_hot": must, "forced": self.solver.forced}
        return in_bytes(NUMBERS, {**roll_numbers(plan), **hot, **numbers})

    def launch(self, packed: Any, tables: tuple[Any, ...], lanes: tuple[Any, Any, Any], *, last: bool) -> Any:
        """Solve turns: `lanes` are their places in the round, standings or distances, and top rows.

        `tables` are the table of the race, the last turns, and what the kernel needs of each standing.
        """
        import cupy

        values, ends, *standing = tables
        numbers = cupy.asarray(packed)
        parts = []
        for low in range(0, lanes[1].shape[1], _LANES):
            whole = (np.int64, low, low + _LANES)
            place, seats, tops = (_part(cupy, array, *whole) for array in lanes)
            count = seats.shape[1]
            out = cupy.empty((self.players, count))
            arguments = (numbers, values, ends, np.int32(last), *standing, place, seats, tops, *self._layout)
            self._code((count,), (THREADS,), (*arguments, out, np.int32(count)), shared_mem=self.shared)
            parts.append(out)
        return cupy.concatenate(parts, axis=1)


def _part(cupy: Any, array: Any, kind: Any, low: int, high: int) -> Any:
    return cupy.ascontiguousarray(cupy.asarray(array)[..., low:high].astype(kind))


class GpuTurns(RaceTurns):
    """`RaceTurns` that solves its batches, CuPy arrays, on a graphics processor."""

    @property
    def xp(self) -> ModuleType:
        """The array library of tables and batches."""
        import cupy

        module: ModuleType = cupy
        return module

    def host(self, values: Any) -> Floats:
        """A table as an array of numpy."""
        import cupy

        found: Floats = cupy.asnumpy(values)
        return found

    @property
    def host_endings(self) -> Endings:
        """The endings as arrays of numpy."""
        return replace(self.endings, shares=self.host(self.endings.shares))

    @cached_property
    def kernel(self) -> RaceKernel:
        """The kernel for these turns."""
        return RaceKernel(self.players, self.solver)

    def packed(self) -> Any:
        """The race as the kernel's numbers, in bytes."""
        return self.kernel.packed(
            target=self.places.target_row,
            places=self.rotations,
            count=self.places.count,
            length=self.endings.length,
            size=0,
            widest=stops_of(self.rules).kinds.shape[1] - 1,
            favour=self.favour,
        )

    @cached_property
    def _standing(self) -> tuple[Any, ...]:
        """What stays the same for every batch, on the device."""
        import cupy

        board = self.board_fields
        names = ("rows", "stops", "kinds", "begins", "after_farkle", "after_nothing", "waiting", "ends_at")
        kinds = {"kinds": np.int32}
        return (
            cupy.asarray(self.endings.shares),
            *(cupy.asarray(np.ascontiguousarray(board[x], kinds.get(x, np.int64))) for x in names),
        )

    def found(self, values: Any, place: Any, seats: Any, numbers: int) -> Any:
        """Solve the turns of a batch, as `RaceTurns.found` does; what comes as numpy's goes back so."""
        import cupy

        lanes = (place, seats, self.tops(cupy.asarray(seats)))
        tables = (cupy.asarray(values), *self._standing)
        out = self.kernel.launch(self.packed(), tables, lanes, last=False)
        out = out if numbers > 1 else out[:1]
        return self.host(out) if isinstance(values, np.ndarray) else out


def endings_on_gpu(
    rules: Ruleset, places: Standings, solver: TurnSolver, reach: int, players: int
) -> Endings:
    """The last turns of a race, the first of all of them on the device; see `last_turns.many_endings`."""
    import cupy

    waiting = waiting_turns(rules, players)
    if not waiting.any():
        return many_endings(rules, places, solver, reach, players)
    axis, phase = axis_of(places, reach), last_phase(rules, places, solver, reach, players)
    inner = phase.inner()
    tables = {}
    for number in sorted({int(w) for w in waiting} - {0}):
        lanes = needed_numbers(places, axis, number)
        wide = axis.on(phase.axis, lanes)
        if number == players - 1:
            following = np.stack([np.stack(case) for case in _cases(phase, inner, number)])
            found = _first_of_last(phase, following, wide, players)
        else:
            turns = phase.solve(inner, first_kind(rules), wide)
            found = cupy.asarray(np.stack([turns.holder, *turns.shares[:-1]]))
        tables[number] = cupy.zeros((number, *(axis.length,) * number))
        tables[number][(slice(None), *(cupy.asarray(x) for x in lanes))] = found
    return joined_endings(axis.begins(places), axis.length, waiting, tables, cupy)


def _cases(phase: LastPhase, inner: Any, number: int) -> list[list[Floats]]:
    """After a turn below, level with and above the lead: the shares of its mover and of those who follow."""
    cases = phase.cases(inner, first_kind(phase.rules), number)
    return [[case.holder, *case.shares] for case in cases]


def _first_of_last(phase: LastPhase, following: Floats, lanes: Ints, players: int) -> Any:
    """The shares of the trigger and of all but the last who play, after the first of the last turns."""
    import cupy

    kernel, stops = RaceKernel(players, phase.solver), stops_of(phase.rules)
    packed = kernel.packed(
        target=0,
        places=1,
        count=0,
        length=phase.axis.length,
        size=phase.axis.size,
        widest=stops.kinds.shape[1] - 1,
        favour=FAVOUR,
    )
    tables = cupy.asarray(np.ascontiguousarray(following))
    behind, none = cupy.asarray(phase.axis.behind), cupy.zeros(1, np.int64)
    standing = (
        behind,
        cupy.asarray(np.ascontiguousarray(stops.numbers[:, 0])),
        cupy.asarray(np.ascontiguousarray(stops.kinds, np.int32)),
        *(none,) * 5,
    )
    at = cupy.asarray(lanes)
    batch = (cupy.zeros(lanes.shape[1], np.int64), at, cupy.asarray(phase.finals(lanes)))
    found = kernel.launch(packed, (tables, tables, *standing), batch, last=True)
    lost = tables[0, 1:][(slice(None), *at[1:])]
    shares = found[1:-1] + found[-1] * lost
    own = found[0] - FAVOUR * shares[0]
    trigger = 1.0 - own - shares.sum(axis=0)
    return cupy.concatenate([trigger[None], own[None], shares[:-1]])
