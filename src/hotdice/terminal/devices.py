"""What this computer knows about servers: the key of this device and the tokens of its seats."""

import json
import os
from pathlib import Path
from typing import Any

from hotdice.match import write_atomically
from hotdice.terminal.storage import home


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

    def of(self, server: str) -> dict[str, Any]:
        """What is known about a server: `key`, `name`, `seats`."""
        found = self._read().get(server)
        return found if isinstance(found, dict) else {}

    def remember(self, server: str, **values: Any) -> None:
        """Add to what is known about a server."""
        known = self._read()
        entry = known.get(server)
        known[server] = (entry if isinstance(entry, dict) else {}) | values
        write_atomically(self._path, json.dumps(known, indent=1))
        os.chmod(self._path, 0o600)

    def seat(self, server: str, match: str) -> str:
        """The token of a seat, or nothing."""
        seats = self.of(server).get("seats")
        return str(seats.get(match, "")) if isinstance(seats, dict) else ""

    def remember_seat(self, server: str, match: str, token: str) -> None:
        """Keep the token of a seat."""
        seats = self.of(server).get("seats")
        self.remember(server, seats=(seats if isinstance(seats, dict) else {}) | {match: token})
