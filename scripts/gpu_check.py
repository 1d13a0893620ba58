"""Races on a graphics processor: compare them with the compiled form, and solve whole sheets.

python -m scripts.gpu_check                           two, three and four players in both forms, with times
python -m scripts.gpu_check three NAME ...            races of three in full on the device, tables kept
python -m scripts.gpu_check ties NAME                 how much the way of breaking ties matters for three
python -m scripts.gpu_check audit NAME                what a mover of three could gain, at drawn states
python -m scripts.gpu_check four NAME TARGET [FILE [FOLDER SECONDS]]
                                                      a race of four at a target: seats, samples, checksum

The first also compares with the tables that come with Hotdice. It ends with 1 where something differs by more
than 1e-9 (packed tables: by more than their rounding). With a file the findings of four are written there
too; with a folder and seconds it leaves what is done in the folder after so long, ends with 3, and the same
command goes on from there.
"""

import hashlib
import json
import sys
import time
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.many import ManyRace, solve_many
from hotdice.odds.packing import ROUNDING
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.race import Race, solve_race
from hotdice.odds.race_levels import Report
from hotdice.odds.solved import stored
from hotdice.odds.stopping import REFUSED
from hotdice.odds.tables import chances, fractions
from hotdice.odds.three_advice import ThreeEnds, inside_of
from hotdice.odds.three_table import save_three, stored_three
from hotdice.rules import load
from scripts.audit import audit, drawn_states

Case = tuple[int, str, list[str]]
CASES: dict[str, Case] = {
    "munchkin": (2, "munchkin-farkle-plain", ["min_players=2"]),
    "ten-thousand": (2, "ten-thousand", []),
    "zilch-2000": (2, "zilch", ["target=2000"]),
    "facebook-2000": (2, "facebook", ["target=2000"]),
    "exactly": (2, "classic", ["target=1500", "reach=exactly"]),
    "play-off": (2, "classic", ["target=1500", "ties=play_off"]),
    "forced": (2, "kcd", ["target=1500", "hot_dice=forced"]),
    "classic, three": (3, "classic", ["target=1500"]),
    "playmonster, three": (3, "playmonster", ["target=1500"]),
    "munchkin, three": (3, "munchkin-farkle-plain", ["target=1000"]),
    "busche-neller, three": (3, "busche-neller", ["target=2000"]),
    "minimum, three": (3, "classic", ["target=1000", "minimum=300"]),
    "may stop, three": (3, "classic", ["target=1000", "opening_policy=may_stop"]),
    "finish, three": (3, "classic", ["target=1000", "last_chance=finish_round", "ties=trigger_keeps"]),
    "at once, four": (4, "busche-neller", ["target=700"]),
    "shared ties, four": (4, "classic", ["target=200", "opening=0"]),
    "trigger keeps, four": (4, "playmonster", ["target=200", "opening=0"]),
    "may stop, four": (4, "classic", ["target=150", "opening=100", "opening_policy=may_stop"]),
    "minimum, four": (4, "classic", ["target=200", "opening=0", "minimum=150"]),
    "finish, four": (4, "classic", ["target=150", "opening=0", "last_chance=finish_round"]),
}
SHIPPED = ("playmonster", "classic", "busche-neller", "cardgames", "kcd", "facebook")


def solved(case: Case, *, gpu: bool) -> Race | ManyRace:
    """A case in one form."""
    players, name, settings = case
    rules = load(name, settings)
    return solve_race(rules, gpu=gpu) if players == 2 else solve_many(rules, players, gpu=gpu)


