"""Games with cards inside compiled code, as the referee plays them; a test holds the two together.

A game stands in one array from move to move, so that it can be left wherever somebody else must decide, and
gone on with.
"""

from typing import NamedTuple

import numpy as np

from hotdice.arena.counting_kernel import close_block, count_seat, count_turns
from hotdice.arena.course import MOST_TURNS
from hotdice.arena.dice import DIRECT, FIRST_HALF, THROWN_AGAIN
from hotdice.arena.eager_kernel import BOT, KIND, STOP_AT, eager_move, plan_move
from hotdice.arena.numbers import ROLLS_IN_A_TURN, SECOND_HALF, fast_game_key, fast_mix
from hotdice.arena.schemer_kernel import schemer_move
from hotdice.arena.schemer_tables_kernel import Memo
from hotdice.arena.tally import Counts
from hotdice.odds.compiling import compiled_apart, compiled_lean, compiled_lean_apart
from hotdice.players.card_play_kernel import play_card
from hotdice.players.deck_kernel import ask_roll, bank, begin, fallen, keep, pass_window
from hotdice.players.deck_state import (
    CONTENDS,
    DECIDE,
    FACE,
    IN_AIR,
    IN_HAND,
    KEEP,
    MOVER,
    ON_FARKLE,
    OVER,
    PHASE,
    ROLLS,
    STEP,
    THROWS,
    TOTAL,
    TURN,
    WAIT,
    WINNERS,
    may_bank,
    offers_at,
    playable,
    seat_at,
    shown_key,
)
from hotdice.players.deck_words import CardSheet, Floats, Ints
from hotdice.players.mixing import GOLDEN
from hotdice.players.moves_kernel import (
    A_BANK,
    A_CARD,
    A_KEEP,
    A_PASS,
    A_ROLL,
    AIMED,
    CHOSEN,
    MOVE,
    PLACES,
    choose,
)
from hotdice.players.sage_kernel import sage_move
from hotdice.players.sage_value_kernel import NO_TABLES, STYLE, TABLES_FOR, Mind

PLANNED, EAGER, SCHEMER, SAGE = range(4)
_GOLDEN, _SECOND_HALF = np.uint64(GOLDEN), np.uint64(SECOND_HALF)
_AGAIN = np.uint64(THROWN_AGAIN)
_S16, _S48 = np.uint64(16), np.uint64(48)


@compiled_lean
def faces_of(number: np.uint64, dice: int) -> int:
    """The faces of a roll of up to six dice as digits in base six, from the upper 48 bits of a number."""
    rolls = np.uint64(1)
    for _ in range(dice):
        rolls *= np.uint64(6)
    return int(np.int64(((number >> _S16) * rolls) >> _S48))


@compiled_lean_apart
def throw(game: Ints, key: np.uint64) -> None:
    """Throw the dice that are in the air, as `GameDice` does."""
    label = np.uint64(game[TURN] * ROLLS_IN_A_TURN + game[ROLLS])
    number = fast_mix(key + label * _GOLDEN)
    if game[THROWS] > 1:
        number = fast_mix(number + np.uint64(game[THROWS]) * _AGAIN)
    air = game[IN_AIR]
    dice = 0
    for place in range(game[IN_HAND]):
        dice += air >> place & 1
    direct = dice <= DIRECT
    first = faces_of(number, dice if direct else FIRST_HALF)
    second = 0 if direct else faces_of(fast_mix(number + _SECOND_HALF), dice - FIRST_HALF)
    left = dice
    for place in range(game[IN_HAND] - 1, -1, -1):
        if air >> place & 1:
            if not direct and left > FIRST_HALF:
                game[FACE + place] = second % 6 + 1
                second //= 6
            else:
                game[FACE + place] = first % 6 + 1
                first //= 6
            left -= 1


