"""The race of four on a graphics processor: compare it with the processor's, and solve it at a target.

python -m scripts.four_check compare                      small targets, both forms, largest difference
python -m scripts.four_check solve NAME TARGET [FILE]     solve on the device; seats, samples and checksum

With a file the findings are written there too, as JSON.
"""

import hashlib
import json
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from hotdice.odds.many import ManyRace, solve_many
from hotdice.odds.plan import NOT_ALLOWED, Floats
from hotdice.odds.tables import fractions
from hotdice.odds.three_advice import ThreeEnds, inside_of
from hotdice.odds.three_turns import lowest_top
from hotdice.rules import load

CASES: dict[str, tuple[str, list[str]]] = {
    "ends at once": ("busche-neller", ["target=700"]),
    "shared ties": ("classic", ["target=200", "opening=0"]),
    "trigger keeps": ("playmonster", ["target=200", "opening=0"]),
    "opening, may stop": ("classic", ["target=150", "opening=100", "opening_policy=may_stop"]),
    "minimum": ("classic", ["target=200", "opening=0", "minimum=150"]),
}


def compare() -> None:
    """Solve every case in both forms."""
    from hotdice.odds.four_gpu import solve_four

    worst = 0.0
    for case, (name, settings) in CASES.items():
        rules = load(name, settings)
        begun = time.perf_counter()
        here = solve_many(rules, 4)
        between = time.perf_counter()
        there = solve_four(rules)
        took = between - begun, time.perf_counter() - between
        difference = float(np.abs(here.values - _host(there.values)).max())
        ends = [np.abs(x - _host(there.endings.trigger[k])).max() for k, x in here.endings.trigger.items()]
        # Where best answers go in circles, the round that stands last may differ.
        worst = max(worst, *(float(end) for end in ends), 0.0 if here.report.circling else difference)
        print(
            f"{case:<18} {here.seats[0]:.9f} in {took[0]:.1f} s and {took[1]:.1f} s, "
            f"differs by {difference:.1e}, last turns by {max(ends, default=0.0):.1e}, "
            f"{here.report} {there.report}",
            flush=True,
        )
    print(f"largest difference {worst:.1e}")
    if worst > 1e-9:
        sys.exit(1)


def solve(name: str, target: int, file: str | None) -> None:
    """Solve one sheet at a target and tell what was found."""
    from hotdice.odds.four_gpu import solve_four

    rules = load(name, [f"target={target}"])
    begun, last = time.monotonic(), 0.0

    def progress(share: float) -> None:
        nonlocal last
        if time.monotonic() - last > 15.0:
            last = time.monotonic()
            print(f"{share:.2%} after {last - begun:.0f} s", flush=True)

    race = solve_four(rules, progress=progress)
    found: dict[str, Any] = {
        "sheet": name,
        "target": target,
        "seats": race.seats,
        "states": race.states,
        "margin": race.margin,
        "turns": race.report.turns,
        "circling": race.report.circling,
        "residual": race.report.residual,
        "seconds": race.seconds,
        "least": float(race.values.min()),
        "most": float(race.values.sum(axis=1).max()),
        "samples": samples(race),
        "stops": {str(total): stopping(race, total) for total in _levels(target)},
        "sha256": checksum(race),
    }
    text = json.dumps(found, indent=1)
    print(text, flush=True)
    if file is not None:
        Path(file).write_text(text, encoding="utf-8")


def _levels(target: int) -> list[int]:
    return [target * k // 500 * 50 for k in range(1, 10)]


def _host(array: Any) -> Any:
    return array.get() if hasattr(array, "get") else array


def samples(race: ManyRace) -> list[dict[str, Any]]:
    """The shares of all four at a few scores."""
    places, target = race.places, race.rules.target
    found = []
    for totals in product((target // 250 * 50, target // 100 * 75 // 50 * 50), repeat=4):
        standings = tuple(places.number(total) for total in totals)
        found.append({"totals": totals, "shares": race.shares(standings)})
    return found


def stopping(race: ManyRace, total: int) -> dict[str, int]:
    """From which turn total on a mover stops with so many dice left, with everybody level."""
    places = race.places
    own = places.number(total)
    after = _host(race.values[0][:, own, own, own])
    turns = many_turns_of(race)
    top = max(int(places.rows[own]) + race.margin, lowest_top(race.rules, places))
    rows = np.arange(top + turns.solver.plan.most + 1)
    worth: Floats = np.zeros((3, len(rows)))
    target, start = places.target_row, int(places.rows[own])
    worth[0, :target] = 1.0 - after[:, :target].sum(axis=0)
    worth[1, :target] = after[0, :target]
    if race.endings.trigger:
        at = int(race.endings.begins[own]) + rows[target:]
        table = race.endings.trigger[3]
        worth[:2, target:] = _host(table[:, at, at, at])[:2]
    else:
        worth[0, target:] = 1.0
    worth[0, : start + 1] = NOT_ALLOWED
    lost = np.array([1.0 - after[:, own].sum(), after[0, own], 0.0])
    ends = ThreeEnds(worth[:, start:], lost, top - start)
    roll = inside_of(turns.solver, ends, 0)
    found = {}
    for dice in (4, 3, 2, 1):
        stops = ends.stops[0, 1 : ends.final] >= roll[0, 1 : ends.final, dice - 1]
        found[str(dice)] = (int(np.argmax(stops)) + 1) * places.step
    return found


def many_turns_of(race: ManyRace) -> Any:
    """The turns of a solved race, with its own last turns."""
    from hotdice.odds.lanes import TurnSolver
    from hotdice.odds.many_turns import ManyTurns
    from hotdice.odds.plan import roll_plan

    solver = TurnSolver(roll_plan(race.rules), forced=False, compiled=False)
    return ManyTurns(race.rules, race.players, race.places, solver, race.endings, race.margin)


def checksum(race: ManyRace) -> str:
    """SHA-256 of the table as 32-bit fractions, one mover's standing after the other."""
    digest = hashlib.sha256()
    for mover in range(race.places.count):
        digest.update(np.ascontiguousarray(fractions(_host(race.values[0][:, mover]))).tobytes())
    return digest.hexdigest()


def main() -> None:
    """Compare or solve."""
    match sys.argv[1:]:
        case ["compare"]:
            compare()
        case ["solve", name, target]:
            solve(name, int(target), None)
        case ["solve", name, target, file]:
            solve(name, int(target), file)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
