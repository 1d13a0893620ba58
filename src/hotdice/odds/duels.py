"""The race of two in which each player has dice of one's own: exactly.

Seat 1 begins. The table has two sides, one for each mover: the turns of a side are solved with the plan of
that player's bag (`bag_plan`), and everything else is the race of two as ever. Dice of a sheet that are
weighted or have a joker, and rolls that end the game on the spot, are solved here too: then both have the
same dice.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from hotdice.odds.bag_plan import BagPlan, Row, bag_plan, dice_of
from hotdice.odds.endings import endings_of_two, last_turns, stops_of_two
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats, Progress
from hotdice.odds.race import NEGLIGIBLE, first_overshoot, is_monotone, wins_of_first
from hotdice.odds.race_levels import Report, fill_levels
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.refusals import Unsolvable, endless_without_risk
from hotdice.odds.standings import Standings, standings
from hotdice.odds.sweeping import sweep
from hotdice.odds.tables import TableError, fractions, own_folder, read_table, write_table
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties
from hotdice.rules.bags import bag_rows, check_bag

Pair = tuple[tuple[Row, ...], tuple[Row, ...]]
"""The dice of both seats, die by die."""

KINDS = 3
"""Kinds of dice in one bag; with more there are too many sets."""

SOLVED_HERE = ("joker", "instant_win", "instant_loss")
"""Rules that only the referee plays elsewhere."""


@dataclass(frozen=True, eq=False)
class DuelTurns(RaceTurns):
    """The turns of a race of two whose sides have solvers of their own."""

    second: TurnSolver | None = None

    @cached_property
    def _each(self) -> list[RaceTurns]:
        solvers = (self.solver, self.second or self.solver)
        return [RaceTurns(self.rules, 2, self.places, one, self.endings, top=self.top) for one in solvers]

    def found(self, values: Any, place: Any, seats: Any, numbers: int) -> Any:
        """Solve the turns of a batch, each side with its own dice."""
        out = np.empty((numbers, len(place)))
        for side, turns in enumerate(self._each):
            here = np.flatnonzero(place == side)
            if here.size:
                out[:, here] = turns.found(values, place[here], seats[:, here], numbers)
        return out


@dataclass(frozen=True, eq=False)
class Duel:
    """A solved race of two with dice of their own: `values[side, mover, other]`, side 0 is seat 1's move.

    `top` is the row from which nobody rolls on, `stop` what reaching the target is worth (`stops_of_two`).
    """

    rules: Ruleset
    dice: Pair
    places: Standings
    values: Floats
    top: int
    stop: Floats
    residual: float
    seconds: float

    @property
    def states(self) -> int:
        """The start-of-turn states stored."""
        return 2 * self.places.count**2

    @property
    def positions(self) -> int:
        """All (state, turn total, set of dice) within the model."""
        rows = np.maximum(self.top - self.places.rows, 1)
        sets = sum(prod(count + 1 for count in Counter(bag).values()) - 1 for bag in self.dice)
        return int(rows.sum()) * self.places.count * sets

    @property
    def first_player_wins(self) -> float:
        """The chance of seat 1, who begins."""
        return wins_of_first(self.places, self.values)

    @property
    def second_if_first(self) -> float:
        """The chance of seat 2's dice if they began; where a round is finished, of seat 2 after seat 1."""
        return wins_of_first(self.places, self.values, 1)

    def plan(self, side: int) -> BagPlan:
        """What the dice of a side can do."""
        return bag_plan(self.rules, self.dice[side], pruned=is_monotone(self.rules))

    def turns(self, side: int) -> RaceTurns:
        """The turns of a side, in plain numpy."""
        solver = TurnSolver(self.plan(side).plan, forced=False, compiled=False)
        ends = endings_of_two(self.rules, self.places, np.asarray(self.stop))
        return RaceTurns(self.rules, 2, self.places, solver, ends, top=self.top)


def check_duel(rules: Ruleset, dice: Sequence[tuple[Row, ...]]) -> None:
    """Refuse what is not solved here, before any work is done.

    >>> from hotdice.rules import load
    >>> check_duel(load("marina"), [dice_of(load("marina"))] * 2)
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: rounds: dice of one's own are solved in a race to a target

    Raises:
        Unsolvable: with the key that is the reason.
    """
    if rules.deck:
        raise Unsolvable("deck", "a game with cards is not solved")
    beyond = [key for key in rules.beyond if key not in SOLVED_HERE]
    if beyond:
        raise Unsolvable(beyond[0], "a game with this rule is not solved yet")
    if not rules.target:
        raise Unsolvable("rounds", "dice of one's own are solved in a race to a target")
    if rules.max_players == 1:
        raise Unsolvable("max_players", "this sheet is for one player")
    for key, found, what in (
        ("hot_dice", rules.hot_dice is HotDice.FORCED, "where hot dice leave a choice"),
        ("reach", rules.reach is Reach.EXACTLY, "where the target need not be hit exactly"),
        (
            "ties",
            rules.ties is Ties.PLAY_OFF and rules.last_chance is not LastChance.NONE,
            "without a play-off",
        ),
    ):
        if found:
            raise Unsolvable(key, f"dice of one's own are solved {what}")
    if any(rules.reached(points) or points > rules.target for points in rules.compensation[:2]):
        raise Unsolvable("compensation", "a head start must lie below the target")
    for bag in dice:
        if len(bag) != rules.dice:
            raise Unsolvable("dice", f"a bag for this sheet has {rules.dice} dice, not {len(bag)}")
        if len(set(bag)) > KINDS:
            raise Unsolvable(
                "weights", f"a bag of at most {KINDS} kinds of dice is solved, not {len(set(bag))}"
            )


