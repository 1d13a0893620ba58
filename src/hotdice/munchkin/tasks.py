"""What a table has to settle before the turn goes on; the first task of the agenda is the current one."""

from enum import StrEnum

from hotdice.frozen import Frozen
from hotdice.munchkin.cards import Pile


class Loss(StrEnum):
    """From where a card is to be lost."""

    ITEM, HAND, CLASS, RACE = "item", "hand", "class", "race"


class Task(Frozen, tag=True):
    """Base of all tasks."""


class SeatTask(Task):
    """Base of what one seat has to do."""

    seat: int


class DrawCard(SeatTask):
    """Chance: a card of a deck goes to a seat. `why` is deal, result, harsh, door, loot, prize or solace.

    `harsh` is result 3, the only draw away from the door whose Curse strikes.
    """

    pile: Pile
    up: bool
    why: str


class ThrowDie(SeatTask):
    """Chance: the ten-sided die is in the air."""


class AnswerRoll(Task):
    """The window for a Loaded or Reloaded Die: these seats are still asked, in this order."""

    asked: tuple[int, ...]


class PickFace(SeatTask):
    """The picture came up: the roller picks a result."""


class TakeCard(SeatTask):
    """Results 1 and 2: from the deck, or the top discard."""

    pile: Pile


class PickSeat(SeatTask):
    """Results 6 and 9: whose hand, whose level."""

    face: int


class Exchange(SeatTask):
    """Results 7 and 8: which card against which, or nothing."""

    face: int


class AnswerFight(Task):
    """The window before a fight is won: these seats may still interfere, in this order."""

    asked: tuple[int, ...]


class AnswerHelp(SeatTask):
    """A seat is asked into the fight for so many of its Treasures."""

    treasures: int


class RunAway(SeatTask):
    """Chance: a six-sided die says whether a seat escapes a monster."""

    monster: str


class LoseCard(SeatTask):
    """A seat chooses which card it loses."""

    what: Loss


class RobBody(SeatTask):
    """A seat takes a card of the dead."""


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
