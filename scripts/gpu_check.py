"""Compare the batch form of the race on a graphics processor with the compiled one, and time both.

python -m scripts.gpu_check save FOLDER    where numba is: solve and keep the tables
python -m scripts.gpu_check FOLDER         where CuPy is: solve on the device and compare
"""

import sys
import time
from pathlib import Path

import numpy as np

from hotdice.odds.race import solve_race
from hotdice.rules import Ruleset, load

CASES: dict[str, tuple[str, list[str]]] = {
    "playmonster": ("playmonster", []),
    "classic": ("classic", []),
    "munchkin": ("munchkin-farkle-plain", ["min_players=2"]),
    "busche-neller": ("busche-neller", []),
    "cardgames": ("cardgames", []),
    "ten-thousand": ("ten-thousand", []),
    "kcd": ("kcd", []),
    "zilch-2000": ("zilch", ["target=2000"]),
    "facebook-2000": ("facebook", ["target=2000"]),
    "exactly": ("classic", ["target=1500", "reach=exactly"]),
    "play-off": ("classic", ["target=1500", "ties=play_off"]),
    "forced": ("kcd", ["target=1500", "hot_dice=forced"]),
    "facebook": ("facebook", []),
}


def rules_of(case: str) -> Ruleset:
    """The rule set of a case."""
    name, settings = CASES[case]
    return load(name, settings)


def save(folder: Path) -> None:
    """Solve every case here and keep its values."""
    folder.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        begun = time.perf_counter()
        race = solve_race(rules_of(case))
        np.save(folder / f"{case}.npy", race.values.astype(np.float64))
        print(f"{case:<16} {race.first_player_wins:.9f} in {time.perf_counter() - begun:.2f} s", flush=True)


def compare(folder: Path) -> None:
    """Solve every case on the device and compare with the kept values."""
    worst = 0.0
    for case in CASES:
        path = folder / f"{case}.npy"
        if not path.exists():
            continue
        times = []
        for _ in range(2):  # the first time compiles
            begun = time.perf_counter()
            race = solve_race(rules_of(case), gpu=True)
            times.append(time.perf_counter() - begun)
        difference = float(np.abs(race.values - np.load(path)).max())
        worst = max(worst, difference)
        print(
            f"{case:<16} {race.first_player_wins:.9f} in {min(times):.2f} s, differs by {difference:.1e}",
            flush=True,
        )
    print(f"largest difference {worst:.1e}")
    sys.exit(worst > 1e-9)


def main() -> None:
    """Save or compare."""
    if sys.argv[1:2] == ["save"] and len(sys.argv) == 3:
        save(Path(sys.argv[2]))
    elif len(sys.argv) == 2:
        compare(Path(sys.argv[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
