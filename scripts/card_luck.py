"""One bot among rivals of one kind in games with cards, the luck of the throws taken out of its result.

So a few thousand games show what else takes hundreds of thousands: see `arena.card_luck_kernel`.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from hotdice.arena.card_games import card_table
from hotdice.arena.card_luck_kernel import play_lucky_games
from hotdice.arena.numbers import seed_key
from hotdice.arena.playing import EndlessGame
from hotdice.arena.statistics import NORMAL_95, Estimate
from hotdice.players import make
from hotdice.players.deck_words import Floats
from hotdice.players.sage_bot import learned
from hotdice.players.sage_value_kernel import fresh_mind
from hotdice.rules import Ruleset

PIECE = 20
"""Rounds of the table in one piece of work."""


class LuckyGames(NamedTuple):
    """What seat 0 won of every game and how lucky it was; a row for each time that everybody began once."""

    shares: Floats
    lucks: Floats

    def won(self) -> Estimate:
        """Its share of the wins."""
        return mean_of_rows(self.shares)

    def won_without_luck(self) -> Estimate:
        """Its share of the wins, the luck of all throws taken out."""
        return mean_of_rows(self.shares - self.lucks)

    def luck(self) -> Estimate:
        """How lucky it was: 0 in the long run, whatever judges the throws."""
        return mean_of_rows(self.lucks)


def mean_of_rows(numbers: Floats) -> Estimate:
    """The mean of all, rows being independent.

    >>> round(mean_of_rows(np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])).mean, 2)
    0.5
    """
    rows = numbers.mean(axis=1)
    reach = NORMAL_95 * float(rows.std(ddof=1)) / len(rows) ** 0.5
    mean = float(rows.mean())
    return Estimate(mean, mean - reach, mean + reach)


def lucky_games(rules: Ruleset, bots: list[str], games: int, seed: str = "luck") -> LuckyGames:
    """Games of these bots, each begun by the next seat, at least as many as asked for."""
    seats = len(bots)
    table = card_table(rules, [make(bot) for bot in bots])
    key = np.uint64(seed_key(seed))
    piece = PIECE * seats

    def play(first: int) -> LuckyGames:
        shares, lucks = np.zeros((PIECE, seats)), np.zeros((PIECE, seats))
        eye = fresh_mind(table.sheet, learned(), table.traits, table.room().size, table.longest)
        last = first + piece
        endless = play_lucky_games(table.worker(), eye, table.room(), key, first, last, shares, lucks)
        if endless >= 0:
            raise EndlessGame(endless)
        return LuckyGames(shares, lucks)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = list(pool.map(play, range(0, games, piece)))
    return LuckyGames(*(np.concatenate(each) for each in zip(*found, strict=True)))
