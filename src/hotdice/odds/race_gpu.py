"""The race on a graphics processor: a block of threads solves many turns side by side, for any number.

As on the processor a turn carries the mover's value, the shares of all who follow but the last, and the
chance that it is lost. There are two kinds of turns: those of the race, whose stops come from the table, and
the last turns, whose stops come from the tables of those that follow (`last_turns`). The arithmetic is that
of the compiled kernel in another order, so values agree to rounding. The table itself stays on the device,
where the levels are filled by the same code as on the processor, on CuPy's arrays.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from hotdice.odds.device import (
    in_bytes,
    kernel_of,
    roll_numbers,
    shared_limit,
    structure,
)
from hotdice.odds.endings import Endings, joined_endings
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.last_turns import (
    FAVOUR,
    Inner,
    LastPhase,
    LastTurns,
    axis_of,
    first_kind,
    kinds_of,
    last_phase,
    many_endings,
    needed_numbers,
    waiting_turns,
)
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.race_source import SOURCE
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.roll_streams import RollStreams, roll_streams
from hotdice.odds.standings import Standings
from hotdice.odds.stopping import stops_of
from hotdice.rules import Ruleset

GROUPS = 32
"""Groups of threads in a block: all but one share the rolls, the last one looks up what stops are worth."""

_LAUNCH = 1 << 22
"""Turns of one launch, so that what they need beside the table stays small."""

_MOST_ROWS = 1 << 20
"""More rows than any turn has."""

_INTEGERS = (
    "target", "dice", "most", "classes", "forced", "places", "count", "length", "size", "widest",
    "entries", "pairs",
)  # fmt: skip
NUMBERS = structure(_INTEGERS, ("favour", "never_hot", "may_hot", "must_hot"))


@dataclass(frozen=True, eq=False)
class RaceKernel:
    """The kernel for so many players, with the classes of rolls of one solver; for last turns or others."""

    players: int
    solver: TurnSolver
    last: bool = False

    @cached_property
    def streams(self) -> RollStreams:
        """The rolls, dealt out to all groups of threads but one."""
        return roll_streams(self.solver.plan_arrays, GROUPS - 1)

    @cached_property
    def lanes(self) -> int:
        """How many turns a block solves: as many as there is shared memory for, one a thread of a warp."""
        return next(lanes for lanes in (32, 16, 8, 4, 2, 1) if self.shared(lanes) <= shared_limit())

    def shared(self, lanes: int) -> int:
        """How much shared memory a block of so many turns needs, in bytes."""
        streams = self.streams
        entries = streams.entries + len(streams.segments) + 1
        return 8 * (entries * self.players * lanes + len(streams.weights)) + 4 * (len(streams.words) + 2)

    @cached_property
    def _code(self) -> Any:
        threads = GROUPS * self.lanes
        sizes = {"PLAYERS": self.players, "LANES": self.lanes, "THREADS": threads, "LAST": int(self.last)}
        defined = "".join(f"#define {name} {size}\n" for name, size in sizes.items())
        return kernel_of(defined + SOURCE, "race_turns", self.shared(self.lanes))

    @cached_property
    def _layout(self) -> tuple[Any, ...]:
        import cupy

        streams = self.streams
        groups = np.append(streams.groups, streams.groups[-1])
        arrays = (
            streams.words.view(np.int32), streams.weights, streams.segments, groups, streams.dice,
            streams.rings, self.solver.plan.farkle,
        )  # fmt: skip
        return tuple(cupy.asarray(np.ascontiguousarray(array)) for array in arrays)

    def packed(self, **numbers: float) -> Any:
        """The kernel's numbers, in bytes; those of the rolls are filled in."""
        plan = self.solver.plan
        never, may, must = plan.hot_shares
        hot = {"never_hot": never, "may_hot": may, "must_hot": must, "forced": self.solver.forced}
        sizes = {"entries": self.streams.entries, "pairs": len(self.streams.words) // 2}
        return in_bytes(NUMBERS, {**roll_numbers(plan), **hot, **sizes, **numbers})

    def launch(self, packed: Any, tables: tuple[Any, ...], lanes: tuple[Any, ...]) -> Any:
        """Solve turns: `lanes` are their places in the round, standings or distances, top and first rows.

        `tables` are the table of the race, the last turns, and what the kernel needs of each standing. Turns
        that are about as long go side by side.
        """
        import cupy

        numbers = cupy.asarray(packed)
        place, seats, tops, own = (cupy.asarray(array) for array in lanes)
        parts = []
        for low in range(0, seats.shape[1], _LAUNCH):
            part = slice(low, low + _LAUNCH)
            batch = [cupy.ascontiguousarray(x[..., part].astype(np.int64)) for x in (place, seats, tops)]
            order = cupy.argsort(own[part] * _MOST_ROWS + batch[2])
            count = len(order)
            out = cupy.empty((self.players, count))
            arguments = (numbers, *tables, *batch, order, *self._layout, out)
            grid, block = (-(-count // self.lanes),), (GROUPS * self.lanes,)
            self._code(grid, block, (*arguments, np.int32(count)), shared_mem=self.shared(self.lanes))
            parts.append(out)
        return parts[0] if len(parts) == 1 else cupy.concatenate(parts, axis=1)


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

        standings = cupy.asarray(seats)
        lanes = (place, standings, self.tops(standings), self._standing[1][standings[0]])
        tables = (cupy.asarray(values), *self._standing)
        out = self.kernel.launch(self.packed(), tables, lanes)
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
    inner = inner_on_gpu(phase)
    tables = {}
    for number in sorted({int(w) for w in waiting} - {0}):
        lanes = needed_numbers(places, axis, number)
        found = _last_turns(phase, inner, first_kind(rules), axis.on(phase.axis, lanes))
        tables[number] = cupy.zeros((number, *(axis.length,) * number))
        tables[number][(slice(None), *(cupy.asarray(x) for x in lanes))] = found[:-1]
    return joined_endings(axis.begins(places), axis.length, waiting, tables, cupy)


def inner_on_gpu(phase: LastPhase) -> Inner:
    """The tables within the last turns as `LastPhase.inner` finds them, on the device."""
    import cupy

    inner = phase.within(0)
    for waiting in range(1, phase.players - 1):
        shape = (phase.axis.length,) * waiting
        lanes = np.indices(shape).reshape(waiting, -1)
        for kind in kinds_of(phase.rules, phase.players, waiting):
            trigger, *shares = cupy.asnumpy(_last_turns(phase, inner, kind, lanes))
            found = np.stack(shares).reshape(waiting, *shape)
            inner[waiting, kind] = LastTurns(trigger.reshape(shape) / max(kind, 1), found)
    return inner


def _last_turns(phase: LastPhase, inner: Inner, kind: int, lanes: Ints) -> Any:
    """What those have together who hold the lead, then the shares of all who play, on the device."""
    import cupy

    cases = phase.cases(inner, kind, len(lanes))
    following = np.stack([np.stack([case.holder, *case.shares]) for case in cases])
    kernel, stops = RaceKernel(len(lanes) + 1, phase.solver, last=True), stops_of(phase.rules)
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
    at, rest = cupy.asarray(lanes), cupy.zeros(lanes.shape[1], np.int64)
    batch = (rest, at, cupy.asarray(phase.finals(lanes)), rest)
    found = kernel.launch(packed, (tables, tables, *standing), batch)
    own, shares = found[0], found[1:-1]
    if len(lanes) > 1:
        shares = shares + found[-1] * tables[0, 1:][(slice(None), *at[1:])]
        own = own - FAVOUR * shares[0]
    trigger = 1.0 - own - shares.sum(axis=0)
    return cupy.concatenate([trigger[None], own[None], shares])
