"""`python -m scripts.vectors [FILE] [--seed S] [--plays N] [--values N] ...`: write conformance vectors.

Without arguments the committed sample is written anew; `make nightly` makes and compares the full volume.
"""

import argparse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from hotdice.testing.drawing import Lots
from hotdice.testing.value_vectors import value_vectors
from hotdice.testing.vectors import (
    Vector,
    counts_vectors,
    play_vectors,
    record_vectors,
    rules_vectors,
    write_vectors,
)

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tests" / "testing" / "vectors" / "sample.jsonl"
SAMPLE_SEED = "houses"
SAMPLE_SIZE = {"rules": 60, "plays": 1800, "values": 90, "records": 10}
FULL_SIZE = {"rules": 5000, "plays": 200_000, "values": 20_000, "records": 400}


def draw(
    seed: str, *, rules: int, plays: int, values: int, records: int, later: bool = True
) -> Iterator[Vector]:
    """All vectors of a seed; each kind has a generator of its own, so that one does not shift the others.

    `later` says whether rules take part that came after format 1.
    """
    return chain(
        counts_vectors(),
        rules_vectors(Lots(f"{seed} rules", later=later), rules),
        play_vectors(Lots(f"{seed} play", later=later), plays),
        record_vectors(Lots(f"{seed} record", later=later), records),
        value_vectors(Lots(f"{seed} values", later=later), values),
    )


def main() -> None:
    """Write the file and say how many vectors it has."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=SAMPLE)
    parser.add_argument("--seed", default=SAMPLE_SEED)
    for name, size in SAMPLE_SIZE.items():
        parser.add_argument(f"--{name}", type=int, default=size)
    parser.add_argument("--format-1", action="store_true", help="leave out rules that came after format 1")
    wish = parser.parse_args()
    wish.file.parent.mkdir(parents=True, exist_ok=True)
    sizes = {name: getattr(wish, name) for name in SAMPLE_SIZE}
    counted = write_vectors(wish.file, wish.seed, draw(wish.seed, later=not wish.format_1, **sizes))
    told = ", ".join(f"{count:,} {kind}" for kind, count in counted.items())
    print(f"{wish.file.name}: {told}; {wish.file.stat().st_size / 1000:,.0f} kB")


if __name__ == "__main__":
    main()
