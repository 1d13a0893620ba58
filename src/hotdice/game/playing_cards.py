"""When a card may be played: the one place of legality for cards, and the list of all plays of a moment."""

from collections.abc import Iterator
from itertools import combinations

from hotdice.game import commands as c
from hotdice.game.lasting import lock_on, stopping_total
from hotdice.game.refusals import Refusal
from hotdice.game.state import Phase, State, Step
from hotdice.rules.combinations import pack
from hotdice.rules.deck import ANY_TIME, Card, Deck, Door, Target, Window
from hotdice.rules.said import Said, Value

_WINDOWS = {
    Step.ROLL: Window.TURN_START,
    Step.KEEP: Window.AFTER_ROLL,
    Step.DECIDE: Window.AFTER_KEEP,
    Step.FARKLE: Window.ON_FARKLE,
    Step.STOP: Window.ON_STOP,
}
_MOMENTS = {
    Window.TURN_START: Said("at the start of your turn"),
    Window.AFTER_ROLL: Said("after a roll"),
    Window.AFTER_KEEP: Said("after setting dice aside"),
    Window.ON_FARKLE: Said("on a Farkle"),
    Window.ON_STOP: Said("when you stop"),
}


def moments(card: Card) -> str:
    """When a card may be played, in words.

    >>> from hotdice.rules import load
    >>> deck = load("munchkin-farkle").deck
    >>> moments(deck.by_id["pantry"]), moments(deck.by_id["sat-on-one"])
    ('on a Farkle', 'at any time during your turn')
    """
    return " or ".join(str(_MOMENTS[window]) for window in card.when) or "at any time during your turn"


def _about(card: Card) -> dict[str, Value]:
    return {"card": card.id, "name": card.name}


def refuse_card(state: State, command: c.PlayCard) -> Refusal | None:
    """Why the mover may not play this card now, or None. That it is the mover is checked by `verify`."""
    deck = state.rules.deck
    if deck is None or state.cards is None:
        return Refusal("no_cards", "This sheet is played without cards.")
    if state.phase is Phase.ROLL_OFF:
        return Refusal("roll_off", "First roll off who begins.")
    card = deck.by_id.get(command.card)
    if card is None:
        return Refusal("unknown_card", "There is no card {id} in this deck.", {"id": repr(command.card[:40])})
    if card.id not in state.cards.hands[command.seat]:
        return Refusal("card_not_held", "You do not hold {name}.", _about(card))
    if state.phase is Phase.PLAY_OFF:
        return Refusal("cards_counted", "The cards are counted: the play-off is for dice alone.")
    return (
        _allowance(state)
        or _moment(state, deck, card)
        or _needs(state, card)
        or _target(state, card, command.target)
        or _dice(state, card, command.dice)
    )


def _allowance(state: State) -> Refusal | None:
    if state.cards is not None and state.cards.played:
        return Refusal("one_card_a_turn", "You have played your card for this turn.")
    lock = lock_on(state, state.mover)
    if lock is not None:
        return Refusal("hand_locked", "While {name} lies there, you play no other card.", _about(lock))
    return None


def _moment(state: State, deck: Deck, card: Card) -> Refusal | None:
    window = _WINDOWS.get(state.step)
    if window is None or card.id not in deck.in_window[window]:
        windows = card.windows(unlabelled_on_farkle=deck.unlabelled_on_farkle)
        if not card.when and set(ANY_TIME) <= set(windows):
            return Refusal("not_now", "{name} is played at any time during your turn.", _about(card))
        when = _MOMENTS[windows[0]]
        for other in windows[1:]:
            when = Said("{first} or {second}", {"first": when, "second": _MOMENTS[other]})
        return Refusal("not_now", "{name} is played {when}.", _about(card) | {"when": when})
    return None


def _needs(state: State, card: Card) -> Refusal | None:
    needs = card.needs
    dice = len(state.hand) if state.faces else len(state.dice_to_roll)
    if needs.most_dice and dice > needs.most_dice:
        return Refusal(
            "card_needs",
            "{name} needs a roll of {dice} dice or fewer.",
            _about(card) | {"dice": needs.most_dice},
        )
    if dice < needs.least_dice:
        return Refusal(
            "card_needs",
            "{name} needs a roll of {dice} dice or more.",
            _about(card) | {"dice": needs.least_dice},
        )
    if needs.least_turn:
        total = state.turn_total
        total = stopping_total(state, total) if state.step is Step.STOP else total
        if total < needs.least_turn:
            return Refusal(
                "card_needs",
                "{name} needs {points} points in this turn.",
                _about(card) | {"points": needs.least_turn},
            )
    opened = state.seats[state.mover].opened
    if needs.door is Door.DOWN and not opened:
        return Refusal("card_needs", "{name} needs a door that you have kicked down.", _about(card))
    if needs.door is Door.SHUT and opened:
        return Refusal("card_needs", "{name} is for those whose door is still shut.", _about(card))
    return None


