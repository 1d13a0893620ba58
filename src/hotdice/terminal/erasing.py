"""Being forgotten: what this computer keeps about you, and what the servers know that it has a key for."""

from pathlib import Path
from typing import NamedTuple

from hotdice.client import HttpClient, ServerRefused
from hotdice.terminal.daily_files import FOLDER
from hotdice.terminal.devices import Devices
from hotdice.terminal.run_of_training import FILE as RUNS
from hotdice.terminal.storage import SUFFIX, home
from hotdice.terminal.training import FILE as TRAINING

NOTES = "notes.jsonl"
"""What every finished game left about you, so that none is reviewed twice."""


class Gathered(NamedTuple):
    """All that would go: saved games, other files, and the servers at which this computer has a key."""

    games: tuple[Path, ...]
    files: tuple[Path, ...]
    servers: tuple[str, ...]

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to erase."""
        return not any(self)

    def sentence(self) -> str:
        """What would go, for whoever is asked.

        >>> Gathered((Path("a.farkle"),), (Path("runs.jsonl"),), ("http://here",)).sentence()
        'This erases 1 saved game, 1 file about you and your name and key at http://here.'
        """
        parts = []
        if self.games:
            parts.append(f"{len(self.games):,} saved game{'s' if len(self.games) > 1 else ''}")
        if self.files:
            parts.append(f"{len(self.files)} file{'s' if len(self.files) > 1 else ''} about you")
        if self.servers:
            parts.append(f"your name and key at {', '.join(self.servers)}")
        said = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
        return f"This erases {said}."


def gathered() -> Gathered:
    """What there is about you."""
    where, devices = home(), Devices()
    games = sorted([*where.glob(f"*{SUFFIX}"), *(where / FOLDER).glob(f"*{SUFFIX}")])
    files = tuple(path for path in (where / NOTES, where / RUNS, where / TRAINING) if path.is_file())
    servers = tuple(server for server in devices.servers() if devices.of(server).get("key"))
    return Gathered(tuple(games), files, servers)


def erase(what: Gathered) -> list[str]:
    """Erase it; a sentence for everything that could not be.

    Servers come first, and the key of one that could not be reached stays: without it nobody could ask again.
    """
    faults, devices = [], Devices()
    for server in what.servers:
        try:
            HttpClient(server, str(devices.of(server)["key"])).post("/api/me/erase")
        except ServerRefused as refusal:
            if refusal.status != 401:  # it does not know the key any more
                faults.append(f"{server} still knows you: {refusal.text}")
                continue
        try:
            devices.forget(server)
        except OSError as error:
            faults.append(f"the key of {server} could not be erased: {_reason(error)}")
    for path in (*what.games, *what.files):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            faults.append(f"{path.name} could not be erased: {_reason(error)}")
    return faults


def _reason(error: OSError) -> str:
    return (error.strerror or "no reason given").lower()
