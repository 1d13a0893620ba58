"""From counts to rates and means, each with the interval in which the truth lies in 95 of 100 cases."""

from math import sqrt

from hotdice.arena.tally import SHARE, Tally
from hotdice.frozen import Frozen

NORMAL_95 = 1.959963984540054


class Estimate(Frozen):
    """A number found by simulation, and its interval of 95 %."""

    mean: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether a value lies inside the interval.

        >>> Estimate(0.5, 0.4, 0.6).holds(0.55)
        True
        """
        return self.low <= value <= self.high


def share_of(tally: Tally, bot: int) -> Estimate:
    """A bot's share of the wins, a shared one divided, with its interval.

    Single games get Wilson's interval; games that belong together (the seats of a rotation, the twins of a
    duplicate) are one observation, and the spread of their sums is what counts.

    >>> tally = Tally(2)
    >>> tally.games = tally.blocks = 100
    >>> tally.wins[0, 1], tally.wins[1, 1] = 60, 40
    >>> found = share_of(tally, 0)
    >>> found.mean, round(found.low, 4), round(found.high, 4)
    (0.6, 0.502, 0.6906)
    """
    games = tally.games
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    mean = sum(int(count) / winners for winners, count in enumerate(tally.wins[bot]) if winners) / games
    if tally.blocks == games:
        return _wilson(mean, games)
    per_block = games // tally.blocks
    whole = SHARE * per_block
    squares = int(tally.squares[bot]) / tally.blocks / whole**2
    return _normal(mean, squares - mean**2, tally.blocks)


def score_of(tally: Tally, bot: int) -> Estimate:
    """A bot's mean final total.

    >>> tally = Tally(1)
    >>> tally.games, tally.score_sums[0] = 2, [30_000, 500_000_000]
    >>> score_of(tally, 0).mean
    15000.0
    """
    return _mean(int(tally.score_sums[bot, 0]), int(tally.score_sums[bot, 1]), tally.games)


def turns_of(tally: Tally) -> Estimate:
    """The mean number of turns of a game, all players' together."""
    return _mean(int(tally.turn_sums[0]), int(tally.turn_sums[1]), tally.games)


def _mean(total: int, squares: int, count: int) -> Estimate:
    if not count:
        return Estimate(0.0, 0.0, 0.0)
    # Whole numbers until the last step: the difference of two large means would lose its digits.
    variance = (squares * count - total * total) / count**2
    return _normal(total / count, variance, count, bounded=False)


def _normal(mean: float, variance: float, count: int, *, bounded: bool = True) -> Estimate:
    reach = NORMAL_95 * sqrt(max(variance, 0.0) / max(count - 1, 1))
    low, high = mean - reach, mean + reach
    return Estimate(mean, max(low, 0.0), min(high, 1.0)) if bounded else Estimate(mean, low, high)


def _wilson(mean: float, count: int) -> Estimate:
    square = NORMAL_95**2
    centre = (mean + square / (2 * count)) / (1 + square / count)
    reach = NORMAL_95 / (1 + square / count) * sqrt(mean * (1 - mean) / count + square / (4 * count**2))
    return Estimate(mean, max(0.0, min(centre - reach, mean)), min(1.0, max(centre + reach, mean)))
