"""What a card on a foe brings its owner, now and in the last turns of the leader: a comparison."""

from typing import NamedTuple

from msgspec.structs import replace

from hotdice.game import State
from hotdice.game.cards import InPlay, on, without
from hotdice.players.sage_bot import SageBot
from hotdice.rules.deck import Card

NEAR_THE_END = 600
"""Whoever leads in the last turns has about so many points to go: a turn, or two."""


class Harm(NamedTuple):
    """By how much a card that lies on the leader raises the mover's chance: now, and in the last turns."""

    now: float
    late: float


def harm_by(state: State, card: Card, sage: SageBot) -> Harm | None:
    """Both for a card of the mover, or None where the sheet has no target, or the last turns are here.

    The last turns are this position with everybody as many points further as the leader needs to get there.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3)
    >>> found = harm_by(state, state.rules.deck.by_id["sat-on-one"], SageBot())
    >>> found.now > 0, found.late > 0
    (True, True)
    """
    cards, target = state.cards, state.rules.target
    others = [seat for seat in state.active if seat != state.mover]
    if cards is None or not others or not target:
        return None
    leader = max(others, key=lambda seat: state.seats[seat].total)
    further = (target - NEAR_THE_END - state.seats[leader].total) // state.rules.step * state.rules.step
    if further <= 0:
        return None
    mover = state.mover
    spent = replace(
        cards,
        hands=on(cards.hands, mover, without(cards.hands[mover], card.id)),
        discards=on(cards.discards, mover, (*cards.discards[mover], card.id)),
    )
    lying = replace(
        spent,
        discards=cards.discards,
        in_play=(*cards.in_play, InPlay(mover, card.id, leader, card.turns or -1)),
    )
    raised = tuple(replace(line, total=line.total + further, opened=True) for line in state.seats)
    found = []
    for seats in (state.seats, raised):
        here = replace(state, seats=seats)
        with_it, without_it = (sage.chances(replace(here, cards=each))[mover] for each in (lying, spent))
        found.append(with_it - without_it)
    return Harm(*found)
