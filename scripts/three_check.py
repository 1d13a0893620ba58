"""The race of three on a graphics processor: compare it with the compiled form, and solve whole sheets.

python -m scripts.three_check compare           small targets, both forms, largest difference
python -m scripts.three_check solve NAME ...    the sheets in full on the device, their tables kept
python -m scripts.three_check ties NAME         how much the way of breaking ties matters, in full
python -m scripts.three_check audit NAME        what a mover could gain in one turn, at 100,000 drawn states
"""

import sys
import time

import numpy as np

from hotdice.odds.three import solve_three
from hotdice.odds.three_audit import audit, drawn_states
from hotdice.odds.three_table import save_three, stored_three
from hotdice.rules import load

CASES: dict[str, tuple[str, list[str]]] = {
    "classic": ("classic", ["target=1500"]),
    "playmonster": ("playmonster", ["target=1500"]),
    "munchkin": ("munchkin-farkle-plain", ["target=1000"]),
    "busche-neller": ("busche-neller", ["target=2000"]),
    "minimum": ("classic", ["target=1000", "minimum=300"]),
    "may stop": ("classic", ["target=1000", "opening_policy=may_stop"]),
    "finish, keeps": ("classic", ["target=1000", "last_chance=finish_round", "ties=trigger_keeps"]),
}


def compare() -> None:
    """Solve every case in both forms."""
    worst = 0.0
    for case, (name, settings) in CASES.items():
        rules = load(name, settings)
        begun = time.perf_counter()
        here = solve_three(rules)
        between = time.perf_counter()
        there = solve_three(rules, gpu=True)
        took = between - begun, time.perf_counter() - between
        difference = float(np.abs(here.values - there.values).max())
        worst = max(worst, difference)
        print(
            f"{case:<16} {here.seats[0]:.9f} in {took[0]:.1f} s and {took[1]:.1f} s, "
            f"differs by {difference:.1e}, {here.report}",
            flush=True,
        )
    print(f"largest difference {worst:.1e}")
    sys.exit(worst > 1e-9)


def solve(names: list[str]) -> None:
    """Solve sheets in full on the device and keep their tables."""
    for name in names:
        race = solve_three(load(name), gpu=True)
        print(f"{name}: {race.seats}, {race.states:,} states, margin {race.margin}, {race.report}")
        print(f"{name}: {race.seconds:.1f} s, kept in {save_three(race).name}", flush=True)


def ties(name: str) -> None:
    """Solve a sheet with the favour for the next player, for the third, and for nobody."""
    rules = load(name)
    own = solve_three(rules, gpu=True)
    for favour in (-1e-10, 0.0):
        other = solve_three(rules, gpu=True, favour=favour)
        apart = np.abs(other.values - own.values)
        print(
            f"{name}: favour {favour}: {other.seats}, differs by {apart.max():.1e}, "
            f"in the mean {apart.mean():.1e}"
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


def main() -> None:
    """Compare or solve."""
    match sys.argv[1:]:
        case ["compare"]:
            compare()
        case ["solve", *names] if names:
            solve(names)
        case ["ties", name]:
            ties(name)
        case ["audit", name]:
            check(name)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
