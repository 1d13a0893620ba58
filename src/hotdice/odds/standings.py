"""Where one player of a race can stand at the start of a turn, numbered.

A standing is a recorded total, the number of farkles in a row, and whether the player is on the board. The
race of two is a table over (mover's standing, other's standing), and over who began where that matters.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hotdice.odds.plan import Ints
from hotdice.odds.stopping import target_step
from hotdice.rules import LastChance, Ruleset, Ties


@dataclass(frozen=True)
class Standings:
    """The standings of a race in one numbering.

    Totals are rows: row r is a total of `lowest + r * step`. On the board, standing `f * totals + r` has f
    farkles; those not on the board follow, `f * len(closed) + i` for the total at row `closed[i]`.
    """

    rules: Ruleset
    step: int
    lowest: int
    totals: int
    closed: tuple[int, ...]
    counters: int

    @property
    def count(self) -> int:
        """How many standings there are."""
        return self.counters * (self.totals + len(self.closed))

    @property
    def sides(self) -> int:
        """1, or 2 where it matters whether the mover is the one who began."""
        last, ties = self.rules.last_chance, self.rules.ties
        plays_off = last is LastChance.OTHERS_ONCE and ties is Ties.PLAY_OFF
        return 2 if last is LastChance.FINISH_ROUND or plays_off else 1

    @property
    def states(self) -> int:
        """The start-of-turn states of the race."""
        return self.sides * self.count**2

    @cached_property
    def rows(self) -> Ints:
        """The row of each standing's total."""
        opened = np.tile(np.arange(self.totals), self.counters)
        return np.concatenate([opened, np.tile(np.array(self.closed, np.int64), self.counters)]).astype(
            np.int64
        )

    @cached_property
    def farkles(self) -> Ints:
        """The farkles in a row of each standing."""
        counters = np.arange(self.counters)
        return np.concatenate([np.repeat(counters, self.totals), np.repeat(counters, len(self.closed))])

    @cached_property
    def opened(self) -> Ints:
        """1 for standings on the board, 0 for the others."""
        return (np.arange(self.count) < self.counters * self.totals).astype(np.int64)

    @cached_property
    def after_farkle(self) -> Ints:
        """The standing after one more farkle."""
        rules = self.rules
        if not rules.penalty.points:
            return np.arange(self.count)
        lost = rules.penalty.points // self.step
        last = self.farkles + 1 >= self.counters
        rows = np.where(last, np.maximum(self.rows - lost, 0), self.rows)
        restart = 0 if rules.penalty.restarts else self.counters - 1
        farkles = np.where(last, restart, self.farkles + 1)
        return self._numbers(rows, farkles)

    @cached_property
    def after_nothing(self) -> Ints:
        """The standing after a stop that records nothing."""
        return self._numbers(self.rows, np.zeros(self.count, np.int64))

    def _numbers(self, rows: Ints, farkles: Ints) -> Ints:
        closed = np.searchsorted(np.array(self.closed or (0,)), rows)
        beyond = self.counters * self.totals
        return np.where(
            self.opened == 1, farkles * self.totals + rows, beyond + farkles * len(self.closed) + closed
        ).astype(np.int64)

    def number(self, total: int, farkles: int = 0, opened: bool = True) -> int:
        """The number of a standing; totals below the bound count as the bound.

        Raises:
            ValueError: the game cannot bring a player there.
        """
        row, off = divmod(total - self.lowest, self.step)
        if off or row >= self.totals:
            raise ValueError(f"no start of a turn in this race has a total of {total:,}")
        row = max(row, 0)
        farkles = min(farkles, self.counters - 1)
        if opened:
            return farkles * self.totals + row
        if row not in self.closed:
            raise ValueError(f"a player who is not on the board cannot have {total:,} points here")
        return self.counters * self.totals + farkles * len(self.closed) + self.closed.index(row)

    def starts(self, players: int) -> tuple[int, ...]:
        """The standings of so many seats before the first turn."""
        gifts = (*self.rules.compensation, *(0,) * players)[:players]
        return tuple(self.number(points, opened=not self.rules.opening) for points in gifts)

    @property
    def target_row(self) -> int:
        """The first row that meets the target."""
        return self.totals


def standings(rules: Ruleset, lowest: int | None = None, also: tuple[int, ...] = ()) -> Standings:
    """The standings of a race; `lowest` bounds totals from below where the sheet's penalty does not.

    `also` are further totals that a player may have before being on the board.

    >>> from hotdice.rules import load
    >>> standings(load("playmonster")).count, standings(load("facebook")).count
    (201, 750)
    """
    step = rules.step
    target = target_step(rules)
    penalty = rules.penalty
    if not penalty.points:
        bound = 0
    elif penalty.floor is not None:
        bound = max(penalty.floor, -(10**9) if lowest is None else lowest)
    else:
        bound = -5 * penalty.points if lowest is None else lowest
    low = -(-bound // step)
    closed: set[int] = set()
    if rules.opening:
        for points in (*(*rules.compensation[:2], 0, 0)[:2], *also):
            row = points // step - low
            closed.add(row)
            while penalty.points and row > 0:
                row = max(row - penalty.points // step, 0)
                closed.add(row)
    counters = penalty.count if penalty.points else 1
    return Standings(rules, step, low * step, target - low, tuple(sorted(closed)), counters)
