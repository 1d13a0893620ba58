"""Why a command is not carried out: a code for programs, a sentence for people, the numbers in it."""

import msgspec

Datum = int | str | tuple[int, ...]


class Refusal(msgspec.Struct, frozen=True):
    """A command that changes nothing, with the reason.

    >>> Refusal("not_your_turn", "It is the turn of seat 2.").code
    'not_your_turn'
    """

    code: str
    sentence: str
    data: dict[str, Datum] = {}
