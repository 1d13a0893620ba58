"""The state and the events that one command adds to it."""

from hotdice.game.logs import AnyLog
from hotdice.munchkin import events as e
from hotdice.munchkin.evolving import evolve
from hotdice.munchkin.state import State
from hotdice.munchkin.tasks import AnyTask


class Log(AnyLog[State, e.Event]):
    """Grows by events; its state is always the fold of them.

    >>> from hotdice.munchkin import load, new_game
    >>> log = Log(new_game(load(), 3))
    >>> log.add(e.LevelsGained(0, 2, "result"))
    >>> log.state.levels, len(log.events)
    ((3, 1, 1), 1)
    """

    evolve = staticmethod(evolve)

    def ask(self, *tasks: AnyTask) -> None:
        """These things must be settled first."""
        if tasks:
            self.add(e.TasksSet(tasks))
