"""The companion in plain text: words from people at a real table, one a line, saved after each."""

import secrets
import textwrap
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from hotdice.game import Refusal
from hotdice.munchkin.companion import (
    MEANINGS,
    QUESTIONS,
    CompanionRecord,
    Step,
    Table,
    face_text,
    fold,
    now,
    play,
    print_companion,
)
from hotdice.munchkin.companion import commands as c
from hotdice.munchkin.companion.rolls import roll_advice
from hotdice.munchkin.sheet import FACES, PICTURE
from hotdice.munchkin.state import Sex
from hotdice.terminal.plain_table import Screen
from hotdice.terminal.storage import save_fault

HELP = """Words, one a line:
  roll               pay a level; then tell the face (1 to 9, head) or: throw
  roll 7             pay a level, and the real die shows 7
  throw              pay a level if needed, and Hotdice throws the die
  ok                 nobody turns the die (Enter does the same)
  turn NAME FACE     somebody turned it with a Loaded or Reloaded Die
  yes, no, NAME, 5   answers to what is asked
  done               the cards are moved (Enter does the same)
  door               the door is kicked down
  next               the next player's turn
  level NAME 5       or +1, -1
  fought NAME        their combat is over: the penalty is gone
  sex NAME           changed by a card, with 5 less in the next combat
  penalty NAME 5     less in the next combat
  undo               take the last entry back
  show, results      the table; what every face means
  worth              whether a roll is worth its level now
  quit               stop; all is saved"""


class CompanionSession:
    """A table that is being kept. Every change goes through `do` or `undo`, and is saved."""

    def __init__(self, record: CompanionRecord, file: Path | None = None) -> None:
        self.record = record
        self.file = file
        self.table: Table = record.table()
        self.save_fault = ""

    def do(self, command: c.Command) -> Refusal | None:
        """Carry out an entry; the reason where it is refused."""
        result = play(self.table, command)
        if isinstance(result, Refusal):
            return result
        self.table = result
        self.record = replace(self.record, commands=(*self.record.commands, command))
        self.save()
        return None

    def undo(self) -> bool:
        """Take the last entry back; False where there is none."""
        if not self.record.commands:
            return False
        self.record = replace(self.record, commands=self.record.commands[:-1])
        self.table = fold(self.record.start(), self.record.commands)
        self.save()
        return True

    def save(self) -> None:
        """Write the record to its file; a fault is remembered and the game goes on."""
        if self.file is not None:
            self.save_fault = save_fault(self.file, print_companion(self.record), "table")


def with_sexes(record: CompanionRecord, told: str) -> CompanionRecord:
    """The record of a table whose players have told their sex, such as `w,m,woman`; nothing tells none.

    >>> from hotdice.munchkin.companion import new_record
    >>> [str(sex) for sex in with_sexes(new_record(["Ann", "Bob"]), "w, man").sexes]
    ['woman', 'man']

    Raises:
        ValueError: it is not woman or man for every player.
    """
    if not told.strip():
        return record
    words = [word.strip().lower() for word in told.split(",")]
    known = {sex[0]: sex for sex in Sex} | {str(sex): sex for sex in Sex}
    if len(words) != len(record.names) or not set(words) <= set(known):
        raise ValueError(f"say woman or man for each of the {len(record.names)} players, such as w,m")
    return replace(record, sexes=tuple(known[word] for word in words))


def table_lines(table: Table) -> list[str]:
    """Everybody's level, sex and penalty, the mover marked.

    >>> from hotdice.munchkin.companion import new_record
    >>> table_lines(new_record(["Ann", "Bob", "Cy"]).table())[0]
    '> 1  Ann  level  1'
    """
    width = max(len(player.name) for player in table.players)
    epic = "" if table.winning_level == 10 else f" of {table.winning_level}"
    rows: list[str] = []
    for index, player in enumerate(table.players):
        mark = ">" if index == table.mover and table.step is not Step.OVER else " "
        penalty = f"  {player.penalty} less in the next combat" if player.penalty else ""
        level = f"level {player.level:>2}{epic}"
        sex = f"  {player.sex}" if player.sex else ""
        rows.append(f"{mark} {index + 1}  {player.name:<{width}}  {level}{sex}{penalty}")
    return rows


