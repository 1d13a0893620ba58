"""Where dice come from. Dice are addressed, not streamed: seed and label give the faces, always the same."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Protocol

from hotdice.game.commands import Throw
from hotdice.game.state import State
from hotdice.rules import FACES


class DiceSource(Protocol):
    """Throws the dice that a waiting state has asked for."""

    def throw(self, state: State) -> Throw:
        """The dice for the label (turn, roll, throw) of this state."""


class Seeded:
    """What is a function of a seed: the seed, and the key that comes of it."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = blake2b(seed.encode(), digest_size=32).digest()


class SeededDice(Seeded):
    """Dice that are a function of a seed and the label of the throw.

    >>> from hotdice.game import Roll, new_game, play
    >>> from hotdice.rules import load
    >>> state, _ = play(new_game(load("classic"), 2), Roll(0))
    >>> SeededDice("42").throw(state) == SeededDice("42").throw(state)
    True
    """

    def throw(self, state: State) -> Throw:
        """The dice for the label of this state."""
        label = f"{state.turn}.{state.roll}.{state.throw}"
        weights = state.weights
        if not weights:
            return Throw(self._fair(label, len(state.in_the_air)))
        numbers = self._numbers(label)
        return Throw(tuple(_pick(weights[die - 1], numbers) for die in state.in_the_air))

    def _fair(self, label: str, count: int) -> tuple[int, ...]:
        """Faces from single bytes; 252 and more are thrown away, so that every face is equally likely."""
        faces = [byte % FACES + 1 for byte in self._block(label, 0) if byte < 252][:count]
        block = 1
        while len(faces) < count:
            faces += [byte % FACES + 1 for byte in self._block(label, block) if byte < 252]
            block += 1
        return tuple(faces[:count])

    def _block(self, label: str, number: int) -> bytes:
        return blake2b(f"{label}/{number}".encode(), key=self._key).digest()

    def _numbers(self, label: str) -> Iterator[int]:
        """Numbers below 2^32 without end."""
        number = 0
        while True:
            block = self._block(label, number)
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")
            number += 1


def _pick(weights: tuple[int, ...], numbers: Iterator[int]) -> int:
    """A face by its weight; numbers beyond the last whole multiple are thrown away."""
    total = sum(weights)
    limit = 2**32 - 2**32 % total
    number = next(number for number in numbers if number < limit) % total
    for face, weight in enumerate(weights, 1):
        number -= weight
        if number < 0:
            return face
    raise AssertionError("the number is below the sum of the weights")


class ScriptedDice:
    """Dice from a list, for tests and guided games; it ends when the list does.

    >>> from hotdice.game import Roll, new_game, play
    >>> from hotdice.rules import load
    >>> state, _ = play(new_game(load("classic"), 2), Roll(0))
    >>> ScriptedDice(["112345"]).throw(state)
    Throw(faces=(1, 1, 2, 3, 4, 5))
    """

    def __init__(self, throws: Iterable[str]) -> None:
        self._throws = iter(throws)

    def throw(self, state: State) -> Throw:
        """The next dice of the list."""
        return Throw(tuple(int(face) for face in next(self._throws)))
