"""Play that scores what a choice leaves, as a network does: asked in batches over a whole race, written down.

A **scorer** takes a matrix with a row for each thing that a choice can leave (`COLUMNS`) and gives a number
for each; of all choices of a roll that with the greatest number is taken. A scorer of **chances** is asked
only about leaving dice to roll: what a stop is worth follows from what it says of the other player's turn,
and from the rules where the game is over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hotdice.odds.evaluating import NEVER, Tables, check_fixed, needs_of, rows_of
from hotdice.odds.last_turns import waiting_turns
from hotdice.odds.plan import Floats, Ints, roll_plan
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.standings import Standings, standings
from hotdice.odds.stopping import NOTHING, REFUSED, stops_of
from hotdice.rules import HotDice, LastChance, Ruleset, Ties

Matrix = npt.NDArray[np.float32]
Scorer = Callable[[Matrix], npt.NDArray[Any]]
"""Takes a matrix with `COLUMNS`, gives one number for each row."""

COLUMNS = (
    "own", "other", "turn", "stop", "one", "two", "three", "four", "five", "six", "own_open", "other_open",
    "own_farkles", "other_farkles", "last", "began",
)  # fmt: skip
"""What a row says: totals and turn total as shares of the target; 1 for a stop, or 1 for the dice left.

