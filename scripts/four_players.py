"""A race of four on a graphics processor: solved at a target, and told about.

python -m scripts.four_players NAME TARGET FILE [--leave FOLDER SECONDS] [--packed FOLDER]

Progress is printed every ten seconds. The findings go to the file as JSON: seats, samples, when to stop with
everybody level, how many states go in circles and what a mover could gain there, times, and a SHA-256 of the
table. The table stays on the device and is not written down. With `--leave` what is done goes to a folder
after so many seconds, the exit code is 3, and the same command goes on from there (as large as the table: 12
GB to 7,500, 39 GB to 10,000). With `--packed` the table is tried in little space, see `four_packing`.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.many import first_margin, many_turns, nobody_rolls_on
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.race_levels import Report, fill_levels
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.stopping import REFUSED
from hotdice.odds.tables import FRACTION
from hotdice.odds.three_advice import ThreeEnds, inside_of
from hotdice.rules import Ruleset, load
from scripts.four_packing import try_packing

PLAYERS = 4
_EVERY = 10.0
"""Seconds from one line of progress to the next."""

Told = Callable[[str], None]


def teller() -> Told:
    """What prints a line with the seconds since it was made."""
    begun = time.monotonic()
    return lambda text: print(f"{time.monotonic() - begun:7.1f} s  {text}", flush=True)


class Left:
    """What a solve leaves in a folder when its time is over, and goes on from."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.table, self.notes = folder / "values.npy", folder / "notes.json"
        self.until = time.monotonic() + seconds

    def found(self, xp: Any) -> tuple[int, int, Any, Report] | None:
        """What an earlier run has left: the margin, levels done, the table, the report."""
        if not self.notes.is_file():
            return None
        notes = json.loads(self.notes.read_text(encoding="utf-8"))
        return notes["margin"], notes["levels"], xp.asarray(np.load(self.table)), Report(**notes["report"])

    def note(self, margin: int, levels: int, values: Floats, report: Report) -> None:
        """Write everything down."""
        self.table.parent.mkdir(parents=True, exist_ok=True)
        np.save(self.table, values)
        notes = {"margin": margin, "levels": levels, "report": asdict(report)}
        self.notes.write_text(json.dumps(notes), encoding="utf-8")


@dataclass(frozen=True, eq=False)
class FourRace:
    """A solved race of four, its table where it was solved."""

    turns: RaceTurns
    values: Any
    report: Report
    seconds: float

    def shares(self, *standings: int) -> tuple[float, ...]:
        """The shares of all four at the start of a turn, the mover first."""
        found = self.turns.host(self.values[(0, slice(None), *standings)])
        return (*found.tolist(), 1.0 - float(found.sum()))


def solve_four(rules: Ruleset, tell: Told, left: Left | None = None, *, gpu: bool = True) -> FourRace:
    """Solve a race of four; once the time to leave has come, leave what is done and end."""
    begun = time.monotonic()
    margin = first_margin(rules, PLAYERS)
    turns = many_turns(rules, PLAYERS, margin, gpu=gpu)
    count, skip, report = turns.places.count, 0, Report()
    tell(f"last turns are solved, margin {margin}")
    known = left.found(turns.xp) if left is not None else None
    if known is not None:
        margin, skip, values, report = known
        tell(f"goes on after {skip} levels")
    else:
        values = turns.xp.full((turns.rotations, PLAYERS - 1, *(count,) * PLAYERS), 1.0 / PLAYERS)
    said, turns_said = time.monotonic(), report.turns
    for levels, states in fill_levels(turns, values, report, skip=skip):
        now = time.monotonic()
        if now - said > _EVERY:
            speed = 1e6 * (now - said) / max(report.turns - turns_said, 1)
            tell(
                f"{states / count**PLAYERS:7.2%}, {levels} levels, {speed:.3f} microseconds a turn, {report}"
            )
            said, turns_said = now, report.turns
            _forget_blocks(turns.xp)
        if left is not None and now > left.until:
            left.note(margin, levels, turns.host(values), report)
            tell(f"left {levels} levels in {left.table.parent}: {report}")
            sys.exit(3)
    seconds = time.monotonic() - begun
    tell(f"solved in {seconds:.1f} s: {report}")
    return FourRace(turns, values, report, seconds)


def _forget_blocks(xp: Any) -> None:
    """Give the device back what levels of other sizes needed."""
    if hasattr(xp, "get_default_memory_pool"):
        xp.get_default_memory_pool().free_all_blocks()


