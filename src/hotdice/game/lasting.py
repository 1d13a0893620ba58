"""What cards do while they lie in play: one function for each lasting effect, and the sums over them."""

from collections.abc import Callable, Iterator

from hotdice.game.cards import InPlay
from hotdice.game.state import State
from hotdice.rules import MAX_DICE
from hotdice.rules.deck import Act, Card, Effect


def fewer_dice(effect: Effect, dice: int) -> int:
    """The dice of a turn after `fewer_dice`; several add up, and only the sum is clamped."""
    return dice - effect.dice


def more_dice(effect: Effect, dice: int) -> int:
    """The dice of a turn after `more_dice`, which never lifts them above the card's own limit."""
    return max(dice, min(dice + effect.dice, effect.most))


def bonus_on_stop(effect: Effect, turn_total: int) -> int:
    """What `bonus_on_stop` adds to a turn that stops."""
    return effect.points


def double(effect: Effect, turn_total: int) -> int:
    """What `double` adds to a turn that stops: the turn again, up to the card's limit."""
    return min(turn_total, effect.most)


_DICE: dict[Act, Callable[[Effect, int], int]] = {Act.MORE_DICE: more_dice, Act.FEWER_DICE: fewer_dice}
"""In the order in which they are counted: the limit of more dice knows nothing of missing ones."""
_ON_STOP: dict[Act, Callable[[Effect, int], int]] = {Act.BONUS_ON_STOP: bonus_on_stop, Act.DOUBLE: double}


def working_on(state: State, seat: int) -> Iterator[tuple[InPlay, Card]]:
    """The cards in play that work on a seat."""
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None:
        return
    for entry in cards.in_play:
        if entry.target == seat:
            yield entry, deck.by_id[entry.card]


def allowed_dice(state: State, seat: int) -> int:
    """How many dice a seat may roll in a turn that begins now: never fewer than one (M6).

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> allowed_dice(new_game(load("munchkin-farkle"), 3), 0)
    6
    """
    dice = state.rules.dice
    if state.cards is None or not state.cards.in_play:
        return dice
    most = len(state.weights) or MAX_DICE  # a die that nobody weighed has no place in the cup
    for act, change in _DICE.items():
        for _, card in working_on(state, seat):
            if act in card.acts:
                dice = change(card.acts[act], dice)
    return max(1, min(dice, most))


def points_on_stop(state: State, turn_total: int) -> list[tuple[InPlay, int]]:
    """What each card in play adds to the mover's turn if it stops now with this total."""
    found: list[tuple[InPlay, int]] = []
    for entry, card in working_on(state, state.mover):
        points = sum(work(card.acts[act], turn_total) for act, work in _ON_STOP.items() if act in card.acts)
        if points:
            found.append((entry, points))
    return found


def stopping_total(state: State, turn_total: int) -> int:
    """The points of the mover's turn if it stops now, cards in play included.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> stopping_total(new_game(load("munchkin-farkle"), 3), 450)
    450
    """
    if state.cards is None or not state.cards.in_play:
        return turn_total
    return turn_total + sum(points for _, points in points_on_stop(state, turn_total))


def lock_on(state: State, seat: int) -> Card | None:
    """The card in play that forbids a seat to play cards, if there is one."""
    return next((card for _, card in working_on(state, seat) if Act.LOCK_HAND in card.acts), None)


def shield_of(state: State, seat: int) -> Card | None:
    """The card in play that stops the next card aimed at a seat, if there is one."""
    return next((card for _, card in working_on(state, seat) if Act.CANCEL_NEXT in card.acts), None)
