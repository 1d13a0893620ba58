"""Reading a record of whatever game: Farkle, a duplicate match, or the Munchkin Dice table."""

from pathlib import Path

from hotdice.game import Record, RecordError, parse_record
from hotdice.game.frames import FIRST_LINE
from hotdice.match.games.duplicate_record import DuplicateRecord, parse_duplicate
from hotdice.munchkin import Record as TableRecord
from hotdice.munchkin import parse_record as parse_table

AnyRecord = Record | DuplicateRecord | TableRecord


def game_of(text: bytes) -> str:
    r"""The game that a record names in its second line; Farkle names none.

    >>> game_of(b"hotdice record 1\ngame munchkin\n"), game_of(b"hotdice record 1\nrules classic\n")
    ('munchkin', '')
    """
    lines = text[:200].replace(b"\r\n", b"\n").split(b"\n")
    if len(lines) < 2 or lines[0].strip() != FIRST_LINE.encode() or not lines[1].startswith(b"game "):
        return ""
    return lines[1][5:].strip().decode("utf-8", errors="replace")


def read_any(path: Path) -> AnyRecord:
    """The record in a file, whatever game it is of.

    Raises:
        RecordError: it cannot be read, or is not a record.
    """
    try:
        text = path.read_bytes()
        match game_of(text):
            case "duplicate":
                return parse_duplicate(text)
            case "munchkin":
                return parse_table(text)
        return parse_record(text)
    except OSError as error:
        raise RecordError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except ValueError:  # a name with a null character in it
        raise RecordError(f"{str(path)!r} is not the name of a file") from None
