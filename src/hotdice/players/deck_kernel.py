"""What the moves of a game with cards do, in compiled code: `hotdice.game`'s referee over one array.

Every event is written down where a trace is given, in the order of the referee. Dice that are asked for are
thrown by whoever plays the game.
"""

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.odds.goal_kernel import after_farkle, meets
from hotdice.odds.rule_numbers import FINISH_ROUND, NO_CHANCE, PLAY_OFF, TRIGGER_KEEPS
from hotdice.players.deck_state import (
    BETWEEN,
    BOUND,
    CARD_OF,
    CONTENDS,
    COUNT,
    DECIDE,
    DIE,
    ENTRY,
    FACE,
    FARKLES,
    FOR_TURNS,
    HOLDS,
    IN_AIR,
    IN_HAND,
    KEEP,
    LAST,
    LYING,
    MOVER,
    NORMAL,
    NOTED,
    ON_FARKLE,
    ON_STOP,
    OPENED,
    OVER,
    OWED,
    OWNER,
    PHASE,
    PLACED,
    PLAYED,
    PLAYING_OFF,
    POINTS,
    ROLL,
    ROLLS,
    ROUND,
    STARTER,
    STEP,
    THROWS,
    TOTAL,
    TRIGGER,
    TURN,
    TURN_DICE,
    WAIT,
    WINNERS,
    WORKS_ON,
    allowed_dice,
    card_at,
    face_unit,
    follows,
    gold_of,
    next_dice,
    offers_at,
    playable,
    recorded,
    seat_at,
    shown_key,
)
from hotdice.players.deck_trace_kernel import (
    ADDED,
    ASKED,
    BANKED,
    BEGAN,
    CARD_ENDED,
    ENDED,
    FARKLED,
    GOLD_COUNTED,
    KEPT,
    LAST_TURNS,
    PASSED,
    PLAY_OFF_BEGAN,
    ROLLED,
    WINDOW,
    dice_set,
    faces_word,
    note,
)
from hotdice.players.deck_words import (
    BONUS,
    DOUBLE,
    ENDS_ON_FARKLE,
    LASTS,
    OWN_TURNS,
    TARGETS_TURNS,
    UNTIL_TRIGGERED,
    CardSheet,
    Ints,
)


@compiled_lean_apart
def begin(sheet: CardSheet, words: Ints, game: Ints, seats: int, starter: int) -> None:
    """Set everything to the start of a game; seats hold the colours in order."""
    for seat in range(seats):
        place = (seat - starter) % seats
        game[seat_at(TOTAL, seat)] = words[sheet.compensation + place]
        game[seat_at(OPENED, seat)] = sheet.opening == 0
        game[seat_at(FARKLES, seat)] = 0
        game[seat_at(CONTENDS, seat)] = 1
        game[seat_at(HOLDS, seat)] = words[sheet.deals + seat]
    game[TURN] = 0
    game[PHASE] = NORMAL
    game[TRIGGER] = -1
    game[STARTER] = starter
    game[COUNT] = seats
    game[LYING] = 0
    game[WINNERS] = 0
    game[NOTED] = 0
    game[PLAYED] = 0
    game[BOUND] = 0
    game[OWED] = 0
    start_turn(sheet, words, game, starter, 1)


@compiled_lean
def all_dice(game: Ints, dice: int) -> None:
    """The hand holds the dice 1 to `dice`."""
    game[IN_HAND] = dice
    for place in range(dice):
        game[DIE + place] = place + 1


@compiled_lean_apart
def start_turn(sheet: CardSheet, words: Ints, game: Ints, seat: int, number: int) -> None:
    """A seat is to move in round `number`."""
    game[MOVER] = seat
    game[ROUND] = number
    game[TURN] += 1
    game[ROLLS] = 0
    game[THROWS] = 0
    game[POINTS] = 0
    game[STEP] = ROLL
    game[IN_AIR] = 0
    game[TURN_DICE] = allowed_dice(sheet, words, game, seat)
    all_dice(game, game[TURN_DICE])


