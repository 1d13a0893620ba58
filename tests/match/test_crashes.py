"""What a crash may not take away: bars F1, F2, F3 for the store, with a control for the checker."""

import asyncio
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from conftest import Bar
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.lobby import Seated
from hotdice.match.store import StoreError, open_store
from match.hosts import House, Party

PROGRAM = (sys.executable, "-m", "match.store_writer")
POINTS = ("before append", "after append", "after commit", "during migration")


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}


def start(path: Path, *more: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([*PROGRAM, str(path), *more], stdout=subprocess.PIPE, env=environment())


def acknowledged(output: bytes) -> dict[str, int]:
    """The highest number that was acknowledged for each match; a cut last line does not count."""
    found: dict[str, int] = {}
    for line in output.decode().split("\n")[:-1]:
        match, seq = line.split(" ")
        found[match] = max(found.get(match, 0), int(seq))
    return found


def faults(path: Path, acked: dict[str, int]) -> list[str]:
    """What is wrong with a database, given what its clients were told."""
    found: list[str] = []
    try:
        store = open_store(str(path))
    except StoreError as error:
        return [str(error)]
    for match, seq in acked.items():
        try:
            log = store.read(match)  # dense and unchanged, or it raises
        except StoreError as error:
            found.append(str(error))
            continue
        if len(log) < seq:
            found.append(f"{match}: {seq} was acknowledged, {len(log)} are there")
        if len({event.command for event in log}) != len(log):
            found.append(f"{match}: an event twice")
        if any(store.answer(match, event.command) is None for event in log):
            found.append(f"{match}: an answer is missing")
    store.close()
    connection = sqlite3.connect(path)
    if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        found.append("integrity_check")
    connection.close()
    return found


def kill_rounds(path: Path, rounds: int, bar: Bar) -> None:
    rng = random.Random(8)
    total: dict[str, int] = {}
    for _ in range(rounds):
        process = start(path)
        assert process.stdout is not None
        first = process.stdout.readline()  # it is under way
        time.sleep(rng.uniform(0, 0.08))
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
        process.stdout.close()
        process.wait(120)
        for match, seq in acknowledged(first + rest).items():
            total[match] = max(total.get(match, 0), seq)
    found = faults(path, total)
    count = sum(total.values())
    bar("F1 store", f"{rounds} kills, {count:,} acknowledged, {len(found)} faults", "0 faults", not found)
    lie = {match: seq + 10_000 for match, seq in total.items()}
    bar("F1 control", f"{len(faults(path, lie))} faults found in a lie", "> 0", bool(faults(path, lie)))


@pytest.mark.second_try("a process that writes is killed at random moments")
def test_f1_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path, bar: Bar) -> None:
    kill_rounds(tmp_path / "games.db", 15, bar)


@pytest.mark.nightly
def test_f1_five_hundred_kills(tmp_path: Path, bar: Bar) -> None:
    kill_rounds(tmp_path / "games.db", 500, bar)


@pytest.mark.parametrize("point", POINTS)
def test_f3_a_crash_at_each_point(point: str, tmp_path: Path, bar: Bar) -> None:
    path = tmp_path / "games.db"
    after = "1" if point == "during migration" else "20"
    process = start(path, "--die-at", point, "--after", after)
    assert process.stdout is not None
    with process.stdout:
        acked = acknowledged(process.stdout.read())
    assert process.wait(300) == 9
    found = faults(path, acked)
    again = subprocess.run(
        [*PROGRAM, str(path), "--entries", "40"],
        capture_output=True,
        env=environment(),
        timeout=300,
        check=True,
    )
    found += faults(path, acknowledged(again.stdout))
    bar(f"F3 {point}", f"{sum(acked.values())} acknowledged, {len(found)} faults", "0 faults", not found)


