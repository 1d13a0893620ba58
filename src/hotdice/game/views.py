"""What one seat may see: foreign hands stay hidden, and what everybody can work out is worked out."""

from msgspec.structs import replace

from hotdice.game.cards import HIDDEN, Cards
from hotdice.game.state import State
from hotdice.rules.deck import Hands


def view(state: State, seat: int | None) -> State:
    """The state as a seat sees it (None: an onlooker); it can be folded on with the events that follow.

    Cards in foreign hands are `?`. Where colours hold different cards, a foreign colour is hidden too,
    because it would give the hand away.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> seen = view(new_game(load("munchkin-farkle"), 3), 0)
    >>> len(seen.cards.hands[0]), set(seen.cards.hands[1])
    (10, {'?'})
    """
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None or deck.hands is Hands.OPEN:
        return state
    hands = tuple(hand if index == seat else (HIDDEN,) * len(hand) for index, hand in enumerate(cards.hands))
    colours = cards.colours
    if not deck.same_for_all:
        colours = tuple(place if index == seat else -1 for index, place in enumerate(colours))
    return replace(state, cards=replace(cards, hands=hands, colours=colours))


def still_holds(state: State, seat: int) -> tuple[str, ...] | None:
    """The cards that a seat must still hold, from public facts alone; None where they do not tell.

    With the same cards in every colour a hand is the set less the open discards less the cards in play.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3)
    >>> still_holds(view(state, 0), 2) == state.cards.hands[2]
    True
    """
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None:
        return ()
    if deck.hands is Hands.OPEN:
        return cards.hands[seat]
    if not deck.same_for_all:
        return None
    gone = _in_the_open(cards, seat)
    return tuple(card for card in deck.colours[0].cards if card not in gone)


def _in_the_open(cards: Cards, seat: int) -> set[str]:
    return {*cards.discards[seat], *(entry.card for entry in cards.in_play if entry.owner == seat)}


def gold_in_hand(state: State, seat: int) -> int:
    """The Gold Pieces of a seat's unplayed cards, as far as everybody can tell; 0 where nobody can.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3)
    >>> gold_in_hand(state, 0) == gold_in_hand(view(state, 1), 0) > 0
    True
    """
    deck = state.rules.deck
    held = still_holds(state, seat)
    return deck.gold(held) if deck is not None and held else 0
