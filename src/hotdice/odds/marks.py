"""What tells players of a game of rounds apart beside their points: farkles in a row, being on the board."""

from dataclasses import dataclass

import numpy as np

from hotdice.odds.plan import Floats, Ints
from hotdice.odds.stopping import NOTHING, stops_of
from hotdice.rules import Ruleset, after_farkle


def counters_of(rules: Ruleset) -> int:
    """How many numbers of farkles in a row are told apart.

    >>> from hotdice.rules import load
    >>> counters_of(load("facebook")), counters_of(load("classic"))
    (3, 1)
    """
    return rules.penalty.count if rules.penalty.points else 1


def farkle_of(rules: Ruleset, farkles: int) -> tuple[int, int]:
    """The counter after one more farkle, and the points it costs where no floor stops it."""
    if not rules.penalty.points:
        return 0, 0
    points, after = after_farkle(rules, 10**9, farkles)
    return min(after, counters_of(rules) - 1), points


@dataclass(frozen=True, eq=False)
class Marks:
    """A player's mark is the number of farkles in a row, plus `counters` while not on the board."""

    rules: Ruleset
    step: int
    counters: int

    @property
    def marks(self) -> int:
        """The number of marks that a player can have."""
        return self.counters * (2 if self.rules.opening else 1)

    @property
    def start_mark(self) -> int:
        """The mark before the first turn."""
        return self.counters if self.rules.opening else 0

    def mark(self, farkles: int, opened: bool) -> int:
        """The mark of a player."""
        return min(farkles, self.counters - 1) + (0 if opened else self.counters)

    def after_farkle(self, mark: int) -> tuple[int, int]:
        """The mark after one more farkle, and the steps it costs."""
        closed, farkles = divmod(mark, self.counters)
        after, points = farkle_of(self.rules, farkles)
        return closed * self.counters + after, points // self.step

    def kinds(self, mark: int, count: int) -> Ints:
        """What stops at turn totals from 0 to `count` - 1 steps lead to, see `stopping`.

        No target counts in a game of rounds, nor in a play-off.
        """
        return stops_of(self.rules, play_off=True).gains(count, 0, opened=mark < self.counters)

    def recorded(self, mark: int, count: int) -> Floats:
        """The points that such stops put onto the sheet."""
        return np.where(self.kinds(mark, count) == NOTHING, 0.0, np.arange(count) * float(self.step))
