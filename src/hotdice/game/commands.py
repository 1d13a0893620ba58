"""What somebody may ask of the referee. Seats and dice are numbered: seats from 0, dice from 1."""

from typing import Literal

from hotdice.frozen import Frozen


class Command(Frozen, tag=True):
    """Base of all commands."""


class SeatCommand(Command):
    """Base of what is asked of one seat, or by it."""

    seat: int


class Roll(SeatCommand):
    """The mover asks for dice: all in a new turn or after hot dice, else those not set aside."""


class Throw(Command):
    """The dice that were asked for have fallen: one face for each die, in the order asked."""

    faces: tuple[int, ...]


class Keep(SeatCommand):
    """The mover sets dice aside, by number; `then` rolls or banks in the same breath, both or neither."""

    dice: tuple[int, ...]
    then: Literal["", "roll", "bank"] = ""


class Bank(SeatCommand):
    """The mover stops and records the turn."""


class TakeOver(SeatCommand):
    """The mover begins with the dice and points that the player before has left (piggyback)."""


class EnterTurn(SeatCommand):
    """A whole turn played at a real table: its points, or None for a farkle.

    `ruling` says that the table insists on points which the sheet does not allow; they count as told.
    """

    points: int | None
    ruling: bool = False


class TimeOut(SeatCommand):
    """The mover's time is up: a stop if that is legal, else a turn worth nothing; never a farkle."""


class Resign(SeatCommand):
    """A seat leaves the game, at any moment."""


class Correct(SeatCommand):
    """The table rules that a seat's line on the score sheet reads otherwise."""

    total: int
    opened: bool
    farkles: int


class UseAdvice(SeatCommand):
    """A seat has looked at advice; it goes into the record."""


class TakeSeat(Command):
    """Somebody joins late, behind the last seat, with the points that the table grants."""

    total: int = 0
    opened: bool = False


class Adjust(Command):
    """Points go to or from seats outside any turn: pairs of seat and points, such as those of a real card."""

    changes: tuple[tuple[int, int], ...]


class SetDice(SeatCommand):
    """A seat has this many dice in its next turn, or in this one while nothing is rolled."""

    dice: int


class PlayOn(Command):
    """The table moves the end: a new target, or a new number of rounds where the sheet counts rounds."""

    goal: int


class CountBonus(Command):
    """After the end every seat counts a bonus, such as the Gold Pieces of unplayed cards."""

    points: tuple[int, ...]


class MakeRemark(Command):
    """Something worth remembering; `turns` of `seat` long (-1: until it is lifted, 0: only in the record)."""

    text: str
    seat: int = -1
    turns: int = 0


class LiftRemark(Command):
    """A lasting remark is over before its time; counted from 1."""

    number: int


class PlayCard(SeatCommand):
    """The mover plays a card: on a seat (-1: nobody else), with dice of the roll where it asks for them."""

    card: str
    target: int = -1
    dice: tuple[int, ...] = ()


class PassWindow(SeatCommand):
    """The mover lets a moment go by in which a card could be played: on a Farkle, or on stopping."""
