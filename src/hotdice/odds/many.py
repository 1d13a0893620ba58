"""Races of any number of players that end at once, on small targets: what each of four seats is worth.

The same model as for three: everybody plays for the own share, ties of choices go to the next player, a lost
turn leads to the next rotation, and the rotations are closed exactly for fixed play. Nothing is tuned here
and every state is kept, so that targets must be small; where best answers go in circles, the states are
counted and the last round stands.
"""

import time
from dataclasses import dataclass

import numpy as np

from hotdice.odds.carrying import Carried, solve_carried
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, roll_plan
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.standings import Standings
from hotdice.odds.three import check_three, three_places
from hotdice.odds.three_endings import FAVOUR
from hotdice.odds.three_levels import FULL_ROUNDS, TOLERANCE, Progress
from hotdice.odds.three_turns import lowest_top
from hotdice.rules import LastChance, OpeningPolicy, Ruleset

_CHUNK = 8192


@dataclass(frozen=True, eq=False)
class ManyRace:
    """A solved race of many: `values[k, mover, next, ...]` is the share of the k-th player from the mover on.

    The last player's share is what is left of one. `circling` states did not settle; `residual` is the
    largest change of the last round there.
    """

    rules: Ruleset
    players: int
    places: Standings
    values: Floats
    circling: int
    residual: float
    seconds: float

    @property
    def states(self) -> int:
        """The start-of-turn states."""
        return int(self.places.count**self.players)

    @property
    def positions(self) -> int:
        """All (state, turn total, dice) within the model."""
        rows = lowest_top(self.rules, self.places) - self.places.rows
        return int(rows.sum() * self.places.count ** (self.players - 1) * self.rules.dice)

    @property
    def seats(self) -> tuple[float, ...]:
        """The shares of all seats before the first roll, if nobody has a head start."""
        start = self.places.starts[0]
        shares = [float(table[(start,) * self.players]) for table in self.values]
        return (*shares, 1.0 - sum(shares))


def check_many(rules: Ruleset) -> None:
    """Refuse what is not solved for many players.

    >>> from hotdice.rules import load
    >>> check_many(load("classic"))
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: last_chance: more than three players are solved without last turns

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_three(rules)
    if rules.last_chance is not LastChance.NONE:
        raise Unsolvable("last_chance", "more than three players are solved without last turns")
    if rules.compensation:
        raise Unsolvable("compensation", "head starts are not solved for four and more players")


def solve_many(rules: Ruleset, players: int, *, progress: Progress | None = None) -> ManyRace:
    """Solve a race of so many players.

    >>> from hotdice.rules import load
    >>> race = solve_many(load("busche-neller", ["target=200"]), 4)
    >>> [round(share, 4) for share in race.seats]
    [0.9286, 0.0663, 0.0047, 0.0003]

    Raises:
        Unsolvable: the sheet is not a race that ends at once, or has a rule that is not solved.
    """
    check_many(rules)
    begun = time.perf_counter()
    places = three_places(rules)
    solver = TurnSolver(roll_plan(rules, pruned=True), forced=False)
    values = np.full((players - 1, *(places.count,) * players), 1.0 / players)
    sums = np.asarray(sum(np.ix_(*(places.rows,) * players))).ravel()
    order = np.argsort(-sums, kind="stable")
    cuts = np.flatnonzero(np.diff(sums[order])) + 1
    circling, residual, done = 0, 0.0, 0
    for cells in np.split(order, cuts):
        going, change = _level(rules, places, solver, values, np.sort(cells))
        circling, residual = circling + going, max(residual, change)
        done += len(cells)
        if progress is not None:
            progress(done / len(order))
    return ManyRace(rules, players, places, values, circling, residual, time.perf_counter() - begun)


def _level(
    rules: Ruleset, places: Standings, solver: TurnSolver, values: Floats, cells: Ints
) -> tuple[int, float]:
    """Solve all states of one sum; how many did not settle, and the largest change there."""
    players, count = values.ndim - 1, places.count
    change = np.zeros(1)
    for _ in range(FULL_ROUNDS):
        seats = np.array(np.unravel_index(cells, (count,) * players))
        turned = np.searchsorted(
            cells, np.ravel_multi_index(tuple(np.roll(seats, -1, axis=0)), (count,) * players)
        )
        parts = [
            _turns(rules, places, solver, values, seats[:, low : low + _CHUNK])
            for low in range(0, len(cells), _CHUNK)
        ]
        fresh = close_rounds(np.concatenate(parts, axis=1), turned)[:-1]
        change = np.abs(fresh - values[(slice(None), *seats)]).max(axis=0)
        values[(slice(None), *seats)] = fresh
        at = turned
        for _ in range(players - 1):
            change = np.maximum(change, change[at])
        going = change > TOLERANCE
        cells, change = cells[going], change[going]
        if not len(cells):
            return 0, 0.0
    return len(cells), float(change.max())


def close_rounds(play: Floats, turned: Ints) -> Floats:
    """The shares of all players, mover first, when lost turns lead round and round.

    `play` has their shares but for lost turns and, last, the chance of a lost turn.
    """
    constant, lost = play[:-1], play[-1]
    players = len(constant)
    total, weight, at = np.zeros_like(constant), np.ones(play.shape[1]), np.arange(play.shape[1])
    for step in range(players):
        total += weight * np.roll(constant[:, at], step, axis=0)
        weight = weight * lost[at]
        at = turned[at]
    return np.asarray(total / (1.0 - weight))


def _turns(rules: Ruleset, places: Standings, solver: TurnSolver, values: Floats, seats: Ints) -> Floats:
    """What the best play yields to all players but for lost turns, and the chance of a lost turn."""
    mover, others = seats[0], tuple(seats[1:])
    target, lanes = places.target_row, seats.shape[1]
    top = lowest_top(rules, places)
    rows = np.arange(top + solver.plan.most + 1)
    after = values[(slice(None), *others)]  # [player, lane, standing of the mover]
    lost = after[:, np.arange(lanes), mover]
    shares = np.zeros((len(values), len(rows), lanes))
    shares[:, :target] = after[:, :, :target].transpose(0, 2, 1)
    own = 1.0 - shares.sum(axis=0)
    lost_own = 1.0 - lost.sum(axis=0)
    gain = rows[:, None] - places.rows[mover]
    minimum, opening = (-(-points // places.step) for points in (rules.minimum, rules.opening))
    legal = (gain > 0) & ((gain >= minimum) | ((rows >= target)[:, None] & (not rules.minimum_binds_win)))
    nothing = legal & (places.opened[mover] == 0) & (gain < opening)
    if rules.opening_policy is OpeningPolicy.MAY_STOP:
        own = np.where(nothing, lost_own, own)
        shares = np.where(nothing, lost[:, None], shares)
    else:
        legal, nothing = legal & ~nothing, np.zeros_like(nothing)
    bank = np.where(legal, own + FAVOUR * shares[0], NOT_ALLOWED)
    key = lost_own + FAVOUR * lost[0]
    start, final = places.rows[mover], np.full(lanes, top, np.int64)
    none = nothing.astype(float)
    found = [
        solve_carried(solver, Carried(bank, share * ~nothing, none, key, start, final)) for share in shares
    ]
    chance = found[0][2]
    theirs = np.stack([each[1] for each in found])
    mine = found[0][0] - FAVOUR * (theirs[0] + chance * lost[0]) - chance * lost_own
    return np.concatenate([mine[None], theirs, chance[None]])
