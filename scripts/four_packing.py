"""A table of four in little space, tried: a grid that is finer near the target, and cubics between its nodes.

On the grid shares are steps of 1/2,047, kept as differences along three axes and LZMA. How much that would
take, and what it is off at every state of the race, is found for several grids; the smallest one that is off
by less than a thousandth is pressed and written down, in parts.
"""

import lzma
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hotdice.odds.plan import Floats, Ints
from hotdice.odds.standings import Standings

STEPS = 2047
POINTS = 4
"""Nodes from which a share between them is worked out."""

WANTED = 1e-3
"""What a share may be off."""

PARTS = 8
LARGEST = 150_000_000
"""Numbers of a grid that is pressed: that takes some seconds for each ten million."""

Told = Callable[[str], None]


@dataclass(frozen=True)
class Grid:
    """Rows of a grid: the last `fine` ones, then further and further apart, up to `most`."""

    fine: int
    growth: int
    most: int

    def nodes(self, places: Standings) -> Ints:
        """The rows of the grid, rising.

        >>> from hotdice.odds.standings import standings
        >>> from hotdice.rules import load
        >>> Grid(4, 2, 5).nodes(standings(load("busche-neller", ["target=1000"]))).tolist()
        [0, 4, 9, 12, 14, 15, 16, 17, 18, 19]
        """
        found, row = [], places.totals - 1
        while row > 0:
            found.append(row)
            further = places.totals - row - self.fine
            row -= 1 if further < 0 else min(self.most, 1 + round(further / self.growth))
        return np.array([0, *found[::-1]])


GRIDS = (Grid(20, 6, 10), Grid(30, 6, 12), Grid(45, 4, 16), Grid(52, 4, 12), Grid(60, 6, 12))


def between(places: Standings, nodes: Ints) -> tuple[Ints, Floats]:
    """For every standing the nodes that it is worked out from, and their weights.

    Those who are not on the board have nodes of their own, after the others.
    """
    rows, many = np.arange(places.totals), min(POINTS, len(nodes))
    low = np.clip(np.searchsorted(nodes, rows, side="right") - many // 2, 0, len(nodes) - many)
    at = low[:, None] + np.arange(many)
    weights = np.ones(at.shape)
    for i in range(many):
        for j in range(many):
            if i != j:
                apart = nodes[at[:, i]] - nodes[at[:, j]]
                weights[:, i] *= (rows - nodes[at[:, j]]) / apart
    closed = places.count - places.totals
    alone = np.repeat(len(nodes) + np.arange(closed)[:, None], many, axis=1)
    single = np.eye(many)[np.zeros(closed, np.int64)]
    return np.concatenate([at, alone]), np.concatenate([weights, single])


def on_grid(values: Any, places: Standings, nodes: Ints, xp: Any) -> Any:
    """The shares at the nodes, as [share, mover, next, ...], in steps."""
    kept = xp.asarray(np.concatenate([nodes, np.arange(places.totals, places.count)]))
    found = values
    for axis in range(1, values.ndim):
        found = xp.take(found, kept, axis=axis)
    return xp.rint(found * STEPS).astype(np.int16)


def filled(grid: Any, at: Any, weights: Any, axis: int, xp: Any) -> Any:
    """A table with every standing along one axis, from one with nodes there."""
    shape = [1] * grid.ndim
    shape[axis] = -1
    return sum(xp.take(grid, at[:, k], axis=axis) * weights[:, k].reshape(shape) for k in range(at.shape[1]))


def errors(values: Any, places: Standings, nodes: Ints, grid: Any, xp: Any) -> tuple[float, float]:
    """The most that a share is off, and the mean, over all states."""
    at, weights = (xp.asarray(part) for part in between(places, nodes))
    coarse = grid / float(STEPS)
    worst = total = 0.0
    for mover in range(places.count):
        slab = filled(coarse, at[mover : mover + 1], weights[mover : mover + 1], 1, xp)[:, 0]
        for axis in range(1, slab.ndim):
            slab = filled(slab, at, weights, axis, xp)
        off = xp.abs(slab - values[:, mover])
        worst, total = max(worst, float(off.max())), total + float(off.mean())
    return worst, total / places.count


def differences(grid: Any, xp: Any) -> Any:
    """What is left of a grid along its last three axes."""
    left = grid
    for axis in range(grid.ndim - 3, grid.ndim):
        first = xp.take(left, xp.arange(1), axis=axis)
        left = xp.concatenate([first, xp.diff(left, axis=axis)], axis=axis)
    return left


def bytes_needed(left: Any, xp: Any) -> int:
    """How many bytes differences take if each is written by how often it comes."""
    counts = xp.bincount(left.ravel().astype(np.int64) - int(left.min()))
    shares = counts[counts > 0] / left.size
    return int(float(-(shares * xp.log2(shares)).sum()) * left.size / 8)


def pressed(left: Floats) -> list[bytes]:
    """Differences as a few pieces of LZMA, each by a core of its own."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6}]

    def press(part: Any) -> bytes:
        folded = ((part << 1) ^ (part >> 15)).view(np.uint16).ravel()
        planes = (folded & 255).astype(np.uint8).tobytes() + (folded >> 8).astype(np.uint8).tobytes()
        return lzma.compress(planes, format=lzma.FORMAT_RAW, filters=filters)

    with ThreadPoolExecutor(PARTS) as pool:
        return list(pool.map(press, np.array_split(left.reshape(-1), PARTS)))


def try_packing(values: Any, places: Standings, folder: Path, tell: Told, xp: Any) -> list[dict[str, Any]]:
    """Try every grid: its nodes, the bytes it would take and what it is off; one goes to the folder."""
    found: list[dict[str, Any]] = []
    for grid in GRIDS:
        nodes = grid.nodes(places)
        shares = on_grid(values, places, nodes, xp)
        worst, mean = errors(values, places, nodes, shares, xp)
        left = differences(shares, xp)
        tried = {"grid": str(grid), "nodes": len(nodes), "worst": worst, "mean": mean}
        tried["bytes_needed"] = bytes_needed(left, xp)
        found.append(tried)
        tell(f"packed: {tried}")
        if worst < WANTED and left.size <= LARGEST:
            folder.mkdir(parents=True, exist_ok=True)
            parts = pressed(np.ascontiguousarray(left.get() if hasattr(left, "get") else left))
            for number, part in enumerate(parts):
                (folder / f"four-{number}.bin").write_bytes(part)
            tried["bytes"] = sum(map(len, parts))
            tell(f"pressed: {tried['bytes']:,} bytes")
            break
    return found
