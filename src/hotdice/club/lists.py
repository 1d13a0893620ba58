"""The lists of a day: most points, gave away least; friends first; and what everybody did at each fork."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from hotdice.frozen import Frozen

FEWEST = 5
"""What others did at a fork is told from so many people on."""


class Result(Protocol):
    """One result of a day with its place among all, as a store gives it; equal results share a place."""

    @property
    def place(self) -> int:
        """The place."""

    @property
    def person(self) -> str:
        """Whose it is; that is never shown."""

    @property
    def name(self) -> str:
        """How they are called; empty where that was erased."""

    @property
    def points(self) -> int:
        """The points."""

    @property
    def gave(self) -> int:
        """What was given away, in whole points, as it is shown and compared."""


class DayRow(Frozen):
    """A line of a list; equal results share a place."""

    place: int
    name: str
    points: int
    given_away: int
    friend: bool
    you: bool


def rows_of(best: Sequence[Result], own: Sequence[Result], you: str = "") -> tuple[DayRow, ...]:
    """A list of the day: friends and oneself first, each with the place among all, then the best others.

    >>> from types import SimpleNamespace as Any
    >>> ann = Any(place=2, person="a", name="Ann", points=5000, gave=120)
    >>> bob = Any(place=1, person="b", name="Bob", points=5600, gave=300)
    >>> [(row.place, row.name, row.you) for row in rows_of([bob, ann], [ann], you="a")]
    [(2, 'Ann', True), (1, 'Bob', False)]
    """
    known = {result.person for result in own}
    others = [result for result in best if result.person not in known]
    return tuple(
        DayRow(
            result.place,
            result.name,
            result.points,
            result.gave,
            friend=result.person in known and result.person != you,
            you=bool(you) and result.person == you,
        )
        for result in (*own, *others)
    )


class Fork(Frozen):
    """What people did at one position of the day: shares of all who stood there, and what you did."""

    position: str
    people: int
    shares: Mapping[str, float]
    yours: str


def forks_of(done: Mapping[str, Mapping[str, int]], mine: Sequence[tuple[str, str]]) -> list[Fork]:
    """What everybody did at the positions of one game, where at least five people stood.

    >>> done = {"here": {"bank": 3, "roll": 2}, "there": {"bank": 1}}
    >>> found = forks_of(done, [("here", "bank"), ("there", "bank")])
    >>> [(fork.position, fork.shares["bank"], fork.yours) for fork in found]
    [('here', 0.6, 'bank')]
    """
    found: list[Fork] = []
    for position, choice in mine:
        counts = done.get(position, {})
        people = sum(counts.values())
        if people >= FEWEST:
            ordered = sorted(counts.items(), key=lambda item: -item[1])
            found.append(Fork(position, people, {name: count / people for name, count in ordered}, choice))
    return found