Then whether either is on the board; farkles in a row as shares of those that cost points; 1 in a last turn,
when the other has reached the target and only the difference counts (the other is then shown at the target);
1 for who began the game, where that matters.
"""
OWN, OTHER, TURN, STOP, ONE = range(5)
OWN_OPEN, OTHER_OPEN, OWN_FARKLES, OTHER_FARKLES, LAST, BEGAN = range(10, 16)
WIDEST = 6
MARGIN = 3000
"""Points beyond the target from which on everybody stops, where the other has a last turn."""
Written = tuple[Floats, npt.NDArray[np.uint8]]
"""Scores and stops as tables have them."""
_WORST = -1e300
_BATCH = 96


class BadScores(ValueError):  # noqa: N818 - the sentence is what matters
    """A scorer that does not give one finite number for each row."""


def checked_scores(scorer: Scorer, matrix: Matrix) -> Floats:
    """What a scorer says, checked.

    >>> checked_scores(lambda rows: rows[:, TURN], np.ones((2, len(COLUMNS)), np.float32)).tolist()
    [1.0, 1.0]

    Raises:
        BadScores: it does not give one finite number for each row.
    """
    try:
        found = np.asarray(scorer(matrix), float)
    except Exception as error:  # whatever somebody's policy raises
        raise BadScores(f"the policy failed: {type(error).__name__}: {str(error)[:200]}") from error
    if found.shape in ((len(matrix), 1), (1, len(matrix))):
        found = found.reshape(-1)
    if found.shape != (len(matrix),):
        raise BadScores(f"{len(matrix):,} rows were asked for, and what came back has {found.shape}")
    if not np.isfinite(found).all():
        raise BadScores("a score is not a finite number")
    return found


@dataclass(frozen=True, eq=False)
class ScoredPlay:
    """The play of a scorer in a race of two, as the evaluator reads it.

    >>> from hotdice.odds.evaluating import ends_of, meet, thresholds
    >>> from hotdice.rules import load
    >>> rules = load("busche-neller", ["target=1000"])
    >>> def cautious(rows):  # takes the most points, and stops at once
    ...     return rows[:, TURN] + 0.001 * rows[:, STOP]
    >>> mine, known = ends_of(ScoredPlay(rules, cautious)), ends_of(thresholds(rules, (0,) * 6))
    >>> round(meet(mine, known).first - meet(known, known).first, 9)
    0.0
    """

    rules: Ruleset
    scorer: Scorer
    chances: bool = False

    def __post_init__(self) -> None:
        check_fixed(self.rules)
        if self.rules.dice > WIDEST:
            raise Unsolvable("dice", f"what is left is told for up to {WIDEST} dice")

    @cached_property
    def places(self) -> Standings:
        """The standings of the sheet."""
        return standings(self.rules)

    @cached_property
    def which(self) -> Ints:
        """Every start of a turn has a table of its own."""
        places = self.places
        return np.arange(places.states).reshape(places.sides, places.count, places.count)

    @cached_property
    def last(self) -> Ints:
        """The tables of last turns follow."""
        needs = needs_of(self.rules, self.places)
        return self.places.states + np.arange(2 * needs).reshape(2, needs)

    def tables(self, numbers: Ints) -> Tables:
        """The tables with these numbers, asked for now."""
        regular = self._regular(numbers[numbers < self.places.states])
        ending = self._ending(numbers[numbers >= self.places.states] - self.places.states)
        rows = max(len(part[0][0]) for part in (regular, ending) if len(part[0]))
        both = [_longer(part, rows) for part in (regular, ending)]
        return Tables(*(np.concatenate([part[at] for part in both]) for at in range(2)))

    def ask(self, matrix: Matrix) -> Floats:
        """What the scorer says, checked.

        Raises:
            BadScores: it does not give one finite number for each row.
        """
        return checked_scores(self.scorer, matrix)

    @cached_property
    def _waits(self) -> Ints:
        waiting = waiting_turns(self.rules, 2)
        sides = self.places.sides
        return waiting[:sides] if len(waiting) >= sides else np.repeat(waiting, sides)

    def _states(self, numbers: Ints) -> Matrix:
        """What all rows of some starts of turns have in common."""
        places = self.places
        side, mover, other = np.unravel_index(numbers, self.which.shape)
        goal = float(self.rules.target)
        most = max(places.counters, 1)
        found = np.zeros((len(numbers), len(COLUMNS)), np.float32)
        found[:, OWN] = (places.lowest + places.rows[mover] * places.step) / goal
        found[:, OTHER] = (places.lowest + places.rows[other] * places.step) / goal
        found[:, OWN_OPEN], found[:, OTHER_OPEN] = places.opened[mover], places.opened[other]
        found[:, OWN_FARKLES], found[:, OTHER_FARKLES] = (
            places.farkles[mover] / most,
            places.farkles[other] / most,
        )
        found[:, BEGAN] = (side == 0) & (places.sides == 2)
        return found

    def _behind(self, opened: Ints, behind: Ints) -> Matrix:
        """The same of last turns in which so many steps are missing to draw level."""
        places, goal = self.places, float(self.rules.target)
        found = np.zeros((len(behind), len(COLUMNS)), np.float32)
        other = np.maximum(places.target_row, behind)
        found[:, OTHER] = (places.lowest + other * places.step) / goal
        found[:, OWN] = (places.lowest + (other - behind) * places.step) / goal
        found[:, OWN_OPEN], found[:, OTHER_OPEN], found[:, LAST] = opened, 1, 1
        return found

    @cached_property
    def starts(self) -> Floats:
        """What a scorer of chances says of every start of a turn, as `which`."""
        numbers = np.arange(self.places.states)
        parts = [numbers[low : low + 65536] for low in range(0, len(numbers), 65536)]
        return np.concatenate([self._begun(self._states(part)) for part in parts]).reshape(self.which.shape)

    @cached_property
    def chases(self) -> Floats:
        """The same of last turns, as `last`."""
        opened, behind = np.divmod(np.arange(self.last.size), self.last.shape[1])
        return self._begun(self._behind(opened, behind)).reshape(self.last.shape)

    def _begun(self, matrix: Matrix) -> Floats:
        matrix[:, ONE + self.rules.dice - 1] = 1
        return np.clip(self.ask(matrix), 0.0, 1.0)

    def _scores(self, common: Matrix, rows: int, longer: int) -> tuple[Floats, Floats]:
        """Scores of leaving dice as [state, total, dice - 1], of stops as [state, total] further up."""
        count, dice = len(common), self.rules.dice
        turn = (np.arange(longer) * self.rules.step / self.rules.target).astype(np.float32)
        going = np.repeat(common[:, None, None, :], rows, axis=1).repeat(dice, axis=2)
        going[..., TURN] = turn[None, :rows, None]
        for n in range(dice):
            going[:, :, n, ONE + n] = 1
        roll = self.ask(going.reshape(-1, len(COLUMNS))).reshape(count, rows, dice)
        if self.chances:
            return roll, np.zeros((count, longer))
        ends = np.repeat(common[:, None, :], longer, axis=1)
        ends[..., TURN], ends[..., STOP] = turn[None, :], 1
        return roll, self.ask(ends.reshape(-1, len(COLUMNS))).reshape(count, longer)

    @cached_property
    def _most(self) -> int:
        return roll_plan(self.rules).most

    @cached_property
    def _margin(self) -> int:
        """How many steps beyond the target somebody may roll on."""
        rules = self.rules
        if rules.hot_dice is HotDice.FORCED:
            return rows_of(rules, (NEVER,))
        return 0 if rules.last_chance is LastChance.NONE else MARGIN // rules.step

    def _regular(self, numbers: Ints) -> Written:
        places, rules = self.places, self.rules
        _, mover, _ = np.unravel_index(numbers, self.which.shape)
        missing = places.target_row - places.rows[mover]
        ends = np.maximum(missing, -(-max(rules.minimum, rules.opening) // places.step)) + self._margin

        def asked_of(at: Ints, width: int, longer: int) -> tuple[Floats, Floats]:
            roll, bank = self._scores(self._states(numbers[at]), width, longer)
            kinds = self._kinds(mover[at], longer)
            if self.chances:
                bank = self._worth(numbers[at], kinds)
            return roll, np.where(kinds == REFUSED, _WORST, bank)

        return self._written(ends, asked_of)

    def _written(self, ends: Ints, asked_of: Callable[[Ints, int, int], tuple[Floats, Floats]]) -> Written:
        """Tables of some states; from `ends` on everybody stops who may."""
        dice = self.rules.dice
        shape = (len(ends), int(ends.max(initial=0)) + self._most + 1, dice)
        score, stops = np.zeros(shape), np.ones(shape, np.uint8)
        order = np.argsort(ends, kind="stable")  # so that a batch asks for no more than it needs
        for low in range(0, len(ends), _BATCH):
            at = order[low : low + _BATCH]
            width = int(ends[at].max())
            longer = width + self._most + 1
            roll, bank = asked_of(at, width, longer)
            stop = np.ones((len(at), longer, dice), bool)
            stop[:, :width] = (bank[:, :width, None] >= roll) | (np.arange(width) >= ends[at, None])[
                ..., None
            ]
            if self.rules.hot_dice is HotDice.FORCED:
                stop[:, :width, -1] = False
            best = np.repeat(bank[:, :, None], dice, axis=2)
            best[:, :width] = np.where(stop[:, :width], best[:, :width], roll)
            score[at, :longer], stops[at, :longer] = best, stop
            score[at, longer:] = best[:, -1:]
        return score, stops

    def _kinds(self, mover: Ints, rows: int) -> Ints:
        """What stops lead to, as [state, total]."""
        found, places = stops_of(self.rules), self.places
        missing = np.minimum(places.target_row - places.rows[mover], found.numbers.shape[1] - 1)
        tables = found.kinds[found.numbers[places.opened[mover], missing]]
        return np.asarray(tables[:, np.minimum(np.arange(rows), tables.shape[1] - 1)])

    def _worth(self, numbers: Ints, kinds: Ints) -> Floats:
        """What stops are worth by a scorer of chances."""
        places = self.places
        side, mover, other = (x[:, None] for x in np.unravel_index(numbers, self.which.shape))
        back = places.sides - 1 - side
        row = places.rows[mover] + np.arange(kinds.shape[1])[None, :]
        inside = 1.0 - self.starts[back, other, np.minimum(row, places.target_row - 1)]
        nothing = 1.0 - self.starts[back, other, places.after_nothing[mover]]
        behind = np.clip(row - places.rows[other], 0, self.chases.shape[1] - 1)
        beyond = np.where(self._waits[side] > 0, 1.0 - self.chases[places.opened[other], behind], 1.0)
        counted = np.where(row < places.target_row, inside, beyond)
        return np.asarray(np.where(kinds == NOTHING, nothing, counted))

    def _ending(self, numbers: Ints) -> Written:
        rules, needs = self.rules, self.last.shape[1]
        opened, behind = np.divmod(numbers, needs)
        if rules.last_chance is LastChance.NONE:
            shape = (len(numbers), 2, rules.dice)
            return np.zeros(shape), np.ones(shape, np.uint8)
        found = stops_of(rules)
        tie = 0.5 if rules.ties is Ties.SHARED else 0.0

        def asked_of(at: Ints, width: int, longer: int) -> tuple[Floats, Floats]:
            roll, bank = self._scores(self._behind(opened[at], behind[at]), width, longer)
            total = np.arange(longer)[None, :]
            if self.chances:
                level = total == behind[at, None]
                bank = np.where(level, tie, (total > behind[at, None]).astype(float))
            tables = found.kinds[found.numbers[opened[at], 0]]
            kinds = tables[:, np.minimum(np.arange(longer), tables.shape[1] - 1)]
            worst = bank[:, :1] if self.chances else bank  # who stops for nothing stays behind
            return roll, np.where(kinds == REFUSED, _WORST, np.where(kinds == NOTHING, worst, bank))

        return self._written(np.maximum(behind, rules.opening // rules.step) + 2, asked_of)


def asked(rules: Ruleset) -> int:
    """How many rows a scorer is asked for in a whole race, about.

    >>> from hotdice.rules import load
    >>> asked(load("classic")) > 30_000_000
    True
    """
    play = ScoredPlay(rules, lambda rows: rows[:, TURN])
    places = play.places
    ends = places.target_row - places.rows + play._margin
    return int(ends.sum()) * places.count * places.sides * (rules.dice + 1)


def _longer(part: Written, rows: int) -> Written:
    """Tables with more rows: the last one again."""
    more = rows - part[0].shape[1]
    if not len(part[0]):
        shape = (0, rows, part[0].shape[2])
        return np.zeros(shape), np.zeros(shape, np.uint8)
    width = (0, 0), (0, more), (0, 0)
    return np.pad(part[0], width, "edge"), np.pad(part[1], width, "edge")
