"""The race of three players and more: what every start of a turn is worth to each seat.

Everybody plays for the own share of the win. Of choices that are the same to the mover, the one counts that
is better for the next player: the next one's share is weighed with 1e-10 beside the own. How far past the
target rolling on can pay is bounded, and the bound is checked on the solution, as for two players. Every
state is kept, so with four players and more targets must be small.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from hotdice.odds.endings import Endings
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.last_turns import FAVOUR, chance_to_score, many_endings
from hotdice.odds.plan import Floats, Progress, roll_plan
from hotdice.odds.race import NEGLIGIBLE, is_monotone
from hotdice.odds.race_levels import TOLERANCE, Report, fill_levels
from hotdice.odds.race_turns import RaceTurns, greatest_reach, lowest_top
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.standings import Standings, standings
from hotdice.odds.tables import chances
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties

Checkpoint = Callable[[int, int, Floats, Report], None]
"""Told the margin and how many levels are done, with the table so far; it may keep them."""


@dataclass(frozen=True, eq=False)
class ManyRace:
    """A solved race of three and more: `values[place, k, mover, next, ...]` over standings.

    The k-th share is that of the k-th player from the mover on; the last one has what is left. `place` is the
    mover's place in the round, where that matters: 0 for its first player. From a table the shares are 32-bit
    fractions, see `tables.chances`.
    """

    rules: Ruleset
    players: int
    places: Standings
    values: Floats
    endings: Endings
    margin: int
    report: Report
    seconds: float

    @property
    def rotations(self) -> int:
        """How many places in the round are told apart."""
        return int(self.values.shape[0])

    @property
    def states(self) -> int:
        """The start-of-turn states stored."""
        return int(self.rotations * self.places.count**self.players)

    @property
    def positions(self) -> int:
        """All (state, turn total, dice) within the model."""
        places, players = self.places, self.players
        order = np.sort(places.rows)
        # How many states have their greatest total at or below each standing of the sorted list.
        upto = np.arange(1, places.count + 1) ** players
        tops = np.maximum(order + self.margin, lowest_top(self.rules, places))
        rows = int((np.diff(upto, prepend=0) * tops).sum())
        rows -= int(order.sum()) * places.count ** (players - 1)
        return int(rows * self.rotations * self.rules.dice)

    def shares(self, *standings: int, place: int = 0) -> tuple[float, ...]:
        """The shares of all players, the mover first, at the start of a turn, by their standings."""
        table: Any = self.values
        found = chances(table[(place % self.rotations, slice(None), *standings)])
        return (*(float(share) for share in found), 1.0 - float(found.sum()))

    @property
    def seats(self) -> tuple[float, ...]:
        """The shares of all seats before the first roll."""
        return self.shares(*self.places.starts(self.players))

    def turns(self, solver: TurnSolver) -> RaceTurns:
        """The turns of this race, with its own last turns."""
        return RaceTurns(
            self.rules, self.players, self.places, solver, self.endings, self.margin, favour=FAVOUR
        )


def check_many(rules: Ruleset, players: int) -> None:
    """Refuse what is not solved for so many players, before any work is done.

    >>> from hotdice.rules import load
    >>> check_many(load("classic"), 3)
    >>> check_many(load("facebook"), 3)
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: penalty: three counters of farkles make 27 times as many states

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_goal(rules, "race")
    words = {3: "three", 4: "four"}.get(players, str(players))
    if rules.penalty.points:
        more = rules.penalty.count**players
        raise Unsolvable("penalty", f"{words} counters of farkles make {more} times as many states")
    if rules.reach is Reach.EXACTLY:
        raise Unsolvable("reach", f"an exact target is not solved for {words} players")
    if rules.ties is Ties.PLAY_OFF and rules.last_chance is not LastChance.NONE:
        raise Unsolvable("ties", f"play-offs are not solved for {words} players")
    if rules.hot_dice is HotDice.FORCED:
        raise Unsolvable("hot_dice", f"forced hot dice are not solved for {words} players")
    if any(rules.reached(points) for points in rules.compensation[:players]):
        raise Unsolvable("compensation", "a head start must lie below the target")


def many_places(rules: Ruleset, players: int) -> Standings:
    """The standings of a race of so many."""
    return standings(rules, also=tuple(rules.compensation[2:players]))


def many_turns(
    rules: Ruleset,
    players: int,
    margin: int,
    *,
    compiled: bool = True,
    favour: float = FAVOUR,
    gpu: bool = False,
) -> RaceTurns:
    """The turns of a race of so many with its last turns solved."""
    places = many_places(rules, players)
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False, compiled=compiled)
    reach = greatest_reach(rules, places, solver.plan, margin)
    if gpu:
        from hotdice.odds.race_gpu import GpuTurns, endings_on_gpu

        ends = endings_on_gpu(rules, places, solver, reach, players)
        return GpuTurns(rules, players, places, solver, ends, margin, favour)
    ends = many_endings(rules, places, solver, reach, players)
    return RaceTurns(rules, players, places, solver, ends, margin, favour)


