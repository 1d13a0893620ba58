"""The game of the day as a server tells it and a client reads it: seals, the own game, lists, forks."""

from collections.abc import Mapping, Sequence

import msgspec

from hotdice.frozen import Frozen
from hotdice.match.store.club import Placed

FEWEST = 5
"""What others did at a fork is told from so many people on."""


class EarlierSeal(Frozen):
    """The dice of a day up to a restore of the server: the hash of their seed; the seed when all is over."""

    seal: str
    seed: str = ""


class Sealed(Frozen):
    """A day: the hash of its seed, and the seed itself once its last game is over.

    `restored` has those that held before the server was restored from a backup on that day.
    """

    day: str
    number: int
    seal: str
    seed: str = ""
    restored: tuple[EarlierSeal, ...] = ()

    @property
    def seals(self) -> tuple[EarlierSeal, ...]:
        """All that the server tells about the dice of this day."""
        return (*self.restored, EarlierSeal(self.seal, self.seed))


class DayNow(Frozen):
    """The day that is played now (`closes` in milliseconds), the next one, and the last that is over.

    `played` is on how many days this person has played; `begun` and `over` tell of the own game of today.
    """

    today: Sealed
    next: Sealed
    last: Sealed
    closes: int
    people: int
    rules: str
    played: int = 0
    begun: bool = False
    over: bool = False


class OwnDay(Frozen):
    """The own game of a day: its events; when it is over also those of the fox, with the same dice.

    `counted` says that the result stands in the lists; `refused` that it never will.
    """

    day: str
    number: int
    seal: str
    over: bool
    length: int
    events: tuple[msgspec.Raw, ...]
    counted: bool = False
    refused: bool = False
    points: int = 0
    given_away: int = 0
    fox: tuple[msgspec.Raw, ...] = ()
    fox_points: int = 0
    seed: str = ""


class DayRow(Frozen):
    """A line of a list; equal results share a place."""

    place: int
    name: str
    points: int
    given_away: int
    friend: bool
    you: bool


class DayLists(Frozen):
    """Both lists of a day, friends first, each line with its place among all."""

    day: str
    number: int
    people: int
    points: tuple[DayRow, ...]
    given_away: tuple[DayRow, ...]


class Fork(Frozen):
    """What people did at one position of the day: shares of all who stood there, and what you did."""

    position: str
    people: int
    shares: Mapping[str, float]
    yours: str


class DayForks(Frozen):
    """What everybody did at the positions of the own game, where at least five people stood."""

    day: str
    forks: tuple[Fork, ...]


def rows_of(best: Sequence[Placed], own: Sequence[Placed], you: str = "") -> tuple[DayRow, ...]:
    """A list of the day: friends and oneself first, each with the place among all, then the best others.

    >>> ann, bob = Placed(2, "a", "Ann", 5000, 120), Placed(1, "b", "Bob", 5600, 300)
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
