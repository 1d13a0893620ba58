"""Schemer in compiled code: what `players.schemer_bot` decides, from the same numbers to the last bit."""

from math import exp

from hotdice.arena.schemer_tables_kernel import (
    DICE,
    DOUBLED,
    DOWN,
    EXTRA,
    LEFT,
    NEEDED,
    QUESTION,
    RESCUES,
    Memo,
    bare_table,
    offer,
    stop_or_roll,
    table_of,
    table_roll,
    worth,
)
from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players import moves_kernel as moves
from hotdice.players.card_gains import CLEARED, HIT, LOCKED, MOST_HURT
from hotdice.players.deck_state import (
    BOUND,
    CARD_OF,
    COUNT,
    DECIDE,
    ENTRY,
    HOLDS,
    IN_HAND,
    KEEP,
    LYING,
    MOVER,
    NO_GOAL,
    NORMAL,
    ON_FARKLE,
    ON_STOP,
    OPENED,
    PHASE,
    PLACED,
    PLAYED,
    POINTS,
    ROLL,
    ROUND,
    STEP,
    TOTAL,
    TURN_DICE,
    WORKS_ON,
    card_at,
    goal_of,
    known_gold,
    locked,
    may_bank,
    offers_at,
    playable,
    seat_at,
    shield_of,
    shown_key,
)
from hotdice.players.deck_words import (
    ACT,
    ACTS,
    BONUS,
    DOUBLE,
    FEWER_DICE,
    GOLD,
    KEEP_ON_FARKLE,
    LOSE_POINTS,
    MUST_ROLL,
    NO_ACT,
    SECOND_THROW,
    SELF,
    SET_FACE,
    TAKE_POINTS,
    TARGET,
    TOTAL_POINTS,
    TURN_POINTS,
    WINDOWS,
    CardSheet,
    Floats,
    Ints,
)
from hotdice.players.outlook import PACE, TEMPER
from hotdice.players.schemer_bot import SLIGHT
from hotdice.rules import FACES
from hotdice.rules.deck import Act

_FLIP, _SET, _REROLL = ACT[Act.FLIP_DIE], ACT[Act.SET_DIE], ACT[Act.REROLL]
_SECOND, _SAVE = ACT[Act.SECOND_THROW], ACT[Act.KEEP_ON_FARKLE]
_TURN, _GAIN, _TAKE, _LOSE = (
    ACT[Act.TURN_POINTS],
    ACT[Act.TOTAL_POINTS],
    ACT[Act.TAKE_POINTS],
    ACT[Act.LOSE_POINTS],
)
_MUST, _FEWER, _MORE = ACT[Act.MUST_ROLL], ACT[Act.FEWER_DICE], ACT[Act.MORE_DICE]
_BONUS, _DOUBLE, _LOCK, _CANCEL = (
    ACT[Act.BONUS_ON_STOP],
    ACT[Act.DOUBLE],
    ACT[Act.LOCK_HAND],
    ACT[Act.CANCEL_NEXT],
)
_ON_FARKLE_BIT = 1 << ON_FARKLE


