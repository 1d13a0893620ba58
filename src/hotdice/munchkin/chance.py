"""Explicit chance: what may come with which weight, and a source that is a function of seed and label."""

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Protocol

from hotdice.game.dice import Seeded
from hotdice.munchkin.commands import Command, Deal, Throw
from hotdice.munchkin.sheet import FACES, RUN_FACES
from hotdice.munchkin.state import State
from hotdice.munchkin.tasks import DrawCard, RunAway, ThrowDie


def outcomes(state: State) -> Iterator[tuple[Command, int]]:
    """What chance may bring now, each with its weight; the weights sum to `weight_of_all`.

    Dice are fair. A card is drawn uniformly from the deck, so a card with two copies there counts twice.

    >>> from hotdice.munchkin import load, new_game
    >>> state = new_game(load(), 3)
    >>> sum(weight for _, weight in outcomes(state)) == weight_of_all(state) == len(state.doors)
    True
    """
    task = state.task
    if isinstance(task, DrawCard):
        for card, copies in sorted(Counter(state.deck(task.pile)).items()):
            yield Deal(card), copies
    elif isinstance(task, ThrowDie | RunAway):
        faces = FACES if isinstance(task, ThrowDie) else RUN_FACES
        for face in range(1, faces + 1):
            yield Throw(face), 1


def weight_of_all(state: State) -> int:
    """The sum of all weights of `outcomes`; 0 where nothing is awaited of chance."""
    task = state.task
    if isinstance(task, DrawCard):
        return len(state.deck(task.pile))
    if isinstance(task, ThrowDie):
        return FACES
    return RUN_FACES if isinstance(task, RunAway) else 0


def label(state: State) -> str:
    """The name under which the awaited die or card is drawn, such as `12.3.door`.

    >>> from hotdice.munchkin import load, new_game
    >>> label(new_game(load(), 3))
    '0.0.door'
    """
    task = state.task
    what = "die" if isinstance(task, ThrowDie) else "run"
    if isinstance(task, DrawCard):
        what = str(task.pile)
    return f"{state.turn}.{state.chances}.{what}"


class ChanceSource(Protocol):
    """Brings the die or the card that a waiting state has asked for."""

    def bring(self, state: State) -> Command:
        """A `Throw` or a `Deal`."""


class SeededChance(Seeded):
    """Dice and cards that are a function of a seed and the label.

    >>> from hotdice.munchkin import load, new_game
    >>> state = new_game(load(), 3)
    >>> SeededChance("7").bring(state) == SeededChance("7").bring(state)
    True
    """

    def bring(self, state: State) -> Command:
        """What the label of this state gives.

        Raises:
            ValueError: the state does not wait for chance.
        """
        size = weight_of_all(state)
        if not size:
            raise ValueError("nothing is awaited of chance")
        number = self.below(label(state), size)
        task = state.task
        if isinstance(task, DrawCard):
            return Deal(state.deck(task.pile)[number])
        return Throw(number + 1)

    def below(self, name: str, size: int) -> int:
        """A number from 0 to size - 1; words beyond the last whole multiple are thrown away."""
        limit = 2**32 - 2**32 % size
        block = 0
        while True:
            digest = blake2b(f"{name}/{block}".encode(), key=self._key, digest_size=32).digest()
            for start in range(0, len(digest), 4):
                word = int.from_bytes(digest[start : start + 4], "big")
                if word < limit:
                    return word % size
            block += 1


class ScriptedChance:
    """Dice and cards from a list, for tests; it ends when the list does.

    >>> from hotdice.munchkin import load, new_game
    >>> ScriptedChance([Deal("cyborg")]).bring(new_game(load(), 3))
    Deal(card='cyborg')
    """

    def __init__(self, script: Iterable[Command]) -> None:
        self._script = iter(script)

    def bring(self, state: State) -> Command:
        """The next one of the list."""
        return next(self._script)
