"""The race of three: what every start of a turn is worth to each seat, when each plays for itself.

The mover maximises the own share of the win. Of choices that are the same to the mover, the one counts that
is better for the next player: the next one's share is weighed with 1e-10 beside the own. How far past the
target rolling on can pay is bounded, and the bound is checked on the solution, as for two players.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats, roll_plan
from hotdice.odds.race import NEGLIGIBLE, is_monotone
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.standings import Standings, standings
from hotdice.odds.tables import chances
from hotdice.odds.three_endings import FAVOUR, ThreeEndings, chance_to_score, three_endings
from hotdice.odds.three_levels import Progress, Report, levels_of, solve_levels
from hotdice.odds.three_turns import ThreeTurns, greatest_reach, lowest_top
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties

Checkpoint = Callable[[int, int, Floats, Report], None]
"""Told the margin and how many levels are done, with the table so far; it may keep them."""


@dataclass(frozen=True, eq=False)
class ThreeRace:
    """A solved race of three: `values[place, k, mover, next, third]` over standings.

    k = 0 is the mover's share of the win, k = 1 that of the next player; the third has the rest. `place` is
    the mover's place in the round, where that matters: 0 for its first player. From a table the shares are
    32-bit fractions, see `tables.chances`.
    """

    rules: Ruleset
    places: Standings
    values: Floats
    endings: ThreeEndings
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
        return self.rotations * self.places.count**3

    @property
    def positions(self) -> int:
        """All (state, turn total, dice) within the model."""
        return count_positions(self.rules, self.places, self.margin, 3, self.rotations)

    def shares(self, mover: int, following: int, third: int, place: int = 0) -> tuple[float, float, float]:
        """The shares of mover, next and third at the start of a turn, by their standings."""
        own, its = chances(self.values[place % self.rotations, :, mover, following, third])
        return float(own), float(its), 1.0 - float(own) - float(its)

    @property
    def seats(self) -> tuple[float, float, float]:
        """The shares of the three seats before the first roll."""
        return self.shares(*starts(self.places))


def count_positions(rules: Ruleset, places: Standings, margin: int, players: int, rotations: int) -> int:
    """All (state, turn total, dice) of a race of so many; nobody rolls on from `margin` past the lead."""
    order = np.sort(places.rows)
    # How many states have their greatest total at or below each standing of the sorted list.
    upto = np.arange(1, places.count + 1) ** players
    tops = np.maximum(order + margin, lowest_top(rules, places))
    rows = int((np.diff(upto, prepend=0) * tops).sum()) - int(order.sum()) * places.count ** (players - 1)
    return int(rows * rotations * rules.dice)


def starts(places: Standings) -> tuple[int, int, int]:
    """The standings of the three seats before the first turn."""
    gifts = (*places.rules.compensation[:3], 0, 0, 0)[:3]
    opened = not places.rules.opening
    first, second, third = (places.number(points, opened=opened) for points in gifts)
    return first, second, third


def check_three(rules: Ruleset) -> None:
    """Refuse what is not solved for three players, before any work is done.

    >>> from hotdice.rules import load
    >>> check_three(load("classic"))
    >>> check_three(load("facebook"))
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: penalty: three counters of farkles make 27 times as many states

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_goal(rules, "race")
    if rules.penalty.points:
        more = rules.penalty.count**3
        raise Unsolvable("penalty", f"three counters of farkles make {more} times as many states")
    if rules.reach is Reach.EXACTLY:
        raise Unsolvable("reach", "an exact target is not solved for three players")
    if rules.ties is Ties.PLAY_OFF and rules.last_chance is not LastChance.NONE:
        raise Unsolvable("ties", "play-offs are not solved for three players")
    if rules.hot_dice is HotDice.FORCED:
        raise Unsolvable("hot_dice", "forced hot dice are not solved for three players")
    if any(rules.reached(points) for points in rules.compensation[:3]):
        raise Unsolvable("compensation", "a head start must lie below the target")


def three_places(rules: Ruleset) -> Standings:
    """The standings of a race of three."""
    return standings(rules, also=tuple(rules.compensation[2:3]))


def three_turns(rules: Ruleset, margin: int, *, compiled: bool = True, favour: float = FAVOUR) -> ThreeTurns:
    """The turns of a race of three with its last turns solved."""
    places = three_places(rules)
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False, compiled=compiled)
    reach = greatest_reach(rules, places, solver.plan, margin)
    return ThreeTurns(rules, places, solver, three_endings(rules, places, solver, reach), margin, favour)


