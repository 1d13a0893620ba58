"""Reading a record of whatever game: Farkle, a duplicate match, or the Munchkin Dice table."""

from pathlib import Path

from hotdice.game import Record, RecordError, parse_record
from hotdice.match.games.duplicate_record import DuplicateRecord, parse_duplicate
from hotdice.munchkin import Record as TableRecord
from hotdice.munchkin import parse_record as parse_table
from hotdice.terminal.record_header import game_of

AnyRecord = Record | DuplicateRecord | TableRecord


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
