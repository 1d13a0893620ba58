"""What is wrong with a rule file: every fault at once, each with its key, its line and a sentence."""

from collections.abc import Iterable
from difflib import get_close_matches

from msgspec import field

from hotdice.frozen import Frozen
from hotdice.rules.said import Said, Value, fill


class Fault(Frozen):
    """One thing that is wrong. `line` is 0 where no line of the file can be named.

    `message` is English. `says` is the same words with the gaps still open, which `values` fill; it is empty
    where there are no gaps.
    """

    key: str
    message: str
    line: int = 0
    says: str = ""
    values: dict[str, Value] = field(default_factory=dict)

    @property
    def said(self) -> Said:
        """The sentence, for whoever words it in another language."""
        return Said(self.says or self.message, self.values)

    def __str__(self) -> str:
        where = f"line {self.line}, " if self.line else ""
        return f"{where}{self.key}: {self.message}" if self.key else f"{where}{self.message}"


def fault(key: str, says: str, values: dict[str, Value] | None = None, line: int = 0) -> Fault:
    """A fault whose sentence has gaps.

    >>> print(fault("target", "must be from {low} to {high}", {"low": 1, "high": 5000}))
    target: must be from 1 to 5,000
    """
    message = fill(says, values or {})
    return Fault(key, message, line, *((says, values) if values else ()))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """What follows a sentence about a misspelt name: the name that was meant, if one is near.

    >>> did_you_mean("clasic", ["classic", "marina"]), did_you_mean("xyz", ["classic"])
    ('; did you mean classic?', '')
    """
    near = get_close_matches(word[:60].lower(), list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


class RulesError(ValueError):
    """A rule set that cannot be loaded, with all the reasons in `faults`.

    >>> print(RulesError("house.toml", [Fault("target", "must be a whole number", 3)]))
    house.toml: line 3, target: must be a whole number
    """

    def __init__(self, origin: str, faults: list[Fault]) -> None:
        self.origin = origin
        self.faults = faults
        super().__init__("\n".join(f"{origin}: {fault}" for fault in faults))
