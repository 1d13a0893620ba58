"""A fixed number of rounds for two: the chance to win from every difference of totals, with play-offs.

Only the difference counts, with the farkles in a row and who is on the board: so a layer of values belongs to
each turn that is still to be played, and the last layer is the comparison of the totals. A play-off is one
more round from a difference of 0 whose ties lead to another one: its values are a fixed point.
"""

import time
from dataclasses import dataclass, replace

import numpy as np

from hotdice.odds.endings import last_turns
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.marks import Marks, counters_of
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, Progress, roll_plan
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.stopping import COUNTS, NOTHING
from hotdice.odds.tables import chances
from hotdice.rules import HotDice, Ruleset, Ties

NEGLIGIBLE = 1e-11


@dataclass(frozen=True, eq=False)
class Differences(Marks):
    """The numbering of a game of rounds: row r is a difference of `(r - widest) * step` points."""

    widest: int

    @property
    def rows(self) -> int:
        """The number of differences."""
        return 2 * self.widest + 1

    def row(self, points: int) -> int:
        """The row of a difference; what lies outside counts as the outermost.

        Raises:
            ValueError: no game on this sheet has such a difference.
        """
        steps, off = divmod(points, self.step)
        if off:
            raise ValueError(f"totals on this sheet differ by multiples of {self.step}, not by {points:,}")
        return min(max(steps + self.widest, 0), self.rows - 1)


