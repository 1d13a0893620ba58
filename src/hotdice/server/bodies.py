"""What the HTTP part takes and gives, as types; the OpenAPI document is made from them."""

from typing import Annotated

import msgspec

from hotdice.match.boards import LONGEST_BOARD
from hotdice.match.facts import Clock, Options
from hotdice.match.table_commands import BotName, SeatNumber, Seed
from hotdice.rules import Fault
from hotdice.rules.compiled import CompiledRules
from hotdice.rules.said import Value

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of what is sent in."""


class NewPerson(Body, frozen=True):
    """Somebody new; the passcode where the server has one."""

    name: Name
    passcode: Annotated[str, msgspec.Meta(max_length=128)] = ""


class NewName(Body, frozen=True):
    """Another name."""

    name: Name


class Code(Body, frozen=True):
    """The code that another device shows."""

    code: Secret


class Phrase(Body, frozen=True):
    """The recovery phrase."""

    phrase: Secret


class NewTable(Body, frozen=True):
    """A table to set up. `rules` is the name of a sheet, or the data of house rules as JSON text."""

    rules: Annotated[str, msgspec.Meta(min_length=1, max_length=6000)] = "classic"
    seats: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2
    kind: Annotated[str, msgspec.Meta(max_length=40)] = "farkle"
    clock: Clock = Clock()
    options: Options = Options()
    bots: Annotated[tuple[BotName, ...], msgspec.Meta(max_length=64)] = ()
    seed: Seed | None = None


class Rules(Body, frozen=True):
    """Rules to look at: the name of a sheet, or the data of house rules as JSON text."""

    rules: Annotated[str, msgspec.Meta(min_length=1, max_length=6000)]


class Sit(Body, frozen=True):
    """A seat to take: with the secret of an invitation, and a seed of one's own for the dice."""

    invite: Annotated[str, msgspec.Meta(max_length=128)] = ""
    seat: SeatNumber | None = None
    seed: Seed | None = None


class Announce(Body, frozen=True):
    """A line for everybody who is connected."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Passcode(Body, frozen=True):
    """The passcode that newcomers need; empty for none."""

    passcode: Annotated[str, msgspec.Meta(max_length=128)] = ""


class Closed(Body, frozen=True):
    """Whether nobody may set up tables any more."""

    closed: bool


class Mark(Body, frozen=True):
    """What somebody may no longer do."""

    banned: bool = False
    muted: bool = False


class Retention(Body, frozen=True):
    """After how many days finished games are removed; 0 is never."""

    days: Number


class Erase(Body, frozen=True):
    """The seat whose name and chat lines are erased."""

    seat: SeatNumber


class NewBoard(Body, frozen=True):
    """A version of a score, with the key of the device that keeps it."""

    key: Annotated[str, msgspec.Meta(min_length=24, max_length=128)]
    version: Annotated[int, msgspec.Meta(ge=1, lt=2**53)]
    body: Annotated[str, msgspec.Meta(max_length=LONGEST_BOARD)]


class Board(msgspec.Struct, frozen=True):
    """The score of a game with real dice, in the words of the page that keeps it."""

    version: int
    body: str
    updated: int


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done: a code for programs, a sentence for people.

    `says` and `values` are as in `Refused`: the words with their gaps still open, and what fills them.
    """

    code: str
    text: str
    says: str = ""
    values: dict[str, Value] = {}


class Me(msgspec.Struct, frozen=True):
    """Somebody with a key that is told once, and the recovery phrase where they are new."""

    id: str
    name: str
    key: str = ""
    phrase: str = ""


class GameLine(msgspec.Struct, frozen=True):
    """A match in a list; `your_turn` where it waits for you. Names and totals are in one's own list."""

    match: str
    status: str
    rules: str
    seats: int
    updated: int
    seat: int | None = None
    your_turn: bool = False
    title: str = ""
    names: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()


class Games(msgspec.Struct, frozen=True):
    """Several matches."""

    games: tuple[GameLine, ...]


class Sheets(msgspec.Struct, frozen=True):
    """The rule sheets, each with its score table, and the bots that may sit down."""

    sheets: tuple[CompiledRules, ...]
    bots: tuple[str, ...]


class RulesLook(msgspec.Struct, frozen=True):
    """What rules come to, or every fault of the data, each with the key that it belongs to."""

    rules: CompiledRules | None
    faults: tuple[Fault, ...] = ()


class SeatedBody(msgspec.Struct, frozen=True):
    """A seat and its token; `invite` is the secret part of the invitation link, for the owner."""

    match: str
    seat: int
    token: str
    invite: str = ""


class Text(msgspec.Struct, frozen=True):
    """One text."""

    text: str


class Done(msgspec.Struct, frozen=True):
    """It was done; how many, where that says something."""

    count: int = 1


class Status(msgspec.Struct, frozen=True):
    """How the server is."""

    version: str
    uptime: float
    tables: int
    sockets: int
    matches: dict[str, int]
    events: int
    closed: bool
    passcode: bool
    retention_days: int
    damaged: tuple[str, ...] = ()
