"""Measure every bot against every bot on every two-player sheet, and write `docs/strength.md`.

    python -m scripts.strength                       all of it (hours on two cores)
    python -m scripts.strength --sheets kcd,classic --part compiled
    python -m scripts.strength --part none           only write the page from the counts that are there

Counts are kept in `docs/strength.csv`; a cell that is there with enough games is not played again.
"""

import argparse
import csv
import multiprocessing
import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from hotdice.arena.match import Match, Seating
from hotdice.arena.playing import compiled_stretch, referee_stretch
from hotdice.arena.statistics import score_of, share_of, turns_of
from hotdice.arena.tally import Tally
from hotdice.players.policy import champion_book, points_book
from hotdice.rules import load, shipped

DOCS = Path(__file__).parents[1] / "docs"
COUNTS, PAGE = DOCS / "strength.csv", DOCS / "strength.md"
LINE_UP = ("random", "cautious", "threshold:300", "greedy", "thumb", "turn-optimal", "err:2", "champion")
SLOW = ("random", "err:2")
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


class Piece(NamedTuple):
    """Some games of a cell, for one worker."""

    sheet: str
    bots: tuple[str, str]
    seating: str
    begin: int
    end: int


def two_player_sheets() -> list[str]:
    """The shipped sheets that two can play without cards."""
    return [name for name in shipped() if not load(name).deck and 2 in load(name).seats_allowed]


def play(piece: Piece) -> Tally:
    """Play one piece."""
    match = Match(piece.sheet, piece.bots, SEED, Seating(piece.seating))
    slow = any(bot in SLOW for bot in piece.bots)
    return (referee_stretch if slow else compiled_stretch)(match)(piece.begin, piece.end)


def cells(sheet: str, part: str) -> Iterator[tuple[tuple[str, str], str]]:
    """The pairs of a sheet: those that can be compiled, and the champion against itself; or the others."""
    for pair in combinations(LINE_UP, 2):
        if part in ("all", "slow" if any(bot in SLOW for bot in pair) else "compiled"):
            yield pair, "rotate"
    if part in ("all", "compiled"):
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


def measure(sheet: str, part: str, games: int, slow_games: int, workers: int) -> None:
    """Play the missing cells of a sheet and write them down."""
    known = read_counts()
    pieces: list[Piece] = []
    for bots, seating in cells(sheet, part):
        slow = any(bot in SLOW for bot in bots)
        wanted = slow_games if slow else games
        there = known.get((sheet, *bots, seating))
        if there is None or there.games < wanted:
            size = max(wanted // 20, 2) if slow else wanted
            pieces += [
                Piece(sheet, bots, seating, at, min(at + size, wanted)) for at in range(0, wanted, size)
            ]
    if not pieces:
        return
    rules = load(sheet)
    points_book(rules)
    if any("champion" in piece.bots or "err:2" in piece.bots for piece in pieces):
        champion_book(rules)  # solved once, before the workers are forked
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        tallies = pool.map(play, pieces, chunksize=1)
    sums: dict[tuple[tuple[str, str], str], Tally] = {}
    for piece, tally in zip(pieces, tallies, strict=True):
        key = piece.bots, piece.seating
        sums[key] = sums[key] + tally if key in sums else tally
    for (bots, seating), tally in sums.items():
        share = share_of(tally, 0)
        scores = score_of(tally, 0).mean, score_of(tally, 1).mean
        numbers = share.mean, share.low, share.high, *scores, turns_of(tally).mean
        known[sheet, *bots, seating] = Cell(sheet, *bots, seating, tally.games, *numbers)
    write_counts(known)
    print(f"{sheet}: {len(sums)} cells", flush=True)


def main() -> None:
    """Measure what is asked for, then write the page."""
    parser = argparse.ArgumentParser(description="Measure every bot against every bot.")
    parser.add_argument("--sheets", default=",".join(two_player_sheets()))
    parser.add_argument("--part", choices=["all", "compiled", "slow", "none"], default="all")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--slow-games", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.part != "none":
        for sheet in options.sheets.split(","):
            measure(sheet, options.part, options.games, options.slow_games, options.workers)
    from scripts.strength_page import page

    PAGE.write_text(page(read_counts()), encoding="utf-8")


if __name__ == "__main__":
    main()
