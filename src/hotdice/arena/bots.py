"""Bots as tables: what compiled code needs to know about each of them."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from hotdice.arena.lot_turns import Errors, Keys
from hotdice.arena.match import Match
from hotdice.arena.rule_turns import rule_words
from hotdice.arena.sheets import CannotCompile, Tables, Words, faces_by_address, options_by_address
from hotdice.arena.turns import NOTHING, Shelf
from hotdice.game import new_game
from hotdice.players import Player, make
from hotdice.players.erring_bot import ErringBot
from hotdice.players.exact_bots import ExactBot
from hotdice.players.greedy_bot import GreedyBot
from hotdice.players.paper_bot import PaperBot
from hotdice.players.plan import KeepRule, Plan, Planned
from hotdice.players.policy import (
    NO_INDEX,
    blocks_of,
    classes_of,
    fresh_notes,
    group_of,
    index_of,
    points_book,
)
from hotdice.players.policy_kernel import POINTS, Book, Floats, Index, Notes, write_plans
from hotdice.players.random_bot import RandomBot
from hotdice.players.worth import WorthBook, worth_book
from hotdice.rules import MAX_DICE, Ruleset

FLAT, STOPS, BY_POINTS, BY_CHANCE, RANDOM, ERRING, RULE = range(7)
KIND, KEEP, STOP_AT = range(3)
WIDTH = 3
"""Entries of a bot's row in the tables: its kind, where its keeps begin, where its stops begin.

