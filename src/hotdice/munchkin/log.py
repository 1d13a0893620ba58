"""The state and the events that one command adds to it."""

from hotdice.munchkin import events as e
from hotdice.munchkin.evolving import evolve
from hotdice.munchkin.state import State
from hotdice.munchkin.tasks import AnyTask


class Log:
    """Grows by events; its state is always the fold of them.

    >>> from hotdice.munchkin import load, new_game
    >>> log = Log(new_game(load(), 3))
    >>> log.add(e.LevelsGained(0, 2, "result"))
    >>> log.state.levels, len(log.events)
    ((3, 1, 1), 1)
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        """One more thing has happened."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def ask(self, *tasks: AnyTask) -> None:
        """These things must be settled first."""
        if tasks:
            self.add(e.TasksSet(tasks))
