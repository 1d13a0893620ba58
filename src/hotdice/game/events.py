"""What has happened: small frozen facts in the past tense. A game is the fold of its events."""

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Base of all events."""


class SeatEvent(Event, frozen=True):
    """Base of what happened to one seat."""

    seat: int


class RollAsked(SeatEvent, frozen=True):
    """Dice are to be thrown; (turn, roll, throw) is the label they are drawn under."""

    turn: int
    roll: int
    throw: int
    dice: tuple[int, ...]


class DiceRolled(SeatEvent, frozen=True):
    """The dice asked for lie on the table."""

    dice: tuple[int, ...]
    faces: tuple[int, ...]


class DiceKept(SeatEvent, frozen=True):
    """Dice were set aside for points."""

    dice: tuple[int, ...]
    faces: tuple[int, ...]
    points: int


class Banked(SeatEvent, frozen=True):
    """The turn ended by a stop; `points` is what went onto the score sheet."""

    points: int


class Gifted(SeatEvent, frozen=True):
    """Points that went beyond the target are recorded for the player with the lowest total (welfare)."""

    points: int


class Bumped(SeatEvent, frozen=True):
    """Somebody landed exactly on the total of a seat, which has another one now."""

    total: int


class TookOver(SeatEvent, frozen=True):
    """The mover plays on with the dice and points that the player before has left."""

    points: int
    dice: tuple[int, ...]


class KnockedOut(SeatEvent, frozen=True):
    """A roll put its player out of the game."""


class Farkled(SeatEvent, frozen=True):
    """The turn ended with nothing; `penalty` points were taken from the total."""

    lost: int
    penalty: int


class TurnEntered(SeatEvent, frozen=True):
    """The turn was played at a real table and only its result was told (None: a farkle)."""

    points: int | None
    ruling: bool = False


class TurnTimedOut(SeatEvent, frozen=True):
    """The mover's time ran out."""


class Resigned(SeatEvent, frozen=True):
    """A seat left the game."""


class Corrected(SeatEvent, frozen=True):
    """A seat's line on the score sheet was changed by ruling."""

    total: int
    opened: bool
    farkles: int


class AdviceUsed(SeatEvent, frozen=True):
    """A seat looked at advice."""


class RollOffTied(Event, frozen=True):
    """The highest dice of the roll-off were equal; these seats roll again."""

    seats: tuple[int, ...]


class FirstPlayerSet(SeatEvent, frozen=True):
    """The roll-off found who begins."""


class TurnBegan(SeatEvent, frozen=True):
    """A seat is to move."""

    round: int
    turn: int


class LastTurnsBegan(Event, frozen=True):
    """Somebody reached the target and others still have a turn."""

    trigger: int


class PlayOffBegan(Event, frozen=True):
    """Leaders are tied and play one more turn each."""

    seats: tuple[int, ...]


class GameEnded(Event, frozen=True):
    """The game is over. `reason` is target, rounds, play_off, goal, bonus, instant or resigned."""

    winners: tuple[int, ...]
    reason: str


class SeatTaken(Event, frozen=True):
    """Somebody joined behind the last seat."""

    total: int
    opened: bool


class Adjusted(Event, frozen=True):
    """Points went to or from seats outside any turn."""

    changes: tuple[tuple[int, int], ...]


class DiceSet(SeatEvent, frozen=True):
    """A seat has another number of dice for one turn."""

    dice: int


class GoalMoved(Event, frozen=True):
    """The table plays on to another target or number of rounds."""

    goal: int


class BonusCounted(Event, frozen=True):
    """Every seat has counted what it kept to the end."""

    points: tuple[int, ...]


class Remarked(Event, frozen=True):
    """Something was put down in words."""

    text: str
    seat: int
    turns: int


class RemarkLifted(Event, frozen=True):
    """A lasting remark was taken away; counted from 1."""

    number: int


class WindowOpened(SeatEvent, frozen=True):
    """The mover holds a card for this moment and is asked: `window` is on_farkle or on_stop."""

    window: str


class WindowPassed(SeatEvent, frozen=True):
    """The mover let the moment go by."""


class CardPlayed(SeatEvent, frozen=True):
    """A card left a hand; `stopped_by` is a card of the target that made it do nothing: both are spent."""

    card: str
    target: int
    dice: tuple[int, ...]
    stopped_by: str = ""


class DiceTurned(SeatEvent, frozen=True):
    """Dice on the table now show other faces, without a throw."""

    dice: tuple[int, ...]
    faces: tuple[int, ...]


class TurnPointsAdded(SeatEvent, frozen=True):
    """A card added points to the turn."""

    card: str
    points: int


class PointsMoved(Event, frozen=True):
    """A card took recorded points from a seat (-1: from nobody) and gave points to a seat (-1: to nobody)."""

    card: str
    source: int
    taker: int
    points: int


class CardEnded(Event, frozen=True):
    """An ONGOING card has done its work and lies on its owner's discard pile."""

    owner: int
    card: str


class GoldCounted(Event, frozen=True):
    """Every turn is played: each seat adds the Gold Pieces of its unplayed cards."""

    gold: tuple[int, ...]
