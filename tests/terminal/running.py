"""Runs the real program: over a pipe, and in a real pseudo-terminal."""

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = [sys.executable, "-m", "hotdice"]


def environment(home: Path) -> dict[str, str]:
    """The surroundings of a user with nothing but this folder."""
    keep = {key: os.environ[key] for key in ("PATH", "LANG", "SYSTEMROOT") if key in os.environ}
    return keep | {"HOTDICE_HOME": str(home), "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}


def run(*arguments: str, home: Path, typed: str = "", code: int = 0) -> "subprocess.CompletedProcess[str]":
    """Run `hotdice` over a pipe and check its exit code."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home),
        cwd=home,
        timeout=600,  # the first call may have to compile the solver, on a busy machine
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done


class Terminal:
    """`hotdice` in a pseudo-terminal of 80 by 24: read what it shows, type what a person would."""

    def __init__(self, *arguments: str, home: Path, **surroundings: str) -> None:
        self.shown = ""
        pid, self.file = pty.fork()
        if pid == 0:
            os.chdir(home)
            around = environment(home) | {"COLUMNS": "80"} | surroundings
            os.execve(sys.executable, [*PROGRAM, *arguments], around)
        self.pid = pid

    def wait_for(self, text: str, seconds: float = 120) -> None:
        """Read until a text has been shown since the last call."""
        self.wait_for_any(re.escape(text), seconds)

    def wait_for_any(self, pattern: str, seconds: float = 120) -> str:
        """Read until something that fits a pattern has been shown since the last call; it comes back."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.shown)):
            assert time.monotonic() < end, f"{pattern!r} was not shown; the screen says:\n{self.shown}"
            if select.select([self.file], [], [], 0.1)[0]:
                try:
                    data = os.read(self.file, 65536)
                except OSError:
                    data = b""
                assert data, f"the program ended without {pattern!r}:\n{self.shown}"
                self.shown += data.decode()
        self.shown = self.shown[found.end() :]
        return found.group()

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self.file, (line + "\n").encode())

    def press(self, key: bytes) -> None:
        """Press a key without Enter."""
        os.write(self.file, key)

    def kill(self) -> None:
        """End the program without a warning."""
        os.kill(self.pid, signal.SIGKILL)
        self.close()

    def close(self, seconds: float = 120) -> int:
        """Wait for the end; the exit code."""
        end = time.monotonic() + seconds
        while not (found := os.waitpid(self.pid, os.WNOHANG))[0]:
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise AssertionError(f"the program does not end; the screen says:\n{self.shown}")
            if select.select([self.file], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):  # whatever it still says must not hold it up
                    self.shown += os.read(self.file, 65536).decode(errors="replace")
        os.close(self.file)
        return os.waitstatus_to_exitcode(found[1])
