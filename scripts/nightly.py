"""The heavy checks, one after the other: `make nightly`.

A step that fails does not keep the others from running: the end is a table of all of them with their times,
also in `build/nightly.txt`, and the command ends with 1 where one has failed. `--only NAME` runs one step.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest"]
TWO = ["-n", "2", "--dist", "worksteal"]
NEW = ["--hypothesis-profile", "explore"]
COVERED = [
    "rules",
    "game",
    "munchkin",
    "odds",
    "players",
    "arena",
    "coach",
    "match",
    "club",
    "door",
    "envs",
    "testing",
]
"""Rooms whose tests run in the process that is watched; servers and terminals are processes of their own."""
STEPS: dict[str, list[str]] = {
    "new examples": [*PYTEST, *TWO, "-m", "hypothesis and not nightly", *NEW],
    "new dice": [
        *PYTEST,
        *TWO,
        "-m",
        "not hypothesis and not nightly",
        *NEW,
        "tests/match",
        "tests/terminal",
    ],
    "heavy": [*PYTEST, *TWO, "-m", "nightly and not alone"],
    "measured": [*PYTEST, "-m", "nightly and alone"],
    "coverage": [
        PYTHON,
        "-m",
        "coverage",
        "run",
        "-m",
        "pytest",
        "-n",
        "0",
        "-m",
        "not nightly",
        *(f"tests/{room}" for room in COVERED),
    ],
    "coverage by room": [PYTHON, "-m", "scripts.coverage_rooms", *COVERED],
    "planted faults": [PYTHON, "-m", "scripts.mutants"],
    "release": [PYTHON, "-m", "scripts.release_check"],
}


def run(name: str) -> str:
    """One step; its line in the table."""
    print(f"\n=== {name}: {' '.join(STEPS[name][1:])}", flush=True)
    begun = time.monotonic()
    status = subprocess.run(STEPS[name], cwd=ROOT, check=False).returncode
    return line_of(name, status, time.monotonic() - begun)


def line_of(name: str, status: int, seconds: float) -> str:
    """A line of the table.

    >>> line_of("heavy", 1, 3725.0)
    'FAILED   62 min  heavy (status 1)'
    """
    told = f" (status {status})" if status else ""
    return f"{'FAILED' if status else 'passed'} {seconds / 60:4.0f} min  {name}{told}"


def main() -> int:
    """Run them; 1 where one fails."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--only", choices=sorted(STEPS), action="append")
    chosen = options.parse_args().only or list(STEPS)
    lines = [run(name) for name in STEPS if name in chosen]
    failed = sum(line.startswith("FAILED") for line in lines)
    lines.append(f"{len(lines) - failed} passed, {failed} failed")
    place = ROOT / "build" / "nightly.txt"
    place.parent.mkdir(exist_ok=True)
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n" + "\n".join(lines))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
