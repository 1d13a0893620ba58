"""Games with cards whose positions are written down, for those who learn from them."""

from typing import Any

import numpy as np

from hotdice.arena.card_kernel import carry_out, decide, forget, throw
from hotdice.arena.course import MOST_TURNS
from hotdice.arena.eager_kernel import BOT
from hotdice.arena.schemer_tables_kernel import Memo
from hotdice.odds.compiling import compiled_apart
from hotdice.players.deck_kernel import fallen
from hotdice.players.deck_state import COUNT, MOVER, OVER, PHASE, PLAYED, ROLL, ROLLS, STEP, TURN, WAIT
from hotdice.players.deck_words import CardSheet, Floats, Ints
from hotdice.players.sage_kernel import turn_ahead
from hotdice.players.sage_value_kernel import INPUTS, Mind, see

UNSEEN = -1.0
"""Stands where a turn was not thought through."""


@compiled_apart
def record_game(
    sheet: CardSheet,
    words: Ints,
    reals: Floats,
    memo: Memo,
    eye: Mind,
    mind: Mind | None,
    bots: int,
    game: Ints,
    key: np.uint64,
    inputs: np.ndarray[Any, np.dtype[np.float32]],
    movers: Ints,
    ahead: Floats,
    every: int,
    found: int,
) -> int:
    """Play a game that has begun to its end; what every seat sees when a turn begins is written down.

    So are who moves and, of each `every`-th position (0: of none), the mover's chance by all that may happen
    in the turn. `eye` sees and thinks, `mind` plays for the sages, where there are any. `found` is the row of
    the first position; the row after the last one comes back.
    """
    silent, move = np.zeros(0, np.int64), np.zeros(4, np.int64)
    forget(eye)
    forget(mind)
    while game[PHASE] != OVER and game[TURN] <= MOST_TURNS:
        if game[STEP] == WAIT:
            throw(game, key)
            fallen(sheet, words, game, silent)
            continue
        new = game[STEP] == ROLL and game[ROLLS] == 0 and not game[PLAYED]
        if new and found < inputs.shape[0]:
            movers[found], ahead[found] = game[MOVER], UNSEEN
            if every and found % every == 0:
                ahead[found] = turn_ahead(sheet, words, reals, eye, game, move)
            see(sheet, words, reals, eye, game, game[MOVER])
            for place in range(game[COUNT] * INPUTS):
                inputs[found, place] = eye.inputs[place]
            found += 1
        decide(sheet, words, reals, memo, mind, bots + game[MOVER] * BOT, game, move)
        carry_out(sheet, words, game, silent, move)
    return found
