"""Maxima over many overlapping sets with the common parts computed once.

The value of a class of rolls is the greatest of its choices' values. The sets of choices overlap a great
deal, so a pair that many sets contain is worth a node of its own: greatest(a, b) is computed once and stands
in for both. Taking the most frequent pair again and again leaves about a third of the work.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import Generic, TypeVar

Leaf = TypeVar("Leaf", bound=Hashable)


@dataclass(frozen=True)
class SharedMaxima(Generic[Leaf]):
    """Nodes 0, 1, ... are the leaves, then one for each pair in `pairs`; `results[i]` belongs to set i."""

    leaves: tuple[Leaf, ...]
    pairs: tuple[tuple[int, int], ...]
    results: tuple[int, ...]


def share(sets: Iterable[frozenset[Leaf]]) -> SharedMaxima[Leaf]:
    """A short list of pairwise maxima that yields the maximum over every one of the sets.

    >>> found = share([frozenset("abc"), frozenset("abd"), frozenset("c")])
    >>> len(found.leaves), len(found.pairs)
    (4, 3)
    """
    whole = [set(items) for items in sets]
    leaves = tuple(sorted(set().union(*whole), key=repr))
    number = {leaf: index for index, leaf in enumerate(leaves)}
    numbered = [{number[leaf] for leaf in items} for items in whole]
    distinct: dict[frozenset[int], set[int]] = {frozenset(items): set(items) for items in numbered}
    keys = [frozenset(items) for items in numbered]
    rest = list(distinct.values())
    holders: dict[int, set[int]] = {}
    count: Counter[tuple[int, int]] = Counter()
    for index, items in enumerate(rest):
        count.update(combinations(sorted(items), 2))
        for item in items:
            holders.setdefault(item, set()).add(index)
    pairs: list[tuple[int, int]] = []
    heap = [(-many, pair) for pair, many in count.items()]
    heapify(heap)
    while count:
        many, (first, second) = heappop(heap)
        known = count.get((first, second), 0)
        if (
            known != -many
        ):  # counts fall after they were noted; a pair is looked at when it seems the greatest
            if known and -many > known:
                heappush(heap, (-known, (first, second)))
            continue
        node = len(leaves) + len(pairs)
        pairs.append((first, second))
        holders[node] = holders[first] & holders[second]
        fresh: set[int] = set()
        for index in holders[node]:
            items = rest[index]
            items -= {first, second}
            for item in items:
                for gone in (first, second):
                    _less(count, (min(item, gone), max(item, gone)))
                count[item, node] += 1
                fresh.add(item)
            items.add(node)
        del count[first, second]
        for item in fresh:
            heappush(heap, (-count[item, node], (item, node)))
        holders[first] -= holders[node]
        holders[second] -= holders[node]
    ends = {key: next(iter(items)) for key, items in distinct.items()}
    return SharedMaxima(leaves, tuple(pairs), tuple(ends[key] for key in keys))


def _less(count: Counter[tuple[int, int]], pair: tuple[int, int]) -> None:
    if count[pair] == 1:
        del count[pair]
    else:
        count[pair] -= 1
