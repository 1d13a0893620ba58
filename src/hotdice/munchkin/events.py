"""What has happened at a Munchkin Dice table: small frozen facts. A game is the fold of its events."""

import msgspec

from hotdice.munchkin.cards import Pile
from hotdice.munchkin.tasks import AnyTask


class Event(msgspec.Struct, frozen=True, tag=True):
    """Base of all events."""


class TasksSet(Event, frozen=True):
    """These things must be settled first; they come before what already waits."""

    tasks: tuple[AnyTask, ...]


class TurnBegan(Event, frozen=True):
    """A seat is to move; the dead of the last turn are back."""

    seat: int
    turn: int


class HandRenewed(Event, frozen=True):
    """A seat that had died will be dealt a new hand."""

    seat: int


class CardDrawn(Event, frozen=True):
    """A card left a deck. `card` is empty where the viewer may not see it."""

    seat: int
    pile: Pile
    card: str
    up: bool
    why: str


class DrawFailed(Event, frozen=True):
    """There was nothing to draw: deck and discards are empty."""

    seat: int
    pile: Pile


class DeckRenewed(Event, frozen=True):
    """A deck had run out; its discards became the new deck."""

    pile: Pile


class LevelPaid(Event, frozen=True):
    """A level was paid for a roll."""

    seat: int


class DieAsked(Event, frozen=True):
    """The ten-sided die is to be thrown; `free` for the second throw that results 7 and 8 grant."""

    seat: int
    free: bool


class DieThrown(Event, frozen=True):
    """The ten-sided die shows a face."""

    seat: int
    face: int


class Passed(Event, frozen=True):
    """A seat let the window go by."""

    seat: int


class DieTurned(Event, frozen=True):
    """Somebody turned the die; nobody else may."""

    seat: int
    card: str
    face: int


class ResultStood(Event, frozen=True):
    """The window is closed and this is the result."""

    seat: int
    face: int


class FacePicked(Event, frozen=True):
    """The picture became this result."""

    seat: int
    face: int


class ChoiceMade(Event, frozen=True):
    """The choice that a result asked for is made; what it led to follows."""

    seat: int


class NothingCame(Event, frozen=True):
    """A result had no effect, and why: empty_piles, empty_hand, no_other_card, no_victim or declined."""

    seat: int
    face: int
    why: str


class DiscardTaken(Event, frozen=True):
    """The top card of a discard pile went into a hand."""

    seat: int
    pile: Pile
    card: str


class SexChanged(Event, frozen=True):
    """A seat changed sex."""

    seat: int


class PenaltySet(Event, frozen=True):
    """A seat will be weaker by this much in its next combat."""

    seat: int
    amount: int


class LevelsGained(Event, frozen=True):
    """Levels were gained."""

    seat: int
    levels: int
    why: str


class LevelsLost(Event, frozen=True):
    """Levels were lost."""

    seat: int
    levels: int
    why: str


class HandsExchanged(Event, frozen=True):
    """Two seats exchanged their hands."""

    seat: int
    other: int


class CardsExchanged(Event, frozen=True):
    """Two cards in play changed places."""

    seat: int
    own: str
    other: int
    theirs: str


class RollingEnded(Event, frozen=True):
    """There are no more rolls in this turn."""

    seat: int


class DoorKicked(Event, frozen=True):
    """The door is open."""

    seat: int


class RoomLooted(Event, frozen=True):
    """The turn's last search began."""

    seat: int


class CardPlayed(Event, frozen=True):
    """A card of the hand lies in play."""

    seat: int
    card: str


class CardDiscarded(Event, frozen=True):
    """A card went onto its discard pile, from `hand` or `play`."""

    seat: int
    card: str
    source: str
    why: str


class CurseStruck(Event, frozen=True):
    """A Curse does its work on a seat; `by` is who played it, or the seat itself."""

    seat: int
    card: str
    by: int


class ItemsSold(Event, frozen=True):
    """Items went to the shop."""

    seat: int
    cards: tuple[str, ...]
    levels: int


class FightBegan(Event, frozen=True):
    """A monster stands before a seat; `source` is door or hand."""

    seat: int
    monster: str
    source: str


class MonsterJoined(Event, frozen=True):
    """Somebody let another monster into the fight."""

    seat: int
    card: str
    monster: str


class FightBoosted(Event, frozen=True):
    """A one-shot or an enhancer counts for one side."""

    seat: int
    card: str
    side: str


class HelpAsked(Event, frozen=True):
    """The fighter asked somebody into the fight."""

    seat: int
    helper: int
    treasures: int


class HelpAnswered(Event, frozen=True):
    """The answer to a call for help."""

    seat: int
    yes: bool
    treasures: int


class FightClaimed(Event, frozen=True):
    """The fighter says that the fight is won."""

    seat: int


class ClaimBroken(Event, frozen=True):
    """Somebody interfered, and the fight is not won any more."""

    seat: int


class FightWon(Event, frozen=True):
    """The monsters are beaten."""

    seat: int


class FlightBegan(Event, frozen=True):
    """The heroes run."""

    seat: int


class EscapeThrown(Event, frozen=True):
    """The die of a flight."""

    seat: int
    monster: str
    face: int
    escaped: bool


class FightEnded(Event, frozen=True):
    """The fight is over: its cards are discarded, penalties are gone."""

    seat: int


class LossVoid(Event, frozen=True):
    """There was nothing to lose."""

    seat: int


class CardLost(Event, frozen=True):
    """A seat lost the card it chose."""

    seat: int
    card: str
    source: str


class Died(Event, frozen=True):
    """A seat died: what it had lies open for the others."""

    seat: int


class BodyRobbed(Event, frozen=True):
    """Somebody took a card of the dead."""

    seat: int
    card: str


class BodyCleared(Event, frozen=True):
    """What nobody took of the dead was discarded."""


class CardGiven(Event, frozen=True):
    """Charity. `card` is empty where the viewer may not see it."""

    seat: int
    to: int
    card: str


class GameEnded(Event, frozen=True):
    """The game is over. `reason` is level or turn_limit."""

    winners: tuple[int, ...]
    reason: str
