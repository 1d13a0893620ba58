"""How a race of three players and more ends: the last turns, one after the other.

Whoever reaches the target is the trigger; the others, or those of them who come later in the round, each have
one turn left. All that counts then is who holds the greatest total so far, and how far behind it those lie
who still play. So the last turns are tables over those distances, from the last player backwards: one for
each number of players still to come and each kind of holders.
"""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from hotdice.odds.endings import Endings, joined_endings, last_turns, least_gain
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.standings import Standings
from hotdice.rules import LastChance, Ruleset, Ties

FAVOUR = 1e-10
"""What the next player's share counts beside the mover's own: it decides between equal choices only."""

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

    def begins(self, places: Standings) -> Ints:
        """Where the numbers of standings begin: the distance to a row is added."""
        return np.where(places.opened == 1, -places.rows, self.size - self.low - places.rows)

    def further(self, numbers: Ints, steps: Ints) -> Ints:
        """The numbers of the same players when the lead has risen by so many steps."""
        last = np.where(numbers < self.size, self.size, self.length) - 1
        return np.asarray(np.minimum(numbers + steps, last))

    def on(self, wider: "Axis", numbers: Ints) -> Ints:
        """Numbers of this axis as those of a wider one."""
        return np.where(numbers < self.size, numbers, numbers - self.size + wider.size)


class LastTurns(NamedTuple):
    """What the last turns of some players are worth, by their distances, while some hold the lead.

    `holder` is the share of each one who holds it; `shares[i]` that of the i-th player still to come.
    """

    holder: Floats
    shares: Floats


Inner = dict[tuple[int, int], LastTurns]
"""Tables within the last turns, by how many are still to come and the kind of holders."""


def first_kind(rules: Ruleset) -> int:
    """The kind of holders when the target has just been reached."""
    return KEEPS if rules.ties is Ties.TRIGGER_KEEPS else 1


def tied_kind(kind: int) -> int:
    """The kind of holders after one more player has come level with them."""
    return kind if kind == KEEPS else kind + 1


def axis_of(places: Standings, size: int) -> Axis:
    """The numbering of distances below `size`."""
    low = places.target_row - max(places.closed, default=0)
    return Axis(size, low, size - low if places.closed else 0)


def kinds_of(rules: Ruleset, players: int, waiting: int) -> list[int]:
    """The kinds of holders there can be while so many of the players are still to come.

    >>> from hotdice.rules import load
    >>> kinds_of(load("classic"), 4, 2), kinds_of(load("playmonster"), 4, 2)
    ([1, 2], [0, 1])
    """
    if rules.ties is Ties.TRIGGER_KEEPS:
        return [KEEPS, *range(1, players - waiting)]
    return list(range(1, players - waiting + 1))


def chance_to_score(solver: TurnSolver, most: int) -> Floats:
    """The best chance to score at least so many steps in one turn."""
    return last_turns(solver, most, 1.0)


def safe_lead(solver: TurnSolver, most: int, others: int) -> int:
    """How far ahead of every other one must be to be caught less often than the safest roll is lost."""
    catches = others * chance_to_score(solver, most)
    risk = float(solver.plan.farkle.min())
    return int(np.argmax(catches <= risk)) if (catches <= risk).any() else len(catches)


def needed_numbers(places: Standings, axis: Axis, waiting: int) -> Ints:
    """The numbers, as [player, case], of standings of all who wait and one total of the trigger."""
    begins = axis.begins(places)
    needed = np.zeros((axis.length,) * waiting, bool)
    for row in range(places.target_row, axis.size):
        # Those on the board are all rows below the target, side by side.
        on_board = slice(row - places.target_row + 1, row + 1)
        closed = (slice(number, number + 1) for number in (begins[places.opened == 0] + row).tolist())
        for part in product((on_board, *closed), repeat=waiting):
            needed[part] = True
    return np.stack(np.nonzero(needed))


