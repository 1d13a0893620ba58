"""Why a command is not carried out: a code for programs, a sentence for people, the numbers in it."""

from typing import TYPE_CHECKING

import msgspec

from hotdice.rules.said import Value, fill

if TYPE_CHECKING:
    from hotdice.game.state import State

Datum = Value


class Refusal(msgspec.Struct, frozen=True):
    """A command that changes nothing, with the reason: English words whose gaps `data` fills.

    >>> Refusal("not_your_turn", "It is the turn of seat {mover:seat}.", {"mover": 1}).sentence
    'It is the turn of seat 2.'
    """

    code: str
    says: str
    data: dict[str, Datum] = {}

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return fill(self.says, self.data)


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
