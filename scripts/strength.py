"""Measure every bot against every bot on every two-player sheet, and write `docs/strength.md`.

    python -m scripts.strength                       all of it (about half an hour on two cores)
    python -m scripts.strength --sheets kcd,classic
    python -m scripts.strength --games 0             only write the page from the counts that are there

Counts are kept in `docs/strength.csv`, written after every cell; a cell that is there with enough games is
not played again.
"""

import argparse
import csv
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from hotdice.arena.match import Match, Seating
from hotdice.arena.simulator import simulate
from hotdice.arena.statistics import score_of, share_of, turns_of
from hotdice.rules import load, shipped

DOCS = Path(__file__).parents[1] / "docs"
COUNTS, PAGE = DOCS / "strength.csv", DOCS / "strength.md"
LINE_UP = ("random", "cautious", "threshold:300", "greedy", "thumb", "turn-optimal", "err:2", "champion")
GAMES = 1_000_000
"""Games of a cell."""
SEED = "strength"


class Cell(NamedTuple):
    """One line of the counts: two bots at a sheet, the share of the first, and what else was measured."""

    sheet: str
    first: str
    second: str
    seating: str
    games: int
    share: float
    low: float
    high: float
    first_score: float
    second_score: float
    turns: float


def two_player_sheets() -> list[str]:
    """The shipped sheets that two can play without cards."""
    return [name for name in shipped() if not load(name).deck and 2 in load(name).seats_allowed]


def cells() -> Iterator[tuple[tuple[str, str], str]]:
    """The pairs of every sheet, and the champion against itself, whose first seat always begins."""
    for pair in combinations(LINE_UP, 2):
        yield pair, "rotate"
    yield ("champion", "champion"), "fixed"


def read_counts() -> dict[tuple[str, str, str, str], Cell]:
    """The cells that have been measured."""
    if not COUNTS.exists():
        return {}
    with COUNTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    found = [Cell(row[0], row[1], row[2], row[3], int(row[4]), *_numbers(row[5:])) for row in rows]
    return {(cell.sheet, cell.first, cell.second, cell.seating): cell for cell in found}


def _numbers(texts: list[str]) -> tuple[float, float, float, float, float, float]:
    share, low, high, first, second, turns = map(float, texts)
    return share, low, high, first, second, turns


def write_counts(known: dict[tuple[str, str, str, str], Cell]) -> None:
    """Write all cells."""
    order = {name: place for place, name in enumerate(shipped())}
    with COUNTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Cell._fields)
        for key in sorted(
            known, key=lambda each: (order[each[0]], LINE_UP.index(each[1]), LINE_UP.index(each[2]))
        ):
            cell = known[key]
            writer.writerow([*cell[:5], *(f"{value:.6f}" for value in cell[5:])])


def measure(sheet: str, most: int, threads: int) -> None:
    """Play the missing cells of a sheet, with at most so many games each, and write each down."""
    known = read_counts()
    for bots, seating in cells():
        games = min(GAMES, most)
        there = known.get((sheet, *bots, seating))
        if (0 if there is None else there.games) >= games:
            continue
        found = simulate(Match(sheet, bots, SEED, Seating(seating)), games, threads=threads)
        if not found.compiled:
            raise SystemExit(f"{sheet}: {' or '.join(bots)} is not compiled; this would take days")
        tally = found.tally
        share = share_of(tally, 0)
        scores = score_of(tally, 0).mean, score_of(tally, 1).mean
        numbers = share.mean, share.low, share.high, *scores, turns_of(tally).mean
        known[sheet, *bots, seating] = Cell(sheet, *bots, seating, tally.games, *numbers)
        write_counts(known)
        print(f"{sheet}: {' against '.join(bots)}: {share.mean:.4f}, {found.seconds:.0f} s", flush=True)


def main() -> None:
    """Measure what is asked for, then write the page."""
    parser = argparse.ArgumentParser(description="Measure every bot against every bot.")
    parser.add_argument("--sheets", default=",".join(two_player_sheets()))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    for sheet in options.sheets.split(","):
        measure(sheet, options.games, options.threads)
    from scripts.strength_page import page

    PAGE.write_text(page(read_counts()), encoding="utf-8")


if __name__ == "__main__":
    main()
