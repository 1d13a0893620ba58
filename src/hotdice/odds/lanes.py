"""Many turns at once: one call solves every turn of a batch, compiled where numba is installed.

A turn is given by what its ends are worth: stopping at each absolute total, and losing everything. All totals
are rows of one axis, counted in steps. Whoever comes to the row `final` or beyond stops there, or rolls until
the turn is lost where that is better; the last row stands for all beyond it.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hotdice.odds.compiling import compiled_available
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, RollPlan

if TYPE_CHECKING:
    from hotdice.odds.kernel import CompiledPlan

LANES = 8
"""How many turns lie side by side in memory where compiled code solves them together."""


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

    def solve(self, bank: Floats, farkle: Floats, start: Ints, *, final: int | None = None) -> Floats:
        """Values of turns from `bank[row, lane]` (or `NOT_ALLOWED`), `farkle[lane]` and `start[lane]`.

        A bank of one column serves every lane. Without `final` it is the last row.
        """
        last = bank.shape[0] - 1 if final is None else final
        return np.asarray(self.carry([bank], farkle[None], start, np.full(len(start), last))[0])

    def solve_tagged(
        self,
        bank: Floats,
        bank_tags: Floats,
        farkle: Floats,
        farkle_tags: Floats,
        start: Ints,
        *,
        final: int | None = None,
    ) -> tuple[Floats, Floats]:
        """Values of turns, and the mean tag of their ends under the best play."""
        last = bank.shape[0] - 1 if final is None else final
        lost = np.stack([farkle, farkle_tags])
        values, means = self.carry([bank, bank_tags], lost, start, np.full(len(start), last))
        return values, means

    def carry(self, stops: Sequence[Floats], lost: Floats, start: Ints, final: Ints) -> Floats:
        """Values of turns and the means of further numbers of their ends under the best play, as [k, lane].

        `stops[0][row, lane]` is what stopping is worth, `lost[0, lane]` losing the turn; what follows goes
        along. The turn of a lane begins at row `start` and is not rolled on from row `final`.

        >>> from hotdice.odds.plan import roll_plan
        >>> from hotdice.rules import load
        >>> solver = TurnSolver(roll_plan(load("busche-neller")), forced=False)
        >>> bank, one = np.array([[0.0], [1.0]]), np.ones(1, np.int64)  # any score wins
        >>> solver.carry([bank, bank], np.array([[0.0], [0.0]]), 0 * one, one).round(6).tolist()
        [[0.969136], [0.969136]]
        """
        if not self.fast:
            return self._carry_plainly(stops, lost, start, final)
        from hotdice.odds.kernel import solve_lanes, workspace

        count, numbers = len(start), len(stops)
        whole = np.empty((numbers, stops[0].shape[0], count))
        for k, stop in enumerate(stops):
            whole[k] = stop
        out = np.empty((numbers, count))
        order = np.lexsort((final, start))
        rows = int(final.max()) + self.plan.most + 1

        def part(worker: int, workers: int) -> None:
            bank, memory = workspace(self.layout, rows, numbers)
            room = tuple(np.empty(LANES) for _ in stops)
            solve_lanes(
                self.layout, tuple(whole), lost, start, final, order, worker, workers, bank, memory, room, out
            )  # fmt: skip

        in_parallel(part, count)
        return out

    def _carry_plainly(self, stops: Sequence[Floats], lost: Floats, start: Ints, final: Ints) -> Floats:
        lanes, last = np.arange(len(start)), int(final.max())
        if len(stops) <= 2:
            tags = (stops[1], lost[1]) if len(stops) == 2 else (None, None)
            found = self.rows(stops[0], lost[0], int(start.min()), *tags, final=last)
            return np.stack([rows[start, -1, lanes] for rows in found[: len(stops)]])
        assert not self.forced, "more than one number goes along only where hot dice leave a choice"
        plan, dice = self.plan, self.plan.dice
        rows = np.minimum(np.arange(last + plan.most + 1), stops[0].shape[0] - 1)
        shape = (len(rows), len(lanes))
        bank = np.stack([np.broadcast_to(stop[rows], shape) for stop in stops])
        memory = np.zeros((len(stops), len(rows), dice, len(lanes)))
        ends = np.where(bank[0, last:] >= lost[0], bank[:, last:], lost[:, None])
        memory[:, last:] = ends[:, :, None]
        flat = memory.reshape(len(stops), -1, len(lanes))
        places = plan.points * dice + plan.left
        bounds = np.append(plan.starts, len(plan.points))
        out = np.empty((len(stops), len(lanes)))
        for row in range(last - 1, int(start.min()) - 1, -1):
            offered = flat[:, row * dice + places]
            chosen = np.empty((len(stops), len(plan.starts), len(lanes)))
            for index, (low, high) in enumerate(pairwise(bounds)):
                chosen[:, index] = offered[:, low + offered[0, low:high].argmax(axis=0), lanes]
            rolled = plan.weights @ chosen + plan.farkle[None, :, None] * lost[:, None]
            if plan.wins is not None:
                rolled[0] += plan.wins[:, None]
            here = start == row
            out[:, here] = rolled[:, -1, here]
            stop = bank[0, row] >= rolled[0]
            memory[:, row] = np.where(stop[None], bank[:, row][:, None], rolled)
        return out

    def rows(
        self,
        bank: Floats,
        farkle: Floats,
        lowest: int = 0,
        bank_tags: Floats | None = None,
        farkle_tags: Floats | None = None,
        *,
        final: int | None = None,
    ) -> tuple[Floats, Floats]:
        """Values of rolling, by row, dice and lane, in plain numpy; with tags also their means.

        The entry of a row says what rolling is worth there, not stopping; below `lowest` and from `final` on
        nothing is filled in. Of choices with the same value the one with the greater tag counts.
        """
        plan, dice, lanes = self.plan, self.plan.dice, len(farkle)
        last = bank.shape[0] - 1 if final is None else final
        roll = np.zeros((last + 1, dice, lanes))
        marks = bank if bank_tags is None else bank_tags
        best, tags = self._tops(bank, marks, farkle, farkle if farkle_tags is None else farkle_tags, last)
        stops = slice(0, dice - 1) if self.forced else slice(0, dice)
        share = np.zeros((plan.most + 1, lanes))
        if self.forced:
            best[last:, dice - 1], share = self.top_value(best[last:, 0], farkle)
        bank = np.broadcast_to(bank, (bank.shape[0], lanes))
        places = plan.points * dice + plan.left
        flat = best.reshape(-1, lanes)
        lost = np.outer(plan.farkle, farkle)
        if plan.wins is not None:
            lost += plan.wins[:, None]
        offered = np.empty((len(places), lanes))
        greatest = np.empty((len(plan.starts), lanes))
        if bank_tags is None or farkle_tags is None:
            for row in range(last - 1, lowest - 1, -1):
                flat[row * dice :].take(places, axis=0, out=offered, mode="clip")
                np.maximum.reduceat(offered, plan.starts, axis=0, out=greatest)
                np.add(plan.weights @ greatest, lost, out=roll[row])
                best[row] = roll[row]
                np.maximum(best[row, stops], bank[row], out=best[row, stops])
            return roll, np.zeros_like(roll)
        means = np.zeros_like(roll)
        if self.forced:
            tags[last:, dice - 1] = share * farkle_tags + (1 - share) * tags[last:, 0]
        bank_tags = np.broadcast_to(bank_tags, bank.shape)
        flat_tags = tags.reshape(-1, lanes)
        lost_tags = np.outer(plan.farkle, farkle_tags)
        chosen, level = np.empty_like(offered), np.empty_like(offered)
        for row in range(last - 1, lowest - 1, -1):
            flat[row * dice :].take(places, axis=0, out=offered, mode="clip")
            np.maximum.reduceat(offered, plan.starts, axis=0, out=greatest)
            np.add(plan.weights @ greatest, lost, out=roll[row])
            best[row] = roll[row]
            greatest.take(plan.class_of, axis=0, out=level, mode="clip")
            flat_tags[row * dice :].take(places, axis=0, out=chosen, mode="clip")
            np.copyto(chosen, NOT_ALLOWED, where=offered < level)
            np.maximum.reduceat(chosen, plan.starts, axis=0, out=greatest)
            np.add(plan.weights @ greatest, lost_tags, out=means[row])
            tags[row] = means[row]
            stop = bank[row] >= roll[row, stops]
            np.copyto(best[row, stops], bank[row], where=stop)
            np.copyto(tags[row, stops], bank_tags[row], where=stop)
        return roll, means

    def _tops(
        self, bank: Floats, bank_tags: Floats, farkle: Floats, farkle_tags: Floats, last: int
    ) -> tuple[Floats, Floats]:
        """Room for all rows and for their tags, with what the ends are worth from the final row on."""
        dice, most, lanes = self.plan.dice, self.plan.most, len(farkle)
        best, tags = np.zeros((2, last + most + 1, dice, lanes))
        rows = np.minimum(np.arange(last, last + most + 1), bank.shape[0] - 1)
        stops = bank[rows] >= farkle
        best[last:] = np.where(stops, bank[rows], farkle)[:, None, :]
        tags[last:] = np.where(stops, bank_tags[rows], farkle_tags)[:, None, :]
        return best, tags

    def top_value(self, bank: Floats, farkle: Floats) -> tuple[Floats, Floats]:
        """All dice at the final row where they must be rolled: the value, and the chance of losing it all."""
        never, maybe, always = self.plan.hot_shares
        chance = self.plan.farkle[-1]
        stopping = (chance * farkle + (never + maybe) * bank) / (1 - always)
        rolling = (chance * farkle + never * bank) / (1 - maybe - always)
        on = stopping > bank
        return np.where(on, rolling, stopping), np.where(
            on, chance / (1 - maybe - always), chance / (1 - always)
        )


_POOL: list[ThreadPoolExecutor] = []


def in_parallel(part: Callable[[int, int], Any], count: int, *, least: int = 16) -> None:
    """Run `part(worker, workers)` for every worker, on every core when there is enough to do.

    Each takes every `workers`-th group of lanes, so that long and short turns are dealt out evenly.
    """
    workers = _workers(count, least)
    jobs = [_pool().submit(part, worker, workers) for worker in range(1, workers)]
    part(0, workers)
    for job in jobs:
        job.result()


def beside(part: Callable[[int, int], Any], count: int, *, least: int = 16) -> Callable[[], None]:
    """As `in_parallel`, while the caller goes on; what comes back waits for the end.

    >>> done = []
    >>> beside(lambda worker, workers: done.append(worker), 16)()
    >>> done
    [0]
    """
    workers = _workers(count, least)
    jobs = [_pool().submit(part, worker, workers) for worker in range(workers)]

    def wait() -> None:
        for job in jobs:
            job.result()

    return wait


def _workers(count: int, least: int) -> int:
    return max(1, min(threads(), count // least))


def _pool() -> ThreadPoolExecutor:
    if not _POOL:
        _POOL.append(ThreadPoolExecutor(threads(), "hotdice-odds"))
    return _POOL[0]
