"""The trace of a game with cards in compiled code: every event, a row of its kind, the seat and four numbers.

It is written where somebody wants to know; a trace without room is for nobody.
"""

from hotdice.odds.compiling import compiled_lean
from hotdice.players.deck_state import DIE, FACE, IN_HAND, NOTED
from hotdice.players.deck_words import Ints

(
    ASKED,
    ROLLED,
    KEPT,
    BANKED,
    FARKLED,
    BEGAN,
    LAST_TURNS,
    PLAY_OFF_BEGAN,
    ENDED,
    WINDOW,
    PASSED,
    CARD_PLAYED,
    TURNED,
    ADDED,
    MOVED,
    CARD_ENDED,
    GOLD_COUNTED,
) = range(17)
NOTE = 6
"""Numbers of an event: its kind, a seat, and four more."""


@compiled_lean
def note(game: Ints, trace: Ints, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Write an event down, where somebody wants to know."""
    at = game[NOTED] * NOTE
    if at + NOTE <= trace.shape[0]:
        trace[at] = kind
        trace[at + 1] = seat
        trace[at + 2] = a
        trace[at + 3] = b
        trace[at + 4] = c
        trace[at + 5] = d
        game[NOTED] += 1


@compiled_lean
def dice_set(game: Ints, places: int) -> int:
    """The numbers of the dice at some places of the hand, as a set of bits."""
    found = 0
    for place in range(game[IN_HAND]):
        if places >> place & 1:
            found |= 1 << game[DIE + place]
    return found


@compiled_lean
def faces_word(game: Ints, places: int) -> int:
    """The faces at some places of the hand, in base eight."""
    found = 0
    for place in range(game[IN_HAND]):
        if places >> place & 1:
            found = found * 8 + game[FACE + place]
    return found