def test_f3_a_crash_after_the_answer_and_before_anybody_hears(tmp_path: Path, bar: Bar) -> None:
    """A host that dies there has kept the move: repeated it gets the same answer, and the game goes on."""
    program = [sys.executable, "-m", "match.host_player", str(tmp_path / "games.db")]
    done = subprocess.run(
        [*program, "--die-after", "7"], env=environment(), capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 9, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    last = told[-1]

    async def again() -> tuple[wire.AnyAnswer, int]:
        house = House(tmp_path / "games.db")
        try:
            party = Party(house, [], [Seated(last["match"], place, token) for place, token in
                                      enumerate(last["tokens"])])  # fmt: skip
            move = c.Play(msgspec.Raw(msgspec.json.encode(last["move"])))
            answer = await party.do(last["seat"], move, expected=last["expected"], name=last["id"])
            before = (await party.view()).sequence
            await party.play_out(6)
            assert (await party.view()).sequence == before + 6
            return answer, before
        finally:
            await house.close()

    answer, length = asyncio.run(again())
    same = answer == wire.Accepted(last["id"], last["seq"]) and length == last["seq"]
    bar("F3 after ack", f"{len(told)} acknowledged, the last one repeated: {answer}", "the same", same)


def test_f3_a_crash_in_the_middle_of_a_checkpoint(tmp_path: Path, bar: Bar) -> None:
    """The database file itself is written by checkpoints only: the process dies at such a write."""
    if shutil.which("strace") is None:
        pytest.skip("strace, which kills the process at a chosen write, is not installed")
    path = tmp_path / "games.db"
    subprocess.run([*PROGRAM, str(path), "--entries", "8"], env=environment(), check=True,
                   capture_output=True, timeout=120)  # fmt: skip
    wal = [*PROGRAM, str(path), "--entries", "3000"]
    tracer = ["strace", "-f", "-qq", "-o", "/dev/null", "-P", str(path), "-e", "trace=pwrite64"]
    killed = subprocess.run([*tracer, "-e", "inject=pwrite64:signal=KILL:when=5", *wal],
                            env=environment(), capture_output=True, timeout=300, check=False)  # fmt: skip
    acked = acknowledged(killed.stdout)
    if killed.returncode == 0 or b"inject" in killed.stderr:
        pytest.skip("this system does not let a process be killed at a chosen write")
    found = faults(path, acked)
    again = subprocess.run([*PROGRAM, str(path), "--entries", "40"], capture_output=True,
                           env=environment(), timeout=120, check=True)  # fmt: skip
    found += faults(path, acknowledged(again.stdout))
    count = sum(acked.values())
    bar("F3 during checkpoint", f"{count} acknowledged, {len(found)} faults", "0 faults", not found)
    assert count > 100, "it died at a checkpoint, not before"


def power_cut_losses(folder: Path, synchronous: str) -> tuple[int, int]:
    """Cut the power at every acknowledgement of a traced run: (cuts, cuts that lost something).

    The trace has every write and sync of the database files. A file on the disk after the cut is what was
    written before its last sync; what came later never left the memory of the computer.
    """
    folder.mkdir()
    path, trace = folder / "games.db", folder / "trace"
    tracer = ["strace", "-f", "-y", "-xx", "-s", "10000000", "-o", str(trace)]
    calls = "trace=pwrite64,write,fdatasync,fsync,ftruncate"
    command = [*tracer, "-e", calls, *PROGRAM, str(path), "--entries", "24", "--sync", synchronous]
    subprocess.run(command, env=environment(), check=True, capture_output=True, timeout=120)
    names = {str(path): "games.db", f"{path}-wal": "games.db-wal"}
    memory = {name: bytearray() for name in names.values()}
    disk = dict.fromkeys(names.values(), b"")
    acked: dict[str, int] = {}
    cuts = lost = 0
    for line in trace.read_text().splitlines():
        call = re.match(r'\d+ +(\w+)\((\d+)<([^>]*)>(?:, "([^"]*)")?(?:, \d+)?(?:, (\d+))?', line)
        if call is None:
            continue
        kind, number, where, text, offset = call.groups()
        where = bytes.fromhex(where.replace("\\x", "")).decode() if where.startswith("\\x") else where
        data = bytes.fromhex(text.replace("\\x", "")) if text else b""
        name = names.get(where)
        if kind == "write" and number == "1":
            for match, seq in acknowledged(data).items():
                acked[match] = seq
            cuts += 1
            after = folder / f"after-{cuts}"
            after.mkdir()
            for file, content in disk.items():
                (after / file).write_bytes(content)
            lost += bool(faults(after / "games.db", acked))
            shutil.rmtree(after)
        elif name is None:
            continue
        elif kind == "pwrite64":
            first, held = int(offset or 0), memory[name]
            held.extend(bytes(max(0, first - len(held))))
            held[first : first + len(data)] = data
        elif kind == "ftruncate":
            size = re.search(r">, (\d+)\)", line)
            assert size is not None
            del memory[name][int(size[1]) :]
        elif kind in ("fdatasync", "fsync"):
            disk[name] = bytes(memory[name])
    return cuts, lost


@pytest.mark.nightly
def test_f2_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path, bar: Bar) -> None:
    cuts, lost = power_cut_losses(tmp_path / "full", "FULL")
    bar("F2", f"{lost} of {cuts} power cuts lost something", "0", cuts == 24 and lost == 0)
    cuts, lost = power_cut_losses(tmp_path / "normal", "NORMAL")
    bar("F2 control", f"{lost} of {cuts} power cuts lost something with NORMAL", "> 0", lost > 0)
