"""How many small faults the tests of the pure core notice: `python -m scripts.mutants`.

Plants faults one at a time, a sample of all that `scripts.mutating` knows, and runs those tests of the room
that come by the changed line. A fault that no test notices is a survivor: its line goes to
`build/mutants.txt`, to be looked at. The command ends with 1 where the share noticed lies below the bar.
What was found is kept while it runs; `--resume` goes on after it was broken off.
"""

import argparse
import hashlib
import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from scripts.mutant_lines import LOADING
from scripts.mutant_tries import NOTICED, ROOT, SOURCES, SURVIVED, Fault, Told, try_anew, try_in_place
from scripts.mutating import lines_to_change

BAR = 0.8
CONTROLS = 20
"""Tries without a fault: where one of them is noticed, the tests fail by themselves and tell nothing."""
_AT_TABLES = (
    *("match", "tables", "table_machine", "corrections", "offers", "presence", "series", "party", "own_dice"),
    *("fair", "fair_play", "duplicate", "munchkin_online"),
)
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
            *(f"tests/match/test_{name}.py" for name in _AT_TABLES),
            "src/hotdice/match",
        ],
    ),
}
_KEPT = ROOT / "build" / "mutants"


def main() -> int:
    """Plant, run, report."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sample", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--room", choices=sorted(ROOMS), action="append")
    options.add_argument("--resume", action="store_true", help="go on with a run that was broken off")
    chosen = options.parse_args()
    rooms = chosen.room or sorted(ROOMS)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        every = [fault for found in pool.map(faults_of, rooms) for fault in found]
    picked = random.Random(chosen.seed).sample(every, min(chosen.sample, len(every)))
    print(f"{len(every):,} faults can be planted; {len(picked):,} are", flush=True)
    be_sure([replace(fault, number=None) for fault in picked if fault.tests][:CONTROLS])
    noticed = Found(_KEPT / "found.jsonl", resume=chosen.resume)
    noticed.look_at(picked)
    survivors = [fault for fault in picked if not noticed[fault]]
    _KEPT.parent.joinpath("mutants.txt").write_text(
        "".join(f"{one.path.relative_to(ROOT)}:{says_of(one)}\n" for one in survivors), encoding="utf-8"
    )
    for room in rooms:
        print(f"{room}: {told([noticed[fault] for fault in picked if fault.room == room])}")
    shares = [noticed[fault] for fault in picked]
    print(f"all: {told(shares)}; the others stand in build/mutants.txt")
    return 0 if sum(shares) >= BAR * len(shares) else 1


def be_sure(sound: Sequence[Fault]) -> None:
    """Where tests fail without a fault they tell nothing: then this ends here."""
    for fault, wrong in [*_in_place(sound), *try_anew(sound)]:
        if wrong:
            raise SystemExit(f"the tests of {fault.path.name} fail without a fault: {' '.join(fault.tests)}")


def says_of(fault: Fault) -> str:
    """The line of a fault and what it changes."""
    mutant = fault.planted()
    return mutant.says if mutant else "nothing"


class Found:
    """What became of each fault, kept in a file as soon as it is known."""

    def __init__(self, place: Path, *, resume: bool) -> None:
        self._place = place
        self._known: dict[str, bool] = {}
        if not resume:
            place.unlink(missing_ok=True)
        elif place.exists():
            self._known = dict(map(json.loads, place.read_text(encoding="utf-8").splitlines()))

    def __getitem__(self, fault: Fault) -> bool:
        return bool(fault.tests) and self._known[_name_of(fault)]

    def look_at(self, faults: Sequence[Fault]) -> None:
        """Try those that are not known: in place first, and then anew who cannot be told there."""
        open_ones = [fault for fault in faults if fault.tests and _name_of(fault) not in self._known]
        for fault, noticed in _in_place(open_ones):
            if noticed or not fault.early:
                self._keep(fault, noticed)
        rest = [fault for fault in open_ones if _name_of(fault) not in self._known]
        print(f"{len(open_ones) - len(rest):,} are told in place; {len(rest):,} are tried anew", flush=True)
        for fault, noticed in try_anew(rest):
            self._keep(fault, noticed)

    def _keep(self, fault: Fault, noticed: bool) -> None:
        self._known[_name_of(fault)] = noticed
        with self._place.open("a", encoding="utf-8") as file:
            file.write(json.dumps([_name_of(fault), noticed]) + "\n")


def _name_of(fault: Fault) -> str:
    return f"{fault.path.relative_to(ROOT)} {fault.number}"


def _in_place(faults: Sequence[Fault]) -> Iterator[Told]:
    """Those that are noticed, or certainly not, by functions that get other code."""
    for room in sorted({fault.room for fault in faults}):
        mine = [fault for fault in faults if fault.room == room]
        for fault, status in try_in_place(ROOMS[room][1], mine):
            if status in {SURVIVED, NOTICED}:
                yield fault, status == NOTICED


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


def faults_of(room: str) -> list[Fault]:
    """Every fault that can be planted in a room, with the tests that come by."""
    pattern, tests = ROOMS[room]
    lines = _lines_of(room, tests)
    found = []
    for path, number, line in faults_in(pattern):
        known = lines.get(str(path.relative_to(ROOT)), {})
        runs = known.get(str(line), [])
        own = [test for test in runs if test != LOADING]
        if LOADING in runs and not own:  # a constant: whoever uses its module may notice
            own = _of_all_lines(known)
        found.append(Fault(room, path, number, tuple(own), early=LOADING in runs))
    return found


def _of_all_lines(lines: dict[str, list[str]]) -> list[str]:
    """The quickest tests of every line of a module, up to sixty."""
    quick = [[test for test in runs if test != LOADING] for runs in lines.values()]
    return list(
        dict.fromkeys(test for rank in range(3) for tests in quick for test in tests[rank : rank + 1])
    )[:60]


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


def _lines_of(room: str, tests: list[str]) -> dict[str, dict[str, list[str]]]:
    """The tests that come by each line of each file, the quickest first; kept until a source changes."""
    sources = sorted(path for top in ("src", "tests") for path in (ROOT / top).rglob("*.py"))
    state = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    place = _KEPT / f"{room}-{state}.json"
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in place.parent.glob(f"{room}-*.json"):
            old.unlink()
        words = [sys.executable, "-m", "scripts.mutant_lines", str(place), *tests]
        subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    known: dict[str, dict[str, list[str]]] = json.loads(place.read_text(encoding="utf-8"))
    return known


if __name__ == "__main__":
    sys.exit(main())
