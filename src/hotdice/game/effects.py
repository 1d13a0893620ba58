"""What a card does when it is played: one function for each effect that works at once.

Effects that work while a card lies in play are in `hotdice.game.lasting`. A new card from known effects
needs no code; a new effect is one word of `Act`, one line of the vocabulary and one function.
"""

from collections.abc import Callable

from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.game.endings import farkle, record, write_down
from hotdice.game.lasting import shield_of
from hotdice.game.state import Step
from hotdice.game.turns import Adds
from hotdice.rules import FACES
from hotdice.rules.deck import Act, Effect


def flip_die(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """The chosen die lies upside down: opposite faces add up to seven."""
    shown = dict(zip(log.state.hand, log.state.faces, strict=True))
    faces = tuple(FACES + 1 - shown[die] for die in command.dice)
    log.add(e.DiceTurned(command.seat, command.dice, faces))


def set_die(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """The chosen die shows the face that the card names."""
    log.add(e.DiceTurned(command.seat, command.dice, (effect.face,) * len(command.dice)))


def reroll(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """The chosen dice of the roll are thrown again; the others stay."""
    _throw_again(log, tuple(sorted(command.dice)))


def second_throw(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """All dice of the roll are thrown again."""
    _throw_again(log, log.state.hand)


def _throw_again(log: Adds, dice: tuple[int, ...]) -> None:
    state = log.state
    log.add(e.RollAsked(state.mover, state.turn, state.roll, state.throw + 1, dice))


def keep_on_farkle(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """The turn ends and is recorded, less the points that the card costs; it is no farkle."""
    state = log.state
    points = max(0, state.turn_total - effect.points)
    write_down(log, points)


def turn_points(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """The turn has more points; they count towards the opening (M19)."""
    log.add(e.TurnPointsAdded(command.seat, command.card, effect.points))


def total_points(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """The player has more recorded points; they open no door (M19)."""
    log.add(e.PointsMoved(command.card, -1, command.seat, effect.points))


def take_points(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """Recorded points go from the target to the player, as far as the target has any (M22)."""
    log.add(e.PointsMoved(command.card, command.target, command.seat, _at_most(log, effect, command.target)))


def lose_points(log: Adds, effect: Effect, command: c.PlayCard) -> None:
    """The target loses recorded points, as far as it has any (M22)."""
    log.add(e.PointsMoved(command.card, command.target, -1, _at_most(log, effect, command.target)))


def _at_most(log: Adds, effect: Effect, target: int) -> int:
    return max(0, min(effect.points, log.state.seats[target].total))


IMMEDIATE: dict[Act, Callable[[Adds, Effect, c.PlayCard], None]] = {
    Act.TURN_POINTS: turn_points,
    Act.TOTAL_POINTS: total_points,
    Act.TAKE_POINTS: take_points,
    Act.LOSE_POINTS: lose_points,
    Act.FLIP_DIE: flip_die,
    Act.SET_DIE: set_die,
    Act.REROLL: reroll,
    Act.SECOND_THROW: second_throw,
    Act.KEEP_ON_FARKLE: keep_on_farkle,
}
"""In the order in which they happen: what deals with the dice comes last, for it may end the turn."""


def play_card(log: Adds, command: c.PlayCard) -> None:
    """A card is played: its effects happen, unless a shield of the target stops it, and the turn goes on."""
    before = log.state
    deck = before.rules.deck
    if deck is None:
        raise TypeError("a game without a deck has no cards to play")
    card = deck.by_id[command.card]
    shield = shield_of(before, command.target) if command.target >= 0 else None
    stopped_by = shield.id if shield is not None else ""
    log.add(e.CardPlayed(command.seat, card.id, command.target, command.dice, stopped_by))
    if not stopped_by:
        for act, effect in IMMEDIATE.items():
            if act in card.acts:
                effect(log, card.acts[act], command)
    state = log.state
    if state.over or state.turn != before.turn:
        return
    if state.step is Step.STOP:
        record(log)
    elif state.step in (Step.KEEP, Step.FARKLE) and state.rules.table.options(state.faces).farkle:
        farkle(log, state.turn_total)


def pass_window(log: Adds, command: c.PassWindow | c.TimeOut) -> None:
    """The moment goes by: the farkle stands, or the stop is recorded."""
    step = log.state.step
    log.add(e.WindowPassed(command.seat))
    if step is Step.FARKLE:
        farkle(log, log.state.turn_total)
    else:
        record(log)
