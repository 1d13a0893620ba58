"""How a turn ends: a dead roll, a farkle, a stop; with cards each of them may leave a moment to play one."""

from msgspec.structs import replace

from hotdice.game import events as e
from hotdice.game.lasting import points_on_stop
from hotdice.game.playing_cards import card_plays
from hotdice.game.state import Phase, State, Step
from hotdice.game.turns import Adds, after_turn, in_order
from hotdice.game.verifying import recorded_points
from hotdice.rules import after_farkle
from hotdice.rules.deck import Lasts, Window
from hotdice.rules.ruleset import Bump, Overshoot


def dead_roll(log: Adds) -> None:
    """Nothing scores: a farkle at once, unless the mover holds a card for such a moment."""
    if _has_a_card_for(log.state, Step.FARKLE):
        log.add(e.WindowOpened(log.state.mover, Window.ON_FARKLE))
    else:
        farkle(log, log.state.turn_total)


def farkle(log: Adds, lost: int) -> None:
    """The turn ends with nothing."""
    state = log.state
    seat = state.seats[state.mover]
    log.add(e.Farkled(state.mover, lost, after_farkle(state.rules, seat.total, seat.farkles)[0]))
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
    write_down(log, log.state.turn_total)


def write_down(log: Adds, turn_total: int, *, ruling: bool = False) -> None:
    """The points of a turn go onto the score sheet, and others feel it: by welfare, by a bump.

    `ruling` says that they count as told, whatever the sheet says.
    """
    state = log.state
    mover, before = state.mover, state.seats[state.mover].total
    points = turn_total if ruling else recorded_points(state, turn_total)
    log.add(e.Banked(mover, points))
    poorest = None if points else _poorest(state, turn_total)
    if poorest is not None:
        log.add(e.Gifted(poorest, turn_total))
    if points and state.rules.bump is not Bump.NONE:
        for seat in state.active:
            if seat != mover and state.seats[seat].total == before + points:
                log.add(e.Bumped(seat, 0 if state.rules.bump is Bump.TO_ZERO else before))
    after_turn(log)


def _poorest(state: State, turn_total: int) -> int | None:
    """Who gets a turn that went beyond an exact target: the lowest other total, if it stays below."""
    rules, mover = state.rules, state.mover
    if rules.overshoot is not Overshoot.WELFARE or state.phase is Phase.PLAY_OFF:
        return None
    if state.seats[mover].total + turn_total <= rules.target:  # too little to get on the board
        return None
    others = [seat for seat in in_order(state, state.active, mover) if seat != mover]
    lowest = min(others, key=lambda seat: state.seats[seat].total, default=None)
    if lowest is None or state.seats[lowest].total + turn_total >= rules.target:
        return None
    return lowest


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
