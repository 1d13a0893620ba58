"""The cards of a game: hands, discard piles, cards in play, and the small facts of the turn."""

from collections.abc import Sequence

from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.rules.deck import Deck

HIDDEN = "?"
"""Stands in a view for a card that its viewer does not see."""


class InPlay(Frozen):
    """An ONGOING card: whose it is, whom it works on, and for how many more turns (-1: no count)."""

    owner: int
    card: str
    target: int
    turns: int


class Cards(Frozen):
    """Where every card is, seat by seat, and the small facts of the turn.

    `colours` are places in the deck's list of colours (-1 where a viewer may not know). `played` says that
    the mover has played this turn's card, `must_roll` that a card forbids to stop before the next roll,
    `owed` how many dice the next roll leaves out (below 0: how many join it), and `again` which dice of the
    table are in the air again.
    """

    colours: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    discards: tuple[tuple[str, ...], ...]
    in_play: tuple[InPlay, ...] = ()
    played: bool = False
    must_roll: bool = False
    owed: int = 0
    again: tuple[int, ...] = ()


def deal(deck: Deck, players: int, colours: Sequence[str] = ()) -> Cards:
    """Every seat takes the cards of its colour; without a wish the colours go round in the deck's order.

    >>> from hotdice.rules import load
    >>> deck = load("munchkin-farkle").deck
    >>> [deck.colours[place].name for place in deal(deck, 3, ["green", "red", "blue"]).colours]
    ['green', 'red', 'blue']

    Raises:
        ValueError: there is no such colour, or two seats want the same one.
    """
    names = [colour.name for colour in deck.colours]
    wanted = list(colours) or names[:players]
    if len(wanted) != players or len(set(wanted)) != len(wanted) or not set(wanted) <= set(names):
        raise ValueError(f"each of the {players} seats takes a colour of its own: {', '.join(names)}")
    places = tuple(names.index(name) for name in wanted)
    return Cards(places, tuple(deck.colours[place].cards for place in places), ((),) * players)


def deal_late(deck: Deck, cards: Cards) -> Cards:
    """The cards when one more seat has joined: it takes the first colour that is left in the box.

    In a view that hides hands, the late one is hidden, too.

    >>> from hotdice.rules import load
    >>> deck = load("munchkin-farkle").deck
    >>> deal_late(deck, deal(deck, 3)).colours
    (0, 1, 2, 3)
    """
    place = next(place for place in range(len(deck.colours)) if place not in cards.colours)
    hand = deck.colours[place].cards
    if any(HIDDEN in other for other in cards.hands):
        hand = (HIDDEN,) * len(hand)
    hands = (*cards.hands, hand)
    return replace(cards, colours=(*cards.colours, place), hands=hands, discards=(*cards.discards, ()))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A hand without a card; in a hand that is hidden, one card fewer.

    >>> without(("pantry", "jam"), "jam"), without(("?", "?"), "jam")
    (('pantry',), ('?',))
    """
    place = cards.index(card) if card in cards else cards.index(HIDDEN)
    return cards[:place] + cards[place + 1 :]


def on(piles: tuple[tuple[str, ...], ...], seat: int, pile: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The piles with one seat's pile replaced."""
    return (*piles[:seat], pile, *piles[seat + 1 :])
