"""A turn as the sage reckons it: exact dice, and at the end of the turn the chances of the position after it.

What follows a stop or a farkle is played by `deck_kernel` on a copy of the game, so every card that lies
there counts as it will. Between totals that lead to the same kind of position chances are interpolated.
"""

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.odds.stopping import REFUSED
from hotdice.players.card_play_kernel import play_card
from hotdice.players.deck_kernel import cards_in, farkle, record
from hotdice.players.deck_state import (
    COUNT,
    DECIDE,
    ENTRY,
    HOLDS,
    LAST,
    LYING,
    MOVER,
    ON_STOP,
    OPENED,
    OVER,
    PHASE,
    PLACED,
    PLAYED,
    POINTS,
    STEP,
    TOTAL,
    TURN,
    TURN_DICE,
    added_on_stop,
    card_at,
    end_of,
    locked,
    offers_at,
    playable,
    seat_at,
)
from hotdice.players.deck_words import (
    BONUS,
    DOUBLE,
    KEEP_ON_FARKLE,
    LEAST_DICE,
    LEAST_TURN,
    MOST,
    MOST_DICE,
    MUST_ROLL,
    SECOND_THROW,
    SELF,
    TARGET,
    WINDOWS,
    CardSheet,
    Floats,
    Ints,
)
from hotdice.players.moves_kernel import aims
from hotdice.players.roll_kernel import mean_roll
from hotdice.players.sage_value_kernel import (
    BARE,
    BOLD,
    BOLD_CARD,
    CARDLESS,
    LOST,
    OPEN,
    STYLE,
    TABLES_FOR,
    Mind,
    chance,
)

NEAR, FAR = 4, 24
"""Steps between two totals whose chances are worked out, within the table and beyond it."""
NOT_THERE = -1.0
_FARKLE_BIT, _KEEP_BIT = 8, 4
NODES = (250, 500, 800, 1200, 2000)
"""Turn totals at which the gain of a card that is played on stopping is worked out."""
USUAL_STOP = 600
"""A turn total at which the loss of an unplayed card is worked out."""


@compiled_lean
def copy_game(sheet: CardSheet, game: Ints, into: Ints) -> None:
    """A copy of a game to try something on; hands that the mover may not know become any of that size."""
    for place in range(PLACED + game[LYING] * ENTRY):
        into[place] = game[place]
    if not sheet.known_hands:
        for seat in range(game[COUNT]):
            if seat != game[MOVER]:
                held = cards_in(sheet, game[seat_at(HOLDS, seat)])
                into[seat_at(HOLDS, seat)] = (1 << held) - 1


@compiled_lean_apart
def after_stop(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, points: int) -> float:
    """The mover's chance when the turn stops with these points; `trial` is the position then."""
    trial, mover = mind.trial, game[MOVER]
    copy_game(sheet, game, trial)
    trial[POINTS] = points
    trial[STEP] = DECIDE
    if end_of(sheet, words, trial, points + added_on_stop(sheet, words, trial, points)) == REFUSED:
        return NOT_THERE
    record(sheet, words, trial, mind.silent)
    return chance(sheet, words, reals, mind, trial, mover, mover)


@compiled_lean_apart
def after_farkle(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints) -> float:
    """The mover's chance when the turn ends with nothing."""
    trial, mover = mind.trial, game[MOVER]
    copy_game(sheet, game, trial)
    farkle(sheet, words, trial, mind.silent)
    return chance(sheet, words, reals, mind, trial, mover, mover)


@compiled_lean
def kind_after(mind: Mind, mover: int, value: float) -> int:
    """What kind of position the trial has led to: between equal kinds chances are interpolated."""
    if value < 0:
        return -1
    return int(mind.trial[PHASE] * 2 + mind.trial[seat_at(OPENED, mover)])


@compiled_lean_apart
def write_stops(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, table: int) -> None:
    """The chances of all stops of a turn, no more card played, into a table."""
    base = table * (mind.width + mind.longest)
    every = mind.width + mind.longest
    mover = game[MOVER]
    mind.stops[base] = after_stop(sheet, words, reals, mind, game, 0)
    kind = kind_after(mind, mover, mind.stops[base])
    index = 0
    while index < every - 1:
        following = min(every - 1, index + (NEAR if index < mind.width else FAR))
        value = after_stop(sheet, words, reals, mind, game, following * sheet.unit)
        last = kind_after(mind, mover, value)
        mind.stops[base + following] = value
        smooth = last == kind and (last < 6 or value == mind.stops[base + index])
        for between in range(index + 1, following):
            if smooth:
                share = (between - index) / (following - index)
                first = mind.stops[base + index]
                mind.stops[base + between] = first + share * (value - first)
            else:
                mind.stops[base + between] = after_stop(sheet, words, reals, mind, game, between * sheet.unit)
        kind = last
        index = following


