"""From events back to the commands that led to them, so that a game can be told again with a change."""

from collections.abc import Iterator, Sequence

from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.rules.deck import Window


def commands_of(events: Sequence[e.Event]) -> list[c.Command]:
    """The commands behind events; what the referee added by itself needs none.

    >>> from hotdice.game import new_game, play
    >>> from hotdice.rules import load
    >>> state, events = play(new_game(load("classic"), 2), c.EnterTurn(0, 550))
    >>> commands_of(events)
    [EnterTurn(seat=0, points=550, ruling=False)]
    """
    return [command for _, command in numbered_commands(events)]


def numbered_commands(events: Sequence[e.Event]) -> Iterator[tuple[int, c.Command]]:
    """The commands behind events, each with the place of its first event.

    >>> from hotdice.game import new_game, play
    >>> from hotdice.rules import load
    >>> state, events = play(new_game(load("classic"), 2), c.EnterTurn(0, 550))
    >>> [place for place, _ in numbered_commands(events + (e.AdviceUsed(1),))]
    [0, 3]
    """
    told = False  # the turn's end is part of a command before
    begun = -1  # where a stop began whose first event is a card's bonus
    for place, event in enumerate(events):
        if isinstance(event, e.TurnPointsAdded) and begun < 0 and not told and not _by_card(events, place):
            begun = place
        command = _command(event)
        if command is not None and not (told and isinstance(event, e.Banked)):
            yield place if begun < 0 else begun, command
            begun = -1
        if isinstance(event, e.TurnEntered | e.TurnTimedOut | e.WindowOpened):
            told = True
        elif isinstance(event, _GOES_ON):
            told = False


_GOES_ON = (e.Banked, e.Farkled, e.TurnBegan, e.RollAsked, e.DiceRolled, e.DiceTurned, e.DiceKept)
"""After one of these an end of the turn needs a command of its own again."""


def _by_card(events: Sequence[e.Event], place: int) -> bool:
    """Whether the points of this event come from the card that was played just before it."""
    before, event = events[place - 1] if place else None, events[place]
    return isinstance(before, e.CardPlayed) and before.card == getattr(event, "card", "")


def _command(event: e.Event) -> c.Command | None:
    match event:
        case e.RollAsked():
            return c.Roll(event.seat) if event.throw == 1 else None  # a card throws dice again
        case e.DiceRolled():
            return c.Throw(event.faces)
        case e.DiceKept():
            return c.Keep(event.seat, event.dice)
        case e.Banked():
            return c.Bank(event.seat)
        case e.TookOver():
            return c.TakeOver(event.seat)
        case e.TurnEntered():
            return c.EnterTurn(event.seat, event.points, event.ruling)
        case e.TurnTimedOut():
            return c.TimeOut(event.seat)
        case e.Resigned():
            return c.Resign(event.seat)
        case e.Corrected():
            return c.Correct(event.seat, event.total, event.opened, event.farkles)
        case e.AdviceUsed():
            return c.UseAdvice(event.seat)
        case e.SeatTaken():
            return c.TakeSeat(event.total, event.opened)
        case e.Adjusted():
            return c.Adjust(event.changes)
        case e.DiceSet():
            return c.SetDice(event.seat, event.dice)
        case e.GoalMoved():
            return c.PlayOn(event.goal)
        case e.BonusCounted():
            return c.CountBonus(event.points)
        case e.Remarked():
            return c.MakeRemark(event.text, event.seat, event.turns)
        case e.RemarkLifted():
            return c.LiftRemark(event.number)
        case e.CardPlayed():
            return c.PlayCard(event.seat, event.card, event.target, event.dice)
        case e.WindowOpened():
            return c.Bank(event.seat) if event.window == Window.ON_STOP else None
        case e.WindowPassed():
            return c.PassWindow(event.seat)
    return None
