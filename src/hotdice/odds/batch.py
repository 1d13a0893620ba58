"""The batch form of the kernel: every lane in one operation, on numpy, CuPy, JAX or torch.

The arithmetic is that of `lanes`, written so that a row is a handful of operations over all lanes at once,
which is what a graphics processor is good at. No array is written in place, because JAX cannot. Hand an
engine to `TurnSolver` or `solve_race` and it does the work; the numbers are the same to 1e-9.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from hotdice.odds.plan import Floats, Ints, RollPlan


@dataclass(frozen=True, eq=False)
class Engine:
    """An array library: `xp` with numpy's names, or torch, and where its arrays live.

    >>> numpy_engine().name
    'numpy'
    """

    name: str
    xp: Any
    device: str = ""

    @property
    def torch(self) -> bool:
        """Whether the library is torch, which has names of its own."""
        return bool(self.device)

    def put(self, array: Any) -> Any:
        """A numpy array on the device."""
        if self.torch:
            return self.xp.as_tensor(np.ascontiguousarray(array), device=self.device)
        return self.xp.asarray(array)

    def get(self, array: Any) -> Floats:
        """An array of this library as a numpy array."""
        if self.torch:
            return np.asarray(array.cpu().numpy())
        return np.asarray(array.get() if hasattr(array, "get") else array)

    def greatest(self, offered: Any, carried: Any) -> tuple[Any, Any]:
        """The greatest value of each class and lane, and the tag that goes with it."""
        if self.torch:
            best, index = offered.max(dim=1, keepdim=True)
            return best[:, 0], carried.gather(1, index)[:, 0]
        index = offered.argmax(axis=1)[:, None]
        take = self.xp.take_along_axis
        return take(offered, index, axis=1)[:, 0], take(carried, index, axis=1)[:, 0]

    def shifted(self, row: Any, window: Any) -> Any:
        """The window with a new row in front and its last row gone."""
        join = self.xp.cat if self.torch else self.xp.concatenate
        return join([row[None], window[:-1]])

    def solve(
        self,
        plan: RollPlan,
        tops: tuple[Floats, Floats],
        stops: tuple[Floats, Floats],
        farkle: tuple[Floats, Floats],
        start: Ints,
        *,
        forced: bool,
    ) -> tuple[Floats, Floats]:
        """Values of turns and the mean tags of their ends, as `TurnSolver.solve_tagged`.

        `tops` are the rows from the final one on, by row, dice and lane, `stops` the worth of stopping in
        the rows below, `farkle` that of losing the turn: each with its tags.
        """
        dice, lanes, count = plan.dice, stops[0].shape[1], stops[0].shape[0]
        sizes = np.diff(np.append(plan.starts, len(plan.points)))
        width = np.minimum(np.arange(sizes.max())[None, :], sizes[:, None] - 1)
        index = plan.starts[:, None] + width
        # Places count from the row at hand; the window begins with the row after it.
        places = self.put((plan.points[index] - 1) * dice + plan.left[index])
        weights = self.put(plan.weights)
        lost, lost_tags = (self.put(np.outer(plan.farkle, part)) for part in farkle)
        values, tags = self.put(tops[0]), self.put(tops[1])
        bank, bank_tags = self.put(stops[0]), self.put(stops[1])
        last = self.put(np.arange(dice)[:, None] == (dice - 1 if forced else -1))
        lowest, found, means = int(start.min()), [], []
        for row in range(count - 1, lowest - 1, -1):
            offered = values.reshape(-1, lanes)[places]
            best, carried = self.greatest(offered, tags.reshape(-1, lanes)[places])
            roll, mean = weights @ best + lost, weights @ carried + lost_tags
            found.append(roll[-1])
            means.append(mean[-1])
            stop = (bank[row][None] >= roll) & ~last
            values = self.shifted(self.xp.where(stop, bank[row][None], roll), values)
            tags = self.shifted(self.xp.where(stop, bank_tags[row][None], mean), tags)
        rows, every = count - 1 - start, np.arange(lanes)
        return self.get(self.xp.stack(found))[rows, every], self.get(self.xp.stack(means))[rows, every]


def numpy_engine() -> Engine:
    """The batch form on numpy: to compare, and where nothing else is there."""
    return Engine("numpy", np)


def find_engine() -> Engine:
    """The first library that is installed and has a graphics processor: CuPy, torch, JAX; else numpy.

    >>> find_engine().name in ("cupy", "torch on cuda", "jax on gpu", "numpy")
    True
    """
    if find_spec("cupy") is not None:
        cupy = import_module("cupy")
        if cupy.cuda.is_available():
            return Engine("cupy", cupy)
    if find_spec("torch") is not None:
        torch = import_module("torch")
        if torch.cuda.is_available():
            return Engine("torch on cuda", torch, "cuda")
    if find_spec("jax") is not None:
        jax = import_module("jax")
        jax.config.update("jax_enable_x64", True)
        if jax.default_backend() == "gpu":
            return Engine("jax on gpu", import_module("jax.numpy"))
    return numpy_engine()
