"""The account of a game: a change of value is a throw, a decision, something else, or drift."""

from dataclasses import dataclass, field

from hotdice.coach.forms import Decision, Other, Point, Roll
from hotdice.coach.turns import Vector

ROUNDING = 1e-7
"""Tables hold chances to 1.2e-10; a jump below this between two turns is rounding, more is drift."""


def plus(first: Vector, second: Vector) -> Vector:
    """The sum of two vectors.

    >>> plus((1.0, 2.0), (0.5, -2.0))
    (1.5, 0.0)
    """
    return tuple(a + b for a, b in zip(first, second, strict=True))


def minus(first: Vector, second: Vector) -> Vector:
    """The difference of two vectors.

    >>> minus((1.0, 2.0), (0.5, 2.0))
    (0.5, 0.0)
    """
    return tuple(a - b for a, b in zip(first, second, strict=True))


@dataclass
class Ledger:
    """What the game is worth now, and all that has changed it since it began."""

    seats: int
    start: Vector = ()
    now: Vector = ()
    drift: Vector = ()
    rolls: list[Roll] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    others: list[Other] = field(default_factory=list)
    curve: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.drift = (0.0,) * self.seats

    @property
    def begun(self) -> bool:
        """Whether the value of the game is known yet."""
        return bool(self.now)

    def begin(self, values: Vector, step: int, turn: int) -> None:
        """The first value."""
        self.start = self.now = values
        self._point(step, turn)

    def move(self, values: Vector, step: int, turn: int) -> Vector:
        """The value changes; by how much."""
        change = minus(values, self.now)
        self.now = values
        self._point(step, turn)
        return change

    def grow(self, values: Vector) -> None:
        """Where each turn is judged by itself: a new turn brings its mean with it."""
        self.start, self.now = plus(self.start, values), plus(self.now, values)

    def slip(self, values: Vector, step: int, turn: int) -> None:
        """A value that should be what it was: a tiny jump is rounding, a greater one is drift."""
        change = minus(values, self.now)
        if max(abs(part) for part in change) > ROUNDING * max(1.0, *(abs(part) for part in values)):
            self.drift = plus(self.drift, change)
            self.now = values
            self._point(step, turn)

    def _point(self, step: int, turn: int) -> None:
        if self.curve and self.curve[-1].step == step:
            self.curve.pop()
        self.curve.append(Point(step, turn, self.now))

    def total(self, seat: int) -> float:
        """All changes of a seat's value."""
        parts: list[Roll | Decision | Other] = [*self.rolls, *self.decisions, *self.others]
        return sum(part.change[seat] for part in parts) + self.drift[seat]