A bot that plays from a book (BY_POINTS, BY_CHANCE) has the classes of all rolls in place of its keeps, one
that draws lots (RANDOM, ERRING) or follows a rule (RULE) what all rolls offer; the rule stands for stops.
"""
HIGHEST = 1 << 25
"""Stops above this are cut to it; no turn reaches either."""


def players_of(match: Match) -> list[Player]:
    """The bots of a match as compiled code plays them: greedy in the place of tables that nobody has solved.

    >>> [type(bot).__name__ for bot in players_of(Match("classic", ("champion", "random")))]
    ['Champion', 'RandomBot']

    Raises:
        ValueError: the sheet does not allow so many players.
    """
    new_game(match.rules, len(match.bots))
    players = [make(bot) for bot in match.bots]
    if not match.rules.beyond:
        return players
    on_tables = ErringBot | ExactBot | PaperBot  # as `players.unsolved` says
    return [GreedyBot() if isinstance(player, on_tables) else player for player in players]


def compile_bots(rules: Ruleset, players: Sequence[Player], tables: Tables) -> int:
    """Add some bots to the tables; the place of the first one's row.

    The keep of the roll at an address is points times 16 plus the dice of the next roll, or NOTHING.
    The stops are one total for each number of dice left, all alike for a bot of kind FLAT.

    >>> from hotdice.players import make
    >>> from hotdice.rules import load
    >>> tables = Tables()
    >>> first = compile_bots(load("classic"), [make("threshold:300"), make("greedy")], tables)
    >>> row = tables.array[first : first + WIDTH]
    >>> int(row[KIND]), int(tables.array[row[STOP_AT] + 6])
    (0, 300)

    Raises:
        CannotCompile: one of them cannot be written down as tables.
    """
    keeps: dict[KeepRule, int] = {}
    rows: list[int] = []
    classes = offered = -1
    for player in players:
        if isinstance(player, RandomBot | ErringBot):
            if isinstance(player, ErringBot) and player.champion.trio_book(rules, len(players)) is not None:
                raise CannotCompile("who errs with the table of three cannot be compiled to tables")
            offered = tables.add(offer_words(rules)) if offered < 0 else offered
            rows += [RANDOM if isinstance(player, RandomBot) else ERRING, offered, 0]
            continue
        rule = player.rule(rules) if isinstance(player, PaperBot) else None
        if rule is not None:
            offered = tables.add(offer_words(rules)) if offered < 0 else offered
            rows += [RULE, offered, tables.add(rule_words(rules, rule))]
            continue
        if isinstance(player, ExactBot):
            kind = BY_POINTS if player.book(rules).kind == POINTS else BY_CHANCE
            classes = tables.add(class_words(rules)) if classes < 0 else classes
            rows += [kind, classes, 0]
            continue
        plan = plan_of(rules, player)
        if plan.keep not in keeps:
            keeps[plan.keep] = tables.add(keep_words(rules, plan.keep))
        stops = np.minimum(np.array((0, *plan.stop_at)), HIGHEST)
        rows += [FLAT if len(set(plan.stop_at)) == 1 else STOPS, keeps[plan.keep], tables.add(stops)]
    return tables.add(np.array(rows))


class Library(NamedTuple):
    """The books that the bots of a game play from, and the shelf on which compiled code finds them.

    Where nobody plays from a book there is no shelf, and there are no notes.
    """

    books: tuple[Book, ...]
    shelf: Shelf | None
    notes: Notes | None
    writing: Lock

    def write(self, block: int) -> None:
        """Work out a block, unless that has been done.

        One thread at a time does so while others read: a block is marked as ready only when everything about
        it has been written.

        Raises:
            CannotCompile: there is no room for another plan.
        """
        with self.writing:
            self._write(block)

    def _write(self, block: int) -> None:
        notes = self.notes
        assert notes is not None, "a block of a book is asked for by those who have one"
        if notes.ready[block]:
            return
        book, base = self.books[0], 0
        if block >= blocks_of(book):
            book, base = self.books[1], blocks_of(book)
        first, count = group_of(book, block - base)
        if not write_plans(book, notes, base, base + first, count):
            raise CannotCompile("this rule set needs more plans than there is room for")
        notes.ready[base + first : base + first + count] = 1


def library_of(rules: Ruleset, players: Sequence[Player], tables: Tables) -> Library:
    """The books of some bots, what is needed to find a block added to the tables.

    >>> from hotdice.players import make
    >>> from hotdice.rules import load
    >>> library_of(load("classic"), [make("turn-optimal")], Tables()).books[0].main
    2
    """
    books: tuple[Book, ...] = ()
    for player in players:
        if isinstance(player, ExactBot) and player.book(rules).kind != POINTS:
            # The small book of points comes along, so that all matches of a champion share their notes.
            books = points_book(rules), player.book(rules)
        elif isinstance(player, ExactBot) and not books:
            books = (player.book(rules),)
    base = 0
    indexes = [NO_INDEX, NO_INDEX]
    for place, book in enumerate(books):
        indexes[place] = index_of(book, base, tables.add(book.closed))
        base += blocks_of(book)
    if not books:
        return Library(books, None, None, Lock())
    notes, writing = _shared_notes(_Same(books))
    shelf = Shelf((indexes[0], indexes[1]), notes.ready, notes.near, notes.far, notes.plans)
    return Library(books, shelf, notes, writing)


class _Same:
    """Some books as the key of a cache: the same ones, not equal ones."""

    def __init__(self, books: tuple[Book, ...]) -> None:
        self.books = books

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and [*map(id, self.books)] == [*map(id, other.books)]

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.books)))


@lru_cache(maxsize=2)
def _shared_notes(same: _Same) -> tuple[Notes, Lock]:
    """What has been worked out of some books, kept for the next match that is played from them."""
    return fresh_notes(same.books), Lock()


def class_words(rules: Ruleset) -> Words:
    """The class of the roll at every address."""
    classes = classes_of(rules)
    known: dict[tuple[int, ...], int] = {}
    for faces in faces_by_address(rules):
        if faces not in known:
            known[faces] = classes.class_of(faces)
    return np.array([known[faces] for faces in faces_by_address(rules)], np.int32)


def offer_words(rules: Ruleset) -> Words:
    """What the roll at every address offers, as `lot_turns` reads it.

    >>> from hotdice.rules import load
    >>> words = offer_words(load("classic"))
    >>> one = words[0]  # the roll of a single 1, which can only be kept: two steps of 50, then six dice
    >>> words[one : one + 2].tolist()
    [1, 38]
    """
    every = options_by_address(rules)
    known: dict[int, int] = {}
    lists: list[int] = []
    for options in every:
        if id(options) not in known:
            known[id(options)] = len(every) + len(lists)
            lists.append(len(options.options))
            lists += [
                option.points // rules.step * 16 + (option.dice_left or rules.dice)
                for option in options.options
            ]
    return np.array([known[id(options)] for options in every] + lists, np.int32)


def lots_of(players: Sequence[Player]) -> Keys | None:
    """The keys of those who draw lots, by seat; None where nobody does, nor follows a rule.

    The code for both is left out of games where nobody needs it.

    >>> from hotdice.players import make
    >>> lots_of([make("random"), make("greedy")]).size, lots_of([make("greedy")])
    (2, None)
    """
    if not any(isinstance(player, RandomBot | ErringBot | PaperBot) for player in players):
        return None
    keys = [player.key if isinstance(player, RandomBot | ErringBot) else 0 for player in players]
    return np.array(keys, np.uint64)


class Errands(NamedTuple):
    """The pages that champions who err share, and what compiled code needs beside them."""

    worth: WorthBook
    finder: Index
    most: Floats

    def errors(self) -> Errors:
        """What one stretch of games reads; each has a desk of its own."""
        return Errors(
            self.finder,
            self.worth.book,
            self.worth.pages,
            self.worth.desk(),
            self.most,
            np.zeros(MOST_CHOICES),
        )


MOST_CHOICES = 2 * 2**MAX_DICE
"""Room for more choices than a roll can offer: every set of dice, then roll or stop."""


def errands_of(rules: Ruleset, players: Sequence[Player], tables: Tables) -> Errands | None:
    """What champions who err need, if there are any; what is needed to find a block added to the tables."""
    erring = next((player for player in players if isinstance(player, ErringBot)), None)
    if erring is None:
        return None
    book = erring.champion.book(rules)
    most = [player.most if isinstance(player, ErringBot) else 0.0 for player in players]
    return Errands(_shared_pages(_Same((book,))), index_of(book, 0, tables.add(book.closed)), np.array(most))


@lru_cache(maxsize=1)
def _shared_pages(same: _Same) -> WorthBook:
    """The pages of a book, kept for the next match with somebody who errs."""
    return worth_book(same.books[0])


def plan_of(rules: Ruleset, player: Player) -> Plan:
    """The plan of a bot that has one."""
    if not isinstance(player, Planned):
        raise CannotCompile(f"{type(player).__name__} cannot be compiled to tables")
    if isinstance(player, PaperBot) and player.rule(rules) is not None:
        raise CannotCompile("a rule that looks at the scores is no plan")
    return player.plan(rules)


def keep_words(rules: Ruleset, rule: KeepRule) -> Words:
    """One word for the roll at every address: points times 16 plus the dice of the next roll, or NOTHING.

    >>> from hotdice.players.plan import most_points
    >>> from hotdice.rules import load
    >>> (keep_words(load("classic"), most_points)[:6] % NOTHING).tolist()
    [1606, 0, 0, 0, 806, 0]
    """
    words: dict[int, int] = {}
    found: list[int] = []
    for options in options_by_address(rules):
        if id(options) not in words:
            word = NOTHING
            if options.options:
                option = rule(options.options)
                word = option.points * 16 + (option.dice_left or rules.dice)
            words[id(options)] = word
        found.append(words[id(options)])
    return np.array(found, np.int32)
