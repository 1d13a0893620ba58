"""Servers as real processes, and people who play on them."""

import atexit
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from hotdice.client import HttpClient, Seat

LONG_GAME = json.dumps({"base": "classic", "target": 9_000_000}, separators=(",", ":"))
"""House rules under which a game does not end while a test lasts."""


def free_port() -> int:
    """A port that nobody gets by chance, so that a server comes back on it after a kill.

    Ports of the system's own range are handed out to outgoing connections; a client that tries to come
    back to such a port while nobody listens there may be given it, and then even talks to itself.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 9
    while True:
        port = 12_000 + 2_000 * worker + secrets.randbelow(2_000)  # no other worker takes one of these
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Process:
    """`hotdice serve` on a port of its own; started, killed, and started again on the same one."""

    def __init__(self, db: str, *more: str, trust: bool = True, host: str = "127.0.0.1") -> None:
        self.db = db
        self.host = host
        self.more = (*more, "--host", host, *(("--trust", "127.0.0.1", "--trust", host) if trust else ()))
        self.port = 0
        self.admin = ""
        self.home = Path(tempfile.mkdtemp(prefix="hotdice-home-"))
        atexit.register(shutil.rmtree, self.home, ignore_errors=True)
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self.log = ""

    def start(self) -> "Process":
        """Start, and wait until it says that it is ready."""
        self.port = self.port or free_port()
        command = [*self.command, "serve", "--port", str(self.port), *self.more]
        environment = os.environ | {
            "HOTDICE_DB": self.db, "HOTDICE_HOME": str(self.home), "PYTHONUNBUFFERED": "1"
        }  # fmt: skip
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.log += line
            if "owner's link:" in line:
                self.admin = (self.home / "owner-link").read_text(encoding="utf-8").strip()
            if "Ctrl-C" in line:
                # Whatever it says from here on is read as it comes: nothing waits for a full pipe.
                self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
                self._reader.start()
                return self
        # Nothing of it is left behind: what is found unclosed later would be blamed on another test.
        raise AssertionError(
            f"the server did not start, it ended with {self._end(signal.SIGTERM)}:\n{self.log}"
        )

    def _read(self, said: Iterable[str]) -> None:
        for line in said:
            self.log += line

    @property
    def command(self) -> list[str]:
        """How the program is started."""
        return [sys.executable, "-m", "hotdice"]

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it without a warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it politely; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(sign)
        try:
            process.wait(timeout=120)
        finally:
            process.kill()
            process.wait()
            if self._reader is not None:
                self._reader.join(60)
            if process.stdout is not None:
                process.stdout.close()
        return process.returncode

    def metric(self, name: str) -> float:
        """A counter of the server."""
        text: str = HttpClient(self.url).get("/metrics")
        return float(re.findall(rf"^hotdice_{name} (\S+)$", text, re.M)[0])

    def __enter__(self) -> "Process":
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        assert "Traceback" not in self.log, self.log


def serve(tmp_path: Path, *more: str, trust: bool = True) -> Process:
    """A server on a fresh SQLite file."""
    return Process(str(tmp_path / "games.db"), *more, trust=trust)


class Pair:
    """Two people at a table of two."""

    def __init__(self, url: str, other_url: str = "", **wish: Any) -> None:
        self.urls = (url, other_url or url)
        self.clients = [HttpClient(self.urls[0]), HttpClient(self.urls[1])]
        for client, name in zip(self.clients, ("Ann", "Bob"), strict=True):
            client.arrive(name)
        made = self.clients[0].new_table(seats=2, **wish)
        self.match = made["match"]
        self.invite = made["invite"]
        joined = self.clients[1].sit(self.match, made["invite"])
        self.tokens = [made["token"], joined["token"]]

    def seat(self, place: int, **more: Any) -> Seat:
        return Seat(self.urls[place], self.match, self.tokens[place], **more)
