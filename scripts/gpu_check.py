"""Races on a graphics processor: compare them with the compiled form, and solve whole sheets.

python -m scripts.gpu_check                           two, three and four players in both forms, with times
python -m scripts.gpu_check three NAME ...            races of three in full on the device, tables kept
python -m scripts.gpu_check ties NAME                 how much the way of breaking ties matters for three
python -m scripts.gpu_check audit NAME                what a mover of three could gain, at drawn states

The first also compares with the tables that come with Hotdice. It ends with 1 where something differs by more
than 1e-9 (packed tables: by more than their rounding). Races of four at greater targets: `four_players`.
"""

import sys
import time

import numpy as np

from hotdice.odds.many import ManyRace, solve_many
from hotdice.odds.packing import ROUNDING
from hotdice.odds.race import Race, solve_race
from hotdice.odds.solved import stored
from hotdice.odds.tables import chances
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
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
