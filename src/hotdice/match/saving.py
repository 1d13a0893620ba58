"""Where a match at a keyboard is saved: in memory, or as a record in a file.

A saver must hold what it was given, whole, before it returns. What a server keeps lies in `match/store/`.
"""

import os
import secrets
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


def write_atomically(path: Path, text: str, *, private: bool = False) -> None:
    """Write a file so that a crash leaves the old one or the new one, whole.

    Who may read it is as for any file that this user writes, unless it is private; a file that is there
    stays readable for whom it was.

    Raises:
        OSError: the disk is full, or the folder cannot be written; the old file is untouched.
    """
    path = Path(os.path.realpath(path))  # what a link leads to is written, the link stays
    if path.exists() and not path.is_file():  # a device or a pipe cannot be put in place of another
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.parent / f".{path.name[:80]}.{secrets.token_hex(6)}"
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if not private and path.is_file():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
