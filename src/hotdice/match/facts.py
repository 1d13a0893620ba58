"""What happens at a table, as small frozen facts. The log of a match holds these; the table is their fold.

Names and chat lines are not in the log but beside it, under the reference that the log holds: they can be
erased without breaking the chain of hashes. Tokens are nowhere here, not even as hashes.
"""

from typing import Literal

import msgspec

LOG_VERSION = 1


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a turn may take, in seconds; 0 is as long as it takes. Days are for play by mail."""

    turn: int = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table allows. `stand_in` is the bot that sits in for who runs out of time, if any.

    `against` is the bot that everybody plays in a duplicate match at two tables. `advice` lets the players
    ask the coach while they play.
    """

    listed: bool = False
    chat: bool = False
    reactions: bool = False
    stand_in: str = ""
    against: str = ""
    advice: bool = False


class Fact(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Base of all facts."""


class Opened(Fact, frozen=True, kw_only=True):
    """A table was set up. The commitment binds the server's seed before anybody sits down.

    `after` is the match of which this is the rematch.
    """

    kind: str
    rules: str
    hash: str
    seats: int
    clock: Clock
    options: Options
    commitment: str
    after: str = ""
    version: int = LOG_VERSION


class SeatTaken(Fact, frozen=True):
    """Somebody sat down. `ticket` names this stay; the hash of its token is kept elsewhere."""

    seat: int
    ticket: str
    person: str
    name: str
    seed: str = ""


class SeatRetaken(Fact, frozen=True):
    """The player of a seat came back from another device; the ticket before is worth nothing now."""

    seat: int
    ticket: str


class BotSeated(Fact, frozen=True):
    """A bot was put on an empty seat."""

    seat: int
    bot: str


class SeatFreed(Fact, frozen=True):
    """A seat is empty again, before the game has begun."""

    seat: int


class SeedGiven(Fact, frozen=True):
    """A seat added its seed to the dice, in hex digits."""

    seat: int
    seed: str


class SeatsOrdered(Fact, frozen=True):
    """The order was changed: who sat at order[i] sits at i now, and seats not named are gone."""

    order: tuple[int, ...]


class TableLocked(Fact, frozen=True):
    """Nobody else may sit down, or again somebody may."""

    locked: bool


class OwnerChanged(Fact, frozen=True):
    """Another seat owns the table."""

    seat: int


class GameBegun(Fact, frozen=True):
    """The first roll may come. `seeds` are those of the seats in order; `given` says which seats sent one."""

    seeds: tuple[str, ...]
    given: tuple[bool, ...]


class Played(Fact, frozen=True):
    """Events of the game itself, each as the game writes it; `seat` is who decided, None the clock."""

    seat: int | None
    events: tuple[msgspec.Raw, ...]


class ClockStopped(Fact, frozen=True):
    """The clock is paused."""


class ClockStarted(Fact, frozen=True):
    """The clock runs again."""


class StandInSeated(Fact, frozen=True):
    """A bot plays for a seat until its player is back."""

    seat: int
    bot: str


class PlayerBack(Fact, frozen=True):
    """The player of a seat decides again."""

    seat: int


class Said(Fact, frozen=True):
    """A chat line, by its reference."""

    seat: int
    text: str


class Reacted(Fact, frozen=True):
    """A reaction, one of a fixed few."""

    seat: int
    reaction: str


class GameFinished(Fact, frozen=True):
    """It is over, and the server's seed is shown: played, declined, expired or closed."""

    reason: Literal["played", "declined", "expired", "closed"]
    server_seed: str


class RematchMade(Fact, frozen=True):
    """The same people meet again at another table."""

    match: str


AnyFact = (
    Opened
    | SeatTaken
    | SeatRetaken
    | BotSeated
    | SeatFreed
    | SeedGiven
    | SeatsOrdered
    | TableLocked
    | OwnerChanged
    | GameBegun
    | Played
    | ClockStopped
    | ClockStarted
    | StandInSeated
    | PlayerBack
    | Said
    | Reacted
    | GameFinished
    | RematchMade
)

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(AnyFact)


def encode_fact(fact: Fact) -> bytes:
    """A fact as it stands in the log.

    >>> encode_fact(BotSeated(1, "greedy"))
    b'{"type":"BotSeated","seat":1,"bot":"greedy"}'
    """
    return _ENCODER.encode(fact)


def decode_fact(body: bytes) -> AnyFact:
    """The fact that stands in the log; one that this version does not know fails loudly.

    >>> decode_fact(b'{"type":"SeatFreed","seat":1}')
    SeatFreed(seat=1)

    Raises:
        msgspec.ValidationError: it is no fact.
    """
    fact: AnyFact = _DECODER.decode(body)
    return fact
