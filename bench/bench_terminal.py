"""The terminal: start to help, start to the first screen, and how long a key press waits while bots play."""

import asyncio
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from hotdice.rules import load
from hotdice.terminal.app.application import HotdiceApp
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.settings import Settings, save_settings
from hotdice.terminal.starting import new_record

PROGRAM = [sys.executable, "-m", "hotdice"]
ROUNDS = 7


def _environment(home: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG")}
    return kept | {"HOTDICE_HOME": home, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}


def _help(home: str) -> float:
    start = time.perf_counter()
    subprocess.run([*PROGRAM, "--help"], env=_environment(home), capture_output=True, check=True)
    return time.perf_counter() - start


def _first_screen(home: str) -> tuple[float, float]:
    """Seconds until `hotdice play` has drawn its first page: by the clock, and of the processor."""
    start = time.perf_counter()
    pid, file = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execve(sys.executable, [*PROGRAM, "play"], _environment(home))
    drawn = b""
    while b"Keep score" not in drawn and time.perf_counter() - start < 30:
        if select.select([file], [], [], 1)[0]:
            drawn += os.read(file, 65536)
    seconds = time.perf_counter() - start
    os.kill(pid, 9)
    used = os.wait4(pid, 0)[2]
    os.close(file)
    return seconds, used.ru_utime + used.ru_stime


async def _key_waits() -> list[float]:
    """Seconds until the app has acted on a key, pressed again and again while three bots play."""
    waits: list[float] = []
    app = HotdiceApp()
    async with app.run_test(size=(130, 40)) as pilot:
        await pilot.pause()
        app.sit_down(new_record(load("classic"), ["greedy", "threshold:300", "greedy"], seed="1"), None)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        for number in range(60):
            done = asyncio.Event()
            start = time.perf_counter()
            app.simulate_key("plus" if number % 2 else "minus")
            screen.call_later(done.set)
            await done.wait()
            waits.append(time.perf_counter() - start)
            await asyncio.sleep(0.03)
    return waits


def run() -> list[tuple[str, float, str]]:
    """Name, figure and unit of each measurement; medians, and the worst where that is what counts."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOTDICE_HOME"] = home
        save_settings(Settings(speed="fast"))
        _help(home)
        helps = [_help(home) for _ in range(ROUNDS)]
        _first_screen(home)
        screens = [_first_screen(home) for _ in range(ROUNDS)]
        waits = asyncio.run(_key_waits())
        assert Path(home).exists()
    return [
        ("hotdice --help", statistics.median(helps) * 1000, "ms"),
        ("hotdice play to the first screen", statistics.median(s for s, _ in screens) * 1000, "ms"),
        ("the same, processor time", statistics.median(cpu for _, cpu in screens) * 1000, "ms"),
        ("key press while bots play, median", statistics.median(waits) * 1000, "ms"),
        ("key press while bots play, worst of 60", max(waits) * 1000, "ms"),
    ]
