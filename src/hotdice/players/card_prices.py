"""What an unplayed card is worth to its holder: its Gold Pieces, or a better moment that may still come."""

from functools import lru_cache
from math import exp

from hotdice.rules.deck import Act, Card

_PROSPECTS: dict[Act, tuple[float, float]] = {
    Act.FLIP_DIE: (0.07, 260),
    Act.SET_DIE: (0.3, 260),
    Act.REROLL: (0.38, 130),
    Act.SECOND_THROW: (0.13, 330),
    Act.KEEP_ON_FARKLE: (0.04, 300),
    Act.DOUBLE: (0.55, 120),
    Act.BONUS_ON_STOP: (1.0, 40),
    Act.TAKE_POINTS: (0.4, 60),
    Act.LOSE_POINTS: (0.5, 60),
    Act.FEWER_DICE: (1.0, 40),
    Act.CANCEL_NEXT: (1.0, 30),
}
"""How often a turn brings a chance for a card with this effect, and what it then gains on average."""


@lru_cache(maxsize=4096)
def price(card: Card, turns_left: int) -> float:
    """What an unplayed card is worth with so many turns to come: its Gold Pieces, or a better moment.

    Gains are taken to be exponential, so that one more turn to wait for them adds
    chance * mean * e^(-v / mean) to a value v.

    >>> from hotdice.rules import load
    >>> pantry = load("munchkin-farkle").deck.by_id["pantry"]
    >>> price(pantry, 0) == pantry.gold, price(pantry, 10) > price(pantry, 2) > pantry.gold
    (True, True)
    """
    value = float(card.gold)
    prospects = [_PROSPECTS[act] for act in card.acts if act in _PROSPECTS]
    if not prospects:
        return value
    chance, mean = max(prospects, key=lambda pair: pair[0] * pair[1])
    for _ in range(turns_left):
        value += chance * mean * exp(-value / mean)
    return value
