"""R2: the dice as rolls, pairs, runs and lags; every test at a share of one family-wise level of 1 %."""

from collections import Counter
from math import factorial, prod, sqrt

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from conftest import Bar
from hotdice.match.fair import FairDraws
from match.chance_tests import chi_square, chi_square_tail

SEATS = (b"seat one's seed.", b"seat two's seed.")
ROLLS = 20_000_000
LEVEL = 0.01


def six_dice(game: str, labels: range, *, biased: bool = False) -> NDArray[np.uint8]:
    """The first six dice of many labels, from the same blocks; `biased` takes bare remainders."""
    draws = FairDraws(bytes(32), game, SEATS)
    data = b"".join(draws.block(str(number), 0) for number in labels)
    table = np.frombuffer(data, dtype=np.uint8).reshape(len(labels), 32)
    if biased:
        return table[:, :6] % 6
    good = table < 252
    order = np.argsort(~good, axis=1, kind="stable")[:, :6]
    shown: NDArray[np.uint8] = np.take_along_axis(table, order, axis=1) % 6
    return shown


def multiset_p(shown: NDArray[np.uint8], counts: Counter[int]) -> None:
    """Count the multisets of rolls into `counts`."""
    ordered = np.sort(shown, axis=1).astype(np.int64)
    codes = ordered @ (6 ** np.arange(6))
    values, times = np.unique(codes, return_counts=True)
    counts.update(dict(zip(values.tolist(), times.tolist(), strict=True)))


def weights() -> dict[int, int]:
    """Each multiset of six dice by its code, with the number of orders in which it can fall."""
    found: dict[int, int] = {}
    for code in range(6**6):
        faces = sorted(code // 6**i % 6 for i in range(6))
        key = sum(face * 6**i for i, face in enumerate(faces))
        found[key] = factorial(6) // prod(factorial(n) for n in Counter(faces).values())
    return found


LONGEST_GAP, LONGEST_COLLECTION = 40, 45
"""Longer gaps and collections count as this long."""


def gap_weights() -> list[float]:
    """How often so many other faces lie between two ones."""
    shares = [(5 / 6) ** length / 6 for length in range(LONGEST_GAP)]
    return [*shares, 1 - sum(shares)]


def coupon_weights() -> list[float]:
    """How often it takes so many dice, from six on, until every face has been seen."""
    seen = [1.0] + [0.0] * 6  # the chance that so many different faces have been seen
    shares: list[float] = []
    for _ in range(LONGEST_COLLECTION - 1):
        before = seen[6]
        seen = [0.0] + [seen[k] * k / 6 + seen[k - 1] * (7 - k) / 6 for k in range(1, 7)]
        shares.append(seen[6] - before)
    shares = shares[5:]
    return [*shares, 1 - sum(shares)]


def _collect(stream: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Count how many dice each collection of all six faces took; a last one that is not whole is left."""
    seen, length, longest = 0, 0, len(counts) - 1
    for face in stream:
        seen |= 1 << face
        length += 1
        if seen == 63:
            counts[min(length, longest)] += 1
            seen, length = 0, 0


_collect_fast = numba.njit(_collect)


def collected(stream: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many dice the collections of a stream took."""
    counts = np.zeros(LONGEST_COLLECTION + 1, dtype=np.int64)
    _collect_fast(stream, counts)
    return counts


def test_the_weights_of_gaps_and_collections_are_those_of_their_definitions() -> None:
    assert coupon_weights()[0] == pytest.approx(factorial(6) / 6**6)
    mean = sum((6 + k) * share for k, share in enumerate(coupon_weights()))
    assert mean == pytest.approx(14.7, abs=0.02)  # 6 (1 + 1/2 + ... + 1/6), but for the longest
    assert collected(np.array([0, 1, 1, 2, 3, 4, 5, 0, 1, 2])).tolist()[7] == 1
    assert sum(gap_weights()) == pytest.approx(1)


def statistics(rolls: int, *, biased: bool = False) -> dict[str, float]:
    """The p-value of every test."""
    counts: Counter[int] = Counter()
    pairs = np.zeros(36, dtype=np.int64)
    same_number = np.zeros(36, dtype=np.int64)
    gaps = np.zeros(LONGEST_GAP + 1, dtype=np.int64)
    collections = np.zeros(LONGEST_COLLECTION + 1, dtype=np.int64)
    runs = 0
    lags = np.zeros(100)
    total = 0
    step = 200_000
    for start in range(0, rolls, step):
        shown = six_dice("one", range(start, start + step), biased=biased)
        multiset_p(shown, counts)
        stream = shown.reshape(-1).astype(np.int64)
        pairs += np.bincount(stream[:-1:2] * 6 + stream[1::2], minlength=36)
        runs += int((stream[1:] != stream[:-1]).sum())
        ones = np.flatnonzero(stream == 0)
        gaps += np.bincount(np.minimum(np.diff(ones) - 1, LONGEST_GAP), minlength=LONGEST_GAP + 1)
        collections += collected(stream[: rolls // 10])
        centred = stream - 2.5
        lags += [float(centred[:-lag] @ centred[lag:]) for lag in range(1, 101)]
        total += len(stream)
        other = six_dice("two", range(start, start + 2_000), biased=biased)
        same_number += np.bincount(shown[:2_000, 0].astype(np.int64) * 6 + other[:, 0], minlength=36)
    known = weights()
    blocks = rolls // step
    changes = total - blocks
    run_z = (runs - changes * 5 / 6) / sqrt(changes * 5 / 36)
    lag_z = [value / (35 / 12 * sqrt(total - blocks * lag)) for lag, value in enumerate(lags, 1)]
    multisets = chi_square([counts[key] for key in known], list(known.values()))
    return {
        "462 multisets": chi_square_tail(multisets, 461),
        "pairs": chi_square_tail(chi_square(pairs.tolist(), [1] * 36), 35),
        "interplay": chi_square_tail(chi_square(same_number.tolist(), [1] * 36), 35),
        "gaps": chi_square_tail(chi_square(gaps.tolist(), gap_weights()), LONGEST_GAP),
        "coupons": chi_square_tail(
            chi_square(collections[6:].tolist(), coupon_weights()), LONGEST_COLLECTION - 6
        ),
        "runs": chi_square_tail(run_z**2, 1),
        "lags 1-100": chi_square_tail(sum(z * z for z in lag_z), 100),
    }


def test_r2_in_short_and_its_control(bar: Bar) -> None:
    found = statistics(400_000)
    worst = min(found, key=lambda name: found[name])
    level = LEVEL / len(found)
    bar("R2 short", f"least p {found[worst]:.4f} ({worst})", f"p >= {level}", found[worst] >= level)
    control = statistics(400_000, biased=True)
    bar("R2 control", f"p {control['462 multisets']:.2g} for byte % 6", f"< {level}",
        control["462 multisets"] < level)  # fmt: skip


@pytest.mark.nightly
def test_r2_twenty_million_rolls(bar: Bar) -> None:
    found = statistics(ROLLS)
    worst = min(found, key=lambda name: found[name])
    level = LEVEL / len(found)
    bar(
        "R2", f"{ROLLS:,} rolls, least p {found[worst]:.4f} ({worst})", f"p >= {level}", found[worst] >= level
    )
