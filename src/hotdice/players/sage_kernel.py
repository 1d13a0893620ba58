"""What the sage does at each step of a turn: of all dice and cards the choice with the best chance to win."""

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players.card_play_kernel import play_card
from hotdice.players.deck_state import (
    BOUND,
    COUNT,
    DECIDE,
    IN_HAND,
    KEEP,
    MOVER,
    ON_STOP,
    POINTS,
    ROLL,
    STEP,
    TURN,
    TURN_DICE,
    card_at,
    may_bank,
    offers_at,
    playable,
    shown_key,
)
from hotdice.players.deck_words import (
    BONUS,
    DOUBLE,
    FEWER_DICE,
    MORE_DICE,
    MOST,
    REROLL,
    SECOND_THROW,
    SELF,
    SET_FACE,
    TARGET,
    WINDOWS,
    CardSheet,
    Floats,
    Ints,
)
from hotdice.players.moves_kernel import (
    A_BANK,
    A_KEEP,
    A_PASS,
    A_ROLL,
    aims,
    bits,
    choose,
    choose_card,
    key_turned,
    key_without,
    next_choice,
    next_throw,
    throw_on,
)
from hotdice.players.sage_turn_kernel import (
    NOT_THERE,
    after_farkle,
    after_stop,
    copy_game,
    fill_turn,
    keep_value,
    might_play,
    prepare,
    roll_shown,
    roll_value,
    spent,
    stop_value,
    write_stops,
)
from hotdice.players.sage_value_kernel import BARE, BOLD, BOLD_CARD, OPEN, TRIED, Mind, chance
from hotdice.rules import FACES

FARKLES, LOW, HIGH = 0.4, 500, 1000
"""Three ends that stand for a turn where only the difference of a card counts: a farkle, two stops."""
MARGIN = 0.0005
"""A card that gains less than this stays in hand."""
FAR_WORSE = 0.01
"""What the tables of a turn may be wrong by, when they say that a card is not worth a closer look."""


@compiled_lean_apart
def over_the_turn(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints) -> float:
    """The mean chance of a turn over three ends that stand for all."""
    rest = (1 - FARKLES) / 2
    low = after_stop(sheet, words, reals, mind, game, LOW)
    high = after_stop(sheet, words, reals, mind, game, HIGH)
    return FARKLES * after_farkle(sheet, words, reals, mind, game) + rest * (low + high)


@compiled_lean_apart
def again(sheet: CardSheet, words: Ints, mind: Mind, game: Ints, places: int, lost: float) -> float:
    """The mean chance of a roll some of whose dice are thrown again, no more card played."""
    mean, fixed, dice = 0.0, key_without(sheet, game, places), bits(places)
    throw = next_throw(dice, 0)
    while throw >= 0:
        key, ways = throw_on(sheet, fixed, dice, throw)
        mean += ways * roll_shown(sheet, words, mind, BARE, game[TURN_DICE], game[POINTS], key, lost)
        throw = next_throw(dice, throw)
    return float(mean / FACES**dice)


@compiled_lean
def changes_turn(sheet: CardSheet, words: Ints, card: int) -> bool:
    """Whether a card changes the dice or the stops of the turn in which it is played."""
    row = card_at(sheet, card)
    own = words[row + TARGET] == SELF
    works = words[row + BONUS] or words[row + DOUBLE] or words[row + FEWER_DICE] or words[row + MORE_DICE]
    return bool(own and works != 0)


@compiled_lean_apart
def value_of_card(
    sheet: CardSheet,
    words: Ints,
    reals: Floats,
    mind: Mind,
    game: Ints,
    card: int,
    seat: int,
    places: int,
    lost: float,
    usually: float,
) -> float:
    """The mover's chance after playing a card now; the tables of the turn are there.

    `usually` is the mean chance of a turn without the card, by `over_the_turn`.
    """
    row, mover = card_at(sheet, card), game[MOVER]
    dice, points, left = game[TURN_DICE], game[POINTS], game[IN_HAND]
    other = mind.other
    if words[row + MOST] or words[row + SECOND_THROW]:  # deals with the roll on the table
        usual = stop_value(sheet, mind, BARE, 600)
        cost = spent(sheet, words, reals, mind, game, card, usual)
        if words[row + SECOND_THROW]:
            return roll_value(sheet, mind, BARE, dice, points, left) + cost
        if words[row + REROLL]:
            return again(sheet, words, mind, game, places, lost) + cost
        key = key_turned(sheet, game, places, words[row + SET_FACE])
        return roll_shown(sheet, words, mind, BARE, dice, points, key, lost) + cost
    copy_game(sheet, game, other)
    play_card(sheet, words, other, mind.silent, card, seat, places)
    if other[TURN] != game[TURN] or other[STEP] > ON_STOP:  # the turn is over
        return chance(sheet, words, reals, mind, other, mover, mover)
    if changes_turn(sheet, words, card) or other[BOUND]:
        bust = after_farkle(sheet, words, reals, mind, other)
        write_stops(sheet, words, reals, mind, other, TRIED)
        fill_turn(sheet, words, reals, mind, TRIED, other[TURN_DICE], bust, False)
        dice = other[TURN_DICE]
        if other[STEP] == ROLL:
            return roll_value(sheet, mind, TRIED, dice, 0, dice)
        if other[STEP] == KEEP:
            return roll_shown(sheet, words, mind, TRIED, dice, points, shown_key(sheet, game), bust)
        rolled = roll_value(sheet, mind, TRIED, dice, points, left)
        return rolled if other[BOUND] else max(rolled, stop_value(sheet, mind, TRIED, points))
    change = over_the_turn(sheet, words, reals, mind, other) - usually
    if other[STEP] == DECIDE:
        stopped = after_stop(sheet, words, reals, mind, other, other[POINTS])
        return max(stopped, roll_value(sheet, mind, BARE, dice, other[POINTS], left) + change)
    if other[STEP] == KEEP:
        return roll_shown(sheet, words, mind, BARE, dice, points, shown_key(sheet, game), lost) + change
    return roll_value(sheet, mind, BARE, dice, 0, dice) + change