def run_companion(session: CompanionSession, screen: Screen) -> None:
    """Listen to the table until somebody quits or the input ends."""
    _Companion(session, screen).run()


class _Companion:
    def __init__(self, session: CompanionSession, screen: Screen) -> None:
        self.session = session
        self.screen = screen

    @property
    def table(self) -> Table:
        return self.session.table

    def run(self) -> None:
        self._show()
        self._tell()
        while True:
            line = self.screen.ask(f"{self._prompt()} > ")
            if line is None or line.strip().lower() in ("quit", "q"):
                break
            self._line(line.strip())
        if not self.session.save_fault and self.session.file is not None:
            self.screen.say(f"\nSaved. Go on with: hotdice munchkin companion --record {self.session.file}")

    def _prompt(self) -> str:
        match self.table.step:
            case Step.FREE:
                return "roll, door or next?"
            case Step.FACE:
                return "1-9, head or throw?"
            case Step.WINDOW:
                return "ok, or turn NAME FACE?"
            case Step.PICK:
                return "1-9?"
            case Step.VICTIM:
                return "who?"
            case Step.DO:
                return "done?"
            case Step.DOOR:
                return "level NAME N, fought NAME, next?"
            case Step.OVER:
                return "undo or quit?"
        return "yes or no?"

    def _tell(self) -> None:
        if self.table.note:
            self.screen.say(textwrap.fill(self.table.note, 78), strong=True)
        for sentence in now(self.table):
            self.screen.say(textwrap.fill(sentence, 78))

    def _show(self) -> None:
        for line in table_lines(self.table):
            self.screen.say(line)

    def _line(self, line: str) -> None:
        words = line.split()
        word = words[0].lower() if words else ""
        if word in ("help", "?"):
            self.screen.say(HELP)
        elif word == "show":
            self._show()
            self._tell()
        elif word == "results":
            for face, meaning in MEANINGS.items():
                name = "head" if face == PICTURE else str(face)
                line = textwrap.fill(f"{name:>6}  {meaning}", 78, subsequent_indent=" " * 8)
                self.screen.say(line)
        elif word == "worth":
            for sentence in roll_advice(self.table):
                self.screen.say(textwrap.fill(sentence, 78))
        elif word in ("undo", "u"):
            self._undo()
        else:
            self._entry(word, words[1:])

    def _undo(self) -> None:
        if not self.session.undo():
            self.screen.say("There is nothing to take back.")
            return
        self.screen.say("Taken back.")
        self._show()
        self._tell()

    def _entry(self, word: str, rest: list[str]) -> None:
        before = self.table
        try:
            self._carry_out(word, rest)
        except ValueError as error:
            self.screen.say(str(error))
        if self.table is not before:
            if self.session.save_fault:
                self.screen.say(self.session.save_fault)
            if self.table.players != before.players or self.table.mover != before.mover:
                self._show()
            self._tell()

    def _do(self, command: c.Command) -> bool:
        refusal = self.session.do(command)
        if refusal is not None:
            self.screen.say(refusal.sentence)
        return refusal is None

    def _carry_out(self, word: str, rest: list[str]) -> None:
        action = self._words().get(word)
        if action is not None:
            action(rest)
        elif not self._answer(word, rest):
            raise ValueError("I do not know that word here; help lists the words.")

    def _words(self) -> dict[str, Callable[[list[str]], object]]:
        return {
            "roll": self._roll,
            "throw": self._throw,
            "face": lambda rest: self._do(c.Face(_face(_one(rest, "face 7")))),
            "ok": lambda rest: self._do(c.Stand()),
            "turn": self._turn,
            "door": lambda rest: self._do(c.Door()),
            "next": lambda rest: self._do(c.Next()),
            "done": lambda rest: self._do(c.Done()),
            "level": self._level,
            "sex": lambda rest: self._do(c.ChangeSex(self._player(_one(rest, "sex NAME")), 5)),
            "penalty": self._penalty,
            "fought": lambda rest: self._do(c.Fought(self._player(_one(rest, "fought NAME")))),
            "yes": lambda rest: self._do(c.Answer(True)),
            "y": lambda rest: self._do(c.Answer(True)),
            "no": lambda rest: self._do(c.Answer(False)),
            "n": lambda rest: self._do(c.Answer(False)),
        }

    def _answer(self, word: str, rest: list[str]) -> bool:
        """What the step asks for, typed without a word before it."""
        step = self.table.step
        if step is Step.WINDOW and not word:
            return self._do(c.Stand()) or True
        if step is Step.DO and not word:
            return self._do(c.Done()) or True
        if step is Step.FACE and word and not rest:
            return self._do(c.Face(_face(word))) or True
        if step is Step.PICK and word and not rest:
            return self._do(c.Pick(_face(word))) or True
        if step is Step.VICTIM and word:
            return self._do(c.Victim(self._player(" ".join([word, *rest])))) or True
        if step in QUESTIONS:
            raise ValueError("Answer yes or no.")
        return False

    def _roll(self, rest: list[str]) -> None:
        face = _face(rest[0]) if rest else 0
        if self._waits_for_face():
            raise ValueError("The level is paid; tell the face, or: throw")
        if self._do(c.Roll()) and face:
            if self._waits_for_face():
                self._do(c.Face(face))
            else:
                self.screen.say("First a question; tell the face again after it.")

    def _waits_for_face(self) -> bool:
        return self.table.step is Step.FACE

    def _throw(self, rest: list[str]) -> None:
        if not self._waits_for_face() and not self._do(c.Roll()):
            return
        if self._waits_for_face():
            face = secrets.randbelow(FACES) + 1
            self._do(c.Face(face, thrown=True))
            self.screen.say(f"Hotdice throws {face_text(face)}.")

    def _turn(self, rest: list[str]) -> None:
        if len(rest) < 2:
            raise ValueError("Say who turned it and to what: turn NAME FACE")
        self._do(c.Turn(self._player(" ".join(rest[:-1])), _face(rest[-1])))

    def _level(self, rest: list[str]) -> None:
        if len(rest) < 2:
            raise ValueError("Say whose level and which: level NAME 5, or +1, or -1")
        player = self._player(" ".join(rest[:-1]))
        text = rest[-1]
        number = _number(text.lstrip("+-"))
        if text[0] in "+-":
            level = self.table.players[player].level
            number = level + number if text[0] == "+" else level - number
        self._do(c.SetLevel(player, number))

    def _penalty(self, rest: list[str]) -> None:
        if len(rest) < 2:
            raise ValueError("Say whose penalty and how much: penalty NAME 5")
        self._do(c.SetPenalty(self._player(" ".join(rest[:-1])), _number(rest[-1])))

    def _player(self, text: str) -> int:
        """A seat by number, by name, or by the beginning of exactly one name."""
        names = [player.name.casefold() for player in self.table.players]
        wanted = text.casefold()
        if wanted in names:
            return names.index(wanted)
        if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:3]) <= len(names):
            return int(wanted) - 1
        found = [index for index, name in enumerate(names) if name.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        raise ValueError(f"Who is {text[:40]!r}? {'Several begin so.' if found else 'Nobody here.'}")


def _one(rest: list[str], form: str) -> str:
    if not rest:
        raise ValueError(f"Say it like this: {form}")
    return " ".join(rest)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise ValueError(f"{text[:20]!r} is not a number.")
    return int(text)


def _face(text: str) -> int:
    if text.lower() in ("head", "picture", "h"):
        return PICTURE
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise ValueError("A face is 1 to 9, or head for the picture.")
    return int(text)
