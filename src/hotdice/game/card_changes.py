"""What the events of cards do to the state, and what every turn's end does to the cards in play."""

from msgspec.structs import replace

from hotdice.game import events as e
from hotdice.game.cards import Cards, InPlay, on, without
from hotdice.game.dispatch import by_type
from hotdice.game.lasting import allowed_dice
from hotdice.game.state import Seat, State, Step
from hotdice.rules.deck import Act, Card, Deck, Lasts, Window

_COUNTED = {Lasts.OWN_TURNS, Lasts.TARGETS_TURNS}


def _known(state: State) -> tuple[Cards, Deck]:
    """The cards and the deck of a game that has them."""
    if state.cards is None or state.rules.deck is None:
        raise TypeError("a game without cards has no such event")
    return state.cards, state.rules.deck


def turn_is_over(state: State) -> Cards | None:
    """The cards when the mover's turn has ended: lifetimes are shorter, and a new turn owes nothing."""
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None or state.step is Step.BETWEEN:  # already counted
        return cards
    in_play = tuple(_shorter(entry, deck.by_id[entry.card], state.mover) for entry in cards.in_play)
    return replace(cards, in_play=in_play, played=False, must_roll=False, owed=0, again=())


def _shorter(entry: InPlay, card: Card, mover: int) -> InPlay:
    if card.lasts not in _COUNTED:
        return entry
    counts_on = entry.owner if card.lasts is Lasts.OWN_TURNS else entry.target
    return replace(entry, turns=entry.turns - 1) if counts_on == mover else entry


def seat_is_gone(state: State, seat: int) -> State:
    """The state when a seat has left: what it laid down and what lies on it goes (G19).

    That holds for a turn that has begun as well: dice that a card of the seat took from the mover, or gave,
    are back, or gone, from the next roll on.
    """
    cards, _ = _known(state)
    before = allowed_dice(state, state.mover)
    for entry in cards.in_play:
        if seat in (entry.owner, entry.target):
            cards = _ended(cards, entry.owner, entry.card)
    state = replace(state, cards=cards)
    if before == state.turn_dice and seat != state.mover:  # else the table has ruled how many there are
        return _with_other_dice(state, back=True)
    return state


def dice_asked_again(state: State, event: e.RollAsked) -> State:
    """Dice of the table are in the air again; the others stay where they are."""
    cards, _ = _known(state)
    return replace(state, step=Step.WAIT, throw=event.throw, cards=replace(cards, again=event.dice))


def dice_rolled_again(state: State, event: e.DiceRolled) -> State:
    """The dice that were in the air again have fallen among the others."""
    cards, _ = _known(state)
    shown = dict(zip(state.hand, state.faces, strict=True)) | dict(zip(event.dice, event.faces, strict=True))
    faces = tuple(shown[die] for die in state.hand)
    return replace(state, step=Step.KEEP, faces=faces, cards=replace(cards, again=()))


def _ended(cards: Cards, owner: int, card: str) -> Cards:
    """An ONGOING card moves to its owner's discard pile."""
    in_play = tuple(entry for entry in cards.in_play if (entry.owner, entry.card) != (owner, card))
    return replace(cards, in_play=in_play, discards=on(cards.discards, owner, (*cards.discards[owner], card)))


def _card_played(state: State, event: e.CardPlayed) -> State:
    cards, deck = _known(state)
    card = deck.by_id[event.card]
    hands = on(cards.hands, event.seat, without(cards.hands[event.seat], event.card))
    cards = replace(cards, hands=hands, played=True)
    if event.stopped_by:
        cards = _ended(cards, event.target, event.stopped_by)
    if event.stopped_by or not card.ongoing:
        pile = (*cards.discards[event.seat], event.card)
        cards = replace(cards, discards=on(cards.discards, event.seat, pile))
        return replace(state, cards=_bound(cards, card) if not event.stopped_by else cards)
    target = event.target if event.target >= 0 else event.seat
    turns = card.turns if card.lasts in _COUNTED else -1
    cards = replace(cards, in_play=(*cards.in_play, InPlay(event.seat, event.card, target, turns)))
    state = replace(state, cards=_bound(cards, card))
    return _with_other_dice(state) if target == state.mover and _changes_dice(card) else state


def _bound(cards: Cards, card: Card) -> Cards:
    return replace(cards, must_roll=True) if Act.MUST_ROLL in card.acts else cards


def _changes_dice(card: Card) -> bool:
    return Act.FEWER_DICE in card.acts or Act.MORE_DICE in card.acts


def _with_other_dice(state: State, *, back: bool = False) -> State:
    """The dice of this turn change, from the next roll on (M7); dice that come `back` join that roll."""
    cards, _ = _known(state)
    dice = allowed_dice(state, state.mover)
    if state.step is Step.ROLL:
        return replace(state, turn_dice=dice, hand=tuple(range(1, dice + 1)))
    fewer = state.turn_dice - dice
    return replace(
        state, turn_dice=dice, cards=replace(cards, owed=cards.owed + (fewer if back else max(0, fewer)))
    )


def _window_opened(state: State, event: e.WindowOpened) -> State:
    return replace(state, step=Step.FARKLE if event.window == Window.ON_FARKLE else Step.STOP)


def _window_passed(state: State, event: e.WindowPassed) -> State:
    return state


def _dice_turned(state: State, event: e.DiceTurned) -> State:
    shown = dict(zip(state.hand, state.faces, strict=True)) | dict(zip(event.dice, event.faces, strict=True))
    return replace(state, step=Step.KEEP, faces=tuple(shown[die] for die in state.hand))


def _turn_points(state: State, event: e.TurnPointsAdded) -> State:
    return replace(state, turn_total=state.turn_total + event.points)


def _points_moved(state: State, event: e.PointsMoved) -> State:
    seats = list(state.seats)
    for index, points in ((event.source, -event.points), (event.taker, event.points)):
        if index >= 0:
            seats[index] = _plus(seats[index], points)
    return replace(state, seats=tuple(seats))


def _card_ended(state: State, event: e.CardEnded) -> State:
    cards, _ = _known(state)
    return replace(state, cards=_ended(cards, event.owner, event.card))


def _gold_counted(state: State, event: e.GoldCounted) -> State:
    cards, _ = _known(state)
    for entry in cards.in_play:  # whatever still lies there has had its time
        cards = _ended(cards, entry.owner, entry.card)
    seats = tuple(_plus(seat, gold) for seat, gold in zip(state.seats, event.gold, strict=True))
    return replace(state, seats=seats, cards=cards)


def _plus(seat: Seat, points: int) -> Seat:
    return replace(seat, total=seat.total + points)


CHANGES = by_type(globals(), e.Event)
