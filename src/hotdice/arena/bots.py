"""Bots as tables: what compiled code needs to know about each of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hotdice.arena.sheets import CannotCompile, Tables, Words, faces_by_address, options_by_address
from hotdice.players import Player
from hotdice.players.exact_bots import ExactBot
from hotdice.players.plan import KeepRule, Plan, Planned
from hotdice.players.policy import NO_INDEX, blocks_of, classes_of, fresh_notes, index_of
from hotdice.players.policy_kernel import POINTS, Book, Index, Notes, write_plans
from hotdice.rules import Ruleset

FLAT, STOPS, BY_POINTS, BY_CHANCE = range(4)
KIND, KEEP, STOP_AT = range(3)
WIDTH = 3
"""Entries of a bot's row in the tables: its kind, where its keeps begin, where its stops begin.

A bot that plays from a book (BY_POINTS, BY_CHANCE) has the classes of all rolls in place of its keeps.
"""
HIGHEST = 1 << 30
"""Stops above this are cut to it; no turn reaches either."""


def compile_bots(rules: Ruleset, players: Sequence[Player], tables: Tables) -> int:
    """Add some bots to the tables; the place of the first one's row.

    The keep of the roll at an address is points times 16 plus the dice of the next roll, or 0 for a farkle.
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
    classes = -1
    for player in players:
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
    """The books that the bots of a game play from, and where compiled code finds their blocks."""

    books: tuple[Book, ...]
    indexes: tuple[Index, Index]

    def fresh_notes(self) -> Notes:
        """Empty notes, for all books together."""
        return fresh_notes(self.books) if self.books else NO_NOTES

    def write(self, notes: Notes, block: int) -> None:
        """Work out a block, unless that has been done.

        One thread at a time may do so while others read: a block is marked as ready only when everything
        about it has been written.

        Raises:
            CannotCompile: there is no room for another plan.
        """
        if notes.ready[block]:
            return
        book, base = self.books[0], 0
        if block >= blocks_of(book):
            book, base = self.books[1], blocks_of(book)
        if not write_plans(book, notes, base, block):
            raise CannotCompile("this rule set needs more plans than there is room for")
        notes.ready[block] = 1


NO_NOTES = Notes(
    np.zeros(1, np.uint8),
    np.zeros((1, 1, 1), np.uint16),
    np.zeros((1, 1, 1), np.uint16),
    np.zeros((1, 1), np.int32),
    np.zeros(1, np.uint64),
    np.zeros(1, np.int64),
    np.zeros(1, np.int64),
    np.zeros(1),
    np.zeros((1, 1)),
    np.zeros((1, 1)),
    np.zeros((1, 1), np.uint8),
    np.zeros((1, 1), np.int32),
)
"""Notes for games in which nobody plays from a book."""


def library_of(rules: Ruleset, players: Sequence[Player], tables: Tables) -> Library:
    """The books of some bots, what is needed to find a block added to the tables.

    >>> from hotdice.players import make
    >>> from hotdice.rules import load
    >>> library_of(load("classic"), [make("turn-optimal")], Tables()).books[0].main
    2
    """
    found: dict[int, Book] = {}
    for player in players:
        if isinstance(player, ExactBot):
            book = player.book(rules)
            found.setdefault(BY_POINTS if book.kind == POINTS else BY_CHANCE, book)
    base = 0
    indexes = [NO_INDEX, NO_INDEX]
    for kind, book in found.items():
        indexes[kind - BY_POINTS] = index_of(book, base, tables.add(book.closed))
        base += blocks_of(book)
    return Library(tuple(found.values()), (indexes[0], indexes[1]))


def class_words(rules: Ruleset) -> Words:
    """The class of the roll at every address."""
    classes = classes_of(rules)
    known: dict[tuple[int, ...], int] = {}
    for faces in faces_by_address(rules):
        if faces not in known:
            known[faces] = classes.class_of(faces)
    return np.array([known[faces] for faces in faces_by_address(rules)], np.int32)


def plan_of(rules: Ruleset, player: Player) -> Plan:
    """The plan of a bot that has one."""
    if not isinstance(player, Planned):
        raise CannotCompile(f"{type(player).__name__} cannot be compiled to tables")
    return player.plan(rules)


def keep_words(rules: Ruleset, rule: KeepRule) -> Words:
    """One word for the roll at every address: points times 16 plus the dice of the next roll; 0 is a farkle.

    >>> from hotdice.players.plan import most_points
    >>> from hotdice.rules import load
    >>> keep_words(load("classic"), most_points)[:6].tolist()
    [1606, 0, 0, 0, 806, 0]
    """
    words: dict[int, int] = {}
    found: list[int] = []
    for options in options_by_address(rules):
        if id(options) not in words:
            word = 0
            if options.options:
                option = rule(options.options)
                word = option.points * 16 + (option.dice_left or rules.dice)
            words[id(options)] = word
        found.append(words[id(options)])
    return np.array(found, np.int32)
