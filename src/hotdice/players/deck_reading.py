"""A state of the referee as the array that compiled code plays on."""

import numpy as np

from hotdice.game import Phase, State, Step
from hotdice.game.turns import in_order
from hotdice.game.views import still_holds
from hotdice.players.deck_words import MOST_SEATS, CardSheet, Ints
from hotdice.players.uncompiled import plain

d = plain("hotdice.players.deck_state")
"""Its numbers, without a compiler."""

_PHASES = {Phase.NORMAL: d.NORMAL, Phase.LAST: d.LAST, Phase.PLAY_OFF: d.PLAYING_OFF, Phase.OVER: d.OVER}
_STEPS = {
    Step.ROLL: d.ROLL,
    Step.KEEP: d.KEEP,
    Step.DECIDE: d.DECIDE,
    Step.FARKLE: d.ON_FARKLE,
    Step.STOP: d.ON_STOP,
    Step.WAIT: d.WAIT,
}


def game_of(state: State, sheet: CardSheet) -> tuple[Ints, tuple[int, ...]]:
    """The array of a state as its mover may know it, and which seat each of the array's seats is.

    Players who have left are left out. A hand that is hidden becomes any hand of that size.

    >>> from hotdice.game import new_game
    >>> from hotdice.players.deck_words import Builder, sheet_with_cards
    >>> from hotdice.rules import load
    >>> rules = load("munchkin-farkle")
    >>> game, seats = game_of(new_game(rules, 3), sheet_with_cards(rules, Builder()))
    >>> int(game[d.COUNT]), seats, bin(game[d.seat_at(d.HOLDS, 2)])
    (3, (0, 1, 2), '0b1111111111')
    """
    deck, cards = state.rules.deck, state.cards
    if deck is None or cards is None:
        raise ValueError("a game without cards has no such array")
    seats = state.active
    place = {seat: number for number, seat in enumerate(seats)}
    game = np.zeros(d.room_for(sheet.cards, len(seats)), np.int64)
    game[d.TURN], game[d.ROUND], game[d.MOVER] = state.turn, state.round, place[state.mover]
    game[d.PHASE], game[d.STEP] = _PHASES[state.phase], _STEPS.get(state.step, d.BETWEEN)
    if state.trigger >= 0:  # who has left wins no tie, being below 0, and play still ends where that seat was
        after = place[in_order(state, seats, state.trigger)[0]]
        game[d.TRIGGER] = after if state.trigger in place else after - len(seats)
    else:
        game[d.TRIGGER] = -1
    game[d.STARTER] = place[in_order(state, seats, state.starter)[0]]
    game[d.COUNT], game[d.ROLLS], game[d.THROWS] = len(seats), state.roll, state.throw
    game[d.POINTS], game[d.TURN_DICE] = state.turn_total, state.turn_dice
    game[d.IN_HAND] = len(state.hand)
    game[d.DIE : d.DIE + len(state.hand)] = state.hand
    game[d.FACE : d.FACE + len(state.faces)] = state.faces
    game[d.PLAYED], game[d.BOUND], game[d.OWED] = cards.played, cards.must_roll, max(0, cards.owed)
    for number, seat in enumerate(seats):
        line = state.seats[seat]
        held = cards.hands[seat] if seat == state.mover else still_holds(state, seat)
        bits = sum(1 << deck.order[card] for card in held or ())
        if held is None:
            bits = (1 << len(cards.hands[seat])) - 1
        contends = state.phase is not Phase.PLAY_OFF or seat in state.contenders
        fields = (line.total, line.opened, line.farkles, bits, contends)
        for field, value in enumerate(fields):
            game[d.SEATS + field * MOST_SEATS + number] = value
    for number, entry in enumerate(cards.in_play):
        at = d.PLACED + number * d.ENTRY
        target = place[entry.target]
        game[at : at + d.ENTRY] = (place[entry.owner], deck.order[entry.card], target, entry.turns)
    game[d.LYING] = len(cards.in_play)
    return game, seats
