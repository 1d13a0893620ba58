"""What a table has to settle before the turn goes on; the first task of the agenda is the current one."""

import msgspec

from hotdice.munchkin.cards import Pile
from hotdice.rules.choices import Choice


class Loss(Choice):
    """From where a card is to be lost."""

    ITEM = "item"
    HAND = "hand"
    CLASS = "class"
    RACE = "race"


class Task(msgspec.Struct, frozen=True, tag=True):
    """Base of all tasks."""


class DrawCard(Task, frozen=True):
    """Chance: a card of a deck goes to a seat. `why` is deal, result, harsh, door, loot, prize or solace.

    `harsh` is result 3, the only draw away from the door whose Curse strikes.
    """

    seat: int
    pile: Pile
    up: bool
    why: str


class ThrowDie(Task, frozen=True):
    """Chance: the ten-sided die is in the air."""

    seat: int


class AnswerRoll(Task, frozen=True):
    """The window for a Loaded or Reloaded Die: these seats are still asked, in this order."""

    asked: tuple[int, ...]


class PickFace(Task, frozen=True):
    """The picture came up: the roller picks a result."""

    seat: int


class TakeCard(Task, frozen=True):
    """Results 1 and 2: from the deck, or the top discard."""

    seat: int
    pile: Pile


class PickSeat(Task, frozen=True):
    """Results 6 and 9: whose hand, whose level."""

    seat: int
    face: int


class Exchange(Task, frozen=True):
    """Results 7 and 8: which card against which, or nothing."""

    seat: int
    face: int


class AnswerFight(Task, frozen=True):
    """The window before a fight is won: these seats may still interfere, in this order."""

    asked: tuple[int, ...]


class AnswerHelp(Task, frozen=True):
    """A seat is asked into the fight for so many of its Treasures."""

    seat: int
    treasures: int


class RunAway(Task, frozen=True):
    """Chance: a six-sided die says whether a seat escapes a monster."""

    seat: int
    monster: str


class LoseCard(Task, frozen=True):
    """A seat chooses which card it loses."""

    seat: int
    what: Loss


class RobBody(Task, frozen=True):
    """A seat takes a card of the dead."""

    seat: int


AnyTask = (
    DrawCard
    | ThrowDie
    | AnswerRoll
    | PickFace
    | TakeCard
    | PickSeat
    | Exchange
    | AnswerFight
    | AnswerHelp
    | RunAway
    | LoseCard
    | RobBody
)
"""Every task, told apart by its tag where it is read from a text."""
CHANCE = (DrawCard, ThrowDie, RunAway)
"""The tasks that wait for dice or cards, not for a person."""
