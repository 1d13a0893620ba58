"""The rule on the strategy card as play for the evaluator: a table for every pair of scores."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hotdice.odds.evaluating import Tables, check_fixed, needs_of, rows_of
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.standings import Standings, standings
from hotdice.players.paper_kernel import fill_tables
from hotdice.players.paper_rule import NEVER, WON, PaperRule, least_that_counts
from hotdice.rules import LastChance, Ruleset, Ties


@dataclass(frozen=True, eq=False)
class PaperPlay:
    """A rule as play for the evaluator; `rough` tells fewer pairs of scores apart, for searches."""

    rules: Ruleset
    rule: PaperRule
    rough: bool = False

    @cached_property
    def places(self) -> Standings:
        """The standings of the sheet."""
        check_fixed(self.rules)
        return standings(self.rules)

    @cached_property
    def _pairs(self) -> tuple[Ints, Ints]:
        """What both miss and the least total that counts, without repetition; the number of every pair."""
        places = self.places
        missing = (places.target_row - places.rows) * places.step
        mine, theirs = (x.ravel() for x in np.meshgrid(missing, missing, indexing="ij"))
        if self.rough:
            mine, theirs = _rough(mine, theirs, max(self.rule.ease, 0), self.rule.near)
        closed = np.repeat(1 - places.opened, places.count)
        codes, of = np.unique((closed << 60) + (mine << 30) + theirs, return_inverse=True)
        least = np.array([least_that_counts(self.rules, opened=opened) for opened in (True, False)])
        part = (1 << 30) - 1
        return np.stack([codes >> 30 & part, codes & part, least[codes >> 60]]), of

    @cached_property
    def which(self) -> Ints:
        """The number of the table of every start of a turn."""
        count = self.places.count
        of = self._pairs[1].reshape(count, count)
        return np.ascontiguousarray(np.broadcast_to(of, (self.places.sides, count, count)))

    @cached_property
    def last(self) -> Ints:
        """The number of the table of every last turn: those after all others."""
        needs = needs_of(self.rules, self.places)
        return np.tile(self._pairs[0].shape[1] + np.arange(needs), (2, 1))

    def tables(self, numbers: Ints) -> Tables:
        """The tables with these numbers."""
        rules, rule = self.rules, self.rule
        pairs, step = self._pairs[0], rules.step
        regular = numbers[numbers < pairs.shape[1]]
        needs = numbers[numbers >= pairs.shape[1]] - pairs.shape[1]
        rows = self._rows if not needs.size else max(self._rows, int(needs.max()) + 3)
        score = np.empty((len(numbers), rows, rules.dice))
        flags = np.zeros((len(numbers), rows, rules.dice), np.uint8)
        worths = np.array(rule.worths)
        lead = -NEVER if not self._chased else NEVER if rule.lead is None else rule.lead
        extra = np.array([rule.ease, rule.near, lead, rule.fade])
        for rows_at, numbers_of in self._halves(pairs[:, regular]):
            stops = np.array([NEVER if stop is None else stop for stop in numbers_of.stops])
            fill_tables(
                pairs[:, regular[rows_at]], rows_at, stops, np.array(numbers_of.worths), extra, step, score,
                flags,
            )  # fmt: skip
        beat = int(rules.ties is Ties.TRIGGER_KEEPS)
        shared = rules.ties is Ties.SHARED
        total: Ints = np.arange(rows)[:, None]
        for at, need in enumerate(needs + beat, len(regular)):  # as `last_liking` and `last_stops`
            level = (total == need) & shared
            flags[at] = (total >= need) & ~(level & (np.arange(rules.dice) > 0))
            won: Floats = np.where(level, WON / 2, WON)
            score[at] = total * step + np.where(total >= need, won, worths)
        return Tables(score, flags)

    def _halves(self, pairs: Ints) -> list[tuple[Ints, PaperRule]]:
        """Which pairs follow which numbers."""
        if not self.rule.ahead_stops:
            return [(np.arange(pairs.shape[1]), self.rule)]
        ahead = pairs[0] < pairs[1]
        found = (np.flatnonzero(~ahead), self.rule), (np.flatnonzero(ahead), self.rule.numbers_for(0, 1))
        return [half for half in found if len(half[0])]

    @property
    def _chased(self) -> bool:
        return self.rules.last_chance is not LastChance.NONE

    @cached_property
    def _rows(self) -> int:
        if self.rough:
            return 100
        return min(rows_of(self.rules, (NEVER,)), self.places.target_row + 10_000 // self.rules.step)


def _rough(mine: Ints, theirs: Ints, ease: int, near: int) -> tuple[Ints, Ints]:
    """Pairs whose ratio is much the same, as one."""
    wide = np.minimum(mine, 5_000)
    ratio = (mine + ease) / (theirs + ease)
    ratio = np.exp(np.round(np.log(ratio) * 16) / 16)
    coarse = np.where(theirs <= near, near, np.maximum((wide + ease) / ratio - ease, near + 1))
    return wide, np.round(coarse).astype(np.int64)
