"""A game with cards as one array of whole numbers, and the questions that compiled code asks of it.

It says what `hotdice.game` says of its states; tests hold the two together, event for event. Seats are those
of the referee. A hand is a set of bits, one for each card of the deck in its order.
"""

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.odds.rule_numbers import PLAY_OFF, TRIGGER_KEEPS
from hotdice.odds.stop_kernel import kind_at, row_of
from hotdice.odds.stopping import COUNTS, REFUSED
from hotdice.players.deck_words import (
    AHEAD,
    ANY_DOOR,
    BONUS,
    CANCEL,
    CARD,
    DOOR,
    DOOR_DOWN,
    DOUBLE,
    FEWER_DICE,
    GOLD,
    LEADER,
    LEAST_DICE,
    LEAST_TURN,
    LOCK,
    MORE_DICE,
    MORE_UP_TO,
    MOST_DICE,
    MOST_SEATS,
    SELF,
    TARGET,
    WINDOWS,
    CardSheet,
    Ints,
)

(
    TURN,
    ROUND,
    MOVER,
    PHASE,
    TRIGGER,
    STARTER,
    COUNT,
    STEP,
    ROLLS,
    THROWS,
    POINTS,
    TURN_DICE,
    IN_HAND,
    PLAYED,
    BOUND,
    OWED,
    IN_AIR,
    LYING,
    WINNERS,
    NOTED,
) = range(20)
"""POINTS are those of the turn, IN_HAND the dice not set aside, IN_AIR the places of dice that are thrown,
LYING the number of cards in play, NOTED that of events that were written down."""
TOTAL, OPENED, FARKLES, HOLDS, CONTENDS = range(5)
SEATS = NOTED + 1
DIE = SEATS + 5 * MOST_SEATS
MOST_IN_HAND = 10
FACE = DIE + MOST_IN_HAND
PLACED = FACE + MOST_IN_HAND
OWNER, CARD_OF, WORKS_ON, FOR_TURNS = range(4)
ENTRY = 4
NORMAL, LAST, PLAYING_OFF, OVER = range(4)
ROLL, KEEP, DECIDE, ON_FARKLE, ON_STOP, WAIT, BETWEEN = range(7)
"""The steps; the first five stand in the order of the windows in which cards are played."""
NO_GOAL = -(1 << 60)


def room_for(cards: int, seats: int) -> int:
    """How long the array of a game must be.

    >>> room_for(10, 3) == PLACED + 30 * ENTRY
    True
    """
    return PLACED + cards * seats * ENTRY


@compiled_lean
def seat_at(field: int, seat: int) -> int:
    """Where a field of a seat stands."""
    return SEATS + field * MOST_SEATS + seat


@compiled_lean
def card_at(sheet: CardSheet, card: int) -> int:
    """Where a card's row begins."""
    return sheet.table + card * CARD


@compiled_lean
def offers_at(sheet: CardSheet, words: Ints, key: int) -> int:
    """Where the keeps of a roll stand: how many, then points, dice left and key of each."""
    return int(sheet.offers + words[sheet.offers + key])


@compiled_lean
def face_unit(sheet: CardSheet, face: int) -> int:
    """What one die adds to the key of a roll."""
    unit = 1
    for _ in range(face - 1):
        unit *= sheet.radix
    return unit


@compiled_lean
def shown_key(sheet: CardSheet, game: Ints) -> int:
    """The key of the roll on the table."""
    key = 0
    for place in range(game[IN_HAND]):
        key += face_unit(sheet, game[FACE + place])
    return key


@compiled_lean_apart
def allowed_dice(sheet: CardSheet, words: Ints, game: Ints, seat: int) -> int:
    """How many dice a seat may roll in a turn that begins now."""
    dice = sheet.dice
    if game[LYING] == 0:
        return dice
    for entry in range(PLACED, PLACED + game[LYING] * ENTRY, ENTRY):
        if game[entry + WORKS_ON] == seat:
            row = card_at(sheet, game[entry + CARD_OF])
            if words[row + MORE_DICE]:
                dice = max(dice, min(dice + words[row + MORE_DICE], words[row + MORE_UP_TO]))
    for entry in range(PLACED, PLACED + game[LYING] * ENTRY, ENTRY):
        if game[entry + WORKS_ON] == seat:
            dice -= words[card_at(sheet, game[entry + CARD_OF]) + FEWER_DICE]
    return max(1, min(dice, MOST_IN_HAND))


