"""Mixtures of many groups at once are the equilibria that trying every case one by one finds."""

from itertools import product

import numpy as np

from hotdice.odds.mixing import equilibrium
from hotdice.odds.mixtures import mixtures

FAVOUR = 1e-7


def drawn(groups: int) -> np.ndarray:
    """Two ways to play for each of four movers: shares of all but the last, and the chance of a lost turn."""
    return np.random.default_rng(1).dirichlet(np.full(5, 0.5), size=(groups, 4, 2))[..., :4]


def gain(ways: np.ndarray, plays: np.ndarray) -> float:
    """What a mover gains at most by one of the ways, from the loop of lost turns solved as equations."""
    size = 4
    lost, shares = plays[:, -1], np.zeros((size, size))
    for i in range(size):
        for k, share in enumerate((*plays[i, :-1], 1.0 - plays[i].sum())):
            shares[i, (i + k) % size] = share
    follow = np.zeros((size, size))
    for i in range(size):
        follow[i, (i + 1) % size] = lost[i]
    value = np.linalg.solve(np.eye(size) - follow, shares)
    most = -1.0
    for i, way in product(range(size), range(2)):
        after = value[(i + 1) % size]
        worths = [
            p[0] + p[-1] * after[i] + FAVOUR * (p[1] + p[-1] * after[(i + 1) % size])
            for p in (ways[i, way], plays[i])
        ]
        most = max(most, worths[0] - worths[1])
    return most


def test_what_is_found_is_an_equilibrium_and_the_one_of_all_cases() -> None:
    ways = drawn(20_000)
    found, plays = mixtures(ways, FAVOUR)
    fixed = (plays[:, :, None] == ways).all(axis=-1).any(axis=-1).all(axis=-1)
    mixed = np.flatnonzero(found & ~fixed)
    assert len(mixed) >= 10
    assert found.mean() > 0.999
    for group in mixed:
        assert gain(ways[group], plays[group]) < 1e-12
        cases = equilibrium([[tuple(way) for way in own] for own in ways[group]], FAVOUR)
        assert np.abs(np.array(cases) - plays[group]).max() < 1e-9
    for group in np.flatnonzero(found)[:200]:
        assert gain(ways[group], plays[group]) < 1e-12


def test_another_mixture_is_none() -> None:
    ways = drawn(2_000)
    found, plays = mixtures(ways, FAVOUR)
    group = int(np.flatnonzero(found)[0])
    worse = ways[group, :, 0] + ways[group, :, 1] - plays[group]
    assert gain(ways[group], worse) > 1e-9
