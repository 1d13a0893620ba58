"""How the table of a race of three is filled: by falling sum of the totals, all triples of one sum at once.

Stopping raises the sum, so triples of one sum need each other only through lost turns: the mover's leads to
the next rotation of the same triple, and three of them lead back. For fixed play the values of the rotations
are linear in each other, so each round solves the turns, closes that loop exactly and looks for better play.

Three players do not play against each other in pairs, so better play of one may lead to worse results of all,
and the rounds may go in circles: where a mover is just indifferent, the others may not be, and only a mixture
of both choices is an equilibrium. For such triples the mixture is found that leaves the mover indifferent;
how many there are, and what a mover could still gain there, is reported.

The same code works on numpy arrays and on those of CuPy.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from hotdice.odds.standings import Standings
from hotdice.odds.three_mixing import Play, equilibrium

Progress = Callable[[float], None]
TOLERANCE = 1e-10
"""A change of all shares in one round below which a triple counts as solved."""

FULL_ROUNDS = 10
"""Rounds after which a triple counts as one that goes in circles."""

MIXING_ROUNDS = 20
"""How often a mixture is improved by a third way to play."""


class Turns(Protocol):
    """What solves a batch of turns, see `ThreeTurns.solve`."""

    @property
    def rotations(self) -> int:
        """How many places in the round are told apart."""
        ...

    @property
    def favour(self) -> float:
        """The weight of the next player's share."""
        ...

    def solve(self, values: Any, place: Any, mover: Any, following: Any, third: Any) -> Any:
        """Solve the turns of a batch."""
        ...


@dataclass
class Report:
    """How the rounds went: turns solved, the largest last change of a share, states that went in circles.

    `regret` is the most that a mover in one of those could still gain by playing otherwise.
    """

    turns: int = 0
    residual: float = 0.0
    circling: int = 0
    regret: float = 0.0


def levels_of(places: Standings, players: int = 3) -> range:
    """All sums of the players' totals, in rows, the greatest first.

    >>> from hotdice.odds.standings import standings
    >>> from hotdice.rules import load
    >>> levels_of(standings(load("busche-neller", ["target=100"])))
    range(3, -1, -1)
    """
    top, low = int(places.rows.max()), int(places.rows.min())
    return range(players * top, players * low - 1, -1)


def solve_levels(
    turns: Turns,
    places: Standings,
    values: Any,
    report: Report,
    *,
    skip: int = 0,
    xp: ModuleType = np,
) -> Iterator[int]:
    """Fill the table level by level and go on with the report; after each level, how many are done.

    The first `skip` levels are taken as they are.
    """
    cells = Cells(places, turns.rotations, xp)
    for done, level in enumerate(levels_of(places)):
        if done < skip:
            continue
        _solve_level(turns, cells, values, level, report)
        yield done + 1


class Cells:
    """The triples of standings of one sum of totals, on any array library."""

    def __init__(self, places: Standings, rotations: int, xp: ModuleType) -> None:
        self.xp, self.count, self.rotations = xp, places.count, rotations
        self.totals = places.totals
        self.rows = xp.asarray(places.rows)
        self._sums = (self.rows[:, None] + self.rows[None, :]).ravel()
        self._closed = places.closed

    def at(self, level: int) -> Any:
        """The flat indices, in rising order, of all triples with this sum."""
        xp = self.xp
        wanted = level - self._sums
        pairs = xp.flatnonzero((wanted >= 0) & (wanted < self.totals))
        found = [pairs * self.count + wanted[pairs]]
        for number, row in enumerate(self._closed):
            pairs = xp.flatnonzero(wanted == row)
            found.append(pairs * self.count + self.totals + number)
        return xp.sort(xp.concatenate(found))

    def split(self, cells: Any) -> tuple[Any, Any, Any]:
        """Mover, next and third of flat indices."""
        return cells // self.count**2, cells // self.count % self.count, cells % self.count

    def turned(self, cells: Any) -> Any:
        """Where, in the same list, the triple is that follows when the turn is lost."""
        m, n, t = self.split(cells)
        return self.xp.searchsorted(cells, (n * self.count + t) * self.count + m)

    def over_rotations(self, numbers: Any, turned: Any) -> Any:
        """The greatest of each triple's numbers over its three rotations."""
        xp = self.xp
        return xp.maximum(numbers, xp.maximum(numbers[turned], numbers[turned[turned]]))

    def get(self, values: Any, cells: Any) -> Any:
        """The table's entries as [place, k, triple]."""
        m, n, t = self.split(cells)
        return values[:, :, m, n, t]

    def put(self, values: Any, cells: Any, fresh: Any) -> None:
        """Store such entries."""
        m, n, t = self.split(cells)
        values[:, :, m, n, t] = fresh

    def guess(self, values: Any, cells: Any) -> Any:
        """First values of a level, from neighbours with more points, as if third differences vanished."""
        xp = self.xp
        m, n, t = (self.rows[x] for x in self.split(cells))
        inside = (m + 1 < self.totals) & (n + 1 < self.totals) & (t + 1 < self.totals)
        guess = xp.full((self.rotations, 2, len(cells)), 1.0 / 3.0)
        x, y, z = m[inside], n[inside], t[inside]
        v = values[:, :, : self.totals, : self.totals, : self.totals]
        near = v[:, :, x + 1, y, z] + v[:, :, x, y + 1, z] + v[:, :, x, y, z + 1]
        far = v[:, :, x + 1, y + 1, z] + v[:, :, x + 1, y, z + 1] + v[:, :, x, y + 1, z + 1]
        guess[:, :, inside] = near - far + v[:, :, x + 1, y + 1, z + 1]
        guess = xp.clip(guess, 0.0, 1.0)
        return guess / xp.maximum(guess.sum(axis=1, keepdims=True), 1.0)


