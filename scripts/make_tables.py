"""Solve the shipped sheets and write their tables: `python -m scripts.make_tables [NAME ...]`.

Without names every sheet that can be solved is solved. Run it when the solver's version goes up or a shipped
sheet plays differently; tables that belong to no shipped sheet are removed. For the sheets of `THREE` the
race of three is solved too, if no table of it is in the user's folder (a quarter of an hour), and packed.
"""

import sys
from pathlib import Path

from hotdice.odds.refusals import Unsolvable
from hotdice.odds.solved import goal_of, save, solve
from hotdice.odds.tables import file_name
from hotdice.odds.three_table import GOAL, make_three, pack_three, stored_three
from hotdice.rules import load, shipped

FOLDER = Path(__file__).parent.parent / "src" / "hotdice" / "odds" / "tables"

THREE = ("classic",)
"""The sheets whose race of three comes with Hotdice: what fits ten megabytes in all."""


def main() -> None:
    """Solve and write."""
    names = sys.argv[1:] or list(shipped())
    for name in names:
        try:
            solved = solve(load(name))
        except Unsolvable as reason:
            print(f"{name}: {reason}")
            continue
        path = save(solved, FOLDER)
        print(f"{name}: {path.name}, {path.stat().st_size:,} bytes, {solved.seconds:.1f} s", flush=True)
        if name in THREE:
            race = stored_three(load(name), exact=True) or make_three(load(name))
            path = pack_three(race, FOLDER)
            print(f"{name}, three players: {path.name}, {path.stat().st_size:,} bytes", flush=True)
    wanted = {file_name(load(name), goal_of(load(name))) for name in shipped()}
    wanted |= {file_name(load(name), GOAL) for name in THREE}
    for path in FOLDER.glob("*.table"):
        if path.name not in wanted:
            path.unlink()
            print(f"removed {path.name}")


if __name__ == "__main__":
    main()
