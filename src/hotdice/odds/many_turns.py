"""The turns of a race of many players as lanes of the turn solver, given the table so far."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hotdice.odds.carrying import Carried, solve_carried
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.many_endings import ManyEndings
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.standings import Standings
from hotdice.odds.three_endings import FAVOUR
from hotdice.odds.three_turns import lowest_top
from hotdice.rules import LastChance, OpeningPolicy, Ruleset

_CHUNK = 4096


@dataclass(frozen=True, eq=False)
class ManyTurns:
    """Solves batches of turns against a table `values[place, k, mover, next, ...]`.

    The k-th share is that of the k-th player from the mover on, the last one has the rest. Nobody rolls on
    who is at the target and `margin` steps above the greatest total at the start of the turn.
    """

    rules: Ruleset
    players: int
    places: Standings
    solver: TurnSolver
    endings: ManyEndings
    margin: int

    @property
    def rotations(self) -> int:
        """How many places in the round are told apart."""
        return self.players if self.rules.last_chance is LastChance.FINISH_ROUND else 1

    @cached_property
    def floor(self) -> int:
        """A row that everybody must be let roll up to."""
        return lowest_top(self.rules, self.places)

    def waiting(self, place: int) -> int:
        """How many turns follow when the target is reached from a place in the round."""
        match self.rules.last_chance:
            case LastChance.NONE:
                return 0
            case LastChance.OTHERS_ONCE:
                return self.players - 1
            case LastChance.FINISH_ROUND:
                return self.players - 1 - place

    def tops(self, seats: Ints) -> Ints:
        """The row from which nobody rolls on: `margin` above the leader, but never below the floor."""
        return np.asarray(np.maximum(self.places.rows[seats].max(axis=0) + self.margin, self.floor))

    def solve(self, values: Floats, place: Ints, seats: Ints) -> Floats:
        """What the best play yields to all players but for lost turns, and the chance of a lost turn."""
        out = np.empty((self.players + 1, len(place)))
        for at in range(self.rotations):
            lanes = np.flatnonzero(place == at)
            for low in range(0, len(lanes), _CHUNK):
                part = lanes[low : low + _CHUNK]
                out[:, part] = self._batch(values[(at + 1) % self.rotations], at, seats[:, part])
        return out

    def _batch(self, after: Floats, place: int, seats: Ints) -> Floats:
        rules, places, target = self.rules, self.places, self.places.target_row
        mover, others = seats[0], tuple(seats[1:])
        lanes = np.arange(seats.shape[1])
        tops = self.tops(seats)
        rows = np.arange(int(tops.max()) + self.solver.plan.most + 1)
        theirs = after[(slice(None), *others)]  # [player, lane, standing of the mover]
        lost = theirs[:, lanes, mover]
        shares = np.zeros((self.players - 1, len(rows), len(lanes)))
        shares[:, :target] = theirs[:, :, :target].transpose(0, 2, 1)
        own = 1.0 - shares.sum(axis=0)
        self._past_target(shares, own, place, others, rows)
        lost_own = 1.0 - lost.sum(axis=0)
        gain = rows[:, None] - places.rows[mover]
        minimum, opening = (-(-points // places.step) for points in (rules.minimum, rules.opening))
        reached = (rows >= target)[:, None]
        legal = (gain > 0) & ((gain >= minimum) | (reached & (not rules.minimum_binds_win)))
        nothing = legal & (places.opened[mover] == 0) & (gain < opening)
        if rules.opening_policy is OpeningPolicy.MAY_STOP:
            own = np.where(nothing, lost_own, own)
            shares = np.where(nothing, lost[:, None], shares)
        else:
            legal, nothing = legal & ~nothing, np.zeros_like(nothing)
        bank = np.where(legal, own + FAVOUR * shares[0], NOT_ALLOWED)
        key = lost_own + FAVOUR * lost[0]
        none = nothing.astype(float)
        found = [
            solve_carried(self.solver, Carried(bank, share * ~nothing, none, key, places.rows[mover], tops))
            for share in shares
        ]
        chance = found[0][2]
        carried = np.stack([each[1] for each in found])
        mine = found[0][0] - FAVOUR * (carried[0] + chance * lost[0]) - chance * lost_own
        return np.concatenate([mine[None], carried, chance[None]])

    def _past_target(
        self, shares: Floats, own: Floats, place: int, others: tuple[Ints, ...], rows: Ints
    ) -> None:
        """Write down what stops that meet the target are worth to everybody."""
        target, waiting = self.places.target_row, self.waiting(place)
        if not waiting:
            return
        past = rows[target:, None]
        at = tuple(self.endings.begins[other] + past for other in others[:waiting])
        trigger, *following = (table[at] for table in self.endings.trigger[waiting])
        own[target:] = trigger
        for k, share in enumerate(following):
            shares[k, target:] = share
        shares[waiting - 1, target:] = 1.0 - trigger - sum(following)
