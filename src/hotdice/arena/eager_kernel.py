"""Bots with a plan, and eager, in compiled code: what `players.plan` and `players.eager_bot` decide."""

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players.deck_state import (
    COUNT,
    KEEP,
    MOVER,
    NO_GOAL,
    ON_FARKLE,
    POINTS,
    ROLL,
    STEP,
    TOTAL,
    card_at,
    goal_of,
    may_aim,
    may_bank,
    next_dice,
    offers_at,
    playable,
    seat_at,
    shown_key,
)
from hotdice.players.deck_words import (
    FLIP,
    MUST_ROLL,
    REROLL,
    SECOND_THROW,
    SELF,
    SET_FACE,
    TARGET,
    CardSheet,
    Ints,
)
from hotdice.players.eager_bot import GOOD_TURN
from hotdice.players.moves_kernel import (
    A_BANK,
    A_KEEP,
    A_PASS,
    A_ROLL,
    choose,
    choose_card,
    key_turned,
    key_without,
    next_choice,
)

KIND, STOP_AT, LIMITS, KEEPS = range(4)
BOT = 4
"""A bot's row: its kind, where its stops begin, how many they are, where its keeps begin (-1: most)."""


@compiled_lean
def plan_move(sheet: CardSheet, words: Ints, game: Ints, row: int, move: Ints) -> None:
    """The next move by a plan."""
    step = game[STEP]
    if step >= ON_FARKLE:
        choose(move, A_PASS, 0)
    elif step == ROLL:
        choose(move, A_ROLL, 0)
    elif step == KEEP:
        keeps = words[row + KEEPS]
        choose(move, A_KEEP, 0 if keeps < 0 else words[keeps + shown_key(sheet, game)])
    else:
        goal = goal_of(sheet, words, game)
        if goal == NO_GOAL:
            dice = min(next_dice(game), words[row + LIMITS])
            enough = game[POINTS] >= words[words[row + STOP_AT] + dice - 1]
        else:
            enough = game[seat_at(TOTAL, game[MOVER])] + game[POINTS] >= goal
        choose(move, A_BANK if enough and may_bank(sheet, words, game) else A_ROLL, 0)


@compiled_lean
def best_points(sheet: CardSheet, words: Ints, key: int) -> int:
    """The most points of a roll."""
    at = offers_at(sheet, words, key)
    return words[at + 1] if words[at] else 0


@compiled_lean_apart
def helps(sheet: CardSheet, words: Ints, game: Ints, card: int, places: int) -> bool:
    """Whether a card helps, by rule of thumb."""
    row = card_at(sheet, card)
    if game[STEP] == ON_FARKLE:
        return bool(game[POINTS] >= GOOD_TURN)
    if words[row + FLIP] or words[row + SET_FACE]:
        now = best_points(sheet, words, shown_key(sheet, game))
        turned = key_turned(sheet, game, places, words[row + SET_FACE])
        return best_points(sheet, words, turned) >= now + GOOD_TURN
    if words[row + REROLL] or words[row + SECOND_THROW]:
        if best_points(sheet, words, shown_key(sheet, game)) > 50:
            return False
        return bool(words[offers_at(sheet, words, key_without(sheet, game, places))] > 0)
    if words[row + MUST_ROLL]:
        return next_dice(game) >= 3 and game[POINTS] >= GOOD_TURN
    return True


@compiled_lean_apart
def first_helpful(sheet: CardSheet, words: Ints, game: Ints, card: int) -> int:
    """The places of dice with which a card first helps; 0 for a card without dice, -1: it does not help."""
    places, at = next_choice(sheet, words, game, card, 0)
    while places >= 0 and not helps(sheet, words, game, card, places):
        places, at = next_choice(sheet, words, game, card, at)
    return places


@compiled_lean
def eager_move(sheet: CardSheet, words: Ints, game: Ints, row: int, move: Ints) -> None:
    """The first card that helps, aimed at the highest total; else as the plan says."""
    cards = playable(sheet, words, game)
    if cards:
        for card in range(sheet.cards):
            if not cards >> card & 1:
                continue
            places = first_helpful(sheet, words, game, card)
            if places < 0:
                continue
            target = -1
            if words[card_at(sheet, card) + TARGET] != SELF:
                for seat in range(game[COUNT]):
                    higher = target < 0 or game[seat_at(TOTAL, seat)] > game[seat_at(TOTAL, target)]
                    if higher and may_aim(sheet, words, game, card, seat):
                        target = seat
            choose_card(move, card, target, places)
            return
    plan_move(sheet, words, game, row, move)
