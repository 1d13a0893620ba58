"""How a race of any number of players ends: the last turns, one after the other.

Whoever reaches the target is the trigger; the others, or those of them who come later in the round, each have
one turn left. All that counts then is who holds the greatest total so far, and how far behind it those lie
who still play. So the last turns are tables over those distances, from the last player backwards: one for
each number of players still to come and each kind of holders.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hotdice.odds.carrying import Carried, solve_carried
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.standings import Standings
from hotdice.odds.three_endings import FAVOUR, least_gain, needed_distances, safe_lead
from hotdice.rules import LastChance, Ruleset, Ties

KEEPS = 0
"""The kind of holders where the trigger holds and keeps ties; other kinds are how many share the lead."""

_CHUNK = 2048


@dataclass(frozen=True)
class Axis:
    """How the distance of one player is numbered: 0 to `size` - 1 on the board, then from `low` off it.

    The last number of each part stands for everything further behind.
    """

    size: int
    low: int
    closed: int

    @property
    def length(self) -> int:
        """How many numbers there are."""
        return self.size + self.closed

    @property
    def behind(self) -> Ints:
        """The distance that belongs to each number."""
        return np.concatenate([np.arange(self.size), self.low + np.arange(self.closed)])

    def further(self, numbers: Ints, steps: Ints) -> Ints:
        """The numbers of the same players when the lead has risen by so many steps."""
        last = np.where(numbers < self.size, self.size, self.length) - 1
        return np.asarray(np.minimum(numbers + steps, last))


class LastTurns(NamedTuple):
    """What the last turns of some players are worth, by their distances, while some hold the lead.

    `holder` is the share of each one who holds it; `shares[i]` that of the i-th player still to come.
    """

    holder: Floats
    shares: Floats


Inner = dict[tuple[int, int], LastTurns]
"""Tables within the last turns, by how many are still to come and the kind of holders."""


@dataclass(frozen=True, eq=False)
class ManyEndings:
    """What a stop that meets the target is worth.

    A player with a standing while the trigger has come to a row has the number `begins[standing] + row`.
    `trigger[w]` has the shares of the trigger and of all but the last of the w players still to come. `inner`
    are the tables within the last turns, by how many still play and the kind of holders.
    """

    axis: Axis
    begins: Ints
    trigger: dict[int, Floats]
    inner: Inner


def first_kind(rules: Ruleset) -> int:
    """The kind of holders when the target has just been reached."""
    return KEEPS if rules.ties is Ties.TRIGGER_KEEPS else 1


def tied_kind(kind: int) -> int:
    """The kind of holders after one more player has come level with them."""
    return kind if kind == KEEPS else kind + 1


def axis_of(rules: Ruleset, places: Standings, reach: int, more: int) -> tuple[Axis, Ints]:
    """The numbering of distances while the trigger's row lies below `reach`, and where standings begin.

    `more` steps may be added to the lead within the last turns.
    """
    low = places.target_row - max(places.closed, default=0)
    axis = Axis(reach + more, low, reach + more - low if places.closed else 0)
    begins = np.where(places.opened == 1, -places.rows, axis.size - low - places.rows)
    return axis, begins


def kinds_of(rules: Ruleset, players: int, waiting: int) -> list[int]:
    """The kinds of holders there can be while so many of the players are still to come.

    >>> from hotdice.rules import load
    >>> kinds_of(load("classic"), 4, 2), kinds_of(load("playmonster"), 4, 2)
    ([1, 2], [0, 1])
    """
    if rules.ties is Ties.TRIGGER_KEEPS:
        return [KEEPS, *range(1, players - waiting)]
    return list(range(1, players - waiting + 1))


@dataclass(frozen=True, eq=False)
class LastPhase:
    """Solves last turns of a race, whose distances are numbered by `axis`."""

    rules: Ruleset
    places: Standings
    solver: TurnSolver
    axis: Axis
    players: int

    def inner(self) -> Inner:
        """The tables within the last turns, by how many are still to come and the kind of holders."""
        inner = {
            (0, kind): LastTurns(np.array(1.0 / max(kind, 1)), np.zeros((0,)))
            for kind in kinds_of(self.rules, self.players, 0)
        }
        for waiting in range(1, self.players - 1):
            shape = (self.axis.length,) * waiting
            lanes = np.indices(shape).reshape(waiting, -1)
            for kind in kinds_of(self.rules, self.players, waiting):
                found = self.solve(inner, kind, lanes)
                inner[waiting, kind] = LastTurns(
                    found.holder.reshape(shape), found.shares.reshape(waiting, *shape)
                )
        return inner

    def least(self, numbers: Ints) -> Ints:
        """The smallest turn total, in steps, that counts for players with these numbers."""
        gains = (least_gain(self.rules, self.places.step, opened=opened) for opened in (True, False))
        return np.asarray(np.where(numbers < self.axis.size, *gains))

    def finals(self, lanes: Ints) -> Ints:
        """The turn totals from which nobody rolls on, for players with numbers `lanes`, the first to play.

        A farkle leaves nothing: nobody rolls on whom the others catch less often than that.
        """
        behind, others = self.axis.behind[lanes], len(lanes) - 1
        lead = np.ones(lanes.shape[1], np.int64)
        if others:
            safe = safe_lead(self.solver, self.axis.size, others)
            lead = np.maximum(lead, safe - behind[1:].min(axis=0))
        return np.asarray(np.maximum(behind[0] + lead, self.least(lanes[0])))

    def solve(self, inner: Inner, kind: int, lanes: Ints) -> LastTurns:
        """The last turns of players whose numbers are `lanes`, the next to play first, while `kind` hold."""
        waiting, count = lanes.shape
        behind, after = self.axis.behind[lanes[0]], lanes[1:]
        least, final = self.least(lanes[0]), self.finals(lanes)
        own, theirs = np.empty(count), np.empty((waiting - 1, count))
        order = np.argsort(final, kind="stable")
        cases = tuple(inner[waiting - 1, to] for to in (kind, tied_kind(kind), 1))
        tied = 0.0 if kind == KEEPS else 1.0
        for low in range(0, count, _CHUNK):
            at = order[low : low + _CHUNK]
            rows = np.arange(int(final[at].max()) + self.solver.plan.most + 1)[:, None]
            above = rows - behind[at]
            mine, shares, lost = self._stops(cases, tied, after[:, at], above)
            bank = np.where(rows >= least[at], mine, NOT_ALLOWED)
            own[at], theirs[:, at] = self._turns(bank, shares, lost, final[at])
        holders = 1 if kind == KEEPS else kind
        return LastTurns((1.0 - own - theirs.sum(axis=0)) / holders, np.concatenate([own[None], theirs]))

    def _stops(
        self, cases: tuple[LastTurns, ...], tied: float, after: Ints, above: Ints
    ) -> tuple[Floats, Floats, Floats]:
        """What stops are worth to the mover and to those after, and what a lost turn is worth to those.

        `cases` are the tables after a turn that ends below the lead, level with it, and above it;
        `above[row, lane]` says how far over the lead a stop is.
        """
        below, level, ahead = cases
        at = tuple(after)
        raised = tuple(self.axis.further(x, np.maximum(above, 0)) for x in after)
        own = np.where(above > 0, ahead.holder[raised], np.where(above == 0, tied * level.holder[at], 0.0))
        shares, lost = np.zeros((len(after), *above.shape)), np.zeros((len(after), above.shape[1]))
        for k in range(len(after)):
            lost[k] = below.shares[k][at]
            ends = np.where(above == 0, level.shares[k][at], lost[k])
            shares[k] = np.where(above > 0, ahead.shares[k][raised], ends)
        return own, shares, lost

    def _turns(self, own: Floats, shares: Floats, lost: Floats, final: Ints) -> tuple[Floats, Floats]:
        """The shares of the mover, and of those after it, under the mover's best play."""
        none, start = np.zeros_like(own), np.zeros(len(final), np.int64)
        if not len(shares):
            turns = Carried(own, none, none, np.zeros(len(final)), start, final)
            return solve_carried(self.solver, turns)[0], lost
        bank = np.where(own == NOT_ALLOWED, own, own + FAVOUR * shares[0])
        found = [
            solve_carried(self.solver, Carried(bank, share, none, FAVOUR * lost[0], start, final))
            for share in shares
        ]
        theirs = np.array([each[1] + each[2] * nothing for each, nothing in zip(found, lost, strict=True)])
        return found[0][0] - FAVOUR * theirs[0], theirs


