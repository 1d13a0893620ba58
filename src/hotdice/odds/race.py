"""The race of two to a target: the exact chance that the mover wins, for every start of a turn.

How far a turn past the target matters is bounded here, and the bound is checked on the solution; how the
table itself is filled stands in `race_levels`.
"""

import time
from dataclasses import dataclass

import numpy as np

from hotdice.odds.endings import endings_of_two, last_turns, stops_of_two
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats, Progress, roll_plan
from hotdice.odds.race_levels import Report, fill_levels
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.standings import Standings, standings
from hotdice.odds.sweeping import sweep
from hotdice.odds.tables import chances
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties

NEGLIGIBLE = 1e-11
"""What the bound past the target may change at most in one turn."""


def wins_of_first(places: Standings, values: Floats, side: int = 0) -> float:
    """The chance of who begins before the first roll, by a table of start-of-turn states."""
    first, second = places.starts(2)
    return float(chances(values[side, first, second : second + 1])[0])


@dataclass(frozen=True, eq=False)
class Race:
    """A solved race: `values[side, mover, other]` is the chance that the mover wins, ties divided.

    From a table they are 32-bit fractions, see `tables.chances`.
    """

    rules: Ruleset
    places: Standings
    values: Floats
    top: int
    overshoot: int
    stop: Floats
    play_off: float
    sweeps: int
    residual: float
    seconds: float

    @property
    def states(self) -> int:
        """The start-of-turn states stored."""
        return self.places.states

    @property
    def first_player_wins(self) -> float:
        """The first player's chance before the first roll."""
        return wins_of_first(self.places, self.values)

    @property
    def positions(self) -> int:
        """All (state, turn total, dice) within the model, as the papers count."""
        places = self.places
        least = -(-max(self.rules.minimum, self.rules.opening) // places.step)
        rows = np.maximum(places.target_row - places.rows + self.overshoot, max(least, 1))
        return int(rows.sum()) * places.count * places.sides * self.rules.dice


def is_monotone(rules: Ruleset) -> bool:
    """Whether more points are never worse, so that dominated choices may be dropped.

    >>> from hotdice.rules import load
    >>> is_monotone(load("facebook")), is_monotone(load("playmonster"))
    (True, False)
    """
    return rules.last_chance is LastChance.NONE and rules.reach is not Reach.EXACTLY


def solve_race(
    rules: Ruleset,
    *,
    lowest: int | None = None,
    progress: Progress | None = None,
    compiled: bool = True,
    pruned: bool | None = None,
    overshoot: int | None = None,
    also: tuple[int, ...] = (),
    gpu: bool = False,
) -> Race:
    """Solve the race of two.

    `lowest` bounds totals from below where a penalty can push them down for ever; `overshoot`, in points, is
    the first guess of how far past the target rolling on can pay (it is checked, and raised until it holds);
    `also` are head starts that are solved beside the sheet's own; `gpu` solves on a graphics processor (CUDA,
    through CuPy).

    >>> from hotdice.rules import load
    >>> race = solve_race(load("busche-neller", ["target=300"]))
    >>> round(race.first_player_wins, 6)
    0.855662

    Raises:
        Unsolvable: the sheet is not a race, or one that is not solved.
    """
    check_goal(rules, "race")
    begun = time.perf_counter()
    places = standings(rules, lowest, also)
    pruned = is_monotone(rules) if pruned is None else pruned
    forced = rules.hot_dice is HotDice.FORCED
    solver = TurnSolver(roll_plan(rules, pruned=pruned), forced=forced, compiled=compiled)
    play_off = 0.5
    if rules.ties is Ties.PLAY_OFF and rules.last_chance is not LastChance.NONE:
        from hotdice.odds.rounds import play_off_chance

        play_off = play_off_chance(rules)
    least = -(-max(rules.minimum, rules.opening) // places.step)
    above = (
        first_overshoot(rules, solver, places, play_off)
        if overshoot is None
        else -(-overshoot // places.step)
    )
    while True:
        top = places.target_row + max(above, least - 1, 1 if rules.reach is Reach.EXACTLY else 0)
        stop = stops_of_two(rules, solver, top + solver.plan.most, play_off, places.sides)
        turns = _turns_type(gpu)(
            rules, 2, places, solver, endings_of_two(rules, places, stop), favour=0.0, top=top
        )
        if rules.penalty.points:
            values, sweeps, residual = sweep(turns, progress)
        else:
            (values, residual), sweeps = _fill(turns, progress), 1
        if _bound_holds(turns, stop, values):
            break
        above = above + above // 2 + 1
        if above > 200_000:
            raise Unsolvable("scoring", "rolling on past the target pays without end")
    seconds = time.perf_counter() - begun
    return Race(rules, places, values, top, above, stop, play_off, sweeps, residual, seconds)


def _turns_type(gpu: bool) -> type[RaceTurns]:
    if not gpu:
        return RaceTurns
    from hotdice.odds.race_gpu import GpuTurns

    return GpuTurns


def _fill(turns: RaceTurns, progress: Progress | None) -> tuple[Floats, float]:
    places, report = turns.places, Report()
    values = turns.xp.full((places.sides, 1, places.count, places.count), 0.5)
    for _, done in fill_levels(turns, values, report):
        if progress is not None:
            progress(done / places.count**2)
    return turns.host(values)[:, 0], report.residual


def first_overshoot(rules: Ruleset, solver: TurnSolver, places: Standings, play_off: float) -> int:
    """A first guess of how many steps past the target rolling on can pay.

    >>> from hotdice.rules import load
    >>> rules = load("kcd")
    >>> first_overshoot(rules, TurnSolver(roll_plan(rules), forced=False), standings(rules), 0.5)
    0
    """
    if rules.last_chance is LastChance.NONE or rules.reach is Reach.EXACTLY:
        return 0
    limit = 600
    risk = _risk_of_rolling_on(solver)
    chance = 1.0 - stops_of_two(rules, solver, limit, play_off, places.sides)[0].min(axis=0)
    small = np.flatnonzero((chance <= 0.45 * risk) | (chance**2 <= NEGLIGIBLE))
    return int(small[0]) if small.size else limit


def _risk_of_rolling_on(solver: TurnSolver) -> float:
    """The least chance of a farkle for somebody who could stop; none where hot dice leave no choice."""
    return 0.0 if solver.forced else float(solver.plan.farkle.min())


def _bound_holds(turns: RaceTurns, stop: Floats, values: Floats) -> bool:
    """Whether nobody who stands at the top row, or above, would gain by rolling on, or next to nothing.

    Rolling on wins at most the opponent's chance in the last turn, and loses, with the chance of a farkle at
    least, everything but what a farkle leaves. Where that is a bad bargain no change of play at the top
    improves the solution. Elsewhere the gain is at most the chance to come to the top at all, times the
    opponent's chance in the last turn there.
    """
    if not (stop < 1).any() or turns.rules.reach is Reach.EXACTLY:
        return True
    places = turns.places
    risk = _risk_of_rolling_on(turns.solver)
    gap = turns.top - places.rows
    arriving = last_turns(turns.solver, turns.top, 1.0)[gap]  # by the mover's standing
    for side in range(places.sides):
        other_side = places.sides - 1 - side
        caught = (1.0 - stop[side][places.opened, gap])[:, None]  # by the opponent's standing
        after = values[other_side][:, places.after_farkle]  # the opponent's chance after the mover's farkle
        if not ((caught <= risk * after) | (caught * arriving <= NEGLIGIBLE)).all():
            return False
    return True