def findings(race: FourRace, tell: Told) -> dict[str, Any]:
    """What is worth knowing of a race, but for its checksum."""
    rules, places = race.turns.rules, race.turns.places
    plain = RaceTurns(
        rules, PLAYERS, places, TurnSolver(roll_plan(rules), forced=False, compiled=False),
        race.turns.host_endings, race.turns.margin, race.turns.favour,
    )  # fmt: skip
    totals = [rules.target * k // (10 * places.step) * places.step for k in range(1, 10)]
    found: dict[str, Any] = {
        "sheet": rules.name,
        "target": rules.target,
        "seats": race.shares(*places.starts(PLAYERS)),
        "states": places.count**PLAYERS,
        "margin": race.turns.margin,
        "turns": race.report.turns,
        "residual": race.report.residual,
        "circling": race.report.circling,
        "regret": race.report.regret,
        "seconds": race.seconds,
        "stops": {str(total): stopping(race, plain, total) for total in totals},
        "samples": samples(race),
    }
    tell(f"seats {found['seats']}, stops half way {found['stops'][str(totals[4])]}")
    slabs = [race.values[0][:, mover] for mover in range(places.count)]
    found["least"] = min(float(slab.min()) for slab in slabs)
    found["most"] = max(float(slab.sum(axis=0).max()) for slab in slabs)
    found["nobody_rolls_on"] = nobody_rolls_on(race.turns, race.values)
    tell(f"least {found['least']}, most {found['most']}, the margin holds: {found['nobody_rolls_on']}")
    return found


def samples(race: FourRace) -> list[dict[str, Any]]:
    """The shares of all four at a few scores."""
    target, places = race.turns.rules.target, race.turns.places
    near_and_far = (target * share // (100 * places.step) * places.step for share in (20, 75))
    return [
        {"totals": totals, "shares": race.shares(*(places.number(total) for total in totals))}
        for totals in product(near_and_far, repeat=PLAYERS)
    ]


def stopping(race: FourRace, plain: RaceTurns, total: int) -> dict[str, int]:
    """From which turn total on a mover stops with so many dice left, with everybody level."""
    places = plain.places
    own = places.number(total)
    seats = np.full((PLAYERS, 1), own)
    after = race.turns.host(race.values[0][:, own, own, own])[:, None]
    top, start = int(plain.tops(seats)[0]), int(places.rows[own])
    shares, kinds = plain.stops(after, 0, seats, top + plain.solver.plan.most + 1)
    worth: Floats = np.zeros((3, len(kinds) - start))
    worth[0] = np.where(kinds[start:, 0] == REFUSED, NOT_ALLOWED, shares[0, start:, 0])
    worth[1] = shares[1, start:, 0]
    lost = np.array([1.0 - after[:, 0, own].sum(), after[0, 0, own], 0.0])
    ends = ThreeEnds(worth, lost, top - start)
    roll = inside_of(plain.solver, ends, 0)
    found = {}
    for dice in range(min(4, plain.rules.dice), 0, -1):
        stops = ends.stops[0, 1 : ends.final] >= roll[0, 1 : ends.final, dice - 1]
        found[str(dice)] = (int(np.argmax(stops)) + 1) * places.step
    return found


def checksum(race: FourRace) -> str:
    """SHA-256 of the table as 32-bit fractions, one mover's standing after the other."""
    digest, xp = hashlib.sha256(), race.turns.xp
    for mover in range(race.turns.places.count):
        part = xp.rint(xp.clip(race.values[0][:, mover], 0.0, 1.0) / FRACTION).astype(np.uint32)
        digest.update(np.ascontiguousarray(race.turns.host(part)).tobytes())
    return digest.hexdigest()


def four(
    name: str, target: int, file: Path, left: Left | None = None, packed: Path | None = None, *,
    gpu: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """Solve a race of four at a target and tell what was found."""
    tell = teller()
    race = solve_four(load(name, [f"target={target}"]), tell, left, gpu=gpu)
    found = findings(race, tell)
    file.write_text(json.dumps(found, indent=1), encoding="utf-8")  # what follows takes long
    found["sha256"] = checksum(race)
    tell(f"SHA-256 {found['sha256']}")
    file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    if packed is not None:
        found["packed"] = try_packing(race.values[0], race.turns.places, packed, tell, race.turns.xp)
        file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return found


def main() -> None:
    """Solve what is asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name")
    parser.add_argument("target", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--leave", nargs=2, metavar=("FOLDER", "SECONDS"))
    parser.add_argument("--packed", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    left = Left(Path(asked.leave[0]), float(asked.leave[1])) if asked.leave else None
    print(json.dumps(four(asked.name, asked.target, asked.file, left, asked.packed), indent=1))


if __name__ == "__main__":
    main()
