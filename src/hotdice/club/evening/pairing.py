"""Who meets whom: Swiss by a library's matching, everyone against everyone, larger tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from hotdice.club.evening.history import History, pair_of
from hotdice.club.evening.plan import UNIT, table_sizes

Pairs = list[tuple[int, int]]
FREE = -1
"""Stands in a matching for the bye."""
_SPREAD = 10_000
_STARTS = 300
_NEAR = 24
"""Of many players only those near each other in the ranking are considered at first; that is quick."""


def swiss(
    ranked: Sequence[int], history: History, *, repeats: bool = False
) -> tuple[Pairs, int | None] | None:
    """The pairs of a round and who is free; None where nobody is left to meet without meeting twice.

    Equal points meet, the upper half of a group the lower one; whoever started too often meets somebody who
    did not. The bye goes to the lowest of those who have had the fewest.

    >>> swiss([1, 2, 3, 4, 5], History())
    ([(1, 3), (2, 4)], 5)
    """
    for near in (_NEAR, len(ranked)) if len(ranked) > 3 * _NEAR else (len(ranked),):
        found = _matching(_edges(ranked, history, repeats=repeats, near=near), len(ranked))
        if found is not None:
            rank = {player: place for place, player in enumerate(ranked)}
            free = [max(pair) for pair in found if FREE in pair]
            pairs = [
                (first, second) if rank[first] < rank[second] else (second, first)
                for first, second in found
                if FREE not in (first, second)
            ]
            return sorted(pairs, key=lambda pair: rank[pair[0]]), free[0] if free else None
    return None


def _edges(
    ranked: Sequence[int], history: History, *, repeats: bool, near: int
) -> dict[tuple[int, int], int]:
    """What each pair costs."""
    points = history.points
    groups = Counter(points[player] for player in ranked)
    found = {}
    for (place, first), (other, second) in combinations(enumerate(ranked), 2):
        again = history.met[pair_of(first, second)]
        if other - place > near or (again and not repeats):
            continue
        gap = 2 * (points[first] - points[second]) // UNIT
        half = groups[points[first]] // 2 if gap == 0 else 1
        fold = 100 * abs(other - place - half) // len(ranked)
        tilt = (_tilt(history, first), _tilt(history, second))
        starts = _STARTS * min(abs(tilt[0]), abs(tilt[1])) ** 2 if tilt[0] * tilt[1] > 0 else 0
        found[first, second] = _SPREAD * gap * gap + fold + starts + 1_000_000_000 * again
    if len(ranked) % 2:
        fewest = min(history.byes[player] for player in ranked)
        low = points[ranked[-1]]
        for place, player in enumerate(ranked):
            if history.byes[player] == fewest:
                gap = 2 * (points[player] - low) // UNIT
                found[FREE, player] = 100 * _SPREAD * gap * gap + 100 * (len(ranked) - place) // len(ranked)
    return found


def _tilt(history: History, player: int) -> int:
    """How much more often somebody started than not."""
    return 2 * history.first[player] - history.seated[player]


def _matching(costs: Mapping[tuple[int, int], int], players: int) -> list[tuple[int, int]] | None:
    """The cheapest pairs that take everybody in, or None where there are none."""
    found = _cheapest(costs)
    return found if 2 * len(found) == players + players % 2 else None


def _cheapest(costs: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """As many pairs as can be, and of those the cheapest."""
    import networkx as nx  # a third of a second, which only pairing has to wait for

    graph = nx.Graph()
    most = max(costs.values(), default=0) + 1
    graph.add_weighted_edges_from((first, second, most - cost) for (first, second), cost in costs.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted(pair_of(int(first), int(second)) for first, second in found)


def unmet(players: Sequence[int], history: History) -> Pairs:
    """As many pairs as can be of players who have not met, first of those who have played least.

    >>> history = History()
    >>> history.met[1, 2] = 1
    >>> unmet([1, 2, 3], history) in ([(1, 3)], [(2, 3)])
    True
    """
    return _cheapest(
        {
            (first, second): history.seated[first] + history.seated[second]
            for first, second in combinations(players, 2)
            if not history.met[pair_of(first, second)]
        }
    )


def circle(order: Sequence[int], number: int) -> Pairs:
    """The pairs of one round of everyone against everyone; 0 in the order is a free place.

    >>> [circle([1, 2, 3, 4], number) for number in range(3)]
    [[(1, 4), (2, 3)], [(1, 3), (4, 2)], [(1, 2), (3, 4)]]
    """
    ring = list(order[1:])
    turn = number % len(ring)
    ring = ring[-turn:] + ring[:-turn] if turn else ring
    line = [order[0], *ring]
    half = len(line) // 2
    return [(line[place], line[-1 - place]) for place in range(half)]


def groups(
    ranked: Sequence[int], size: int, history: History, lot: int, *, by_points: bool
) -> list[list[int]]:
    """Tables of three to six: as few repeated meetings as can be found, then equal points together.

    Begins with the order of the ranking and swaps two players as long as that makes it better, from a few
    beginnings.

    >>> groups([1, 2, 3, 4, 5, 6], 3, History(), 1, by_points=True)
    [[1, 2, 3], [4, 5, 6]]
    """
    dice = Random(lot)
    best: tuple[int, list[list[int]]] | None = None
    for trial in range(4):
        order = list(ranked)
        if trial or not by_points:
            dice.shuffle(order)
        if by_points:
            order.sort(key=lambda player: -history.points[player])
        tables: list[list[int]] = []
        for seats in table_sizes(len(order), size):
            tables.append(order[sum(map(len, tables)) :][:seats])
        cost = _improve(tables, history, by_points=by_points)
        if best is None or cost < best[0]:
            best = cost, tables
        if not history.met or best[0] == 0:
            break
    assert best is not None
    return best[1]


def _cost(history: History, first: int, second: int, by_points: bool) -> int:
    again = history.met[pair_of(first, second)]
    gap = 2 * abs(history.points[first] - history.points[second]) // UNIT if by_points else 0
    return 100_000 * again * again + gap * gap


def _improve(tables: list[list[int]], history: History, *, by_points: bool) -> int:
    """Swap players of different tables as long as that lowers the cost; the cost in the end."""
    players = [player for table in tables for player in table]
    price = {
        pair_of(first, second): _cost(history, first, second, by_points)
        for first, second in combinations(players, 2)
    }

    def at(player: int, table: Sequence[int], without: int) -> int:
        return sum(price[pair_of(player, other)] for other in table if other not in (player, without))

    better = True
    while better:
        better = False
        for one, two in combinations(tables, 2):
            for place in range(len(one)):
                for seat in range(len(two)):
                    first, second = one[place], two[seat]
                    before = at(first, one, first) + at(second, two, second)
                    after = at(first, two, second) + at(second, one, first)
                    if after < before:
                        one[place], two[seat] = second, first
                        better = True
    return sum(price[pair_of(a, b)] for table in tables for a, b in combinations(table, 2))


def in_order_of_start(players: Sequence[int], history: History, dice: Random) -> tuple[int, ...]:
    """The players of a table in the order in which they start: first who has started least so far.

    >>> history = History()
    >>> history.first[1], history.seated[1], history.seated[2] = 1, 1, 1
    >>> in_order_of_start([1, 2], history, Random(1))
    (2, 1)
    """
    mixed = list(players)
    dice.shuffle(mixed)
    return tuple(
        sorted(mixed, key=lambda player: len(players) * history.first[player] - history.seated[player])
    )
