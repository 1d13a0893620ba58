"""Moves of bots in compiled code, and the choices of dice for a card in the order of the referee's list."""

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players.deck_state import FACE, IN_HAND, card_at, face_unit, may_aim
from hotdice.players.deck_words import FEWEST, MOST, SELF, TARGET, CardSheet, Ints
from hotdice.rules import FACES

MOVE, CHOSEN, AIMED, PLACES = range(4)
A_ROLL, A_KEEP, A_BANK, A_PASS, A_CARD = range(5)
"""A move: its kind, the keep or card that is chosen, the seat it is aimed at, the places of dice."""


@compiled_lean
def choose(move: Ints, kind: int, chosen: int) -> None:
    """Write down a move without a card; `chosen` is the keep."""
    move[MOVE] = kind
    move[CHOSEN] = chosen


@compiled_lean
def choose_card(move: Ints, card: int, seat: int, places: int) -> None:
    """Write down that a card is played at a seat (-1: nobody else), with the dice at some places."""
    move[MOVE] = A_CARD
    move[CHOSEN] = card
    move[AIMED] = seat
    move[PLACES] = places


@compiled_lean
def bits(number: int) -> int:
    """How many bits are set."""
    found = 0
    while number:
        number &= number - 1
        found += 1
    return found


@compiled_lean_apart
def chosen_places(game: Ints, order: int, dice: int) -> int:
    """The places of `dice` dice that number `order` of all choices stands for; 0: it is no such choice.

    Where lower dice with the same faces stand for it, it is none. Counted down from the highest, the choices
    come in the order of the referee's list.
    """
    count = game[IN_HAND]
    if bits(order) != dice:
        return 0
    places = 0
    for place in range(count):
        if order >> (count - 1 - place) & 1:
            places |= 1 << place
            for lower in range(place):
                if game[FACE + lower] == game[FACE + place] and not places >> lower & 1:
                    return 0
    return places


@compiled_lean_apart
def next_choice(sheet: CardSheet, words: Ints, game: Ints, card: int, at: int) -> tuple[int, int]:
    """The next choice of dice for a card, as a set of places, and where to go on; below 0 where none is left.

    They come in the referee's order, the first from 0 on; a card that takes no dice has one choice, 0. It is
    no generator: compiled code keeps for ever what those were handed.
    """
    row, count = card_at(sheet, card), game[IN_HAND]
    if not words[row + MOST]:
        return (-1 if at else 0), 1
    orders = (1 << count) - 1
    fewest, most = words[row + FEWEST], min(words[row + MOST], count)
    while fewest + at // orders <= most:
        places = chosen_places(game, orders - at % orders, fewest + at // orders)
        at += 1
        if places:
            return places, at
    return -1, at


@compiled_lean
def aims(sheet: CardSheet, words: Ints, game: Ints, card: int, seat: int) -> bool:
    """Whether the mover may play a card at a seat; -1 is for cards that are aimed at nobody."""
    if seat < 0:
        return bool(words[card_at(sheet, card) + TARGET] == SELF)
    return may_aim(sheet, words, game, card, seat)


@compiled_lean
def key_turned(sheet: CardSheet, game: Ints, places: int, face: int) -> int:
    """The key of the roll when the dice at some places show a face (0: their undersides)."""
    key = 0
    for place in range(game[IN_HAND]):
        shown = game[FACE + place]
        if places >> place & 1:
            shown = face if face else 7 - shown
        key += face_unit(sheet, shown)
    return key


@compiled_lean
def key_without(sheet: CardSheet, game: Ints, places: int) -> int:
    """The key of the dice on the table that are not at some places."""
    key = 0
    for place in range(game[IN_HAND]):
        if not places >> place & 1:
            key += face_unit(sheet, game[FACE + place])
    return key


@compiled_lean
def next_throw(dice: int, last: int) -> int:
    """The sorted throw of some dice that follows another (0: the first); -1 where none is left.

    A throw is its faces, three bits each, the first die in the lowest.
    """
    if last == 0:
        return ((1 << 3 * dice) - 1) // 7
    place = dice - 1
    while place >= 0 and last >> 3 * place == FACES:
        last &= (1 << 3 * place) - 1
        place -= 1
    if place < 0:
        return -1
    face = (last >> 3 * place) + 1
    for later in range(place, dice):
        last = last & (1 << 3 * later) - 1 | face << 3 * later
    return last


@compiled_lean
def throw_on(sheet: CardSheet, key: int, dice: int, throw: int) -> tuple[int, int]:
    """The key of a roll with these dice thrown onto it, and how many throws come to the same."""
    ways, run, before = 1, 1, 0
    for number in range(1, dice + 1):
        ways *= number
    for place in range(dice):
        face = throw >> 3 * place & 7
        key += face_unit(sheet, face)
        run = run + 1 if face == before else 1
        ways //= run
        before = face
    return key, ways
