"""Reading record files: the bytes, what the first lines say, and a record with its faults named."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from hotdice.game.frames import FIRST_LINE, LARGEST, RecordError

Kind = TypeVar("Kind")

LONGEST = 8_192
"""Headers are looked for in so many bytes; a rule set of a house may stand among them."""


def read_bytes(path: Path) -> bytes:
    """What a file holds, or standard input where it is called `-`; one byte more than a record may have.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not the name of a file.
    """
    if str(path) == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def read_with(path: Path, parse: Callable[[bytes], Kind]) -> Kind:
    """What a parser makes of a file.

    Raises:
        RecordError: the file cannot be read, or is not such a record; the sentence names it.
    """
    name = "standard input" if str(path) == "-" else str(path)
    try:
        return parse(read_bytes(path))
    except OSError as error:
        raise RecordError(f"{name}: {(error.strerror or 'cannot be read').lower()}") from None
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None
    except ValueError:  # a name with a null character in it
        raise RecordError(f"{name!r} is not the name of a file") from None


def game_of(text: bytes) -> str:
    r"""The game that a record names in its second line; Farkle names none.

    >>> game_of(b"hotdice record 1\ngame munchkin\n"), game_of(b"hotdice record 1\nrules classic\n")
    ('munchkin', '')
    """
    lines = text[:200].replace(b"\r\n", b"\n").split(b"\n")
    if len(lines) < 2 or lines[0].strip() != FIRST_LINE.encode() or not lines[1].startswith(b"game "):
        return ""
    return lines[1][5:].strip().decode("utf-8", errors="replace")


def headers_of(text: bytes) -> dict[str, str]:
    r"""The headers of a record by name; of those that repeat the last.

    >>> headers_of(b"hotdice record 1\nrules classic\ndice real\nresult unfinished\n\n1 Ann | x")
    {'rules': 'classic', 'dice': 'real', 'result': 'unfinished'}
    """
    head = text[:LONGEST].replace(b"\r\n", b"\n").partition(b"\n\n")[0].decode("utf-8", errors="replace")
    found: dict[str, str] = {}
    for line in head.split("\n")[1:]:
        name, _, value = line.partition(" ")
        found[name] = value.strip()
    return found
