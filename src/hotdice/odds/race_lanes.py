"""The turns of a race as lanes of the turn solver: what each stop is worth, given the table so far."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from hotdice.odds.lanes import TurnSolver, in_parallel, threads
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.standings import Standings
from hotdice.rules import OpeningPolicy, Reach, Ruleset


class RaceRules(NamedTuple):
    """What a stop depends on, in steps and as plain numbers for the kernel."""

    target: int
    top: int
    minimum: int
    minimum_binds_win: bool
    opening: int
    may_stop: bool
    exact: bool


class StandingArrays(NamedTuple):
    """What the kernel needs to know of each standing."""

    rows: Ints
    opened: Ints
    after_farkle: Ints
    after_nothing: Ints


@dataclass(frozen=True, eq=False)
class RaceLanes:
    """Solves batches of race turns against a table of values."""

    rules: Ruleset
    places: Standings
    solver: TurnSolver
    stop: Floats
    top: int

    @property
    def bank_rows(self) -> int:
        """Rows of stops: as far as one choice leads beyond the last row where somebody rolls."""
        return self.top + self.solver.plan.most

    @cached_property
    def may_stop_for_nothing(self) -> bool:
        """Whether some stop records nothing and is no farkle."""
        return self.numbers.may_stop or self.numbers.exact

    @cached_property
    def numbers(self) -> RaceRules:
        """The rules of stopping as plain numbers."""
        rules, step = self.rules, self.places.step
        return RaceRules(
            target=self.places.target_row,
            top=self.top,
            minimum=-(-rules.minimum // step),
            minimum_binds_win=rules.minimum_binds_win,
            opening=-(-rules.opening // step),
            may_stop=bool(rules.opening) and rules.opening_policy is OpeningPolicy.MAY_STOP,
            exact=rules.reach is Reach.EXACTLY,
        )

    def solve(self, values: Floats, side: Ints, mover: Ints, other: Ints, *, tagged: bool) -> Floats:
        """Solve the turns of a batch against the table.

        Row 0 has their values, row 1 (tagged) how much they move with the value of losing the turn, rows 2
        and 3 what losing the turn and stopping for nothing were worth.
        """
        out = np.zeros((4, len(mover)))
        if not self.solver.fast:
            return self._plain(values, side, mover, other, tagged=tagged)
        from hotdice.odds.kernel import solve_race_lanes

        layout, numbers, places = self.solver.layout, self.numbers, self.arrays

        def part(worker: int, workers: int) -> None:
            solve_race_lanes(
                layout, numbers, places, values, self.stop, side, mover, other, tagged,
                worker, workers, self._work[worker], out,
            )  # fmt: skip

        in_parallel(part, len(mover))
        return out

    @cached_property
    def _work(self) -> list[tuple[Floats, Floats, Floats, Floats]]:
        from hotdice.odds.kernel import workspace

        return [workspace(self.solver.layout, self.bank_rows, self.top) for _ in range(threads())]

    @cached_property
    def arrays(self) -> StandingArrays:
        """The standings as the kernel reads them."""
        places = self.places
        return StandingArrays(places.rows, places.opened, places.after_farkle, places.after_nothing)

    def bank(
        self, values: Floats, side: int, mover: int, other: int, nothing: float
    ) -> tuple[Floats, Floats]:
        """What stopping at each row is worth in one turn of a table, and 1 where it records nothing."""
        return self.bank_row(values[self.places.sides - 1 - side, other], side, mover, other, nothing)

    def bank_row(
        self, theirs: Floats, side: int, mover: int, other: int, nothing: float
    ) -> tuple[Floats, Floats]:
        """`bank` from the opponent's own row of the table."""
        numbers, places = self.numbers, self.places
        start = int(places.rows[mover])
        rows = np.arange(self.bank_rows)
        gain = rows - start
        reached = rows == numbers.target if numbers.exact else rows >= numbers.target
        legal = (gain >= numbers.minimum) | (reached & (not numbers.minimum_binds_win))
        ahead = np.clip(rows - places.rows[other], 0, self.stop.shape[2] - 1)
        bank = np.where(reached, self.stop[side, places.opened[other]][ahead], 0.0)
        bank[: numbers.target] = 1.0 - theirs[: numbers.target]
        for_nothing = rows > numbers.target if numbers.exact else np.zeros(len(rows), bool)
        if not places.opened[mover]:
            below = gain < numbers.opening
            for_nothing |= below
            if not numbers.may_stop:
                legal &= ~below
        bank[for_nothing] = nothing
        legal &= gain > 0
        bank[~legal] = NOT_ALLOWED
        return bank, (for_nothing & legal).astype(np.float64)

    def _plain(self, values: Floats, side: Ints, mover: Ints, other: Ints, *, tagged: bool) -> Floats:
        places = self.places
        back = places.sides - 1 - side
        out = np.zeros((4, len(mover)))
        out[2] = 1.0 - values[back, other, places.after_farkle[mover]]
        out[3] = 1.0 - values[back, other, places.after_nothing[mover]]
        both = [self.bank(values, *state) for state in zip(side, mover, other, out[3], strict=True)]
        bank = np.stack([stop for stop, _ in both], axis=1)
        start = places.rows[mover]
        if tagged:
            tags = np.stack([tag for _, tag in both], axis=1)
            out[:2] = self.solver.solve_tagged(bank, tags, out[2], np.ones(len(mover)), start, final=self.top)
        else:
            out[0] = self.solver.solve(bank, out[2], start, final=self.top)
        return out
