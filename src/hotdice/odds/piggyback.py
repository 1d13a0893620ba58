"""The race of two with piggyback: the next player may take over the dice that a bank left, and its points.

So a stop is worth what it leaves: the opponent begins afresh, or rolls on where the mover stopped, whatever
is better. That roll is one of the opponent's own turn in the pair of totals that follows, whose sum is
greater. So the pairs are solved by falling sum as ever, only that every roll of every turn is kept, not the
starts of turns alone; within one sum only fresh turns lead to each other, by farkles, and that loop is closed
exactly.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hotdice.odds.compiling import compiled_available
from hotdice.odds.lanes import LANES, in_parallel, threads
from hotdice.odds.plan import Floats, Progress, roll_plan
from hotdice.odds.race_levels import States, levels_of
from hotdice.odds.refusals import Unsolvable, endless_without_risk
from hotdice.odds.standings import Standings, standings
from hotdice.odds.stopping import COUNTS, stops_of
from hotdice.rules import HotDice, LastChance, Reach, Ruleset

if TYPE_CHECKING:
    from hotdice.odds.kernel import CompiledPlan

TOLERANCE = 1e-12
ROUNDS = 100


@dataclass(frozen=True, eq=False)
class PiggyRace:
    """A solved race: `values[mover, other]` of fresh starts, `rolls[mover, other, row, dice - 1]` of rolls.

    The latter is what rolling so many dice is worth to a mover who would come to `row` by stopping.
    """

    rules: Ruleset
    places: Standings
    values: Floats
    rolls: Floats
    residual: float
    seconds: float

    @property
    def states(self) -> int:
        """All that is stored: fresh starts of turns, and offers that may be taken over."""
        rows = self.places.target_row - 1 - self.places.rows
        return self.places.count**2 + int(rows.sum()) * self.places.count * self.rules.dice

    @property
    def positions(self) -> int:
        """All (state, turn total, dice): every one of them is stored."""
        return self.states

    @property
    def first_player_wins(self) -> float:
        """The first player's chance before the first roll."""
        first, second = self.places.starts(2)
        return float(self.values[first, second])

    def after_stop(self, mover: int, other: int, row: int, dice: int) -> float:
        """What a stop that counts is worth when it leaves so many dice: the opponent takes over, or not."""
        if row >= self.places.target_row:
            return 1.0
        return 1.0 - max(float(self.values[other, row]), self.taken_over(mover, other, row, dice))

    def taken_over(self, mover: int, other: int, row: int, dice: int) -> float:
        """What taking over is worth to the opponent of a mover who stopped at a row; -1 who may not."""
        places = self.places
        if not places.opened[other]:
            return -1.0
        theirs = int(places.rows[other] + row - places.rows[mover])
        if theirs < places.target_row:
            return float(self.rolls[other, row, theirs, dice - 1])
        lost = float(roll_plan(self.rules).farkle[dice - 1])
        return 1.0 - lost * float(self.values[row, other])

    def stop_at(self, own: int, other: int) -> dict[int, int | None]:
        """By dice left, the lowest turn total at which stopping is at least as good; None: never."""
        places, rules = self.places, self.rules
        mover, rival = places.number(own), places.number(other)
        kinds, found = stops_of(rules), dict[int, int | None]()
        start, missing = int(places.rows[mover]), places.target_row - int(places.rows[mover])
        for dice in range(rules.dice, 0, -1):
            found[dice] = next(
                (
                    gain * places.step
                    for gain in range(1, missing)
                    if kinds.gains(gain + 1, missing, opened=True)[gain] == COUNTS
                    and self.after_stop(mover, rival, start + gain, dice)
                    >= self.rolls[mover, rival, start + gain, dice - 1]
                ),
                None,
            )
        return found

    def takes_over(self, own: int, other: int, offer: int, dice: int) -> float:
        """What taking over an offer gains the mover over a fresh turn (negative: leave it)."""
        mover, rival = self.places.number(own), self.places.number(other)
        row = int(self.places.rows[mover]) + offer // self.places.step
        if row >= self.places.target_row:
            lost = float(roll_plan(self.rules).farkle[dice - 1])
            taken = 1.0 - lost * float(self.values[rival, mover])
        else:
            taken = float(self.rolls[mover, rival, row, dice - 1])
        return taken - float(self.values[mover, rival])


