"""`python -m scripts.sage_measure`: how well the sage plays and how true its chances are, as tables.

One sage among rivals of one kind, seats rotating, in compiled games; copies that play no card or do not look
at what others hold; a deck that it has not learned from; and, of positions that it gives a chance of p, how
often they were won; and how much of a reviewed game its chances leave unexplained. `--games` sets the size,
names of parts measure only those, `--rival` the rows against some; `--write` puts the tables of a part into
the document. `--counts FILE` keeps how many games were won, so that the next run goes on from there, and
`--minutes` says when this one has done enough.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from hotdice.arena import Match, Seating
from hotdice.arena.playing import stretch_of
from hotdice.arena.simulator import add_up
from hotdice.arena.statistics import Estimate, share_of
from hotdice.arena.tally import Tally
from hotdice.coach.reviewing import review
from hotdice.game import Record, SeededDice, new_game
from hotdice.players import make, play_out
from hotdice.players.sage_bot import learned
from hotdice.rules import load
from scripts.card_luck import lucky_games
from scripts.documents import write_part
from scripts.sage_train import chances_of, drawn_deck, games_of

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "cards-played-well.md"
HOUSE, DRAWN, PLAIN = "house", "one drawn at random", "none"
UNSEEN = 1001
"""The number of a deck that took no part in learning; those after it took none either."""
COPIES = {
    "sage:cardless": "which play no card",
    "sage:blind": "which play as if others held none",
    "sage:counting": "which know how many others hold, but not which",
}
SHEETS = {HOUSE: "munchkin-farkle", PLAIN: "munchkin-farkle-plain"}
PIECE = 60
"""Games of one piece of work: a few seconds with the slowest rivals."""


class Line(NamedTuple):
    """One row of the table: how many sit there, against whom, with which cards."""

    seats: int
    rival: str
    deck: str

    @property
    def name(self) -> str:
        """How the row begins.

        >>> Line(3, "schemer", HOUSE).name
        '| 3 | `schemer` | house |'
        """
        return f"| {self.seats} | `{self.rival}` | {self.deck} |"

    @property
    def match(self) -> Match:
        """The games of this row."""
        rules = drawn_deck(UNSEEN) if self.deck == DRAWN else load(SHEETS[self.deck])
        bots = ["sage"] + [self.rival] * (self.seats - 1)
        return Match.of(rules, bots, seed="sage", seating=Seating.ROTATE)


LINES = (
    Line(3, "schemer", HOUSE),
    Line(4, "schemer", HOUSE),
    Line(5, "schemer", HOUSE),
    Line(3, "eager", HOUSE),
    Line(3, "greedy", HOUSE),
    Line(3, "schemer", DRAWN),
    Line(3, "champion:3", PLAIN),
)


class Count(msgspec.Struct):
    """The games of a row so far, the sage's wins by how many shared them, and the squares of its blocks."""

    games: int = 0
    blocks: int = 0
    wins: list[int] = []
    squares: int = 0

    def share(self) -> Estimate:
        """Its share with the 95 % interval."""
        tally = Tally(max(1, len(self.wins) - 1))
        tally.games, tally.blocks, tally.squares[0] = self.games, self.blocks, self.squares
        tally.wins[0] = self.wins
        return share_of(tally, 0)

    def add(self, tally: Tally) -> None:
        """Some more games."""
        self.games, self.blocks = self.games + tally.games, self.blocks + tally.blocks
        self.squares += int(tally.squares[0])
        self.wins = [a + int(b) for a, b in zip(self.wins or [0] * 99, tally.wins[0], strict=False)]


def counted(options: argparse.Namespace) -> dict[Line, Count]:
    """The counts of all rows, those of earlier runs in a file included; stops when its time is over.

    Where rivals, decks or numbers of seats are named, only those rows are played on.
    """
    games, kept, minutes = options.games, options.counts, options.minutes
    counts = {line.name: Count() for line in LINES}
    if kept is not None and kept.exists():
        counts |= msgspec.json.decode(kept.read_bytes(), type=dict[str, Count])
    ends = time.monotonic() + 60 * minutes
    for line in LINES:
        count = counts[line.name]
        asked = (options.rival, line.rival), (options.deck, line.deck), (options.seats, line.seats)
        if count.games >= games or any(named and each not in named for named, each in asked):
            continue
        if time.monotonic() >= ends:
            break
        match = line.match
        play, fast = stretch_of(match)
        piece = match.whole(PIECE)
        while count.games < games and time.monotonic() < ends:
            first = count.games
            workers = (os.cpu_count() or 1) if fast else 1
            pieces = [(first + i * piece, first + (i + 1) * piece) for i in range(2 * workers)]
            count.add(add_up(play, line.seats, pieces, workers=workers))
            if kept is not None:
                kept.write_bytes(msgspec.json.encode(counts))
    return {line: counts[line.name] for line in LINES}


def strength(options: argparse.Namespace) -> Iterator[str]:
    """Against whom it wins how often."""
    yield "One sage among rivals of one kind, seats rotating, 95 % intervals:"
    yield ""
    yield "| seats | rivals | deck | games | the sage wins | its share would be |"
    yield "| --- | --- | --- | --- | --- | --- |"
    stood = DOCUMENT.read_text(encoding="utf-8").splitlines()
    for line, count in counted(options).items():
        if count.games:
            yield f"{line.name} {count.games:,} | {told(count.share())} | {1 / line.seats:.1%} |"
        else:  # a row that was not played now stays as it stands
            yield from (row for row in stood if row.startswith(line.name))


