"""The simulator's dice for the referee, so that both can be made to play the same game."""

from hotdice.arena.numbers import SECOND_HALF, game_key, roll_number, seed_key
from hotdice.game import State, Throw
from hotdice.players.mixing import GOLDEN, MASK, mix
from hotdice.rules import FACES

DIRECT = 6
"""A roll of up to six dice comes from one number; of more dice, five from one and the rest from another."""
FIRST_HALF = 5
THROWN_AGAIN = 0xA0761D6478BD642F
"""Added once for each throw of a roll, where cards throw dice of it again."""


class GameDice:
    """The dice of one game of a simulation.

    With fair dice the first n faces of a roll do not depend on how many dice follow them: two players who
    get the same dice by turn see as much of the same luck as their numbers of dice allow.

    >>> from hotdice.game import Roll, new_game, play
    >>> from hotdice.rules import load
    >>> state, _ = play(new_game(load("classic"), 2), Roll(0))
    >>> GameDice("42", 0).throw(state) == GameDice("42", 0).throw(state)
    True
    """

    def __init__(self, seed: str, game: int) -> None:
        self._key = game_key(seed_key(seed), game)

    def throw(self, state: State) -> Throw:
        """The dice for the label of this state."""
        number = roll_number(self._key, state.turn, state.roll)
        if state.cards is not None and state.throw > 1:  # a card throws dice again
            number = mix((number + state.throw * THROWN_AGAIN) & MASK)
        weights = state.weights
        if weights:
            return Throw(tuple(_weighted(weights[die - 1], number, die) for die in state.in_the_air))
        count = len(state.in_the_air)
        if count <= DIRECT:
            return Throw(_faces(number, count))
        second = mix((number + SECOND_HALF) & MASK)
        return Throw(_faces(number, FIRST_HALF) + _faces(second, count - FIRST_HALF))


def _faces(number: int, count: int) -> tuple[int, ...]:
    """Faces from the upper 48 bits of a number, the first die from the most significant digit."""
    index = (number >> 16) * FACES**count >> 48
    return tuple(index // FACES**place % FACES + 1 for place in reversed(range(count)))


def _weighted(weights: tuple[int, ...], number: int, die: int) -> int:
    """A face by its weight; every die draws a number of its own, whatever else lies in hand."""
    place = mix((number + die * GOLDEN) & MASK) * sum(weights) >> 64
    for face, weight in enumerate(weights, 1):
        place -= weight
        if place < 0:
            return face
    raise ValueError("a die needs a face with a weight")
