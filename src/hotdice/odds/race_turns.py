"""The turns of a race of any number of players as lanes of the turn solver, given the table so far."""

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from hotdice.odds.endings import Endings
from hotdice.odds.lanes import LANES, TurnSolver, in_parallel, threads
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, RollPlan
from hotdice.odds.standings import Standings
from hotdice.odds.stopping import COUNTS, NOTHING, REFUSED, stops_of
from hotdice.rules import Ruleset

if TYPE_CHECKING:
    from hotdice.odds.kernel import Board

_CHUNK = 4096


@dataclass(frozen=True, eq=False)
class RaceTurns:
    """Solves batches of turns against a table `values[place, k, mover, next, ...]` over standings.

    The k-th share is that of the k-th player from the mover on, the last one has the rest; `place` is the
    mover's place in the round, where that matters. Nobody rolls on from the row `top`, or without one who is
    at the target and `margin` steps above the greatest total at the start of the turn. Of choices that are
    the same to the mover the one counts that is better for the next player, whose share weighs `favour`.
    """

    rules: Ruleset
    players: int
    places: Standings
    solver: TurnSolver
    endings: Endings
    margin: int = 0
    favour: float = 0.0
    top: int = 0

    @property
    def rotations(self) -> int:
        """How many places in the round are told apart."""
        return len(self.endings.waiting)

    @property
    def xp(self) -> ModuleType:
        """The array library of tables and batches."""
        return np

    def host(self, values: Any) -> Floats:
        """A table as an array of numpy."""
        return np.asarray(values)

    @property
    def host_endings(self) -> Endings:
        """The endings as arrays of numpy."""
        return self.endings

    @cached_property
    def floor(self) -> int:
        """A row that everybody must be let roll up to: the target, and every minimum."""
        return lowest_top(self.rules, self.places)

    def tops(self, seats: Any) -> Any:
        """The row from which nobody rolls on: `margin` above the leader, but never below the floor."""
        xp = self.xp
        if self.top:
            return xp.full(seats.shape[1], self.top)
        return xp.maximum(xp.asarray(self.places.rows)[seats].max(axis=0) + self.margin, self.floor)

    @cached_property
    def highest(self) -> int:
        """The greatest of all tops."""
        return self.top or max(int(self.places.rows.max()) + self.margin, self.floor)

    @cached_property
    def board(self) -> "Board":
        """The race as compiled code reads it."""
        from hotdice.odds.kernel import Board

        return Board(**self.board_fields)

    @cached_property
    def board_fields(self) -> dict[str, Any]:
        """What `board` is made of."""
        places, ends = self.places, self.endings
        return {
            "target": places.target_row,
            "favour": self.favour,
            "standings": places.count,
            "length": ends.length,
            "rows": places.rows,
            "stops": self.stop_rows,
            "kinds": stops_of(self.rules).kinds,
            "begins": ends.begins,
            "after_farkle": places.after_farkle,
            "after_nothing": places.after_nothing,
            "waiting": ends.waiting,
            "ends_at": ends.at,
            "ends": ends.shares,
        }

    @cached_property
    def stop_rows(self) -> Ints:
        """The number of each standing's table of stops, see `stopping.Stops`."""
        places, numbers = self.places, stops_of(self.rules).numbers
        missing = np.minimum(places.target_row - places.rows, numbers.shape[1] - 1)
        return np.asarray(numbers[places.opened, missing])

    def solve(self, values: Any, place: Any, seats: Any) -> Any:
        """What the best play yields to all players but for lost turns, and the chance of a lost turn.

        `seats` has the standings as [player, turn], the mover's first.
        """
        xp = self.xp
        found = self.found(values, place, seats, self.players)
        lost = self.lost(values, place, seats)
        chance = found[-1]
        own = found[0] - chance * (1.0 - lost.sum(axis=0))
        if self.favour:
            own = own - self.favour * (found[1] + chance * lost[0])
        last = 1.0 - chance - own - found[1:-1].sum(axis=0)
        return xp.concatenate([own[None], found[1:-1], last[None], chance[None]])

    def lost(self, values: Any, place: Any, seats: Any) -> Any:
        """The shares of all but the mover after a lost turn, in the order of play."""
        after = self.xp.asarray(self.places.after_farkle)[seats[0]]
        flat = values.reshape(self.rotations, self.players - 1, -1)
        at = after
        for k in range(1, self.players):
            at = at + seats[k] * self.places.count ** (self.players - k)
        return flat[(place + 1) % self.rotations, :, at].T

    def found(self, values: Any, place: Any, seats: Any, numbers: int) -> Any:
        """The mover's value with the favour in it, the shares of all after but the last, lost turns.

        With a single number only the value is worked out.
        """
        if not self.solver.fast:
            return self._plain(values, place, seats, numbers)
        from hotdice.odds.kernel import solve_race_lanes

        tops = self.tops(seats)
        order = np.lexsort((tops, self.places.rows[seats[0]]))
        at, standings, last = place[order], np.ascontiguousarray(seats[:, order]), tops[order]
        flat = values.reshape(self.rotations, self.players - 1, -1, self.places.count)
        out, found = np.empty((2, numbers, len(order)))
        rooms = self._rooms(numbers)

        def part(worker: int, workers: int) -> None:
            bank, memory, lost = rooms[worker]
            solve_race_lanes(
                self.solver.layout, self.board, flat, at, standings, last, worker, workers,
                bank, memory, lost, out,
            )  # fmt: skip

        in_parallel(part, len(order))
        found[:, order] = out
        return found

    @cached_property
    def _known_rooms(self) -> dict[int, list[Any]]:
        return {}

    def _rooms(self, numbers: int) -> list[Any]:
        """Memory for each thread."""
        from hotdice.odds.kernel import workspace

        if numbers not in self._known_rooms:
            rows = self.highest + self.solver.plan.most + 1
            lost = [np.zeros(LANES) for _ in range(numbers)]
            if numbers > 1:
                lost[-1] += 1.0
            self._known_rooms[numbers] = [
                (*workspace(self.solver.layout, rows, numbers), tuple(part.copy() for part in lost))
                for _ in range(threads())
            ]
        return self._known_rooms[numbers]

    def stops(self, after: Floats, place: int, seats: Ints, rows: int) -> tuple[Floats, Ints]:
        """What stopping at the first rows is worth to everybody, as [player, row, turn], and of which kind.

        `after[k, turn]` are the shares of the players after the mover by the mover's standing.
        """
        places, ends, target = self.places, self.endings, self.places.target_row
        every, lanes = np.arange(rows), np.arange(seats.shape[1])
        tables = stops_of(self.rules).kinds[self.stop_rows[seats[0]]]
        gain = every[:, None] - places.rows[seats[0]]
        kinds = tables[lanes, np.clip(gain, 0, tables.shape[1] - 1)]
        shares = np.zeros((self.players, rows, len(lanes)))
        shares[1:, :target] = after[:, :, : min(target, rows)].transpose(0, 2, 1)
        waiting = int(ends.waiting[place])
        if waiting and rows > target:
            past = every[target:, None]
            trigger, *following = ends.table(place)[
                (slice(None), *(ends.begins[other] + past for other in seats[1 : 1 + waiting]))
            ]
            for k, share in enumerate(following, 1):
                shares[k, target:] = share
            shares[waiting, target:] = 1.0 - trigger - sum(following)
        nothing = kinds == NOTHING
        for_nothing = after[:, lanes, places.after_nothing[seats[0]]]
        shares[1:] = np.where(nothing, for_nothing[:, None], shares[1:])
        shares[0] = 1.0 - shares[1:].sum(axis=0)
        if waiting and rows > target:
            shares[0, target:] = np.where(nothing[target:], shares[0, target:], trigger)
        return shares, kinds

    def _plain(self, values: Floats, place: Ints, seats: Ints, numbers: int) -> Floats:
        out = np.empty((numbers, len(place)))
        tops = self.tops(seats)
        flat = values.reshape(self.rotations, self.players - 1, -1, self.places.count)
        others = np.zeros(len(place), np.int64)
        for standing in seats[1:]:
            others = others * self.places.count + standing
        for at in range(self.rotations):
            lanes = np.flatnonzero(place == at)
            for low in range(0, len(lanes), _CHUNK):
                part = lanes[low : low + _CHUNK]
                after = flat[(at + 1) % self.rotations][:, others[part]]
                out[:, part] = self._batch(after, at, seats[:, part], tops[part], numbers)
        return out

    def _batch(self, after: Floats, place: int, seats: Ints, tops: Ints, numbers: int) -> Floats:
        rows = int(tops.max()) + self.solver.plan.most + 1
        shares, kinds = self.stops(after, place, seats, rows)
        bank = np.where(kinds == REFUSED, NOT_ALLOWED, shares[0] + self.favour * shares[1])
        lanes, none = np.arange(seats.shape[1]), np.zeros(seats.shape[1])
        lost = after[:, lanes, self.places.after_farkle[seats[0]]]
        key = 1.0 - lost.sum(axis=0) + self.favour * lost[0]
        start = self.places.rows[seats[0]]
        if numbers == 1:
            return self.solver.carry([bank], key[None], start, tops)
        counts = kinds == COUNTS
        ends = [bank, *(share * counts for share in shares[1:-1]), (kinds == NOTHING).astype(float)]
        farkle = np.stack([key, *(none for _ in shares[1:-1]), none + 1.0])
        return self.solver.carry(ends, farkle, start, tops)


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
