"""States of a race at which no fixed play is an equilibrium: the mixture that is.

As many states as there are players lead to each other by lost turns, each with its own mover. Now and then
the best play of one mover changes with what another does, and that one's with the first: like matching
pennies, the best answers go round for ever. Then movers mix two ways to play, each so that the other is
indifferent between theirs. From a few ways to play for each mover there are few cases of who mixes which, and
all are tried.
"""

from itertools import combinations, product

import numpy as np

from hotdice.odds.plan import Floats

Play = tuple[float, ...]
"""The shares of all but the last player, mover first, but for lost turns; then the chance of a lost turn."""

Pair = tuple[Play, Play]
_EXACT = 1e-13
_STARTS = (0.5, 0.1, 0.9)


def shares_of(plays: list[Play]) -> list[tuple[float, ...]]:
    """The shares of all but the last player in each of the states, lost turns followed round and round.

    >>> [tuple(round(share, 4) for share in each) for each in shares_of([(0.25, 0.0, 0.5)] * 3)][0]
    (0.4286, 0.2143)
    """
    players = len(plays)
    found = []
    for i in range(players):
        total, weight = [0.0] * players, 1.0
        for turn in range(players):
            play = plays[(i + turn) % players]
            for k, share in enumerate((*play[:-1], 1.0 - sum(play))):
                total[(k + turn) % players] += weight * share
            weight *= play[-1]
        found.append(tuple(share / (1.0 - weight) for share in total[:-1]))
    return found


def equilibrium(ways: list[list[Play]], favour: float) -> list[Play] | None:
    """What the turns of some movers yield, each mixing up to two of its ways so that none gains by another.

    >>> same = [(0.2, 0.1, 0.6)]
    >>> equilibrium([[(0.2, 0.1, 0.6), (0.3, 0.1, 0.5)], same, same], 0.0)
    [(0.3, 0.1, 0.5), (0.2, 0.1, 0.6), (0.2, 0.1, 0.6)]
    """
    cases = [[*((way, way) for way in own), *combinations(own, 2)] for own in ways]
    for pairs in sorted(product(*cases), key=lambda case: sum(one != other for one, other in case)):
        mixing = [i for i, (one, other) in enumerate(pairs) if one != other]
        for start in _STARTS if mixing else (0.0,):
            plays = _indifferent(pairs, mixing, start, favour)
            if plays is not None and is_stable(ways, plays, favour):
                return plays
    return None


def _mixed(pairs: tuple[Pair, ...], weights: list[float]) -> list[Play]:
    return [
        tuple(a + w * (b - a) for a, b in zip(one, other, strict=True))
        for (one, other), w in zip(pairs, weights, strict=True)
    ]


def _worth(way: Play, lost: tuple[float, float], favour: float) -> float:
    """What a way to play is worth to its mover; `lost` are the shares of mover and next after a lost turn."""
    mover, following = lost
    return way[0] + way[-1] * mover + favour * (way[1] + way[-1] * following)


def _after_losing(plays: list[Play]) -> list[tuple[float, float]]:
    shares = shares_of(plays)
    return [(1.0 - sum(after), after[0]) for after in (*shares[1:], shares[0])]


def is_stable(ways: list[list[Play]], plays: list[Play], favour: float) -> bool:
    """Whether none of the movers gains by another of the ways they have.

    >>> is_stable([[(0.2, 0.6), (0.3, 0.5)], [(0.2, 0.6)]], [(0.2, 0.6), (0.2, 0.6)], 0.0)
    False
    """
    lost = _after_losing(plays)
    return all(
        _worth(way, lost[i], favour) <= _worth(play, lost[i], favour) + _EXACT
        for i, play in enumerate(plays)
        for way in ways[i]
    )


def _indifferent(
    pairs: tuple[Pair, ...], mixing: list[int], start: float, favour: float
) -> list[Play] | None:
    """The mixture that leaves all who mix indifferent, by Newton's method, or None."""
    weights = [start if i in mixing else 0.0 for i in range(len(pairs))]
    if not mixing:
        return _mixed(pairs, weights)

    def gains(at: list[float]) -> Floats:
        lost = _after_losing(_mixed(pairs, at))
        return np.array(
            [_worth(pairs[i][1], lost[i], favour) - _worth(pairs[i][0], lost[i], favour) for i in mixing]
        )

    for _ in range(40):
        here = gains(weights)
        if np.abs(here).max() <= _EXACT / 100:
            break
        slopes = np.empty((len(mixing), len(mixing)))
        for column, i in enumerate(mixing):
            moved = list(weights)
            moved[i] += 1e-4
            slopes[:, column] = (gains(moved) - here) / 1e-4
        for i, step in zip(mixing, np.linalg.lstsq(slopes, here, rcond=1e-9)[0], strict=True):
            weights[i] -= float(step)
        if not all(abs(weight) < 1e3 for weight in weights):
            return None
    inside = all(0.0 <= weights[i] <= 1.0 for i in mixing)
    return _mixed(pairs, weights) if inside and np.abs(gains(weights)).max() <= _EXACT else None