@dataclass(frozen=True, eq=False)
class LastPhase:
    """Solves last turns of a race, whose distances are numbered by `axis`."""

    rules: Ruleset
    solver: TurnSolver
    axis: Axis
    players: int

    def inner(self) -> Inner:
        """The tables within the last turns, by how many are still to come and the kind of holders."""
        return self.within(self.players - 2)

    def within(self, most: int) -> Inner:
        """Those of the tables in which so many at most are still to come."""
        inner = {
            (0, kind): LastTurns(np.array(1.0 / max(kind, 1)), np.zeros((0,)))
            for kind in kinds_of(self.rules, self.players, 0)
        }
        for waiting in range(1, min(most, self.players - 2) + 1):
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
        gains = (least_gain(self.rules, opened=opened) for opened in (True, False))
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

    def cases(self, inner: Inner, kind: int, waiting: int) -> tuple[LastTurns, LastTurns, LastTurns]:
        """The tables after a turn that ends below the lead, level with it, and above it."""
        below, level, ahead = (inner[waiting - 1, to] for to in (kind, tied_kind(kind), 1))
        none = np.zeros_like(below.holder)
        level_own = none if kind == KEEPS else level.holder
        return below._replace(holder=none), level._replace(holder=level_own), ahead

    def solve(self, inner: Inner, kind: int, lanes: Ints) -> LastTurns:
        """The last turns of players whose numbers are `lanes`, the next to play first, while `kind` hold."""
        waiting, count = lanes.shape
        behind, after = self.axis.behind[lanes[0]], lanes[1:]
        least, final = self.least(lanes[0]), self.finals(lanes)
        shares = np.empty((waiting, count))
        order = np.argsort(final, kind="stable")
        cases = self.cases(inner, kind, waiting)
        for low in range(0, count, _CHUNK):
            at = order[low : low + _CHUNK]
            rows = np.arange(int(final[at].max()) + self.solver.plan.most + 1)[:, None]
            found, lost = self._stops(cases, after[:, at], rows - behind[at])
            found[0] = np.where(rows >= least[at], found[0], NOT_ALLOWED)
            shares[:, at] = self._turns(found, lost, final[at])
        holders = 1 if kind == KEEPS else kind
        return LastTurns((1.0 - shares[0] - shares[1:].sum(axis=0)) / holders, shares)

    def _stops(
        self, cases: tuple[LastTurns, LastTurns, LastTurns], after: Ints, above: Ints
    ) -> tuple[Floats, Floats]:
        """What stops are worth to the mover and to those after, and what a lost turn is worth to those.

        `above[row, lane]` says how far over the lead a stop is.
        """
        below, level, ahead = cases
        at = tuple(after)
        raised = tuple(self.axis.further(x, np.maximum(above, 0)) for x in after)
        shares = np.empty((len(after) + 1, *above.shape))
        shares[0] = np.where(
            above > 0, ahead.holder[raised], np.where(above == 0, level.holder[at], below.holder[at])
        )
        lost = np.zeros((len(after), above.shape[1]))
        for k in range(len(after)):
            lost[k] = below.shares[k][at]
            ends = np.where(above == 0, level.shares[k][at], lost[k])
            shares[k + 1] = np.where(above > 0, ahead.shares[k][raised], ends)
        return shares, lost

    def _turns(self, shares: Floats, lost: Floats, final: Ints) -> Floats:
        """The shares of the mover, and of those after it, under the mover's best play."""
        start, none = np.zeros(len(final), np.int64), np.zeros(len(final))
        if not len(lost):
            return self.solver.carry([shares[0]], none[None], start, final)
        bank = np.where(shares[0] == NOT_ALLOWED, NOT_ALLOWED, shares[0] + FAVOUR * shares[1])
        ends = [bank, *shares[1:], np.zeros_like(bank)]
        farkle = np.stack([FAVOUR * lost[0], *(none for _ in lost), none + 1.0])
        value, *theirs, chance = self.solver.carry(ends, farkle, start, final)
        found = np.array([each + chance * nothing for each, nothing in zip(theirs, lost, strict=True)])
        return np.concatenate([(value - FAVOUR * found[0])[None], found])


def waiting_turns(rules: Ruleset, players: int) -> Ints:
    """How many play on when the target is reached, by the place in the round where that is told apart.

    >>> from hotdice.rules import load
    >>> waiting_turns(load("classic"), 4).tolist(), waiting_turns(load("munchkin-farkle-plain"), 3).tolist()
    ([3], [2, 1, 0])
    """
    match rules.last_chance:
        case LastChance.NONE:
            return np.array([0])
        case LastChance.OTHERS_ONCE:
            return np.array([players - 1])
        case LastChance.FINISH_ROUND:
            return np.arange(players - 1, -1, -1)
        case LastChance.LAST_LICKS:
            raise Unsolvable("last_chance", "a game with last licks is not solved yet")


def last_phase(rules: Ruleset, places: Standings, solver: TurnSolver, reach: int, players: int) -> LastPhase:
    """What solves last turns while the trigger's row lies below `reach`.

    For three no distance that a turn can lead to lies beyond the axis; for more the last number stands for
    it.
    """
    more = solver.plan.most + (safe_lead(solver, reach + solver.plan.most, 1) + 1 if players == 3 else 0)
    return LastPhase(rules, solver, axis_of(places, reach + more), players)


def many_endings(rules: Ruleset, places: Standings, solver: TurnSolver, reach: int, players: int) -> Endings:
    """Solve the last turns of a race; the trigger's row lies below `reach`.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.odds.standings import standings
    >>> from hotdice.rules import load
    >>> rules = load("classic", ["target=100"])
    >>> solver = TurnSolver(roll_plan(rules), forced=False)
    >>> ends = many_endings(rules, standings(rules), solver, 20, 4)
    >>> at = ends.begins[[0, 0, 0]] + 10  # somebody has come to 500, the other three have nothing
    >>> ends.table(0)[:, *at].round(4).tolist()
    [0.1425, 0.2439, 0.283]
    """
    waiting = waiting_turns(rules, players)
    axis = axis_of(places, reach)
    tables = {}
    if waiting.any():
        phase = last_phase(rules, places, solver, reach, players)
        inner = phase.inner()
        for number in sorted({int(w) for w in waiting} - {0}):
            lanes = needed_numbers(places, axis, number)
            found = phase.solve(inner, first_kind(rules), axis.on(phase.axis, lanes))
            table = np.zeros((number, *(axis.length,) * number))
            table[(slice(None), *lanes)] = np.stack([found.holder, *found.shares[:-1]])
            tables[number] = table
    return joined_endings(axis.begins(places), axis.length, waiting, tables)
