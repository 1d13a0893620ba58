"""The referee: `decide` says what a command leads to, `play` carries it out. Pure; dice come as commands."""

from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.game import rulings
from hotdice.game.dispatch import by_type
from hotdice.game.effects import pass_window, play_card
from hotdice.game.endings import add_bonuses, dead_roll, farkle, stop, write_down
from hotdice.game.evolving import evolve
from hotdice.game.logs import AnyLog
from hotdice.game.refusals import IllegalMove, Refusal
from hotdice.game.state import Phase, State, Step
from hotdice.game.turns import after_roll_off, after_turn
from hotdice.game.verifying import can, verify
from hotdice.rules.combinations import pack
from hotdice.rules.ruleset import Pattern


class Log(AnyLog[State, e.Event]):
    """The state and the events that one command adds to it."""

    evolve = staticmethod(evolve)


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


def do(state: State, command: c.Command) -> tuple[State, tuple[e.Event, ...]]:
    """The state after a command that must be legal, with the events that led there.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state, _ = do(new_game(load("classic"), 2), c.Roll(0))
    >>> do(state, c.Bank(0))
    Traceback (most recent call last):
    hotdice.game.refusals.IllegalMove: The dice are in the air; wait until they have fallen.

    Raises:
        IllegalMove: the referee refuses it; the message is the reason.
    """
    result = play(state, command)
    if isinstance(result, Refusal):
        raise IllegalMove(command, result)
    return result


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
    elif state.rules.instant_win and _decides(log, state.rules.instant_win):
        log.add(e.GameEnded((state.mover,), "instant"))
    elif state.rules.instant_loss and _decides(log, state.rules.instant_loss):
        log.add(e.KnockedOut(state.mover))
        _left(log, "instant")
    elif state.rules.table.options(log.state.faces).farkle:
        dead_roll(log)


def _decides(log: Log, patterns: tuple[Pattern, ...]) -> bool:
    """Whether the roll on the table shows one of these patterns."""
    faces, first = log.state.faces, log.state.roll == 1
    return any(pattern.lies_in(faces, first=first) for pattern in patterns)


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
        write_down(log, command.points, ruling=command.ruling)


def _time_out(log: Log, command: c.TimeOut) -> None:
    if log.state.step in (Step.FARKLE, Step.STOP):  # a deadline counts as a pass (M27)
        pass_window(log, command)
        return
    stops = can(log.state, c.Bank(command.seat))
    if stops:
        add_bonuses(log)
    turn_total = log.state.turn_total
    log.add(e.TurnTimedOut(command.seat))
    if stops:
        write_down(log, turn_total)
    else:
        after_turn(log)


def _resign(log: Log, command: c.Resign) -> None:
    log.add(e.Resigned(command.seat))
    _left(log, "resigned")


def _left(log: Log, reason: str) -> None:
    """What follows when somebody is out of the game."""
    state = log.state
    if len(state.active) <= 1:
        log.add(e.GameEnded(state.active, reason))
    elif state.phase is Phase.PLAY_OFF and len(state.contenders) == 1:
        log.add(e.GameEnded(state.contenders, reason))
    elif state.phase is Phase.ROLL_OFF:
        after_roll_off(log)
    elif state.step is Step.BETWEEN:
        after_turn(log)


def _take_over(log: Log, command: c.TakeOver) -> None:
    log.add(e.TookOver(command.seat, log.state.offer, log.state.offered))


def _correct(log: Log, command: c.Correct) -> None:
    log.add(e.Corrected(command.seat, command.total, command.opened, command.farkles))


def _advice(log: Log, command: c.UseAdvice) -> None:
    log.add(e.AdviceUsed(command.seat))


_ACTIONS = by_type(globals(), c.Command, rulings.ACTIONS, {c.PlayCard: play_card, c.PassWindow: pass_window})