@dataclass(frozen=True, eq=False)
class Rounds:
    """A solved game of rounds.

    `values[k, mover's mark, other's mark, row]` is the mover's chance with k turns still to be played, this
    one included; layer 0 belongs to the first player of a game that is over. `tie` is the chance, before the
    first roll, that the totals are equal after the last round.
    """

    rules: Ruleset
    places: Differences
    values: Floats
    tie: float
    seconds: float

    @property
    def start(self) -> tuple[int, int, int, int]:
        """The index of the first turn."""
        mark = self.places.start_mark
        first, second = (*self.rules.compensation[:2], 0, 0)[:2]
        return 2 * self.rules.rounds, mark, mark, self.places.row(first - second)

    @property
    def first_player_wins(self) -> float:
        """The first player's chance before the first roll, play-offs included and shared ties divided."""
        return float(chances(self.values[self.start]))

    @property
    def states(self) -> int:
        """The start-of-turn states stored."""
        return int(self.values[1:].size)

    @property
    def positions(self) -> int:
        """All (state, turn total, dice) of the model."""
        rows = self.places.rows
        return (self.states // rows) * (rows * (rows + 1) // 2) * self.rules.dice


class RoundTurns:
    """Solves the turns of one layer against the layer after it."""

    def __init__(self, places: Differences, solver: TurnSolver) -> None:
        self.places, self.solver = places, solver

    def ends(self, after: Floats, mover: int, other: int, start: Ints) -> tuple[Floats, Floats]:
        """What every stop is worth to the turns that begin at these rows, and what a farkle is.

        `after[mark, mark, row]` belongs to whoever moves next and counts for them.
        """
        places = self.places
        rows = np.arange(places.rows)
        gain = rows[:, None] - start[None, :]
        mirror = places.rows - 1 - rows
        stop = 1.0 - after[other, 0, mirror]
        kinds = places.kinds(mover, places.rows)[np.maximum(gain, 0)]
        bank = np.where(kinds == COUNTS, stop[:, None], NOT_ALLOWED)
        if mover >= places.counters:
            nothing = 1.0 - after[other, places.counters, places.rows - 1 - start]
            bank = np.where(kinds == NOTHING, nothing[None, :], bank)
        bank[-1] = stop[-1]  # the outermost difference is final, whatever the turn total
        mark, lost = places.after_farkle(mover)
        fallen = np.maximum(start - lost, 0)
        farkle = 1.0 - after[other, mark, places.rows - 1 - fallen]
        return bank, farkle

    def tags(self, after: Floats, mover: int, other: int, start: Ints) -> tuple[Floats, Floats]:
        """The chances of a tie that belong to `ends`."""
        bank, farkle = self.ends(1.0 - after, mover, other, start)
        return np.where(bank > NOT_ALLOWED, bank, 0.0), farkle

    def layer(self, after: Floats, ties: Floats | None, start: Ints) -> tuple[Floats, Floats]:
        """The values of a layer (and its chances of a tie) at these rows, from the layer after it."""
        marks = self.places.marks
        values = np.zeros((marks, marks, len(start)))
        tied = np.zeros_like(values)
        for mover in range(marks):
            for other in range(marks):
                bank, farkle = self.ends(after, mover, other, start)
                if ties is None:
                    values[mover, other] = self.solver.solve(bank, farkle, start)
                else:
                    values[mover, other], tied[mover, other] = self.solver.solve_tagged(
                        bank, *_swap(self.tags(ties, mover, other, start), farkle), start
                    )
        return values, tied

    def play_off(self) -> Floats:
        """The first player's chance in a play-off, by both marks."""
        places = self.places
        everywhere = np.arange(places.rows - 1)
        level = np.array([places.widest])
        chance = np.full((places.marks, places.marks), 0.5)
        for _ in range(200):
            last = np.zeros((places.marks, places.marks, places.rows))
            last[:, :, : places.rows - 1] = self.layer(final_layer(places, chance), None, everywhere)[0]
            last[:, :, -1] = 1.0
            fresh = self.layer(last, None, level)[0][:, :, 0]
            change = float(np.abs(fresh - chance).max())
            chance = fresh
            if change < 1e-14:
                break
        return chance


def _swap(tags: tuple[Floats, Floats], farkle: Floats) -> tuple[Floats, Floats, Floats]:
    return tags[0], farkle, tags[1]


def final_layer(places: Differences, chance: Floats) -> Floats:
    """Who wins when all turns are played, for the first player; `chance` is what a tie is worth."""
    layer = np.zeros((places.marks, places.marks, places.rows))
    layer[:, :, places.widest + 1 :] = 1.0
    layer[:, :, places.widest] = chance
    return layer


def differences(rules: Ruleset, solver: TurnSolver) -> Differences:
    """The numbering of a game of rounds: as wide as one turn can matter."""
    widest = 64
    while float(last_turns(solver, widest, 1.0)[widest]) > NEGLIGIBLE:
        widest += widest // 4
        if widest > 20_000:
            raise Unsolvable(
                "scoring", "one turn can bring so many points that differences have no useful bound"
            )
    return Differences(rules, solver.plan.step, counters_of(rules), widest)


def round_turns(rules: Ruleset, *, compiled: bool = True, pruned: bool = True) -> RoundTurns:
    """What solves the turns of a game of rounds; more points are never worse there, so choices are pruned."""
    forced = rules.hot_dice is HotDice.FORCED
    solver = TurnSolver(roll_plan(rules, pruned=pruned), forced=forced, compiled=compiled)
    return RoundTurns(differences(rules, solver), solver)


def play_off_chance(rules: Ruleset) -> float:
    """The first player's chance in a play-off between two players on the board without farkles.

    >>> from hotdice.rules import load
    >>> round(play_off_chance(load("busche-neller")), 3)
    0.393

    Raises:
        Unsolvable: the penalty has a floor, so that the totals count and not only their difference.
    """
    if rules.penalty.points and rules.penalty.floor is not None:
        raise Unsolvable(
            "penalty.floor", "a play-off is solved over the difference of the totals, without a floor"
        )
    return float(round_turns(rules).play_off()[0, 0])


def solve_rounds(
    rules: Ruleset, *, progress: Progress | None = None, compiled: bool = True, pruned: bool = True
) -> Rounds:
    """Solve a fixed number of rounds for two.

    >>> from hotdice.rules import load
    >>> solved = solve_rounds(load("marina", ["rounds=1"]))
    >>> round(solved.first_player_wins, 3), round(solved.tie, 3)
    (0.411, 0.088)

    Raises:
        Unsolvable: the sheet is not a game of rounds for two, or one that is not solved.
    """
    check_goal(rules, "rounds")
    begun = time.perf_counter()
    turns = round_turns(rules, compiled=compiled, pruned=pruned)
    places = turns.places
    count = 2 * rules.rounds
    shape = (count + 1, places.marks, places.marks, places.rows)
    values, ties = np.zeros(shape), np.zeros(shape)
    chance = np.full((places.marks, places.marks), 0.5)
    if rules.ties is Ties.PLAY_OFF:
        chance = turns.play_off()
    values[0] = final_layer(places, chance)
    ties[0, :, :, places.widest] = 1.0
    start = np.arange(places.rows - 1)
    for layer in range(1, count + 1):
        found = turns.layer(values[layer - 1], ties[layer - 1], start)
        values[layer, :, :, :-1], ties[layer, :, :, :-1] = found
        values[layer, :, :, -1] = values[layer, :, :, -2]  # the outermost difference stands for all beyond it
        ties[layer, :, :, -1] = ties[layer, :, :, -2]
        if progress is not None:
            progress(layer / count)
    solved = Rounds(rules, places, values, 0.0, time.perf_counter() - begun)
    return replace(solved, tie=float(ties[solved.start]))