@compiled_lean_apart
def best_of_cards(
    sheet: CardSheet,
    words: Ints,
    reals: Floats,
    mind: Mind,
    game: Ints,
    cards: int,
    lost: float,
    now: float,
    move: Ints,
) -> float:
    """The best chance of all cards that may be played now; the card is written as the move.

    `now` is the chance without a card: what the tables say to be far worse is not looked at any closer.
    """
    best, count = NOT_THERE, game[IN_HAND]
    usually = over_the_turn(sheet, words, reals, mind, game)
    for card in range(sheet.cards):
        if not cards >> card & 1:
            continue
        if game[STEP] == DECIDE and mind.nodes[BOLD_CARD] == card:
            bold = roll_value(sheet, mind, BOLD, game[TURN_DICE], game[POINTS], count)
            if bold + FAR_WORSE < now:
                continue
        for seat in range(-1, game[COUNT]):
            if not aims(sheet, words, game, card, seat):
                continue
            places, at = next_choice(sheet, words, game, card, 0)
            while places >= 0:
                value = value_of_card(sheet, words, reals, mind, game, card, seat, places, lost, usually)
                if value > best:
                    best = value
                    choose_card(move, card, seat, places)
                places, at = next_choice(sheet, words, game, card, at)
    return best


@compiled_lean
def only_now(sheet: CardSheet, words: Ints, cards: int) -> int:
    """Of some cards after a roll those that cannot wait until dice have been set aside."""
    found = 0
    for card in range(sheet.cards):
        row = card_at(sheet, card)
        dice = words[row + MOST] or words[row + SECOND_THROW]
        if cards >> card & 1 and (dice or not words[row + WINDOWS] & 1 << DECIDE):
            found |= 1 << card
    return found


@compiled_lean_apart
def sage_move(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, move: Ints) -> float:
    """The best choice of the mover, written as the move; its chance to win."""
    step, points, dice = game[STEP], game[POINTS], game[TURN_DICE]
    free = might_play(sheet, words, mind, game)
    cards = playable(sheet, words, game) if free else 0
    if step == ROLL and cards == 0:
        choose(move, A_ROLL, 0)
        return NOT_THERE
    lost = prepare(sheet, words, reals, mind, game, free)
    table = OPEN if free else BARE
    now, kind, chosen = lost, A_PASS, 0
    if step == ROLL:
        now, kind = roll_value(sheet, mind, table, dice, 0, dice), A_ROLL
    elif step == KEEP:
        kind = A_KEEP
        at = offers_at(sheet, words, shown_key(sheet, game))
        for option in range(words[at]):
            place = at + 1 + 3 * option
            value = keep_value(sheet, mind, table, dice, points + words[place], words[place + 1])
            if option == 0 or value > now:
                now, chosen = value, option
    elif step == DECIDE:
        now, kind = roll_value(sheet, mind, table, dice, points, game[IN_HAND]), A_ROLL
        if may_bank(sheet, words, game):
            stopped = stop_value(sheet, mind, BARE, points)
            if free:
                game[STEP] = ON_STOP
                if playable(sheet, words, game):
                    lasts = best_of_cards(
                        sheet, words, reals, mind, game, playable(sheet, words, game), lost, stopped, move
                    )
                    stopped = max(stopped, lasts)
                game[STEP] = DECIDE
            if stopped >= now:
                now, kind = stopped, A_BANK
    elif step == ON_STOP:
        now = stop_value(sheet, mind, BARE, points)
    if cards and step == KEEP:
        cards = only_now(sheet, words, cards)
    if cards:
        value = best_of_cards(sheet, words, reals, mind, game, cards, lost, now, move)
        if value > now + MARGIN:
            return value
    choose(move, kind, chosen)
    return now


@compiled_lean_apart
def turn_ahead(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, move: Ints) -> float:
    """The mover's chance when a turn begins, by all that may happen in it; `move` is room to think.

    What the net says of the same position is learned from this.
    """
    free = might_play(sheet, words, mind, game)
    lost = prepare(sheet, words, reals, mind, game, free)
    dice = game[TURN_DICE]
    now = roll_value(sheet, mind, OPEN if free else BARE, dice, 0, dice)
    cards = playable(sheet, words, game) if free else 0
    if cards:
        now = max(now, best_of_cards(sheet, words, reals, mind, game, cards, lost, now, move))
    return float(now)
