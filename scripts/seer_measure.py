"""`python -m scripts.seer_measure`: how often the seer of Munchkin Dice wins against two shrewd players.

The games are those of `hotdice munchkin simulate --players seer,shrewd,shrewd --games 5000`, played some at a
time: `--counts FILE` keeps their sums, so that the next run goes on from there, and `--minutes` says when
this one has done enough. `--write` puts the lines into the document.
"""

import argparse
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import msgspec

from hotdice.players.munchkin_contest import MANY, Contest, Sums, contest
from scripts.documents import write_part

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "munchkin-dice.md"
BOTS = ("seer", "shrewd", "shrewd")
PIECE = 20
"""Games of each process between two looks at the clock."""


def measured(games: int, kept: Path | None, minutes: float, workers: int) -> Contest:
    """The contest so far, the games of earlier runs in `kept` included; stops when its time is over."""
    sums = Sums()
    if kept is not None and kept.exists():
        sums = msgspec.json.decode(kept.read_bytes(), type=Sums)
    ends = time.monotonic() + 60 * minutes
    # The first game is played here: what is compiled for it the other processes have from the start.
    contest(BOTS, max(MANY, games), sums=Sums(max(MANY, games) - 1, 0, [0.0] * 3, [0] * 3, [0] * 3))
    while True:
        found = contest(BOTS, min(games, sums.games + PIECE * workers), sums=sums, workers=workers)
        if kept is not None:
            kept.write_bytes(msgspec.json.encode(sums))
        if sums.games >= games or time.monotonic() >= ends:
            return found


def lines(found: Contest) -> Iterator[str]:
    """What `hotdice munchkin simulate` says of these games."""
    yield "```console"
    yield f"$ hotdice munchkin simulate --players {','.join(BOTS)} --games {found.games} --workers 2"
    yield f"{found.games:,} games, {found.mean_turns:.1f} turns each"
    for one in found.standings:
        yield (
            f"  {one.bot:<10} {one.rate:>6.1%} ({one.low:.1%} to {one.high:.1%})"
            f"  mean level {one.mean_level:.1f}  {one.rolls:.1f} rolls a game"
        )
    yield "```"


def main() -> None:
    """Play, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--counts", type=Path, help="a file that keeps the sums")
    parser.add_argument("--minutes", type=float, default=inf, help="end after so many")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the games")
    parser.add_argument("--write", action="store_true", help="write the lines into the document")
    options = parser.parse_args()
    text = list(lines(measured(options.games, options.counts, options.minutes, options.workers)))
    print("\n".join(text))
    if options.write:
        write_part(DOCUMENT, "seer", text)


if __name__ == "__main__":
    main()
