"""Moves of bots in compiled code, and the choices of dice for a card in the order of the referee's list."""

from collections.abc import Iterator

import numpy as np

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.deck_state import FACE, IN_HAND, card_at, face_unit, may_aim
from hotdice.players.deck_words import FEWEST, MOST, SELF, TARGET, CardSheet, Ints
from hotdice.rules import FACES

MOVE, CHOSEN, AIMED, PLACES = range(4)
A_ROLL, A_KEEP, A_BANK, A_PASS, A_CARD = range(5)
"""A move: its kind, the keep or card that is chosen, the seat it is aimed at, the places of dice."""


@compiled
def choose(move: Ints, kind: int, chosen: int) -> None:
    """Write down a move without a card; `chosen` is the keep."""
    move[MOVE] = kind
    move[CHOSEN] = chosen


@compiled
def choose_card(move: Ints, card: int, seat: int, places: int) -> None:
    """Write down that a card is played at a seat (-1: nobody else), with the dice at some places."""
    move[MOVE] = A_CARD
    move[CHOSEN] = card
    move[AIMED] = seat
    move[PLACES] = places


@compiled
def bits(number: int) -> int:
    """How many bits are set."""
    found = 0
    while number:
        number &= number - 1
        found += 1
    return found


@compiled_apart
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


@compiled_apart
def dice_for(sheet: CardSheet, words: Ints, game: Ints, card: int) -> Iterator[int]:
    """The choices of dice for a card, as sets of places, in the referee's order; 0 where it takes none."""
    row, count = card_at(sheet, card), game[IN_HAND]
    if not words[row + MOST]:
        yield 0
        return
    for dice in range(words[row + FEWEST], min(words[row + MOST], count) + 1):
        for order in range((1 << count) - 1, 0, -1):
            places = chosen_places(game, order, dice)
            if places:
                yield places


@compiled
def aims(sheet: CardSheet, words: Ints, game: Ints, card: int, seat: int) -> bool:
    """Whether the mover may play a card at a seat; -1 is for cards that are aimed at nobody."""
    if seat < 0:
        return bool(words[card_at(sheet, card) + TARGET] == SELF)
    return may_aim(sheet, words, game, card, seat)


@compiled
def key_turned(sheet: CardSheet, game: Ints, places: int, face: int) -> int:
    """The key of the roll when the dice at some places show a face (0: their undersides)."""
    key = 0
    for place in range(game[IN_HAND]):
        shown = game[FACE + place]
        if places >> place & 1:
            shown = face if face else 7 - shown
        key += face_unit(sheet, shown)
    return key


@compiled
def key_without(sheet: CardSheet, game: Ints, places: int) -> int:
    """The key of the dice on the table that are not at some places."""
    key = 0
    for place in range(game[IN_HAND]):
        if not places >> place & 1:
            key += face_unit(sheet, game[FACE + place])
    return key


@compiled_apart
def thrown_again(sheet: CardSheet, game: Ints, places: int) -> Iterator[tuple[int, int]]:
    """The keys of all rolls when the dice at some places are thrown again, and how many throws lead to each.

    They come in the order of sorted throws, each as if its dice could not be told apart.
    """
    fixed, dice = key_without(sheet, game, places), bits(places)
    shown = np.ones(dice, np.int64)
    every = 1
    for number in range(1, dice + 1):
        every *= number
    place = 0
    while place >= 0:
        key, ways, run = fixed, every, 1
        for place in range(dice):
            key += face_unit(sheet, shown[place])
            run = run + 1 if place and shown[place] == shown[place - 1] else 1
            ways //= run
        yield key, ways
        place = dice - 1
        while place >= 0 and shown[place] == FACES:
            place -= 1
        if place >= 0:
            face = shown[place] + 1
            for later in range(place, dice):
                shown[later] = face
