"""Reading a record of whatever game: Farkle, a duplicate match, or the Munchkin Dice table."""

from pathlib import Path
from typing import Any

from hotdice.game import Record, parse_record
from hotdice.match.games.duplicate_record import DuplicateRecord, parse_duplicate
from hotdice.munchkin import Record as TableRecord
from hotdice.munchkin import Sheet
from hotdice.munchkin import parse_record as parse_table
from hotdice.rules import Ruleset
from hotdice.terminal.record_header import game_of, read_with

AnyRecord = Record | DuplicateRecord | TableRecord


def read_any(path: Path) -> AnyRecord:
    """The record in a file, or on standard input where it is called `-`, whatever game it is of.

    Raises:
        RecordError: it cannot be read, or is not a record.
    """

    def parse(text: bytes) -> AnyRecord:
        match game_of(text):
            case "duplicate":
                return parse_duplicate(text)
            case "munchkin":
                return parse_table(text)
        return parse_record(text)

    return read_with(path, parse)


def head_json(game: str, sheet: Ruleset | Sheet, record: Record | TableRecord) -> dict[str, Any]:
    """What was played, by whom and with which dice, as data.

    >>> from hotdice.rules import load
    >>> head_json("farkle", load("kcd"), Record(load("kcd"), ("Ann", "Bob"), ("human", "greedy")))["seats"]
    [{'name': 'Ann', 'player': 'human'}, {'name': 'Bob', 'player': 'greedy'}]
    """
    seats = zip(record.names, record.players, strict=True)
    return {
        "game": game,
        "title": sheet.title,
        "hash": sheet.hash,
        "seats": [{"name": name, "player": who} for name, who in seats],
        "dice": record.dice,
        "date": record.date,
    }
