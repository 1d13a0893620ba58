"""The games that a table can carry. All a table needs to know about a game is asked here.

A game is a referee of the shape decide, evolve, legal, view, outcome; a table talks to it through a match
and never looks inside its state.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Protocol

import msgspec

from hotdice.game import Command, Event, Phase, Record, Resign, Roll, TimeOut, print_record
from hotdice.game.events import RollAsked
from hotdice.match.authority import Match
from hotdice.match.fair import FairDice, FairDraws
from hotdice.match.messages import View
from hotdice.players import Player, make
from hotdice.rules import RulesError, Ruleset, reference, resolve

LONGEST_RULES = 6_000
_SAFE_BOTS = ("random", "cautious", "threshold", "greedy", "eager", "schemer", "thumb")
"""Bots that decide in a moment and start nothing. `program:FILE` would run what a stranger names, and the
exact bots solve a whole sheet first; who wants those takes a seat with them from outside, by a token."""


class Sheet(msgspec.Struct, frozen=True):
    """What a table shows of its rules before anybody sits down."""

    reference: str
    hash: str
    title: str
    seats: tuple[int, ...]


class Kind(Protocol):
    """One kind of game."""

    def sheet(self, rules: str) -> Sheet:
        """The rules by their reference; ValueError with a sentence where there are none."""

    def begin(self, rules: str, seats: int, draws: FairDraws | None) -> Match:
        """A match before its first roll; without draws it can be folded on but throws no dice."""

    def command(self, raw: msgspec.Raw) -> Command:
        """A command that a client sent; msgspec.ValidationError where it is none."""

    def pack(self, events: Sequence[Event]) -> tuple[msgspec.Raw, ...]:
        """Events as they stand in the log."""

    def unpack(self, events: Sequence[msgspec.Raw]) -> tuple[Event, ...]:
        """Events from the log."""

    def resign(self, seat: int) -> Command:
        """The command by which a seat gives up."""

    def time_out(self, match: Match) -> Command:
        """The command by which the clock goes on where the mover does not."""

    def view(self, match: Match, seat: int | None, names: Sequence[str], players: Sequence[str]) -> bytes:
        """What a seat may see of the game, or a watcher (None), as it is sent."""

    def read_view(self, data: bytes | msgspec.Raw) -> View:
        """A view that was sent."""

    def has_rolled(self, match: Match, seat: int) -> bool:
        """Whether a seat has made its first roll, which is how it accepts the game."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that may sit at a table."""

    def bot(self, name: str) -> Player:
        """A bot by name; ValueError with a sentence where there is none."""

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], dice: str, date: str) -> str:
        """The game so far as a text that replays."""


def _union(base: type) -> Any:
    """All classes of a family as one union, so that msgspec can tell them apart by their tags."""
    return reduce(or_, base.__subclasses__())


class Farkle:
    """Farkle by any sheet, shipped or sent as data.

    >>> Farkle().sheet("classic").title
    'Classic Farkle'
    """

    def __init__(self) -> None:
        self._commands = msgspec.json.Decoder(_union(Command))
        self._events = msgspec.json.Decoder(_union(Event))
        self._encoder = msgspec.json.Encoder()

    def _rules(self, text: str) -> Ruleset:
        if len(text) > LONGEST_RULES:
            raise ValueError(f"rules for a table have at most {LONGEST_RULES:,} characters")
        try:
            return resolve(text)
        except RulesError as error:
            raise ValueError(str(error)) from None

    def sheet(self, rules: str) -> Sheet:
        """The rules by their reference."""
        found = self._rules(rules)
        return Sheet(reference(found), found.hash, found.title, tuple(found.seats_allowed))

    def begin(self, rules: str, seats: int, draws: FairDraws | None) -> Match:
        """A match before its first roll."""
        names = tuple(f"Seat {number}" for number in range(1, seats + 1))
        record = Record(self._rules(rules), names, ("human",) * seats, "fair")
        return Match(record, dice=FairDice(draws) if draws is not None else None)

    def command(self, raw: msgspec.Raw) -> Command:
        """A command that a client sent."""
        command: Command = self._commands.decode(raw)
        return command

    def pack(self, events: Sequence[Event]) -> tuple[msgspec.Raw, ...]:
        """Events as they stand in the log."""
        return tuple(msgspec.Raw(self._encoder.encode(event)) for event in events)

    def unpack(self, events: Sequence[msgspec.Raw]) -> tuple[Event, ...]:
        """Events from the log."""
        return tuple(self._events.decode(event) for event in events)

    def resign(self, seat: int) -> Command:
        """A seat gives up."""
        return Resign(seat)

    def time_out(self, match: Match) -> Command:
        """The clock ends a turn; in a roll-off there is nothing to decide, so it rolls the die."""
        mover = match.state.mover
        return Roll(mover) if match.state.phase is Phase.ROLL_OFF else TimeOut(mover)

    def view(self, match: Match, seat: int | None, names: Sequence[str], players: Sequence[str]) -> bytes:
        """What a seat may see of the game."""
        shown = match.view(seat)
        seats = tuple(
            msgspec.structs.replace(line, name=name, player=player)
            for line, name, player in zip(shown.seats, names, players, strict=True)
        )
        return self._encoder.encode(msgspec.structs.replace(shown, seats=seats))

    def read_view(self, data: bytes | msgspec.Raw) -> View:
        """A view that was sent; the legal moves are commands again."""
        fields = msgspec.json.decode(data)
        moves = fields.pop("legal")
        legal = tuple(msgspec.convert(move, self._commands.type) for move in moves)
        return msgspec.structs.replace(msgspec.convert(fields | {"legal": ()}, View), legal=legal)

    def has_rolled(self, match: Match, seat: int) -> bool:
        """Whether a seat has asked for dice."""
        return any(isinstance(event, RollAsked) and event.seat == seat for event in match.record.events)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that may sit at a table."""
        return _SAFE_BOTS

    def bot(self, name: str) -> Player:
        """A bot by name. Names come from strangers: only bots that are quick and start no program will do."""
        if name.partition(":")[0] not in _SAFE_BOTS:
            raise ValueError(f"bots at a table are {', '.join(_SAFE_BOTS)}, not {name[:30]!r}")
        return make(name)

    def record(self, match: Match, names: Sequence[str], players: Sequence[str], dice: str, date: str) -> str:
        """The game so far as a text that replays."""
        told = msgspec.structs.replace(
            match.record, names=tuple(names), players=tuple(players), dice=dice, date=date
        )
        return print_record(told)


KINDS: Mapping[str, Kind] = {"farkle": Farkle()}
"""Every kind of game by its name."""
