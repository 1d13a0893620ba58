"""Counter-based random numbers: number i of game k of seed s is a function of (s, k, i) and of nothing else.

A game has a key; its numbers are a well-mixed hash of `key + label * GOLDEN`, where the label is made of turn
and roll. Nothing is carried from number to number, so games can be played on any number of threads,
processes and machines, in any order, and a duplicate match deals the same dice by turn to both seats.

The same arithmetic stands here twice: in plain Python for the referee's dice, and as functions that
numba can compile. A test holds them equal.
"""

from hashlib import blake2b

import numpy as np

from hotdice.odds.compiling import compiled
from hotdice.players.mixing import GOLDEN, MASK, mix

ROLLS_IN_A_TURN = 1 << 16
"""Labels set aside for one turn; roll 65,536 of a turn would be the first of the next one."""
TURN_LABELS = np.uint64(GOLDEN * ROLLS_IN_A_TURN & MASK)
"""From the numbers of one turn to those of the next."""
SECOND_HALF = 0xD1B54A32D192ED03
"""Added where one roll needs a second number, as a roll of more than six dice does."""

_GOLDEN = np.uint64(GOLDEN)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)


@compiled
def fast_mix(number: np.uint64) -> np.uint64:
    """`mix` for compiled code."""
    number = (number ^ (number >> _S30)) * _FIRST
    number = (number ^ (number >> _S27)) * _SECOND
    return number ^ (number >> _S31)


@compiled
def fast_fold(number: np.uint64, part: int) -> np.uint64:
    """`fold` for compiled code, one part at a time."""
    return fast_mix(number + np.uint64(part) * _GOLDEN)


def seed_key(seed: str) -> int:
    """The number that stands for a seed, which may be any text.

    >>> seed_key("42") == seed_key("42"), seed_key("42") == seed_key("43")
    (True, False)
    """
    return int.from_bytes(blake2b(seed.encode(), digest_size=8, person=b"hotdice-arena").digest(), "little")


def game_key(key: int, game: int) -> int:
    """The key of game number `game` under a seed's key.

    >>> game_key(seed_key("42"), 0) != game_key(seed_key("42"), 1)
    True
    """
    return mix(mix((key + game * GOLDEN) & MASK) ^ key)


@compiled
def fast_game_key(key: np.uint64, game: np.uint64) -> np.uint64:
    """`game_key` for compiled code."""
    return fast_mix(fast_mix(key + game * _GOLDEN) ^ key)


def roll_number(key: int, turn: int, roll: int) -> int:
    """The number under a game's key for one roll of one turn (both counted from 1).

    >>> 0 <= roll_number(game_key(seed_key("42"), 7), 1, 1) < 2**64
    True
    """
    return mix((key + (turn * ROLLS_IN_A_TURN + roll) * GOLDEN) & MASK)
