"""What happens on an evening: small frozen facts. Their order is the log, and the log is the evening."""

from typing import TypeAlias

import msgspec

from hotdice.club.evening.plan import Plan
from hotdice.club.evening.state import How, Scores, Stage
from hotdice.frozen import Frozen


class Event(Frozen, tag=True, kw_only=True, omit_defaults=True):
    """A fact, and when it was: milliseconds since 1970."""

    at: int = 0


class PlanEvent(Event, kw_only=True):
    """Base of what sets the plan."""

    plan: Plan


class PlayerEvent(Event, kw_only=True):
    """Base of what one player did."""

    player: int


class TableEvent(Event, kw_only=True):
    """Base of what happened at one table of the round."""

    table: int


class Opened(PlanEvent):
    """The evening was planned."""


class PlanChanged(PlanEvent):
    """Another plan, before the first round."""


class Entered(PlayerEvent, kw_only=True):
    """Somebody entered, perhaps late; `here` where they are in the room."""

    name: str
    person: str = ""
    seed: int = 0
    here: bool = False


class Renamed(PlayerEvent, kw_only=True):
    """A name was written differently."""

    name: str


class CheckedIn(PlayerEvent):
    """Somebody is there, or back."""


class Dropped(PlayerEvent):
    """Somebody went home."""


class RoundPaired(Event, kw_only=True):
    """A round: who sits where, in the order in which they start, and who is free."""

    stage: Stage
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    slots: tuple[tuple[int, ...], ...] = ()
    third: int = 0
    order: tuple[int, ...] = ()


class RoundTakenBack(Event):
    """A round in which nothing was typed yet was taken back."""


class ClockSet(Event, kw_only=True):
    """The clock of the round: so many milliseconds are left, and it runs or stands."""

    left: int
    running: bool


class ResultClaimed(TableEvent, kw_only=True):
    """A player typed a result, or confirmed one; `record` as in `ResultSet`."""

    by: int
    scores: Scores
    time_up: bool = False
    record: str = ""


class ResultSet(TableEvent, kw_only=True):
    """A result counts; `record` is the game as the scorekeeper wrote it."""

    scores: Scores
    how: How
    time_up: bool = False
    record: str = ""


class ResultCorrected(Event, kw_only=True):
    """The host corrected a result."""

    round: int
    table: int
    scores: Scores
    reason: str


class TableLinked(TableEvent, kw_only=True):
    """A table is played on the server; the match reports its result by itself."""

    match: str
    invite: str = ""


class PlayOffBegun(Event, kw_only=True):
    """The best go on in a knock-out, in this order."""

    players: tuple[int, ...]


class LuckJudged(Event, kw_only=True):
    """What a game's seats would have won with the luck of all throws taken out."""

    round: int
    table: int
    luck: tuple[float, ...]


class Finished(Event):
    """The prizes are given."""


class LuckShown(Event):
    """The host shows everybody the second table."""


AnyEvent: TypeAlias = (
    Opened
    | PlanChanged
    | Entered
    | Renamed
    | CheckedIn
    | Dropped
    | RoundPaired
    | RoundTakenBack
    | ClockSet
    | ResultClaimed
    | ResultSet
    | ResultCorrected
    | TableLinked
    | PlayOffBegun
    | LuckJudged
    | Finished
    | LuckShown
)
_DECODER = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> bytes:
    """An event as a line of a log.

    >>> encode_event(CheckedIn(player=3, at=5))
    b'{"type":"CheckedIn","at":5,"player":3}'
    """
    return msgspec.json.encode(event)


def decode_event(line: bytes | str) -> AnyEvent:
    """An event from a line; what is not one fails loudly.

    Raises:
        msgspec.DecodeError: it is no event of an evening.
    """
    event: AnyEvent = _DECODER.decode(line)
    return event
