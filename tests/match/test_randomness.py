"""R2: the dice as rolls, pairs, runs and lags; every test at a share of one family-wise level of 1 %."""

from collections import Counter
from math import factorial, prod, sqrt

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


def statistics(rolls: int, *, biased: bool = False) -> dict[str, float]:
    """The p-value of every test."""
    counts: Counter[int] = Counter()
    pairs = np.zeros(36, dtype=np.int64)
    same_number = np.zeros(36, dtype=np.int64)
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
