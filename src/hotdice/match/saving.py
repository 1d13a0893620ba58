"""Where a match at a keyboard is saved: in memory, or as a record in a file.

A saver must hold what it was given, whole, before it returns. What a server keeps lies in `match/store/`.
"""

import os
import tempfile
from pathlib import Path
from typing import Protocol

from hotdice.game import Record, print_record


class NotSaved(RuntimeError):  # noqa: N818 - the sentence is what matters
    """The match could not be kept, with a sentence that says where and why."""


class Saver(Protocol):
    """Keeps one match."""

    def keep(self, record: Record) -> None:
        """Keep the match as it now is.

        Raises:
            NotSaved: it could not be kept; what was kept before is untouched.
        """


class MemorySaver:
    """Keeps the match for as long as the program runs.

    >>> from hotdice.rules import load
    >>> saver = MemorySaver()
    >>> saver.keep(Record(load("classic"), ("Ann", "Bob"), ("human", "human")))
    >>> saver.record.names
    ('Ann', 'Bob')
    """

    def __init__(self) -> None:
        self.record: Record | None = None

    def keep(self, record: Record) -> None:
        """Remember the match."""
        self.record = record


class FileSaver:
    """Keeps the match as a record in a file; a crash leaves the old text or the new one, never half of it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep(self, record: Record) -> None:
        """Write the record and wait until the disk has it."""
        try:
            write_atomically(self.path, print_record(record))
        except (OSError, ValueError) as error:  # ValueError: a null character in the name of the file
            reason = getattr(error, "strerror", "") or error
            raise NotSaved(f"The game could not be saved to {self.path}: {reason}.") from None


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that a crash leaves the old one or the new one, whole.

    Raises:
        OSError: the disk is full, or the folder cannot be written; the old file is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
