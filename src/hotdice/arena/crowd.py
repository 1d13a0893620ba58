"""Matches in which champions play from the table of three: the same games as the referee's, many at once."""

from collections.abc import Callable
from threading import local

import numpy as np

from hotdice.arena.bots import class_words, compile_bots, library_of, lots_of, players_of
from hotdice.arena.course import CONTENDING, MOST_TURNS, NOW_FIELDS, OPENED, SEAT_FIELDS, TOTAL, TURN, WINNERS
from hotdice.arena.crowd_kernel import advance, begin_games, play_asked, sort_keys
from hotdice.arena.kernel import ENDLESS
from hotdice.arena.match import Match, Seating
from hotdice.arena.numbers import seed_key
from hotdice.arena.sheets import CannotCompile, Ints, Tables, sheet_of
from hotdice.arena.tally import SCORE_BINS, SCORE_LOWEST, SCORE_WIDTH, SHARE, TURN_BINS, Tally
from hotdice.players.exact_bots import Champion
from hotdice.players.trio import fresh_room
from hotdice.players.trio_kernel import ASKED

Stretch = Callable[[int, int], Tally]
Start = tuple[int, ...]
"""Totals that games begin with, the first player's first; who has points is on the board."""


class NobodyThere(CannotCompile):
    """A match without a champion who plays from a table of three."""


class EndlessCrowd(ValueError):  # noqa: N818 - it names what happened
    """Games that these bots do not bring to an end."""


def crowd_stretch(match: Match, start: Start | None = None) -> Stretch:
    """Plays stretches of a match with champions of three; any number of threads may call it at once.

    Raises:
        NobodyThere: no champion plays from a table of three here.
        CannotCompile: another bot cannot be compiled.
    """
    rules, count, players = match.rules, len(match.bots), players_of(match)
    books = [player.trio_book(rules, count) if isinstance(player, Champion) else None for player in players]
    book = next((found for found in books if found is not None), None)
    if book is None:
        raise NobodyThere("nobody plays from a table of three")
    if lots_of(players) is not None:
        raise CannotCompile("who draws lots at a table with champions of three is played by the referee")
    trios = np.array(
        [
            player.last_rivals if found is not None and isinstance(player, Champion) else 0
            for player, found in zip(players, books, strict=True)
        ],
        np.uint8,
    )
    builder = Tables()
    sheet = sheet_of(rules, builder)
    bots = compile_bots(rules, players, builder)
    library = library_of(rules, players, builder)
    classes = builder.add(class_words(rules))
    tables = builder.array
    key = np.uint64(seed_key(match.seed))
    own = local()
    duplicate = match.seating is Seating.DUPLICATE

    def play_stretch(first: int, last: int) -> Tally:
        if not hasattr(own, "room"):
            own.room = fresh_room(book)
        games = last - first
        now = np.zeros((games, NOW_FIELDS), np.int64)
        seats = np.zeros((games, SEAT_FIELDS, count), np.int64)
        starters = np.arange(first, last) % match.block
        labels = np.empty(games, np.uint64)
        numbers = np.arange(first, last)
        begin_games(sheet, tables, key, numbers // match.block if duplicate else numbers, now, seats, labels)
        if start is not None:
            seats[:, TOTAL] = start
            seats[:, OPENED] |= np.array(start) > 0
        waiting = np.zeros(games, np.uint8)
        asked = np.zeros((games, ASKED), np.int64)
        while True:
            answer = advance(
                sheet,
                tables,
                bots,
                trios,
                library.shelf,
                book,
                now,
                seats,
                labels,
                starters,
                waiting,
                asked,
            )
            if answer == ENDLESS:
                raise EndlessCrowd(f"a game has no end: after {MOST_TURNS:,} turns nobody has won")
            if answer >= 0:
                library.write(answer)
                continue
            pending = np.flatnonzero(waiting)
            if not pending.size:
                break
            keys = np.empty(pending.size, np.int64)
            sort_keys(book, asked, pending, keys)
            order = pending[np.argsort(keys, kind="stable")]
            play_asked(
                sheet, tables, classes, book, own.room, order, asked, now, seats, labels, waiting
            )  # fmt: skip
        return _count(match, now, seats, starters)

    return play_stretch


def _count(match: Match, now: Ints, seats: Ints, starters: Ints) -> Tally:
    """The tally of games that are over."""
    count = len(match.bots)
    tally = Tally(count)
    games = len(now)
    turns, winners = now[:, TURN], now[:, WINNERS]
    np.add.at(tally.turns, np.minimum(turns, TURN_BINS - 1), 1)
    tally.turn_sums += np.array([turns.sum(), (turns * turns).sum()])
    shares = np.zeros((games, count), np.int64)
    every = np.arange(games)
    for place in range(count):
        bot = (starters + place) % count
        total = seats[:, TOTAL, place]
        for power in (0, 1):
            np.add.at(tally.score_sums[:, power], bot, total ** (power + 1))
        bins = np.clip((total - SCORE_LOWEST) // SCORE_WIDTH, 0, SCORE_BINS - 1)
        np.add.at(tally.scores, (bot, bins), 1)
        won = seats[:, CONTENDING, place] != 0
        np.add.at(tally.wins, (bot[won], winners[won]), 1)
        shares[every[won], bot[won]] = SHARE // winners[won]
    blocks = shares.reshape(-1, match.block, count).sum(axis=1)
    tally.squares += (blocks * blocks).sum(axis=0)
    tally.games, tally.blocks = games, games // match.block
    return tally
