"""Smooth tables of chances in little space: 16-bit steps, differences along every axis, and LZMA.

Neighbours in a table of a race differ little, and the differences of differences along all its axes hardly at
all: what is left of a number in 16 bits is mostly the rounding. Chances come back exact to 7.7e-6.
"""

import lzma

import numpy as np
import numpy.typing as npt

from hotdice.odds.plan import Floats

STEPS = 2**16 - 1
ROUNDING = 0.5 / STEPS
"""The most that a chance is off."""

Words = npt.NDArray[np.uint16]
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24}]


def rounded(chances: Floats) -> Words:
    """Chances as 16-bit fractions.

    >>> rounded(np.array([0.0, 0.5, 1.0])).tolist()
    [0, 32768, 65535]
    """
    return np.rint(np.clip(chances, 0.0, 1.0) * STEPS).astype(np.uint16)


def pack(words: Words) -> bytes:
    """A table of 16-bit fractions, in which neighbours along all axes but the first are alike, as bytes.

    >>> table = rounded(np.linspace(0, 1, 1000).reshape(1, 10, 100))
    >>> len(pack(table)) < 500, bool((unpack(pack(table), table.shape) == table).all())
    (True, True)
    """
    left = words.copy()
    for axis in range(1, words.ndim):
        # Words go round at 65,536, so the first of each line may stand for itself.
        left = np.diff(left, axis=axis, prepend=np.uint16(0))
    signed = left.view(np.int16)
    folded = ((signed << 1) ^ (signed >> 15)).view(np.uint16).ravel()
    planes = (folded & 255).astype(np.uint8).tobytes() + (folded >> 8).astype(np.uint8).tobytes()
    return lzma.compress(planes, lzma.FORMAT_XZ, filters=_FILTERS)


def unpack(packed: bytes, shape: tuple[int, ...]) -> Words:
    """The inverse of `pack`.

    Raises:
        ValueError: the bytes are not such a table.
    """
    try:
        planes = np.frombuffer(lzma.decompress(packed), np.uint8).reshape(2, -1)
        low, high = planes[0].reshape(shape), planes[1].reshape(shape)
    except (lzma.LZMAError, ValueError) as error:
        raise ValueError(f"not a packed table: {error}") from None
    folded = high.astype(np.uint16) << 8 | low
    words: Words = (folded >> 1) ^ -(folded & 1)
    for axis in range(1, len(shape)):
        np.cumsum(words, axis=axis, dtype=np.uint16, out=words)
    return words
