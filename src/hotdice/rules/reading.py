"""A table of raw values, read key by key, that remembers every fault instead of stopping at the first."""

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from msgspec.structs import replace

from hotdice.rules.faults import Fault, fault
from hotdice.rules.said import Said, Value

ChoiceT = TypeVar("ChoiceT", bound=StrEnum)
RULE_FILE = Said("a rule file")
DECK_FILE = Said("a deck file")
_MOST_UNKNOWN = 20
"""So many unknown keys of one table are named; a file of nothing else is not looked at for minutes."""


class Reader:
    """Reads one table; what is not read when `finish` is called is an unknown key.

    >>> faults: list[Fault] = []
    >>> reader = Reader({"dice": 99, "dcie": 1}, faults)
    >>> reader.integer("dice", low=1, high=10, default=6)
    6
    >>> reader.finish()
    >>> [str(fault) for fault in faults]
    ['dice: must be from 1 to 10, not 99', 'dcie: is not a key of a rule file; did you mean dice?']
    """

    def __init__(
        self, raw: dict[str, Any], faults: list[Fault], path: str = "", *, what: Said = RULE_FILE
    ) -> None:
        self._raw = raw
        self._faults = faults
        self._path = path
        self._what = what
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return self._raw.get(key) is not None

    def _take(self, key: str) -> Any:
        self._read.add(key)
        return self._raw.get(key)

    def fault(self, key: str, says: str, **values: Value) -> None:
        """Remember a fault of one key of this table; the values fill the gaps of the sentence."""
        self._faults.append(fault(f"{self._path}{key}", says, values))

    def remember(self, key: str, found: Fault) -> None:
        """Remember a fault that was found elsewhere as one of a key of this table."""
        self._faults.append(replace(found, key=f"{self._path}{key}"))

    def integer(self, key: str, *, low: int, high: int, default: int) -> int:
        """A whole number within bounds."""
        value = self._take(key)
        if value is None:
            return default
        return self._checked(key, value, low, high, default)

    def _checked(self, key: str, value: Any, low: int, high: int, default: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, "must be a whole number, not {found}", found=_shown(value))
        elif not low <= value <= high:
            self.fault(
                key, "must be from {low} to {high}, not {found}", low=low, high=high, found=_shown(value)
            )
        else:
            return value
        return default

    def boolean(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self._take(key)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        self.fault(key, "must be true or false, not {found}", found=_shown(value))
        return default

    def choice(self, key: str, kind: type[ChoiceT], default: ChoiceT) -> ChoiceT:
        """One of the words of a choice."""
        value = self._take(key)
        if value is None:
            return default
        words = [str(member.value) for member in kind]
        if isinstance(value, str) and value in words:
            return kind(value)
        self.fault(key, "must be one of {known}, not {found}", known=", ".join(words), found=_shown(value))
        return default

    def text(self, key: str, *, longest: int, default: str = "") -> str:
        """A text without control characters."""
        value = self._take(key)
        if value is None:
            return default
        if not isinstance(value, str):
            self.fault(key, "must be a text in quotes, not {found}", found=_shown(value))
        elif len(value) > longest:
            self.fault(
                key, "must have at most {most} characters, not {count}", most=longest, count=len(value)
            )
        elif not value.isprintable():
            self.fault(key, "must be one line without control characters")
        else:
            return value.strip()
        return default

    def integers(self, key: str, *, low: int, high: int, longest: int) -> tuple[int, ...]:
        """A list of whole numbers, each within bounds."""
        value = self._take(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.fault(key, "must be a list of whole numbers, not {found}", found=_shown(value))
            return ()
        if len(value) > longest:
            self.fault(key, "must have at most {most} numbers, not {count}", most=longest, count=len(value))
            return ()
        return tuple(self._checked(f"{key}[{i}]", item, low, high, low) for i, item in enumerate(value))

    def lists(self, key: str, *, longest: int) -> list[Any]:
        """A list of anything, its length checked; the caller reads the items."""
        value = self._take(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault(key, "must be a list, not {found}", found=_shown(value))
            return []
        if len(value) > longest:
            self.fault(key, "must have at most {most} entries, not {count}", most=longest, count=len(value))
            return []
        return value

    def numbered(self, key: str, keys: Iterable[int], *, low: int, high: int) -> dict[int, int]:
        """A table whose keys are numbers, such as `{ 1 = 100, 5 = 50 }`."""
        wanted = {str(number): number for number in keys}
        table = self.table(key)
        if table is None:
            return {}
        found = {
            number: table.integer(word, low=low, high=high, default=low)
            for word, number in wanted.items()
            if word in table
        }
        table.finish("is not one of {known}", known=", ".join(wanted))
        return found

    def table(self, key: str, *, what: Said | None = None) -> "Reader | None":
        """A table inside this one, to be read and finished by the caller; None where there is none."""
        value = self._take(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.fault(key, "must be a table, not {found}", found=_shown(value))
            return None
        return Reader(value, self._faults, f"{self._path}{key}.", what=what or self._what)

    def entry(self, key: str, value: Any) -> "Reader | None":
        """A reader of one entry of a list, which must be a table; `key` is the name for its faults."""
        if isinstance(value, dict):
            return Reader(value, self._faults, f"{self._path}{key}.", what=self._what)
        self.fault(key, "must be a table, not {found}", found=_shown(value))
        return None

    def anything(self, key: str) -> Any:
        """A value of any kind, for the caller to look at; None where there is none."""
        return self._take(key)

    def keys(self) -> tuple[str, ...]:
        """The keys not read yet; one without a value (null in JSON) counts as not there."""
        return tuple(key for key in self._raw if key in self and key not in self._read)

    def finish(self, otherwise: str = "", **values: Value) -> None:
        """Every key that nobody has asked for is a fault."""
        unknown = self.keys()
        for key in unknown[:_MOST_UNKNOWN]:
            if otherwise:
                self.fault(shown_key(key), otherwise, **values)
                continue
            near = get_close_matches(key[:40], self._read, n=1)
            if near:
                self.fault(
                    shown_key(key),
                    "is not a key of {what}; did you mean {near}?",
                    what=self._what,
                    near=near[0],
                )
            else:
                self.fault(shown_key(key), "is not a key of {what}", what=self._what)
        if len(unknown) > _MOST_UNKNOWN:
            self.fault(
                shown_key(unknown[_MOST_UNKNOWN]),
                "and {count} more keys behind it are unknown too",
                count=len(unknown) - _MOST_UNKNOWN - 1,
            )


def shown_key(key: str) -> str:
    r"""A key as it may be printed: what a stranger wrote there must not reach a terminal as it is.

    >>> shown_key("opening"), shown_key(chr(27) + "[31m")
    ('opening', '\\x1b[31m')
    """
    return (key if key.isprintable() else key.encode("unicode_escape").decode("ascii"))[:40]


def _shown(value: Any) -> str:
    """A short look at a value that may be huge."""
    kind = {dict: "a table", list: "a list", float: "a fraction"}.get(type(value))
    if kind:
        return kind
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**12:
        return "a number that large"
    text = ("true" if value else "false") if isinstance(value, bool) else str(value)
    return repr(text[:30]) if isinstance(value, str) else text[:30]
