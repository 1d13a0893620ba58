"""The state of a Munchkin Dice table: an immutable value, made by `new_game` and changed only by events."""

from enum import StrEnum
from typing import NamedTuple

from hotdice.frozen import Frozen
from hotdice.munchkin.cards import Pile
from hotdice.munchkin.sheet import Sheet
from hotdice.munchkin.tasks import CHANCE, AnswerFight, AnswerRoll, AnyTask, DrawCard


class Phase(StrEnum):
    """Where the turn stands."""

    SETUP = "setup"
    BEFORE_DOOR = "before_door"  # the die phase: free actions and rolls
    AFTER_DOOR = "after_door"  # no monster came: look for trouble or loot
    FIGHT = "fight"
    FLIGHT = "flight"
    END = "end"  # free actions and Charity
    OVER = "over"


class Sex(StrEnum):
    """What results 5 and some harm change."""

    WOMAN = "woman"
    MAN = "man"

    @property
    def other(self) -> "Sex":
        """The other one."""
        return Sex.MAN if self is Sex.WOMAN else Sex.WOMAN


class MunchkinSeat(Frozen):
    """What a player has at one moment, the hand open."""

    sex: Sex
    level: int = 1
    penalty: int = 0
    hand: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    dead: bool = False


class Seat(MunchkinSeat):
    """One player. `fresh` is set by death: a new hand is dealt at the start of the next own turn."""

    fresh: bool = False


class Roll(Frozen):
    """The last roll before the door: its face (0 while in the air) and who turned it (-1: nobody)."""

    seat: int
    face: int = 0
    turned_by: int = -1


class Fight(Frozen):
    """A fight: who, against what, with which one-shots on which side."""

    seat: int
    monsters: tuple[str, ...]
    helper: int = -1
    share: int = 0
    heroes_used: tuple[str, ...] = ()
    monsters_used: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()
    claimed: bool = False

    @property
    def heroes(self) -> tuple[int, ...]:
        """The fighter and the helper, if there is one."""
        return (self.seat,) if self.helper < 0 else (self.seat, self.helper)


class Outcome(NamedTuple):
    """How a game ended: why, for whom, and the levels."""

    reason: str
    winners: tuple[int, ...]
    levels: tuple[int, ...]


class State(Frozen):
    """Everything the referee knows.

    A deck has no order: which card comes is decided when it is drawn. Discards have one, the top last.
    `chances` counts the dice and cards of this turn: (turn, chances) is the label they are drawn under.
    """

    sheet: Sheet
    seats: tuple[Seat, ...]
    phase: Phase
    doors: tuple[str, ...]
    treasures: tuple[str, ...]
    mover: int = 0
    turn: int = 0
    chances: int = 0
    door_discard: tuple[str, ...] = ()
    treasure_discard: tuple[str, ...] = ()
    agenda: tuple[AnyTask, ...] = ()
    roll: Roll | None = None
    rolling_over: bool = False
    fight: Fight | None = None
    body: tuple[str, ...] = ()
    given: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    reason: str = ""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def task(self) -> AnyTask | None:
        """What has to be settled now, before the turn goes on."""
        return self.agenda[0] if self.agenda else None

    @property
    def waits_for_chance(self) -> bool:
        """Whether dice or a card are awaited."""
        return isinstance(self.task, CHANCE)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that may act now; empty while chance is awaited and when the game is over."""
        task = self.task
        if self.over or self.waits_for_chance:
            return ()
        if task is None:
            return (self.mover,)
        if isinstance(task, AnswerRoll | AnswerFight):
            in_order = self.sheet.window == "in_order" or isinstance(task, AnswerFight)
            return task.asked[:1] if in_order else task.asked
        seat: int = task.seat
        return (seat,)

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels, seat by seat."""
        return tuple(seat.level for seat in self.seats)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome(self.reason, self.winners, self.levels) if self.over else None

    def deck(self, pile: Pile) -> tuple[str, ...]:
        """The cards that may still be drawn, in no order that means anything."""
        return self.doors if pile is Pile.DOOR else self.treasures

    def discard(self, pile: Pile) -> tuple[str, ...]:
        """A discard pile, the top last."""
        return self.door_discard if pile is Pile.DOOR else self.treasure_discard

    def others(self, seat: int) -> tuple[int, ...]:
        """The living others, clockwise from a seat."""
        count = len(self.seats)
        around = ((seat + step) % count for step in range(1, count))
        return tuple(index for index in around if not self.seats[index].dead)


def new_game(sheet: Sheet, players: int) -> State:
    """The state before the first card is dealt; seats are woman, man, woman and so on.

    >>> from hotdice.munchkin import load
    >>> state = new_game(load(), 3)
    >>> state.waits_for_chance, len(state.agenda)
    (True, 24)

    Raises:
        ValueError: the sheet does not allow that many players.
    """
    if not sheet.min_players <= players <= sheet.max_players:
        raise ValueError(
            f"{sheet.title} is for {sheet.min_players} to {sheet.max_players} players, not {players}"
        )
    sexes = tuple(Sex)
    return State(
        sheet=sheet,
        seats=tuple(Seat(sexes[seat % 2]) for seat in range(players)),
        phase=Phase.SETUP,
        doors=sheet.whole(Pile.DOOR),
        treasures=sheet.whole(Pile.TREASURE),
        agenda=tuple(task for seat in range(players) for task in hand_of(sheet, seat)),
        given=(0,) * players,
    )


def hand_of(sheet: Sheet, seat: int) -> tuple[AnyTask, ...]:
    """The draws of a new hand."""
    return tuple(DrawCard(seat, pile, up=False, why="deal") for pile in Pile for _ in range(sheet.deal))
