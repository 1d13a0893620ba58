"""What has happened: small frozen facts in the past tense. A game is the fold of its events."""

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Base of all events."""


class RollAsked(Event, frozen=True):
    """Dice are to be thrown; (turn, roll, throw) is the label they are drawn under."""

    seat: int
    turn: int
    roll: int
    throw: int
    dice: tuple[int, ...]


class DiceRolled(Event, frozen=True):
    """The dice asked for lie on the table."""

    seat: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]


class DiceKept(Event, frozen=True):
    """Dice were set aside for points."""

    seat: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    points: int


class Banked(Event, frozen=True):
    """The turn ended by a stop; `points` is what went onto the score sheet."""

    seat: int
    points: int


class Farkled(Event, frozen=True):
    """The turn ended with nothing; `penalty` points were taken from the total."""

    seat: int
    lost: int
    penalty: int


class TurnEntered(Event, frozen=True):
    """The turn was played at a real table and only its result was told (None: a farkle)."""

    seat: int
    points: int | None
    ruling: bool = False


class TurnTimedOut(Event, frozen=True):
    """The mover's time ran out."""

    seat: int


class Resigned(Event, frozen=True):
    """A seat left the game."""

    seat: int


class Corrected(Event, frozen=True):
    """A seat's line on the score sheet was changed by ruling."""

    seat: int
    total: int
    opened: bool
    farkles: int


class AdviceUsed(Event, frozen=True):
    """A seat looked at advice."""

    seat: int


class RollOffTied(Event, frozen=True):
    """The highest dice of the roll-off were equal; these seats roll again."""

    seats: tuple[int, ...]


class FirstPlayerSet(Event, frozen=True):
    """The roll-off found who begins."""

    seat: int


class TurnBegan(Event, frozen=True):
    """A seat is to move."""

    seat: int
    round: int
    turn: int


class LastTurnsBegan(Event, frozen=True):
    """Somebody reached the target and others still have a turn."""

    trigger: int


class PlayOffBegan(Event, frozen=True):
    """Leaders are tied and play one more turn each."""

    seats: tuple[int, ...]


class GameEnded(Event, frozen=True):
    """The game is over. `reason` is target, rounds, play_off, goal, bonus or resigned."""

    winners: tuple[int, ...]
    reason: str


class SeatTaken(Event, frozen=True):
    """Somebody joined behind the last seat."""

    total: int
    opened: bool


class Adjusted(Event, frozen=True):
    """Points went to or from seats outside any turn."""

    changes: tuple[tuple[int, int], ...]


class DiceSet(Event, frozen=True):
    """A seat has another number of dice for one turn."""

    seat: int
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


class WindowOpened(Event, frozen=True):
    """The mover holds a card for this moment and is asked: `window` is on_farkle or on_stop."""

    seat: int
    window: str


class WindowPassed(Event, frozen=True):
    """The mover let the moment go by."""

    seat: int


class CardPlayed(Event, frozen=True):
    """A card left a hand; `stopped_by` is a card of the target that made it do nothing: both are spent."""

    seat: int
    card: str
    target: int
    dice: tuple[int, ...]
    stopped_by: str = ""


class DiceTurned(Event, frozen=True):
    """Dice on the table now show other faces, without a throw."""

    seat: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]


class TurnPointsAdded(Event, frozen=True):
    """A card added points to the turn."""

    seat: int
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
