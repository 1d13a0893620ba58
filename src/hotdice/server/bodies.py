"""What the HTTP part takes and gives, as types; the OpenAPI document is made from them."""

from typing import Annotated

import msgspec

from hotdice.frozen import Frozen
from hotdice.match.boards import LONGEST_BOARD
from hotdice.match.facts import Clock, Options
from hotdice.match.table_commands import BotName, KindName, RulesText, SeatNumber
from hotdice.rules import Fault
from hotdice.rules.compiled import CompiledRules
from hotdice.rules.said import Value

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10**6)]


class Body(Frozen, forbid_unknown_fields=True, kw_only=True):
    """Base of what is sent in."""


class NewPerson(Body):
    """Somebody new; the passcode where the server has one."""

    name: Name
    passcode: Annotated[str, msgspec.Meta(max_length=128)] = ""


class NewName(Body):
    """Another name."""

    name: Name


class Code(Body):
    """The code that another device shows."""

    code: Secret


class Phrase(Body):
    """The recovery phrase."""

    phrase: Secret


class NewTable(Body):
    """A table to set up. `rules` is the name of a sheet, or the data of house rules as JSON text."""

    rules: RulesText = "classic"
    seats: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2
    kind: KindName = "farkle"
    clock: Clock = Clock()
    options: Options = Options()
    bots: Annotated[tuple[BotName, ...], msgspec.Meta(max_length=64)] = ()


class Rules(Body):
    """Rules to look at: the name of a sheet, or the data of house rules as JSON text."""

    rules: RulesText


class Sit(Body):
    """A seat to take: with the secret of an invitation. Its seed is sealed later, over the WebSocket."""

    invite: Annotated[str, msgspec.Meta(max_length=128)] = ""
    seat: SeatNumber | None = None


class NewParty(Body):
    """A party to open: what it plays first."""

    rules: RulesText = "classic"
    kind: KindName = "farkle"


class Claim(Body):
    """A seat to take over, whose phone is gone, with the word of the party."""

    seat: SeatNumber
    invite: Secret


class MailAddress(Body):
    """Where to be told that it is the own turn, and in which language."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=254)]
    language: Annotated[str, msgspec.Meta(max_length=10)] = "en"


class Pass(Body):
    """What the link of a letter holds."""

    token: Secret


class Announce(Body):
    """A line for everybody who is connected."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Passcode(Body):
    """The passcode that newcomers need; empty for none."""

    passcode: Annotated[str, msgspec.Meta(max_length=128)] = ""


class Closed(Body):
    """Whether nobody may set up tables any more."""

    closed: bool


class Mark(Body):
    """What somebody may no longer do."""

    banned: bool = False
    muted: bool = False


class Retention(Body):
    """After how many days finished games are removed; 0 is never."""

    days: Number


class Erase(Body):
    """The seat whose name and chat lines are erased."""

    seat: SeatNumber


class NewBoard(Body):
    """A version of a score, with the key of the device that keeps it."""

    key: Annotated[str, msgspec.Meta(min_length=24, max_length=128)]
    version: Annotated[int, msgspec.Meta(ge=1, lt=2**53)]
    body: Annotated[str, msgspec.Meta(max_length=LONGEST_BOARD)]


class Board(Frozen):
    """The score of a game with real dice, in the words of the page that keeps it."""

    version: int
    body: str
    updated: int


class BoardLine(Frozen):
    """A board in the owner's list."""

    board: str
    version: int
    bytes: int
    updated: int


class BoardLines(Frozen):
    """Several boards."""

    boards: tuple[BoardLine, ...]


class Problem(Frozen):
    """Why something was not done: a code for programs, a sentence for people.

    `says` and `values` are as in `Refused`: the words with their gaps still open, and what fills them.
    """

    code: str
    text: str
    says: str = ""
    values: dict[str, Value] = msgspec.field(default_factory=dict)


class Me(Frozen):
    """Somebody with a key that is told once, and the recovery phrase where they are new."""

    id: str
    name: str
    key: str = ""
    phrase: str = ""


class GameLine(Frozen):
    """A match in a list; `your_turn` where it waits for you. Names and totals are in one's own list.

    `faces` are the bots of seats, or the faces that players chose; `owner` names the host of an open table.
    """

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
    winners: tuple[int, ...] = ()
    faces: tuple[str, ...] = ()
    owner: str = ""


class Games(Frozen):
    """Several matches."""

    games: tuple[GameLine, ...]


class Sheets(Frozen):
    """The rule sheets, each with its score table, and the bots that may sit down."""

    sheets: tuple[CompiledRules, ...]
    bots: tuple[str, ...]


class RulesLook(Frozen):
    """What rules come to, or every fault of the data, each with the key that it belongs to."""

    rules: CompiledRules | None
    faults: tuple[Fault, ...] = ()


class SeatedBody(Frozen):
    """A seat and its token; `invite` is the secret part of the invitation link, for the owner."""

    match: str
    seat: int
    token: str
    invite: str = ""


class MailState(Frozen):
    """Whether this server sends mail, and the address of the own seat: none (""), asked or confirmed."""

    offered: bool
    state: str = ""


class PartyBody(Frozen):
    """A party: the match, the token of its screen, and the word by which phones find it."""

    match: str
    token: str
    word: str


class PartyPlace(Frozen):
    """Where phones find this server: an address of the network, or nothing and why there is none.

    `reason` is `alone` where the server listens to its own machine only, `network` where that machine has no
    address in a network. `wifi` and `password` are what the host typed in, for somebody at home.
    """

    address: str
    reason: str = ""
    wifi: str = ""
    password: str = ""


class Text(Frozen):
    """One text."""

    text: str


class Done(Frozen):
    """It was done; how many, where that says something."""

    count: int = 1


class Status(Frozen):
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
