"""The log of an evening in a file: a line for all that a command led to, on the disk before anybody is told.

Each line begins with a sum of everything up to its end. A last line that a kill has torn is passed over,
because nobody was told of it; a line that was changed later is found, and nothing is written after it.
"""

import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import msgspec

from hotdice.club.evening import commands as c
from hotdice.club.evening import events as e
from hotdice.club.evening.deciding import HOST, Asked, decide
from hotdice.club.evening.evolving import evolve, fold
from hotdice.club.evening.state import Evening
from hotdice.game import Refusal
from hotdice.match.store.entries import InUse
from hotdice.match.store.file_lock import FileLock

SUFFIX = ".evening"
PATIENCE = 10.0
"""Seconds to wait for another command that is writing the same evening."""
_LINE: msgspec.json.Decoder[list[e.AnyEvent]] = msgspec.json.Decoder(list[e.AnyEvent])


class EveningError(ValueError):
    """A file that is no evening, or a damaged one; the sentence says where."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def line_of(events: Sequence[e.AnyEvent], before: int) -> tuple[bytes, int]:
    """What a command led to as a line, and the sum of the log with it."""
    body = msgspec.json.encode(events)
    total = crc32(body, before)
    return b"%08x " % total + body + b"\n", total


def read_log(data: bytes) -> tuple[list[e.AnyEvent], int, int]:
    """The events of a log, the sum of all of them, and how many bytes of it are whole.

    >>> from hotdice.club.evening.plan import Plan
    >>> line, total = line_of([e.Opened(plan=Plan(), at=1)], 0)
    >>> read_log(line + b"torn")[1:] == (total, len(line))
    True

    Raises:
        EveningError: a line was changed or is missing.
    """
    events: list[e.AnyEvent] = []
    total = whole = 0
    lines = data.split(b"\n")[:-1]  # what follows the last end of a line is torn, or nothing
    for number, line in enumerate(lines, 1):
        told, _, body = line.partition(b" ")
        after = crc32(body, total)
        try:
            if told != b"%08x" % after:
                raise ValueError("the sum is another one")
            events += _LINE.decode(body)
        except (ValueError, msgspec.DecodeError):
            raise EveningError(f"line {number} is damaged or is no event of an evening") from None
        total = after
        whole += len(line) + 1
    return events, total, whole


def read(path: Path) -> Evening:
    """The evening in a file.

    Raises:
        EveningError: it cannot be read.
    """
    return fold(_events(path)[0])


def _events(path: Path) -> tuple[list[e.AnyEvent], int, int]:
    try:
        found = read_log(path.read_bytes())
    except OSError as error:
        raise EveningError(
            f"{path} cannot be read: {(error.strerror or 'no reason given').lower()}"
        ) from None
    except ValueError as error:
        raise EveningError(f"{path}: {error}") from None
    if not found[0] or not isinstance(found[0][0], e.Opened):
        raise EveningError(f"{path} is no evening; begin one with: hotdice evening new {path}")
    return found


def create(path: Path, events: Sequence[e.AnyEvent]) -> Evening:
    """Begin a new log.

    Raises:
        EveningError: there is a file already.
    """
    try:
        with path.open("xb") as file:
            file.write(line_of(events, 0)[0])
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise EveningError(f"{path} is there already; choose another name") from None
    return fold(events)


def ask(path: Path, command: c.AnyCommand, *, who: int = HOST, lot: int | None = None) -> Evening | Refusal:
    """Carry out a command: what it leads to is on the disk on return, or nothing has changed.

    Raises:
        EveningError: the file cannot be read.
    """
    with _alone(path):
        events, total, whole = _events(path)
        evening = fold(events)
        asked = Asked(who, now(), secrets.randbits(31) if lot is None else lot)
        result = decide(evening, command, asked)
        if isinstance(result, Refusal):
            return result
        for event in result:
            evening = evolve(evening, event)
        with path.open("r+b") as file:
            file.truncate(whole)
            file.seek(whole)
            file.write(line_of(result, total)[0])
            file.flush()
            os.fsync(file.fileno())
        return evening


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Wait until no other command writes this evening."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            lock = FileLock(path.with_name(path.name + ".lock"))
            break
        except InUse:
            if time.monotonic() > until:
                raise EveningError(f"{path} is being written by another command; try again") from None
            time.sleep(0.05)
    try:
        yield
    finally:
        lock.release()
