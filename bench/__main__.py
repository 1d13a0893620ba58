"""`make bench`: run every module `bench_*.py` of this folder, or those named, and print what they measure."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Print name, figure and unit, a line each."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    wanted = [name for name in names if not sys.argv[1:] or name.removeprefix("bench_") in sys.argv[1:]]
    if not wanted:
        known = ", ".join(name.removeprefix("bench_") for name in names)
        sys.exit(f"there is no such benchmark; there are {known}")
    for name in wanted:
        print(f"\n{name.removeprefix('bench_')}")
        for what, figure, unit in import_module(f"bench.{name}").run():
            shown = f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"
            print(f"  {what:<58} {shown:>14} {unit}", flush=True)


main()
