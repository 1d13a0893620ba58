"""Games with cards whose luck is written down, for those who measure small differences between bots.

The luck of a throw is how much more its turn is worth with it than on average, by the sage's table of the
turn. Over all throws that is 0 in the mean whatever the table says, so taking it off a result changes the
mean of no bot; the better the table knows the turn, the less of the spread is left.
"""

import numpy as np

from hotdice.arena.card_kernel import Worker, carry_out, decide, forget, throw
from hotdice.arena.course import MOST_TURNS
from hotdice.arena.eager_kernel import BOT
from hotdice.arena.numbers import fast_game_key
from hotdice.odds.compiling import compiled_apart, compiled_lean_apart
from hotdice.players.deck_kernel import begin, fallen
from hotdice.players.deck_state import (
    CONTENDS,
    COUNT,
    IN_AIR,
    IN_HAND,
    MOVER,
    OVER,
    PHASE,
    POINTS,
    STEP,
    THROWS,
    TURN,
    TURN_DICE,
    WAIT,
    WINNERS,
    seat_at,
    shown_key,
)
from hotdice.players.deck_words import CardSheet, Floats, Ints
from hotdice.players.sage_turn_kernel import might_play, prepare, roll_shown, roll_value
from hotdice.players.sage_value_kernel import BARE, OPEN, Mind


@compiled_lean_apart
def luck_of_throw(
    sheet: CardSheet, words: Ints, reals: Floats, eye: Mind, game: Ints, key: np.uint64
) -> float:
    """Throw what is in the air; how much luckier that is for its mover than throws are in the mean.

    Dice that a card throws again count as nothing.
    """
    count, dice, points = game[IN_HAND], game[TURN_DICE], game[POINTS]
    index = points // sheet.unit
    all_of_them = game[THROWS] == 1 and game[IN_AIR] == (1 << count) - 1
    if not all_of_them or count > dice or index >= eye.width:
        throw(game, key)
        return 0.0
    free = might_play(sheet, words, eye, game)
    lost = prepare(sheet, words, reals, eye, game, free)
    table = OPEN if free else BARE
    usual = roll_value(sheet, eye, table, dice, points, count)
    if free:
        lost = eye.dead[count * eye.width + index]
    throw(game, key)
    return roll_shown(sheet, words, eye, table, dice, points, shown_key(sheet, game), lost) - usual


@compiled_apart
def play_lucky_games(
    worker: Worker,
    eye: Mind,
    game: Ints,
    key: np.uint64,
    first: int,
    last: int,
    shares: Floats,
    lucks: Floats,
) -> int:
    """Play games, each begun by the next seat; what seat 0 won of each, and how lucky it was.

    The luck of others is shared among those whom it harms. -1 comes back, or the number of a game without
    end. `eye` judges throws and nothing else.
    """
    sheet, words, reals, memo, mind, bots = worker
    trace, move = np.zeros(0, np.int64), np.zeros(4, np.int64)
    seats = shares.shape[1]
    for number in range(first, last):
        begin(sheet, words, game, seats, number % seats)
        label = fast_game_key(key, np.uint64(number))
        forget(mind)
        forget(eye)
        luck = 0.0
        while game[PHASE] != OVER and game[TURN] <= MOST_TURNS:
            if game[STEP] == WAIT:
                found = luck_of_throw(sheet, words, reals, eye, game, label)
                luck += found if game[MOVER] == 0 else -found / (game[COUNT] - 1)
                fallen(sheet, words, game, trace)
                continue
            decide(sheet, words, reals, memo, mind, bots + game[MOVER] * BOT, game, move)
            carry_out(sheet, words, game, trace, move)
        if game[PHASE] != OVER:
            return number
        shares[(number - first) // seats, number % seats] = game[seat_at(CONTENDS, 0)] / game[WINNERS]
        lucks[(number - first) // seats, number % seats] = luck
    return -1
