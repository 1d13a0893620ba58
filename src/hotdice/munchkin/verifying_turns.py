"""Legality of the turn around the die phase: door, loot, cards into play, sales, curses, Charity, losses."""

from collections import Counter

from hotdice.game.dispatch import by_type
from hotdice.game.refusals import Refusal
from hotdice.munchkin import checks
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.munchkin.cards import IDENTITIES, Card, Kind
from hotdice.munchkin.harm import losable
from hotdice.munchkin.state import Phase, State
from hotdice.munchkin.strength import cards_of, hand_limit, in_play, room_for
from hotdice.rules.said import Said

SELLABLE = (Kind.ITEM, Kind.BOOST, Kind.LOADED, Kind.RELOADED)


def recipients(state: State) -> tuple[int, ...]:
    """Who may be given a card in Charity: the lowest, those first who got least; empty if that is you.

    >>> from hotdice.munchkin import load, new_game
    >>> recipients(new_game(load(), 3))
    ()
    """
    living = [seat for seat, player in enumerate(state.seats) if not player.dead]
    lowest = min(state.seats[seat].level for seat in living)
    poor = [seat for seat in living if state.seats[seat].level == lowest]
    if state.mover in poor:
        return ()
    least = min(state.given[seat] for seat in poor)
    return tuple(seat for seat in poor if state.given[seat] == least)


def too_many(state: State) -> int:
    """How many cards the mover holds above the limit.

    >>> from hotdice.munchkin import load, new_game
    >>> too_many(new_game(load(), 3))
    0
    """
    seat = state.seats[state.mover]
    return max(0, len(seat.hand) - hand_limit(state.sheet, seat))


def _in_phase(state: State, seat: int, phase: Phase) -> Refusal | None:
    refusal = checks.mover(state, seat)
    if refusal is None and state.phase is not phase:
        why = {
            Phase.BEFORE_DOOR: Said("The door is open already."),
            Phase.AFTER_DOOR: Said("Only after a door behind which no monster was."),
            Phase.END: Said("First the door, then a fight or a search of the room."),
        }[phase]
        refusal = Refusal("wrong_phase", why.says, {"phase": str(state.phase)})
    return refusal


def _kick(state: State, command: c.KickDoor) -> Refusal | None:
    return _in_phase(state, command.seat, Phase.BEFORE_DOOR)


def _trouble(state: State, command: c.Trouble) -> Refusal | None:
    refusal = _in_phase(state, command.seat, Phase.AFTER_DOOR)
    refusal = refusal or checks.holds(state, command.seat, command.card)
    if refusal is None and state.sheet.by_id[command.card].kind is not Kind.MONSTER:
        refusal = Refusal("not_a_monster", "Trouble needs a monster of your hand.")
    return refusal


def _loot(state: State, command: c.LootRoom) -> Refusal | None:
    return _in_phase(state, command.seat, Phase.AFTER_DOOR)


def _end_turn(state: State, command: c.EndTurn) -> Refusal | None:
    refusal = _in_phase(state, command.seat, Phase.END)
    if refusal is None and too_many(state):
        limit = hand_limit(state.sheet, state.seats[command.seat])
        refusal = Refusal(
            "too_many_cards",
            "You may hold {limit} cards; play or give away {count}.",
            {"limit": limit, "count": too_many(state)},
        )
    return refusal


def _play_card(state: State, command: c.PlayCard) -> Refusal | None:
    refusal = checks.free(state, command.seat) or checks.holds(state, command.seat, command.card)
    if refusal is not None:
        return refusal
    card = state.sheet.by_id[command.card]
    if card.kind is Kind.ITEM:
        return None
    if card.kind is Kind.LEVEL:
        if state.seats[command.seat].level >= state.sheet.winning_level - 1:
            return Refusal("winning_level", "The last level is won by killing a monster.")
        return None
    if card.kind in IDENTITIES:
        return _identity(state, command.seat, card)
    if card.kind is Kind.EXTRA:
        return _extra(state, command.seat, card)
    return Refusal(
        "not_playable", "{name} is not put into play this way.", checks.about(card) | {"kind": str(card.kind)}
    )


def _identity(state: State, index: int, card: Card) -> Refusal | None:
    seat = state.seats[index]
    if card.id in seat.play:
        return Refusal("duplicate", "You have {name} in play already.", checks.about(card))
    if len(in_play(state.sheet, seat, card.kind)) >= room_for(state.sheet, seat, card.kind):
        return Refusal(
            "no_room",
            "You have no room for another {kind:kind}; drop one first.",
            {"kind": str(card.kind)},
        )
    return None


