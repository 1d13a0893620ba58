"""Turns that carry more than the mover's value: what their ends are worth to the next player goes along.

The mover maximises the value of the turn; the two carried numbers are means of the ends under that play: what
a stop is worth to the next player, and the chance that the turn is lost.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from hotdice.odds.lanes import TurnSolver, in_parallel
from hotdice.odds.plan import Floats, Ints


class Carried(NamedTuple):
    """A batch of turns, its stops as [row, lane].

    `bank` is the mover's value (`NOT_ALLOWED` where a stop is), `following` the next player's, `nothing` 1
    where a stop is as good as a lost turn; `farkle[lane]` is what losing the turn is worth to the mover. The
    turn of a lane begins at row `start` and is not rolled on from row `final`.
    """

    bank: Floats
    following: Floats
    nothing: Floats
    farkle: Floats
    start: Ints
    final: Ints


def solve_carried(solver: TurnSolver, turns: Carried) -> Floats:
    """The mover's value at the start of each turn, the next player's, and the chance of losing the turn.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> solver = TurnSolver(roll_plan(load("busche-neller")), forced=False)
    >>> bank = np.zeros((solver.plan.most + 2, 1))
    >>> bank[1:] = 1.0  # any score wins
    >>> one = np.ones(1, np.int64)
    >>> turns = Carried(bank, 0 * bank, 0 * bank, np.zeros(1), 0 * one, one)
    >>> solve_carried(solver, turns)[:, 0].round(6).tolist()
    [0.969136, 0.0, 0.030864]

    Raises:
        ValueError: the stops do not reach as far as a roll at the greatest final row can lead.
    """
    out = np.empty((3, len(turns.start)))
    if len(turns.bank) < int(turns.final.max()) + solver.plan.most + 1:
        raise ValueError("there are too few rows of stops for these turns")
    if not solver.fast:
        return _plain(solver, turns, out)
    from hotdice.odds.three_kernel import solve_plain_lanes, work

    layout = solver.layout
    rows = int(turns.final.max()) + layout.most + 1

    def part(worker: int, workers: int) -> None:
        room = work(layout.first.size, layout.dice, rows)
        solve_plain_lanes(
            layout, turns.bank, turns.following, turns.nothing, turns.farkle, turns.start, turns.final,
            worker, workers, room, out,
        )  # fmt: skip

    in_parallel(part, len(turns.start))
    return out


def _plain(solver: TurnSolver, turns: Carried, out: Floats) -> Floats:
    """The same in plain numpy, all lanes at once, up to the greatest of their final rows."""
    plan, dice, most = solver.plan, solver.plan.dice, solver.plan.most
    final, lowest = int(turns.final.max()), int(turns.start.min())
    lanes = np.arange(len(turns.start))
    stops = np.stack([turns.bank, turns.following, turns.nothing])[:, : final + most + 1]
    lost = np.stack([turns.farkle, np.zeros(len(lanes)), np.ones(len(lanes))])
    memory = np.zeros((3, final + most + 1, dice, len(lanes)))
    ends = np.where(stops[0, final:] >= turns.farkle, stops[:, final:], lost[:, None])
    memory[:, final:] = ends[:, :, None]
    flat = memory.reshape(3, -1, len(lanes))
    places = plan.points * dice + plan.left
    bounds = np.append(plan.starts, len(plan.points))
    for row in range(final - 1, lowest - 1, -1):
        offered = flat[:, row * dice + places]
        chosen = np.empty((3, len(plan.starts), len(lanes)))
        for index, (low, high) in enumerate(pairwise(bounds)):
            chosen[:, index] = offered[:, low + offered[0, low:high].argmax(axis=0), lanes]
        rolled = plan.weights @ chosen + plan.farkle[None, :, None] * lost[:, None]
        here = turns.start == row
        out[:, here] = rolled[:, -1, here]
        stop = stops[0, row] >= rolled[0]
        memory[:, row] = np.where(stop[None], stops[:, row][:, None], rolled)
    return out
