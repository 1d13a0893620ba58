"""The books of the exact bots: what the ends of every turn are worth, from the solver's tables."""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np

from hotdice.odds.lanes import LANES
from hotdice.odds.marks import Marks, farkle_of
from hotdice.odds.race import Race
from hotdice.odds.rolls import ways
from hotdice.odds.rounds import Rounds
from hotdice.odds.solitaire import Solitaire
from hotdice.odds.solved import save, solve, stored
from hotdice.odds.stopping import stops_of
from hotdice.odds.tables import chances
from hotdice.odds.turn import solve_turn
from hotdice.players.policy_kernel import (
    HOT,
    MOST_PLANS,
    POINTS,
    RACE,
    ROUNDS,
    SOLO,
    Book,
    Index,
    Ints,
    Notes,
)
from hotdice.rules import FACES, HotDice, Reach, Ruleset, Ties, sorted_rolls

_NONE = np.zeros(1, np.int64)
Choices = tuple[tuple[int, int], ...]
"""What a roll offers, in the order of preference between equals: points in steps, dice of the next roll."""


class NoBook(ValueError):  # noqa: N818 - the sentence is what matters
    """A rule set that the exact bots do not play."""


class Classes:
    """Rolls that offer the same choices, as one class; class 0 of each number of dice are the farkles."""

    def __init__(self, rules: Ruleset) -> None:
        step = rules.step
        self.step = step
        self.number: dict[tuple[int, Choices], int] = {}
        self._rules = rules
        chances: list[dict[Choices, int]] = []
        self.farkles: list[float] = []
        for dice in range(1, rules.dice + 1):
            found: dict[Choices, int] = {}
            for roll in sorted_rolls(dice):
                choices = self.choices(roll)
                found[choices] = found.get(choices, 0) + ways(roll)
            self.farkles.append(found.pop((), 0) / FACES**dice)
            chances.append(dict(sorted(found.items())))
        first, start, weight, points, left = [0], [0], [], [], []
        for dice, found in enumerate(chances, 1):
            for place, (choices, count) in enumerate(found.items(), 1):
                self.number[dice, choices] = place
                weight.append(count / FACES**dice)
                points += [choice[0] for choice in choices]
                left += [choice[1] for choice in choices]
                start.append(len(points))
            first.append(len(weight))
        self.first, self.start = np.array(first), np.array(start)
        self.weight = np.array(weight)
        self.points, self.left = np.array(points), np.array(left)

    def choices(self, roll: tuple[int, ...]) -> Choices:
        """What a roll offers: more points first, then fewer dice kept."""
        options = self._rules.table.options(roll).options
        return tuple(
            dict.fromkeys(
                (option.points // self.step, option.dice_left or self._rules.dice) for option in options
            )
        )

    def class_of(self, roll: tuple[int, ...]) -> int:
        """The class of a roll among those of its number of dice; 0 for a farkle."""
        choices = self.choices(roll)
        return self.number[len(roll), choices] if choices else 0

    @property
    def widest(self) -> int:
        """The most classes of one number of dice, that of the farkles included."""
        return int(np.diff(self.first).max()) + 1


@lru_cache(maxsize=8)
def classes_of(rules: Ruleset) -> Classes:
    """The classes of a sheet's rolls, built once.

    >>> from hotdice.rules import load
    >>> classes_of(load("playmonster")).class_of((2, 3)), len(classes_of(load("playmonster")).weight)
    (0, 234)
    """
    return Classes(rules)


@lru_cache(maxsize=8)
def points_book(rules: Ruleset) -> Book:
    """The book of a bot that plays every turn for points, and a last turn for the total that wins.

    >>> from hotdice.rules import load
    >>> points_book(load("classic")).main
    2
    """
    _check(rules)
    answer = solve_turn(rules)
    counters = len(answer.worth)
    farkles = (farkle_of(rules, count) for count in range(counters))
    lost = np.array([answer.worth[again] - points for again, points in farkles])
    return _book(
        rules,
        kind=POINTS,
        main=2 * counters,
        tie=1.0,
        longest=len(answer.roll) - 1,
        counters=counters,
        values=lost,
    )


@lru_cache(maxsize=4)
def champion_book(rules: Ruleset) -> Book:
    """The book of the champion: chances to win, from the solver's table for the sheet's kind of game.

    Raises:
        Unsolvable: the solver does not solve this sheet.
        NoBook: the sheet has a rule that the book does not hold.
    """
    _check(rules)
    solved = champion_table(rules)
    match solved:
        case Race():
            return _race_book(solved)
        case Rounds():
            return _rounds_book(solved)
        case Solitaire():
            return _solo_book(solved)


def champion_table(rules: Ruleset) -> Race | Rounds | Solitaire:
    """The solver's table of a sheet: the stored one, or one that is made now and kept.

    >>> from hotdice.rules import load
    >>> round(champion_table(load("playmonster")).first_player_wins, 4)
    0.5289
    """
    solved = stored(rules)
    if solved is None:
        solved = solve(rules)
        with suppress(OSError):  # a table that cannot be kept is solved again the next time
            save(solved)
    return solved


def _check(rules: Ruleset) -> None:
    if rules.hot_dice is HotDice.FORCED:
        raise NoBook(
            f"{rules.title} forces a roll after hot dice (key hot_dice); the exact bots do not play it"
        )
    if rules.reach is Reach.EXACTLY:
        raise NoBook(f"{rules.title} has an exact target (key reach); the exact bots do not play it")
    if rules.target and (rules.ties is Ties.PLAY_OFF or rules.rounds):
        raise NoBook(f"{rules.title} mixes a target with rounds or play-offs; the exact bots do not play it")


def _race_book(race: Race) -> Book:
    rules, places = race.rules, race.places
    tie = 0.5 if rules.ties is Ties.SHARED else 0.0
    return _book(
        rules,
        kind=RACE,
        main=places.sides * places.count**2,
        tie=tie,
        longest=max(race.top - int(places.rows.min()), 1),
        lowest=places.lowest,
        totals=places.totals,
        counters=places.counters,
        places=places.count,
        sides=places.sides,
        target=places.target_row,
        top=race.top,
        rows=places.rows,
        opened=places.opened,
        closed=np.array(places.closed or (0,), np.int64),
        after_farkle=places.after_farkle,
        after_nothing=places.after_nothing,
        values=chances(race.values).ravel(),
        stop=race.stop.ravel(),
    )


def _rounds_book(rounds: Rounds) -> Book:
    places = rounds.places
    return _book(
        rounds.rules,
        kind=ROUNDS,
        main=2 * rounds.rules.rounds * places.marks**2 * places.rows,
        tie=0.0,
        values=chances(rounds.values).ravel(),
        **_by_mark(places, places.rows),
    )


def _by_mark(places: Marks, rows: int) -> dict[str, Any]:
    """What the books of rounds and of solitaire have in common."""
    marks = range(places.marks)
    return {
        "longest": rows,
        "totals": rows,
        "counters": places.counters,
        "places": places.marks,
        "last_round": places.rules.rounds,
        "after_farkle": np.array([places.after_farkle(mark)[0] for mark in marks]),
        "fallen": np.array([places.after_farkle(mark)[1] for mark in marks]),
        "after_nothing": np.array([mark // places.counters * places.counters for mark in marks]),
    }


def _solo_book(solo: Solitaire) -> Book:
    places = solo.places
    return _book(
        solo.rules,
        kind=SOLO,
        main=solo.rules.rounds * places.marks * places.rows,
        tie=1.0,
        lowest=places.lowest,
        values=chances(solo.chances if solo.blended is None else solo.blended).ravel(),
        **_by_mark(places, places.rows),
    )


def _book(rules: Ruleset, **fields: Any) -> Book:
    classes, stops = classes_of(rules), stops_of(rules)
    step = classes.step
    needs = -(-20_000 // step) if rules.target or rules.rounds else 1
    plain: dict[str, Any] = {
        "dice": rules.dice,
        "step": step,
        "needs": needs,
        "stops": stops.numbers,
        "kinds": stops.kinds,
        "lowest": 0,
        "totals": 1,
        "counters": 1,
        "places": 1,
        "sides": 1,
        "target": 0,
        "top": 0,
        "last_round": 0,
        "rows": _NONE,
        "opened": _NONE,
        "closed": _NONE,
        "after_farkle": _NONE,
        "after_nothing": _NONE,
        "fallen": _NONE,
        "values": np.zeros(1),
        "stop": np.zeros(1),
        "class_first": classes.first,
        "class_start": classes.start,
        "weight": classes.weight,
        "points": classes.points,
        "left": classes.left,
        "farkle": np.array(classes.farkles),
    }
    found = plain | fields
    for name, value in found.items():
        if isinstance(value, np.ndarray):
            kind = np.float64 if value.dtype.kind == "f" else np.int64
            found[name] = np.ascontiguousarray(value, kind)
    return Book(**found)


def index_of(book: Book, base: int = 0, closed: int = 0) -> Index:
    """The index of a book whose blocks begin at `base` and whose closed rows stand at `closed`."""
    return Index(
        book.kind,
        book.step,
        base,
        book.main,
        book.needs,
        book.lowest,
        book.totals,
        book.counters,
        book.places,
        book.sides,
        book.last_round,
        closed,
        len(book.closed),
    )


NO_INDEX = Index(*([0] * len(Index._fields)))
"""The index of no book."""


def blocks_of(book: Book) -> int:
    """The number of blocks of a book."""
    return book.main + 2 * (book.needs + 1)


def fresh_notes(books: Sequence[Book]) -> Notes:
    """Empty notes for some books, one after the other. Memory is taken up only as blocks are worked out."""
    blocks = sum(blocks_of(book) for book in books)
    longest = max(_longest(book) for book in books)
    dice, points, left = books[0].dice, books[0].points, books[0].left
    size = longest + max(int(book.points.max()) for book in books) + 2
    table = 1 << 18
    return Notes(
        ready=np.zeros(blocks, np.uint8),
        near=np.zeros((blocks, HOT, dice), np.uint16),
        far=np.zeros((blocks, max(longest + 1 - HOT, 1), dice), np.uint16),
        plans=np.zeros((MOST_PLANS, _widest(books[0])), np.int32),
        found=np.zeros(table, np.int64),
        numbers=np.full(table, -1, np.int64),
        size=np.zeros(1, np.int64),
        places=(points * dice + left - 1) * LANES,
        words=(points << 5) | (left << 1),
        lane_bank=np.zeros(size * LANES),
        lane_best=np.zeros(size * dice * LANES),
        lane_stops=np.zeros(size * dice * LANES, np.int64),
        mean=np.zeros(LANES),
        digest=np.zeros(LANES, np.int64),
        entries=np.zeros(_widest(books[0]) * LANES, np.int64),
        bank=np.zeros(size),
        value=np.zeros((size, dice)),
        best=np.zeros((size, dice)),
    )


def _longest(book: Book) -> int:
    return int(max(book.longest, book.needs + 1, book.kinds.shape[1]))


def _widest(book: Book) -> int:
    return int(np.diff(book.class_first).max()) + 1


def group_of(book: Book, block: int) -> tuple[int, int]:
    """The first of the neighbours that are worked out together with a block of a book, and their number.

    Ordinary turns and last turns are never mixed.

    >>> from hotdice.rules import load
    >>> book = points_book(load("classic"))
    >>> group_of(book, 1), group_of(book, 2 + 19)
    ((0, 2), (18, 8))
    """
    start, end = (0, book.main) if block < book.main else (book.main, blocks_of(book))
    first = start + (block - start) // LANES * LANES
    return first, min(LANES, end - first)


def ints(values: Any) -> Ints:
    """Whole numbers for compiled code."""
    return np.array(values, np.int64)