def calibration(options: argparse.Namespace) -> Iterator[str]:
    """What the sage says against what happens, by tenths, in games of three sages."""
    games = max(20, options.games * 3 // 20)
    net = learned()
    sages = [make("sage")] * 3
    played = games_of(load("munchkin-farkle"), sages, games, "calibration", net, drawn=False)
    lengths = np.diff(played.starts)
    said = chances_of(net, played.inputs).ravel()
    won = np.repeat(played.shares, lengths, axis=0).ravel()
    game = np.repeat(np.repeat(np.arange(games), lengths), played.shares.shape[1])
    yield f"Chances that the sage gives when a turn begins, {len(played.inputs):,} positions of {games:,}"
    yield "games of three sages, all seats, intervals clustered by game:"
    yield ""
    yield "| said | mean said | won | 95 % | off by more than 1 % beyond that |"
    yield "| --- | --- | --- | --- | --- |"
    for tenth in range(10):
        inside = (said >= tenth / 10) & (said < (tenth + 1) / 10 + (tenth == 9))
        if not inside.any():
            continue
        apart = np.bincount(game[inside], won[inside] - said[inside], games)
        error = 1.96 * np.sqrt((apart**2).sum()) / inside.sum()
        mean, told = won[inside].mean(), said[inside].mean()
        off = "yes" if abs(mean - told) > error + 0.01 else "no"
        yield (
            f"| {tenth * 10} to {tenth * 10 + 10} % | {told:.1%} | {mean:.1%} | "
            f"{mean - error:.1%} to {mean + error:.1%} | {off} |"
        )


def copies(options: argparse.Namespace) -> Iterator[str]:
    """What cards and a look at those of others are worth: the sage among copies that do without."""
    yield "One sage among two copies of itself, seats rotating, 95 % intervals; equal would be 33.3 %:"
    yield ""
    yield "| the copies | games | the sage wins | the luck of the throws taken out | worth of a win a game |"
    yield "| --- | --- | --- | --- | --- |"
    house = load("munchkin-farkle")
    for copy, what in COPIES.items():
        found = lucky_games(house, ["sage", copy, copy], options.games)
        won, out = found.won(), found.won_without_luck()
        yield (
            f"| `{copy}`, {what} | {found.shares.size:,} | {told(won)} | {told(out)} | "
            f"{out.mean - 1 / 3:+.1%} ± {(out.high - out.low) / 2:.1%} |"
        )


def unseen(options: argparse.Namespace) -> Iterator[str]:
    """How it does with decks that it has not learned from: with more seats, and with ten decks more."""
    yield "One sage among `schemer`, decks drawn at random that it has not learned from, by their numbers,"
    yield "seats rotating, 95 % intervals:"
    yield ""
    yield "| seats | deck | games | the sage wins | the luck of the throws taken out | its share would be |"
    yield "| --- | --- | --- | --- | --- | --- |"
    others = [(3, UNSEEN + number, options.games // 8) for number in range(1, 11)]
    for seats, deck, games in [(4, UNSEEN, options.games), (5, UNSEEN, options.games), *others]:
        found = lucky_games(drawn_deck(deck), ["sage"] + ["schemer"] * (seats - 1), games)
        yield (
            f"| {seats} | {deck} | {found.shares.size:,} | {told(found.won())} | "
            f"{told(found.won_without_luck())} | {1 / seats:.1%} |"
        )


def told(share: Estimate) -> str:
    """A share with its interval.

    >>> told(Estimate(0.4, 0.39, 0.41))
    '40.0% (39.0% to 41.0%)'
    """
    return f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})"


def drift(options: argparse.Namespace) -> Iterator[str]:
    """How much of a reviewed game neither throws nor decisions explain."""
    games = max(5, options.games // 100)
    rules, bots = load("munchkin-farkle"), ("sage", "schemer", "greedy")
    each: list[float] = []
    for number in range(games):
        players = [make(bot) for bot in bots]
        _, events = play_out(new_game(rules, 3), players, SeededDice(f"drift.{number}"))
        report = review(Record(rules, bots, bots, f"seeded drift.{number}", events=events))
        each += [abs(player.drift) for player in report.players]
    yield f"Drift of reviews, {games:,} games of sage, schemer and greedy: {np.mean(each):.1%} of a win a"
    yield f"seat and game in the mean, {max(each):.1%} at most."


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[str]]] = {
    "strength": strength,
    "unseen": unseen,
    "copies": copies,
    "calibration": calibration,
    "drift": drift,
}


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "parts", nargs="*", choices=[*PARTS, []], help="what to measure; all if nothing is named"
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--counts", type=Path, help="a file that keeps the counts of strength")
    parser.add_argument("--minutes", type=float, default=inf, help="strength ends after so many")
    parser.add_argument("--rival", action="append", default=[], help="play only the rows against this bot")
    parser.add_argument("--deck", action="append", default=[], choices=[HOUSE, DRAWN, PLAIN])
    parser.add_argument("--seats", action="append", default=[], type=int, choices=[3, 4, 5])
    parser.add_argument("--write", action="store_true", help="write the tables into the document")
    options = parser.parse_args()
    for name in options.parts or PARTS:
        lines = []
        for line in PARTS[name](options):
            print(line, flush=True)
            lines.append(line)
        if options.write:
            write_part(DOCUMENT, name, lines)


if __name__ == "__main__":
    main()
