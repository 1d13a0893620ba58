"""How the table of a race is filled: by falling sum of the totals, all states of one sum at once.

Stopping raises the sum, so states of one sum need each other only through lost turns: the mover's leads to
the next rotation of the same standings, and as many of them as there are players lead back. For fixed play
the values of the rotations are linear in each other, so each round solves the turns, closes that loop exactly
and looks for better play. (Where farkles cost points, `sweeping` fills the table.)

Three players and more do not play against each other in pairs, so better play of one may lead to worse
results of all, and the rounds may go in circles: where a mover is just indifferent, the others may not be,
and only a mixture of both choices is an equilibrium. For such states the mixture is found that leaves the
mover indifferent; how many there are, and what a mover could still gain there, is reported.

The same code works on numpy arrays and on those of CuPy.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any

import numpy as np

from hotdice.odds.mixing import Play, equilibrium
from hotdice.odds.mixtures import mixtures, of_any_two
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.standings import Standings

TOLERANCE = 1e-10
"""A change of all shares in one round below which a state counts as solved."""

TOLERANCE_OF_TWO = 1e-9
"""The same for two, whose rounds never go in circles: it leaves an error of the order of its square."""

FULL_ROUNDS = 10
"""Rounds after which a state counts as one that goes in circles."""

ROUNDS_OF_TWO = 200

MIXING_ROUNDS = 20
"""How often a mixture is improved by a third way to play."""

_CASES_OF = 3
"""Up to so many players every case of who mixes what is tried where the usual ones are no equilibrium."""

MIXING_ROUNDS_OF_MANY = 6
"""The same for four and more, whose mixtures are of the last two ways and are not always found."""


@dataclass
class Report:
    """How the rounds went: turns solved, the largest last change of a share, states that went in circles.

    `regret` is the most that a mover in one of those could still gain by playing otherwise.
    """

    turns: int = 0
    residual: float = 0.0
    circling: int = 0
    regret: float = 0.0


def levels_of(places: Standings, players: int) -> range:
    """All sums of the players' totals, in rows, the greatest first.

    >>> from hotdice.odds.standings import standings
    >>> from hotdice.rules import load
    >>> levels_of(standings(load("busche-neller", ["target=100"])), 3)
    range(3, -1, -1)
    """
    top, low = int(places.rows.max()), int(places.rows.min())
    return range(players * top, players * low - 1, -1)


class States:
    """The states of one sum of totals, as flat numbers, on any array library."""

    def __init__(self, places: Standings, players: int, rotations: int, xp: ModuleType = np) -> None:
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

    def over_rotations(self, numbers: Any, turned: Any) -> Any:
        """The greatest of each state's numbers over all its rotations."""
        for _ in range(self.players - 1):
            numbers = self.xp.maximum(numbers, numbers[turned])
        return numbers

    def get(self, values: Any, states: Any) -> Any:
        """The table's entries as [place, k, state]."""
        return values.reshape(self.rotations, self.players - 1, -1)[:, :, states]

    def put(self, values: Any, states: Any, fresh: Any) -> None:
        """Store such entries."""
        values.reshape(self.rotations, self.players - 1, -1)[:, :, states] = fresh

    def guess(self, values: Any, states: Any) -> Any:
        """First values of a level from neighbours with more points, as if the last differences vanished.

        Who is not on the board is taken for somebody with as many points who is.
        """
        xp = self.xp
        rows = self.rows[self.seats(states)]
        inside = (rows + 1 < self.totals).all(axis=0)
        guess = xp.full((self.rotations, self.players - 1, len(states)), 1.0 / self.players)
        known = sum(row[inside] * self.count**k for k, row in enumerate(rows[::-1]))
        sums = xp.zeros((self.rotations, self.players - 1, len(known)))
        for steps in product((0, 1), repeat=self.players):
            if any(steps):
                shift = sum(step * self.count**k for k, step in enumerate(steps))
                sums += (-1.0) ** (sum(steps) + 1) * self.get(values, known + shift)
        guess[:, :, inside] = sums
        guess = xp.clip(guess, 0.0, 1.0)
        return guess / xp.maximum(guess.sum(axis=1, keepdims=True), 1.0)


def fill_levels(
    turns: RaceTurns, values: Any, report: Report, *, skip: int = 0, tolerance: float = TOLERANCE
) -> Iterator[tuple[int, int]]:
    """Fill a table level by level and go on with the report; after each, how many levels and states are done.

    The first `skip` levels are taken as they are.
    """
    states = States(turns.places, turns.players, turns.rotations, turns.xp)
    done = 0
    for number, level in enumerate(levels_of(turns.places, turns.players)):
        active = states.at(level)
        done += len(active)
        if number >= skip:
            states.put(values, active, states.guess(values, active))
            _solve_level(turns, states, values, active, report, tolerance=tolerance)
            yield number + 1, done


def _solve_level(
    turns: RaceTurns, states: States, values: Any, active: Any, report: Report, *, tolerance: float
) -> None:
    xp, two = states.xp, states.players == 2
    plays: list[Any] = []
    for _ in range(ROUNDS_OF_TWO if two else FULL_ROUNDS):
        plays = [*plays[-3:], _best_play(turns, states, values, active, report)]
        turned = states.turned(active)
        fresh = _closed(states, plays[-1], turned)
        change = xp.abs(fresh - states.get(values, active)).max(axis=(0, 1))
        change = states.over_rotations(change, turned)
        states.put(values, active, fresh)
        going = change > (TOLERANCE_OF_TWO if two else tolerance)
        report.residual = max(report.residual, float(xp.where(going, 0.0, change).max()))
        if not bool(going.any()):
            return
        active, plays = active[going], [play[:, :, going] for play in plays]
    report.circling += len(active) * states.rotations
    _mix(turns, states, values, active, plays, report=report)


