"""The referee: `decide` says what a command leads to, `play` carries it out. Pure; dice come as commands."""

from collections.abc import Callable
from typing import Any

from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.game import rulings
from hotdice.game.effects import pass_window, play_card
from hotdice.game.endings import add_bonuses, dead_roll, farkle, stop
from hotdice.game.evolving import evolve
from hotdice.game.refusals import Refusal
from hotdice.game.state import Phase, State, Step
from hotdice.game.turns import after_roll_off, after_turn
from hotdice.game.verifying import can, recorded_points, verify
from hotdice.rules.combinations import pack


class Log:
    """The state and the events that one command adds to it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        """One more thing has happened."""
        self.events.append(event)
        self.state = evolve(self.state, event)


def play(state: State, command: c.Command) -> tuple[State, tuple[e.Event, ...]] | Refusal:
    """The state after a command with the events that led there, or the reason why it is refused.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state, events = play(new_game(load("classic"), 2), c.Roll(0))
    >>> state.step, len(events)
    (<Step.WAIT: 'wait'>, 1)
    """
    refusal = verify(state, command)
    if refusal is not None:
        return refusal
    log = Log(state)
    _ACTIONS[type(command)](log, command)
    return log.state, tuple(log.events)


def decide(state: State, command: c.Command) -> tuple[e.Event, ...] | Refusal:
    """The events that a command leads to, or the reason why it is refused.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> decide(new_game(load("classic"), 2), c.Roll(1)).sentence
    'It is the turn of seat 1.'
    """
    result = play(state, command)
    return result if isinstance(result, Refusal) else result[1]


def _roll(log: Log, command: c.Roll) -> None:
    state = log.state
    log.add(e.RollAsked(state.mover, state.turn, state.roll + 1, 1, state.dice_to_roll))


def _throw(log: Log, command: c.Throw) -> None:
    state = log.state
    log.add(e.DiceRolled(state.mover, state.in_the_air, command.faces))
    if state.phase is Phase.ROLL_OFF:
        after_roll_off(log)
    elif state.rules.table.options(log.state.faces).farkle:
        dead_roll(log)


def _keep(log: Log, command: c.Keep) -> None:
    state = log.state
    shown = dict(zip(state.hand, state.faces, strict=True))
    dice = tuple(sorted(command.dice))
    faces = tuple(shown[die] for die in dice)
    option = state.rules.table.options(state.faces).by_packed[pack(faces)]
    log.add(e.DiceKept(state.mover, dice, faces, option.points))
    if command.then == "roll":
        _roll(log, c.Roll(command.seat))
    elif command.then == "bank":
        _bank(log, c.Bank(command.seat))


def _bank(log: Log, command: c.Bank) -> None:
    stop(log)


def _enter(log: Log, command: c.EnterTurn) -> None:
    log.add(e.TurnEntered(command.seat, command.points, command.ruling and command.points is not None))
    if command.points is None:
        farkle(log, 0)
    else:
        points = command.points if command.ruling else recorded_points(log.state, command.points)
        log.add(e.Banked(command.seat, points))
        after_turn(log)


def _time_out(log: Log, command: c.TimeOut) -> None:
    if log.state.step in (Step.FARKLE, Step.STOP):  # a deadline counts as a pass (M27)
        pass_window(log, command)
        return
    stops = can(log.state, c.Bank(command.seat))
    if stops:
        add_bonuses(log)
    points = recorded_points(log.state, log.state.turn_total)
    log.add(e.TurnTimedOut(command.seat))
    if stops:
        log.add(e.Banked(command.seat, points))
    after_turn(log)


def _resign(log: Log, command: c.Resign) -> None:
    log.add(e.Resigned(command.seat))
    state = log.state
    if len(state.active) <= 1:
        log.add(e.GameEnded(state.active, "resigned"))
    elif state.phase is Phase.PLAY_OFF and len(state.contenders) == 1:
        log.add(e.GameEnded(state.contenders, "resigned"))
    elif state.phase is Phase.ROLL_OFF:
        after_roll_off(log)
    elif state.step is Step.BETWEEN:
        after_turn(log)


def _correct(log: Log, command: c.Correct) -> None:
    log.add(e.Corrected(command.seat, command.total, command.opened, command.farkles))


def _advice(log: Log, command: c.UseAdvice) -> None:
    log.add(e.AdviceUsed(command.seat))


_ACTIONS: dict[type[c.Command], Callable[[Log, Any], None]] = {
    c.Roll: _roll,
    c.Throw: _throw,
    c.Keep: _keep,
    c.Bank: _bank,
    c.EnterTurn: _enter,
    c.TimeOut: _time_out,
    c.Resign: _resign,
    c.Correct: _correct,
    c.UseAdvice: _advice,
    **rulings.ACTIONS,
    c.PlayCard: play_card,
    c.PassWindow: pass_window,
}
