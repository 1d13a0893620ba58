"""Mixtures of many groups of states at once; see `mixing` for what they are.

With four movers there are too many cases of who mixes what to try them all one by one. Alone nobody needs
to mix, since against fixed play some fixed play is best; here two movers mix or nobody does, each between two
ways to play, and all these cases of all groups are tried in one batch. Where none of them is an equilibrium
the caller keeps the play it has, and reports what a mover could gain.
"""

from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from hotdice.odds.mixing import Play, is_stable
from hotdice.odds.plan import Floats, Ints

Bools = npt.NDArray[np.bool_]

_EXACT = 1e-13
_NEWTON = 12

_MIXERS = 2
"""How many movers mix in a case that is tried."""


def mixtures(ways: Floats, favour: float) -> tuple[Bools, Floats]:
    """For groups of states: whether an equilibrium was found, and what the turns of its movers yield.

    `ways` are [group, mover, way of two, number], with the numbers of `mixing.Play`.

    >>> same = [(0.2, 0.1, 0.1, 0.5)] * 2
    >>> better = [(0.2, 0.1, 0.1, 0.5), (0.3, 0.1, 0.1, 0.5)]
    >>> found, plays = mixtures(np.array([[better, same, same, same]]), 0.0)
    >>> found.tolist(), plays[0, 0].tolist()
    ([True], [0.3, 0.1, 0.1, 0.5])
    """
    movers = ways.shape[1]
    fixed = np.array(list(product((0, 1), repeat=movers)))
    plays = ways[:, np.arange(movers), fixed]
    stable = _stable(ways, plays, favour)
    found, best = _first(stable, plays)
    if found.all():
        return found, best
    left = np.flatnonzero(~found)
    two, settled = _two_mix(ways[left], favour)
    late, mixed = _first(settled & _stable(ways[left], two, favour), two)
    found[left], best[left] = late, np.where(late[:, None, None], mixed, best[left])
    return found, best


def of_any_two(ways: list[list[Play]], favour: float) -> list[Play] | None:
    """As `mixing.equilibrium`, where at most two movers mix: every two ways of each, in one batch.

    >>> same = [(0.2, 0.1, 0.6)]
    >>> of_any_two([[(0.2, 0.1, 0.6), (0.3, 0.1, 0.5)], same, same], 0.0)
    [(0.3, 0.1, 0.5), (0.2, 0.1, 0.6), (0.2, 0.1, 0.6)]
    """
    movers = len(ways)
    fixed = np.array(list(product(*ways)))
    whole = [np.array(own) for own in ways]
    cases = [
        case
        for case in product(*(_cases_of(own) for own in ways))
        if sum(one != other for one, other in case) == _MIXERS
    ]
    plays, good = fixed, np.ones(len(fixed), bool)
    if cases:
        index = np.array(cases)
        ends = [np.stack([whole[i][index[:, i, k]] for i in range(movers)], axis=1) for k in range(2)]
        mixing = np.stack([np.flatnonzero(one != other) for one, other in index.transpose(0, 2, 1)])
        mixed, settled = _indifferent(ends[0], ends[1] - ends[0], mixing, favour)
        plays, good = np.concatenate([plays, mixed]), np.concatenate([good, settled])
    for at in np.flatnonzero(good):
        found: list[Play] = [tuple(play) for play in plays[at].tolist()]
        if is_stable(ways, found, favour):
            return found
    return None


def _cases_of(own: list[Play]) -> list[tuple[int, int]]:
    """The numbers of one way, or of two to mix."""
    return [*((way, way) for way in range(len(own))), *combinations(range(len(own)), 2)]


def _first(good: Bools, plays: Floats) -> tuple[Bools, Floats]:
    """Whether a group has a good case, and the plays of the first one."""
    found: Bools = np.asarray(good.any(axis=1))
    return found, plays[np.arange(len(plays)), good.argmax(axis=1)]


