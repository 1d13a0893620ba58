"""Why a command is not carried out: a code for programs, a sentence for people, the numbers in it."""

from typing import TYPE_CHECKING

from msgspec import field

from hotdice.frozen import Frozen
from hotdice.rules.said import Value, fill

if TYPE_CHECKING:
    from hotdice.game.commands import Command
    from hotdice.game.state import State

Datum = Value


class Refusal(Frozen):
    """A command that changes nothing, with the reason: English words whose gaps `data` fills.

    >>> Refusal("not_your_turn", "It is the turn of seat {mover:seat}.", {"mover": 1}).sentence
    'It is the turn of seat 2.'
    """

    code: str
    says: str
    data: dict[str, Datum] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return fill(self.says, self.data)


class IllegalMove(ValueError):  # noqa: N818 - it names what happened, as a referee would
    """A command that the referee refuses, raised where it had to be legal; the message is the referee's.

    >>> from hotdice.game import Bank
    >>> str(IllegalMove(Bank(0), Refusal("nothing_yet", "Roll first.")))
    'Roll first.'
    """

    def __init__(self, command: "Command", refusal: Refusal) -> None:
        self.command = command
        self.refusal = refusal
        super().__init__(refusal.sentence)


def refuse_seat(state: "State", index: int) -> Refusal | None:
    """Why there is nobody to play in a seat, or None.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> refuse_seat(new_game(load("classic"), 2), 2).sentence
    'There is no seat 3.'
    """
    if not 0 <= index < len(state.seats):
        return Refusal("no_such_seat", "There is no seat {seat:seat}.", {"seat": index})
    if state.seats[index].gone:
        return Refusal("seat_gone", "Seat {seat:seat} has left the game.", {"seat": index})
    return None


def unknown(state: object, command: object) -> Refusal:
    """The refusal of a command that the referee of a game has never heard of.

    >>> unknown(None, 3).sentence
    'The referee does not know int.'
    """
    return Refusal(
        "unknown_command", "The referee does not know {command}.", {"command": type(command).__name__}
    )
