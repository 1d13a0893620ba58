"""What a stop leads to, read in compiled code from the words that `stopping.stop_words` lays out."""

from typing import Any

import numpy as np
import numpy.typing as npt

from hotdice.odds.compiling import compiled
from hotdice.odds.stopping import KINDS, WIDEST

Words = npt.NDArray[np.integer[Any]]


@compiled
def row_of(words: Words, begins: int, furthest: int, missing: int, opened: bool, play_off: bool) -> int:
    """Where the row of a standing begins that lacks so many steps to the target."""
    place = (2 if play_off else 0) + (1 if opened else 0)
    return begins + int(words[begins + place * (furthest + 1) + min(max(missing, 0), furthest)])


@compiled
def kind_at(words: Words, row: int, steps: int, period: int) -> int:
    """What a stop leads to at a turn total in steps: REFUSED, NOTHING or COUNTS."""
    widest = int(words[row + WIDEST])
    if period > 1 and steps > widest:
        steps = widest + 1 - period + (steps - widest - 1) % period
    return int(words[row + KINDS + min(steps, widest)])
