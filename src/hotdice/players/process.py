"""A program at the other end of two pipes: lines go out, lines come back, and nothing it does can hurt us.

Whatever goes wrong is a `ProgramFault`: it hangs, ends, floods us, or cannot be started.
"""

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO

FLOOD = 64 * 1024
"""Bytes that a program may send without being asked; no answer is nearly as long."""
MEMORY = 4 * 1024**3
KEPT_STDERR = 2000
_END = b""


class ProgramFault(RuntimeError):  # noqa: N818 - it names what happened
    """What a program did wrong: `kind` is hang, crash, flood, nonsense or start."""

    def __init__(self, kind: str, sentence: str) -> None:
        self.kind = kind
        super().__init__(sentence)


class Process:
    """A running program. Its folder is a fresh one of its own, its environment nearly empty.

    >>> process = Process([sys.executable, "-c", "print(input()[::-1])"])
    >>> process.send("desserts")
    >>> process.receive(10)
    'stressed'
    >>> process.close()
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hotdice-bot-", ignore_cleanup_errors=True)
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._waiting = 0
        self._flooded = False
        self._stderr = bytearray()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder.name,
                env=_environment(self._folder.name),
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            self._folder.cleanup()
            raise ProgramFault("start", f"cannot be started: {error.strerror}") from None
        _limit_memory(self._process.pid)
        readers = []
        for target, pipe in ((self._read, self._process.stdout), (self._drain, self._process.stderr)):
            assert pipe is not None
            readers.append(threading.Thread(target=target, args=(pipe,), daemon=True))
            readers[-1].start()
        self._drainer = readers[-1]

    def send(self, line: str) -> None:
        """Hand a line to the program.

        Raises:
            ProgramFault: it has ended.
        """
        assert self._process.stdin is not None
        self._waiting = 0
        try:
            self._process.stdin.write(line.encode() + b"\n")
        except (OSError, ValueError):
            raise self._crash() from None

    def receive(self, seconds: float) -> str:
        """The next line of the program.

        Raises:
            ProgramFault: none came in time, the program ended, or it sent far too much.
        """
        deadline = time.monotonic() + seconds
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise ProgramFault("hang", f"did not answer within {seconds:g} seconds") from None
        if self._flooded:
            raise ProgramFault("flood", f"sent more than {FLOOD // 1024} KB that nobody asked for")
        if line == _END:
            raise self._crash()
        return line.decode("utf-8", "replace").strip()

    def close(self) -> None:
        """End the program and everything it started; safe to call twice."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()  # the other two pipes are closed by the threads that read them
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        self._folder.cleanup()

    def _crash(self) -> ProgramFault:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        self._drainer.join(timeout=5)  # its last words may still be on their way
        words = bytes(self._stderr).decode("utf-8", "replace").strip().splitlines()
        reason = f": {words[-1][:200]}" if words else ""
        return ProgramFault("crash", f"ended with code {self._process.poll()}{reason}")

    def _read(self, pipe: IO[bytes]) -> None:
        """Take what the program sends, line by line; stop at a flood, so that the pipe holds it up."""
        rest = b""
        for chunk in _chunks(pipe):
            self._waiting += len(chunk)
            if self._waiting > FLOOD:
                self._flooded = True
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if line.strip():
                    self._lines.put(line)
        self._lines.put(_END)
        with suppress(OSError):
            pipe.close()

    def _drain(self, pipe: IO[bytes]) -> None:
        """Keep the end of what the program complains about."""
        for chunk in _chunks(pipe):
            self._stderr += chunk
            del self._stderr[:-KEPT_STDERR]
        with suppress(OSError):
            pipe.close()


def _chunks(pipe: IO[bytes]) -> Iterator[bytes]:
    """What comes through a pipe, as it comes, until it ends."""
    while True:
        try:
            chunk = os.read(pipe.fileno(), 65536)
        except (OSError, ValueError):
            return
        if not chunk:
            return
        yield chunk


def _environment(folder: str) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL", "SYSTEMROOT") if key in os.environ}
    return kept | {"HOME": folder, "TMPDIR": folder, "PYTHONDONTWRITEBYTECODE": "1"}


def _limit_memory(pid: int) -> None:
    """Where the system can, bound the memory of a program and spare us its core files."""
    if sys.platform == "linux":
        import resource

        with suppress(OSError, ValueError):
            resource.prlimit(pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
