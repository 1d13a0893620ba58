"""The state of a real table: levels, sexes, pending penalties, and where the die phase stands."""

from collections.abc import Sequence
from enum import StrEnum

from hotdice.frozen import Frozen
from hotdice.munchkin.state import Sex

MOST_PLAYERS = 10
LEVELS = (10, 20)
"""The winning levels: the usual one, and that of an Epic game."""


class Step(StrEnum):
    """What the companion waits for."""

    FREE = "free"  # before the door: roll, or kick it down
    ROLLER_CYBORG = "roller_cyborg"  # at level 2: is the roller a Cyborg?
    FACE = "face"  # the level is paid: what does the die show?
    WINDOW = "window"  # does anybody turn it?
    PICK = "pick"  # the picture: which result?
    HAND = "hand"  # result 6: does the roller hold a card?
    CLASS = "class"  # result 7: has the roller a Class or Style?
    RACE = "race"  # result 8: has the roller a Race or Power?
    VICTIM = "victim"  # result 9: whose level?
    VICTIM_CYBORG = "victim_cyborg"  # at level 2: is the victim a Cyborg?
    DO = "do"  # the real cards are to be moved
    DOOR = "door"  # the door is open: no more rolls
    OVER = "over"


QUESTIONS = (Step.ROLLER_CYBORG, Step.HAND, Step.CLASS, Step.RACE, Step.VICTIM_CYBORG)
"""The steps that a yes or a no answers."""


class Player(Frozen):
    """Somebody at the table; `sex` is None where nobody has told it."""

    name: str
    sex: Sex | None = None
    level: int = 1
    penalty: int = 0


class Table(Frozen):
    """Everything the companion knows. `note` says what the last entry led to."""

    players: tuple[Player, ...]
    winning_level: int = 10
    mover: int = 0
    turn: int = 1
    step: Step = Step.FREE
    face: int = 0
    victim: int = -1
    spared: tuple[int, ...] = ()
    rolling_over: bool = False
    winner: int = -1
    note: str = ""

    @property
    def roller(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.mover]


def new_table(names: Sequence[str], *, winning_level: int = 10, sexes: Sequence[Sex | None] = ()) -> Table:
    """A table at the start of the first turn; `sexes` are those that the players have told.

    >>> new_table(["Ann", "Bob"]).roller.name
    'Ann'

    Raises:
        ValueError: too few or too many players, or two of one name, or a level that nobody plays to.
    """
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise ValueError(f"a table has 2 to {MOST_PLAYERS} players, not {len(names)}")
    if len({name.casefold() for name in names}) != len(names):
        raise ValueError("two players have the same name")
    if winning_level not in LEVELS:
        raise ValueError(f"the game is won at level {LEVELS[0]}, or {LEVELS[1]} when Epic")
    chosen = sexes or [None] * len(names)
    if len(chosen) != len(names):
        raise ValueError(f"{len(names)} players have {len(names)} sexes, not {len(chosen)}")
    players = tuple(Player(name, sex) for name, sex in zip(names, chosen, strict=True))
    return Table(players, winning_level)