def compare() -> None:
    """Solve every case in both forms, and some shipped sheets on the device."""
    worst = 0.0
    for name, case in CASES.items():
        times = []
        found = []
        for gpu in (False, True):
            begun = time.perf_counter()
            found.append(solved(case, gpu=gpu))
            times.append(time.perf_counter() - begun)
        here, there = found
        difference = float(np.abs(here.values - there.values).max())
        if isinstance(here, ManyRace) and isinstance(there, ManyRace):
            ends = float(np.abs(here.endings.shares - there.endings.shares).max())
            # Where best answers go in circles the mixtures may be found on other ways.
            worst = max(worst, ends, 0.0 if here.report.regret > 1e-12 else difference)
            print(f"  last turns differ by {ends:.1e}; {here.report}; {there.report}")
        else:
            worst = max(worst, difference)
        print(f"{name:<22} differs by {difference:.1e}, {times[0]:.1f} s and {times[1]:.1f} s", flush=True)
    for name in SHIPPED:
        begun = time.perf_counter()
        table, race = stored(load(name)), solve_race(load(name), gpu=True)
        assert isinstance(table, Race)
        difference = float(np.abs(chances(table.values) - race.values).max())
        worst = max(worst, difference)
        took = time.perf_counter() - begun
        print(f"{name:<22} differs from its table by {difference:.1e}, {took:.1f} s", flush=True)
    begun = time.perf_counter()
    three, kept = solve_many(load("classic"), 3, gpu=True), stored_three(load("classic"))
    assert kept is not None
    rounded = float(np.abs(chances(kept.values) - three.values).max())
    print(f"classic, three in full: {three.seats}, {three.report}, {time.perf_counter() - begun:.1f} s")
    print(f"differs from its packed table by {rounded:.1e} (rounding {2 * ROUNDING:.1e})")
    print(f"largest difference {worst:.1e}")
    sys.exit(worst > 1e-9 or rounded > 2 * ROUNDING + 1e-9)


def three_in_full(names: list[str]) -> None:
    """Solve races of three in full on the device and keep their tables."""
    for name in names:
        race = solve_many(load(name), 3, gpu=True)
        print(f"{name}: {race.seats}, {race.states:,} states, margin {race.margin}, {race.report}")
        print(f"{name}: {race.seconds:.1f} s, kept in {save_three(race).name}", flush=True)


def ties(name: str) -> None:
    """Solve a race of three with the favour for the next player, for the third, and for nobody."""
    rules = load(name)
    own = solve_many(rules, 3, gpu=True)
    for favour in (-1e-10, 0.0):
        other = solve_many(rules, 3, gpu=True, favour=favour)
        apart = np.abs(other.values - own.values)
        print(
            f"{name}: favour {favour}: {other.seats}, differs by {apart.max():.1e}, mean {apart.mean():.1e}"
        )


def check(name: str) -> None:
    """Look for turns that could be played better than the table of a sheet supposes."""
    race = stored_three(load(name))
    if race is None:
        sys.exit(f"there is no table of three for {name}")
    found = audit(race, drawn_states(race, 100_000, 1))
    print(
        f"{name}: nobody gains more than {found.gain.max():.1e}; shares differ by {found.worst:.1e} at most"
    )
    sys.exit(found.worst > 2e-9)


