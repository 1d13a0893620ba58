"""The score sheet as a file: text, comma-separated values or a page to print, by the file's ending."""

from pathlib import Path
from typing import NamedTuple

from hotdice.game import Record, print_record, to_csv
from hotdice.match import write_atomically
from hotdice.terminal.score_sheet import sheet_page, sheet_text


class Exported(NamedTuple):
    """Whether a file was written, and a sentence about it."""

    done: bool
    sentence: str


def as_format(record: Record, ending: str) -> str | None:
    """The game in the format of a file ending, or None where that is not known.

    >>> from hotdice.rules import load
    >>> as_format(Record(load("classic"), ("Ann", "Bob"), ("human", "human")), ".csv")[:10]
    'turn,round'
    """
    match ending.lower():
        case ".txt":
            return "\n".join(row.rstrip() for row in sheet_text(record)) + "\n"
        case ".csv":
            return to_csv(record)
        case ".html" | ".htm":
            return sheet_page(record)
        case ".farkle":
            return print_record(record)
    return None


def export_sheet(record: Record, path: Path) -> Exported:
    """Write the score sheet to a file."""
    text = as_format(record, path.suffix)
    if text is None:
        return Exported(False, "A file ends in .txt, .csv, .html or .farkle.")
    try:
        write_atomically(path, text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or error
        return Exported(False, f"{path} could not be written: {reason}.")
    return Exported(True, f"Written to {path}.")
