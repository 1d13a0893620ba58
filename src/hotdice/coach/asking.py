"""What can be asked of a worker of the coach, and how it says no. Nothing here needs the solver."""

from typing import Annotated, Literal

import msgspec

from hotdice.coach.forms import Unit
from hotdice.rules.said import Value

READY = b"ready"
"""The first line of a worker."""


class AskAdvice(msgspec.Struct, frozen=True, tag="advice"):
    """Advice on a position."""

    position: str
    unit: Unit | None = None


class AskReview(msgspec.Struct, frozen=True, tag="review"):
    """Review of a record."""

    record: str
    unit: Unit | None = None


class AskExercise(msgspec.Struct, frozen=True, tag="exercise"):
    """An exercise of a sheet, or that of one position."""

    rules: str
    seed: str
    theme: Annotated[str, msgspec.Meta(max_length=40)] = ""
    position: str = ""


class Pick(msgspec.Struct, frozen=True):
    """A choice, named as an option of an advice names it."""

    action: Literal["roll", "bank", "card", "pass"]
    keep: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    card: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    target: int | None = None
    with_dice: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class AskWhatIf(msgspec.Struct, frozen=True, tag="what_if"):
    """A moment, or the one that a choice or other dice lead to from there."""

    position: str
    choice: Pick | None = None
    dice: str = ""
    unit: Unit | None = None


class AskCard(msgspec.Struct, frozen=True, tag="card"):
    """The strategy card of a sheet."""

    rules: str


class Fault(msgspec.Struct, frozen=True):
    """Why there is no answer: a status for HTTP, a code for programs, a sentence whose gaps `values` fill."""

    status: int
    code: str
    says: str
    values: dict[str, Value] = {}


Ask = AskAdvice | AskReview | AskExercise | AskWhatIf | AskCard
