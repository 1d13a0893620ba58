"""How many games tell two bots apart, with luck and without: `python -m scripts.skill_figures [GAMES]`.

Two bots play each other, the seats taking turns to begin. Every game has an account: its result, and the
result with the luck of all throws taken out. The table goes into `docs/skill.md`. Games and accounts are
compiled, for many are needed; a test holds them to the coach's own.
"""

import sys
from math import ceil, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hotdice.arena.bots import compile_bots, library_of, offer_words
from hotdice.arena.kernel import PAGES
from hotdice.arena.match import Match, Seating
from hotdice.arena.numbers import seed_key
from hotdice.arena.sheets import Tables, sheet_of
from hotdice.club.skill import SURE
from hotdice.players import make
from hotdice.players.policy import champion_book, index_of
from hotdice.players.policy_kernel import Floats
from hotdice.players.worth import worth_book
from hotdice.rules import Ties
from scripts.skill_kernel import Coach, accounted_games

SHEET = "classic"
PAIRS = (("champion", "turn-optimal"), ("turn-optimal", "greedy"), ("greedy", "threshold:300"))
GAMES = 60_000
POWER = 0.84
"""With so many more standard errors a difference is found four times in five."""
PAGE = Path(__file__).parent.parent / "docs" / "skill.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"


class Accounts(NamedTuple):
    """What the first bot made of every game, and the same without luck."""

    results: Floats
    adjusted: Floats

    @property
    def bias(self) -> tuple[float, float]:
        """The mean of the results minus that without luck, and half of its 95 % interval."""
        luck = self.results - self.adjusted
        return float(luck.mean()), SURE * float(luck.std(ddof=1)) / sqrt(len(luck))

    @property
    def games_needed(self) -> tuple[int, int]:
        """So many games find the difference from one half in four of five tries at 95 %: by results, without.

        The luck-free mean is the better estimate of the difference, so it serves for both counts.
        """
        gap = abs(float(self.adjusted.mean()) - 0.5)
        by_results, without = (
            ceil(((SURE + POWER) * float(values.std(ddof=1)) / gap) ** 2) for values in self
        )
        return by_results, without


def match_of(first: str, second: str) -> Match:
    """The match whose games are accounted for."""
    return Match(SHEET, (first, second), seed=f"skill {first} {second}", seating=Seating.ROTATE)


def accounts(match: Match, games: int) -> Accounts:
    """The accounts of a match's first games.

    Raises:
        ValueError: the sheet ends in play-offs, about which the book of a race says nothing.
    """
    rules = match.rules
    if rules.ties is Ties.PLAY_OFF or not rules.target:
        raise ValueError("accounts are written of races without a play-off")
    tables = Tables()
    sheet = sheet_of(rules, tables)
    players = [make(bot) for bot in match.bots]
    bots = compile_bots(rules, players, tables)
    library = library_of(rules, players, tables)
    values = worth_book(champion_book(rules))
    finder = index_of(values.book, 0, tables.add(values.book.closed))
    coach = Coach(finder, values.book, values.pages, values.desk(), tables.add(offer_words(rules)))
    found = Accounts(np.zeros(games), np.zeros(games))
    span = np.array([0, games])
    key = np.uint64(seed_key(match.seed))
    shelf = library.shelf
    while (wanted := accounted_games(sheet, tables.array, bots, shelf, coach, key, span, *found)) >= 0:
        if wanted >= PAGES:
            values.write(wanted - PAGES)
        else:
            library.write(wanted)
    return found


def row(first: str, second: str, games: int) -> str:
    """A line of the table."""
    found = accounts(match_of(first, second), games)
    bias, half = found.bias
    by_results, without = found.games_needed
    return (
        f"| `{first}` against `{second}` | {games:,} | {100 * found.results.mean():.2f} % | "
        f"{100 * found.adjusted.mean():.2f} % | "
        f"{100 * bias:+.2f} % ± {100 * half:.2f} % | {by_results:,} | {without:,} |"
    )


def main() -> None:
    """Write the table into the page."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    head = [
        "| who | games | won | without luck | difference (95 %) | to tell apart, by results | without luck |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    table = "\n".join(head + [row(*pair, games) for pair in PAIRS])
    print(table)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + table + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