@compiled_lean
def added_on_stop(sheet: CardSheet, words: Ints, game: Ints, points: int) -> int:
    """What cards in play add to the mover's turn if it stops now with these points."""
    more = 0
    for entry in range(PLACED, PLACED + game[LYING] * ENTRY, ENTRY):
        if game[entry + WORKS_ON] == game[MOVER]:
            row = card_at(sheet, game[entry + CARD_OF])
            more += words[row + BONUS] + min(points, words[row + DOUBLE])
    return more


@compiled_lean
def lying_on(sheet: CardSheet, words: Ints, game: Ints, seat: int, does: int) -> int:
    """The entry of the first card in play that does this to a seat; -1: none."""
    for entry in range(PLACED, PLACED + game[LYING] * ENTRY, ENTRY):
        if game[entry + WORKS_ON] == seat and words[card_at(sheet, game[entry + CARD_OF]) + does]:
            return entry
    return -1


@compiled_lean
def locked(sheet: CardSheet, words: Ints, game: Ints, seat: int) -> bool:
    """Whether a card in play forbids a seat to play cards."""
    return lying_on(sheet, words, game, seat, LOCK) >= 0


@compiled_lean
def shield_of(sheet: CardSheet, words: Ints, game: Ints, seat: int) -> int:
    """The entry of the card that stops the next one aimed at a seat; -1: none."""
    return lying_on(sheet, words, game, seat, CANCEL)


@compiled_lean_apart
def gold_of(sheet: CardSheet, words: Ints, hand: int) -> int:
    """The Gold Pieces of a hand."""
    gold = 0
    for card in range(sheet.cards):
        if hand >> card & 1:
            gold += words[card_at(sheet, card) + GOLD]
    return gold


@compiled_lean
def known_gold(sheet: CardSheet, words: Ints, game: Ints, seat: int) -> int:
    """The Gold Pieces in a hand as far as everybody can tell."""
    return gold_of(sheet, words, game[seat_at(HOLDS, seat)]) if sheet.known_hands else 0


@compiled_lean
def next_dice(game: Ints) -> int:
    """How many dice the next roll throws."""
    if game[IN_HAND] == 0:
        return int(game[TURN_DICE])
    if game[OWED] > 0:
        return int(max(1, game[IN_HAND] - game[OWED]))
    return int(game[IN_HAND])


