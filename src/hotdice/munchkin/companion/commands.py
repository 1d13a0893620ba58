"""What people at a real table tell the companion. Players are numbered from 0."""

from hotdice.frozen import Frozen


class Command(Frozen, tag=True):
    """Base of all commands."""


class PlayerCommand(Command):
    """Base of what concerns one player."""

    player: int


class Roll(Command):
    """The mover pays a level for a roll."""


class Face(Command):
    """The die shows a face; 10 is the picture. `thrown` where Hotdice threw it."""

    face: int
    thrown: bool = False


class Stand(Command):
    """Nobody turns the die: the result stands."""


class Turn(PlayerCommand):
    """Somebody turned the die with a Loaded or Reloaded Die."""

    face: int


class Answer(Command):
    """The answer to the question that the companion asks."""

    yes: bool


class Pick(Command):
    """The result that the picture gives."""

    face: int


class Victim(PlayerCommand):
    """Whose level is stolen."""


class Done(Command):
    """What the result says has been done with the real cards."""


class Door(Command):
    """The door is kicked down."""


class Next(Command):
    """The next player's turn begins."""


class SetLevel(PlayerCommand):
    """Somebody's level is now this one."""

    level: int


class ChangeSex(PlayerCommand):
    """Somebody changed sex by a card; `penalty` is what that costs in the next combat."""

    penalty: int = 0


class SetPenalty(PlayerCommand):
    """Somebody's penalty in the next combat is now this one."""

    penalty: int


class Fought(PlayerCommand):
    """Somebody's combat is over: the penalty is gone."""
