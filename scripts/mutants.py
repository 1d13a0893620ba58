"""How many small faults the tests of the pure core notice: `python -m scripts.mutants`.

Plants faults one at a time, a sample of all that `scripts.mutating` knows, and runs those tests of the room
that come by the changed line. A fault that no test notices is a survivor: its line goes to
`build/mutants.txt`, to be looked at. The command ends with 1 where the share noticed lies below the bar.
"""

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import json
import math
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

from scripts.mutating import Mutant, lines_to_change, plant

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "hotdice"
BAR = 0.8
PATIENCE = 60
"""Seconds of processor time, whatever else the machine does: an endless loop has been noticed."""
ASLEEP = 900
"""Seconds by the clock: so has whoever waits for something that never comes."""
CONTROLS = 25
"""Tries without a fault: where one of them is noticed, the tests fail by themselves and tell nothing."""
MOST_TESTS = 60
"""Tests tried for one fault, the quickest first: one that is noticed at all is noticed by one of them."""
ROOMS = {
    "rules": ("rules/*.py", ["tests/rules", "src/hotdice/rules"]),
    "game": ("game/*.py", ["tests/game", "src/hotdice/game"]),
    "odds": (
        "odds/{plan,rolls,turn,stopping,endings,last_turns,standings}.py",
        [
            "tests/odds/test_reference.py",
            "tests/odds/test_figures.py",
            "tests/odds/test_race.py",
            "src/hotdice/odds",
        ],
    ),
    "match": (
        "match/{deciding,facts,lobby,corrections}.py",
        [
            "tests/match/test_match.py",
            "tests/match/test_tables.py",
            "tests/match/test_corrections.py",
            "src/hotdice/match",
        ],
    ),
}
_MAP = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Fault:
    """A fault by its number in a module, and the tests that come by its line."""

    room: str
    path: Path
    number: int | None
    tests: tuple[str, ...]

    def planted(self) -> Mutant:
        """The module with the fault, or as it is where there is none."""
        text = self.path.read_text(encoding="utf-8")
        return Mutant(0, "nothing", text) if self.number is None else plant(text, self.number)


def main() -> int:
    """Plant, run, report."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sample", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--room", choices=sorted(ROOMS), action="append")
    options.add_argument("--map", action="store_true", help="find anew which tests come by which lines")
    chosen = options.parse_args()
    rooms = chosen.room or sorted(ROOMS)
    every = [fault for room in rooms for fault in faults_of(room, renew=chosen.map)]
    picked = random.Random(chosen.seed).sample(every, min(chosen.sample, len(every)))
    print(f"{len(every):,} faults can be planted; {len(picked):,} are", flush=True)
    sound = [replace(fault, number=None) for fault in picked[:CONTROLS]]
    for fault, wrong in zip(sound, noticed_by(sound), strict=True):
        if wrong:
            raise SystemExit(f"the tests of {fault.path.name} fail without a fault: {' '.join(fault.tests)}")
    noticed = noticed_by(picked)
    survivors = [fault for fault, found in zip(picked, noticed, strict=True) if not found]
    _MAP.parent.joinpath("mutants.txt").write_text(
        "".join(f"{fault.path.relative_to(ROOT)}:{fault.planted().says}\n" for fault in survivors),
        encoding="utf-8",
    )
    for room in rooms:
        mine = [found for fault, found in zip(picked, noticed, strict=True) if fault.room == room]
        print(f"{room}: {told(mine)}")
    print(f"all: {told(noticed)}; the others stand in build/mutants.txt")
    return 0 if sum(noticed) >= BAR * len(noticed) else 1


def told(noticed: Sequence[bool]) -> str:
    """A share with its interval (Wilson, 95 %).

    >>> told([True] * 85 + [False] * 15)
    '85 of 100 noticed, 85.0 % (76.7 to 90.7)'
    """
    count, hits, z = len(noticed), sum(noticed), 1.96
    if not count:
        return "none planted"
    share = hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    wide = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    low, high = 100 * (middle - wide), 100 * (middle + wide)
    return f"{hits:,} of {count:,} noticed, {100 * share:.1f} % ({low:.1f} to {high:.1f})"


def faults_of(room: str, *, renew: bool = False) -> list[Fault]:
    """Every fault that can be planted in a room, with the tests that come by."""
    pattern, tests = ROOMS[room]
    lines = _lines_of(room, tests, renew=renew)
    return [
        Fault(
            room,
            path,
            number,
            tuple(lines.get(str(path.relative_to(ROOT)), {}).get(str(line), ())[:MOST_TESTS]),
        )
        for path, number, line in faults_in(pattern)
    ]


def faults_in(pattern: str) -> list[tuple[Path, int, int]]:
    """The file, the number in it and the line of every fault that can be planted in sources."""
    return [
        (path, number, line)
        for path in _files(pattern)
        for number, line in enumerate(lines_to_change(path.read_text(encoding="utf-8")))
    ]


def _files(pattern: str) -> list[Path]:
    if "{" in pattern:
        head, names = pattern.split("{")
        return [SOURCES / f"{head}{name}.py" for name in names.split("}")[0].split(",")]
    return sorted(path for path in SOURCES.glob(pattern) if path.name != "__init__.py")


def _lines_of(room: str, tests: list[str], *, renew: bool) -> dict[str, dict[str, list[str]]]:
    """The tests that come by each line of each file, the quickest first; kept between runs."""
    place = _MAP / f"{room}.json"
    if renew or not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        words = [sys.executable, "-m", "scripts.mutant_lines", str(place), *tests]
        subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    known: dict[str, dict[str, list[str]]] = json.loads(place.read_text(encoding="utf-8"))
    return known


def noticed_by(faults: Sequence[Fault]) -> list[bool]:
    """Whether a test fails, or never ends, with each fault planted; as many at once as there are cores.

    Each is tried in a fork of this process: pytest is loaded once, and nothing of ours is before that.
    """
    found = [False] * len(faults)
    running: dict[int, tuple[int, float]] = {}
    waiting = [index for index, fault in enumerate(faults) if fault.tests]
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            index = waiting.pop()
            sys.stdout.flush()
            child = os.fork()
            if not child:
                _try(faults[index])
            running[child] = (index, time.monotonic())
        child, status = os.waitpid(-1, os.WNOHANG)
        if child:
            found[running.pop(child)[0]] = status != 0
        else:
            time.sleep(0.02)
        for child, (index, since) in list(running.items()):
            if time.monotonic() - since > ASLEEP:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                del running[child]
                found[index] = True
    return found


def _try(fault: Fault) -> NoReturn:
    """Plant a fault, run its tests and leave with pytest's word, in a process that ends with it."""
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    sys.meta_path.insert(0, Planted(fault.path, fault.planted().text))
    # Else pytest would load a module whose own examples are among the tests by itself, without the fault.
    plain = ["--assert", "plain", "-p", "no:cacheprovider", "--reruns", "0"]
    words = ["-x", "-q", "-n", "0", *plain, *fault.tests]
    try:
        os._exit(int(pytest.main(words)) & 0xFF)
    finally:
        os._exit(1)


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module of ours, and loads it from another text."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text
        self._name = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module with the fault; nothing for all others."""
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(fullname, self._path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Run the text with the fault."""
        # The text is a source of ours with one small change.
        exec(compile(self._text, str(self._path), "exec"), module.__dict__)  # nosec B102


if __name__ == "__main__":
    sys.exit(main())