@compiled_lean
def kind_by(sheet: CardSheet, words: Ints, game: Ints, table: int, points: int) -> int:
    """What a table of stops says of the mover with these points."""
    mover = game[MOVER]
    missing = sheet.target_step - game[seat_at(TOTAL, mover)] // sheet.step
    opened, playing_off = game[seat_at(OPENED, mover)] != 0, game[PHASE] == PLAYING_OFF
    row = row_of(words, table, sheet.furthest, missing, opened, playing_off)
    return kind_at(words, row, points // sheet.step, sheet.period if table == sheet.stops else 1)


@compiled_lean
def end_of(sheet: CardSheet, words: Ints, game: Ints, points: int) -> int:
    """What a stop of the mover leads to: REFUSED, NOTHING or COUNTS."""
    return kind_by(sheet, words, game, sheet.stops, points)


@compiled_lean
def recorded(sheet: CardSheet, words: Ints, game: Ints, points: int) -> int:
    """What a turn with these points puts onto the mover's score sheet, ended by a stop or by a card."""
    return points if kind_by(sheet, words, game, sheet.saves, points) == COUNTS else 0


@compiled_lean_apart
def may_bank(sheet: CardSheet, words: Ints, game: Ints) -> bool:
    """Whether the mover may stop now, after setting dice aside."""
    if game[BOUND] or (sheet.hot_forced and game[IN_HAND] == 0):
        return False
    points = game[POINTS]
    return end_of(sheet, words, game, points + added_on_stop(sheet, words, game, points)) != REFUSED


@compiled_lean_apart
def fitting(sheet: CardSheet, words: Ints, game: Ints) -> int:
    """The cards of the mover for this step, by time and allowance alone, as a set of bits."""
    if game[PLAYED] or game[PHASE] >= PLAYING_OFF or game[STEP] > ON_STOP:
        return 0
    hand = game[seat_at(HOLDS, game[MOVER])]
    found = 0
    window = 1 << game[STEP]
    for card in range(sheet.cards):
        if hand >> card & 1 and words[card_at(sheet, card) + WINDOWS] & window:
            found |= 1 << card
    if found and game[LYING] and locked(sheet, words, game, game[MOVER]):
        return 0
    return found


@compiled_lean_apart
def has_needs(sheet: CardSheet, words: Ints, game: Ints, card: int) -> bool:
    """Whether what a card asks for is so."""
    row = card_at(sheet, card)
    shown = game[STEP] == KEEP or game[STEP] == ON_FARKLE
    dice = game[IN_HAND] if shown else next_dice(game)
    if words[row + MOST_DICE] and dice > words[row + MOST_DICE]:
        return False
    if dice < words[row + LEAST_DICE]:
        return False
    if words[row + LEAST_TURN]:
        points = game[POINTS]
        if game[STEP] == ON_STOP:
            points += added_on_stop(sheet, words, game, points)
        if points < words[row + LEAST_TURN]:
            return False
    if words[row + DOOR] == ANY_DOOR:
        return True
    return bool((game[seat_at(OPENED, game[MOVER])] != 0) == (words[row + DOOR] == DOOR_DOWN))


@compiled_lean
def may_aim(sheet: CardSheet, words: Ints, game: Ints, card: int, seat: int) -> bool:
    """Whether the mover may aim a card that is not for itself at a seat."""
    kind = words[card_at(sheet, card) + TARGET]
    if kind == SELF or seat == game[MOVER]:
        return False
    total = game[seat_at(TOTAL, seat)]
    if kind == AHEAD:
        return bool(total > game[seat_at(TOTAL, game[MOVER])])
    if kind == LEADER:
        for other in range(game[COUNT]):
            if other != game[MOVER] and game[seat_at(TOTAL, other)] > total:
                return False
    return True


@compiled_lean_apart
def has_a_target(sheet: CardSheet, words: Ints, game: Ints, card: int) -> bool:
    """Whether there is anybody whom a card could be aimed at; one for its owner always has somebody."""
    if words[card_at(sheet, card) + TARGET] == SELF:
        return True
    found = False
    for seat in range(game[COUNT]):
        found |= may_aim(sheet, words, game, card, seat)
    return found


@compiled_lean_apart
def playable(sheet: CardSheet, words: Ints, game: Ints) -> int:
    """The cards that the mover may play now, as a set of bits."""
    found = fitting(sheet, words, game)
    if found == 0:
        return 0
    kept = 0
    for card in range(sheet.cards):
        fits = found >> card & 1 and has_needs(sheet, words, game, card)
        if fits and has_a_target(sheet, words, game, card):
            kept |= 1 << card
    return kept


@compiled_lean
def follows(game: Ints, seat: int, origin: int) -> int:
    """How many seats after an origin a seat plays."""
    return int((seat - origin) % game[COUNT])


@compiled_lean_apart
def goal_of(sheet: CardSheet, words: Ints, game: Ints) -> int:
    """The total that the mover must record on a last turn to be ahead; NO_GOAL where it is not one."""
    mover, phase, count = game[MOVER], game[PHASE], game[COUNT]
    place = follows(game, mover, game[STARTER])
    if phase == NORMAL and (game[ROUND] != sheet.rounds or place < count - 1):
        return NO_GOAL
    if phase == PLAYING_OFF:
        for seat in range(count):
            if game[seat_at(CONTENDS, seat)] and follows(game, seat, game[STARTER]) > place:
                return NO_GOAL
    golden = phase != PLAYING_OFF
    mine = known_gold(sheet, words, game, mover) if golden else 0
    best, found, first = 0, False, NO_GOAL
    for seat in range(count):
        if phase == PLAYING_OFF and not game[seat_at(CONTENDS, seat)]:
            continue
        total = game[seat_at(TOTAL, seat)]
        if golden:
            total += known_gold(sheet, words, game, seat) - mine
        if seat == game[TRIGGER]:
            first = total
        if seat != mover and (not found or total > best):
            best, found = total, True
    must_beat = sheet.ties == PLAY_OFF or (
        sheet.ties == TRIGGER_KEEPS and game[TRIGGER] >= 0 and first == best
    )
    return best + (sheet.step if must_beat else 0)