def bag_dice(rules: Ruleset, bags: Sequence[str]) -> Pair:
    """The dice of both seats: the bags that are named, the sheet's own dice for who has none.

    >>> from hotdice.rules import load
    >>> [len(set(dice)) for dice in bag_dice(load("kcd"), ["5*standard,1*odd"])]
    [2, 1]

    Raises:
        ValueError: it is no bag, or one of another number of dice.
    """
    if len(bags) > 2:
        raise ValueError("a race of two has two bags at most")
    own = [bag_rows(check_bag(bag, rules.dice)) for bag in bags]
    first, second = (*own, dice_of(rules), dice_of(rules))[:2]
    return first, second


def solve_duel(
    rules: Ruleset,
    dice: Pair | None = None,
    *,
    progress: Progress | None = None,
    compiled: bool = True,
) -> Duel:
    """Solve the race of two players with these dice, or with those of the sheet.

    >>> from hotdice.rules import load
    >>> rules = load("kcd", ["target=300", "dice=3"])
    >>> duel = solve_duel(rules, bag_dice(rules, ["3*standard", "3*odd"]))
    >>> round(duel.first_player_wins, 4), round(duel.second_if_first, 4)
    (0.2846, 0.8669)

    Raises:
        Unsolvable: with the key that is the reason.
    """
    begun = time.perf_counter()
    dice = dice or (dice_of(rules), dice_of(rules))
    check_duel(rules, dice)
    first, second = (bag_plan(rules, bag, pruned=is_monotone(rules)) for bag in dice)
    for one in (first, second):
        if endless_without_risk(one.plan):
            raise Unsolvable(
                "weights", "with these dice a turn can go on for ever without the risk of a farkle"
            )
    places = standings(rules)
    solvers = tuple(TurnSolver(one.plan, forced=False, compiled=compiled) for one in (first, second))
    least = -(-max(rules.minimum, rules.opening) // places.step)
    above = max(first_overshoot(rules, one, places, 0.5) for one in solvers)
    while True:
        top = places.target_row + max(above, least - 1)
        needs = top + max(one.plan.most for one in (first, second))
        # The one who has a last turn plays it with the dice of the other side.
        stop = np.stack([stops_of_two(rules, solvers[1 - side], needs, 0.5, 2)[side] for side in (0, 1)])
        ends = endings_of_two(rules, places, stop)
        turns = DuelTurns(rules, 2, places, solvers[0], ends, top=top, second=solvers[1])
        values, residual = _filled(turns, progress)
        if _top_is_enough(turns, solvers, stop, values):
            break
        above += above // 2 + 1
        if above > 2_000:
            raise Unsolvable("scoring", "rolling on past the target pays without end")
    seconds = time.perf_counter() - begun
    return Duel(rules, dice, places, values, top, stop, residual, seconds)


def _filled(turns: DuelTurns, progress: Progress | None) -> tuple[Floats, float]:
    """The table of both sides, and the largest last change."""
    if turns.rules.penalty.points:
        first = turns.solver.plan
        best = np.maximum.reduceat(first.points, first.starts)
        values, _, residual = sweep(turns, progress, pace=float(first.weights[-1] @ best) * first.step)
        return values, residual
    places, report = turns.places, Report()
    values = np.full((2, 1, places.count, places.count), 0.5)
    for _, done in fill_levels(turns, values, report):
        if progress is not None:
            progress(done / places.count**2)
    return values[:, 0], report.residual


def _top_is_enough(turns: DuelTurns, solvers: tuple[TurnSolver, ...], stop: Floats, values: Floats) -> bool:
    """Whether nobody gains by rolling on from the top row, or next to nothing: see `race._bound_holds`."""
    if not (stop < 1).any():
        return True
    places = turns.places
    gap = turns.top - places.rows
    for side, solver in enumerate(solvers):
        caught = (1.0 - stop[side][places.opened, gap])[:, None]
        after = values[1 - side][:, places.after_farkle]
        arriving = last_turns(solver, turns.top, 1.0)[gap]
        risk = float(solver.plan.farkle.min())
        if not ((caught <= risk * after) | (caught * arriving <= NEGLIGIBLE)).all():
            return False
    return True


def duel_file(rules: Ruleset, dice: Pair) -> Path:
    """Where the table of a race with these dice is kept."""
    digest = hashlib.sha256(repr([tuple(sorted(bag)) for bag in dice]).encode()).hexdigest()
    return own_folder() / f"duel-{rules.hash[:16]}-{digest[:16]}.table"


def save_duel(duel: Duel) -> Path:
    """Keep a solved race; the file comes back."""
    path = duel_file(duel.rules, duel.dice)
    facts = {"top": duel.top, "residual": duel.residual, "seconds": duel.seconds}
    write_table(path, duel.rules, "duel", facts, {"values": fractions(duel.values), "stop": duel.stop})
    return path


def stored_duel(rules: Ruleset, dice: Pair) -> Duel | None:
    """A race that was solved on this computer, None where there is none.

    >>> from hotdice.rules import load
    >>> stored_duel(load("kcd", ["target=123450"]), bag_dice(load("kcd"), [])) is None
    True

    Raises:
        TableError: the file is damaged, or belongs to something else.
    """
    path = duel_file(rules, dice)
    if not path.is_file():
        return None
    table = read_table(path, rules, "duel")
    facts, arrays = table.facts, table.arrays
    try:
        return Duel(
            rules, dice, standings(rules), arrays["values"], facts["top"], arrays["stop"], facts["residual"],
            facts["seconds"],
        )  # fmt: skip
    except (KeyError, TypeError) as error:
        raise TableError(f"{path}: its header lacks {error}") from None
