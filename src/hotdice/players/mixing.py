"""Hashing whole numbers well and fast, without any library: for dice that can be dealt again and for lots.

Compiled code does the same arithmetic; tests hold the two together.
"""

from collections.abc import Iterable

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(number: int) -> int:
    """A number below 2^64 with its bits thoroughly mixed; a bijection.

    >>> hex(mix(1))
    '0x5692161d100b05e5'
    """
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & MASK
    return number ^ number >> 31


def fold(number: int, parts: Iterable[int]) -> int:
    """A number below 2^64 into which others, which may be negative, have been mixed one after the other.

    >>> fold(7, [1, 2]) == fold(fold(7, [1]), [2]), fold(7, [1, 2]) == fold(7, [2, 1])
    (True, False)
    """
    for part in parts:
        number = mix((number + part * GOLDEN) & MASK)
    return number
