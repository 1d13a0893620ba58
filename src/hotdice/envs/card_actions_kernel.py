"""The actions of a game with cards in compiled code: which are legal, and what they do.

Where each stands is said in `hotdice.envs.card_layout`; what a move does, in the simulator's kernels.
"""

from typing import NamedTuple

from hotdice.arena.card_kernel import carry_out, go_on
from hotdice.envs.views_kernel import Short, Small
from hotdice.odds.compiling import compiled_lean, compiled_lean_apart
from hotdice.players import deck_state as d
from hotdice.players.deck_kernel import lowest_places
from hotdice.players.deck_trace_kernel import dice_set
from hotdice.players.deck_words import MOST, SELF, TARGET, CardSheet, Ints
from hotdice.players.moves_kernel import A_BANK, A_KEEP, A_ROLL, aims, choose, choose_card, next_choice


class Actions(NamedTuple):
    """Where actions stand: how many keeps there are, what goes on, what banks, and where each card begins."""

    keeps: int
    go_on: int
    bank: int
    first: Ints


@compiled_lean
def mask_of_keep(sheet: CardSheet, words: Ints, game: Ints, option: int) -> int:
    """The dice that a keep of the roll on the table takes, die number 1 as the lowest bit."""
    return dice_set(game, lowest_places(sheet, game, words[option + 2])) >> 1


@compiled_lean
def width_of(actions: Actions, words: Ints, row: int) -> int:
    """How many places a card takes for each seat that it may be aimed at: one for each mask, 0 included."""
    return actions.keeps + 1 if words[row + MOST] else 1


@compiled_lean_apart
def card_after_keep(sheet: CardSheet, words: Ints, game: Ints) -> bool:
    """Whether the mover holds a card that could be played right after a keep."""
    game[d.STEP] = d.DECIDE
    found = d.fitting(sheet, words, game)
    game[d.STEP] = d.KEEP
    return found != 0


@compiled_lean_apart
def write_keeps(sheet: CardSheet, words: Ints, actions: Actions, game: Ints, legal: Small) -> None:
    """The keeps of the roll on the table, with a roll, with a stop and by themselves, where that is legal."""
    alone = card_after_keep(sheet, words, game)
    at = d.offers_at(sheet, words, d.shown_key(sheet, game))
    points, hand = game[d.POINTS], game[d.IN_HAND]
    for option in range(at + 1, at + 1 + 3 * words[at], 3):
        mask = mask_of_keep(sheet, words, game, option)
        legal[2 * (mask - 1)] = 1
        game[d.POINTS] = points + words[option]
        game[d.IN_HAND] = words[option + 1]
        legal[2 * (mask - 1) + 1] = d.may_bank(sheet, words, game)
        game[d.POINTS] = points
        game[d.IN_HAND] = hand
        if alone:
            legal[2 * actions.keeps + mask - 1] = 1


@compiled_lean_apart
def write_cards(sheet: CardSheet, words: Ints, actions: Actions, game: Ints, legal: Small) -> None:
    """The cards that may be played, at every seat and with every choice of dice that is legal."""
    cards = d.playable(sheet, words, game)
    for card in range(sheet.cards):
        if not cards >> card & 1:
            continue
        width = width_of(actions, words, d.card_at(sheet, card))
        for seat in range(-1, game[d.COUNT]):
            if not aims(sheet, words, game, card, seat):
                continue
            whom = (seat - game[d.MOVER]) % game[d.COUNT] - 1 if seat >= 0 else 0
            places, at = next_choice(sheet, words, game, card, 0)
            while places >= 0:
                legal[actions.first[card] + whom * width + (dice_set(game, places) >> 1)] = 1
                places, at = next_choice(sheet, words, game, card, at)


@compiled_lean_apart
def write_legal(sheet: CardSheet, words: Ints, actions: Actions, game: Ints, legal: Small) -> None:
    """All legal actions of a mover who has a choice."""
    for action in range(legal.size):
        legal[action] = 0
    if game[d.STEP] == d.KEEP:
        write_keeps(sheet, words, actions, game, legal)
    else:
        legal[actions.go_on] = 1
        if game[d.STEP] == d.DECIDE:
            legal[actions.bank] = d.may_bank(sheet, words, game)
    write_cards(sheet, words, actions, game, legal)


@compiled_lean_apart
def keep_of(sheet: CardSheet, words: Ints, game: Ints, mask: int) -> int:
    """The number of the keep that takes these dice."""
    at = d.offers_at(sheet, words, d.shown_key(sheet, game))
    for number in range(words[at]):
        if mask_of_keep(sheet, words, game, at + 1 + 3 * number) == mask:
            return number
    return -1


@compiled_lean_apart
def choose_aimed(
    sheet: CardSheet, words: Ints, actions: Actions, game: Ints, action: int, move: Ints
) -> None:
    """Write down the play of a card that an action stands for."""
    card = sheet.cards - 1
    while actions.first[card] > action:
        card -= 1
    row = d.card_at(sheet, card)
    rest, width = action - actions.first[card], width_of(actions, words, row)
    target = (game[d.MOVER] + rest // width + 1) % game[d.COUNT] if words[row + TARGET] != SELF else -1
    mask, places = rest % width, 0
    for place in range(game[d.IN_HAND]):
        places |= (mask >> (game[d.DIE + place] - 1) & 1) << place
    choose_card(move, card, target, places)


@compiled_lean_apart
def carry_out_legal(
    sheet: CardSheet, words: Ints, actions: Actions, game: Ints, trace: Ints, action: int, move: Ints
) -> None:
    """Make the moves that a legal action stands for."""
    if action < actions.go_on:
        whole = action < 2 * actions.keeps
        mask = action // 2 + 1 if whole else action - 2 * actions.keeps + 1
        choose(move, A_KEEP, keep_of(sheet, words, game, mask))
        if whole:
            carry_out(sheet, words, game, trace, move)
            choose(move, A_BANK if action % 2 else A_ROLL, 0)
    elif action == actions.go_on:
        go_on(game, move)
    elif action == actions.bank:
        choose(move, A_BANK, 0)
    else:
        choose_aimed(sheet, words, actions, game, action, move)
    carry_out(sheet, words, game, trace, move)


@compiled_lean_apart
def write_outcomes(
    sheet: CardSheet, words: Ints, actions: Actions, game: Ints, points: Short, left: Small
) -> None:
    """The points of every keep and the dice of the roll after it; the dice of a roll that needs no keep."""
    if game[d.STEP] in (d.ROLL, d.DECIDE):
        left[actions.go_on] = left[actions.bank] = d.next_dice(game)
    if game[d.STEP] != d.KEEP:
        return
    at = d.offers_at(sheet, words, d.shown_key(sheet, game))
    hand = game[d.IN_HAND]
    for option in range(at + 1, at + 1 + 3 * words[at], 3):
        mask = mask_of_keep(sheet, words, game, option)
        game[d.IN_HAND] = words[option + 1]
        dice = d.next_dice(game)
        game[d.IN_HAND] = hand
        for action in (2 * (mask - 1), 2 * mask - 1, 2 * actions.keeps + mask - 1):
            points[action] = words[option]
            left[action] = dice