def many_endings(
    rules: Ruleset, places: Standings, solver: TurnSolver, reach: int, players: int
) -> ManyEndings:
    """Solve the last turns of a race; the trigger's row lies below `reach`.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.odds.standings import standings
    >>> from hotdice.rules import load
    >>> rules = load("classic", ["target=100"])
    >>> solver = TurnSolver(roll_plan(rules), forced=False)
    >>> ends = many_endings(rules, standings(rules), solver, 20, 4)
    >>> at = ends.begins[[0, 0, 0]] + 10  # somebody has come to 500, the other three have nothing
    >>> ends.trigger[3][:, *at].round(4).tolist()
    [0.1425, 0.2439, 0.283]
    """
    if rules.last_chance is LastChance.NONE:
        return ManyEndings(Axis(1, 0, 0), np.zeros(places.count, np.int64), {}, {})
    axis, begins = axis_of(rules, places, reach, solver.plan.most)
    phase = LastPhase(rules, places, solver, axis, players)
    inner = phase.inner()
    by_place = rules.last_chance is LastChance.FINISH_ROUND
    trigger = {}
    for waiting in range(1 if by_place else players - 1, players):
        needed = np.nonzero(needed_distances(places, begins, axis.length, reach, waiting))
        lanes = np.stack(needed)
        found = phase.solve(inner, first_kind(rules), lanes)
        table = np.zeros((waiting, *(axis.length,) * waiting))
        table[(slice(None), *lanes)] = np.stack([found.holder, *found.shares[:-1]])
        trigger[waiting] = table
    return ManyEndings(axis, begins, trigger, inner)
