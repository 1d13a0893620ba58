"""From events back to the commands that led to them, so that a game can be told again with a change."""

from collections.abc import Iterable

from hotdice.game import commands as c
from hotdice.game import events as e


def commands_of(events: Iterable[e.Event]) -> list[c.Command]:
    """The commands behind events; what the referee added by itself needs none.

    >>> from hotdice.game import new_game, play
    >>> from hotdice.rules import load
    >>> state, events = play(new_game(load("classic"), 2), c.EnterTurn(0, 550))
    >>> commands_of(events)
    [EnterTurn(seat=0, points=550, ruling=False)]
    """
    commands: list[c.Command] = []
    told = False  # the turn's end is part of the command before
    for event in events:
        match event:
            case e.RollAsked():
                commands.append(c.Roll(event.seat))
            case e.DiceRolled():
                commands.append(c.Throw(event.faces))
            case e.DiceKept():
                commands.append(c.Keep(event.seat, event.dice))
            case e.Banked() if not told:
                commands.append(c.Bank(event.seat))
            case e.TurnEntered():
                commands.append(c.EnterTurn(event.seat, event.points, event.ruling))
            case e.TurnTimedOut():
                commands.append(c.TimeOut(event.seat))
            case e.Resigned():
                commands.append(c.Resign(event.seat))
            case e.Corrected():
                commands.append(c.Correct(event.seat, event.total, event.opened, event.farkles))
            case e.AdviceUsed():
                commands.append(c.UseAdvice(event.seat))
            case e.SeatTaken():
                commands.append(c.TakeSeat(event.total, event.opened))
            case e.Adjusted():
                commands.append(c.Adjust(event.changes))
            case e.DiceSet():
                commands.append(c.SetDice(event.seat, event.dice))
            case e.GoalMoved():
                commands.append(c.PlayOn(event.goal))
            case e.BonusCounted():
                commands.append(c.CountBonus(event.points))
            case e.Remarked():
                commands.append(c.MakeRemark(event.text, event.seat, event.turns))
            case e.RemarkLifted():
                commands.append(c.LiftRemark(event.number))
        told = isinstance(event, e.TurnEntered | e.TurnTimedOut)
    return commands
