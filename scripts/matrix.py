"""Tries every supported Python that this machine has: `make matrix`.

Each gets an environment of its own with the locked packages, and runs the tests of all rooms that need no
browser. What is not here (another system, a newer Python) is left to the workflows of a forge.
`--python 3.13` tries one of them, `--room rules` the tests and examples of one room; both may be said again.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST, NEWEST = (3, 11), (3, 14)
ROOMS = [
    "rules",
    "game",
    "odds",
    "munchkin",
    "players",
    "arena",
    "coach",
    "match",
    "club",
    "door",
    "envs",
    "server",
    "terminal",
    "testing",
]
_ASK = "import sys; print('%d.%d' % sys.version_info[:2])"


def pythons() -> dict[str, str]:
    """The supported versions that are here, each with a program."""
    found: dict[str, str] = {}
    homes = [Path(path) for path in os.environ.get("PATH", "").split(os.pathsep)]
    homes += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    for minor in range(OLDEST[1], NEWEST[1] + 1):
        name = f"3.{minor}"
        for home in homes:
            program = shutil.which(f"python{name}", path=str(home))
            if program is None:
                continue
            told = subprocess.run([program, "-c", _ASK], capture_output=True, text=True, check=False).stdout
            if told.strip() == name:
                found[name] = program
                break
    return found


def places_of(rooms: list[str]) -> list[str]:
    """The tests and examples of rooms; of all of them where none is named.

    >>> places_of(["rules"])
    ['src/hotdice/rules', 'tests/rules']
    """
    if not rooms:
        return ["src", *(f"tests/{room}" for room in ROOMS)]
    return [f"{top}/{room}" for room in rooms for top in ("src/hotdice", "tests")]


def try_python(name: str, program: str, tests: list[str]) -> tuple[bool, str]:
    """Whether the tests pass with this Python, and their last line."""
    place = ROOT / "build" / "matrix" / name
    python = place / "bin" / "python"
    steps = [
        [program, "-m", "venv", str(place)],
        [str(python), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", "requirements/dev.lock"],
        [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--editable",
            ".",
        ],
        [str(python), "-m", "pytest", "-n", "2", "-m", "not nightly", *tests],
    ]
    told = ""
    for step in steps:
        done = subprocess.run(step, cwd=ROOT, capture_output=True, text=True, check=False)
        lines = (done.stdout + done.stderr).strip().splitlines()
        told = next(
            (line for line in reversed(lines) if re.search(r"\d+ (passed|failed)", line)),
            "\n".join(lines[-15:]),
        )
        if done.returncode:
            return False, told
    return True, told


def main() -> int:
    """Try all of them; 1 where one fails."""
    names = [f"3.{minor}" for minor in range(OLDEST[1], NEWEST[1] + 1)]
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--python", choices=names, action="append", default=[])
    options.add_argument("--room", choices=ROOMS, action="append", default=[])
    chosen = options.parse_args()
    failed = 0
    found = pythons()
    for name in chosen.python or names:
        if name not in found:
            print(f"Python {name}: not on this machine", flush=True)
            continue
        passed, told = try_python(name, found[name], places_of(chosen.room))
        failed += not passed
        print(f"Python {name}: {'passed' if passed else 'FAILED'}: {told}", flush=True)
    return 1 if failed or not found else 0


if __name__ == "__main__":
    sys.exit(main())
