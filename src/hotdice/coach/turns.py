"""One turn as the coach sees it: what every stop, every roll and a farkle are worth, to every seat."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from hotdice.coach.forms import Source, Unit
from hotdice.game import State, Step
from hotdice.odds.advice import TurnValues
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats, roll_plan
from hotdice.rules import HotDice, Ruleset

Vector = tuple[float, ...]
"""A value for every seat."""


class Worth(NamedTuple):
    """What an end of a decision is worth to the mover and to every seat, with the mean points of the turn.

    `half` is half the interval of 95 % where the value is simulated.
    """

    value: float
    points: float
    seats: Vector
    half: float = 0.0


class Candidate(NamedTuple):
    """One choice of the mover: what is set aside, what follows, what it is worth."""

    action: str
    keep: str | None
    worth: Worth
    total: int
    dice: int | None = None
    card: str | None = None
    target: int = -1
    with_dice: tuple[int, ...] = ()
    risk: float | None = None
    """The chance of a farkle where it does not follow from the number of dice."""

    @property
    def value(self) -> float:
        """What it is worth to the mover."""
        return self.worth.value

    @property
    def what(self) -> tuple[object, ...]:
        """What tells this choice from the others of the moment."""
        return self.action, self.keep, self.card, self.target, self.with_dice


class TurnView(Protocol):
    """The inside of one turn, for whoever asks about its moments."""

    source: Source

    def choices(self, state: State) -> list[Candidate]:
        """Every choice of the mover, best first."""

    def waiting(self, state: State) -> Worth:
        """The worth of a moment in which the dice are in the air, or must be rolled."""

    def lost(self, state: State) -> Worth:
        """The worth of a farkle."""


class Values(Protocol):
    """Where values come from. `alone` says that each turn is judged by itself, in points."""

    source: Source
    unit: Unit
    alone: bool

    def turn(self, state: State) -> TurnView:
        """The inside of the turn at hand, from its turn total on."""

    def ended(self, state: State) -> Vector:
        """What a game that is over was worth to every seat."""


class TurnOfChoices(ABC):
    """A turn that knows what its ends are worth lists its choices; `SolvedTurn` and others say the worths."""

    def __init__(self, rules: Ruleset, source: Source) -> None:
        self.rules = rules
        self.source = source

    @abstractmethod
    def rolling(self, total: int, dice: int) -> Worth:
        """The worth of rolling so many dice at a turn total."""

    @abstractmethod
    def stopping(self, total: int, *, hot: bool) -> Worth | None:
        """The worth of a stop, None where it is against the rules."""

    def waiting(self, state: State) -> Worth:
        """The worth of a moment in which the dice are in the air, or must be rolled."""
        return self.rolling(state.turn_total, len(state.hand) or self.rules.dice)

    def choices(self, state: State) -> list[Candidate]:
        """Every choice of the mover, best first."""
        found: list[Candidate] = []
        full = self.rules.dice

        def add(keep: str | None, total: int, left: int) -> None:
            hot = not left
            dice = full if hot else left
            found.append(Candidate("roll", keep, self.rolling(total, dice), total, dice))
            stop = self.stopping(total, hot=hot) if total else None
            if stop is not None:
                found.append(Candidate("bank", keep, stop, total))

        if state.step is Step.KEEP:
            for option in self.rules.table.options(state.faces).options:
                add(option.keep, state.turn_total + option.points, option.dice_left)
        elif state.step is Step.DECIDE:
            add(None, state.turn_total, len(state.hand))
        else:
            found.append(
                Candidate("roll", None, self.waiting(state), state.turn_total, len(state.dice_to_roll))
            )
        return ranked(found)


class SolvedTurn(TurnOfChoices):
    """A turn whose inside is solved; `everybody` says what a value of the mover means to all seats."""

    def __init__(
        self, rules: Ruleset, inside: TurnValues, source: Source, everybody: Callable[[float], Vector]
    ) -> None:
        super().__init__(rules, source)
        self.inside = inside
        self.everybody = everybody

    def rolling(self, total: int, dice: int) -> Worth:
        """The worth of rolling so many dice at a turn total."""
        value, points = self.inside.rolling(total, dice)
        return Worth(value, points, self.everybody(value))

    def stopping(self, total: int, *, hot: bool) -> Worth | None:
        """The worth of a stop, None where it is against the rules."""
        found = self.inside.stopping(total, hot=hot)
        return None if found is None else Worth(*found, self.everybody(found[0]))

    def lost(self, state: State) -> Worth:
        """The worth of a farkle."""
        value, points = self.inside.farkle
        return Worth(value, points, self.everybody(value))


def ranked(choices: list[Candidate]) -> list[Candidate]:
    """Choices with the best first; of equal ones a stop before a roll, more points before fewer."""
    return sorted(choices, key=lambda c: (-c.value, c.action, -c.total, c.keep or ""))


def solve_inside(
    rules: Ruleset, bank: Floats, recorded: Floats, farkle: tuple[float, float], *, pruned: bool, at: int = 0
) -> TurnValues:
    """The inside of a turn from what its ends are worth and record, by turn total in steps.

    `farkle` is what losing the turn is worth and brings; `at` is the row to begin with.
    """
    forced = rules.hot_dice is HotDice.FORCED
    plan = roll_plan(rules, pruned=pruned)
    solver = TurnSolver(plan, forced=forced, compiled=False)
    at = min(at, len(bank) - 2)
    final = max(len(bank) - plan.most, at + 1)
    roll, means = solver.rows(
        bank[:, None], np.array(farkle[:1]), at, recorded[:, None], np.array(farkle[1:]), final=final
    )
    return TurnValues(solver, bank, recorded, roll[:, :, 0], means[:, :, 0], final, farkle)
