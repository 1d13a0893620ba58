"""The run: positions of rising difficulty until the third mistake, without a clock."""

from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from hotdice.coach.exercises import exercise, judge
from hotdice.coach.forms import Exercise
from hotdice.frozen import Frozen
from hotdice.rules import Ruleset

MISTAKES = 3
"""The run ends with so many."""
POOL = 6
"""So many exercises are looked at for each place, and the one is taken whose difficulty is due."""


class Step(Frozen):
    """One position of a run and what was answered there."""

    position: str
    action: str
    keep: str | None
    right: bool
    cost: float


class Run(Frozen):
    """A run as it is kept: how far it went, and every answer, so that each mistake can be opened."""

    sheet: str
    seed: str
    date: str
    steps: tuple[Step, ...] = ()

    @property
    def right(self) -> int:
        """How many positions were answered rightly: the length of the run."""
        return sum(step.right for step in self.steps)

    @property
    def mistakes(self) -> int:
        """How many were not."""
        return len(self.steps) - self.right

    @property
    def over(self) -> bool:
        """Whether the third mistake has been made."""
        return self.mistakes >= MISTAKES


def difficulty(task: Exercise) -> float:
    """How hard a position is: the less the tempting choice costs, the harder it is to see.

    >>> from hotdice.rules import load
    >>> 0 <= difficulty(exercise(load("kcd"), "1")) <= 1
    True
    """
    return 1.0 / (1.0 + 50.0 * task.tempting.loss / task.scale)


def positions(rules: Ruleset, seed: str, make: Callable[..., Exercise] = exercise) -> Iterator[Exercise]:
    """The positions of a run, rising in difficulty: of a few, the one is next that is hard enough by now."""
    for place in count():
        pool = sorted((make(rules, f"{seed}.{place}.{n}") for n in range(POOL)), key=difficulty)
        # From the easiest of six to the hardest within twenty positions, and the hardest from there on.
        yield pool[min(POOL - 1, place * POOL // 20)]


def answered(run: Run, task: Exercise, action: str, keep: str | None) -> Run | None:
    """The run after an answer, None where it is not one of the choices.

    >>> from hotdice.rules import load
    >>> rules = load("kcd")
    >>> run, task = Run("kcd", "1", ""), next(positions(rules, "1"))
    >>> best = task.advice.best
    >>> answered(run, task, best.action, best.keep).right
    1
    """
    found = judge(task, action, keep)
    if found is None:
        return None
    step = Step(task.position, action, keep, found.right, found.cost)
    return msgspec.structs.replace(run, steps=(*run.steps, step))
