"""Solved games as files: memory-mapped arrays behind a header that says what they belong to.

A file begins with a magic word and the length of a JSON header; the header names the goal, the rule set's
hash, the solver's version, what is needed to number positions, and the arrays that follow with their place
and kind. A SHA-256 over everything is part of the header, so a changed file is refused. Chances are stored
as 32-bit fractions (`FRACTION`): half of eight bytes, and exact to 1.2e-10.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hotdice.odds.plan import Floats
from hotdice.rules import Ruleset

MAGIC = b"HOTDICE1"
SOLVER_VERSION = 1
FRACTION = 1.0 / (2**32 - 1)
_ALIGN = 64
Buffer = bytes | memoryview


class TableError(ValueError):
    """A file that is not a table, or not the one that is asked for, with the reason."""


@dataclass(frozen=True, eq=False)
class TableFile:
    """An opened table: what its header says, and its arrays, mapped and not read until they are used."""

    goal: str
    rules_hash: str
    facts: dict[str, Any]
    arrays: dict[str, npt.NDArray[Any]]
    path: Path


def fractions(chances: Floats) -> npt.NDArray[np.uint32]:
    """Chances as 32-bit fractions.

    >>> fractions(np.array([0.0, 0.5, 1.0])).tolist()
    [0, 2147483648, 4294967295]
    """
    return np.rint(np.clip(chances, 0.0, 1.0) / FRACTION).astype(np.uint32)


def chances(stored: npt.NDArray[Any]) -> Floats:
    """The inverse of `fractions`; other arrays come back as they are.

    >>> chances(np.array([0, 4294967295], np.uint32)).tolist()
    [0.0, 1.0]
    """
    if stored.dtype == np.uint32:
        return np.asarray(stored * FRACTION, np.float64)
    return np.asarray(stored, np.float64)


def write_table(
    path: Path, rules: Ruleset, goal: str, facts: dict[str, Any], arrays: dict[str, npt.NDArray[Any]]
) -> None:
    """Write a table; the file appears under its name only when it is complete.

    Whatever breaks the writing off, a full disk or Ctrl-C, leaves what was there before and nothing else.
    """
    body: list[Buffer] = []
    size, listed = 0, {}
    for name, array in arrays.items():
        plain = np.ascontiguousarray(array)
        gap = -size % _ALIGN
        listed[name] = {"at": size + gap, "shape": list(plain.shape), "kind": plain.dtype.str}
        body += [b"\0" * gap, plain.reshape(-1).view(np.uint8).data]
        size += gap + plain.nbytes
    header: dict[str, Any] = {
        "goal": goal,
        "hash": rules.hash,
        "solver": SOLVER_VERSION,
        "facts": facts,
        "arrays": listed,
    }
    header["sha256"] = _checksum(header, body)
    text = json.dumps(header, sort_keys=True).encode()
    text += b" " * (-(len(MAGIC) + 8 + len(text)) % _ALIGN)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            file.writelines([MAGIC, len(text).to_bytes(8, "little"), text, *body])
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _checksum(header: dict[str, Any], body: Iterable[Buffer]) -> str:
    plain = {key: value for key, value in header.items() if key != "sha256"}
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode())
    for part in body:
        digest.update(part)
    return digest.hexdigest()


def read_table(path: Path, rules: Ruleset, goal: str) -> TableFile:
    """Open a table and check that it is whole, of this solver, and of this rule set.

    Raises:
        TableError: it is not; the reason says which.
    """
    try:
        raw = np.memmap(path, np.uint8, "r")
    except (OSError, ValueError) as error:
        raise TableError(f"{path}: cannot be read as a table ({error})") from None
    start = len(MAGIC) + 8
    if raw[: len(MAGIC)].tobytes() != MAGIC:
        raise TableError(f"{path}: is not a table of Hotdice")
    length = int.from_bytes(raw[len(MAGIC) : start].tobytes(), "little")
    try:
        header = json.loads(raw[start : start + length].tobytes())
        wanted = header["sha256"]
    except (ValueError, KeyError, TypeError):
        raise TableError(f"{path}: its header is damaged") from None
    body = raw[start + length :]
    if _checksum(header, [body.data]) != wanted:
        raise TableError(f"{path}: has been changed or damaged; solve again with --fresh")
    if header["solver"] != SOLVER_VERSION:
        raise TableError(f"{path}: is of solver version {header['solver']}, not {SOLVER_VERSION}")
    if header["goal"] != goal or header["hash"] != rules.hash:
        raise TableError(f"{path}: belongs to another goal or rule set")
    arrays = {}
    for name, entry in header["arrays"].items():
        count = int(np.prod(entry["shape"])) * np.dtype(entry["kind"]).itemsize
        part = body[entry["at"] : entry["at"] + count]
        arrays[name] = part.view(entry["kind"]).reshape(entry["shape"])
    return TableFile(goal, header["hash"], header["facts"], arrays, path)


def file_name(rules: Ruleset, goal: str) -> str:
    """The name of the file that holds a table.

    >>> from hotdice.rules import load
    >>> file_name(load("classic"), "race").startswith("race-")
    True
    """
    return f"{goal}-{rules.hash[:16]}.table"


def own_folder() -> Path:
    """Where tables are kept that were solved here: $HOTDICE_TABLES, $HOTDICE_HOME, or the user's cache."""
    chosen, home = os.environ.get("HOTDICE_TABLES"), os.environ.get("HOTDICE_HOME")
    if chosen:
        return Path(chosen)
    if home:
        return Path(home) / "tables"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hotdice" / "tables"


def find_table(rules: Ruleset, goal: str) -> Path | None:
    """The file of a table: one that was solved here, or one that comes with Hotdice.

    >>> from hotdice.rules import load
    >>> find_table(load("classic", ["target=123456"]), "race") is None
    True
    """
    name = file_name(rules, goal)
    own = own_folder() / name
    if own.is_file():
        return own
    shipped = Path(str(resources.files("hotdice.odds") / "tables" / name))
    return shipped if shipped.is_file() else None
