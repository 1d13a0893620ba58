"""What a seat sees of the cards, written by compiled code: fields of an observation, and features."""

import numpy as np
import numpy.typing as npt

from hotdice.arena import course
from hotdice.envs.card_layout import MOST_CARDS
from hotdice.envs.features import MOMENTS, SOME_CARDS
from hotdice.envs.views_kernel import TURN_TOTAL, Small
from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players import deck_state as d
from hotdice.players.deck_kernel import cards_in
from hotdice.players.deck_words import CardSheet, Ints


@compiled_lean_apart
def write_standing(game: Ints, now: Ints, seats: Ints, faces: Small) -> None:
    """A game with cards as the course without them has it: by places from the seat that began."""
    over = game[d.PHASE] == d.OVER
    for seat in range(game[d.COUNT]):
        place = d.follows(game, seat, game[d.STARTER])
        seats[course.TOTAL, place] = game[d.seat_at(d.TOTAL, seat)]
        seats[course.OPENED, place] = game[d.seat_at(d.OPENED, seat)]
        seats[course.FARKLES, place] = game[d.seat_at(d.FARKLES, seat)]
        seats[course.CONTENDING, place] = game[d.seat_at(d.CONTENDS, seat)]
    now[course.TURN] = game[d.TURN]
    now[course.ROUND] = game[d.ROUND]
    now[course.PLACE] = d.follows(game, game[d.MOVER], game[d.STARTER])
    now[course.PHASE] = course.NORMAL if over else game[d.PHASE]
    now[course.TRIGGER] = d.follows(game, game[d.TRIGGER], game[d.STARTER]) if game[d.TRIGGER] >= 0 else -1
    now[course.OVER] = over
    now[course.WINNERS] = game[d.WINNERS]
    now[TURN_TOTAL] = 0 if over else game[d.POINTS]
    for die in range(faces.size):
        faces[die] = 0
    if game[d.STEP] in (d.KEEP, d.ON_FARKLE):
        for place in range(game[d.IN_HAND]):
            faces[game[d.DIE + place] - 1] = game[d.FACE + place]


@compiled_lean
def moment_of(game: Ints) -> int:
    """The moment as the layout counts them: a keep, before a roll, after a keep, a farkle, a stop, none."""
    step = game[d.STEP]
    if step > d.ON_STOP:
        return MOMENTS - 1
    if step == d.KEEP:
        return 0
    return 1 if step == d.ROLL else int(step)


@compiled_lean_apart
def write_cards_seen(sheet: CardSheet, words: Ints, game: Ints, viewer: int, row: Small) -> None:
    """The fields of the cards one after the other, in the order of the layout, as a seat sees them."""
    cards, count = sheet.cards, game[d.COUNT]
    for at in range(row.size):
        row[at] = 0
    row[0] = moment_of(game)
    held = 1 + cards
    discarded = held + count
    in_play = discarded + count * cards
    turns = in_play + count * cards
    for step in range(count):
        seat = (viewer + step) % count
        row[held + step] = cards_in(sheet, game[d.seat_at(d.HOLDS, seat)])
        gone = words[sheet.deals + seat] & ~game[d.seat_at(d.HOLDS, seat)]
        for entry in range(d.PLACED, d.PLACED + game[d.LYING] * d.ENTRY, d.ENTRY):
            if game[entry + d.OWNER] == seat:
                gone &= ~(1 << game[entry + d.CARD_OF])
        for card in range(cards):
            row[discarded + step * cards + card] = gone >> card & 1
    for card in range(cards):
        row[1 + card] = game[d.seat_at(d.HOLDS, viewer)] >> card & 1
    for entry in range(d.PLACED, d.PLACED + game[d.LYING] * d.ENTRY, d.ENTRY):
        at = (game[entry + d.WORKS_ON] - viewer) % count * cards + game[entry + d.CARD_OF]
        row[in_play + at] += 1
        row[turns + at] = max(row[turns + at], min(game[entry + d.FOR_TURNS], MOST_CARDS))
    last = turns + count * cards
    row[last] = game[d.PLAYED]
    row[last + 1] = game[d.BOUND]
    row[last + 2] = game[d.OWED]


@compiled_lean
def write_card_features(row: Small, features: npt.NDArray[np.float32], first: int) -> None:
    """The same as features, from the feature `first` on: the moment as 0 and 1, counts as shares."""
    features[first + row[0]] = 1.0
    for at in range(1, row.size):
        features[first + MOMENTS - 1 + at] = row[at] / SOME_CARDS
