"""What somebody may ask of the referee. Seats and dice are numbered: seats from 0, dice from 1."""

from typing import Literal

import msgspec


class Command(msgspec.Struct, frozen=True, tag=True):
    """Base of all commands."""


class Roll(Command, frozen=True):
    """The mover asks for dice: all in a new turn or after hot dice, else those not set aside."""

    seat: int


class Throw(Command, frozen=True):
    """The dice that were asked for have fallen: one face for each die, in the order asked."""

    faces: tuple[int, ...]


class Keep(Command, frozen=True):
    """The mover sets dice aside, by number; `then` rolls or banks in the same breath, both or neither."""

    seat: int
    dice: tuple[int, ...]
    then: Literal["", "roll", "bank"] = ""


class Bank(Command, frozen=True):
    """The mover stops and records the turn."""

    seat: int


class EnterTurn(Command, frozen=True):
    """A whole turn played at a real table: its points, or None for a farkle."""

    seat: int
    points: int | None


class TimeOut(Command, frozen=True):
    """The mover's time is up: a stop if that is legal, else a turn worth nothing; never a farkle."""

    seat: int


class Resign(Command, frozen=True):
    """A seat leaves the game, at any moment."""

    seat: int


class Correct(Command, frozen=True):
    """The table rules that a seat's line on the score sheet reads otherwise."""

    seat: int
    total: int
    opened: bool
    farkles: int


class UseAdvice(Command, frozen=True):
    """A seat has looked at advice; it goes into the record."""

    seat: int