def _after_losing(plays: Floats) -> tuple[Floats, Floats]:
    """The shares of each mover and of the next player after a lost turn, as [..., mover]."""
    movers = plays.shape[-2]
    last = 1.0 - plays.sum(axis=-1)
    shares = np.concatenate([plays[..., :-1], last[..., None]], axis=-1)
    # Who moves so many turns after the lost one, as [turn, mover who lost it].
    mover = np.arange(movers)
    at = (mover + 1 + np.arange(movers)[:, None]) % movers
    weight = np.cumprod(plays[..., at, -1], axis=-2)
    before = np.concatenate([np.ones_like(weight[..., :1, :]), weight[..., :-1, :]], axis=-2)
    own = (before * shares[..., at, (mover - at) % movers]).sum(axis=-2)
    following = (before * shares[..., at, (mover + 1 - at) % movers]).sum(axis=-2)
    endless = 1.0 - weight[..., -1, :]
    return own / endless, following / endless


def _worth(way: Floats, own: Floats, following: Floats, favour: float) -> Floats:
    """What ways to play are worth to their movers."""
    worth: Floats = way[..., 0] + way[..., -1] * own + favour * (way[..., 1] + way[..., -1] * following)
    return worth


def _stable(ways: Floats, plays: Floats, favour: float) -> Bools:
    """Whether in a case, [group, case, mover, number], nobody gains by another of their ways."""
    own, following = _after_losing(plays)
    here = _worth(plays, own, following, favour)
    stable = np.ones(here.shape[:2], bool)
    for k in range(ways.shape[2]):
        other = _worth(ways[:, None, :, k], own, following, favour)
        stable &= (other <= here + _EXACT).all(axis=-1)
    return stable


def _two_mix(ways: Floats, favour: float) -> tuple[Floats, Bools]:
    """Every case in which two movers mix and nobody else: the plays, and whether both are indifferent."""
    movers = ways.shape[1]
    pairs, starts = [], []
    for pair in combinations(range(movers), 2):
        for fixed in product((0, 1), repeat=movers - 2):
            at = list(fixed)
            for i in pair:
                at.insert(i, 0)
            pairs.append(pair)
            starts.append(at)
    mixing, one = np.array(pairs), np.array(starts)
    groups, cases = len(ways), np.arange(len(pairs))
    low = ways[:, np.arange(movers), one]
    step = np.zeros_like(low)
    for k in range(_MIXERS):
        step[:, cases, mixing[:, k]] = (ways[:, :, 1] - ways[:, :, 0])[:, mixing[:, k]]
    flat = (groups * len(pairs), movers, ways.shape[-1])
    plays, good = _indifferent(low.reshape(flat), step.reshape(flat), np.tile(mixing, (groups, 1)), favour)
    return plays.reshape(low.shape), good.reshape(groups, -1)


def _indifferent(low: Floats, step: Floats, mixing: Ints, favour: float) -> tuple[Floats, Bools]:
    """The plays in which two movers of each case are indifferent, by Newton's method; and whether they are.

    The plays of a case are `low` and as much of `step` as its two movers in `mixing` give to it.
    """
    case = np.arange(len(low))

    def gains(weights: Floats) -> tuple[Floats, Floats]:
        spread = np.zeros(low.shape[:-1])
        for k in range(_MIXERS):
            spread[case, mixing[:, k]] = weights[:, k]
        plays = low + spread[..., None] * step
        gain = _worth(low + step, *(after := _after_losing(plays)), favour) - _worth(low, *after, favour)
        return np.stack([gain[case, mixing[:, k]] for k in range(_MIXERS)], axis=-1), plays

    weights = np.full((len(low), _MIXERS), 0.5)
    with np.errstate(all="ignore"):
        for _ in range(_NEWTON):
            here, _plays = gains(weights)
            slope = np.stack([(gains(weights + 1e-4 * np.eye(2)[k])[0] - here) / 1e-4 for k in range(2)], -1)
            size = slope[..., 0, 0] * slope[..., 1, 1] - slope[..., 0, 1] * slope[..., 1, 0]
            moved = np.stack([
                here[..., 0] * slope[..., 1, 1] - here[..., 1] * slope[..., 0, 1],
                here[..., 1] * slope[..., 0, 0] - here[..., 0] * slope[..., 1, 0],
            ], -1) / size[..., None]  # fmt: skip
            weights = np.clip(np.where(np.isfinite(moved), weights - moved, weights), -1e3, 1e3)
        here, plays = gains(weights)
    good = (weights >= 0.0) & (weights <= 1.0) & (np.abs(here) <= _EXACT)
    return plays, np.asarray(good.all(axis=-1))
