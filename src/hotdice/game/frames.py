"""The frame of a record file: `key value` headers, an empty line, then the lines of the game.

Every kind of game writes its own lines; the frame is the same for all.
"""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from hotdice.frozen import Frozen
from hotdice.rules import RulesError

FIRST_LINE = "hotdice record 1"
LATER_LINE = "hotdice record 2"
"""Of records with what format 1 did not know: own dice, jokers, points taken over."""
LARGEST = 4 * 1024 * 1024
LONGEST_LINE = 100_000


class RecordError(ValueError):
    """A text that is not a record of a game, with the line and the reason.

    >>> str(RecordError("there is no seat 3", 7))
    'line 7: there is no seat 3'
    """

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line else message)


class Header(Frozen):
    """One `key value` line."""

    key: str
    value: str
    line: int = 0


class _Hashed(Protocol):
    @property
    def hash(self) -> str: ...


Hashed = TypeVar("Hashed", bound=_Hashed)


class Frame(Frozen):
    """A record file taken apart: headers, and body lines with their numbers."""

    headers: tuple[Header, ...]
    body: tuple[tuple[int, str], ...]

    def one(self, key: str, default: str | None = None) -> str:
        """The value of a header that stands once at most.

        Raises:
            RecordError: it is missing without a default, or stands twice.
        """
        found = self.all(key)
        if len(found) > 1:
            raise RecordError(f"{key} is given twice", found[1].line)
        if found:
            return found[0].value
        if default is None:
            raise RecordError(f"the header {key} is missing")
        return default

    def played_by(self, resolve: Callable[[str], Hashed], what: str) -> Hashed:
        """The rules that the record names, which must be those it was played by.

        Raises:
            RecordError: there are no such rules, or they have changed since.
        """
        try:
            rules = resolve(self.one("rules"))
        except RulesError as error:
            raise RecordError(str(error)) from None
        if self.one("hash", rules.hash) != rules.hash:
            raise RecordError(f"the hash is not that of the {what}")
        return rules

    def all(self, key: str) -> list[Header]:
        """Every header with this key."""
        return [header for header in self.headers if header.key == key]


def parse_frame(text: str | bytes, known: Iterable[str]) -> Frame:
    r"""Take a record file apart; `known` are the header keys that its game understands.

    >>> parse_frame("hotdice record 1\nrules classic\n\n1 Ann | 5\n", ["rules"]).one("rules")
    'classic'

    Raises:
        RecordError: it is not a record file.
    """
    if len(text) > LARGEST:
        raise RecordError(f"a record has at most {LARGEST:,} bytes")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise RecordError("the file is not a text in UTF-8") from None
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() not in (FIRST_LINE, LATER_LINE):
        raise RecordError(f"the first line must be {FIRST_LINE!r}", 1)
    keys = set(known)
    headers: list[Header] = []
    body: list[tuple[int, str]] = []
    in_body = False
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        if len(line) > LONGEST_LINE:
            raise RecordError("the line is too long", number)
        if not line:
            in_body = in_body or bool(headers)
        elif line.startswith("#"):
            continue
        elif in_body:
            body.append((number, line))
        else:
            key, _, value = line.partition(" ")
            if key not in keys:
                raise RecordError(f"{key[:30]!r} is not a header of a record", number)
            headers.append(Header(key, value.strip(), number))
    return Frame(tuple(headers), tuple(body))


def print_frame(headers: Iterable[tuple[str, str]], body: Iterable[str], first: str = FIRST_LINE) -> str:
    """A record file from its headers and lines.

    >>> print(print_frame([("rules", "classic")], ["1 Ann | 5"]), end="")
    hotdice record 1
    rules classic
    <BLANKLINE>
    1 Ann | 5
    """
    head = [first, *(f"{key} {value}" for key, value in headers)]
    return "\n".join([*head, "", *body]) + "\n"


def players_of(frame: Frame, count: int) -> tuple[str, ...]:
    r"""Who decides for each seat, by the headers `player SEAT WHO`; a person where none is given.

    >>> players_of(parse_frame("hotdice record 1\nplayer 2 greedy\n", ["player"]), 2)
    ('human', 'greedy')

    Raises:
        RecordError: a header is wrong, or given twice.
    """
    players = ["human"] * count
    for header in frame.all("player"):
        seat, _, player = header.value.partition(" ")
        known = seat.isascii() and seat.isdigit() and len(seat) < 3 and 1 <= int(seat) <= count
        if not known or not player or len(player) > 100 or not player.isprintable():
            raise RecordError("player is followed by a seat number and who decides there", header.line)
        if players[int(seat) - 1] != "human":
            raise RecordError(f"player {seat} is given twice", header.line)
        players[int(seat) - 1] = player
    return tuple(players)
