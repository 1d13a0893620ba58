"""F4 on a real server: the disk fails under it, and comes back without a restart."""

import asyncio
import contextlib
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conftest import Bar
from hotdice.client import HttpClient, Seat
from hotdice.match import wire
from hotdice.match.store import open_store
from server.processes import LONG_GAME, Pair, Process
from server.test_play import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="disks are broken here by means of Linux")


async def moves(ann: Seat, bob: Seat, most: int, until: str = "") -> list[wire.AnyAnswer]:
    """Play up to so many moves, or until one is refused with a code; what was answered."""
    answers: list[wire.AnyAnswer] = []
    for _ in range(most):
        seat = ann if ann.game.mover == 0 else bob
        answer = await seat.play(seat.game.legal[-1])
        answers.append(answer)
        await ann.caught_up(answer)
        await bob.caught_up(answer)
        if isinstance(answer, wire.Refused):
            if answer.code == until:
                break
            await asyncio.sleep(0.1)
    return answers


def through_a_fault(
    db: Path, breaks: Callable[[Process], None], mends: Callable[[Process], None]
) -> tuple[str, bool]:
    """Play, break the disk, be refused, read, mend it, play on; what was seen, and whether it is right."""

    async def body(process: Process, pair: Pair) -> tuple[list[wire.AnyAnswer], str]:
        async with pair.seat(0, patience=60) as ann, pair.seat(1, patience=60) as bob:
            begun = await ann.begin()
            await ann.caught_up(begun)
            await bob.caught_up(begun)
            answers = await moves(ann, bob, 5)
            breaks(process)
            answers += await moves(ann, bob, 5_000, "unavailable")
            last = answers[-1]
            assert isinstance(last, wire.Refused), "the disk was not broken"
            assert last.code == "unavailable"
            view = await asyncio.to_thread(HttpClient(process.url).table, pair.match)
            assert view["phase"] == "playing", "reads go on"
            mends(process)
            after: list[wire.AnyAnswer] = []
            while sum(isinstance(answer, wire.Accepted) for answer in after) < 10:
                after += await moves(ann, bob, 10)
            assert (ann.gaps, bob.gaps) == (0, 0)
        return answers + after, pair.match

    with Process(str(db)) as process:
        answers, match = run(body(process, Pair(process.url, rules=LONG_GAME)))
        assert process.metric("store_failures_total") > 0
    store = open_store(str(db))
    kept = {event.command: event.seq for event in store.read(match) if event.command}
    store.close()
    accepted = [answer for answer in answers if isinstance(answer, wire.Accepted)]
    lost = [answer for answer in accepted if kept.get(answer.id) != answer.seq]
    refused = len(answers) - len(accepted)
    text = f"{len(accepted)} acknowledged, {len(lost)} lost, {refused} refused, went on by itself"
    return text, refused > 0 and not lost


def test_f4_writing_fails(tmp_path: Path, bar: Bar) -> None:
    """No file of the server may grow any more: the system refuses its writes, and SQLite says I/O error."""
    db = tmp_path / "games.db"
    without = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

    def breaks(process: Process) -> None:
        size = max(os.path.getsize(path) for path in tmp_path.glob("games.db*"))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def mends(process: Process) -> None:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, without)

    text, good = through_a_fault(db, breaks, mends)
    bar("F4 I/O error", text, "0 lost, refused with a code", good)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of its own in memory; only root may make one."""
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None:
        pytest.skip("only root may mount a small disk")
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={size}", "hotdice-test", str(folder)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_f4_the_disk_is_full(tmp_path: Path, bar: Bar) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, "4m"):
        filler = folder / "filler"

        def breaks(process: Process) -> None:
            with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
                while True:
                    file.write(b"x" * 4096)

        text, good = through_a_fault(folder / "games.db", breaks, lambda process: filler.unlink())
    bar("F4 full disk, real", text, "0 lost, refused with a code", good)
