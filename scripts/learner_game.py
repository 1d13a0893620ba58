"""A race of two as plain arrays, for the learner: what rolls offer, and when the game is over.

It is made from a rule set where Hotdice is installed, and can be saved: a machine with a GPU needs nothing
but numpy and PyTorch to learn from the file.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from hotdice.rules import Ruleset

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RaceArrays:
    """A race of two, in steps.

    Classes of equal rolls follow each other, those of one die first. `points[c, j]` and `left[c, j]` (dice
    less one) are what the j-th choice of class c leads to, filled up with its first (`ways[c]` are there).
    `weights[n, c]` is how often n + 1 dice fall that way, `farkle[n]` how often nothing scores. `beyond` is
    how far past the target a turn may go on, `columns` the names of what a row of the network says.
    """

    points: Numbers
    left: Numbers
    ways: Numbers
    weights: npt.NDArray[np.float64]
    farkle: npt.NDArray[np.float64]
    columns: npt.NDArray[np.str_]
    step: int
    goal: int
    target: int
    opening: int
    waits: bool
    tie: float
    beyond: int

    @property
    def dice(self) -> int:
        """How many dice there are."""
        return len(self.farkle)

    @property
    def most(self) -> int:
        """The greatest number of steps in one throw."""
        return int(self.points.max())

    def save(self, path: Path) -> None:
        """Write it as an .npz file."""
        fields: dict[str, Any] = asdict(self)
        np.savez(path, **fields)

    @staticmethod
    def read(path: Path) -> "RaceArrays":
        """What `save` wrote."""
        with np.load(path) as file:
            return RaceArrays(
                **{name: found if found.shape else found.item() for name, found in file.items()}
            )


def race_arrays(rules: "Ruleset") -> RaceArrays:
    """The arrays of a rule set.

    >>> from hotdice.rules import load
    >>> race = race_arrays(load("classic"))
    >>> race.target, race.opening, race.waits, race.farkle.round(4).tolist()
    (200, 10, True, [0.6667, 0.4444, 0.2778, 0.1574, 0.0772, 0.0231])

    Raises:
        ValueError: the learner does not play such a race.
    """
    from hotdice.odds.evaluating import offers_of
    from hotdice.odds.last_turns import waiting_turns
    from hotdice.odds.scored_play import COLUMNS, MARGIN
    from hotdice.odds.standings import standings
    from hotdice.odds.stopping import REFUSED, stops_of
    from hotdice.rules import LastChance, Ties

    plain = rules.reach.value == "at_least" and rules.opening_policy.value == "must_reach"
    if rules.penalty.points or rules.minimum or not plain or rules.hot_dice.value == "forced":
        raise ValueError(
            "the learner plays plain races: no penalty, no minimum, the target reached or passed"
        )
    if rules.last_chance is LastChance.FINISH_ROUND:
        raise ValueError("the learner plays races that end at once, or in which the other has a last turn")
    assert (stops_of(rules).kinds[:, 0] == REFUSED).all()
    offers, places = offers_of(rules), standings(rules)
    ways = [
        [(int(offers.points[k]), int(offers.left[k])) for k in range(offers.starts[c], offers.starts[c + 1])]
        for c in range(offers.bounds[rules.dice])
    ]
    widest = max(map(len, ways))
    filled = np.array([way + way[:1] * (widest - len(way)) for way in ways])
    weights = np.zeros((rules.dice, len(ways)))
    for n in range(rules.dice):
        here = slice(offers.bounds[n], offers.bounds[n + 1])
        weights[n, here] = offers.weights[here]
    waits = bool(waiting_turns(rules, 2).any())
    return RaceArrays(
        points=filled[..., 0], left=filled[..., 1], ways=np.array([len(way) for way in ways]),
        weights=weights, farkle=np.array(offers.farkle, float),
        columns=np.array(COLUMNS), step=places.step, goal=rules.target, target=places.target_row,
        opening=rules.opening // places.step, waits=waits, tie=0.5 if rules.ties is Ties.SHARED else 0.0,
        beyond=MARGIN // places.step if waits else 0,
    )  # fmt: skip
