"""What a card does when it is played, in compiled code: to turn, totals and dice, and by lying there."""

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players.deck_kernel import all_dice, ask_again, end_entry, farkle, record, write_down
from hotdice.players.deck_state import (
    BOUND,
    CARD_OF,
    ENTRY,
    FACE,
    FOR_TURNS,
    HOLDS,
    IN_HAND,
    KEEP,
    LYING,
    MOVER,
    ON_FARKLE,
    ON_STOP,
    OWED,
    OWNER,
    PLACED,
    PLAYED,
    POINTS,
    ROLL,
    STEP,
    TOTAL,
    TURN_DICE,
    WORKS_ON,
    allowed_dice,
    card_at,
    offers_at,
    seat_at,
    shield_of,
    shown_key,
)
from hotdice.players.deck_trace_kernel import ADDED, CARD_PLAYED, MOVED, TURNED, dice_set, faces_word, note
from hotdice.players.deck_words import (
    AT_ONCE,
    FEWER_DICE,
    FLIP,
    KEEP_ON_FARKLE,
    LASTS,
    LOSE_POINTS,
    MORE_DICE,
    MUST_ROLL,
    OWN_TURNS,
    REROLL,
    SECOND_THROW,
    SET_FACE,
    TAKE_POINTS,
    TARGETS_TURNS,
    TOTAL_POINTS,
    TURN_POINTS,
    TURNS,
    CardSheet,
    Ints,
)


@compiled_lean
def move_points(game: Ints, trace: Ints, card: int, source: int, taker: int, points: int) -> None:
    """A card moves recorded points; -1 stands for nobody."""
    note(game, trace, MOVED, source, card, taker, points, 0)
    if source >= 0:
        game[seat_at(TOTAL, source)] -= points
    if taker >= 0:
        game[seat_at(TOTAL, taker)] += points


@compiled_lean_apart
def play_card(
    sheet: CardSheet, words: Ints, game: Ints, trace: Ints, card: int, target: int, places: int
) -> None:
    """The mover plays a card at a seat (-1: nobody else) with the dice at some places of the roll."""
    mover = game[MOVER]
    shield = shield_of(sheet, words, game, target) if target >= 0 else -1
    stopped = game[shield + CARD_OF] if shield >= 0 else -1
    note(game, trace, CARD_PLAYED, mover, card, target, dice_set(game, places), stopped)
    game[seat_at(HOLDS, mover)] &= ~(1 << card)
    game[PLAYED] = 1
    if shield >= 0:
        end_entry(game, trace, shield, False)
    else:
        lay_down(sheet, words, game, card, target)
        if take_effect(sheet, words, game, trace, card, target, places):
            return
    if game[STEP] == ON_STOP:
        record(sheet, words, game, trace)
        return
    dead = words[offers_at(sheet, words, shown_key(sheet, game))] == 0
    if dead and (game[STEP] == KEEP or game[STEP] == ON_FARKLE):
        farkle(sheet, words, game, trace)


@compiled_lean_apart
def lay_down(sheet: CardSheet, words: Ints, game: Ints, card: int, target: int) -> None:
    """What an unstopped card does by lying there, and what it forbids."""
    mover = game[MOVER]
    row = card_at(sheet, card)
    if words[row + MUST_ROLL]:
        game[BOUND] = 1
    lasts = words[row + LASTS]
    if lasts == AT_ONCE:
        return
    entry = PLACED + game[LYING] * ENTRY
    game[LYING] += 1
    game[entry + OWNER] = mover
    game[entry + CARD_OF] = card
    game[entry + WORKS_ON] = target if target >= 0 else mover
    counted = lasts in (OWN_TURNS, TARGETS_TURNS)
    game[entry + FOR_TURNS] = words[row + TURNS] if counted else -1
    if game[entry + WORKS_ON] == mover and (words[row + FEWER_DICE] or words[row + MORE_DICE]):
        dice = allowed_dice(sheet, words, game, mover)
        if game[STEP] == ROLL:
            all_dice(game, dice)
        else:
            game[OWED] += max(0, game[TURN_DICE] - dice)
        game[TURN_DICE] = dice


@compiled_lean_apart
def take_effect(
    sheet: CardSheet, words: Ints, game: Ints, trace: Ints, card: int, target: int, places: int
) -> bool:
    """What an unstopped card does at once; whether that is all that happens at this moment."""
    mover = game[MOVER]
    row = card_at(sheet, card)
    if words[row + TURN_POINTS]:
        note(game, trace, ADDED, mover, card, words[row + TURN_POINTS], 0, 0)
        game[POINTS] += words[row + TURN_POINTS]
    if words[row + TOTAL_POINTS]:
        move_points(game, trace, card, -1, mover, words[row + TOTAL_POINTS])
    if words[row + TAKE_POINTS]:
        most = max(0, min(words[row + TAKE_POINTS], game[seat_at(TOTAL, target)]))
        move_points(game, trace, card, target, mover, most)
    if words[row + LOSE_POINTS]:
        most = max(0, min(words[row + LOSE_POINTS], game[seat_at(TOTAL, target)]))
        move_points(game, trace, card, target, -1, most)
    if words[row + FLIP] or words[row + SET_FACE]:
        for place in range(game[IN_HAND]):
            if places >> place & 1:
                game[FACE + place] = words[row + SET_FACE] or 7 - game[FACE + place]
        note(game, trace, TURNED, mover, dice_set(game, places), faces_word(game, places), 0, 0)
        game[STEP] = KEEP
    if words[row + REROLL]:
        ask_again(game, trace, places)
    if words[row + SECOND_THROW]:
        ask_again(game, trace, (1 << game[IN_HAND]) - 1)
    if words[row + KEEP_ON_FARKLE]:
        write_down(sheet, words, game, trace, max(0, game[POINTS] - words[row + KEEP_ON_FARKLE] + 1))
        return True
    return False
