"""Commands as words of a record, and words as commands: one table says both.

The form of a word has the fields of its command as gaps: `turn@{seat}={card}:{face}`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from hotdice.frozen import Frozen
from hotdice.munchkin.sheet import PICTURE

CommandT = TypeVar("CommandT", bound=Frozen)
_GAP = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Gap(NamedTuple):
    """How a field is written: what it may look like, how it is read, how it is written."""

    form: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


SEAT = Gap(r"\d{1,2}", lambda text: int(text) - 1, lambda seat: str(seat + 1))
NUMBER = Gap(r"\d{1,3}", int)
FACE = Gap(
    r"\d{1,2}|head",
    lambda text: PICTURE if text == "head" else int(text),
    lambda face: "head" if face == PICTURE else str(face),
)


class Words(Generic[CommandT]):
    """The words of some commands; a gap is filled by the kind that it names, or by that of its field.

    >>> class Go(Frozen):
    ...     seat: int
    ...     steps: int
    >>> words = Words({Go: "go@{seat}={steps:number}"}, {"seat": SEAT, "number": NUMBER})
    >>> words.word(Go(1, 30)), words.command("go@2=30"), words.command("stay")
    ('go@2=30', Go(seat=1, steps=30), None)
    """

    def __init__(self, forms: Mapping[type[CommandT], str], gaps: Mapping[str, Gap]) -> None:
        self._forms = forms
        self._gaps = gaps
        self._read = {kind: re.compile(self._pattern(form)) for kind, form in forms.items()}

    def _gap(self, found: re.Match[str]) -> Gap:
        return self._gaps[found[2] or found[1]]

    def _pattern(self, form: str) -> str:
        """The form as a regular expression with a group for each gap, named as its field."""
        last, parts = 0, list[str]()
        for found in _GAP.finditer(form):
            parts += [re.escape(form[last : found.start()]), f"(?P<{found[1]}>{self._gap(found).form})"]
            last = found.end()
        return "".join(parts) + re.escape(form[last:])

    def word(self, command: CommandT) -> str:
        """The word of a command."""
        form = self._forms[type(command)]
        return _GAP.sub(lambda found: self._gap(found).write(getattr(command, found[1])), form)

    def command(self, word: str, **others: Any) -> CommandT | None:
        """The command that a word names, None where it is no word; `others` are fields without a gap."""
        for kind, pattern in self._read.items():
            if match := pattern.fullmatch(word):
                gaps = {found[1]: self._gap(found) for found in _GAP.finditer(self._forms[kind])}
                held = {name: gap.read(match[name]) for name, gap in gaps.items()}
                fields = kind.__struct_fields__
                return kind(**{name: value for name, value in others.items() if name in fields} | held)
        return None