def _solve_level(turns: Turns, cells: Cells, values: Any, level: int, report: Report) -> None:
    active = cells.at(level)
    cells.put(values, active, cells.guess(values, active))
    plays: list[Any] = []
    for _ in range(FULL_ROUNDS):
        plays = [*plays[-3:], _best_play(turns, cells, values, active, report)]
        turned = cells.turned(active)
        fresh = close_loop(plays[-1], turned, cells.xp)
        change = cells.xp.abs(fresh - cells.get(values, active)).max(axis=(0, 1))
        change = cells.over_rotations(change, turned)
        cells.put(values, active, fresh)
        going = change > TOLERANCE
        report.residual = max(report.residual, float(cells.xp.where(going, 0.0, change).max()))
        active, plays = active[going], [play[:, :, going] for play in plays]
        if not len(active):
            return
    report.circling += len(active) * cells.rotations
    _mix(turns, cells, values, active, plays, report)


def _best_play(turns: Turns, cells: Cells, values: Any, active: Any, report: Report) -> Any:
    """What the best play of some triples yields but for lost turns, as [own, next's, lost][place, triple]."""
    xp, places = cells.xp, cells.rotations
    place = xp.repeat(xp.arange(places), len(active))
    report.turns += places * len(active)
    found = turns.solve(values, place, *(xp.tile(x, places) for x in cells.split(active)))
    value, following, share, lost_own, lost_next = found.reshape(5, places, len(active))
    own = value - turns.favour * (following + share * lost_next) - share * lost_own
    return xp.stack([own, following, share])


def _mix(turns: Turns, cells: Cells, values: Any, active: Any, plays: list[Any], report: Report) -> None:
    """Put mixtures of ways to play where the rounds go in circles, see `three_mixing`.

    The ways are those that were best in the last rounds; a best answer to their mixture that is none of them
    is added.
    """
    xp, turned = cells.xp, cells.turned(active)
    shape = plays[0].shape
    follows = np.stack(
        [(place + 1) % shape[1] * shape[2] + _host(turned) for place in range(shape[1])]
    ).ravel()
    states = len(follows)
    ways: list[list[Play]] = [[] for _ in range(states)]
    mixed = _host(plays[-1]).reshape(3, -1).copy()
    for play in plays:
        _add_ways(ways, _host(play).reshape(3, -1), np.ones(states, bool))
    going = np.ones(states, bool)
    for _ in range(MIXING_ROUNDS):
        _balance(ways, mixed, follows, going, turns.favour)
        cells.put(values, active, close_loop(xp.asarray(mixed.reshape(shape)), turned, xp))
        best = _host(_best_play(turns, cells, values, active, report)).reshape(3, -1)
        shares = _host(cells.get(values, active)).transpose(1, 0, 2).reshape(2, -1)[:, follows]
        lost, its = 1.0 - shares.sum(axis=0), shares[0]
        keys = [p[0] + p[2] * lost + turns.favour * (p[1] + p[2] * its) for p in (best, mixed)]
        gain = keys[0] - keys[1]
        going = gain > TOLERANCE / 10
        if not _add_ways(ways, best, going):
            break
        going = going | going[follows] | going[follows[follows]]
    report.regret = max(report.regret, float(gain.max()))


def _add_ways(ways: list[list[Play]], plays: Any, going: Any) -> bool:
    """Note further ways to play for some states; whether there were any."""
    added = False
    for state in np.flatnonzero(going):
        own, following, lost = (float(x) for x in plays[:, state])
        if (own, following, lost) not in ways[state]:
            ways[state] = [*ways[state][-3:], (own, following, lost)]
            added = True
    return added


def _balance(ways: list[list[Play]], mixed: Any, follows: Any, going: Any, favour: float) -> None:
    """Write the equilibrium of every triple that is not settled into `mixed`, where there is one."""
    seen: set[int] = set()
    for state in np.flatnonzero(going):
        orbit = [int(state), int(follows[state]), int(follows[follows[state]])]
        if orbit[0] in seen:
            continue
        seen.update(orbit)
        found = equilibrium([ways[i] for i in orbit], favour)
        if found is not None:
            mixed[:, orbit] = np.array(found).T


def _host(array: Any) -> Any:
    """An array of any library as one of numpy."""
    return array.get() if hasattr(array, "get") else array


def close_loop(play: Any, turned: Any, xp: ModuleType = np) -> Any:
    """The shares of mover and next, as [place, k, triple], when lost turns lead round and round.

    `play` has the shares of mover and next but for lost turns, and the chance of a lost turn; `turned` leads
    from a triple to the one with the next player to move.

    >>> alone = np.array([0])  # three equal players: a triple that is its own rotation
    >>> close_loop(np.array([[[0.25]], [[0.0]], [[0.5]]]), alone).round(4).tolist()
    [[[0.4286], [0.2143]]]
    """
    own, following, share = play
    rotations = own.shape[0]
    third = 1.0 - share - own - following
    fresh = xp.empty((rotations, 2, own.shape[1]))
    again = turned[turned]
    for place in range(rotations):
        after, last = (place + 1) % rotations, (place + 2) % rotations
        s1, s2, s3 = share[place], share[after][turned], share[last][again]
        whole = 1.0 - s1 * s2 * s3
        # After the mover's lost turn the next one moves and the mover is third; then the third moves.
        fresh[place, 0] = (own[place] + s1 * (third[after][turned] + s2 * following[last][again])) / whole
        fresh[place, 1] = (following[place] + s1 * (own[after][turned] + s2 * third[last][again])) / whole
    return fresh
