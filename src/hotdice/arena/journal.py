"""Finished work on disk, a line each, so that what was played once is never played again.

A line is one stretch of games of one table of bots, found again by a key that covers everything the games
depend on: the rules, the bots (a program by its content), the seed and the seating.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from hotdice.arena.match import Match
from hotdice.arena.tally import Tally

FORMAT = 1


def table_key(match: Match, contents: Sequence[str]) -> str:
    """The key of a table of bots; `contents` tells apart programs that changed under the same name.

    >>> table_key(Match("classic", ("greedy", "random")), ["", ""])[:8]
    '2ab8d04b'
    """
    parts = [FORMAT, match.rules.hash, match.bots, list(contents), match.seed, str(match.seating)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


class Journal:
    """A file of finished stretches. A torn last line, as a kill may leave it, is passed over.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal") as journal:
    ...     journal.add("k", 0, 10, Tally(2))
    ...     journal.find("k", 0, 10) == Tally(2), journal.find("k", 10, 20)
    (True, None)
    """

    def __init__(self, path: Path) -> None:
        self._done: dict[tuple[str, int, int], Tally] = {}
        self.notes: dict[str, list[str]] = {}
        if path.exists():
            self._read(path)
        self._file = path.open("ab")
        if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
            self._file.write(b"\n")

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def find(self, key: str, first: int, last: int) -> Tally | None:
        """The tally of a stretch, if it was played before."""
        return self._done.get((key, first, last))

    def add(self, key: str, first: int, last: int, tally: Tally, notes: Sequence[str] = ()) -> None:
        """Write a finished stretch, and what was noted while it was played; it is on disk on return."""
        entry = {"key": key, "first": first, "last": last, "tally": tally.to_plain(), "notes": list(notes)}
        self._file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._keep(entry, tally)

    def _keep(self, entry: dict[str, Any], tally: Tally) -> None:
        self._done[entry["key"], entry["first"], entry["last"]] = tally
        self.notes.setdefault(entry["key"], []).extend(entry["notes"])

    def _read(self, path: Path) -> None:
        for line in path.read_bytes().splitlines():
            try:
                entry = json.loads(line)
                self._keep(entry, Tally.from_plain(entry["tally"]))
            except (ValueError, KeyError, TypeError):
                continue
