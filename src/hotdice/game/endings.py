"""How a turn ends: a dead roll, a farkle, a stop; with cards each of them may leave a moment to play one."""

from msgspec.structs import replace

from hotdice.game import events as e
from hotdice.game.lasting import points_on_stop
from hotdice.game.playing_cards import card_plays
from hotdice.game.state import State, Step
from hotdice.game.turns import Adds, after_turn
from hotdice.game.verifying import recorded_points
from hotdice.rules.deck import Lasts, Window


def dead_roll(log: Adds) -> None:
    """Nothing scores: a farkle at once, unless the mover holds a card for such a moment."""
    if _has_a_card_for(log.state, Step.FARKLE):
        log.add(e.WindowOpened(log.state.mover, Window.ON_FARKLE))
    else:
        farkle(log, log.state.turn_total)


def farkle(log: Adds, lost: int) -> None:
    """The turn ends with nothing."""
    state = log.state
    seat, penalty = state.seats[state.mover], state.rules.penalty
    points = penalty.points if seat.farkles + 1 >= penalty.count else 0
    if points and penalty.floor is not None:
        points = max(0, min(points, seat.total - penalty.floor))
    log.add(e.Farkled(state.mover, lost, points))
    after_turn(log, farkled=True)


def stop(log: Adds) -> None:
    """The mover stops: the turn is recorded at once, unless the mover holds a card for such a moment."""
    if _has_a_card_for(log.state, Step.STOP):
        log.add(e.WindowOpened(log.state.mover, Window.ON_STOP))
    else:
        record(log)


def record(log: Adds) -> None:
    """The turn goes onto the score sheet, with what cards in play add to it."""
    add_bonuses(log)
    state = log.state
    log.add(e.Banked(state.mover, recorded_points(state, state.turn_total)))
    after_turn(log)


def add_bonuses(log: Adds) -> None:
    """What cards in play add to a turn that stops."""
    state = log.state
    if state.cards is None or state.rules.deck is None or not state.cards.in_play:
        return
    for entry, points in points_on_stop(state, state.turn_total):
        log.add(e.TurnPointsAdded(state.mover, entry.card, points))
        if state.rules.deck.by_id[entry.card].lasts is Lasts.UNTIL_TRIGGERED:
            log.add(e.CardEnded(entry.owner, entry.card))


def _has_a_card_for(state: State, step: Step) -> bool:
    if state.cards is None or state.cards.played:
        return False
    return bool(card_plays(replace(state, step=step)))
