"""From events back to the commands that led to them, so that a game can be told again with a change."""

from collections.abc import Iterator, Sequence

from hotdice.frozen import alike
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


_COMMANDS: dict[type[e.Event], type[c.Command]] = {
    e.DiceRolled: c.Throw,
    e.DiceKept: c.Keep,
    e.Banked: c.Bank,
    e.TookOver: c.TakeOver,
    e.TurnEntered: c.EnterTurn,
    e.TurnTimedOut: c.TimeOut,
    e.Resigned: c.Resign,
    e.Corrected: c.Correct,
    e.AdviceUsed: c.UseAdvice,
    e.SeatTaken: c.TakeSeat,
    e.Adjusted: c.Adjust,
    e.DiceSet: c.SetDice,
    e.GoalMoved: c.PlayOn,
    e.BonusCounted: c.CountBonus,
    e.Remarked: c.MakeRemark,
    e.RemarkLifted: c.LiftRemark,
    e.CardPlayed: c.PlayCard,
    e.WindowPassed: c.PassWindow,
}
"""The command of an event holds what the event holds, under the same names."""


def _command(event: e.Event) -> c.Command | None:
    match event:
        case e.RollAsked():
            return c.Roll(event.seat) if event.throw == 1 else None  # a card throws dice again
        case e.WindowOpened():
            return c.Bank(event.seat) if event.window == Window.ON_STOP else None
    kind = _COMMANDS.get(type(event))
    return None if kind is None else alike(kind, event)
