"""The messages between a server and its clients. docs/protocol.md is generated from these types.

Every message is one JSON object whose `type` names it. A client says `Hello` first, then `Do`; each `Do` gets
exactly one `Accepted` or `Refused`. Whatever changes at the table comes as `Update`.
"""

from typing import Annotated, Literal

import msgspec

from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.match.facts import Clock, Options
from hotdice.match.strict_json import refuse_twins
from hotdice.match.table_commands import AnyTableCommand
from hotdice.rules.said import Value

PROTOCOL = 1
CommandId = Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
MatchId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Token = Annotated[str, msgspec.Meta(max_length=128)]
Sequence = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
DieNumber = Annotated[int, msgspec.Meta(ge=1, le=12)]


class ToServer(Frozen, tag=True, forbid_unknown_fields=True):
    """Base of what a client says."""


class Hello(ToServer):
    """The first message: which match, the token of a seat (none to watch), and the last number seen."""

    match: MatchId
    token: Token = ""
    since: Sequence | None = None
    protocol: int = PROTOCOL


class Do(ToServer):
    """A command. `id` is chosen by the client, 16 letters or more; a repeat gets the same answer.

    `expected` is the number of the last fact that the client knows; a command that was decided on an older
    one is refused. None is for commands that do not depend on the game: chat, seeds, leaving.
    """

    id: CommandId
    command: AnyTableCommand
    expected: Sequence | None = None


class Ping(ToServer):
    """Asks for a `Pong`."""


class ShowChoice(ToServer):
    """At a party: the dice that the mover has under the thumb, for the television. It decides nothing.

    No answer comes. It is neither kept nor checked against what scores; a later one takes its place.
    """

    dice: Annotated[tuple[DieNumber, ...], msgspec.Meta(max_length=12)] = ()


AnyToServer = Hello | Do | Ping | ShowChoice


class ChairView(Frozen):
    """A seat as everybody sees it. `stand_in` is the bot that plays for an absent player.

    `away` is for how many seconds its player has had no connection. `seal` binds its seed, which
    `gave_seed` says is open. Its player left `left` of the last `games` while they were going on. At a party
    it may have `hints`, `guess` is what it says of the next throw, and `right` of its `guesses` came true.
    """

    name: str
    bot: str = ""
    stand_in: str = ""
    empty: bool = False
    online: bool = False
    gave_seed: bool = False
    face: str = ""
    seal: str = ""
    away: int = 0
    left: int = 0
    games: int = 0
    hints: bool = False
    guess: str = ""
    right: int = 0
    guesses: int = 0


class TableView(Frozen, kw_only=True):
    """The whole table as one viewer may see it. The server's seed is there when the game is over.

    `game` is in the words of the game itself, null before it begins. `closing` is after the owner has begun,
    as long as seeds are still sealed. `restored` is after how many draws the server was restored from a
    backup, and the epoch that takes part in the draws from there on. `wins` are the games of the series that
    each seat has won, where the table is one of a series.
    """

    match: str
    sequence: int
    seat: int | None
    kind: str
    rules: str
    title: str
    phase: Literal["open", "playing", "over"]
    owner: int
    locked: bool
    paused: bool
    clock: Clock
    clock_left: int | None
    options: Options
    chairs: tuple[ChairView, ...]
    commitment: str
    seeds: tuple[str, ...]
    server_seed: str
    reason: str
    rematch: str
    game: msgspec.Raw
    closing: bool = False
    restored: tuple[tuple[int, str], ...] = ()
    wins: tuple[int, ...] = ()


class News(Frozen, omit_defaults=True, kw_only=True):
    """One fact as a viewer may see it: its number, when, its name, and what belongs to it.

    `by` is the seat that skipped or replaced the player of `seat`, who had been away for `away` seconds.
    """

    seq: int
    at: int
    what: str
    seat: int | None = None
    name: str = ""
    bot: str = ""
    text: str = ""
    reason: str = ""
    match: str = ""
    events: tuple[msgspec.Raw, ...] = ()
    by: int | None = None
    away: int = 0


class FromServer(Frozen, tag=True, gc=False):
    """Base of what a server says."""


class Welcome(FromServer):
    """The answer to `Hello`: the table now, and the news that the client has missed.

    `complete` is false where so much was missed that only the view tells. `epoch` is another one after the
    server was restored from a backup; a client that knows a later number than `seq` forgets what it knows,
    tells its player, and says `Hello` anew.
    """

    seq: int
    view: TableView
    news: tuple[News, ...]
    complete: bool
    protocol: int = PROTOCOL
    epoch: str = ""


class Accepted(FromServer):
    """The command was carried out and is kept; `seq` is the number of its last fact."""

    id: str
    seq: int


class Refused(FromServer):
    """The command changed nothing: a code for programs, a sentence for people, the current number.

    `text` is English. Who words it in another language knows it by `says`, the same words with the gaps still
    open, and fills them from `values`; `says` is empty where the sentence has no gaps.
    """

    id: str
    code: str
    text: str
    seq: int
    says: str = ""
    values: dict[str, Value] = msgspec.field(default_factory=dict)


def refused(name: str, refusal: Refusal, seq: int) -> Refused:
    """The message that tells a refusal.

    >>> refused("a" * 16, Refusal("taken", "Seat {seat:seat} is taken.", {"seat": 1}), 7).text
    'Seat 2 is taken.'
    """
    gaps = refusal.says if refusal.says != refusal.sentence else ""
    return Refused(name, refusal.code, refusal.sentence, seq, gaps, refusal.data if gaps else {})


class Update(FromServer):
    """Something happened at the table."""

    seq: int
    news: tuple[News, ...]
    view: TableView


class Announcement(FromServer):
    """A line from the owner of the server."""

    text: str


class Pong(FromServer):
    """The answer to `Ping`."""


class ChoiceShown(FromServer):
    """To the television of a party alone: the dice that the mover would set aside as things are."""

    seat: int
    dice: tuple[int, ...]


AnyFromServer = Welcome | Accepted | Refused | Update | Announcement | Pong | ChoiceShown
AnyAnswer = Accepted | Refused

_ENCODER = msgspec.json.Encoder()
_TO_SERVER = msgspec.json.Decoder(AnyToServer)
_FROM_SERVER = msgspec.json.Decoder(AnyFromServer)
_ANSWER = msgspec.json.Decoder(AnyAnswer)


def encode(message: ToServer | FromServer) -> bytes:
    """A message as it travels.

    >>> encode(Ping())
    b'{"type":"Ping"}'
    """
    return _ENCODER.encode(message)


def read_answer(data: bytes) -> AnyAnswer:
    """An answer that was kept.

    >>> read_answer(encode(Accepted("a", 7))).seq
    7
    """
    found: AnyAnswer = _ANSWER.decode(data)
    return found


def decode_to_server(data: bytes | str) -> AnyToServer:
    """What a client said.

    Raises:
        msgspec.DecodeError: it is no message.
        ValueError, RecursionError: it is no JSON at all, or too deep.
    """
    refuse_twins(data)
    message: AnyToServer = _TO_SERVER.decode(data)
    return message


def decode_from_server(data: bytes | str) -> AnyFromServer:
    """What a server said.

    Raises:
        msgspec.DecodeError: it is no message.
    """
    message: AnyFromServer = _FROM_SERVER.decode(data)
    return message
