"""How the table of a race of many players is filled: by falling sum of the totals, one sum at a time.

As for three players: stopping raises the sum, lost turns lead round the rotations of one state, and for fixed
play that loop is closed exactly. Where best answers go in circles, the states are counted and the last round
stands. The same code works on numpy arrays and on those of CuPy.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from hotdice.odds.standings import Standings
from hotdice.odds.three_levels import FULL_ROUNDS, TOLERANCE, levels_of


class Turns(Protocol):
    """What solves a batch of turns, see `ManyTurns.solve`."""

    @property
    def rotations(self) -> int:
        """How many places in the round are told apart."""
        ...

    def solve(self, values: Any, place: Any, seats: Any) -> Any:
        """What the best play of some turns yields to all but for lost turns, and the chance of one."""
        ...


@dataclass
class Rounds:
    """How the rounds went: turns solved, the largest last change where it settled, and states that did not.

    `residual` is the largest change of the last round in those.
    """

    turns: int = 0
    change: float = 0.0
    circling: int = 0
    residual: float = 0.0


class States:
    """The states of one sum of totals, as flat numbers, on any array library."""

    def __init__(self, places: Standings, players: int, rotations: int, xp: ModuleType) -> None:
        self.xp, self.players, self.rotations = xp, players, rotations
        self.count, self.totals = places.count, places.totals
        self.rows = xp.asarray(places.rows)
        sums = xp.zeros(1, np.int64)
        for _ in range(players - 1):
            sums = (sums[:, None] + self.rows[None, :]).ravel()
        self._sums, self._closed = sums, places.closed

    def at(self, level: int) -> Any:
        """The numbers, rising, of all states with this sum."""
        xp = self.xp
        wanted = level - self._sums
        before = xp.flatnonzero((wanted >= 0) & (wanted < self.totals))
        found = [before * self.count + wanted[before]]
        for number, row in enumerate(self._closed):
            before = xp.flatnonzero(wanted == row)
            found.append(before * self.count + self.totals + number)
        return xp.sort(xp.concatenate(found))

    def seats(self, states: Any) -> Any:
        """The standings of all players, the mover first, as [player, state]."""
        powers = [self.count ** (self.players - 1 - k) for k in range(self.players)]
        return self.xp.stack([states // power % self.count for power in powers])

    def turned(self, states: Any) -> Any:
        """Where, in the same list, the state is that follows when the turn is lost."""
        most = self.count ** (self.players - 1)
        return self.xp.searchsorted(states, states % most * self.count + states // most)

    def get(self, values: Any, states: Any) -> Any:
        """The table's entries as [place, k, state]."""
        flat = values.reshape(self.rotations, self.players - 1, -1)
        return flat[:, :, states]

    def put(self, values: Any, states: Any, fresh: Any) -> None:
        """Store such entries."""
        flat = values.reshape(self.rotations, self.players - 1, -1)
        flat[:, :, states] = fresh

    def guess(self, values: Any, states: Any) -> Any:
        """First values of a level from neighbours with more points, as if the last differences vanished."""
        xp = self.xp
        seats = self.seats(states)
        inside = (self.rows[seats] + 1 < self.totals).all(axis=0) & (seats < self.totals).all(axis=0)
        guess = xp.full((self.rotations, self.players - 1, len(states)), 1.0 / self.players)
        known = states[inside]
        sums = xp.zeros((self.rotations, self.players - 1, len(known)))
        for steps in product((0, 1), repeat=self.players):
            if any(steps):
                shift = sum(step * self.count**k for k, step in enumerate(steps))
                sums += (-1.0) ** (sum(steps) + 1) * self.get(values, known + shift)
        guess[:, :, inside] = sums
        guess = xp.clip(guess, 0.0, 1.0)
        return guess / xp.maximum(guess.sum(axis=1, keepdims=True), 1.0)


def fill_levels(
    turns: Turns,
    places: Standings,
    values: Any,
    report: Rounds,
    *,
    tolerance: float = TOLERANCE,
    xp: ModuleType = np,
) -> Iterator[int]:
    """Fill a table `values[place, k, standing, ...]` level by level; after each, how many states are done."""
    states = States(places, values.ndim - 2, turns.rotations, xp)
    done = 0
    for level in levels_of(places, values.ndim - 2):
        active = states.at(level)
        done += len(active)
        states.put(values, active, states.guess(values, active))
        _solve_level(turns, states, values, active, report, tolerance=tolerance)
        yield done


def _solve_level(
    turns: Turns, states: States, values: Any, active: Any, report: Rounds, *, tolerance: float
) -> None:
    xp = states.xp
    change = xp.zeros(1)
    for _ in range(FULL_ROUNDS):
        turned = states.turned(active)
        fresh = _fresh(turns, states, values, active, turned)
        report.turns += fresh.shape[0] * len(active)
        change = xp.abs(fresh - states.get(values, active)).max(axis=(0, 1))
        states.put(values, active, fresh)
        at = turned
        for _ in range(states.players - 1):
            change = xp.maximum(change, change[at])
        going = change > tolerance
        report.change = max(report.change, float(xp.where(going, 0.0, change).max()))
        active, change = active[going], change[going]
        if not len(active):
            return
    report.circling += len(active) * states.rotations
    report.residual = max(report.residual, float(change.max()))


def _fresh(turns: Turns, states: States, values: Any, active: Any, turned: Any) -> Any:
    """The shares of all but the last player under the best play against the table, as [place, k, state]."""
    xp, places, size = states.xp, states.rotations, len(active)
    place = xp.repeat(xp.arange(places), size)
    play = turns.solve(values, place, xp.tile(states.seats(active), places))
    follows = xp.concatenate([(at + 1) % places * size + turned for at in range(places)])
    closed = close_rounds(play, follows, xp)[:-1]
    return closed.reshape(-1, places, size).transpose(1, 0, 2)


def close_rounds(play: Any, turned: Any, xp: ModuleType = np) -> Any:
    """The shares of all players, mover first, when lost turns lead round and round.

    `play` has their shares but for lost turns and, last, the chance of a lost turn.

    >>> alone = np.array([0])  # equal players: a state that is its own rotation
    >>> close_rounds(np.array([[0.25], [0.0], [0.25], [0.5]]), alone).round(4).ravel().tolist()
    [0.4286, 0.2143, 0.3571]
    """
    constant, lost = play[:-1], play[-1]
    total, weight = xp.zeros_like(constant), xp.ones(play.shape[1])
    at = xp.arange(play.shape[1])
    for step in range(len(constant)):
        total += weight * xp.roll(constant[:, at], step, axis=0)
        weight = weight * lost[at]
        at = turned[at]
    return total / (1.0 - weight)