@compiled_lean_apart
def ask_roll(game: Ints, trace: Ints) -> None:
    """The mover rolls: which dice are in the air."""
    dice = next_dice(game)
    if game[IN_HAND] == 0:
        all_dice(game, dice)
    game[IN_HAND] = dice
    game[ROLLS] += 1
    game[THROWS] = 1
    game[BOUND] = 0
    game[OWED] = 0
    game[STEP] = WAIT
    game[IN_AIR] = (1 << dice) - 1
    note(game, trace, ASKED, game[MOVER], game[TURN], game[ROLLS], 1, dice_set(game, game[IN_AIR]))


@compiled_lean_apart
def ask_again(game: Ints, trace: Ints, places: int) -> None:
    """Dice of the table are in the air again."""
    game[THROWS] += 1
    game[STEP] = WAIT
    game[IN_AIR] = places
    note(game, trace, ASKED, game[MOVER], game[TURN], game[ROLLS], game[THROWS], dice_set(game, game[IN_AIR]))


@compiled_lean_apart
def fallen(sheet: CardSheet, words: Ints, game: Ints, trace: Ints) -> None:
    """The dice in the air have fallen; their faces stand in the game."""
    air = game[IN_AIR]
    note(game, trace, ROLLED, game[MOVER], dice_set(game, air), faces_word(game, air), 0, 0)
    game[IN_AIR] = 0
    game[STEP] = KEEP
    if words[offers_at(sheet, words, shown_key(sheet, game))] == 0:
        game[STEP] = ON_FARKLE
        if playable(sheet, words, game):
            note(game, trace, WINDOW, game[MOVER], ON_FARKLE, 0, 0, 0)
        else:
            farkle(sheet, words, game, trace)


@compiled_lean
def lowest_places(sheet: CardSheet, game: Ints, kept: int) -> int:
    """The places of the lowest dice on the table that show the faces of a key."""
    taken = 0
    for place in range(game[IN_HAND]):
        unit = face_unit(sheet, game[FACE + place])
        if kept // unit % sheet.radix:
            kept -= unit
            taken |= 1 << place
    return taken


@compiled_lean_apart
def keep(sheet: CardSheet, game: Ints, trace: Ints, points: int, kept: int) -> None:
    """Dice are set aside for points: the lowest ones that show the faces of a key."""
    taken = lowest_places(sheet, game, kept)
    rest = 0
    note(game, trace, KEPT, game[MOVER], dice_set(game, taken), faces_word(game, taken), points, 0)
    for place in range(game[IN_HAND]):
        if not taken >> place & 1:
            game[DIE + rest] = game[DIE + place]
            rest += 1
    game[IN_HAND] = rest
    game[POINTS] += points
    game[STEP] = DECIDE


@compiled_lean_apart
def bank(sheet: CardSheet, words: Ints, game: Ints, trace: Ints) -> None:
    """The mover stops."""
    game[STEP] = ON_STOP
    if playable(sheet, words, game):
        note(game, trace, WINDOW, game[MOVER], ON_STOP, 0, 0, 0)
    else:
        game[STEP] = DECIDE
        record(sheet, words, game, trace)


@compiled_lean_apart
def pass_window(sheet: CardSheet, words: Ints, game: Ints, trace: Ints) -> None:
    """The moment goes by."""
    note(game, trace, PASSED, game[MOVER], 0, 0, 0, 0)
    if game[STEP] == ON_FARKLE:
        farkle(sheet, words, game, trace)
    else:
        record(sheet, words, game, trace)


@compiled_lean_apart
def end_entry(game: Ints, trace: Ints, entry: int, told: bool) -> None:
    """A card in play leaves it."""
    if told:
        note(game, trace, CARD_ENDED, game[entry + OWNER], game[entry + CARD_OF], 0, 0, 0)
    last = PLACED + (game[LYING] - 1) * ENTRY
    for at in range(entry, last):
        game[at] = game[at + ENTRY]
    game[LYING] -= 1


