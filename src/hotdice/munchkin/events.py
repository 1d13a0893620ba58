"""What has happened at a Munchkin Dice table: small frozen facts. A game is the fold of its events."""

from hotdice.frozen import Frozen
from hotdice.munchkin.cards import Pile
from hotdice.munchkin.tasks import AnyTask


class Event(Frozen, tag=True):
    """Base of all events."""


class SeatEvent(Event):
    """Base of what happened to one seat."""

    seat: int


class FaceEvent(SeatEvent):
    """Base of what a face of the die did to one seat."""

    face: int


class CardEvent(SeatEvent):
    """Base of what happened to one seat with a card; it is empty where the viewer may not see it."""

    card: str


class LevelEvent(SeatEvent):
    """Base of levels that came or went, and why."""

    levels: int
    why: str


class TasksSet(Event):
    """These things must be settled first; they come before what already waits."""

    tasks: tuple[AnyTask, ...]


class TurnBegan(SeatEvent):
    """A seat is to move; the dead of the last turn are back."""

    turn: int


class HandRenewed(SeatEvent):
    """A seat that had died will be dealt a new hand."""


class CardDrawn(SeatEvent):
    """A card left a deck. `card` is empty where the viewer may not see it."""

    pile: Pile
    card: str
    up: bool
    why: str


class DrawFailed(SeatEvent):
    """There was nothing to draw: deck and discards are empty."""

    pile: Pile


class DeckRenewed(Event):
    """A deck had run out; its discards became the new deck."""

    pile: Pile


class LevelPaid(SeatEvent):
    """A level was paid for a roll."""


class DieAsked(SeatEvent):
    """The ten-sided die is to be thrown; `free` for the second throw that results 7 and 8 grant."""

    free: bool


class DieThrown(FaceEvent):
    """The ten-sided die shows a face."""


class Passed(SeatEvent):
    """A seat let the window go by."""


class DieTurned(CardEvent):
    """Somebody turned the die; nobody else may."""

    face: int


class ResultStood(FaceEvent):
    """The window is closed and this is the result."""


class FacePicked(FaceEvent):
    """The picture became this result."""


class ChoiceMade(SeatEvent):
    """The choice that a result asked for is made; what it led to follows."""


class NothingCame(FaceEvent):
    """A result had no effect, and why: empty_piles, empty_hand, no_other_card, no_victim or declined."""

    why: str


class DiscardTaken(SeatEvent):
    """The top card of a discard pile went into a hand."""

    pile: Pile
    card: str


class SexChanged(SeatEvent):
    """A seat changed sex."""


class PenaltySet(SeatEvent):
    """A seat will be weaker by this much in its next combat."""

    amount: int


class LevelsGained(LevelEvent):
    """Levels were gained."""


class LevelsLost(LevelEvent):
    """Levels were lost."""


class HandsExchanged(SeatEvent):
    """Two seats exchanged their hands."""

    other: int


class CardsExchanged(SeatEvent):
    """Two cards in play changed places."""

    own: str
    other: int
    theirs: str


class RollingEnded(SeatEvent):
    """There are no more rolls in this turn."""


class DoorKicked(SeatEvent):
    """The door is open."""


class RoomLooted(SeatEvent):
    """The turn's last search began."""


class CardPlayed(CardEvent):
    """A card of the hand lies in play."""


class CardDiscarded(CardEvent):
    """A card went onto its discard pile, from `hand` or `play`."""

    source: str
    why: str


class CurseStruck(CardEvent):
    """A Curse does its work on a seat; `by` is who played it, or the seat itself."""

    by: int


class ItemsSold(SeatEvent):
    """Items went to the shop."""

    cards: tuple[str, ...]
    levels: int


class FightBegan(SeatEvent):
    """A monster stands before a seat; `source` is door or hand."""

    monster: str
    source: str


class MonsterJoined(CardEvent):
    """Somebody let another monster into the fight."""

    monster: str


class FightBoosted(CardEvent):
    """A one-shot or an enhancer counts for one side."""

    side: str


class HelpAsked(SeatEvent):
    """The fighter asked somebody into the fight."""

    helper: int
    treasures: int


class HelpAnswered(SeatEvent):
    """The answer to a call for help."""

    yes: bool
    treasures: int


class FightClaimed(SeatEvent):
    """The fighter says that the fight is won."""


class ClaimBroken(SeatEvent):
    """Somebody interfered, and the fight is not won any more."""


class FightWon(SeatEvent):
    """The monsters are beaten."""


class FlightBegan(SeatEvent):
    """The heroes run."""


class EscapeThrown(SeatEvent):
    """The die of a flight."""

    monster: str
    face: int
    escaped: bool


class FightEnded(SeatEvent):
    """The fight is over: its cards are discarded, penalties are gone."""


class LossVoid(SeatEvent):
    """There was nothing to lose."""


class CardLost(CardEvent):
    """A seat lost the card it chose."""

    source: str


class Died(SeatEvent):
    """A seat died: what it had lies open for the others."""


class BodyRobbed(CardEvent):
    """Somebody took a card of the dead."""


class BodyCleared(Event):
    """What nobody took of the dead was discarded."""


class CardGiven(SeatEvent):
    """Charity. `card` is empty where the viewer may not see it."""

    to: int
    card: str


class GameEnded(Event):
    """The game is over. `reason` is level or turn_limit."""

    winners: tuple[int, ...]
    reason: str
