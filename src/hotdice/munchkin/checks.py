"""The questions that many commands share: is it this seat's turn, does it hold that card, what is awaited."""

from hotdice.game.refusals import Refusal
from hotdice.munchkin import tasks as t
from hotdice.munchkin.state import Phase, State

FREE = (Phase.BEFORE_DOOR, Phase.AFTER_DOOR, Phase.END)
"""The phases in which the mover may put cards into play, sell, curse and drop."""

_AWAITED = {
    t.AnswerRoll: "the answers to a roll",
    t.PickFace: "the result that the picture gives",
    t.TakeCard: "the choice between deck and discard",
    t.PickSeat: "the choice of another player",
    t.Exchange: "an exchange, or a refusal of it",
    t.AnswerFight: "the others, who may still interfere",
    t.AnswerHelp: "an answer to a call for help",
    t.LoseCard: "the choice of a card to lose",
    t.RobBody: "a card to be taken from the dead",
}


def seat_exists(state: State, seat: int) -> Refusal | None:
    """Whether there is such a seat."""
    if 0 <= seat < len(state.seats):
        return None
    return Refusal("no_such_seat", f"There is no seat {seat + 1}.", {"seat": seat})


def asked(state: State, seat: int) -> Refusal | None:
    """Whether the table waits for this seat at all."""
    refusal = seat_exists(state, seat)
    if refusal is not None:
        return refusal
    if state.waits_for_chance:
        return Refusal("waiting_for_chance", "A die or a card is on its way; wait for it.")
    if seat not in state.asked:
        names = " or ".join(str(other + 1) for other in state.asked)
        return Refusal("not_your_turn", f"The table waits for seat {names}.", {"asked": state.asked})
    return None


def settled(state: State) -> Refusal | None:
    """Whether nothing has to be settled first."""
    task = state.task
    if task is None:
        return None
    what = _AWAITED.get(type(task), "a die or a card")
    return Refusal("settle_first", f"The table waits for {what}.")


def awaits(state: State, seat: int, *kinds: type[t.Task]) -> Refusal | None:
    """Whether the table waits for this seat, and for this kind of thing."""
    refusal = asked(state, seat)
    if refusal is None and not isinstance(state.task, kinds):
        refusal = settled(state) or Refusal("not_asked", "Nobody asked for that now.")
    return refusal


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
        return Refusal("no_such_card", f"There is no card {card[:40]!r}.")
    if card not in state.seats[seat].hand:
        name = state.sheet.by_id[card].name
        return Refusal("not_in_hand", f"You do not hold {name}.", {"card": card})
    return None


def has_in_play(state: State, seat: int, card: str) -> Refusal | None:
    """Whether a card is known and in play before a seat."""
    if card not in state.sheet.by_id:
        return Refusal("no_such_card", f"There is no card {card[:40]!r}.")
    if card not in state.seats[seat].play:
        name = state.sheet.by_id[card].name
        return Refusal("not_in_play", f"Seat {seat + 1} does not have {name} in play.", {"card": card})
    return None
