"""Tables of races of three: kept, found again, and made with checkpoints that a later run goes on from.

A table that is solved here is exact to 1.2e-10; one that comes with Hotdice is packed, its shares exact to
7.7e-6 (see `packing`).
"""

import time
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hotdice.odds.endings import Endings, joined_endings
from hotdice.odds.last_turns import waiting_turns
from hotdice.odds.many import ManyRace, many_places, solve_many
from hotdice.odds.packing import STEPS, pack, rounded, unpack
from hotdice.odds.passing import far_turns
from hotdice.odds.plan import Floats, Progress
from hotdice.odds.race_levels import Report
from hotdice.odds.tables import (
    TableError,
    TableFile,
    chances,
    file_name,
    find_table,
    fractions,
    own_folder,
    read_table,
    write_table,
)
from hotdice.rules import Ruleset

GOAL = "race3"
"""What stands in the header and the name of such a table."""

CHECKPOINT_SECONDS = 60.0


def own_table(rules: Ruleset) -> Path:
    """Where the table of a sheet is kept that is solved here."""
    return own_folder() / file_name(rules, GOAL)


def save_three(race: ManyRace, folder: Path | None = None) -> Path:
    """Write a solved race into a folder, the user's own one unless said otherwise; the file comes back.

    Shares are 32-bit fractions, so they are exact to 1.2e-10.
    """
    path = own_table(race.rules) if folder is None else folder / file_name(race.rules, GOAL)
    arrays = {"values": fractions(race.values), **_ends_as_arrays(race)}
    write_table(path, race.rules, GOAL, _facts(race), arrays)
    return path


def _facts(race: ManyRace) -> dict[str, Any]:
    return {"margin": race.margin, "seconds": race.seconds, "report": asdict(race.report)}


def _ends_as_arrays(race: ManyRace) -> dict[str, npt.NDArray[Any]]:
    """The last turns as the file has them.

    `both` are the shares of the trigger and the next where both others play on, `one` that of the next where
    only that one does.
    """
    ends = race.endings
    by_waiting = {int(number): ends.table(place) for place, number in enumerate(ends.waiting) if number}
    both = by_waiting.get(2, np.zeros((2, 1, 1)))
    one = 1.0 - by_waiting[1][0] if 1 in by_waiting else np.zeros(both.shape[1])
    return {"begins": ends.begins, "both": both, "one": one, "far": far_turns(race)}


def _ends_from_arrays(rules: Ruleset, begins: Any, both: Any, one: Any, far: Any) -> Endings:
    waiting = waiting_turns(rules, 3)
    tables = {1: 1.0 - np.asarray(one)[None], 2: np.asarray(both)}
    tables = {number: tables[number] for number in sorted({int(w) for w in waiting} - {0})}
    found = joined_endings(np.asarray(begins), both.shape[1], waiting, tables)
    return replace(found, far=np.asarray(far))


def pack_three(race: ManyRace, folder: Path) -> Path:
    """Write a solved race in little space, as it comes with Hotdice; the file comes back."""
    words = rounded(chances(race.values))
    # The third player's share must not come out negative.
    words[:, 1] = np.minimum(words[:, 1], STEPS - words[:, 0])
    ends = _ends_as_arrays(race)
    both = rounded(ends["both"])
    path = folder / file_name(race.rules, GOAL)
    facts = _facts(race) | {"packed": {"values": list(words.shape), "both": list(both.shape)}}
    flat = words.reshape(-1, *words.shape[2:])
    packed = {name: np.frombuffer(pack(part), np.uint8) for name, part in (("values", flat), ("both", both))}
    write_table(path, race.rules, GOAL, facts, {**ends, **packed})
    return path


