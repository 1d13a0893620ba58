"""The best bag from a collection of dice, against a given one.

There are too many bags to solve a race for each, so they are screened by the points of a turn in the long
run, and only the best of those are solved exactly: the answer is the best of the solved ones, and says how
many were only screened.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from hotdice.odds.bag_plan import Row, bag_plan
from hotdice.odds.duels import KINDS, Duel, check_duel, solve_duel
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Progress
from hotdice.odds.refusals import Unsolvable, endless_without_risk
from hotdice.odds.turn import rows_that_matter
from hotdice.rules import Ruleset

SOLVED = 20
"""How many bags are solved exactly."""
MOST_BAGS = 3000


@dataclass(frozen=True, eq=False)
class RankedBag:
    """A bag of the collection: the points of its turns, and its race if it was solved, not only screened."""

    dice: tuple[Row, ...]
    points: float
    duel: Duel | None = None

    @property
    def share(self) -> float:
        """Its chance to win, the mean of beginning and of playing second; 0 where it was only screened."""
        return (self.duel.first_player_wins + 1.0 - self.duel.second_if_first) / 2 if self.duel else 0.0


def turn_points(rules: Ruleset, dice: tuple[Row, ...]) -> float:
    """The best mean of points in a turn with these dice, for somebody on the board.

    >>> from hotdice.odds.turn import solve_turn
    >>> from hotdice.rules import load
    >>> rules = load("kcd")
    >>> abs(turn_points(rules, ((1,) * 6,) * 6) - solve_turn(rules).expected) < 1e-9
    True
    """
    plan = bag_plan(rules, dice, pruned=True).plan
    rows = rows_that_matter(plan, forced=False)
    bank = np.arange(rows + plan.most + 1, dtype=float)[:, None] * plan.step
    bank[: -(-rules.minimum // plan.step)] = -1e300
    roll, _ = TurnSolver(plan, forced=False, compiled=False).rows(bank, np.zeros(1), final=rows)
    return float(roll[0, -1, 0])


def bags_from(collection: Sequence[Row], size: int) -> list[tuple[Row, ...]]:
    """Every bag of so many dice, of at most three kinds, from a collection.

    >>> fair, odd = (1,) * 6, (4, 1, 4, 1, 4, 1)
    >>> [bag.count(odd) for bag in bags_from([fair] * 3 + [odd] * 2, 3)]
    [2, 1, 0]
    """
    have = Counter(collection)
    kinds = sorted(have)
    found = []
    for counts in product(*(range(min(have[kind], size) + 1) for kind in kinds)):
        if sum(counts) == size and sum(map(bool, counts)) <= KINDS:
            found.append(tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)))
    return found


def _risky(rules: Ruleset, bag: tuple[Row, ...]) -> bool:
    """Whether every turn with these dice can be lost; others have no end."""
    return not endless_without_risk(bag_plan(rules, bag, pruned=True).plan)


def best_bags(
    rules: Ruleset,
    collection: Sequence[Row],
    against: tuple[Row, ...],
    *,
    solved: int = SOLVED,
    progress: Progress | None = None,
) -> list[RankedBag]:
    """The bags of a collection, those that were solved first and the best of them at the top.

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_duel(rules, [against])
    if len(set(collection)) > 8:
        raise Unsolvable("weights", "a collection of at most 8 kinds of dice is searched")
    bags = [bag for bag in bags_from(collection, rules.dice) if _risky(rules, bag)]
    if not bags or len(bags) > MOST_BAGS:
        raise Unsolvable(
            "weights",
            f"the collection has {len(bags):,} bags of {rules.dice}; 1 to {MOST_BAGS:,} are searched",
        )
    ranked = []
    for number, bag in enumerate(bags):
        ranked.append(RankedBag(bag, turn_points(rules, bag)))
        if progress is not None:
            progress(0.3 * (number + 1) / len(bags))
    ranked.sort(key=lambda one: -one.points)
    for number, one in enumerate(ranked[:solved]):
        ranked[number] = RankedBag(one.dice, one.points, solve_duel(rules, (one.dice, against)))
        if progress is not None:
            progress(0.3 + 0.7 * (number + 1) / min(solved, len(ranked)))
    return sorted(ranked, key=lambda one: (-one.share, -one.points))
