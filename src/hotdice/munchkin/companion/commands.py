"""What people at a real table tell the companion. Players are numbered from 0."""

import msgspec


class Command(msgspec.Struct, frozen=True, tag=True):
    """Base of all commands."""


class PlayerCommand(Command, frozen=True):
    """Base of what concerns one player."""

    player: int


class Roll(Command, frozen=True):
    """The mover pays a level for a roll."""


class Face(Command, frozen=True):
    """The die shows a face; 10 is the picture. `thrown` where Hotdice threw it."""

    face: int
    thrown: bool = False


class Stand(Command, frozen=True):
    """Nobody turns the die: the result stands."""


class Turn(PlayerCommand, frozen=True):
    """Somebody turned the die with a Loaded or Reloaded Die."""

    face: int


class Answer(Command, frozen=True):
    """The answer to the question that the companion asks."""

    yes: bool


class Pick(Command, frozen=True):
    """The result that the picture gives."""

    face: int


class Victim(PlayerCommand, frozen=True):
    """Whose level is stolen."""


class Done(Command, frozen=True):
    """What the result says has been done with the real cards."""


class Door(Command, frozen=True):
    """The door is kicked down."""


class Next(Command, frozen=True):
    """The next player's turn begins."""


class SetLevel(PlayerCommand, frozen=True):
    """Somebody's level is now this one."""

    level: int


class ChangeSex(PlayerCommand, frozen=True):
    """Somebody changed sex by a card; `penalty` is what that costs in the next combat."""

    penalty: int = 0


class SetPenalty(PlayerCommand, frozen=True):
    """Somebody's penalty in the next combat is now this one."""

    penalty: int


class Fought(PlayerCommand, frozen=True):
    """Somebody's combat is over: the penalty is gone."""
