"""`python -m scripts.munchkin_rolls`: when is a level well spent? What a roll of the ten-sided die is worth.

Shrewd players play games of three in compiled code. Where the mover could pay for a roll before the door,
the game is played on both ways, roll and no roll, some times each; what differs is the share of wins. The
tables tell it by level and by who leads, and by what is at stake: what lies on top of the discards, and how
many more cards somebody else holds. `--write` puts them into the document, and what the companion says into
the package.
"""

import argparse
from collections.abc import Callable, Iterator
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

HOUSE = Path(__file__).resolve().parent.parent
DOCUMENT = HOUSE / "docs" / "munchkin-dice.md"
SEATS = 3
SHOWN = 0.1
"""Of all moments in which somebody could roll, so many are looked at."""
TO_THE_END = 1 << 30


class Moment(NamedTuple):
    """Somebody could roll: levels, the worth of the top discards, cards more elsewhere, and the gain."""

    level: int
    best: int
    tops: float
    more: int
    gain: float


def moments(count: int, rollouts: int, seed: int) -> Iterator[Moment]:
    """So many moments, from as many games as that takes."""
    table = numbered(load())
    choice = Random(seed)
    start = table.board(new_game(table.sheet, SEATS))
    board, game = (Board(*(part.copy() for part in start)) for _ in range(2))
    command, worths = table.room_for_command(), np.zeros(16)
    found, number = 0, 0
    while found < count:
        number += 1
        for part, first in zip(board, start, strict=True):
            part[...] = first
        dice = _dice(seed, number)
        while board.numbers[k.PHASE] != k.OVER and found < count:
            if waits_for_chance(board):
                bring(board, dice, command)
                apply(table.rules, board, command)
                continue
            decide(table.rules, board, asked(board), 1.0, command, worths)
            if command[0] in (k.A_KICK, k.A_ROLL) and choice.random() < SHOWN and _may_roll(table, board):
                found += 1
                yield _moment(table, board, game, rollouts, found)
                decide(table.rules, board, asked(board), 1.0, command, worths)
            apply(table.rules, board, command)


def _dice(seed: int, number: int) -> Ints:
    return np.array([Random(f"{seed}/{number}").getrandbits(32) | 1])


def _may_roll(table: Numbered, board: Board) -> bool:
    mover = int(board.numbers[k.MOVER])
    return board.numbers[k.ROLLING_OVER] == 0 and bool(can_lose_level(table.rules, board, mover))


def _moment(table: Numbered, board: Board, game: Board, rollouts: int, number: int) -> Moment:
    mover = int(board.numbers[k.MOVER])
    command, worths, prices = table.room_for_command(), np.zeros(16), np.ones(SEATS)
    shares = [0.0, 0.0]
    for way, act in enumerate((k.A_KICK, k.A_ROLL)):
        for again in range(rollouts):
            copy(board, game)
            command[:] = 0
            command[0], command[1] = act, mover
            apply(table.rules, game, command)
            play_on(table.rules, game, prices, _dice(number, again), command, worths, TO_THE_END)
            mask = int(game.numbers[k.WINNERS])
            shares[way] += (mask >> mover & 1) / mask.bit_count() / rollouts
    others = [seat for seat in range(SEATS) if seat != mover]
    levels = board.seats[:, k.AT].tolist()
    tops = sum(float(top_worth(table.rules, board, mover, pile)) for pile in (k.DOOR, k.TREASURE))
    more = max(int(board.hands[seat][0]) for seat in others) - int(board.hands[mover][0])
    return Moment(levels[mover], max(levels[seat] for seat in others), tops, more, shares[1] - shares[0])


def cell(found: list[Moment]) -> Cell:
    """The mean gain of some moments with its 95 % margin."""
    gains = np.array([moment.gain for moment in found])
    if len(gains) < 2:
        return Cell(len(gains), float(gains.sum()), 1.0)
    return Cell(len(gains), float(gains.mean()), float(1.96 * gains.std() / len(gains) ** 0.5))


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


def lines(found: list[Moment], rolls: Rolls, rollouts: int) -> Iterator[str]:
    """Both tables."""
    yield f"{len(found):,} moments of games of three `shrewd`, each played on {rollouts} times both ways:"
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
    parser.add_argument("--write", action="store_true", help="write the document and the companion's table")
    options = parser.parse_args()
    found = list(moments(options.moments, options.rollouts, options.seed))
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
    text = list(lines(found, rolls, options.rollouts))
    print("\n".join(text))
    if options.write:
        begin, end = "<!-- rolls: begin -->", "<!-- rolls: end -->"
        head, rest = DOCUMENT.read_text(encoding="utf-8").split(begin)
        written = head + begin + "\n" + "\n".join(text) + "\n" + end + rest.split(end)[1]
        DOCUMENT.write_text(written, encoding="utf-8")
        path = HOUSE / "src" / "hotdice" / "sheets" / FILE
        path.write_bytes(msgspec.json.format(msgspec.json.encode(rolls), indent=1) + b"\n")


if __name__ == "__main__":
    main()
