"""What can be asked of a worker of the coach, and how it says no. Nothing here needs the solver."""

from typing import Annotated, Literal

import msgspec

from hotdice.coach.forms import Unit
from hotdice.frozen import Frozen
from hotdice.rules.said import Value

READY = b"ready"
"""The first line of a worker."""


class AskAdvice(Frozen, tag="advice"):
    """Advice on a position."""

    position: str
    unit: Unit | None = None


class AskReview(Frozen, tag="review"):
    """Review of a record."""

    record: str
    unit: Unit | None = None


class AskExercise(Frozen, tag="exercise"):
    """An exercise of a sheet, or that of one position."""

    rules: str
    seed: str
    theme: Annotated[str, msgspec.Meta(max_length=40)] = ""
    position: str = ""


class Pick(Frozen):
    """A choice, named as an option of an advice names it."""

    action: Literal["roll", "bank", "card", "pass"]
    keep: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    card: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    target: int | None = None
    with_dice: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class AskWhatIf(Frozen, tag="what_if"):
    """A moment, or the one that a choice or other dice lead to from there."""

    position: str
    choice: Pick | None = None
    dice: str = ""
    unit: Unit | None = None


class AskCard(Frozen, tag="card"):
    """The strategy card of a sheet."""

    rules: str


class AskCompare(Frozen, tag="compare"):
    """What other rules change."""

    before: str
    after: str


class Fault(Frozen):
    """Why there is no answer: a status for HTTP, a code for programs, a sentence whose gaps `values` fill."""

    status: int
    code: str
    says: str
    values: dict[str, Value] = msgspec.field(default_factory=dict)


Ask = AskAdvice | AskReview | AskExercise | AskWhatIf | AskCard | AskCompare
