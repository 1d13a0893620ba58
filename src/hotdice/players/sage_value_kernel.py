"""What a position with cards is worth to each seat: a small net over what every seat sees, for compiled code.

A seat has `INPUTS` numbers: how far it and the leader have to go (near the end on a finer scale too), its
lead, when it moves, its place in the round (who comes late has the last word), what lies on it, what its hand
can do, and what the others' hands can do to it. A net with one hidden layer makes a score of them, and the
scores of all seats make their chances. Cards count by what they do (`TRAITS`), so that any deck has a value.
"""

from typing import NamedTuple

import numpy as np

from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.odds.rule_numbers import FINISH_ROUND
from hotdice.players.deck_kernel import cards_in
from hotdice.players.deck_state import (
    CARD_OF,
    CONTENDS,
    COUNT,
    ENTRY,
    FOR_TURNS,
    HOLDS,
    LAST,
    LYING,
    MOVER,
    OPENED,
    OVER,
    PHASE,
    PLACED,
    PLAYING_OFF,
    ROUND,
    STARTER,
    TOTAL,
    TRIGGER,
    WINNERS,
    WORKS_ON,
    allowed_dice,
    card_at,
    follows,
    seat_at,
)
from hotdice.players.deck_words import (
    BONUS,
    CANCEL,
    DOUBLE,
    FEWER_DICE,
    LOCK,
    MOST_SEATS,
    CardSheet,
    Floats,
    Ints,
)

TRAITS = 11
GOLD_TRAIT, TAKE_TRAIT, LOSE_TRAIT, DICE_TRAIT = 0, 5, 6, 7
OWN = 21
THREATS = OWN + TRAITS
INPUTS = THREATS + 3
HIDDEN = 32
NET = INPUTS * HIDDEN + HIDDEN + HIDDEN + 1
"""Numbers of a net: the weights of the inputs, the biases of the hidden ones, their weights, one bias."""
USUAL_TARGET = 10_000
NEAR_THE_END = 1500
"""Points from the target on which every 50 of them count."""
_DOUBLINGS = 10


TABLES_FOR, STYLE = range(2)
NO_TABLES = -1
USUAL, CARDLESS, BLIND, COUNTING = range(4)
"""Styles: as it is, without playing cards, as if the others held none, and counting what the others hold
without knowing which. The last three measure what cards and looking are worth."""


class Mind(NamedTuple):
    """A net, where the traits of cards begin in the reals, and room to think.

    `silent` is a trace for nobody; `notes` say which turn the tables are for, and in which style to play.
    """

    net: Floats
    traits: int
    inputs: Floats
    hands: Floats
    scores: Floats
    trial: Ints
    other: Ints
    silent: Ints
    rolls: Floats
    best: Floats
    stops: Floats
    dead: Floats
    nodes: Floats
    notes: Ints
    width: int
    stride: int
    longest: int


@compiled_lean
def power(number: float) -> float:
    """Nearly e to a number that is not positive: by squaring, so that every machine finds the same bits."""
    base = 1.0 + max(number, -30.0) / 1024
    for _ in range(_DOUBLINGS):
        base *= base
    return base


@compiled_lean_apart
def see_hands(sheet: CardSheet, reals: Floats, mind: Mind, game: Ints, viewer: int) -> None:
    """What every hand can do, as the viewer may know it: hidden ones by their number of cards."""
    style = mind.notes[STYLE]
    for seat in range(game[COUNT]):
        at = seat * TRAITS
        for trait in range(TRAITS):
            mind.hands[at + trait] = 0.0
        hand = game[seat_at(HOLDS, seat)]
        if seat != viewer and style == BLIND:
            continue
        if seat == viewer or (sheet.known_hands and style != COUNTING):
            for card in range(sheet.cards):
                if hand >> card & 1:
                    for trait in range(TRAITS):
                        mind.hands[at + trait] += reals[mind.traits + card * TRAITS + trait]
        else:
            held = cards_in(sheet, hand)
            for trait in range(TRAITS):
                mind.hands[at + trait] += held * reals[mind.traits + sheet.cards * TRAITS + trait]


