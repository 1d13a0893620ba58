"""What a table asks of a game, whatever game it is.

A table never looks inside a game. It asks whose decision is awaited, hands commands over and keeps the
events that come back; the game after them is the fold of those events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, Self, TypeVar

import msgspec

from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.match.facts import Options
from hotdice.match.fair import FairDraws
from hotdice.rules import RulesError

By = Literal["player", "bot", "table"]
"""Who speaks for a seat: its player, a bot, or the table itself, which is the clock or the owner."""

LONGEST_RULES = 6_000

SheetT = TypeVar("SheetT")
PLAIN = Options()
"""A table without any of them."""
NO_BAGS = "own dice are for Farkle at one table"


class Sheet(Frozen):
    """What a table shows of its rules before anybody sits down."""

    reference: str
    hash: str
    title: str
    seats: tuple[int, ...]


class BotTurn(Frozen):
    """A bot is to decide for a seat; `choose` may take its time and is called in a thread.

    `moment` is another one as soon as the decision is made, or has become a different one.
    """

    seat: int
    moment: int
    choose: Callable[[], Any]


class Withheld(Frozen):
    """Events that only one seat may see, until a turn is open to everybody."""

    seat: int
    turn: int


class Game(Protocol):
    """A game as it stands at a table, with the bots that decide for some of its seats."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that may decide now, people or bots; empty when the game is over."""

    @property
    def bot_turns(self) -> tuple[BotTurn, ...]:
        """The bots that are to decide now, at most one for each seat."""

    def with_bots(self, bots: Mapping[int, Any]) -> Self:
        """The same game with other bots on its seats."""

    def clock_of(self, seat: int) -> object:
        """A value that changes when the clock of a seat begins anew."""


class Outcome(Frozen):
    """What a command leads to: the events for the log, and the game after them."""

    events: tuple[msgspec.Raw, ...]
    game: Game


class Kind(Protocol):
    """One kind of game.

    A `secretive` one keeps its record to itself until the game is over. One that `withholds` tells some
    events to their seat alone for a while. `stand_in` is the bot that plays on for who leaves, where a game
    cannot do without them.
    """

    secretive: bool
    withholds: bool
    stand_in: str

    def sheet(self, rules: str, options: Options = PLAIN) -> Sheet:
        """The rules that a new table asks for; ValueError with a sentence where there are none."""

    def title(self, rules: str) -> str:
        """What the rules of a table are called, by their reference."""

    def begin(self, rules: str, seats: int, draws: FairDraws | None, options: Options = PLAIN) -> Any:
        """A game before its first roll; without draws it can be folded on but throws no dice."""

    def with_draws(self, game: Any, draws: FairDraws | None) -> Any:
        """The same game with another source of dice."""

    def drawn(self, game: Any) -> int:
        """How many draws have been made: throws, and cards where they are drawn one by one."""

    def opening(self, game: Any) -> tuple[msgspec.Raw, ...]:
        """Events that come before anybody decides, such as cards that are dealt."""

    def command(self, raw: msgspec.Raw) -> Any:
        """A command that a client sent; msgspec.ValidationError where it is none."""

    def carry_out(self, game: Any, seat: int, command: Any, by: By) -> Outcome | Refusal:
        """What a command leads to, dice and cards included, or why it is refused."""

    def after(self, game: Any, events: Sequence[msgspec.Raw]) -> Any:
        """The game after events of its log."""

    def unpack(self, events: Sequence[msgspec.Raw]) -> tuple[Any, ...]:
        """Events as they were told to a viewer."""

    def seen(self, events: Sequence[msgspec.Raw], seat: int | None) -> tuple[msgspec.Raw, ...]:
        """Events as a seat may see them, or somebody who watches (None)."""

    def withheld(self, events: Sequence[msgspec.Raw]) -> Withheld | None:
        """Whose alone events are for now; None where everybody may see them at once."""

    def open_turns(self, game: Any) -> int:
        """Withheld events of an earlier turn than this one are open to everybody."""

    def turn_of(self, game: Any, seat: int) -> int:
        """The turn of a seat, where its events are withheld by turns."""

    def resign(self, game: Any, seat: int) -> Any | None:
        """The command by which a seat gives up; None where a bot plays on for who leaves."""

    def time_out(self, game: Any, seat: int) -> Any:
        """The command by which the clock goes on where a seat does not."""

    def farkled(self, events: Sequence[msgspec.Raw]) -> bool | None:
        """Whether the last throw among events was a farkle; None where nobody threw, or nothing farkles."""

    def guessed_at(self, game: Any) -> int | None:
        """The seat whose next throw others may guess at; None where there is none."""

    def view(
        self,
        game: Any,
        seat: int | None,
        names: Sequence[str],
        players: Sequence[str],
        *,
        closed: bool = False,
    ) -> bytes:
        """What a seat may see of the game, or a watcher (None), as it is sent.

        `closed` leaves out what others hold where that could be worked out: who wants to know counts.
        """

    def read_view(self, data: bytes | msgspec.Raw) -> Any:
        """A view that was sent."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that may sit at a table."""

    def bot(self, name: str) -> Any:
        """A bot by name; ValueError with a sentence where there is none."""

    def record(self, game: Any, names: Sequence[str], players: Sequence[str], dice: str, date: str) -> str:
        """The game so far as a text that replays."""


class Open:
    """A kind of game that withholds nothing whole; single cards may be blank."""

    def withheld(self, events: Sequence[msgspec.Raw]) -> Withheld | None:
        """Nothing is withheld."""
        return None

    def open_turns(self, game: Any) -> int:
        """Nothing is withheld."""
        return 0

    def turn_of(self, game: Any, seat: int) -> int:
        """Nothing is withheld."""
        return 0


class Unguessed:
    """A kind of game at whose throws nobody guesses."""

    def farkled(self, events: Sequence[msgspec.Raw]) -> bool | None:
        """Nothing to guess here."""
        return None

    def guessed_at(self, game: Any) -> int | None:
        """Nothing to guess here."""
        return None


def read_sheet(text: str, resolve: Callable[[str], SheetT]) -> SheetT:
    """The rules that the text of a table names.

    Raises:
        ValueError: there are none, with a sentence.
    """
    if len(text) > LONGEST_RULES:
        raise ValueError(f"rules for a table have at most {LONGEST_RULES:,} characters")
    try:
        return resolve(text)
    except RulesError as error:
        raise ValueError(str(error)) from None


def leaves(base: type) -> Any:
    """Every class below a base that has none below itself, as one union that msgspec can tell apart."""
    found: Any = None
    below: list[type] = base.__subclasses__()
    for kind in below:
        part = leaves(kind) if kind.__subclasses__() else kind
        found = part if found is None else found | part
    return found
