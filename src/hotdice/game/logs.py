"""What one command adds to a game: events, and the state that is the fold of them."""

from collections.abc import Callable
from typing import Generic, TypeVar

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class AnyLog(Generic[StateT, EventT]):
    """Grows by events; `evolve` says what each of them does to the state of this game.

    >>> class Tally(AnyLog[int, int]):
    ...     evolve = staticmethod(int.__add__)
    >>> tally = Tally(3)
    >>> tally.add(4)
    >>> tally.state, tally.events
    (7, [4])
    """

    evolve: Callable[[StateT, EventT], StateT]

    def __init__(self, state: StateT) -> None:
        self.state = state
        self.events: list[EventT] = []

    def add(self, event: EventT) -> None:
        """One more thing has happened."""
        self.events.append(event)
        self.state = self.evolve(self.state, event)
