"""The game of a sealed day, move by move: who keeps the seed throws the dice, nobody else knows it."""

from collections.abc import Sequence

import msgspec

from hotdice.club.daily import Judged, check_record, forks, fox_game, judge, rules_of_the_day
from hotdice.coach.forms import Review
from hotdice.frozen import Frozen
from hotdice.game import (
    Bank,
    Command,
    Event,
    IllegalMove,
    Keep,
    Record,
    Refusal,
    Roll,
    SeededDice,
    Step,
    do,
    parse_record,
    print_record,
)

Moves = Roll | Keep | Bank
"""What a player of the daily game may ask for: nothing else counts there."""
_COMMAND = msgspec.json.Decoder(Moves)
_ENCODER = msgspec.json.Encoder()


class Kept(Frozen):
    """A game of the day as it is kept: its record (which holds the seed), its events, whether it is over."""

    text: str
    length: int
    over: bool


def begun(seed: str) -> Kept:
    """A game of the day before its first roll.

    >>> begun("7").length
    0
    """
    return _kept(Record(rules_of_the_day(), ("You",), ("human",), f"seeded {seed}", first=0))


def _kept(record: Record) -> Kept:
    return Kept(print_record(record), len(record.events), record.state().over)


def seed_in(text: str) -> str:
    """The seed that a game is played by.

    >>> seed_in(begun("7").text)
    '7'
    """
    return parse_record(text).dice.removeprefix("seeded ")


def moved(text: str, seed: str, raw: bytes | msgspec.Raw) -> Kept | Refusal:
    """A game after a command and the dice that it asks for, or why the referee refuses it.

    >>> game = moved(begun("7").text, "7", b'{"type": "Roll", "seat": 0}')
    >>> len(events_of(game.text)) == game.length > 0
    True
    >>> moved(game.text, "7", b'{"type": "Bank", "seat": 0}').sentence
    'Set aside at least one scoring die of this roll first.'

    Raises:
        msgspec.DecodeError: it is no command of this game.
    """
    command: Command = _COMMAND.decode(raw)
    record = parse_record(text)
    dice = SeededDice(seed)
    try:
        state, events = do(record.state(), command)
        while state.step is Step.WAIT:
            state, fallen = do(state, dice.throw(state))
            events += fallen
    except IllegalMove as error:
        return error.refusal
    return _kept(msgspec.structs.replace(record, events=record.events + events))


def events_of(text: str, after: int = 0) -> tuple[msgspec.Raw, ...]:
    """The events of a record from a number on, as a page reads them."""
    return packed(parse_record(text).events[after:])


def packed(events: Sequence[Event]) -> tuple[msgspec.Raw, ...]:
    """Events as JSON."""
    return tuple(msgspec.Raw(_ENCODER.encode(event)) for event in events)


class Counted(Frozen):
    """A game that counts, and what was done at each of its forks."""

    judged: Judged
    forks: tuple[tuple[str, str], ...]


def counted(text: str, seed: str, day: str, report: Review) -> Counted:
    """Replay a record, derive its dice again and judge it: only then it counts.

    Raises:
        NotCounted: it is no whole game with the dice of the day.
        RecordError: it is no record of a legal game.
    """
    record = parse_record(text)
    check_record(record, seed)
    return Counted(judge(record, day, report), tuple(forks(record)))


def own_forks(text: str) -> tuple[tuple[str, str], ...]:
    """The positions of a game and what was done there."""
    return tuple(forks(parse_record(text)))


def fox_events(seed: str) -> tuple[msgspec.Raw, ...]:
    """The game of best play with the dice of a day, without the seed."""
    return packed(fox_game(seed).events)
