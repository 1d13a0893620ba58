"""Tables of races of three: kept, found again, and made with checkpoints that a later run goes on from."""

import time
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hotdice.odds.plan import Floats
from hotdice.odds.tables import (
    Table,
    TableError,
    file_name,
    find_table,
    fractions,
    own_folder,
    read_table,
    write_table,
)
from hotdice.odds.three import ThreeRace, solve_three, three_places
from hotdice.odds.three_endings import ThreeEndings
from hotdice.odds.three_levels import Progress, Report
from hotdice.rules import Ruleset

GOAL = "race3"
"""What stands in the header and the name of such a table."""

CHECKPOINT_SECONDS = 60.0


def save_three(race: ThreeRace, folder: Path | None = None) -> Path:
    """Write a solved race into a folder, the user's own one unless said otherwise; the file comes back.

    Shares are 32-bit fractions, so they are exact to 1.2e-10.
    """
    path = (own_folder() if folder is None else folder) / file_name(race.rules, GOAL)
    facts = {"margin": race.margin, "seconds": race.seconds, "report": asdict(race.report)}
    ends = race.endings
    arrays: dict[str, npt.NDArray[Any]]
    arrays = {"values": fractions(race.values), "begins": ends.begins, "both": ends.both}
    arrays |= {"one": ends.one, "far": ends.far}
    write_table(path, race.rules, GOAL, facts, arrays)
    return path


def stored_three(rules: Ruleset) -> ThreeRace | None:
    """The solved race of three of a sheet from its table, or None where there is none.

    The file is read and checked once, as long as it does not change.

    >>> from hotdice.rules import load
    >>> stored_three(load("classic", ["target=123450"])) is None
    True

    Raises:
        TableError: the file is damaged, or belongs to something else.
    """
    path = find_table(rules, GOAL)
    if path is None:
        return None
    stamp = path.stat()
    return _opened(_Known(rules), path, stamp.st_mtime_ns, stamp.st_size)


class _Known:
    """Carries a rule set past a cache whose key is its hash."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and other.rules.hash == self.rules.hash

    def __hash__(self) -> int:
        return hash(self.rules.hash)


@lru_cache(maxsize=8)
def _opened(known: _Known, path: Path, _changed: int, _size: int) -> ThreeRace:
    table = read_table(path, known.rules, GOAL)
    facts, arrays = table.facts, table.arrays
    try:
        ends = ThreeEndings(np.asarray(arrays["begins"]), arrays["both"], arrays["one"], arrays["far"])
        report = Report(**facts["report"])
        places = three_places(known.rules)
        return ThreeRace(
            known.rules, places, arrays["values"], ends, facts["margin"], report, facts["seconds"]
        )
    except (KeyError, TypeError) as error:
        raise TableError(f"{path}: its header lacks {error}") from None


def checkpoint_file(rules: Ruleset) -> Path:
    """Where a solve that is not finished is kept."""
    return own_folder() / f"{file_name(rules, GOAL)}.unfinished"


def make_three(
    rules: Ruleset,
    *,
    progress: Progress | None = None,
    fresh: bool = False,
    gpu: bool = False,
    every: float = CHECKPOINT_SECONDS,
) -> ThreeRace:
    """Solve a race of three and keep its table; a solve that was broken off goes on where it was.

    What is done is written down every so many seconds, unless `gpu` has it done in one go. `fresh` begins at
    the beginning.

    >>> from hotdice.rules import load
    >>> from tempfile import TemporaryDirectory
    >>> import os
    >>> with TemporaryDirectory() as folder:
    ...     os.environ["HOTDICE_TABLES"] = folder
    ...     race = make_three(load("busche-neller", ["target=200"]))
    ...     kept = stored_three(race.rules)
    ...     del os.environ["HOTDICE_TABLES"]
    >>> kept.seats == race.seats or max(abs(a - b) for a, b in zip(kept.seats, race.seats)) < 2e-10
    True

    Raises:
        Unsolvable: the sheet is not a race, or has a rule that is not solved for three.
        OSError: nothing can be written where tables are kept.
    """
    path = checkpoint_file(rules)
    resume = None if fresh or gpu else _unfinished(rules, path)
    last = time.monotonic()

    def keep(margin: int, done: int, values: Floats, report: Report) -> None:
        nonlocal last
        if time.monotonic() - last < every:
            return
        facts = {"margin": margin, "done": done, "report": asdict(report)}
        write_table(path, rules, GOAL, facts, {"values": values})
        last = time.monotonic()

    race = solve_three(rules, progress=progress, gpu=gpu, resume=resume, checkpoint=None if gpu else keep)
    save_three(race)
    path.unlink(missing_ok=True)
    return race


def _unfinished(rules: Ruleset, path: Path) -> tuple[int, int, Floats, Report] | None:
    """What an earlier run has left, if it is whole; a damaged file is no reason not to begin again."""
    if not path.is_file():
        return None
    try:
        table: Table = read_table(path, rules, GOAL)
        facts = table.facts
        return facts["margin"], facts["done"], np.array(table.arrays["values"]), Report(**facts["report"])
    except (TableError, KeyError, TypeError):
        return None
