"""What a seat may see: a state and events in which hidden cards are blank."""

from msgspec.structs import replace

from hotdice.munchkin import events as e
from hotdice.munchkin.state import Seat, State

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""


def view(state: State, seat: int | None) -> State:
    """The table as a seat sees it, or as somebody who watches does (None).

    A view is a state in which every hidden card reads `?`: the hands of others, the decks, and what
    lies under the top of a discard pile. Counts are open.

    >>> from hotdice.munchkin import load, new_game
    >>> set(view(new_game(load(), 3), 0).doors)
    {'?'}
    """
    return replace(
        state,
        seats=tuple(player if index == seat else _blank(player) for index, player in enumerate(state.seats)),
        doors=_hidden(state.doors),
        treasures=_hidden(state.treasures),
        door_discard=_top(state.door_discard),
        treasure_discard=_top(state.treasure_discard),
    )


def seen(event: e.Event, seat: int | None) -> e.Event:
    """An event as a seat sees it.

    >>> from hotdice.munchkin import Pile
    >>> drawn = e.CardDrawn(1, Pile.DOOR, "cyborg", False, "loot")
    >>> seen(drawn, 1).card, seen(drawn, 0).card
    ('cyborg', '?')
    """
    if isinstance(event, e.CardDrawn) and not event.up and event.seat != seat:
        return replace(event, card=HIDDEN)
    if isinstance(event, e.CardGiven) and seat not in (event.seat, event.to):
        return replace(event, card=HIDDEN)
    return event


def _blank(player: Seat) -> Seat:
    return replace(player, hand=_hidden(player.hand))


def _hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (HIDDEN,) * len(cards)


def _top(cards: tuple[str, ...]) -> tuple[str, ...]:
    return _hidden(cards[1:]) + cards[-1:]