@compiled_lean_apart
def carry_out(sheet: CardSheet, words: Ints, game: Ints, trace: Ints, move: Ints) -> None:
    """A move of the mover is made."""
    kind = move[MOVE]
    if kind == A_ROLL:
        ask_roll(game, trace)
    elif kind == A_KEEP:
        at = offers_at(sheet, words, shown_key(sheet, game)) + 1 + 3 * move[CHOSEN]
        keep(sheet, game, trace, words[at], words[at + 2])
    elif kind == A_BANK:
        bank(sheet, words, game, trace)
    elif kind == A_CARD:
        play_card(sheet, words, game, trace, move[CHOSEN], move[AIMED], move[PLACES])
    else:
        pass_window(sheet, words, game, trace)


@compiled_lean_apart
def decide(
    sheet: CardSheet,
    words: Ints,
    reals: Floats,
    memo: Memo,
    mind: Mind | None,
    row: int,
    game: Ints,
    move: Ints,
) -> None:
    """What the bot of a row does now; where no sage sits there is no mind, and its code is left out."""
    kind = words[row + KIND]
    if kind == PLANNED:
        plan_move(sheet, words, game, row, move)
    elif kind == EAGER:
        eager_move(sheet, words, game, row, move)
    elif kind == SCHEMER:
        schemer_move(sheet, words, reals, memo, game, move)
    elif mind is not None:
        mind.notes[STYLE] = words[row + STOP_AT]
        sage_move(sheet, words, reals, mind, game, move)


@compiled_lean_apart
def has_choice(sheet: CardSheet, words: Ints, game: Ints) -> bool:
    """Whether the mover has anything to choose: dice to keep, a card to play, a stop beside the next roll."""
    if game[STEP] == KEEP or playable(sheet, words, game):
        return True
    return game[STEP] == DECIDE and may_bank(sheet, words, game)


@compiled_lean
def go_on(game: Ints, move: Ints) -> None:
    """What a mover does who lets a moment go by: pass a window, else roll."""
    choose(move, A_PASS if game[STEP] >= ON_FARKLE else A_ROLL, 0)


class Worker(NamedTuple):
    """A sheet and its bots as numbers, with one thread's room to think.

    The rows of the bots begin at `bots` in the words, one for each seat.
    """

    sheet: CardSheet
    words: Ints
    reals: Floats
    memo: Memo
    mind: Mind | None
    bots: int


@compiled_lean
def forget(mind: Mind | None) -> None:
    """The next turn may be that of another game: what was worked out for the last one does not hold."""
    if mind is not None:
        mind.notes[TABLES_FOR] = NO_TABLES


@compiled_lean_apart
def play_on(
    worker: Worker, learners: int, most_turns: int, game: Ints, trace: Ints, key: np.uint64, move: Ints
) -> None:
    """Play a game until it is over, has had too many turns, or somebody else must decide.

    `learners` are the seats, as bits, that no bot plays for; where they have no choice, the game goes on.
    """
    sheet, words, reals, memo, mind, bots = worker
    forget(mind)
    while game[PHASE] != OVER and game[TURN] <= most_turns:
        if game[STEP] == WAIT:
            throw(game, key)
            fallen(sheet, words, game, trace)
            continue
        mover = game[MOVER]
        if not learners >> mover & 1:
            decide(sheet, words, reals, memo, mind, bots + mover * BOT, game, move)
        elif has_choice(sheet, words, game):
            return
        else:
            go_on(game, move)
        carry_out(sheet, words, game, trace, move)


@compiled_apart
def play_card_games(
    worker: Worker,
    game: Ints,
    key: np.uint64,
    first: int,
    last: int,
    block: int,
    duplicate: bool,
    counts: Counts,
) -> int:
    """Play the games from `first` up to `last` and count; -1, or the number of a game without end."""
    count = counts.shares.size
    trace, move = np.zeros(0, np.int64), np.zeros(4, np.int64)
    for number in range(first, last):
        starter = number % block
        begin(worker.sheet, worker.words, game, count, starter)
        label = fast_game_key(key, np.uint64(number // block if duplicate else number))
        play_on(worker, 0, MOST_TURNS, game, trace, label, move)
        if game[PHASE] != OVER:
            return number
        count_turns(counts, game[TURN])
        for seat in range(count):
            won = game[seat_at(CONTENDS, seat)] != 0
            count_seat(counts, seat, game[seat_at(TOTAL, seat)], won, game[WINNERS])
        if starter == block - 1:
            close_block(counts)
    return -1