def _best_play(turns: RaceTurns, states: States, values: Any, active: Any, report: Report) -> Any:
    """What the best play of some states yields but for lost turns, as [share of all, lost][place, state]."""
    xp, places = states.xp, states.rotations
    place = xp.repeat(xp.arange(places), len(active))
    report.turns += places * len(active)
    found = turns.solve(values, place, xp.tile(states.seats(active), places))
    return found.reshape(-1, places, len(active))


def _closed(states: States, play: Any, turned: Any) -> Any:
    """The shares of all but the last player, as [place, k, state], when lost turns lead round and round."""
    places, size = states.rotations, play.shape[2]
    follows = states.xp.concatenate([(at + 1) % places * size + turned for at in range(places)])
    closed = close_rounds(play.reshape(len(play), -1), follows, states.xp)[:-1]
    return closed.reshape(-1, places, size).transpose(1, 0, 2)


def close_rounds(play: Any, turned: Any, xp: ModuleType = np) -> Any:
    """The shares of all players, mover first, when lost turns lead round and round.

    `play` has their shares but for lost turns and, last, the chance of a lost turn; `turned` leads from a
    state to the one with the next player to move. Where nobody can ever stop, all have the same share.

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
    endless = 1.0 - weight < 1e-12
    return xp.where(endless, 1.0 / len(constant), total / xp.where(endless, 1.0, 1.0 - weight))


def _mix(
    turns: RaceTurns, states: States, values: Any, active: Any, plays: list[Any], *, report: Report
) -> None:
    """Put mixtures of ways to play where the rounds go in circles, see `mixing`.

    The ways are those that were best in the last rounds; a best answer to their mixture that is none of them
    is added.
    """
    xp, turned, players = states.xp, states.turned(active), states.players
    places, size = plays[0].shape[1:]
    follows = np.concatenate([(place + 1) % places * size + _host(turned) for place in range(places)])
    ways: list[list[Play]] = [[] for _ in follows]
    mixed = _ways(plays[-1])
    for play in plays:
        _add_ways(ways, _ways(play), np.ones(len(follows), bool))
    going = np.ones(len(follows), bool)
    for _ in range(MIXING_ROUNDS if players <= _CASES_OF else MIXING_ROUNDS_OF_MANY):
        _balance(ways, mixed, follows, going, turns.favour)
        last = 1.0 - mixed.sum(axis=0)
        whole = np.concatenate([mixed[:-1], last[None], mixed[-1:]]).reshape(-1, places, size)
        states.put(values, active, _closed(states, xp.asarray(whole), turned))
        best = _ways(_best_play(turns, states, values, active, report))
        shares = _host(states.get(values, active)).transpose(1, 0, 2).reshape(players - 1, -1)[:, follows]
        lost, its = 1.0 - shares.sum(axis=0), shares[0]
        keys = [p[0] + p[-1] * lost + turns.favour * (p[1] + p[-1] * its) for p in (best, mixed)]
        gain = keys[0] - keys[1]
        going = gain > TOLERANCE / 10
        if not _add_ways(ways, best, going):
            break
        at = follows
        for _ in range(players - 1):
            going = going | going[at]
    report.regret = max(report.regret, float(gain.max()))


def _ways(play: Any) -> Any:
    """Plays as numpy's [own, shares of all but the last, lost][state]; the last player has the rest."""
    rows = _host(play)
    return np.concatenate([rows[:-2], rows[-1:]]).reshape(len(rows) - 1, -1)


def _add_ways(ways: list[list[Play]], plays: Any, going: Any) -> bool:
    """Note further ways to play for some states; whether there were any."""
    added = False
    for state in np.flatnonzero(going):
        way = tuple(float(number) for number in plays[:, state])
        if way not in ways[state]:
            ways[state] = [*ways[state][-3:], way]
            added = True
    return added


def _balance(ways: list[list[Play]], mixed: Any, follows: Any, going: Any, favour: float) -> None:
    """Write the equilibrium of every orbit that is not settled into `mixed`, where there is one."""
    seen: set[int] = set()
    orbits = []
    for state in np.flatnonzero(going):
        orbit = [int(state)]
        while len(orbit) < len(mixed):
            orbit.append(int(follows[orbit[-1]]))
        if orbit[0] in seen:
            continue
        seen.update(orbit)
        orbits.append(orbit)
    if not orbits:
        return
    if len(mixed) <= _CASES_OF:
        for orbit in orbits:
            every = [ways[i] for i in orbit]
            found = of_any_two(every, favour) or equilibrium(every, favour)
            if found is not None:
                mixed[:, orbit] = np.array(found).T
        return
    last = [[[ways[i][max(-2, -len(ways[i]))], ways[i][-1]] for i in orbit] for orbit in orbits]
    for orbit, good, plays in zip(orbits, *mixtures(np.array(last), favour), strict=True):
        if good:
            mixed[:, orbit] = plays.T


def _host(array: Any) -> Any:
    """An array of any library as one of numpy."""
    return array.get() if hasattr(array, "get") else array