def solve_three(
    rules: Ruleset,
    *,
    progress: Progress | None = None,
    compiled: bool = True,
    margin: int | None = None,
    favour: float = FAVOUR,
    gpu: bool = False,
    resume: tuple[int, int, Floats, Report] | None = None,
    checkpoint: Checkpoint | None = None,
) -> ThreeRace:
    """Solve the race of three.

    `margin` is the first guess of how far above the greatest total nobody rolls on past the target, in steps
    (it is checked, and raised until it holds); `favour` is how much the next player's share counts beside the
    own; `gpu` solves on a graphics processor (CUDA, through CuPy); `resume` goes on from (margin, levels
    done, table, report) of an earlier `checkpoint`.

    >>> from hotdice.rules import load
    >>> race = solve_three(load("busche-neller", ["target=100"]))
    >>> [round(share, 4) for share in race.seats]
    [0.9632, 0.0355, 0.0013]

    Raises:
        Unsolvable: the sheet is not a race, or has a rule that is not solved for three.
    """
    check_three(rules)
    begun = time.perf_counter()
    above = first_margin(rules) if margin is None else margin
    skip = 0
    report = Report()
    if resume is not None:
        above, skip, values, report = resume
    while True:
        turns = three_turns(rules, above, compiled=compiled, favour=favour)
        if resume is None:
            count = turns.places.count
            values = np.full((turns.rotations, 2, count, count, count), 1.0 / 3.0)
        values, report = _fill(turns, values, skip, report, progress, checkpoint, gpu=gpu)
        if bound_holds(turns, values):
            break
        above, skip, resume, report = above + above // 2 + 1, 0, None, Report()
        if above > 200_000:
            raise Unsolvable("scoring", "rolling on past the target pays without end")
    seconds = time.perf_counter() - begun
    places = turns.places
    return ThreeRace(rules, places, values, turns.endings, above, report, seconds)


def _fill(
    turns: ThreeTurns,
    values: Floats,
    skip: int,
    report: Report,
    progress: Progress | None,
    checkpoint: Checkpoint | None,
    *,
    gpu: bool,
) -> tuple[Floats, Report]:
    levels = levels_of(turns.places)
    if gpu:
        from hotdice.odds.three_gpu import GpuThreeTurns, fill_on_gpu

        return fill_on_gpu(GpuThreeTurns.of(turns), values, progress)
    # A level takes about as long as it has triples.
    sizes = np.array([_triples(turns.places, level) for level in levels], float).cumsum()
    for done in solve_levels(turns, turns.places, values, report, skip=skip):
        if progress is not None:
            progress(float(sizes[done - 1] / sizes[-1]))
        if checkpoint is not None:
            checkpoint(turns.margin, done, values, report)
    return values, report


def _triples(places: Standings, level: int) -> int:
    """How many triples of totals have this sum."""
    n = places.totals
    return sum(
        (-1) ** k * (1, 3, 3, 1)[k] * max(level - k * n + 2, 0) * max(level - k * n + 1, 0) // 2
        for k in range(4)
    )


def first_margin(rules: Ruleset, players: int = 3) -> int:
    """A first guess of how far above the greatest total rolling on no longer pays, in steps."""
    if rules.last_chance is LastChance.NONE:
        return 0
    solver = TurnSolver(roll_plan(rules, pruned=True), forced=False)
    risk = float(solver.plan.farkle.min())
    chance = chance_to_score(solver, 600)
    small = np.flatnonzero(((players - 1) * chance <= 0.45 * risk) | (chance**2 <= NEGLIGIBLE))
    return int(small[0]) if small.size else 600


def bound_holds(turns: ThreeTurns, values: Floats) -> bool:
    """Whether nobody gains by rolling on from the top rows, or next to nothing.

    Rolling on wins at most the chance c of being caught, and loses, with the least chance f of a farkle, all
    but what a farkle leaves: a bad bargain if c <= f (1 - L) with L the mover's share after a farkle. Where
    that does not hold, c times the chance to come so far must be negligible.
    """
    if turns.rules.last_chance is LastChance.NONE:
        return True
    places, ends, numbers = turns.places, turns.endings, turns.numbers
    risk = float(turns.solver.plan.farkle.min())
    every = np.arange(places.count)
    following, third = np.meshgrid(every, every, indexing="ij")
    arriving = chance_to_score(turns.solver, turns.highest)
    for place in range(turns.rotations):
        waiting = numbers.waiting - place if numbers.by_place else numbers.waiting
        if not waiting:
            continue
        after = values[(place + 1) % turns.rotations]
        for mover in every:
            tops = turns.tops(np.full_like(third, mover), following, third)
            near, far = ends.begins[following] + tops, ends.begins[third] + tops
            caught = ends.one[near] if waiting == 1 else 1.0 - ends.both[0, near, far]
            left = after[0, :, :, mover] + after[1, :, :, mover]
            rare = caught * arriving[tops - places.rows[mover]] <= NEGLIGIBLE
            if not ((caught <= risk * left) | rare).all():
                return False
    return True
