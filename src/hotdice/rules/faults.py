"""What is wrong with a rule file: every fault at once, each with its key, its line and a sentence."""

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong. `line` is 0 where no line of the file can be named."""

    key: str
    message: str
    line: int = 0

    def __str__(self) -> str:
        where = f"line {self.line}, " if self.line else ""
        return f"{where}{self.key}: {self.message}" if self.key else f"{where}{self.message}"


class RulesError(ValueError):
    """A rule set that cannot be loaded, with all the reasons in `faults`.

    >>> print(RulesError("house.toml", [Fault("target", "must be a whole number", 3)]))
    house.toml: line 3, target: must be a whole number
    """

    def __init__(self, origin: str, faults: list[Fault]) -> None:
        self.origin = origin
        self.faults = faults
        super().__init__("\n".join(f"{origin}: {fault}" for fault in faults))