def stored_three(rules: Ruleset, *, exact: bool = False) -> ManyRace | None:
    """The solved race of three of a sheet from its table, or None where there is none.

    The file is read and checked once, as long as it does not change. `exact` leaves packed tables aside.

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
    found, packed = _opened(rules, path, stamp.st_mtime_ns, stamp.st_size)
    return None if exact and packed else found


@lru_cache(maxsize=8)
def _opened(rules: Ruleset, path: Path, _changed: int, _size: int) -> tuple[ManyRace, bool]:
    """The race of a table, and whether the table is packed."""
    table = read_table(path, rules, GOAL)
    facts, arrays = table.facts, table.arrays
    try:
        packed: dict[str, list[int]] = facts.get("packed", {})
        values, both = arrays["values"], arrays["both"]
        if packed:
            values, both = (_unpacked(arrays[name], packed[name]) for name in ("values", "both"))
            both = both / STEPS
            values = values.astype(np.uint32)
            values *= np.uint32(2**16 + 1)  # 16-bit fractions of one as those in 32 bits
        ends = _ends_from_arrays(rules, arrays["begins"], both, arrays["one"], arrays["far"])
        report = Report(**facts["report"])
        places = many_places(rules, 3)
        race = ManyRace(rules, 3, places, values, ends, facts["margin"], report, facts["seconds"])
        return race, bool(packed)
    except (KeyError, TypeError, ValueError) as error:
        raise TableError(f"{path}: its header lacks {error}") from None


def _unpacked(packed: npt.NDArray[Any], shape: list[int]) -> npt.NDArray[Any]:
    """A packed array; the axes before the last three, or two, are one to the packing."""
    inner = shape[2:] if len(shape) > 3 else shape[1:]
    return unpack(packed.tobytes(), (-1, *inner)).reshape(shape)


def checkpoint_file(rules: Ruleset) -> Path:
    """Where a solve that is not finished is kept."""
    table = own_table(rules)
    return table.with_name(f"{table.name}.unfinished")


def make_three(
    rules: Ruleset,
    *,
    progress: Progress | None = None,
    fresh: bool = False,
    gpu: bool = False,
    every: float = CHECKPOINT_SECONDS,
) -> ManyRace:
    """Solve a race of three and keep its table; a solve that was broken off goes on where it was.

    What is done is written down every so many seconds, and when Ctrl-C breaks it off, unless `gpu` has it
    done in one go. `fresh` begins at the beginning; where a table is there to be replaced, nothing unfinished
    is left beside it.

    >>> from hotdice.rules import load
    >>> from tempfile import TemporaryDirectory
    >>> import os
    >>> with TemporaryDirectory() as folder:
    ...     os.environ["HOTDICE_TABLES"] = folder
    ...     race = make_three(load("busche-neller", ["target=200"]))
    ...     kept = stored_three(race.rules)
    ...     del os.environ["HOTDICE_TABLES"]
    >>> max(abs(a - b) for a, b in zip(kept.seats, race.seats)) < 2e-10
    True

    Raises:
        Unsolvable: the sheet is not a race, or has a rule that is not solved for three.
        OSError: nothing can be written where tables are kept.
    """
    unfinished = _Unfinished(rules, every)
    resume = None if fresh or gpu else unfinished.read()
    noted = not gpu and not (fresh and own_table(rules).is_file())
    try:
        race = solve_many(
            rules, 3, progress=progress, gpu=gpu, resume=resume, checkpoint=unfinished.note if noted else None
        )
        save_three(race)
    except KeyboardInterrupt:
        unfinished.write()
        raise
    unfinished.path.unlink(missing_ok=True)
    return race


class _Unfinished:
    """What is done of a solve, on disk: written now and then, and when it is broken off."""

    def __init__(self, rules: Ruleset, every: float) -> None:
        self.path = checkpoint_file(rules)
        self._rules, self._every, self._last = rules, every, time.monotonic()
        self._done: tuple[dict[str, Any], Floats] | None = None

    def note(self, margin: int, done: int, values: Floats, report: Report) -> None:
        """Remember how far the solve is; every so many seconds, write it down.

        The table is not copied: what comes to it after `done` levels is solved again by whoever goes on.
        """
        self._done = {"margin": margin, "done": done, "report": asdict(report)}, values
        if time.monotonic() - self._last >= self._every:
            self.write()
            self._last = time.monotonic()

    def write(self) -> None:
        """Write down what is done, if anything is."""
        if self._done is not None:
            facts, values = self._done
            write_table(self.path, self._rules, GOAL, facts, {"values": values})

    def read(self) -> tuple[int, int, Floats, Report] | None:
        """What an earlier run has left, if it is whole; a damaged file is no reason not to begin again."""
        if not self.path.is_file():
            return None
        try:
            table: TableFile = read_table(self.path, self._rules, GOAL)
            facts, values = table.facts, np.array(table.arrays["values"])
            return facts["margin"], facts["done"], values, Report(**facts["report"])
        except (TableError, KeyError, TypeError):
            return None