def targets(state: State, card: Card) -> tuple[int, ...]:
    """The seats that the mover may aim this card at; (-1,) where it is aimed at nobody else.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3)
    >>> targets(state, state.rules.deck.by_id["jam"]), targets(state, state.rules.deck.by_id["unpaid-tab"])
    ((1, 2), ())
    """
    if card.target is Target.SELF:
        return (-1,)
    foes = [seat for seat in state.active if seat != state.mover]
    totals = {seat: state.seats[seat].total for seat in foes}
    match card.target:
        case Target.AHEAD:
            foes = [seat for seat in foes if totals[seat] > state.seats[state.mover].total]
        case Target.LEADER:
            foes = [seat for seat in foes if totals[seat] == max(totals.values())]
    return tuple(foes)


def _target(state: State, card: Card, target: int) -> Refusal | None:
    allowed = targets(state, card)
    if target in allowed:
        return None
    data = _about(card) | {"target": target}
    if card.target is Target.SELF:
        return Refusal("wrong_target", "{name} is not aimed at anybody.", data)
    if not 0 <= target < len(state.seats):
        return Refusal("no_such_target", "{name} needs a player that it is aimed at.", data)
    if state.seats[target].gone:
        return Refusal("seat_gone", "Seat {seat:seat} has left the game.", data | {"seat": target})
    if target == state.mover:
        return Refusal("wrong_target", "{name} is aimed at somebody else.", data)
    if card.target is Target.AHEAD:
        return Refusal("wrong_target", "{name} is aimed at a player who is ahead of you.", data)
    return Refusal("wrong_target", "{name} is aimed at a player who leads the others.", data)


def _dice(state: State, card: Card, dice: tuple[int, ...]) -> Refusal | None:
    low, high = card.dice_to_choose
    if low <= len(dice) <= high and len(set(dice)) == len(dice) and all(die in state.hand for die in dice):
        return None
    data = _about(card) | {"dice": dice, "low": low, "high": high}
    if not high:
        return Refusal("wrong_dice", "{name} asks for no dice.", data)
    if low == high == 1:
        return Refusal("wrong_dice", "{name} asks for one die of the roll.", data)
    return Refusal("wrong_dice", "{name} asks for {low} to {high} dice of the roll.", data)


def refuse_pass(state: State) -> Refusal | None:
    """Why there is nothing to let go by, or None."""
    if state.step in (Step.FARKLE, Step.STOP):
        return None
    return Refusal("no_window", "Nothing waits for a card.")


def holds_card_for(state: State, window: Window) -> bool:
    """Whether the mover may still play a card this turn and holds one for this window.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> holds_card_for(new_game(load("munchkin-farkle"), 3), Window.ON_STOP)
    True
    """
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None or state.phase not in (Phase.NORMAL, Phase.LAST):
        return False
    fitting = deck.in_window[window]
    return _allowance(state) is None and any(card in fitting for card in cards.hands[state.mover])


def card_plays(state: State) -> tuple[c.PlayCard, ...]:
    """Every card that the mover may play now, on every target and with every choice of dice.

    Of equal dice the lowest numbers stand for all, unless dice are weighted.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> [play.card for play in card_plays(new_game(load("munchkin-farkle"), 3))]
    ['sat-on-one', 'sat-on-one', 'jam', 'jam', 'breakfasts', 'umbrella']
    """
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None or cards.played or state.phase not in (Phase.NORMAL, Phase.LAST):
        return ()
    window = _WINDOWS.get(state.step)
    if window is None:
        return ()
    fitting = deck.in_window[window]
    held = [card for card in cards.hands[state.mover] if card in fitting]
    if not held or _allowance(state) is not None:
        return ()
    found: list[c.PlayCard] = []
    for name in held:
        card = deck.by_id[name]
        if _needs(state, card) is None:
            choices = tuple(_dice_choices(state, card))
            found += [
                c.PlayCard(state.mover, name, target, dice)
                for target in targets(state, card)
                for dice in choices
            ]
    return tuple(found)


def _dice_choices(state: State, card: Card) -> Iterator[tuple[int, ...]]:
    low, high = card.dice_to_choose
    if not high:
        yield ()
        return
    shown = list(zip(state.hand, state.faces, strict=True))
    seen: set[int] = set()
    for count in range(low, min(high, len(shown)) + 1):
        for chosen in combinations(shown, count):
            packed = pack(face for _, face in chosen)
            if state.weights or packed not in seen:
                seen.add(packed)
                yield tuple(die for die, _ in chosen)
