"""Tests of randomness, from their definitions: chi-square, Kolmogorov-Smirnov, and their p-values."""

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, pi, sqrt


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> float:
    """The statistic of observed counts against expected shares."""
    total, whole = sum(counts), sum(weights)
    expected = [total * weight / whole for weight in weights]
    return sum((count - want) ** 2 / want for count, want in zip(counts, expected, strict=True))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance of a statistic at least as large, where the shares are true."""
    return upper_gamma(freedom / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: a series below a + 1, a continued fraction above."""
    if x <= 0:
        return 1.0
    scale = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        step = d * c
        h *= step
        if abs(step - 1) < 1e-15:
            break
    return h * scale


def five_degrees(statistic: float) -> float:
    """The tail at five degrees of freedom in closed form, to check `chi_square_tail` against."""
    tail = erfc(sqrt(statistic / 2))
    return tail + sqrt(2 * statistic / pi) * exp(-statistic / 2) * (1 + statistic / 3)


def uniform_tail(values: Sequence[float]) -> float:
    """Kolmogorov-Smirnov: the chance that uniform values lie at least as far from the diagonal."""
    ordered, n = sorted(values), len(values)
    distance = max(max((i + 1) / n - v, v - i / n) for i, v in enumerate(ordered))
    x = distance * (sqrt(n) + 0.12 + 0.11 / sqrt(n))
    terms = ((1 if k % 2 else -1) * exp(-2 * k * k * x * x) for k in range(1, 101))
    return min(1.0, max(0.0, 2 * sum(terms)))