@compiled_lean_apart
def record(sheet: CardSheet, words: Ints, game: Ints, trace: Ints) -> None:
    """The turn goes onto the score sheet, with what cards in play add to it."""
    points, mover = game[POINTS], game[MOVER]
    entry = PLACED
    while entry < PLACED + game[LYING] * ENTRY:
        gone = False
        if game[entry + WORKS_ON] == mover:
            card = game[entry + CARD_OF]
            row = card_at(sheet, card)
            more = words[row + BONUS] + min(points, words[row + DOUBLE])
            if more:
                note(game, trace, ADDED, mover, card, more, 0, 0)
                game[POINTS] += more
                if words[row + LASTS] == UNTIL_TRIGGERED:
                    end_entry(game, trace, entry, True)
                    gone = True
        if not gone:
            entry += ENTRY
    write_down(sheet, words, game, trace, game[POINTS])


@compiled_lean_apart
def write_down(sheet: CardSheet, words: Ints, game: Ints, trace: Ints, points: int) -> None:
    """The points of a turn go onto the score sheet."""
    mover = game[MOVER]
    counted = recorded(sheet, words, game, points)
    note(game, trace, BANKED, mover, counted, 0, 0, 0)
    game[seat_at(TOTAL, mover)] += counted
    game[seat_at(FARKLES, mover)] = 0
    if counted > 0:
        game[seat_at(OPENED, mover)] = 1
    after_turn(sheet, words, game, trace, False)


@compiled_lean_apart
def farkle(sheet: CardSheet, words: Ints, game: Ints, trace: Ints) -> None:
    """The turn ends with nothing."""
    mover = game[MOVER]
    lost, count = after_farkle(
        game[seat_at(TOTAL, mover)], game[seat_at(FARKLES, mover)], sheet.penalty_count, sheet.penalty_points,
        sheet.penalty_restarts, sheet.penalty_floor,
    )  # fmt: skip
    note(game, trace, FARKLED, mover, game[POINTS], lost, 0, 0)
    game[seat_at(TOTAL, mover)] -= lost
    game[seat_at(FARKLES, mover)] = count
    after_turn(sheet, words, game, trace, True)


@compiled_lean_apart
def end_cards(sheet: CardSheet, words: Ints, game: Ints, trace: Ints, farkled: bool) -> None:
    """The turn is over for the cards in play: lifetimes are shorter, and some have ended."""
    mover = game[MOVER]
    for entry in range(PLACED, PLACED + game[LYING] * ENTRY, ENTRY):
        lasts = words[card_at(sheet, game[entry + CARD_OF]) + LASTS]
        if (lasts == OWN_TURNS and game[entry + OWNER] == mover) or (
            lasts == TARGETS_TURNS and game[entry + WORKS_ON] == mover
        ):
            game[entry + FOR_TURNS] -= 1
    entry = PLACED
    while entry < PLACED + game[LYING] * ENTRY:
        ends = words[card_at(sheet, game[entry + CARD_OF]) + ENDS_ON_FARKLE]
        if game[entry + FOR_TURNS] == 0 or (farkled and ends and game[entry + WORKS_ON] == mover):
            end_entry(game, trace, entry, True)
        else:
            entry += ENTRY


