"""Lots: the numbers by which bots that leave something to chance decide.

A lot depends on the bot's seed and on the moment, and on nothing else: the same bot at the same moment does
the same. So a game can be played again, and compiled code, which knows every moment, draws the same lots.
"""

from hashlib import blake2b

from hotdice.game import State, Step
from hotdice.players.mixing import fold
from hotdice.rules import FACES

THROWS = 16
"""More than the throws of one roll: a card may have dice thrown again."""
STEPS = tuple(Step)


def lot_key(seed: str) -> int:
    """The number that stands for a bot's seed, which may be any text.

    >>> lot_key("7") == lot_key("7"), lot_key("7") == lot_key("8")
    (True, False)
    """
    return int.from_bytes(blake2b(seed.encode(), digest_size=8, person=b"hotdice-lots").digest(), "little")


def lot(key: int, state: State) -> int:
    """The number below 2^64 that a bot with this key draws at a moment: the totals tell games apart.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("classic~r3~s1~m1~n~500.0.y_0.0.n~t0.6.123456")
    >>> lot(lot_key("7"), state) == lot(lot_key("7"), state) < 2**64
    True
    """
    rolled = 0
    for face in state.faces:
        rolled = rolled * FACES + face - 1
    moment = moment_of(state.roll, state.throw, STEPS.index(state.step))
    return fold(key, (state.mover, state.turn, *state.totals, moment, state.turn_total, rolled))


def moment_of(roll: int, throw: int, step: int) -> int:
    """Roll, throw and step of a turn as one number.

    >>> moment_of(1, 1, 2)
    138
    """
    return (roll * THROWS + throw) * len(STEPS) + step
