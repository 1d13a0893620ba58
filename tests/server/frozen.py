"""A PostgreSQL server that hangs: every process of it stopped, its sockets open, nobody answering."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def family(postgres: Any) -> list[int]:
    """The processes of a database server, the first of them first."""
    first = int((Path(postgres.pgdata) / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    found = [first]
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            if parent == first:
                found.append(int(entry.name))
    return found


@contextmanager
def frozen(postgres: Any) -> Iterator[None]:
    """Stop a database server where it stands, and let it go on at the end."""
    stopped = family(postgres)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