@compiled_lean_apart
def fill_turn(
    sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, table: int, dice: int, lost: float, bold: bool
) -> None:
    """Work out a table from its stops; a dead roll is worth `lost`, in the open table what `dead` says.

    With `bold` the open table may go over to the bold one after every keep.
    """
    width, base = mind.width, table * mind.stride
    stops = table * (mind.width + mind.longest)
    best, rolls = mind.best, mind.rolls
    for index in range(width - 1, -1, -1):
        for count in range(1, dice + 1):
            dead = mind.dead[count * width + index] if table == OPEN else lost
            rolls[base + count * width + index] = mean_roll(
                sheet, words, reals, count, index, dead, mind.stops, stops, width, best, base, width
            )
        stop = mind.stops[stops + index]
        for count in range(1, dice + 1):
            value = rolls[base + count * width + index]
            value = value if value > stop else stop
            if bold:
                again = rolls[BOLD * mind.stride + count * width + index]
                value = again if again > value else value
            best[base + count * width + index] = value
        best[base + index] = best[base + dice * width + index]


@compiled_lean
def stop_value(sheet: CardSheet, mind: Mind, table: int, points: int) -> float:
    """The chance of a stop by a table."""
    index = min(points // sheet.unit, mind.width + mind.longest - 1)
    return float(mind.stops[table * (mind.width + mind.longest) + index])


@compiled_lean
def roll_value(sheet: CardSheet, mind: Mind, table: int, dice: int, points: int, left: int) -> float:
    """The chance of rolling on with some dice left (0: all of them), in a turn of `dice` dice."""
    index = min(points // sheet.unit, mind.width - 1)
    count = min(left if left else dice, dice)
    return float(mind.rolls[table * mind.stride + count * mind.width + index])


@compiled_lean
def keep_value(sheet: CardSheet, mind: Mind, table: int, dice: int, points: int, left: int) -> float:
    """The chance after a keep."""
    index = points // sheet.unit
    if index >= mind.width or left > dice:
        return stop_value(sheet, mind, table, points)
    return float(mind.best[table * mind.stride + left * mind.width + index])


@compiled_lean_apart
def roll_shown(
    sheet: CardSheet, words: Ints, mind: Mind, table: int, dice: int, points: int, key: int, lost: float
) -> float:
    """The chance with a roll on the table."""
    at = offers_at(sheet, words, key)
    best = lost
    for option in range(words[at]):
        place = at + 1 + 3 * option
        value = keep_value(sheet, mind, table, dice, points + words[place], words[place + 1])
        if option == 0 or value > best:
            best = value
    return best


@compiled_lean_apart
def best_last_card(
    sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, step: int, points: int
) -> float:
    """The best chance of a card played at a step that is followed by the turn's end; NOT_THERE: none."""
    mover = game[MOVER]
    other, trial = mind.other, mind.trial
    copy_game(sheet, game, other)
    other[POINTS] = points
    other[STEP] = step
    cards = playable(sheet, words, other)
    best = NOT_THERE
    for card in range(sheet.cards):
        row = card_at(sheet, card)
        if not cards >> card & 1 or words[row + MOST] or words[row + MUST_ROLL]:
            continue
        if step == DECIDE and words[row + WINDOWS] & 1 << ON_STOP:
            continue  # it is looked at on the stop itself
        for seat in range(-1, game[COUNT]):
            if not aims(sheet, words, other, card, seat):
                continue
            copy_game(sheet, other, trial)
            play_card(sheet, words, trial, mind.silent, card, seat, 0)
            if trial[STEP] == DECIDE:
                stopped = trial[POINTS] + added_on_stop(sheet, words, trial, trial[POINTS])
                if end_of(sheet, words, trial, stopped) == REFUSED:
                    continue
                record(sheet, words, trial, mind.silent)
            best = max(best, chance(sheet, words, reals, mind, trial, mover, mover))
    return best


@compiled_lean
def turn_key(game: Ints) -> int:
    """A number for what the tables of a turn depend on."""
    key = game[TURN]
    for place in (PLAYED, MOVER, PHASE, TURN_DICE, LYING):
        key = (key * 31 + game[place]) % 1_000_000_007
    for seat in range(game[COUNT]):
        key = (key * 31 + game[seat_at(TOTAL, seat)]) % 1_000_000_007
        key = (key * 31 + game[seat_at(HOLDS, seat)]) % 1_000_000_007
    return int(key)


@compiled_lean_apart
def spent(
    sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, card: int, usual: float
) -> float:
    """What it costs not to hold a card any more, at a usual stop: a number below 0."""
    hand = game[seat_at(HOLDS, game[MOVER])]
    game[seat_at(HOLDS, game[MOVER])] = hand & ~(1 << card)
    value = after_stop(sheet, words, reals, mind, game, USUAL_STOP)
    game[seat_at(HOLDS, game[MOVER])] = hand
    return value - usual


@compiled_lean_apart
def open_tables(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, lost: float) -> None:
    """The open table: what cards make of stops, of dead rolls, and of a turn that must go on."""
    width, every = mind.width, mind.width + mind.longest
    dice, unit = game[TURN_DICE], sheet.unit
    usual = stop_value(sheet, mind, BARE, USUAL_STOP)
    for count in range(1, dice + 1):
        for index in range(width):
            mind.dead[count * width + index] = lost
    hand = game[seat_at(HOLDS, game[MOVER])]
    bold = False
    for card in range(sheet.cards):
        row = card_at(sheet, card)
        if not hand >> card & 1:
            continue
        saves = words[row + KEEP_ON_FARKLE] or words[row + SECOND_THROW]
        if saves and words[row + WINDOWS] & _FARKLE_BIT:
            cost = spent(sheet, words, reals, mind, game, card, usual)
            low = max(1, words[row + LEAST_DICE])
            high = min(dice, words[row + MOST_DICE]) if words[row + MOST_DICE] else dice
            for count in range(low, high + 1):
                for index in range(words[row + LEAST_TURN] // unit, width):
                    if index * unit < words[row + LEAST_TURN]:
                        continue
                    if words[row + KEEP_ON_FARKLE]:
                        kept = max(0, index * unit - words[row + KEEP_ON_FARKLE] + 1)
                        value = stop_value(sheet, mind, BARE, kept) + cost
                    else:
                        value = roll_value(sheet, mind, BARE, dice, index * unit, count) + cost
                    place = count * width + index
                    mind.dead[place] = max(mind.dead[place], value)
        if words[row + MUST_ROLL] and words[row + WINDOWS] & _KEEP_BIT and words[row + TARGET] == SELF:
            cost = spent(sheet, words, reals, mind, game, card, usual)
            for index in range(every):
                points = index * unit
                more = words[row + BONUS] + min(points, words[row + DOUBLE]) if points else 0
                mind.stops[BOLD * every + index] = stop_value(sheet, mind, BARE, points + more) + cost
            fill_turn(sheet, words, reals, mind, BOLD, dice, lost + cost, False)
            bold = True
            mind.nodes[BOLD_CARD] = card
    after_stop(sheet, words, reals, mind, game, USUAL_STOP)
    ends = mind.trial[PHASE] == OVER  # then every total counts for itself: it wins or it does not
    gain, node = 0.0, 0
    for index in range(every):
        points = index * unit
        bare = mind.stops[BARE * every + index]
        due = node < len(NODES) and points >= NODES[node]
        if due or (ends and 0 < index < width and bare < 1):
            node += due
            best = max(
                best_last_card(sheet, words, reals, mind, game, ON_STOP, points),
                best_last_card(sheet, words, reals, mind, game, DECIDE, points),
            )
            gain = max(0.0, best - bare)
        elif ends:
            gain = 0.0
        mind.stops[OPEN * every + index] = min(1.0, bare + gain) if bare >= 0 else bare
    fill_turn(sheet, words, reals, mind, OPEN, dice, lost, bold)


@compiled_lean_apart
def prepare(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, cards: bool) -> float:
    """Work out the tables of the turn, unless they are there; the chance after a farkle.

    `cards` says whether a card may still be played, so that the open table is needed.
    """
    key = turn_key(game) * 2 + cards
    if mind.notes[TABLES_FOR] != key:
        lost = after_farkle(sheet, words, reals, mind, game)
        write_stops(sheet, words, reals, mind, game, BARE)
        fill_turn(sheet, words, reals, mind, BARE, game[TURN_DICE], lost, False)
        mind.nodes[BOLD_CARD] = -1
        if cards:
            open_tables(sheet, words, reals, mind, game, lost)
        mind.notes[TABLES_FOR] = key
        mind.nodes[LOST] = lost
    return float(mind.nodes[LOST])


@compiled_lean
def might_play(sheet: CardSheet, words: Ints, mind: Mind, game: Ints) -> bool:
    """Whether the mover may still play some card in this turn."""
    free = not game[PLAYED] and game[PHASE] <= LAST and game[seat_at(HOLDS, game[MOVER])] != 0
    return free and mind.notes[STYLE] != CARDLESS and not locked(sheet, words, game, game[MOVER])
