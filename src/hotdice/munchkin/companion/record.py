"""The companion's file: who sits there and every entry, one a line, in the frame of all records."""

import re
from collections.abc import Sequence

import msgspec

from hotdice.frozen import Frozen
from hotdice.game.frames import Frame, RecordError, parse_frame, print_frame
from hotdice.game.record import check_name
from hotdice.game.refusals import Refusal
from hotdice.munchkin.companion import commands as c
from hotdice.munchkin.companion.referee import fold, play
from hotdice.munchkin.companion.table import Table, new_table
from hotdice.munchkin.state import Sex
from hotdice.munchkin.wording import FACE, NUMBER, SEAT, Gap, Words

GAME = "munchkin-companion"
_HEADERS = ("game", "level", "seat", "sex", "date")
_WORDS: Words[c.Command] = Words(
    {
        c.Roll: "roll",
        c.Stand: "stand",
        c.Answer: "{yes}",
        c.Done: "done",
        c.Door: "door",
        c.Next: "next",
        c.Face: "face {face}{thrown}",
        c.Turn: "turn {player} {face}",
        c.Pick: "pick {face:number}",
        c.Victim: "victim {player}",
        c.SetLevel: "level {player} {level:number}",
        c.ChangeSex: "sex {player} {penalty:number}",
        c.SetPenalty: "penalty {player} {penalty:number}",
        c.Fought: "fought {player}",
    },
    {
        "player": Gap(NUMBER.form, SEAT.read, SEAT.write),
        "number": NUMBER,
        "face": Gap(f"{NUMBER.form}|head", FACE.read, FACE.write),
        "thrown": Gap("(?: thrown)?", bool, lambda thrown: " thrown" if thrown else ""),
        "yes": Gap("yes|no", lambda text: text == "yes", lambda yes: "yes" if yes else "no"),
    },
)
_NUMBER = re.compile(r"\d{1,3}")


class CompanionRecord(Frozen):
    """A real table as it was told."""

    names: tuple[str, ...]
    sexes: tuple[Sex | None, ...]
    winning_level: int = 10
    date: str = ""
    commands: tuple[c.Command, ...] = ()

    def start(self) -> Table:
        """The table before the first entry."""
        return new_table(self.names, winning_level=self.winning_level, sexes=self.sexes)

    def table(self) -> Table:
        """The table after the last entry."""
        return fold(self.start(), self.commands)


def new_record(
    names: Sequence[str], *, winning_level: int = 10, sexes: Sequence[Sex | None] = (), date: str = ""
) -> CompanionRecord:
    """The record of a table that begins.

    >>> new_record(["Ann", "Bob"]).sexes
    (None, None)

    Raises:
        ValueError: the table cannot be set up this way.
    """
    table = new_table(names, winning_level=winning_level, sexes=sexes)
    return CompanionRecord(tuple(names), tuple(p.sex for p in table.players), winning_level, date)


def print_companion(record: CompanionRecord) -> str:
    """The text of a record.

    >>> print(print_companion(new_record(["Ann", "Bob"])).splitlines()[1])
    game munchkin-companion
    """
    headers = [("game", GAME), ("level", str(record.winning_level))]
    headers += [("seat", name) for name in record.names]
    headers += [("sex", f"{seat} {sex}") for seat, sex in enumerate(record.sexes, 1) if sex]
    if record.date:
        headers.append(("date", record.date))
    return print_frame(headers, [_WORDS.word(command) for command in record.commands])


def parse_companion(text: str | bytes) -> CompanionRecord:
    """The record that a text describes, every entry checked.

    >>> record = new_record(["Ann", "Bob"])
    >>> parse_companion(print_companion(record)) == record
    True

    Raises:
        RecordError: it is not such a record, or an entry is not possible there.
    """
    frame = parse_frame(text, _HEADERS)
    if frame.one("game") != GAME:
        raise RecordError(f"this is not a record of {GAME}")
    names = tuple(header.value for header in frame.all("seat"))
    for header in frame.all("seat"):
        if fault := check_name(header.value):
            raise RecordError(fault, header.line)
    level = frame.one("level", "10")
    if not _NUMBER.fullmatch(level):
        raise RecordError("level is a number")
    date = frame.one("date", "")
    if len(date) > 40 or not date.isprintable():
        raise RecordError("the date is too long")
    try:
        record = new_record(names, winning_level=int(level), sexes=_sexes(frame, len(names)), date=date)
    except ValueError as error:
        raise RecordError(str(error)) from None
    table = record.start()
    commands: list[c.Command] = []
    for number, line in frame.body:
        command = _WORDS.command(" ".join(line.split()))
        if command is None:
            raise RecordError(f"{line[:30]!r} is not an entry", number)
        result = play(table, command)
        if isinstance(result, Refusal):
            raise RecordError(result.sentence, number)
        table = result
        commands.append(command)
    return msgspec.structs.replace(record, commands=tuple(commands))


def _sexes(frame: Frame, count: int) -> tuple[Sex | None, ...]:
    sexes: list[Sex | None] = [None] * count
    for header in frame.all("sex"):
        seat, _, word = header.value.partition(" ")
        if not (_NUMBER.fullmatch(seat) and 1 <= int(seat) <= count and word in tuple(Sex)):
            raise RecordError("sex is followed by a seat number and woman or man", header.line)
        sexes[int(seat) - 1] = Sex(word)
    return tuple(sexes)
