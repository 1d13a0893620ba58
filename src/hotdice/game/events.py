"""What has happened: small frozen facts in the past tense. A game is the fold of its events."""

from hotdice.frozen import Frozen


class Event(Frozen, tag=True, gc=False):
    """Base of all events."""


class SeatEvent(Event):
    """Base of what happened to one seat."""

    seat: int


class RollAsked(SeatEvent):
    """Dice are to be thrown; (turn, roll, throw) is the label they are drawn under."""

    turn: int
    roll: int
    throw: int
    dice: tuple[int, ...]


class DiceRolled(SeatEvent):
    """The dice asked for lie on the table."""

    dice: tuple[int, ...]
    faces: tuple[int, ...]


class DiceKept(SeatEvent):
    """Dice were set aside for points."""

    dice: tuple[int, ...]
    faces: tuple[int, ...]
    points: int


class Banked(SeatEvent):
    """The turn ended by a stop; `points` is what went onto the score sheet."""

    points: int


class Gifted(SeatEvent):
    """Points that went beyond the target are recorded for the player with the lowest total (welfare)."""

    points: int


class Bumped(SeatEvent):
    """Somebody landed exactly on the total of a seat, which has another one now."""

    total: int


class TookOver(SeatEvent):
    """The mover plays on with the dice and points that the player before has left."""

    points: int
    dice: tuple[int, ...]


class KnockedOut(SeatEvent):
    """A roll put its player out of the game."""


class Farkled(SeatEvent):
    """The turn ended with nothing; `penalty` points were taken from the total."""

    lost: int
    penalty: int


class TurnEntered(SeatEvent):
    """The turn was played at a real table and only its result was told (None: a farkle)."""

    points: int | None
    ruling: bool = False


class TurnTimedOut(SeatEvent):
    """The mover's time ran out."""


class Resigned(SeatEvent):
    """A seat left the game."""


class Corrected(SeatEvent):
    """A seat's line on the score sheet was changed by ruling."""

    total: int
    opened: bool
    farkles: int


class AdviceUsed(SeatEvent):
    """A seat looked at advice."""


class RollOffTied(Event):
    """The highest dice of the roll-off were equal; these seats roll again."""

    seats: tuple[int, ...]


class FirstPlayerSet(SeatEvent):
    """The roll-off found who begins."""


class TurnBegan(SeatEvent):
    """A seat is to move."""

    round: int
    turn: int


class LastTurnsBegan(Event):
    """Somebody reached the target and others still have a turn."""

    trigger: int


class PlayOffBegan(Event):
    """Leaders are tied and play one more turn each."""

    seats: tuple[int, ...]


class GameEnded(Event):
    """The game is over. `reason` is target, rounds, play_off, goal, bonus, instant or resigned."""

    winners: tuple[int, ...]
    reason: str


class SeatTaken(Event):
    """Somebody joined behind the last seat."""

    total: int
    opened: bool


class Adjusted(Event):
    """Points went to or from seats outside any turn."""

    changes: tuple[tuple[int, int], ...]


class DiceSet(SeatEvent):
    """A seat has another number of dice for one turn."""

    dice: int


class GoalMoved(Event):
    """The table plays on to another target or number of rounds."""

    goal: int


class BonusCounted(Event):
    """Every seat has counted what it kept to the end."""

    points: tuple[int, ...]


class Remarked(Event):
    """Something was put down in words."""

    text: str
    seat: int
    turns: int


class RemarkLifted(Event):
    """A lasting remark was taken away; counted from 1."""

    number: int


class WindowOpened(SeatEvent):
    """The mover holds a card for this moment and is asked: `window` is on_farkle or on_stop."""

    window: str


class WindowPassed(SeatEvent):
    """The mover let the moment go by."""


class CardPlayed(SeatEvent):
    """A card left a hand; `stopped_by` is a card of the target that made it do nothing: both are spent."""

    card: str
    target: int
    dice: tuple[int, ...]
    stopped_by: str = ""


class DiceTurned(SeatEvent):
    """Dice on the table now show other faces, without a throw."""

    dice: tuple[int, ...]
    faces: tuple[int, ...]


class TurnPointsAdded(SeatEvent):
    """A card added points to the turn."""

    card: str
    points: int


class PointsMoved(Event):
    """A card took recorded points from a seat (-1: from nobody) and gave points to a seat (-1: to nobody)."""

    card: str
    source: int
    taker: int
    points: int


class CardEnded(Event):
    """An ONGOING card has done its work and lies on its owner's discard pile."""

    owner: int
    card: str


class GoldCounted(Event):
    """Every turn is played: each seat adds the Gold Pieces of its unplayed cards."""

    gold: tuple[int, ...]
