"""Munchkin Dice on this computer: new tables, and those that wait, on screen and real ones."""

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from hotdice.game import RecordError
from hotdice.munchkin import Record, Sheet, parse_record
from hotdice.munchkin.companion import CompanionRecord, parse_companion
from hotdice.terminal.storage import home

TABLE_SUFFIX = ".munchkin"
COMPANION_SUFFIX = ".companion"
Kept = TypeVar("Kept")


def today() -> str:
    """The date that a record carries."""
    return datetime.now(UTC).strftime("%Y-%m-%d")


def new_file(suffix: str) -> Path:
    """A file for a new table, named by the moment, that is not there yet."""
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path, number = home() / f"{now}{suffix}", 2
    while path.exists():
        path, number = home() / f"{now}-{number}{suffix}", number + 1
    return path


def munchkin_names(who: Sequence[str]) -> tuple[str, ...]:
    """Names for people and bots of a table on screen.

    >>> munchkin_names(["human", "shrewd", "random:7", "shrewd"])
    ('You', 'Shrewd', 'Random', 'Shrewd (2)')
    """
    found: list[str] = []
    people = list(who).count("human")
    for seat, player in enumerate(who, 1):
        base = player.partition(":")[0].capitalize()
        if player == "human":
            base = "You" if people == 1 else f"Player {seat}"
        same = sum(other == base or other.startswith(f"{base} (") for other in found)
        found.append(f"{base} ({same + 1})" if same else base)
    return tuple(found)


def new_table(
    sheet: Sheet, who: Sequence[str], names: Sequence[str] | None = None, seed: str | None = None
) -> Record:
    """The record of a table that is about to begin.

    >>> from hotdice.munchkin import load
    >>> new_table(load(), ["human", "shrewd"], seed="7").dice
    'seeded 7'
    """
    dice = f"seeded {seed if seed is not None else secrets.token_hex(8)}"
    return Record(sheet, tuple(names or munchkin_names(who)), tuple(who), dice, today())


def saved_tables() -> list[tuple[Path, Record]]:
    """Every table on screen that was kept, the latest first."""
    return _saved(TABLE_SUFFIX, parse_record)


def saved_companions() -> list[tuple[Path, CompanionRecord]]:
    """Every real table that was kept, the latest first."""
    return _saved(COMPANION_SUFFIX, parse_companion)


def _saved(suffix: str, parse: Callable[[bytes], Kept]) -> list[tuple[Path, Kept]]:
    found: list[tuple[float, Path, Kept]] = []
    for path in home().glob(f"*{suffix}"):
        try:
            found.append((path.stat().st_mtime, path, parse(path.read_bytes())))
        except (OSError, RecordError):
            continue
    found.sort(key=lambda item: item[:2], reverse=True)
    return [(path, record) for _, path, record in found]
