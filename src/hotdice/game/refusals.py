"""Why a command is not carried out: a code for programs, a sentence for people, the numbers in it."""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from hotdice.game.state import State

Datum = int | str | tuple[int, ...]


class Refusal(msgspec.Struct, frozen=True):
    """A command that changes nothing, with the reason.

    >>> Refusal("not_your_turn", "It is the turn of seat 2.").code
    'not_your_turn'
    """

    code: str
    sentence: str
    data: dict[str, Datum] = {}


def refuse_seat(state: "State", index: int) -> Refusal | None:
    """Why there is nobody to play in a seat, or None.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> refuse_seat(new_game(load("classic"), 2), 2).sentence
    'There is no seat 3.'
    """
    if not 0 <= index < len(state.seats):
        return Refusal("no_such_seat", f"There is no seat {index + 1}.", {"seat": index})
    if state.seats[index].gone:
        return Refusal("seat_gone", f"Seat {index + 1} has left the game.", {"seat": index})
    return None
