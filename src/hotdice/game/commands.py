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
    """A whole turn played at a real table: its points, or None for a farkle.

    `ruling` says that the table insists on points which the sheet does not allow; they count as told.
    """

    seat: int
    points: int | None
    ruling: bool = False


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


class TakeSeat(Command, frozen=True):
    """Somebody joins late, behind the last seat, with the points that the table grants."""

    total: int = 0
    opened: bool = False


class Adjust(Command, frozen=True):
    """Points go to or from seats outside any turn: pairs of seat and points, such as those of a real card."""

    changes: tuple[tuple[int, int], ...]


class SetDice(Command, frozen=True):
    """A seat has this many dice in its next turn, or in this one while nothing is rolled."""

    seat: int
    dice: int


class PlayOn(Command, frozen=True):
    """The table moves the end: a new target, or a new number of rounds where the sheet counts rounds."""

    goal: int


class CountBonus(Command, frozen=True):
    """After the end every seat counts a bonus, such as the Gold Pieces of unplayed cards."""

    points: tuple[int, ...]


class MakeRemark(Command, frozen=True):
    """Something worth remembering; `turns` of `seat` long (-1: until it is lifted, 0: only in the record)."""

    text: str
    seat: int = -1
    turns: int = 0


class LiftRemark(Command, frozen=True):
    """A lasting remark is over before its time; counted from 1."""

    number: int


class PlayCard(Command, frozen=True):
    """The mover plays a card: on a seat (-1: nobody else), with dice of the roll where it asks for them."""

    seat: int
    card: str
    target: int = -1
    dice: tuple[int, ...] = ()


class PassWindow(Command, frozen=True):
    """The mover lets a moment go by in which a card could be played: on a Farkle, or on stopping."""

    seat: int
