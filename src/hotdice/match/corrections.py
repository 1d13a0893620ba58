"""An earlier turn told otherwise, with everything that followed played again on top of it."""

from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.game import (
    Bank,
    Command,
    EnterTurn,
    Event,
    Keep,
    PassWindow,
    PlayCard,
    Record,
    Refusal,
    Roll,
    State,
    TakeOver,
    Throw,
    TimeOut,
    evolve,
    numbered_commands,
    play,
)
from hotdice.game import events as e

_OF_A_TURN = (Roll, TakeOver, Throw, Keep, Bank, EnterTurn, TimeOut, PlayCard, PassWindow)


class Chapter(Frozen):
    """What belongs to one turn: its commands, and what it put onto the sheet (None: nothing)."""

    turn: int
    seat: int
    commands: tuple[Command, ...]
    ended: bool
    points: int | None


class Misfit(Frozen):
    """A later turn that does not follow from the corrected one, with the reason."""

    turn: int
    seat: int
    points: int | None
    refusal: Refusal


class Corrected(Frozen):
    """The game told anew, and the numbers of the later turns that had no place in it any more."""

    record: Record
    dropped: tuple[int, ...] = ()


def chapters(record: Record) -> list[Chapter]:
    """A game cut into its turns; the roll-off is turn 0.

    >>> from hotdice.game import new_game, play
    >>> from hotdice.rules import load
    >>> rules = load("classic")
    >>> events = play(new_game(rules, 2), EnterTurn(0, 550))[1]
    >>> [(c.turn, c.points) for c in chapters(Record(rules, ("Ann", "Bob"), ("human",) * 2, events=events))]
    [(1, 550)]
    """
    commands = dict(numbered_commands(record.events))
    state = record.opening_state()
    found: list[Chapter] = []
    for place, event in enumerate(record.events):
        turn, seat = state.turn, state.mover
        if not found or found[-1].turn != turn:
            found.append(Chapter(turn, seat, (), ended=False, points=None))
        if place in commands:
            found[-1] = replace(found[-1], commands=(*found[-1].commands, commands[place]))
        if isinstance(event, e.Banked):
            found[-1] = replace(found[-1], ended=True, points=event.points)
        elif isinstance(event, e.Farkled | e.TurnTimedOut):
            found[-1] = replace(found[-1], ended=True)
        state = evolve(state, event)
    return [chapter for chapter in found if chapter.commands]


def correct_turn(
    record: Record, turn: int, points: int | None, *, ruling: bool = False, insist: bool = False
) -> Corrected | Misfit | Refusal:
    """The game with one turn told otherwise (None: a farkle) and all that followed played again.

    A later turn that the referee then refuses is a `Misfit`; with `insist` it stands by ruling, and what
    has no place any more (the game now ends before it) is dropped and named.

    >>> from hotdice.game import new_game, play
    >>> from hotdice.rules import load
    >>> rules = load("classic")
    >>> events = play(new_game(rules, 2), EnterTurn(0, 550))[1]
    >>> record = Record(rules, ("Ann", "Bob"), ("human", "human"), events=events)
    >>> correct_turn(record, 1, 600).record.state().totals
    (600, 0)
    """
    told = chapters(record)
    if not any(chapter.turn == turn and chapter.ended for chapter in told) or turn == 0:
        return Refusal("no_such_turn", "There is no finished turn {turn} to correct.", {"turn": turn})
    state = record.opening_state()
    events: tuple[Event, ...] = ()
    dropped: list[int] = []
    for chapter in told:
        commands = chapter.commands
        if chapter.turn == turn:
            commands = _with_turn(chapter, points, ruling=ruling)
        result = _play_all(state, commands)
        if isinstance(result, Refusal):
            if chapter.turn == turn:
                return result
            if not insist:
                return Misfit(chapter.turn, chapter.seat, chapter.points, result)
            result = _by_ruling(state, chapter)
            if isinstance(result, Refusal):
                dropped.append(chapter.turn)
                continue
        state, more = result
        events += more
    return Corrected(with_events(record, events), tuple(dropped))


def with_events(record: Record, events: tuple[Event, ...]) -> Record:
    """The record with other events; seats that nobody takes in them any more are left out."""
    taken = sum(isinstance(event, e.SeatTaken) for event in events)
    count = len(record.names) - record.late + taken
    names, players = record.names[:count], record.players[:count]
    return replace(record, events=events, names=names, players=players, late=taken)


def _with_turn(chapter: Chapter, points: int | None, *, ruling: bool) -> tuple[Command, ...]:
    """The commands of a turn with the turn itself told by its points; rulings between stay where they are."""
    entered = EnterTurn(chapter.seat, points, ruling)
    first = next(i for i, command in enumerate(chapter.commands) if isinstance(command, _OF_A_TURN))
    before = chapter.commands[:first]
    after = tuple(command for command in chapter.commands[first:] if not isinstance(command, _OF_A_TURN))
    return (*before, entered, *after)


def _play_all(state: State, commands: tuple[Command, ...]) -> tuple[State, tuple[Event, ...]] | Refusal:
    events: tuple[Event, ...] = ()
    for command in commands:
        result = play(state, command)
        if isinstance(result, Refusal):
            return result
        state, more = result
        events += more
    return state, events


def _by_ruling(state: State, chapter: Chapter) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The turn as the table wrote it down, whatever the sheet says now; refused where it has no place."""
    if not chapter.ended:
        return Refusal("no_such_turn", "The turn had not ended.")
    return _play_all(state, _with_turn(chapter, chapter.points, ruling=chapter.points is not None))
