"""Many turns at once: one call solves every turn of a batch, compiled where numba is installed.

A turn is given by what its ends are worth: stopping at each absolute total, and losing everything. All totals
are rows of one axis, counted in steps; the last row is final, and whoever comes to it or beyond stops there.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hotdice.odds.plan import Floats, Ints, RollPlan

if TYPE_CHECKING:
    from hotdice.odds.kernel import CompiledPlan


def compiled_available() -> bool:
    """Whether numba is installed; without it everything works, more slowly.

    >>> compiled_available() in (True, False)
    True
    """
    return find_spec("numba") is not None


def threads() -> int:
    """How many threads the solver uses: one for each core this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class PlanArrays(NamedTuple):
    """A roll plan for compiled code that visits the choices of each class one by one."""

    starts: Ints
    bounds: Ints
    weights: Floats
    points: Ints
    left: Ints
    farkle: Floats
    hot: Floats
    most: int


@dataclass(frozen=True, eq=False)
class TurnSolver:
    """Solves turns with the rolls of one plan; `forced` says that hot dice must be rolled again.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> solver = TurnSolver(roll_plan(load("busche-neller")), forced=False)
    >>> bank = np.array([[0.0], [1.0]])  # any score at all wins
    >>> float(solver.solve(bank, farkle=np.zeros(1), start=np.zeros(1, np.int64))[0].round(6))
    0.969136
    """

    plan: RollPlan
    forced: bool
    compiled: bool = True

    @cached_property
    def layout(self) -> "CompiledPlan":
        """The plan as the compiled kernel reads it."""
        from hotdice.odds.kernel import compile_plan

        return compile_plan(self.plan, forced=self.forced)

    @cached_property
    def plan_arrays(self) -> "PlanArrays":
        """The plan as plain arrays, class by class."""
        plan = self.plan
        counts = [int(np.count_nonzero(row)) for row in plan.weights]
        return PlanArrays(
            starts=np.append(plan.starts, len(plan.points)),
            bounds=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            weights=plan.weights.max(axis=0),
            points=plan.points,
            left=plan.left,
            farkle=plan.farkle,
            hot=plan.hot_shares,
            most=plan.most,
        )

    @property
    def fast(self) -> bool:
        """Whether the compiled kernel is used."""
        return self.compiled and compiled_available()

    def solve(self, bank: Floats, farkle: Floats, start: Ints) -> Floats:
        """Values of turns: `bank[row, lane]` (minus infinity: not allowed), `farkle[lane]`, `start[lane]`.

        A bank of one column serves every lane.
        """
        if self.fast:
            return self._grouped(bank, None, farkle, None, start)[0]
        return self.rows(bank, farkle, int(start.min()))[0][start, -1, np.arange(len(start))]

    def solve_tagged(
        self, bank: Floats, bank_tags: Floats, farkle: Floats, farkle_tags: Floats, start: Ints
    ) -> tuple[Floats, Floats]:
        """Values of turns, and the mean tag of their ends under the best play."""
        if self.fast:
            return self._grouped(bank, bank_tags, farkle, farkle_tags, start)
        values, tags = self.rows(bank, farkle, int(start.min()), bank_tags, farkle_tags)
        lanes = np.arange(len(start))
        return values[start, -1, lanes], tags[start, -1, lanes]

    def _grouped(
        self, bank: Floats, bank_tags: Floats | None, farkle: Floats, farkle_tags: Floats | None, start: Ints
    ) -> tuple[Floats, Floats]:
        from hotdice.odds.kernel import solve_all

        count = len(start)
        shape = (bank.shape[0], count)
        bank = np.broadcast_to(bank, shape)
        tags = np.zeros((1, 1)) if bank_tags is None else bank_tags
        lost = np.zeros(count) if farkle_tags is None else farkle_tags
        tags = np.broadcast_to(tags, shape)
        out, out_tags = np.empty(count), np.empty(count)
        order = np.argsort(start, kind="stable")

        tagged = bank_tags is not None

        def part(worker: int, workers: int) -> None:
            solve_all(
                self.layout, bank, tags, farkle, lost, start, order, tagged, worker, workers, out, out_tags
            )

        in_parallel(part, count)
        return out, out_tags

    def rows(
        self,
        bank: Floats,
        farkle: Floats,
        lowest: int = 0,
        bank_tags: Floats | None = None,
        farkle_tags: Floats | None = None,
    ) -> tuple[Floats, Floats]:
        """Values of rolling, by row, dice and lane, in plain numpy; with tags also their means.

        The entry of a row says what rolling is worth there, not stopping; below `lowest` nothing is filled
        in. Of choices with the same value the one with the greater tag counts.
        """
        plan, dice = self.plan, self.plan.dice
        count, lanes = bank.shape[0], len(farkle)
        bank = np.broadcast_to(bank, (count, lanes))
        roll = np.zeros((count, dice, lanes))
        best = np.zeros((count + plan.most, dice, lanes))
        tagged = bank_tags is not None and farkle_tags is not None
        roll_tags, best_tags = np.zeros_like(roll), np.zeros_like(best)
        if bank_tags is not None and farkle_tags is not None:
            bank_tags = np.broadcast_to(bank_tags, (count, lanes))
            lost_tags = farkle_tags
        stops = slice(0, dice - 1) if self.forced else slice(0, dice)
        best[count - 1 :] = bank[-1]
        if tagged:
            best_tags[count - 1 :] = bank_tags[-1]
        if self.forced:
            value, lost = self.top_value(bank[-1], farkle)
            best[count - 1 :, dice - 1] = value
            if tagged:
                best_tags[count - 1 :, dice - 1] = lost * lost_tags + (1 - lost) * bank_tags[-1]
        class_of = np.repeat(np.arange(len(plan.starts)), np.diff(np.append(plan.starts, len(plan.points))))
        flat, flat_tags = best.reshape(-1, lanes), best_tags.reshape(-1, lanes)
        places = plan.points * dice + plan.left
        for row in range(count - 2, lowest - 1, -1):
            offered = flat[row * dice + places]
            greatest = np.maximum.reduceat(offered, plan.starts, axis=0)
            value = plan.weights @ greatest + np.outer(plan.farkle, farkle)
            roll[row] = best[row] = value
            stop = bank[row] >= value[stops]
            best[row, stops] = np.where(stop, bank[row], value[stops])
            if tagged:
                chosen = np.where(offered >= greatest[class_of], flat_tags[row * dice + places], -np.inf)
                mean = plan.weights @ np.maximum.reduceat(chosen, plan.starts, axis=0)
                mean += np.outer(plan.farkle, lost_tags)
                roll_tags[row] = best_tags[row] = mean
                best_tags[row, stops] = np.where(stop, bank_tags[row], mean[stops])
        return roll, roll_tags

    def top_value(self, bank: Floats, farkle: Floats) -> tuple[Floats, Floats]:
        """All dice at the final row where they must be rolled: the value, and the chance of losing it all."""
        never, maybe, always = self.plan.hot_shares
        chance = self.plan.farkle[-1]
        stopping = (chance * farkle + (never + maybe) * bank) / (1 - always)
        rolling = (chance * farkle + never * bank) / (1 - maybe - always)
        on = stopping > bank
        return np.where(on, rolling, stopping), np.where(on, chance / (1 - maybe - always), chance / (1 - always))


_POOL: list[ThreadPoolExecutor] = []


def in_parallel(part: Callable[[int, int], Any], count: int, *, least: int = 16) -> None:
    """Run `part(worker, workers)` for every worker, on every core when there is enough to do.

    Each takes every `workers`-th group of lanes, so that long and short turns are dealt out evenly.
    """
    workers = max(1, min(threads(), count // least))
    if workers > 1 and not _POOL:
        _POOL.append(ThreadPoolExecutor(threads(), "hotdice-odds"))
    jobs = [_POOL[0].submit(part, worker, workers) for worker in range(1, workers)]
    part(0, workers)
    for job in jobs:
        job.result()
