"""What the rounds so far say about each player: points, meetings, byes, first starts."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import msgspec

from hotdice.club.evening.plan import Plan, place_points
from hotdice.club.evening.state import Round, Scores, Table, places
from hotdice.frozen import Frozen


class Game(Frozen):
    """A player's share of one table: points in parts, the place, those who were beaten, even or better."""

    round: int
    points: int
    place: int
    scored: int
    below: tuple[int, ...]
    level: tuple[int, ...]
    above: tuple[int, ...]
    luck: float | None = None
    seats: int = 2


class History(msgspec.Struct):
    """What is known of the players of some rounds."""

    games: dict[int, list[Game]] = {}
    byes: Counter[int] = msgspec.field(default_factory=Counter)
    met: Counter[tuple[int, int]] = msgspec.field(default_factory=Counter)
    first: Counter[int] = msgspec.field(default_factory=Counter)
    seated: Counter[int] = msgspec.field(default_factory=Counter)
    points: Counter[int] = msgspec.field(default_factory=Counter)


def pair_of(first: int, second: int) -> tuple[int, int]:
    """Two players in one order.

    >>> pair_of(7, 3)
    (3, 7)
    """
    return (first, second) if first < second else (second, first)


def points_of(plan: Plan, scores: Scores) -> list[int]:
    """The points of each seat in parts: shared places share their points, who was not there has none.

    >>> from hotdice.club.evening.plan import UNIT
    >>> [points / UNIT for points in points_of(Plan(size=4), (5000, 10100, None, 5000))]
    [1.5, 3.0, 0.0, 1.5]
    """
    worth, ranks = place_points(plan, len(scores)), places(scores)
    found = []
    for score, rank in zip(scores, ranks, strict=True):
        same = ranks.count(rank)
        found.append(0 if score is None else sum(worth[rank - 1 : rank - 1 + same]) // same)
    return found


def history_of(plan: Plan, rounds: Sequence[Round]) -> History:
    """The history of some rounds; tables that are not over count as meetings only.

    Where everyone meets everyone, who is free has played one game less so far, and gets nothing for it.
    """
    found = History(games={})
    for one in rounds:
        for player in one.byes if one.stage == "swiss" else ():
            found.byes[player] += 1
            found.points[player] += plan.win
        for table in one.tables:
            there = [player for player in table.players if player not in table.absent]
            if len(there) > 1:
                for first, second in combinations(table.players, 2):
                    found.met[pair_of(first, second)] += 1
                found.first[table.players[0]] += 1
                found.seated.update(table.players)
            if table.scores is not None:
                _add(found, plan, one.number, table, table.scores)
    return found


def _add(found: History, plan: Plan, number: int, table: Table, scores: Scores) -> None:
    points, ranks = points_of(plan, scores), places(scores)
    for seat, player in enumerate(table.players):
        others = [(other, ranks[place]) for place, other in enumerate(table.players) if place != seat]
        game = Game(
            round=number,
            points=points[seat],
            place=ranks[seat],
            scored=scores[seat] or 0,
            below=tuple(other for other, rank in others if rank > ranks[seat]),
            level=tuple(other for other, rank in others if rank == ranks[seat]),
            above=tuple(other for other, rank in others if rank < ranks[seat]),
            luck=table.luck[seat] if table.luck else None,
            seats=len(table.players),
        )
        found.games.setdefault(player, []).append(game)
        found.points[player] += points[seat]
