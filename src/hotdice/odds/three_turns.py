"""The turns of a race of three as lanes of the turn solver, given the table so far."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from hotdice.odds.carrying import Carried, solve_carried
from hotdice.odds.lanes import TurnSolver, in_parallel, threads
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, RollPlan
from hotdice.odds.standings import Standings
from hotdice.odds.three_endings import FAVOUR, ThreeEndings
from hotdice.rules import LastChance, OpeningPolicy, Ruleset


class ThreeNumbers(NamedTuple):
    """What a stop depends on, in steps and as plain numbers for the kernel.

    `waiting` turns follow when the target is reached by the first in the round, one less for each place
    after it where that counts (`by_place`).
    """

    target: int
    minimum: int
    minimum_binds_win: bool
    opening: int
    may_stop: bool
    waiting: int
    by_place: bool
    favour: float


@dataclass(frozen=True, eq=False)
class ThreeTurns:
    """Solves batches of turns against a table `values[place, k, mover, next, third]`.

    k = 0 is the mover's share of the win and k = 1 the next player's; the third has the rest. Nobody rolls on
    who is at the target and `margin` steps above the greatest total at the start of the turn.
    """

    rules: Ruleset
    places: Standings
    solver: TurnSolver
    endings: ThreeEndings
    margin: int
    favour: float = FAVOUR

    @property
    def rotations(self) -> int:
        """How many places in the round are told apart."""
        return 3 if self.rules.last_chance is LastChance.FINISH_ROUND else 1

    @cached_property
    def numbers(self) -> ThreeNumbers:
        """The rules of stopping as plain numbers."""
        return stop_numbers_of(self.rules, self.places, 3, self.favour)

    @cached_property
    def floor(self) -> int:
        """A row that everybody must be let roll up to: the target, and every minimum."""
        return lowest_top(self.rules, self.places)

    def tops(self, mover: Ints, following: Ints, third: Ints) -> Ints:
        """The row from which nobody rolls on: `margin` above the leader, but never below the floor."""
        rows = self.places.rows
        leader = np.maximum(np.maximum(rows[mover], rows[following]), rows[third])
        return np.asarray(np.maximum(leader + self.margin, self.floor))

    @cached_property
    def highest(self) -> int:
        """The greatest of all tops."""
        return max(int(self.places.rows.max()) + self.margin, self.floor)

    def solve(self, values: Floats, place: Ints, mover: Ints, following: Ints, third: Ints) -> Floats:
        """Solve the turns of a batch.

        Rows 0 to 2: the mover's value with the favour in it, the next player's without lost turns, the
        chance of losing the turn; rows 3 and 4: what losing it was worth to the mover and to the next.
        """
        out = np.empty((5, len(mover)))
        tops = self.tops(mover, following, third)
        if not self.solver.fast:
            return self._plain(values, place, mover, following, third, tops, out)
        from hotdice.odds.three_kernel import solve_three_lanes

        order = np.lexsort((tops, self.places.rows[mover]))
        lanes = [np.ascontiguousarray(array[order]) for array in (place, mover, following, third, tops)]
        found = np.empty_like(out)
        ends = self.endings

        def part(worker: int, workers: int) -> None:
            solve_three_lanes(
                self.solver.layout, self.numbers, self.places.rows, self.places.opened, ends.begins, values,
                ends.both, ends.one, *lanes, worker, workers, self._work[worker], found,
            )  # fmt: skip

        in_parallel(part, len(mover))
        out[:, order] = found
        return out

    @cached_property
    def _work(self) -> list[Any]:
        from hotdice.odds.three_kernel import work

        layout = self.solver.layout
        rows = self.highest + layout.most + 1
        return [work(layout.first.size, layout.dice, rows) for _ in range(threads())]

    def stops(
        self, after: Floats, place: int, mover: int, following: int, third: int, count: int
    ) -> tuple[Floats, Floats, Floats]:
        """What stopping at the first `count` rows is worth to the mover and the next; 1 where for nothing.

        `after[0]` and `after[1]` are the shares of the next and the third player by the mover's standing.
        """
        numbers, places, ends = self.numbers, self.places, self.endings
        rows = np.arange(count)
        gain = rows - places.rows[mover]
        reached = rows >= numbers.target
        its_next, own = np.zeros(len(rows)), np.ones(len(rows))
        below = slice(0, numbers.target)
        its_next[below] = after[0, : numbers.target]
        own[below] = 1.0 - after[0, : numbers.target] - after[1, : numbers.target]
        past = rows[numbers.target :]
        waiting = numbers.waiting - place if numbers.by_place else numbers.waiting
        near, far = ends.begins[following] + past, ends.begins[third] + past
        if waiting == 1:
            its_next[numbers.target :] = ends.one[near]
            own[numbers.target :] = 1.0 - ends.one[near]
        elif waiting == 2:
            own[numbers.target :], its_next[numbers.target :] = ends.both[:, near, far]
        legal = (gain > 0) & ((gain >= numbers.minimum) | (reached & (not numbers.minimum_binds_win)))
        nothing = np.zeros(len(rows), bool)
        if not places.opened[mover]:
            nothing = legal & (gain < numbers.opening)
            if numbers.may_stop:
                lost = after[0, mover]
                own[nothing], its_next[nothing] = 1.0 - lost - after[1, mover], lost
            else:
                legal &= ~nothing
                nothing[:] = False
        own[~legal] = NOT_ALLOWED
        return own, its_next, nothing.astype(np.float64)

    def _plain(
        self, values: Floats, place: Ints, mover: Ints, following: Ints, third: Ints, tops: Ints, out: Floats
    ) -> Floats:
        rows = int(tops.max()) + self.solver.plan.most + 1
        count = len(mover)
        bank, its, nothing = (np.empty((rows, count)) for _ in range(3))
        for k in range(count):
            x, y, z = int(mover[k]), int(following[k]), int(third[k])
            after = values[(place[k] + 1) % self.rotations, :, y, z]
            own, its_next, nothing[:, k] = self.stops(after, int(place[k]), x, y, z, rows)
            out[3, k], out[4, k] = 1.0 - after[0, x] - after[1, x], after[0, x]
            bank[:, k] = np.where(own == NOT_ALLOWED, own, own + self.favour * its_next)
            its[:, k] = its_next * (1.0 - nothing[:, k])
        lost = out[3] + self.favour * out[4]
        start = self.places.rows[mover]
        out[:3] = solve_carried(self.solver, Carried(bank, its, nothing, lost, start, tops))
        return out


def stop_numbers_of(rules: Ruleset, places: Standings, players: int, favour: float = FAVOUR) -> ThreeNumbers:
    """The rules of stopping in a race of so many players.

    >>> from hotdice.odds.standings import standings
    >>> from hotdice.rules import load
    >>> found = stop_numbers_of(load("classic"), standings(load("classic")), 4)
    >>> found.target, found.waiting
    (200, 3)
    """
    return ThreeNumbers(
        target=places.target_row,
        minimum=-(-rules.minimum // places.step),
        minimum_binds_win=rules.minimum_binds_win,
        opening=-(-rules.opening // places.step),
        may_stop=bool(rules.opening) and rules.opening_policy is OpeningPolicy.MAY_STOP,
        waiting=0 if rules.last_chance is LastChance.NONE else players - 1,
        by_place=rules.last_chance is LastChance.FINISH_ROUND,
        favour=favour,
    )


def greatest_reach(rules: Ruleset, places: Standings, plan: RollPlan, margin: int) -> int:
    """A row that nobody's total comes to when the target is reached."""
    return max(places.totals - 1 + margin, lowest_top(rules, places)) + plan.most + 1


def lowest_top(rules: Ruleset, places: Standings) -> int:
    """The row that everybody must be let roll up to: the target, and every minimum.

    >>> from hotdice.odds.standings import standings
    >>> from hotdice.rules import load
    >>> lowest_top(load("classic"), standings(load("classic")))
    200
    """
    minimum, opening = (-(-points // places.step) for points in (rules.minimum, rules.opening))
    closed = max(places.closed, default=0) + max(opening, minimum) if places.closed else 0
    return max(places.target_row, places.target_row - 1 + minimum, closed)
