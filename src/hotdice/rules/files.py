"""Reading the files of rules and decks: bounded, in UTF-8, TOML, every fault with its line."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hotdice.rules.faults import Fault, RulesError, fault
from hotdice.rules.lines import line_of

MAX_FILE = 64 * 1024
_MOST_DOTS = 100
"""The TOML reader needs quadratic time for a key of very many parts; no line of a rule file has so many."""


def read_file(path: Path, otherwise: str) -> bytes:
    """The bytes of a file, one more than is allowed at most; `otherwise` says what else it is not.

    Raises:
        RulesError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)  # `parse_toml` refuses what is longer; a device has no end
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise RulesError(
            str(path), [fault("", "{reason}; it is {otherwise}", {"reason": reason, "otherwise": otherwise})]
        ) from None
    except ValueError:  # a name with a null character in it
        raise RulesError(repr(str(path)), [Fault("", "is not the name of a file")]) from None


def parse_toml(
    text: str | bytes, origin: str, what: str = "rule file", most: int = MAX_FILE
) -> dict[str, Any]:
    """The raw values of a file.

    >>> parse_toml("target = 5000", "house.toml")
    {'target': 5000}

    Raises:
        RulesError: it is not TOML, or larger or deeper than such a file may be.
    """
    if len(text) > most:
        raise RulesError(
            origin, [fault("", f"is larger than a {what} may be ({{most}} bytes)", {"most": most})]
        )
    try:
        words = text.decode("utf-8") if isinstance(text, bytes) else text
        words = words.removeprefix("\ufeff")  # some editors mark UTF-8 with it
        for number, line in enumerate(words.split("\n"), 1):
            if line.count(".") > _MOST_DOTS:
                raise RulesError(origin, [Fault("", "is nested too deeply", number)])
        return tomllib.loads(words)
    except UnicodeDecodeError:
        raise RulesError(origin, [Fault("", "is not a text in UTF-8")]) from None
    except RecursionError:
        raise RulesError(origin, [Fault("", "is nested too deeply")]) from None
    except RulesError:
        raise
    except ValueError as error:
        raise RulesError(origin, [_syntax_fault(str(error))]) from None


def _syntax_fault(message: str) -> Fault:
    where = re.search(r"\(at line (\d+), column \d+\)", message)
    said = re.sub(r"\s*\(at .*\)$", "", message)[:200]
    return fault("", "is not TOML: {error}", {"error": said}, int(where[1]) if where else 0)


def located(faults: list[Fault], lines: Mapping[str, int]) -> list[Fault]:
    """The faults, each with the line of its key or of the nearest parent."""
    return [replace(fault, line=fault.line or line_of(fault.key, lines)) for fault in faults]
