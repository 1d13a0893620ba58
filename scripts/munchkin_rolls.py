"""`python -m scripts.munchkin_rolls`: when is a level well spent? What a roll of the ten-sided die is worth.

Shrewd players play games of three in compiled code. Where the mover could pay for a roll before the door,
the game is played on both ways, roll and no roll, some times each; what differs is the share of wins. The
tables tell it by level and by who leads, and by what is at stake: what lies on top of the discards, and how
many more cards somebody else holds. Margins take together what happens in one game. `--write` puts them into
the document, and what the companion says into the package. `--counts FILE` keeps the moments of all games so
far, so that the next run goes on from there, and `--minutes` says when this one has done enough.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np

from hotdice.munchkin import load, new_game
from hotdice.munchkin.companion.rolls import BEHIND, FEW, FILE, LEADS, Cell, Rolls, lead_of
from hotdice.players import munchkin_words as k
from hotdice.players.deck_words import Ints
from hotdice.players.munchkin_board import Numbered, numbered
from hotdice.players.munchkin_mind_kernel import decide
from hotdice.players.munchkin_results_kernel import apply
from hotdice.players.munchkin_rollout_kernel import asked, bring, copy, play_on, waits_for_chance
from hotdice.players.munchkin_table_kernel import can_lose_level
from hotdice.players.munchkin_words import Board
from hotdice.players.munchkin_worths_kernel import top_worth
from scripts.documents import write_part

HOUSE = Path(__file__).resolve().parent.parent
DOCUMENT = HOUSE / "docs" / "munchkin-dice.md"
SEATS = 3
SHOWN = 0.1
"""Of all moments in which somebody could roll, so many are looked at."""
TO_THE_END = 1 << 30
PIECE = 64
"""Games between two looks at the clock."""


class Moment(NamedTuple):
    """Somebody could roll: levels, the worth of the top discards, cards more elsewhere, and the gain."""

    game: int
    level: int
    best: int
    tops: float
    more: int
    gain: float


class Kept(NamedTuple):
    """How many games were played, and their moments."""

    games: int
    moments: list[Moment]


def moments_of(game: int, rollouts: int, seed: int) -> list[Moment]:
    """Some moments of one game."""
    table = numbered(load())
    choice = Random(f"{seed}.{game}")
    start = table.board(new_game(table.sheet, SEATS))
    board, tried = (Board(*(part.copy() for part in start)) for _ in range(2))
    command, worths = table.room_for_command(), np.zeros(16)
    dice = _dice(f"{seed}/{game}")
    found: list[Moment] = []
    while board.numbers[k.PHASE] != k.OVER:
        if waits_for_chance(board):
            bring(board, dice, command)
            apply(table.rules, board, command)
            continue
        decide(table.rules, board, asked(board), 1.0, command, worths)
        if command[0] in (k.A_KICK, k.A_ROLL) and choice.random() < SHOWN and _may_roll(table, board):
            label = f"{seed}/{game}/{len(found)}"
            found.append(_moment(table, board, tried, rollouts=rollouts, game=game, label=label))
            decide(table.rules, board, asked(board), 1.0, command, worths)
        apply(table.rules, board, command)
    return found


def moments(count: int, rollouts: int, seed: int, *, kept: Path | None, minutes: float, workers: int) -> Kept:
    """So many moments or a few more, from whole games; fewer where the time is over before that."""
    sofar = Kept(0, [])
    if kept is not None and kept.exists():
        sofar = msgspec.json.decode(kept.read_bytes(), type=Kept)
    ends = time.monotonic() + 60 * minutes
    one_game = partial(moments_of, rollouts=rollouts, seed=seed)
    moments_of(0, rollouts=1, seed=seed)  # what is compiled here the other processes have from the start
    with ProcessPoolExecutor(workers) as pool:
        while len(sofar.moments) < count and time.monotonic() < ends:
            games = range(sofar.games, sofar.games + PIECE)
            found = pool.map(one_game, games) if workers > 1 else map(one_game, games)
            more = [moment for game in found for moment in game]
            sofar = Kept(sofar.games + PIECE, sofar.moments + more)
            if kept is not None:
                kept.write_bytes(msgspec.json.encode(sofar))
    return sofar


def _dice(label: str) -> Ints:
    return np.array([Random(label).getrandbits(32) | 1])


def _may_roll(table: Numbered, board: Board) -> bool:
    mover = int(board.numbers[k.MOVER])
    return board.numbers[k.ROLLING_OVER] == 0 and bool(can_lose_level(table.rules, board, mover))


def _moment(table: Numbered, board: Board, tried: Board, *, rollouts: int, game: int, label: str) -> Moment:
    mover = int(board.numbers[k.MOVER])
    command, worths, prices = table.room_for_command(), np.zeros(16), np.ones(SEATS)
    shares = [0.0, 0.0]
    for way, act in enumerate((k.A_KICK, k.A_ROLL)):
        for again in range(rollouts):
            copy(board, tried)
            command[:] = 0
            command[0], command[1] = act, mover
            apply(table.rules, tried, command)
            play_on(table.rules, tried, prices, _dice(f"{label}/{again}"), command, worths, TO_THE_END)
            mask = int(tried.numbers[k.WINNERS])
            shares[way] += (mask >> mover & 1) / mask.bit_count() / rollouts
    others = [seat for seat in range(SEATS) if seat != mover]
    levels = board.seats[:, k.AT].tolist()
    tops = sum(float(top_worth(table.rules, board, mover, pile)) for pile in (k.DOOR, k.TREASURE))
    more = max(int(board.hands[seat][0]) for seat in others) - int(board.hands[mover][0])
    best = max(levels[seat] for seat in others)
    return Moment(game, levels[mover], best, tops, more, shares[1] - shares[0])


def cell(found: list[Moment]) -> Cell:
    """The mean gain of some moments with its 95 % margin; those of one game are no independent ones.

    >>> one = Moment(1, 3, 3, 1.0, 0, 0.2)
    >>> cell([one, one._replace(game=2, gain=0.0)]).margin < cell([one, one._replace(gain=0.4)]).margin
    True
    """
    if not found:
        return Cell(0, 0.0, 1.0)
    mean = sum(moment.gain for moment in found) / len(found)
    apart: dict[int, float] = defaultdict(float)
    for moment in found:
        apart[moment.game] += moment.gain - mean
    if len(apart) < 2:
        return Cell(len(found), mean, 1.0)
    spread = sum(gap * gap for gap in apart.values()) * len(apart) / (len(apart) - 1)
    return Cell(len(found), mean, float(1.96 * spread**0.5 / len(found)))


STAKES: tuple[tuple[str, Callable[[Moment], bool]], ...] = (
    ("anything", lambda _one: True),
    ("the two top discards are worth less than 0.8 levels", lambda one: one.tops < 0.8),
    ("from 0.8 to 1.2", lambda one: 0.8 <= one.tops <= 1.2),
    ("more than 1.2", lambda one: one.tops > 1.2),
    ("nobody holds more cards than the roller", lambda one: one.more <= 0),
    ("somebody holds 1 or 2 more", lambda one: 1 <= one.more <= 2),
    ("somebody holds 3 more, or above", lambda one: one.more >= 3),
    ("discards above 1.2, and 3 more cards elsewhere", lambda one: one.tops > 1.2 and one.more >= 3),
    ("somebody else is at level 8 or 9", lambda one: one.best >= 8),
)


def lines(kept: Kept, rolls: Rolls, rollouts: int) -> Iterator[str]:
    """Both tables."""
    found = kept.moments
    yield (
        f"{len(found):,} moments of {kept.games:,} games of three `shrewd`, each played on {rollouts} times "
        "both ways, margins clustered by game:"
    )
    yield ""
    yield "| level | " + " | ".join(LEADS) + " |"
    yield "| --- | " + " | ".join("---" for _ in LEADS) + " |"
    for level, row in zip(range(2, 10), rolls.by_level, strict=True):
        yield f"| {level} | " + " | ".join(_told(one) for one in row) + " |"
    yield ""
    yield "| what is at stake | moments | a roll changes the chance to win by |"
    yield "| --- | --- | --- |"
    for words, holds in STAKES:
        some = cell([one for one in found if holds(one)])
        yield f"| {words} | {some.count / len(found):.0%} | {some.gain:+.1%} ± {some.margin:.1%} |"


def _told(one: Cell) -> str:
    return f"{one.gain:+.1%} ± {one.margin:.1%}" if one.count >= FEW else "-"


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=40_000)
    parser.add_argument("--rollouts", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--counts", type=Path, help="a file that keeps the moments")
    parser.add_argument("--minutes", type=float, default=inf, help="end after so many")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the games")
    parser.add_argument("--write", action="store_true", help="write the document and the companion's table")
    options = parser.parse_args()
    kept = moments(
        options.moments,
        options.rollouts,
        options.seed,
        kept=options.counts,
        minutes=options.minutes,
        workers=options.workers,
    )
    found = kept.moments
    rows = tuple(
        tuple(
            cell([one for one in found if one.level == level and lead_of(one.level, one.best) == lead])
            for lead in range(BEHIND, BEHIND + len(LEADS))
        )
        for level in range(2, 10)
    )
    rich = cell([one for one in found if one.tops > 1.2])
    many = cell([one for one in found if one.more >= 3])
    rolls = Rolls(rows, rich, many)
    text = list(lines(kept, rolls, options.rollouts))
    print("\n".join(text))
    if options.write:
        write_part(DOCUMENT, "rolls", text)
        path = HOUSE / "src" / "hotdice" / "sheets" / FILE
        path.write_bytes(msgspec.json.format(msgspec.json.encode(rolls), indent=1) + b"\n")


if __name__ == "__main__":
    main()