@compiled_lean_apart
def after_turn(sheet: CardSheet, words: Ints, game: Ints, trace: Ints, farkled: bool) -> None:
    """What follows a turn: the next one, the last turns, a play-off, the end."""
    mover, count = game[MOVER], game[COUNT]
    game[STEP] = BETWEEN
    game[PLAYED] = 0
    game[BOUND] = 0
    game[OWED] = 0
    if game[LYING]:
        end_cards(sheet, words, game, trace, farkled)
    if (
        game[PHASE] == NORMAL
        and sheet.target
        and meets(sheet.reach, game[seat_at(TOTAL, mover)], sheet.target)
    ):
        if sheet.last_chance == NO_CHANCE:
            finish(sheet, words, game, trace)
            return
        note(game, trace, LAST_TURNS, mover, 0, 0, 0, 0)
        game[PHASE] = LAST
        game[TRIGGER] = mover
    phase = game[PHASE]
    origin = game[STARTER]
    if phase == LAST and sheet.last_chance != FINISH_ROUND:
        origin = game[TRIGGER]
    following = -1
    now = follows(game, mover, origin)
    for place in range(now + 1, count):
        seat = (origin + place) % count
        if phase != PLAYING_OFF or game[seat_at(CONTENDS, seat)]:
            following = seat
            break
    if following < 0:
        if phase == NORMAL and game[ROUND] != sheet.rounds:
            following = game[STARTER]
        else:
            finish(sheet, words, game, trace)
            return
    wrapped = follows(game, following, game[STARTER]) <= follows(game, mover, game[STARTER])
    start_turn(sheet, words, game, following, game[ROUND] + wrapped)
    note(game, trace, BEGAN, following, game[ROUND], game[TURN], 0, 0)


@compiled_lean_apart
def finish(sheet: CardSheet, words: Ints, game: Ints, trace: Ints) -> None:
    """Every turn is played: count the Gold Pieces, name the winners, or let the tied play on."""
    count = game[COUNT]
    counted = game[PHASE] == PLAYING_OFF
    if not counted:
        for seat in range(count):
            gold = gold_of(sheet, words, game[seat_at(HOLDS, seat)])
            if sheet.gold_needs_door and not game[seat_at(OPENED, seat)]:
                gold = 0
            game[seat_at(TOTAL, seat)] += gold
            note(game, trace, GOLD_COUNTED, seat, gold, 0, 0, 0)
        game[LYING] = 0
    best, most, found = 0, -1, False
    for seat in range(count):
        total = game[seat_at(TOTAL, seat)]
        if game[seat_at(CONTENDS, seat)] and (not found or total > best):
            best, found = total, True
    for seat in range(count):
        game[seat_at(CONTENDS, seat)] &= game[seat_at(TOTAL, seat)] == best
        if game[seat_at(CONTENDS, seat)]:
            most = max(most, cards_in(sheet, game[seat_at(HOLDS, seat)]))
    leaders = 0
    for seat in range(count):
        if sheet.ties_by_cards and not counted and cards_in(sheet, game[seat_at(HOLDS, seat)]) != most:
            game[seat_at(CONTENDS, seat)] = 0
        leaders += game[seat_at(CONTENDS, seat)]
    if leaders > 1 and sheet.ties == PLAY_OFF:
        game[PHASE] = PLAYING_OFF
        first = -1
        for place in range(count - 1, -1, -1):
            seat = (game[STARTER] + place) % count
            if game[seat_at(CONTENDS, seat)]:
                first = seat
        note(game, trace, PLAY_OFF_BEGAN, first, leaders, 0, 0, 0)
        start_turn(sheet, words, game, first, game[ROUND] + 1)
        note(game, trace, BEGAN, first, game[ROUND], game[TURN], 0, 0)
        return
    trigger = game[TRIGGER]
    if sheet.ties == TRIGGER_KEEPS and trigger >= 0 and game[seat_at(CONTENDS, trigger)]:
        for seat in range(count):
            game[seat_at(CONTENDS, seat)] = seat == trigger
        leaders = 1
    game[PHASE] = OVER
    game[STEP] = BETWEEN
    game[WINNERS] = leaders
    for seat in range(count):
        if game[seat_at(CONTENDS, seat)]:
            note(game, trace, ENDED, seat, leaders, 0, 0, 0)


@compiled_lean
def cards_in(sheet: CardSheet, hand: int) -> int:
    """How many cards a hand holds."""
    number = 0
    for card in range(sheet.cards):
        number += hand >> card & 1
    return number
