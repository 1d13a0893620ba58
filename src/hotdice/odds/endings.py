"""How a race ends: what a stop that meets the target is worth, and the last turn of two players."""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.standings import Standings
from hotdice.odds.stopping import COUNTS, stops_of
from hotdice.rules import LastChance, Reach, Ruleset, Ties


@dataclass(frozen=True, eq=False)
class Endings:
    """What a stop that meets the target is worth, by the mover's place in the round.

    There `waiting` players have a turn left. One with a standing, while whoever has reached the target stands
    at a row, has the number `begins[standing] + row` of `length`. From `at` on `shares` has, over the numbers
    of all who wait, the share of whoever reached it, then of those who wait but the last. `far` is what
    `passing.far_turns` has found, where a table of three brings it along.
    """

    begins: Ints
    length: int
    waiting: Ints
    at: Ints
    shares: Floats
    far: Floats | None = None

    def table(self, place: int) -> Floats:
        """The shares at a place in the round: [share, number of the next player, ...]."""
        waiting, at = int(self.waiting[place]), int(self.at[place])
        size = waiting * self.length**waiting
        return self.shares[at : at + size].reshape(-1, *(self.length,) * waiting)


def joined_endings(
    begins: Ints, length: int, waiting: Ints, tables: dict[int, Any], xp: ModuleType = np
) -> Endings:
    """Endings from a table for each number of players who wait, arrays of any library."""
    at, size = {0: 0}, 0
    for number, table in tables.items():
        at[number] = size
        size += table.size
    parts = [table.ravel() for table in tables.values()] or [xp.zeros(1)]
    join = xp.concatenate(parts) if len(parts) > 1 else parts[0]
    return Endings(begins, length, waiting, np.array([at[int(number)] for number in waiting]), join)


def least_gain(rules: Ruleset, *, opened: bool) -> int:
    """The smallest turn total, in steps, that counts in a last turn.

    >>> from hotdice.rules import load
    >>> least_gain(load("classic"), opened=False), least_gain(load("classic"), opened=True)
    (10, 1)
    """
    return int(np.argmax(stops_of(rules).table(0, opened=opened) == COUNTS))


def last_turns(solver: TurnSolver, needs: int, tie: float, *, beyond: float = 1.0) -> Floats:
    """The chance to win in one turn, by what is missing.

    Entry d is for an opponent who leads by d steps: more than d wins (worth `beyond`), exactly d is worth
    `tie`. With a tie of 1 it is the chance to score at least d in one turn.

    >>> from hotdice.odds.plan import roll_plan
    >>> from hotdice.rules import load
    >>> solver = TurnSolver(roll_plan(load("classic")), forced=False)
    >>> [round(float(chance), 4) for chance in last_turns(solver, 20, 1.0)[[1, 10, 20]]]
    [0.9769, 0.5274, 0.2771]
    """
    bank = np.zeros((needs + 2, 1))
    bank[needs] = tie
    bank[needs + 1] = beyond
    # What is missing is all that counts, so one turn from far back passes through every case.
    rolls = solver.rows(bank, np.zeros(1))[0]
    return rolls[needs::-1, -1, 0].copy()


def stops_of_two(rules: Ruleset, solver: TurnSolver, needs: int, play_off: float, sides: int) -> Floats:
    """What reaching the target is worth to the mover of two; `play_off` is its first player's chance.

    Entry [side, opened, d] belongs to a mover on that side with d steps more than the opponent, who is (1) or
    is not (0) on the board.
    """
    stop = np.ones((sides, 2, needs + 1))
    exact = rules.reach is Reach.EXACTLY
    beyond = 0.0 if exact else 1.0
    for side in range(sides):
        if not _waiting(rules, side):
            continue
        match rules.ties:
            case Ties.SHARED:
                tie = 0.5
            case Ties.TRIGGER_KEEPS:
                tie = 0.0
            case Ties.PLAY_OFF:
                # The chaser is the other side; whoever began the game begins the play-off.
                tie = play_off if side == 1 else 1.0 - play_off
        tied = last_turns(solver, needs, tie, beyond=beyond)
        untied = last_turns(solver, needs, 0.0, beyond=beyond)
        for opened in (False, True):
            chance = tied.copy()
            least = 0 if exact else least_gain(rules, opened=opened)
            if least > 1:
                chance[: min(least, needs + 1)] = untied[min(least - 1, needs)]
            for d in range(
                1, needs + 1 if exact else 0
            ):  # what is missing must be hit, by a stop that counts
                if stops_of(rules).gains(d + 1, d, opened=opened)[d] != COUNTS:
                    chance[d] = 0.0
            stop[side, int(opened)] = 1.0 - chance
    return stop


def _waiting(rules: Ruleset, side: int) -> int:
    """How many of two have a turn left when the target is reached: the one who began may have had it."""
    if rules.last_chance is LastChance.NONE:
        return 0
    return int(not (rules.last_chance is LastChance.FINISH_ROUND and side == 1))


def endings_of_two(rules: Ruleset, places: Standings, stop: Floats) -> Endings:
    """The endings of a race of two from what `stops_of_two` has found."""
    sides, _, size = stop.shape
    begins = np.where(places.opened == 1, size, 0) - places.rows
    waiting = np.array([_waiting(rules, side) for side in range(sides)])
    return Endings(begins, 2 * size, waiting, 2 * size * np.arange(sides), np.ascontiguousarray(stop).ravel())
