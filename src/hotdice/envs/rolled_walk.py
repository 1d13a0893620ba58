"""All turns of a policy that is asked roll by roll, from their first roll to their ends, in arrays."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.odds.plan import Floats, Ints
from hotdice.odds.stopping import COUNTS, NOTHING, REFUSED

FAINT = 1e-14
"""A chance too small to be followed; whoever gets there is taken to have lost the turn."""
_ROWS = 1 << 16


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


def walk(scene: Scene, policy: Callable[..., Any]) -> Walked:
    """Follow all turns of a scene at once, by rising turn total.

    Raises:
        ValueError: the policy fails, or says what is not legal.
    """
    count, size = scene.kinds.shape
    dice = len(scene.farkle)
    chance = np.zeros((count, size, dice))
    chance[:, 0, dice - 1] = 1.0
    found = Walked(np.zeros((count, size)), np.zeros(count), np.zeros(count), np.zeros((count, 3)))
    for total in range(size):
        for n in range(dice):
            here = chance[:, total, n]
            found.lost[:] += np.where(here < FAINT, here, here * scene.farkle[n])
            at = np.flatnonzero(here >= FAINT)
            per = max(1, _ROWS // len(scene.choices[n].chances))
            for low in range(0, len(at), per):
                _decide(scene, policy, at[low : low + per], total, n, chance, found)
    return found


def _decide(  # noqa: PLR0917 - one step of the walk, which has all of this
    scene: Scene, policy: Callable[..., Any], at: Ints, total: int, n: int, chance: Floats, found: Walked
) -> None:
    """Ask for all rolls of some turns with one total and number of dice, and pass their chances on."""
    choices, dice = scene.choices[n], len(scene.farkle)
    rolls, turns = len(choices.chances), len(at)
    to = total + choices.points
    kinds = scene.kinds[np.ix_(at, to)]
    hot = scene.forced & (choices.left == dice - 1)
    may_stop = (kinds != REFUSED) & ~hot
    owner = np.repeat(np.arange(rolls), np.diff(choices.starts))
    masks = np.zeros((turns, rolls, 2 * choices.at.shape[1]), np.int8)
    masks[:, owner, choices.action] = 1
    masks[:, owner, choices.action + 1] = may_stop
    rows = np.repeat(scene.common[at][:, None, :], rolls, axis=1)
    width = choices.faces.shape[1]
    rows[:, :, :width] = choices.faces
    rows[:, :, width] = total * scene.scale
    flat = masks.reshape(turns * rolls, -1)
    actions = _asked(policy, rows.reshape(turns * rolls, -1), flat)
    picked = choices.at[np.tile(np.arange(rolls), turns), actions // 2].reshape(turns, rolls)
    row = np.arange(turns)[:, None]
    reached, left = to[picked], choices.left[picked]
    stops = (actions % 2 == 1).reshape(turns, rolls)
    # Beyond the margin everybody stops for whom it counts.
    stops |= (reached >= scene.ends[at][:, None]) & may_stop[row, picked] & (kinds[row, picked] == COUNTS)
    share = chance[at, total, n][:, None] * choices.chances
    if len(scene.bank):
        worth = np.where(may_stop, scene.bank[np.ix_(at, to)], -np.inf)
        going = scene.roll[at[:, None], to, choices.left]
        own = np.maximum(worth, going)
        best = np.maximum.reduceat(own, choices.starts[:-1], axis=1)
        mine = own[row, picked]
        taken = np.where(stops, worth[row, picked], going[row, picked])
        found.losses[at, 0] += (share * (best - mine)).sum(axis=1)
        found.losses[at, 1] += np.where(stops, share * (mine - taken), 0.0).sum(axis=1)
        found.losses[at, 2] += np.where(stops, 0.0, share * (mine - taken)).sum(axis=1)
    kind = kinds[row, picked]
    who = np.broadcast_to(at[:, None], stops.shape)
    counts, idle = stops & (kind == COUNTS), stops & (kind == NOTHING)
    np.add.at(found.out, (who[counts], reached[counts]), share[counts])
    np.add.at(found.nothing, who[idle], share[idle])
    np.add.at(chance, (who[~stops], reached[~stops], left[~stops]), share[~stops])


def _asked(policy: Callable[..., Any], rows: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]) -> Ints:
    """What the policy says, checked."""
    try:
        actions = np.asarray(policy(rows, masks)).astype(np.int64).reshape(-1)
    except Exception as error:  # whatever somebody's policy raises
        raise ValueError(f"the policy failed: {type(error).__name__}: {str(error)[:200]}") from error
    if actions.shape != (len(rows),):
        raise ValueError(f"{len(rows):,} actions were asked for, and {actions.size:,} came back")
    legal = (actions >= 0) & (actions < masks.shape[1])
    legal[legal] = masks[np.flatnonzero(legal), actions[legal]] == 1
    if not legal.all():
        raise ValueError(f"the policy said {actions[~legal][0]}, which is not legal")
    return np.asarray(actions)