def _extra(state: State, index: int, card: Card) -> Refusal | None:
    seat = state.seats[index]
    kind = card.extra
    if kind is None or not in_play(state.sheet, seat, kind):
        return Refusal(
            "alone", "{name} cannot lie without a {kind:kind}.", checks.about(card) | {"kind": str(kind)}
        )
    if any(other.extra is kind for other in cards_of(state.sheet, seat.play)):
        return Refusal("duplicate", "A second card of that kind gives nothing more.")
    return None


def _curse(state: State, command: c.Curse) -> Refusal | None:
    refusal = checks.asked(state, command.seat) or checks.seat_exists(state, command.target)
    if refusal is not None:
        return refusal
    if isinstance(state.task, t.AnswerFight):
        if state.fight is not None and command.target not in state.fight.heroes:
            return Refusal("not_in_the_fight", "In a fight, curse somebody who is in it.")
    else:
        refusal = checks.free(state, command.seat)
    refusal = refusal or checks.holds(state, command.seat, command.card)
    if refusal is not None:
        return refusal
    if state.sheet.by_id[command.card].kind is not Kind.CURSE:
        return Refusal("not_a_curse", "That is not a Curse.")
    if command.target == command.seat:
        return Refusal("yourself", "Curse somebody else.")
    if state.seats[command.target].dead:
        return Refusal("dead", "Seat {seat:seat} is dead.", {"seat": command.target})
    return None


def _sell(state: State, command: c.Sell) -> Refusal | None:
    refusal = checks.free(state, command.seat)
    if refusal is not None:
        return refusal
    sheet, seat = state.sheet, state.seats[command.seat]
    owned = Counter(seat.hand) + Counter(seat.play)
    for card, count in Counter(command.cards).items():
        if card not in sheet.by_id:
            return Refusal("no_such_card", "There is no card {id}.", {"id": repr(card[:40])})
        if owned[card] < count:
            return Refusal("not_in_hand", "You do not have {name}.", checks.about(sheet.by_id[card]))
        if sheet.by_id[card].kind not in SELLABLE:
            return Refusal("not_an_item", "{name} cannot be sold.", checks.about(sheet.by_id[card]))
    gold = sum(card.value for card in cards_of(sheet, command.cards))
    if gold < sheet.gold_per_level:
        return Refusal(
            "not_enough_gold",
            "That is {gold} gold; a level costs {price}.",
            {"gold": gold, "price": sheet.gold_per_level},
        )
    if seat.level >= sheet.winning_level - 1:
        return Refusal("winning_level", "The last level is won by killing a monster.")
    return None


def _drop(state: State, command: c.Drop) -> Refusal | None:
    refusal = checks.free(state, command.seat) or checks.has_in_play(state, command.seat, command.card)
    if refusal is None:
        kind = state.sheet.by_id[command.card].kind
        if kind not in IDENTITIES and kind is not Kind.EXTRA:
            refusal = Refusal("not_an_identity", "Items are sold, not dropped.")
    return refusal


def _lose(state: State, command: c.Lose) -> Refusal | None:
    refusal = checks.awaits(state, command.seat, t.LoseCard)
    task = state.task
    if refusal is not None or not isinstance(task, t.LoseCard):
        return refusal
    if command.card not in losable(state, command.seat, task.what):
        return Refusal("not_losable", "Choose one of your own: {kind:kind}.", {"kind": str(task.what)})
    return None


def _rob(state: State, command: c.Rob) -> Refusal | None:
    refusal = checks.awaits(state, command.seat, t.RobBody)
    if refusal is None and command.card not in state.body:
        refusal = Refusal("not_there", "Choose one of the cards that lie open.")
    return refusal


def _charity(state: State, seat: int, card: str) -> Refusal | None:
    refusal = _in_phase(state, seat, Phase.END)
    if refusal is None and not too_many(state):
        refusal = Refusal("no_charity", "You hold no card too many.")
    return refusal or checks.holds(state, seat, card)


def _give(state: State, command: c.Give) -> Refusal | None:
    refusal = _charity(state, command.seat, command.card) or checks.seat_exists(state, command.to)
    if refusal is None and command.to not in recipients(state):
        found = recipients(state)
        refusal = (
            Refusal("not_lowest", "This card goes to seat {seats:seats}.", {"seats": found})
            if found
            else Refusal("not_lowest", "You are lowest: discard it.", {"seats": found})
        )
    return refusal


def _shed(state: State, command: c.Shed) -> Refusal | None:
    refusal = _charity(state, command.seat, command.card)
    if refusal is None and recipients(state):
        refusal = Refusal("not_lowest", "Somebody is lower than you: give it to them.")
    return refusal


TURN_CHECKS = by_type(globals(), c.Command)
