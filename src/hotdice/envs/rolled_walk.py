"""All turns of a policy that is asked roll by roll, from their first roll to their ends, in arrays."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.envs.rolled_kernel import follow_rolls, lay_rolls
from hotdice.odds.lanes import threads
from hotdice.odds.plan import Floats, Ints

FAINT = 1e-14
"""A chance too small to be followed; whoever gets there is taken to have lost the turn."""
_ROWS, _FEW_ROWS = 1 << 16, 1 << 13
"""How many rolls a policy is asked about at once; fewer, where several threads ask it."""


class Choices(NamedTuple):
    """The rolls of so many dice that score: features and chance of each, and all their choices in a row.

    Those of roll r are from `starts[r]` up to the next: the action that rolls on, points in steps, dice left
    less one. `at[roll, action // 2]` is the number of a choice.
    """

    faces: npt.NDArray[np.float32]
    chances: Floats
    starts: Ints
    action: Ints
    points: Ints
    left: Ints
    at: Ints


class Scene(NamedTuple):
    """Some turns: what all rows of each have in common, from where on it stops, what its stops lead to.

    `bank` and `roll` are what stops and rolls are worth against best play; they may be empty.
    """

    common: npt.NDArray[np.float32]
    ends: Ints
    kinds: Ints
    choices: tuple[Choices, ...]
    farkle: Floats
    scale: float
    forced: bool
    bank: Floats
    roll: Floats


class Walked(NamedTuple):
    """The chances of all stops that count, of losing the turn, of a stop for nothing; what it gives away."""

    out: Floats
    lost: Floats
    nothing: Floats
    losses: Floats

    @staticmethod
    def room(turns: int, size: int) -> "Walked":
        """Room for so many turns and turn totals."""
        return Walked(np.zeros((turns, size)), np.zeros(turns), np.zeros(turns), np.zeros((turns, 3)))

    def take(self, at: Ints, other: "Walked") -> None:
        """Take over some turns, which may have room for fewer totals."""
        self.out[at, : other.out.shape[1]] = other.out
        self.lost[at], self.nothing[at], self.losses[at] = other.lost, other.nothing, other.losses


def compiled_policy(policy: Callable[..., Any]) -> bool:
    """Whether numba has compiled a policy."""
    return hasattr(policy, "py_func")


def walk(scene: Scene, policy: Callable[..., Any]) -> Walked:
    """Follow all turns of a scene at once, by rising turn total.

    A policy that numba has compiled with `nogil=True` is asked by all cores at once, any other by one.

    Raises:
        ValueError: the policy fails, or says what is not legal.
    """
    count, size = scene.kinds.shape
    dice = len(scene.farkle)
    chance = np.zeros((count, size, dice))
    chance[:, 0, dice - 1] = 1.0
    found = Walked.room(count, size)
    free = compiled_policy(policy) and getattr(policy, "targetoptions", {}).get("nogil", False)
    with ThreadPoolExecutor(threads() if free else 1) as pool:
        for total in range(size):
            for n in range(dice):
                here = chance[:, total, n]
                found.lost[:] += np.where(here < FAINT, here, here * scene.farkle[n])
                at = np.flatnonzero(here >= FAINT)
                per = max(1, (_FEW_ROWS if free else _ROWS) // len(scene.choices[n].chances))
                parts = [at[low : low + per] for low in range(0, len(at), per)]
                for _ in pool.map(partial(_decide, scene, policy, total, n, chance, found), parts):
                    pass
    return found


def _decide(  # noqa: PLR0917 - one step of the walk, which has all of this
    scene: Scene, policy: Callable[..., Any], total: int, n: int, chance: Floats, found: Walked, at: Ints
) -> None:
    """Ask for all rolls of some turns with one total and number of dice, and pass their chances on."""
    choices, hot = scene.choices[n], len(scene.farkle) - 1 if scene.forced else -1
    count = len(at) * len(choices.chances)
    rows = np.empty((count, scene.common.shape[1]), np.float32)
    masks = np.empty((count, 2 * choices.at.shape[1]), np.int8)
    lay_rolls(
        scene.common, at, scene.kinds, choices.faces, choices.starts, choices.action, choices.points,
        choices.left, total, total * scene.scale, hot, rows, masks,
    )  # fmt: skip
    actions = _asked(policy, rows, masks)
    wrong = follow_rolls(
        at, scene.kinds, scene.ends, choices.chances, choices.starts, choices.points, choices.left,
        choices.at, total, hot, masks, actions, scene.bank, scene.roll, chance[at, total, n], chance,
        found.out, found.nothing, found.losses,
    )  # fmt: skip
    if wrong >= 0:
        raise ValueError(f"the policy said {actions[wrong]}, which is not legal")


def _asked(policy: Callable[..., Any], rows: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]) -> Ints:
    """What the policy says."""
    try:
        actions = np.asarray(policy(rows, masks)).astype(np.int64).reshape(-1)
    except Exception as error:  # whatever somebody's policy raises
        raise ValueError(f"the policy failed: {type(error).__name__}: {str(error)[:200]}") from error
    if actions.shape != (len(rows),):
        raise ValueError(f"{len(rows):,} actions were asked for, and {actions.size:,} came back")
    return actions
