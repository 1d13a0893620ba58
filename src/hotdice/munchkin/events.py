"""What has happened at a Munchkin Dice table: small frozen facts. A game is the fold of its events."""

import msgspec

from hotdice.munchkin.cards import Pile
from hotdice.munchkin.tasks import AnyTask


class Event(msgspec.Struct, frozen=True, tag=True):
    """Base of all events."""


class SeatEvent(Event, frozen=True):
    """Base of what happened to one seat."""

    seat: int


class TasksSet(Event, frozen=True):
    """These things must be settled first; they come before what already waits."""

    tasks: tuple[AnyTask, ...]


class TurnBegan(SeatEvent, frozen=True):
    """A seat is to move; the dead of the last turn are back."""

    turn: int


class HandRenewed(SeatEvent, frozen=True):
    """A seat that had died will be dealt a new hand."""


class CardDrawn(SeatEvent, frozen=True):
    """A card left a deck. `card` is empty where the viewer may not see it."""

    pile: Pile
    card: str
    up: bool
    why: str


class DrawFailed(SeatEvent, frozen=True):
    """There was nothing to draw: deck and discards are empty."""

    pile: Pile


class DeckRenewed(Event, frozen=True):
    """A deck had run out; its discards became the new deck."""

    pile: Pile


class LevelPaid(SeatEvent, frozen=True):
    """A level was paid for a roll."""


class DieAsked(SeatEvent, frozen=True):
    """The ten-sided die is to be thrown; `free` for the second throw that results 7 and 8 grant."""

    free: bool


class DieThrown(SeatEvent, frozen=True):
    """The ten-sided die shows a face."""

    face: int


class Passed(SeatEvent, frozen=True):
    """A seat let the window go by."""


class DieTurned(SeatEvent, frozen=True):
    """Somebody turned the die; nobody else may."""

    card: str
    face: int


class ResultStood(SeatEvent, frozen=True):
    """The window is closed and this is the result."""

    face: int


class FacePicked(SeatEvent, frozen=True):
    """The picture became this result."""

    face: int


class ChoiceMade(SeatEvent, frozen=True):
    """The choice that a result asked for is made; what it led to follows."""


class NothingCame(SeatEvent, frozen=True):
    """A result had no effect, and why: empty_piles, empty_hand, no_other_card, no_victim or declined."""

    face: int
    why: str


class DiscardTaken(SeatEvent, frozen=True):
    """The top card of a discard pile went into a hand."""

    pile: Pile
    card: str


class SexChanged(SeatEvent, frozen=True):
    """A seat changed sex."""


class PenaltySet(SeatEvent, frozen=True):
    """A seat will be weaker by this much in its next combat."""

    amount: int


class LevelsGained(SeatEvent, frozen=True):
    """Levels were gained."""

    levels: int
    why: str


class LevelsLost(SeatEvent, frozen=True):
    """Levels were lost."""

    levels: int
    why: str


class HandsExchanged(SeatEvent, frozen=True):
    """Two seats exchanged their hands."""

    other: int


class CardsExchanged(SeatEvent, frozen=True):
    """Two cards in play changed places."""

    own: str
    other: int
    theirs: str


class RollingEnded(SeatEvent, frozen=True):
    """There are no more rolls in this turn."""


class DoorKicked(SeatEvent, frozen=True):
    """The door is open."""


class RoomLooted(SeatEvent, frozen=True):
    """The turn's last search began."""


class CardPlayed(SeatEvent, frozen=True):
    """A card of the hand lies in play."""

    card: str


class CardDiscarded(SeatEvent, frozen=True):
    """A card went onto its discard pile, from `hand` or `play`."""

    card: str
    source: str
    why: str


class CurseStruck(SeatEvent, frozen=True):
    """A Curse does its work on a seat; `by` is who played it, or the seat itself."""

    card: str
    by: int


class ItemsSold(SeatEvent, frozen=True):
    """Items went to the shop."""

    cards: tuple[str, ...]
    levels: int


class FightBegan(SeatEvent, frozen=True):
    """A monster stands before a seat; `source` is door or hand."""

    monster: str
    source: str


class MonsterJoined(SeatEvent, frozen=True):
    """Somebody let another monster into the fight."""

    card: str
    monster: str


class FightBoosted(SeatEvent, frozen=True):
    """A one-shot or an enhancer counts for one side."""

    card: str
    side: str


class HelpAsked(SeatEvent, frozen=True):
    """The fighter asked somebody into the fight."""

    helper: int
    treasures: int


class HelpAnswered(SeatEvent, frozen=True):
    """The answer to a call for help."""

    yes: bool
    treasures: int


class FightClaimed(SeatEvent, frozen=True):
    """The fighter says that the fight is won."""


class ClaimBroken(SeatEvent, frozen=True):
    """Somebody interfered, and the fight is not won any more."""


class FightWon(SeatEvent, frozen=True):
    """The monsters are beaten."""


class FlightBegan(SeatEvent, frozen=True):
    """The heroes run."""


class EscapeThrown(SeatEvent, frozen=True):
    """The die of a flight."""

    monster: str
    face: int
    escaped: bool


class FightEnded(SeatEvent, frozen=True):
    """The fight is over: its cards are discarded, penalties are gone."""


class LossVoid(SeatEvent, frozen=True):
    """There was nothing to lose."""


class CardLost(SeatEvent, frozen=True):
    """A seat lost the card it chose."""

    card: str
    source: str


class Died(SeatEvent, frozen=True):
    """A seat died: what it had lies open for the others."""


class BodyRobbed(SeatEvent, frozen=True):
    """Somebody took a card of the dead."""

    card: str


class BodyCleared(Event, frozen=True):
    """What nobody took of the dead was discarded."""


class CardGiven(SeatEvent, frozen=True):
    """Charity. `card` is empty where the viewer may not see it."""

    to: int
    card: str


class GameEnded(Event, frozen=True):
    """The game is over. `reason` is level or turn_limit."""

    winners: tuple[int, ...]
    reason: str