def solve_many(
    rules: Ruleset,
    players: int,
    *,
    progress: Progress | None = None,
    compiled: bool = True,
    margin: int | None = None,
    favour: float = FAVOUR,
    tolerance: float = TOLERANCE,
    gpu: bool = False,
    resume: tuple[int, int, Floats, Report] | None = None,
    checkpoint: Checkpoint | None = None,
) -> ManyRace:
    """Solve a race of so many players.

    `margin` is the first guess of how far above the greatest total nobody rolls on past the target, in steps
    (it is checked, and raised until it holds); `favour` is how much the next player's share counts beside the
    own; a state counts as solved when a round changes none of its shares by more than `tolerance`; `gpu`
    solves on a graphics processor (CUDA, through CuPy); `resume` goes on from (margin, levels done, table,
    report) of an earlier `checkpoint`.

    >>> from hotdice.rules import load
    >>> race = solve_many(load("busche-neller", ["target=200"]), 4)
    >>> [round(share, 4) for share in race.seats]
    [0.9286, 0.0663, 0.0047, 0.0003]

    Raises:
        Unsolvable: the sheet is not a race, or has a rule that is not solved for so many.
    """
    check_many(rules, players)
    favour = favour if players > 2 else 0.0  # what is best for one of two is worst for the other
    begun = time.perf_counter()
    above = first_margin(rules, players) if margin is None else margin
    skip = 0
    report = Report()
    if resume is not None:
        above, skip, values, report = resume
    while True:
        turns = many_turns(rules, players, above, compiled=compiled, favour=favour, gpu=gpu)
        count = turns.places.count
        if resume is None:
            shape = (turns.rotations, players - 1, *(count,) * players)
            values = turns.xp.full(shape, 1.0 / players)
        for levels, states in fill_levels(turns, values, report, skip=skip, tolerance=tolerance):
            if progress is not None:
                progress(states / count**players)
            if checkpoint is not None:
                checkpoint(above, levels, values, report)
        if nobody_rolls_on(turns, values):
            break
        above, skip, resume, report = above + above // 2 + 1, 0, None, Report()
        if above > 200_000:
            raise Unsolvable("scoring", "rolling on past the target pays without end")
    seconds = time.perf_counter() - begun
    table, ends = turns.host(values), turns.host_endings
    return ManyRace(rules, players, turns.places, table, ends, above, report, seconds)


def first_margin(rules: Ruleset, players: int) -> int:
    """A first guess of how far above the greatest total rolling on no longer pays, in steps."""
    if rules.last_chance is LastChance.NONE:
        return 0
    solver = TurnSolver(roll_plan(rules, pruned=True), forced=False)
    risk = float(solver.plan.farkle.min())
    chance = chance_to_score(solver, 600)
    small = np.flatnonzero(((players - 1) * chance <= 0.45 * risk) | (chance**2 <= NEGLIGIBLE))
    return int(small[0]) if small.size else 600


def nobody_rolls_on(turns: RaceTurns, values: Floats) -> bool:
    """Whether nobody gains by rolling on from the top rows, or next to nothing.

    Rolling on wins at most the chance c of being caught, and loses, with the least chance f of a farkle, all
    but what a farkle leaves: a bad bargain if c <= f (1 - L) with L the mover's share after a farkle. Where
    that does not hold, c times the chance to come so far must be negligible.
    """
    places, players, xp = turns.places, turns.players, turns.xp
    begins, rows = xp.asarray(turns.endings.begins), places.rows
    risk = float(turns.solver.plan.farkle.min())
    arriving = xp.asarray(chance_to_score(turns.solver, turns.highest))
    others = xp.indices((places.count,) * (players - 1)).reshape(players - 1, -1)
    for place in range(turns.rotations):
        waiting = int(turns.endings.waiting[place])
        if not waiting:
            continue
        after, trigger = values[(place + 1) % turns.rotations], turns.endings.table(place)[0]
        for mover in range(places.count):
            tops = turns.tops(xp.concatenate([xp.full((1, others.shape[1]), mover), others]))
            caught = 1.0 - trigger[tuple(begins[other] + tops for other in others[:waiting])]
            left = after[..., mover].sum(axis=0).ravel()
            rare = caught * arriving[tops - int(rows[mover])] <= NEGLIGIBLE
            if not bool(((caught <= risk * left) | rare).all()):
                return False
    return True