class Left:
    """What a solve of four leaves in a folder when its time is over, and goes on from."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.table, self.notes = folder / "values.npy", folder / "notes.json"
        self.until = time.monotonic() + seconds

    def found(self) -> tuple[int, int, Any, Report] | None:
        """What an earlier run has left."""
        if not self.notes.is_file():
            return None
        import cupy

        notes = json.loads(self.notes.read_text(encoding="utf-8"))
        values = cupy.asarray(np.load(self.table))
        return notes["margin"], notes["levels"], values, Report(**notes["report"])

    def note(self, margin: int, levels: int, values: Any, report: Report) -> None:
        """After each level: write everything down and end, once the time is over."""
        if time.monotonic() < self.until:
            return
        self.table.parent.mkdir(parents=True, exist_ok=True)
        np.save(self.table, values.get())
        notes = {"margin": margin, "levels": levels, "report": asdict(report)}
        self.notes.write_text(json.dumps(notes), encoding="utf-8")
        print(f"left {levels} levels in {self.table.parent}: {report}", flush=True)
        sys.exit(3)


def four(name: str, target: int, file: str | None, left: Left | None = None) -> None:
    """Solve a race of four at a target on the device and tell what was found."""
    begun, last = time.monotonic(), 0.0

    def progress(share: float) -> None:
        nonlocal last
        if time.monotonic() - last > 15.0:
            last = time.monotonic()
            print(f"{share:.2%} after {last - begun:.0f} s", flush=True)

    race = solve_many(
        load(name, [f"target={target}"]), 4, gpu=True, progress=progress,
        resume=left.found() if left else None, checkpoint=left.note if left else None,
    )  # fmt: skip
    report = race.report
    found: dict[str, Any] = {
        "sheet": name,
        "target": target,
        "seats": race.seats,
        "states": race.states,
        "margin": race.margin,
        "turns": report.turns,
        "circling": report.circling,
        "regret": report.regret,
        "seconds": race.seconds,
        "least": float(race.values.min()),
        "most": float(race.values.sum(axis=1).max()),
        "samples": samples(race),
        "stops": {
            str(total): stopping(race, total) for total in (target * k // 500 * 50 for k in range(1, 10))
        },
    }
    if file is not None:  # the checksum of a large table takes long
        Path(file).write_text(json.dumps(found, indent=1), encoding="utf-8")
    found["sha256"] = checksum(race)
    text = json.dumps(found, indent=1)
    print(text, flush=True)
    if file is not None:
        Path(file).write_text(text, encoding="utf-8")


def samples(race: ManyRace) -> list[dict[str, Any]]:
    """The shares of all four at a few scores."""
    target = race.rules.target
    return [
        {"totals": totals, "shares": race.shares(*(race.places.number(total) for total in totals))}
        for totals in product((target // 250 * 50, target // 100 * 75 // 50 * 50), repeat=4)
    ]


def stopping(race: ManyRace, total: int) -> dict[str, int]:
    """From which turn total on a mover stops with so many dice left, with everybody level."""
    own = race.places.number(total)
    turns = race.turns(TurnSolver(roll_plan(race.rules), forced=False, compiled=False))
    seats = np.full((4, 1), own)
    after = race.values[0][:, own, own, own][:, None]
    top, start = int(turns.tops(seats)[0]), int(race.places.rows[own])
    shares, kinds = turns.stops(after, 0, seats, top + turns.solver.plan.most + 1)
    worth: Floats = np.zeros((3, len(kinds) - start))
    worth[0] = np.where(kinds[start:, 0] == REFUSED, NOT_ALLOWED, shares[0, start:, 0])
    worth[1] = shares[1, start:, 0]
    lost = np.array([1.0 - after[:, 0, own].sum(), after[0, 0, own], 0.0])
    ends = ThreeEnds(worth, lost, top - start)
    roll = inside_of(turns.solver, ends, 0)
    found = {}
    for dice in (4, 3, 2, 1):
        stops = ends.stops[0, 1 : ends.final] >= roll[0, 1 : ends.final, dice - 1]
        found[str(dice)] = (int(np.argmax(stops)) + 1) * race.places.step
    return found


def checksum(race: ManyRace) -> str:
    """SHA-256 of the table as 32-bit fractions, one mover's standing after the other."""
    digest = hashlib.sha256()
    for mover in range(race.places.count):
        digest.update(np.ascontiguousarray(fractions(race.values[0][:, mover])).tobytes())
    return digest.hexdigest()


def main() -> None:
    """Do what is asked."""
    match sys.argv[1:]:
        case []:
            compare()
        case ["three", *names] if names:
            three_in_full(names)
        case ["ties", name]:
            ties(name)
        case ["audit", name]:
            check(name)
        case ["four", name, target, *file] if len(file) <= 1:
            four(name, int(target), file[0] if file else None)
        case ["four", name, target, file, folder, seconds]:
            four(name, int(target), file, Left(Path(folder), float(seconds)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
