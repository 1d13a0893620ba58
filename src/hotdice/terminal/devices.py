"""What this computer knows about servers: the key of this device and the tokens of its seats."""

import json
from pathlib import Path
from typing import Any

import msgspec

from hotdice.client.sealing import Notes
from hotdice.match import write_atomically
from hotdice.terminal.options import fail
from hotdice.terminal.storage import home
from hotdice.terminal.streams import reason


class Devices:
    """A file for this user only; a key in it is as good as its owner."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or home() / "servers.json"

    def _read(self) -> dict[str, Any]:
        try:
            known = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def servers(self) -> list[str]:
        """The servers that are known."""
        return list(self._read())

    def of(self, server: str) -> dict[str, Any]:
        """What is known about a server: `key`, `name`, `seats`."""
        found = self._read().get(server)
        return found if isinstance(found, dict) else {}

    def remember(self, server: str, **values: Any) -> None:
        """Add to what is known about a server."""
        known = self._read()
        entry = known.get(server)
        known[server] = (entry if isinstance(entry, dict) else {}) | values
        try:
            write_atomically(self._path, json.dumps(known, indent=1), private=True)
        except OSError as error:
            fail(
                f"the key of your seat could not be kept in {self._path}: {reason(error)}; "
                "HOTDICE_HOME=FOLDER names a place that you may write to"
            )

    def forget(self, server: str) -> None:
        """Forget a server, with the key and the tokens for it."""
        known = self._read()
        if known.pop(server, None) is not None:
            write_atomically(self._path, json.dumps(known, indent=1), private=True)

    def seat(self, server: str, match: str) -> str:
        """The token of a seat, or nothing."""
        seats = self.of(server).get("seats")
        return str(seats.get(match, "")) if isinstance(seats, dict) else ""

    def remember_seat(self, server: str, match: str, token: str) -> None:
        """Keep the token of a seat."""
        seats = self.of(server).get("seats")
        self.remember(server, seats=(seats if isinstance(seats, dict) else {}) | {match: token})


MOST_NOTES = 200


class FairNotes:
    """What this computer has noted about the dice of a server's matches, in the file of `Devices`."""

    def __init__(self, devices: Devices, server: str) -> None:
        self._devices = devices
        self._server = server

    def _all(self) -> dict[str, Any]:
        kept = self._devices.of(self._server).get("fair")
        return kept if isinstance(kept, dict) else {}

    def notes(self, match: str) -> Notes:
        """What was noted about a match."""
        try:
            return msgspec.convert(self._all().get(match, {}), Notes)
        except msgspec.ValidationError:
            return Notes()

    def keep(self, match: str, notes: Notes) -> None:
        """Note it; the oldest notes are forgotten when there are many."""
        kept = self._all() | {match: msgspec.to_builtins(notes)}
        self._devices.remember(self._server, fair=dict(list(kept.items())[-MOST_NOTES:]))


def noted_anywhere(devices: Devices, match: str) -> Notes | None:
    """What this computer has noted about a match, whatever the server."""
    for server in devices.servers():
        notes = FairNotes(devices, server).notes(match)
        if notes.commitment:
            return notes
    return None
