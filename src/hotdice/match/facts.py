"""What happens at a table, as small frozen facts. The log of a match holds these; the table is their fold.

Names and chat lines are not in the log but beside it, under the reference that the log holds: they can be
erased without breaking the chain of hashes. Tokens are nowhere here, not even as hashes.
"""

from typing import Literal

import msgspec

from hotdice.frozen import Frozen

LOG_VERSION = 2
"""2 has sealed seeds and tells who skipped or replaced whom; logs of version 1 fold as they did."""


class Clock(Frozen, forbid_unknown_fields=True):
    """How long a turn may take, in seconds; 0 is as long as it takes. Days are for play by mail."""

    turn: int = 0


class Options(Frozen, forbid_unknown_fields=True):
    """What the table allows. `stand_in` is the bot that sits in for who runs out of time, if any.

    `against` is the bot that everybody plays in a duplicate match at two tables. `advice` lets the players
    ask the coach while they play. `bags` are the own dice of the first seats, as `hotdice.rules.bags` writes
    them; the others throw standard dice. `party` is the word of a party: the table is a
    television's, which is its host, and phones sit down by that word. `best_of` is how many games a series of
    two players has at most.
    """

    listed: bool = False
    chat: bool = False
    reactions: bool = False
    stand_in: str = ""
    against: str = ""
    advice: bool = False
    party: str = ""
    bags: tuple[str, ...] = ()
    best_of: int = 0


class Fact(Frozen, tag=True, omit_defaults=True, gc=False):
    """Base of all facts."""


class SeatFact(Fact):
    """Base of what happened at one seat."""

    seat: int


class Opened(Fact, kw_only=True):
    """A table was set up. The commitment binds the server's seed before anybody sits down.

    `after` is the match of which this is the rematch, `epoch` that of the database (see `Restored`).
    `prophets` are persons who guessed at the tables before of the same evening: how often right, of how many.
    `wins` are those of the series before this match (see `series`).
    """

    kind: str
    rules: str
    hash: str
    seats: int
    clock: Clock
    options: Options
    commitment: str
    after: str = ""
    epoch: str = ""
    prophets: tuple[tuple[str, int, int], ...] = ()
    wins: tuple[tuple[str, int], ...] = ()
    version: int = 1  # what is left out is read as the default, and the first logs left it out


class SeatTaken(SeatFact):
    """Somebody sat down. `ticket` names this stay; the hash of its token is kept elsewhere.

    `left` of their `games` before they left while they were going on. `seed` is in logs of version 1 only:
    a seed came with the request to sit, before its device could know the commitment.
    """

    ticket: str
    person: str
    name: str
    seed: str = ""
    left: int = 0
    games: int = 0


class SeatRetaken(SeatFact):
    """The player of a seat came back from another device; the ticket before is worth nothing now."""

    ticket: str


class SeatClaimed(SeatFact):
    """At a party somebody took over a seat whose phone was away: a lost phone, another one in its place."""

    ticket: str
    person: str


class GameChosen(Fact):
    """A party plays another game, with so many seats, before it has begun; who sits there moves up."""

    kind: str
    rules: str
    hash: str
    seats: int


class SeatRenamed(SeatFact):
    """The host of a party gave a seat another name, by its reference."""

    name: str


class HintsSet(SeatFact):
    """The host of a party gave a seat hints, or took them away."""

    on: bool


class Guessed(SeatFact):
    """Somebody who waits guessed whether the next throw is a farkle."""

    farkle: bool


class PlayedFor(SeatFact):
    """The host of a party made the move of a seat that comes next."""


class BotSeated(SeatFact):
    """A bot was put on an empty seat."""

    bot: str


class SeatFreed(SeatFact):
    """A seat is empty again, before the game has begun."""


class SeedSealed(SeatFact):
    """A seat is bound to a seed that nobody else knows yet: the SHA-256 of it, in hex digits."""

    seal: str


class SeedGiven(SeatFact):
    """A seat added its seed to the dice, in hex digits: the one that it had sealed, or one given openly."""

    seed: str


class SeatsOrdered(Fact):
    """The order was changed: who sat at order[i] sits at i now, and seats not named are gone."""

    order: tuple[int, ...]


class TableLocked(Fact):
    """Nobody else may sit down, or again somebody may."""

    locked: bool


class OwnerChanged(SeatFact):
    """Another seat owns the table."""


class BeginAsked(Fact):
    """The owner begins: the seats are fixed, and the game begins when the last sealed seed is opened."""


class GameBegun(Fact):
    """The first roll may come. `seeds` are those of the seats in order; `given` says which seats sent one."""

    seeds: tuple[str, ...]
    given: tuple[bool, ...]


class Played(Fact):
    """Events of the game itself, each as the game writes it; `seat` is who decided, None the clock."""

    seat: int | None
    events: tuple[msgspec.Raw, ...]


class ClockStopped(Fact):
    """The clock is paused."""


class ClockStarted(Fact):
    """The clock runs again."""


class StandInSeated(SeatFact):
    """A bot plays for a seat until its player is back."""

    bot: str


class TurnSkipped(SeatFact):
    """The owner (`by`) ends the turn of a seat that was out of time, or away for so many seconds."""

    by: int
    away: int


class PlayerReplaced(SeatFact):
    """The owner (`by`) lets a bot play for a seat that was out of time, or away for so many seconds."""

    bot: str
    by: int
    away: int


class PlayerLeft(SeatFact):
    """A player left a game in which dice or cards had been seen."""


class PlayerBack(SeatFact):
    """The player of a seat decides again."""


class Said(SeatFact):
    """A chat line, by its reference."""

    text: str


class Reacted(SeatFact):
    """A reaction, one of a fixed few."""

    reaction: str


class FaceWorn(SeatFact):
    """A player chose a face and a colour; the pages that show them know which there are."""

    face: str


class Restored(Fact):
    """The database was restored from a backup: what came later is lost, and other dice fall from here on.

    Their draws have the epoch in them, so that nobody has seen them; `drawn` counts those that came before.
    """

    epoch: str
    drawn: int


class GameFinished(Fact):
    """It is over, and the server's seed is shown: played, declined, expired, closed or abandoned.

    Only a game that was played to its end has a result that may be rated.
    """

    reason: Literal["played", "declined", "expired", "closed", "abandoned"]
    server_seed: str


class RematchMade(Fact):
    """The same people meet again at another table."""

    match: str


AnyFact = (
    Opened
    | SeatTaken
    | SeatRetaken
    | SeatClaimed
    | GameChosen
    | SeatRenamed
    | HintsSet
    | Guessed
    | PlayedFor
    | BotSeated
    | SeatFreed
    | SeedSealed
    | SeedGiven
    | SeatsOrdered
    | TableLocked
    | OwnerChanged
    | BeginAsked
    | GameBegun
    | Played
    | ClockStopped
    | ClockStarted
    | StandInSeated
    | TurnSkipped
    | PlayerReplaced
    | PlayerLeft
    | PlayerBack
    | Said
    | Reacted
    | FaceWorn
    | Restored
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
