"""Where games are kept on this computer, and reading them back."""

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from hotdice.game import Record, RecordError, parse_record
from hotdice.match.saving import write_atomically
from hotdice.rules import Ruleset
from hotdice.terminal.keeper import still_open
from hotdice.terminal.options import fail
from hotdice.terminal.record_header import game_of, headers_of, read_with

SUFFIX = ".farkle"


def home() -> Path:
    """The folder of saved games: `HOTDICE_HOME`, or the place this system keeps such things."""
    chosen = os.environ.get("HOTDICE_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "hotdice"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hotdice"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "hotdice"


def save_fault(path: Path, text: str, what: str = "game") -> str:
    """Write a record to its file; why that failed, in a sentence, or nothing."""
    try:
        write_atomically(path, text)
    except (OSError, ValueError) as error:
        return f"The {what} could not be saved to {path}: {getattr(error, 'strerror', '') or error}."
    return ""


def record_or_fail(path: Path) -> Record:
    """The record in a file; a fault ends the program with its sentence."""
    try:
        return read_record(path)
    except RecordError as error:
        fail(str(error))


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        RecordError: it cannot be read, or is not a record.
    """

    def parse(text: bytes) -> Record:
        game = game_of(text)
        if game == "munchkin":
            raise RecordError(f"a game of Munchkin Dice; read it with: hotdice munchkin replay {path}")
        if game == "duplicate":
            raise RecordError(f"a duplicate match; read it with: hotdice replay {path}")
        return parse_record(text)

    return read_with(path, parse)


def unfinished_games(dice: str = "seeded") -> list[Path]:
    """Saved games with such dice that can go on, the latest first; unreadable files are passed over."""
    return [path for path, record in waiting_games() if record.dice.split(" ")[0] == dice]


def waiting_games() -> Iterator[tuple[Path, Record]]:
    """Saved games that can go on, the latest first; a game that says it is over is not read at all."""
    for path in _files():
        try:
            headers = headers_of(path.read_bytes())
        except OSError:
            continue
        over = headers.get("result", "unfinished") != "unfinished"
        if over and headers.get("dice") != "real":  # on a real table Gold Pieces may still be missing
            continue
        try:
            record = read_record(path)
        except RecordError:
            continue
        if still_open(record):
            yield path, record


def saved_games() -> list[tuple[Path, Record]]:
    """Every saved game, the latest first; files that cannot be read are passed over."""
    found: list[tuple[Path, Record]] = []
    for path in _files():
        try:
            found.append((path, read_record(path)))
        except RecordError:
            continue
    return found


def _files() -> list[Path]:
    """The files of saved games, the latest first."""
    found: list[tuple[float, Path]] = []
    for path in home().glob(f"*{SUFFIX}"):
        try:
            found.append((path.stat().st_mtime, path))
        except OSError:  # gone since it was listed
            continue
    return [path for _, path in sorted(found, reverse=True)]


def when(path: Path) -> str:
    """The day and the time at which a game was last saved, for telling two alike apart; or nothing."""
    try:
        saved = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:
        return ""
    return f"{saved:%b} {saved.day}, {saved:%H:%M}"


def waits(path: Path) -> str:
    """A game that waits, in a sentence: its sheet, the totals, when it was saved."""
    record = read_record(path)
    pairs = zip(record.names, record.state().seats, strict=True)
    totals = ", ".join(f"{name} {seat.total:,}" for name, seat in pairs)
    return f"A game of {record.rules.title} waits ({totals}; {when(path)})."


def new_file(rules: Ruleset) -> Path:
    """A file for a new game, named by the moment and the sheet, that is not there yet."""
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in rules.name)
    path = home() / f"{now}-{name}{SUFFIX}"
    number = 2
    while path.exists():
        path = home() / f"{now}-{name}-{number}{SUFFIX}"
        number += 1
    return path
