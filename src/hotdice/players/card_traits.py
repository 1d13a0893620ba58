"""What a card can do, as a few numbers: how bots that learn tell cards apart, in any deck."""

from hotdice.players.card_gains import lasting_turns
from hotdice.rules.deck import Act, Card, Deck, Target

LONG = 10
"""Turns that are still to come when a card that lasts is judged."""
_CHANGES = {Act.FLIP_DIE: 0.2, Act.SET_DIE: 0.8, Act.REROLL: 0.5}


def traits_of(card: Card) -> list[float]:
    """The traits of one card.

    Gold Pieces, two kinds of rescue, changes of dice, own points, points taken, points that a foe loses, dice
    that a foe misses, a shield, more dice, a lock on a foe.

    >>> from hotdice.rules import load
    >>> deck = load("munchkin-farkle").deck
    >>> traits_of(deck.by_id["pantry"])[:3], traits_of(deck.by_id["sat-on-one"])[7]
    ([0.1, 1.0, 0.0], 1.0)
    """
    acts, turns = card.acts, lasting_turns(card, LONG) if card.ongoing else 1.0

    def number(act: Act, name: str) -> float:
        return float(getattr(acts[act], name)) if act in acts else 0.0

    own = number(Act.TURN_POINTS, "points") + number(Act.TOTAL_POINTS, "points")
    own += number(Act.BONUS_ON_STOP, "points") * turns + number(Act.DOUBLE, "most") / 2
    aimed = card.target is not Target.SELF
    return [
        card.gold / 1000,
        float(Act.KEEP_ON_FARKLE in acts),
        float(Act.SECOND_THROW in acts),
        max((worth for act, worth in _CHANGES.items() if act in acts), default=0.0),
        own / 1000,
        number(Act.TAKE_POINTS, "points") / 1000,
        number(Act.LOSE_POINTS, "points") / 1000,
        number(Act.FEWER_DICE, "dice") * turns * (1 if aimed else -1),
        float(Act.CANCEL_NEXT in acts),
        number(Act.MORE_DICE, "dice") * turns * (-1 if aimed else 1),
        float(Act.LOCK_HAND in acts and aimed) * turns,
    ]


def deck_traits(deck: Deck) -> list[float]:
    """The traits of every card in order, then their means, which stand for a card that nobody knows.

    >>> from hotdice.rules import load
    >>> len(deck_traits(load("munchkin-farkle").deck))
    121
    """
    rows = [traits_of(card) for card in deck.cards]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [number for row in [*rows, means] for number in row]