def check_piggyback(rules: Ruleset) -> None:
    """Refuse what is not solved with piggyback.

    >>> from hotdice.rules import load
    >>> check_piggyback(load("classic", ["piggyback=true"]))
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: last_chance: piggyback is solved where reaching the target ends the game

    Raises:
        Unsolvable: with the key that is the reason.
    """
    if rules.deck:
        raise Unsolvable("deck", "a game with cards is not solved")
    others = [key for key in rules.beyond if key != "piggyback"]
    if others or rules.weights:
        raise Unsolvable(others[0] if others else "weights", "piggyback is solved without this rule")
    if not rules.target:
        raise Unsolvable("rounds", "piggyback is solved in a race to a target")
    for key, found, what in (
        ("last_chance", rules.last_chance is not LastChance.NONE, "where reaching the target ends the game"),
        ("penalty", rules.penalty.points, "without a penalty"),
        ("hot_dice", rules.hot_dice is HotDice.FORCED, "where hot dice leave a choice"),
        ("reach", rules.reach is Reach.EXACTLY, "where the target need not be hit exactly"),
        ("compensation", any(rules.compensation[:2]), "without a head start"),
    ):
        if found:
            raise Unsolvable(key, f"piggyback is solved {what}")
    if endless_without_risk(roll_plan(rules)):
        raise Unsolvable("scoring", "a turn can go on for ever without the risk of a farkle")
    if not compiled_available():
        raise Unsolvable("piggyback", "this solver needs numba: pip install 'hotdice[fast]'")


def solve_piggyback(rules: Ruleset, *, progress: Progress | None = None) -> PiggyRace:
    """Solve the race of two with piggyback.

    >>> from hotdice.rules import load
    >>> race = solve_piggyback(load("kcd", ["target=300", "piggyback=true"]))
    >>> round(race.first_player_wins, 4)
    0.8771

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_piggyback(rules)
    from hotdice.odds.kernel import compile_plan
    from hotdice.odds.piggyback_kernel import solve_pairs

    begun = time.perf_counter()
    places, plan = standings(rules), roll_plan(rules)
    layout = compile_plan(plan, forced=False)
    target, count = places.target_row, places.count
    values = np.full((count, count), 0.5)
    rolls = np.zeros((count, count, target, rules.dice))  # the rows below a mover's own are never touched
    stops = stops_of(rules)
    missing = np.minimum(target - places.rows, stops.numbers.shape[1] - 1)
    board = (
        places.rows,
        places.opened,
        stops.kinds,
        np.ascontiguousarray(stops.numbers[places.opened, missing]),
    )
    rooms = [_room(layout, target + plan.most + 1) for _ in range(threads())]
    states, residual, done = States(places, 2, 1), 0.0, 0
    for level in levels_of(places, 2):
        active = states.at(level)
        done += len(active)
        seats, turned = states.seats(active), states.turned(active)
        mover, other = seats
        values[mover, other] = np.clip(states.guess(values[None, None], active)[0, 0], 0.0, 1.0)
        going = np.ones(len(active), bool)
        for _ in range(ROUNDS):
            here = np.flatnonzero(going)
            order = here[np.argsort(places.rows[mover[here]], kind="stable")]
            out = np.empty((2, len(order)))

            def part(worker: int, workers: int, pairs: Any = seats[:, order], out: Floats = out) -> None:
                bank, memory, lost = rooms[worker]
                solve_pairs(
                    layout, target, *board, values, rolls, pairs[0], pairs[1], worker, workers,
                    bank, memory, lost, out,
                )  # fmt: skip

            in_parallel(part, len(order))
            found, lost = np.zeros((2, len(active)))
            found[order], lost[order] = out
            own = found - lost * (1.0 - values[other, mover])
            # Both of a pair for this play: v = own + lost (1 - w), w = own' + lost' (1 - v).
            closed = (own + lost * (1.0 - own[turned] - lost[turned])) / (1.0 - lost * lost[turned])
            change = np.where(going, np.abs(closed - values[mover, other]), 0.0)
            values[mover[here], other[here]] = closed[here]
            change = np.maximum(change, change[turned])
            residual = max(residual, float(np.where(change <= TOLERANCE, change, 0.0).max()))
            going = change > TOLERANCE
            if not going.any():
                break
        if progress is not None:
            progress(done / count**2)
    return PiggyRace(rules, places, values, rolls, residual, time.perf_counter() - begun)


def _room(layout: "CompiledPlan", rows: int) -> tuple[Any, Any, Any]:
    """Memory of one thread: what stops are worth (for each number of dice), rolls, and lost turns."""
    from hotdice.odds.kernel import workspace

    memory = workspace(layout, rows, 2)[1]
    size = rows * layout.dice * LANES
    return (np.zeros(size), np.zeros(size)), memory, (np.zeros(LANES), np.ones(LANES))
