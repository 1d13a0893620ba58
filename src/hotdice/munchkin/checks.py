"""The questions that many commands share: is it this seat's turn, does it hold that card, what is awaited."""

from typing import TypeVar

from hotdice.game.refusals import Refusal
from hotdice.munchkin import tasks as t
from hotdice.munchkin.cards import Card
from hotdice.munchkin.state import Phase, State
from hotdice.rules.said import Said, Value

TaskT = TypeVar("TaskT", bound=t.SeatTask)

FREE = (Phase.BEFORE_DOOR, Phase.AFTER_DOOR, Phase.END)
"""The phases in which the mover may put cards into play, sell, curse and drop."""

_AWAITED = {
    t.AnswerRoll: Said("the answers to a roll"),
    t.PickFace: Said("the result that the picture gives"),
    t.TakeCard: Said("the choice between deck and discard"),
    t.PickSeat: Said("the choice of another player"),
    t.Exchange: Said("an exchange, or a refusal of it"),
    t.AnswerFight: Said("the others, who may still interfere"),
    t.AnswerHelp: Said("an answer to a call for help"),
    t.LoseCard: Said("the choice of a card to lose"),
    t.RobBody: Said("a card to be taken from the dead"),
}


def about(card: Card) -> dict[str, Value]:
    """What a refusal tells of a card: its id for programs, its name for people."""
    return {"card": card.id, "name": card.name}


def seat_exists(state: State, seat: int) -> Refusal | None:
    """Whether there is such a seat."""
    if 0 <= seat < len(state.seats):
        return None
    return Refusal("no_such_seat", "There is no seat {seat:seat}.", {"seat": seat})


def asked(state: State, seat: int) -> Refusal | None:
    """Whether the table waits for this seat at all."""
    refusal = seat_exists(state, seat)
    if refusal is not None:
        return refusal
    if state.waits_for_chance:
        return Refusal("waiting_for_chance", "A die or a card is on its way; wait for it.")
    if seat not in state.asked:
        return Refusal("not_your_turn", "The table waits for seat {asked:seats}.", {"asked": state.asked})
    return None


def settled(state: State) -> Refusal | None:
    """Whether nothing has to be settled first."""
    task = state.task
    if task is None:
        return None
    what = _AWAITED.get(type(task), Said("a die or a card"))
    return Refusal("settle_first", "The table waits for {what}.", {"what": what})


def awaits(state: State, seat: int, *kinds: type[t.Task]) -> Refusal | None:
    """Whether the table waits for this seat, and for this kind of thing."""
    refusal = asked(state, seat)
    if refusal is None and not isinstance(state.task, kinds):
        refusal = settled(state) or Refusal("not_asked", "Nobody asked for that now.")
    return refusal


def awaited(state: State, seat: int, kind: type[TaskT], other: int) -> TaskT | Refusal:
    """The thing that the table waits for this seat to do with another one, which is there."""
    refusal = awaits(state, seat, kind) or seat_exists(state, other)
    if refusal is not None:
        return refusal
    assert isinstance(state.task, kind)
    return state.task


def mover(state: State, seat: int) -> Refusal | None:
    """Whether this seat is to move and nothing has to be settled first."""
    return asked(state, seat) or settled(state)


def free(state: State, seat: int) -> Refusal | None:
    """Whether this seat may do what is free in its own turn outside a fight."""
    refusal = mover(state, seat)
    if refusal is None and state.phase not in FREE:
        refusal = Refusal("in_a_fight", "Not in a fight.")
    return refusal


def holds(state: State, seat: int, card: str) -> Refusal | None:
    """Whether a card is known and in the hand of a seat."""
    if card not in state.sheet.by_id:
        return Refusal("no_such_card", "There is no card {id}.", {"id": repr(card[:40])})
    if card not in state.seats[seat].hand:
        return Refusal("not_in_hand", "You do not hold {name}.", about(state.sheet.by_id[card]))
    return None


def has_in_play(state: State, seat: int, card: str) -> Refusal | None:
    """Whether a card is known and in play before a seat."""
    if card not in state.sheet.by_id:
        return Refusal("no_such_card", "There is no card {id}.", {"id": repr(card[:40])})
    if card not in state.seats[seat].play:
        data = about(state.sheet.by_id[card]) | {"seat": seat}
        return Refusal("not_in_play", "Seat {seat:seat} does not have {name} in play.", data)
    return None