@compiled_lean_apart
def see(sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, viewer: int) -> None:
    """Write down the inputs of every seat at the start of a turn."""
    see_hands(sheet, reals, mind, game, viewer)
    count, mover = game[COUNT], game[MOVER]
    target = sheet.target if sheet.target else USUAL_TARGET
    ahead = game[seat_at(TOTAL, 0)]
    everything = 0.0
    for seat in range(count):
        ahead = max(ahead, game[seat_at(TOTAL, seat)])
        everything += game[seat_at(TOTAL, seat)] + 1000 * mind.hands[seat * TRAITS + GOLD_TRAIT]
    left = (target - ahead) / target
    if not sheet.target:
        left = (sheet.rounds - game[ROUND]) / sheet.rounds
    last = game[PHASE] == LAST
    origin = game[STARTER] if sheet.last_chance == FINISH_ROUND else game[TRIGGER]
    for seat in range(count):
        at = seat * INPUTS
        x = mind.inputs
        for place in range(INPUTS):
            x[at + place] = 0.0
        total = game[seat_at(TOTAL, seat)]
        mine = total + 1000 * mind.hands[seat * TRAITS + GOLD_TRAIT]
        rival = -1.0e9
        for foe in range(count):
            if foe != seat:
                rival = max(rival, game[seat_at(TOTAL, foe)] + 1000 * mind.hands[foe * TRAITS + GOLD_TRAIT])
        distance = (seat - mover) % count
        to_go = (target - total) / target if sheet.target else left
        x[at] = min(max(to_go, -0.5), 1.5)
        x[at + 1] = min(max((mine - rival) / 2000, -4.0), 4.0)
        x[at + 2] = min(max((mine - (everything - mine) / (count - 1)) / 2000, -4.0), 4.0)
        x[at + 3] = left
        x[at + 4] = distance / count
        x[at + 5] = distance == 0
        x[at + 6] = 1.0 / count
        x[at + 7] = game[seat_at(OPENED, seat)] != 0
        if last:
            x[at + 8] = 1.0
            x[at + 9] = follows(game, seat, origin) >= follows(game, mover, origin)
            x[at + 10] = mine > rival
        x[at + 11] = (allowed_dice(sheet, words, game, seat) - sheet.dice) / 2
        x[at + 12] = min(max((mine - rival) / 500, -1.0), 1.0)
        x[at + 17] = follows(game, seat, game[STARTER]) / (count - 1)
        x[at + 18] = min(max(to_go * target / NEAR_THE_END, 0.0), 1.0)
        x[at + 19] = min(max(left * target / NEAR_THE_END, 0.0), 1.0)
        if last:
            x[at + 20] = min(max((rival - mine) / 1000, 0.0), 3.0)
        for foe in range(count):
            if foe != seat:
                for place in range(3):
                    x[at + THREATS + place] += mind.hands[foe * TRAITS + TAKE_TRAIT + place] / (count - 1)
        for trait in range(TRAITS):
            x[at + OWN + trait] = mind.hands[seat * TRAITS + trait]
    see_table(sheet, words, mind, game)


@compiled_lean_apart
def see_table(sheet: CardSheet, words: Ints, mind: Mind, game: Ints) -> None:
    """Write down what lies on every seat: bonus, turns of missing dice, shield, lock."""
    x = mind.inputs
    for entry in range(PLACED, PLACED + game[LYING] * ENTRY, ENTRY):
        row = card_at(sheet, game[entry + CARD_OF])
        at = game[entry + WORKS_ON] * INPUTS
        turns = game[entry + FOR_TURNS] if game[entry + FOR_TURNS] > 0 else 2
        x[at + 13] += (words[row + BONUS] + words[row + DOUBLE] / 2) * turns / 1000
        x[at + 14] += words[row + FEWER_DICE] * turns / 3
        x[at + 15] += words[row + CANCEL]
        x[at + 16] += words[row + LOCK] * turns / 3


@compiled_lean_apart
def score(net: Floats, inputs: Floats, at: int) -> float:
    """The score of the seat whose inputs begin at a place."""
    biases = INPUTS * HIDDEN
    outer = biases + HIDDEN
    total = net[outer + HIDDEN]
    for unit in range(HIDDEN):
        value = net[biases + unit]
        for place in range(INPUTS):
            value += inputs[at + place] * net[place * HIDDEN + unit]
        total += (value if value > 0 else 0.0) * net[outer + unit]
    return float(total)


@compiled_lean_apart
def chance(
    sheet: CardSheet, words: Ints, reals: Floats, mind: Mind, game: Ints, viewer: int, seat: int
) -> float:
    """The share of a win that a seat may expect, at the start of a turn or at the end of the game."""
    count = game[COUNT]
    if game[PHASE] == OVER:
        return float(game[seat_at(CONTENDS, seat)] / game[WINNERS])
    see(sheet, words, reals, mind, game, viewer)
    best = -1.0e9
    for other in range(count):
        mind.scores[other] = score(mind.net, mind.inputs, other * INPUTS)
        best = max(best, mind.scores[other])
    total, own = 0.0, 0.0
    for other in range(count):
        each = power(mind.scores[other] - best)
        if game[PHASE] == PLAYING_OFF and not game[seat_at(CONTENDS, other)]:
            each = 0.0
        total += each
        if other == seat:
            own = each
    return own / total if total > 0 else 0.0


def fresh_mind(
    sheet: CardSheet,
    net: Floats,
    traits: int,
    room: int,
    longest: int,
) -> Mind:
    """A mind with room to think about games that take so much room."""
    width = TOP_STEPS + 1
    stride = (sheet.most_dice + 1) * width
    return Mind(
        net=net,
        traits=traits,
        inputs=np.zeros(MOST_SEATS * INPUTS),
        hands=np.zeros(MOST_SEATS * TRAITS),
        scores=np.zeros(MOST_SEATS),
        trial=np.zeros(room, np.int64),
        other=np.zeros(room, np.int64),
        silent=np.zeros(0, np.int64),
        rolls=np.zeros(TABLES * stride),
        best=np.zeros(TABLES * stride),
        stops=np.zeros(TABLES * (width + longest)),
        dead=np.zeros(stride),
        nodes=np.zeros(16),
        notes=np.zeros(2, np.int64),
        width=width,
        stride=stride,
        longest=longest,
    )


TOP_STEPS = 60
"""Steps of turn totals that a table looks at; beyond, a turn stops."""
BARE, OPEN, BOLD, TRIED = range(4)
TABLES = 4
"""The tables of a turn: no card is played any more, one may still be, one that forces a roll lies there, and
what a card that is tried would make of the turn."""
LOST, BOLD_CARD = range(2)
"""Kept beside the tables: the chance after a farkle, and the card that the bold table is for (-1: none)."""
