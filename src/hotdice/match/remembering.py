"""What a table remembers of commands that were answered, so that a repeat gets the same answer.

Accepted ones are in the log for good, and a few are at hand here. Refused ones are all at hand: they leave no
trace in the numbers by which a new command is told from an old one. So there are only so many of them.
"""

from collections import OrderedDict
from collections.abc import Iterable

from hotdice.match import wire
from hotdice.match.store.entries import StoredRefusal

MOST_ANSWERS = 512
MOST_REFUSALS = 128
REFUSAL_AGE = 24 * 3600 * 1000
"""Milliseconds after which a refusal is forgotten; nobody sends a command again after so long."""

Known = tuple[bytes, wire.AnyAnswer]
"""A hash of who asked for what, and the answer."""


class Remembered:
    """The answers of one table by the ids of their commands.

    >>> seen = Remembered()
    >>> seen.add("a", b"body", wire.Accepted("a", 7))
    >>> seen.get("a")[1].seq, seen.get("b")
    (7, None)
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[str, Known] = OrderedDict()
        self._refusals: OrderedDict[str, Known] = OrderedDict()

    def get(self, name: str) -> Known | None:
        """The answer that a command got."""
        return self._refusals.get(name) or self._answers.get(name)

    def add(self, name: str, body: bytes, answer: wire.AnyAnswer) -> None:
        """Have an answer at hand for a while."""
        self._answers[name] = (body, answer)
        if len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)

    def read(self, stored: Iterable[StoredRefusal]) -> None:
        """Take up the refusals that were kept, the oldest first."""
        self._refusals = OrderedDict(
            (one.command, (one.digest, wire.read_answer(one.answer))) for one in stored
        )

    def too_many(self) -> tuple[str, ...]:
        """The ids that have to go when one more is refused."""
        over = len(self._refusals) + 1 - MOST_REFUSALS
        return tuple(name for name, _ in zip(self._refusals, range(over), strict=False))

    def refuse(self, name: str, body: bytes, answer: wire.AnyAnswer, forget: Iterable[str]) -> None:
        """Remember a refusal that was kept, and forget those that were given up for it."""
        for old in forget:
            self._refusals.pop(old, None)
        self._refusals[name] = (body, answer)