@compiled_lean_apart
def look(sheet: CardSheet, words: Ints, memo: Memo, game: Ints) -> None:
    """Set the question of the moment, and how dangerous the others are: `Outlook`."""
    mover, ask = game[MOVER], memo.ask
    count = game[COUNT]
    ahead = game[seat_at(TOTAL, 0)]
    for seat in range(count):
        ahead = max(ahead, game[seat_at(TOTAL, seat)])
    left = 0
    if game[PHASE] == NORMAL:
        left = sheet.rounds - game[ROUND] if sheet.rounds else max(0, (sheet.target - ahead) // PACE)
    goal = goal_of(sheet, words, game)
    ask[DICE] = game[TURN_DICE]
    ask[DOWN] = game[seat_at(OPENED, mover)] != 0
    ask[EXTRA] = 0
    ask[DOUBLED] = 0
    for entry in range(PLACED, PLACED + game[LYING] * ENTRY, ENTRY):
        if game[entry + WORKS_ON] == mover:
            row = card_at(sheet, game[entry + CARD_OF])
            ask[EXTRA] += words[row + BONUS]
            ask[DOUBLED] += words[row + DOUBLE]
    ask[NEEDED] = 0 if goal == NO_GOAL else max(0, goal - game[seat_at(TOTAL, mover)])
    ask[LEFT] = left
    ask[RESCUES] = 0
    if game[PHASE] <= 1 and not game[PLAYED] and not locked(sheet, words, game, mover):
        for card in range(sheet.cards):
            row = card_at(sheet, card)
            saves = words[row + KEEP_ON_FARKLE] or words[row + SECOND_THROW]
            held = game[seat_at(HOLDS, mover)] >> card & 1
            if saves and held and words[row + WINDOWS] & _ON_FARKLE_BIT:
                ask[RESCUES] |= 1 << card
    best, found = 0, False
    for seat in range(count):
        if seat != mover:
            total = game[seat_at(TOTAL, seat)] + known_gold(sheet, words, game, seat)
            if not found or total > best:
                best, found = total, True
    weights = 0.0
    for seat in range(count):
        memo.threats[seat] = 0.0
        if seat != mover:
            total = game[seat_at(TOTAL, seat)] + known_gold(sheet, words, game, seat)
            memo.threats[seat] = exp((total - best) / TEMPER)
            weights += memo.threats[seat]
    for seat in range(count):
        if seat != mover:
            memo.threats[seat] /= weights


@compiled_lean
def table_now(sheet: CardSheet, words: Ints, reals: Floats, memo: Memo) -> int:
    """The table of this turn as things are."""
    ask = memo.ask
    return table_of(
        sheet,
        words,
        reals,
        memo,
        ask[DICE],
        ask[DOWN],
        ask[EXTRA],
        ask[DOUBLED],
        ask[NEEDED],
        ask[RESCUES],
        ask[LEFT],
    )


@compiled_lean_apart
def table_spent(
    sheet: CardSheet, words: Ints, reals: Floats, memo: Memo, card: int, extra: int, doubled: int
) -> int:
    """The table of this turn if a card had been played and did so much on stopping."""
    ask = memo.ask
    needed = ask[NEEDED]
    if needed:
        needed += words[card_at(sheet, card) + GOLD]
    extra, doubled = extra + ask[EXTRA], doubled + ask[DOUBLED]
    return bare_table(sheet, words, reals, memo, ask[DICE], ask[DOWN], extra, doubled, needed)


@compiled_lean_apart
def moment(sheet: CardSheet, words: Ints, memo: Memo, game: Ints, slot: int) -> float:
    """What the moment is worth by a table."""
    step, points = game[STEP], game[POINTS]
    if step == ROLL:
        return table_roll(sheet, memo, slot, 0, memo.keys[slot * QUESTION + DICE])
    if step == KEEP:
        return offer(sheet, words, memo, slot, points, shown_key(sheet, game))
    if step == DECIDE and game[BOUND]:
        return table_roll(sheet, memo, slot, points, game[IN_HAND])
    if step == DECIDE:
        return stop_or_roll(sheet, memo, slot, points, game[IN_HAND])
    return worth(memo, slot, sheet.opening, points if step == ON_STOP else 0)


@compiled_lean_apart
def rerolled(sheet: CardSheet, words: Ints, memo: Memo, game: Ints, slot: int, places: int) -> float:
    """The mean value of a roll some of whose dice are thrown again."""
    mean, fixed, dice = 0.0, moves.key_without(sheet, game, places), moves.bits(places)
    throw = moves.next_throw(dice, 0)
    while throw >= 0:
        key, ways = moves.throw_on(sheet, fixed, dice, throw)
        mean += ways * offer(sheet, words, memo, slot, game[POINTS], key)
        throw = moves.next_throw(dice, throw)
    return float(mean / FACES**dice)


@compiled_lean_apart
def attack(
    sheet: CardSheet, words: Ints, reals: Floats, memo: Memo, game: Ints, card: int, target: int
) -> float:
    """What a card by itself gains against a seat: points, dice and a locked hand, by its acts in order."""
    row = card_at(sheet, card)
    total = 0.0
    for place in range(row + ACTS, row + ACTS + 6):
        act = words[place]
        if act == NO_ACT:
            break
        if act in (_FEWER, _TAKE, _LOSE, _LOCK):
            total += single(sheet, words, reals, memo, game, card, target, 0, act, 0.0)
    return total


@compiled_lean_apart
def single(
    sheet: CardSheet,
    words: Ints,
    reals: Floats,
    memo: Memo,
    game: Ints,
    card: int,
    target: int,
    places: int,
    act: int,
    now: float,
) -> float:
    """What one effect of a card gains."""
    row, left = card_at(sheet, card), min(memo.ask[LEFT], memo.turns - 1)
    points, opening = game[POINTS], sheet.opening
    if act in (_FLIP, _SET):
        slot = table_spent(sheet, words, reals, memo, card, 0, 0)
        key = moves.key_turned(sheet, game, places, words[row + SET_FACE])
        return offer(sheet, words, memo, slot, points, key) - now
    if act == _REROLL:
        slot = table_spent(sheet, words, reals, memo, card, 0, 0)
        return rerolled(sheet, words, memo, game, slot, places) - now
    if act == _SECOND:
        slot = table_spent(sheet, words, reals, memo, card, 0, 0)
        return table_roll(sheet, memo, slot, points, game[IN_HAND]) - now
    if act == _SAVE:
        slot = table_spent(sheet, words, reals, memo, card, 0, 0)
        return worth(memo, slot, opening, max(0, points - words[row + KEEP_ON_FARKLE] + 1)) - now
    if act == _TURN:
        slot = table_spent(sheet, words, reals, memo, card, words[row + TURN_POINTS], 0)
        return moment(sheet, words, memo, game, slot) - now
    if act == _GAIN:
        return float(words[row + TOTAL_POINTS])
    if act == _TAKE:
        most = min(words[row + TAKE_POINTS], max(0, game[seat_at(TOTAL, target)]))
        return float(most * (1 + memo.threats[target]))
    if act == _LOSE:
        most = min(words[row + LOSE_POINTS], max(0, game[seat_at(TOTAL, target)]))
        return float(most * memo.threats[target])
    lasting = reals[memo.lasting + card * memo.turns + left]
    if act in (_BONUS, _DOUBLE):
        slot = table_spent(sheet, words, reals, memo, card, words[row + BONUS], words[row + DOUBLE])
        if words[row + MUST_ROLL]:
            after = table_roll(sheet, memo, slot, points, game[IN_HAND])
        else:
            after = moment(sheet, words, memo, game, slot)
        later = lasting - 1
        more = reals[memo.changes + 2 * card + 1] if words[row + BONUS] and later else 0.0
        return float(after - now + more * later)
    if act == _MUST:
        if words[row + DOUBLE] or words[row + BONUS]:
            return 0.0
        slot = table_spent(sheet, words, reals, memo, card, 0, 0)
        return table_roll(sheet, memo, slot, points, game[IN_HAND]) - now
    if act in (_FEWER, _MORE):
        change = reals[memo.changes + 2 * card]
        if words[row + TARGET] == SELF:
            return float(change * lasting)
        return float(-change * lasting * memo.threats[target])
    if act == _LOCK:
        if words[row + TARGET] == SELF:
            return float(-LOCKED * lasting)
        return float(LOCKED * lasting * memo.threats[target])
    return shelter(sheet, words, memo, game)


@compiled_lean_apart
def shelter(sheet: CardSheet, words: Ints, memo: Memo, game: Ints) -> float:
    """What the cards that foes still hold may cost a player who stands where the mover stands."""
    mover, attacks, above = game[MOVER], 0, 0
    for seat in range(game[COUNT]):
        if seat == mover:
            continue
        above += game[seat_at(TOTAL, seat)] > game[seat_at(TOTAL, mover)]
        if sheet.known_hands:
            for card in range(sheet.cards):
                if game[seat_at(HOLDS, seat)] >> card & 1:
                    attacks += words[card_at(sheet, card) + TARGET] != SELF
    share = HIT[min(above, 4)]
    aimed = attacks * min(1.0, memo.ask[LEFT] / 12)
    return float(MOST_HURT * (1 - (1 - share) ** aimed))


@compiled_lean_apart
def gain(
    sheet: CardSheet, words: Ints, reals: Floats, memo: Memo, game: Ints, card: int, target: int,
    places: int, now: float,
) -> float:  # fmt: skip
    """What playing a card now gains, in points: `card_gains.gain`."""
    row = card_at(sheet, card)
    if target >= 0 and shield_of(sheet, words, game, target) >= 0:
        best = 0.0
        for other in range(sheet.cards):
            held = game[seat_at(HOLDS, game[MOVER])] >> other & 1
            if held and other != card and words[card_at(sheet, other) + TARGET] != SELF:
                best = max(best, attack(sheet, words, reals, memo, game, other, target))
        return CLEARED * best
    total, this_turn = 0.0, False
    for place in range(row + ACTS, row + ACTS + 6):
        act = words[place]
        if act == NO_ACT:
            break
        this_turn |= act in (_FLIP, _SET, _REROLL, _SECOND, _SAVE, _TURN, _MUST, _BONUS, _DOUBLE)
        if (act == _DOUBLE and words[row + BONUS]) or (act == _MORE and words[row + FEWER_DICE]):
            continue
        total += single(sheet, words, reals, memo, game, card, target, places, act, now)
    if this_turn:
        return total
    slot = table_spent(sheet, words, reals, memo, card, 0, 0)
    return total + moment(sheet, words, memo, game, slot) - now


@compiled_lean_apart
def best_card(
    sheet: CardSheet, words: Ints, reals: Floats, memo: Memo, game: Ints, cards: int, move: Ints
) -> bool:
    """Whether a card is worth more than its price; the best one is written as the move."""
    now = moment(sheet, words, memo, game, table_now(sheet, words, reals, memo))
    best = 0.0
    found = False
    for card in range(sheet.cards):
        if not cards >> card & 1:
            continue
        price = SLIGHT
        if not memo.ask[NEEDED]:
            price += reals[memo.prices + card * memo.turns + min(memo.ask[LEFT], memo.turns - 1)]
        for seat in range(-1, game[COUNT]):
            if not moves.aims(sheet, words, game, card, seat):
                continue
            places, at = moves.next_choice(sheet, words, game, card, 0)
            while places >= 0:
                value = gain(sheet, words, reals, memo, game, card, seat, places, now) - price
                if value > best:
                    best, found = value, True
                    moves.choose_card(move, card, seat, places)
                places, at = moves.next_choice(sheet, words, game, card, at)
    return found


@compiled_lean_apart
def schemer_move(sheet: CardSheet, words: Ints, reals: Floats, memo: Memo, game: Ints, move: Ints) -> None:
    """The best card if one is worth more than its price, else the best dice."""
    step = game[STEP]
    cards = playable(sheet, words, game)
    if cards == 0 and step == ROLL:
        moves.choose(move, moves.A_ROLL, 0)
        return
    look(sheet, words, memo, game)
    if cards and best_card(sheet, words, reals, memo, game, cards, move):
        return
    if step >= ON_FARKLE:
        moves.choose(move, moves.A_PASS, 0)
        return
    if step == ROLL:
        moves.choose(move, moves.A_ROLL, 0)
        return
    slot = table_now(sheet, words, reals, memo)
    points = game[POINTS]
    if step == KEEP:
        at = offers_at(sheet, words, shown_key(sheet, game))
        best, chosen = 0.0, -1
        for option in range(words[at]):
            place = at + 1 + 3 * option
            value = stop_or_roll(sheet, memo, slot, points + words[place], words[place + 1])
            if chosen < 0 or value > best:
                best, chosen = value, option
        moves.choose(move, moves.A_KEEP, chosen)
        return
    stops = worth(memo, slot, sheet.opening, points) >= table_roll(sheet, memo, slot, points, game[IN_HAND])
    moves.choose(move, moves.A_BANK if stops and may_bank(sheet, words, game) else moves.A_ROLL, 0)
