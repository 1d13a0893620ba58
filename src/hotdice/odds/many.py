"""Races of any number of players on small targets: what each of four seats, or five, is worth.

The same model as for three: everybody plays for the own share, ties of choices go to the next player, a lost
turn leads to the next rotation, and the rotations are closed exactly for fixed play. Every state is kept, so
that targets must be small; where best answers go in circles, the states are counted and the last round
stands.
"""

import time
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.many_endings import ManyEndings, many_endings
from hotdice.odds.many_levels import Rounds, fill_levels
from hotdice.odds.many_turns import ManyTurns
from hotdice.odds.plan import Floats, roll_plan
from hotdice.odds.race import NEGLIGIBLE, is_monotone
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.standings import Standings
from hotdice.odds.three import check_three, count_positions, first_margin, three_places
from hotdice.odds.three_endings import chance_to_score
from hotdice.odds.three_levels import Progress
from hotdice.odds.three_turns import greatest_reach
from hotdice.rules import LastChance, Ruleset


@dataclass(frozen=True, eq=False)
class ManyRace:
    """A solved race of many: `values[place, k, mover, next, ...]` over standings.

    The k-th share is that of the k-th player from the mover on; the last one has what is left. `place` is the
    mover's place in the round, where that matters: 0 for its first player.
    """

    rules: Ruleset
    players: int
    places: Standings
    values: Floats
    endings: ManyEndings
    margin: int
    report: Rounds
    seconds: float

    @property
    def states(self) -> int:
        """The start-of-turn states."""
        return int(self.values.shape[0] * self.places.count**self.players)

    @property
    def positions(self) -> int:
        """All (state, turn total, dice) within the model."""
        rotations = int(self.values.shape[0])
        return count_positions(self.rules, self.places, self.margin, self.players, rotations)

    def shares(self, standings: tuple[int, ...], place: int = 0) -> tuple[float, ...]:
        """The shares of all players, the mover first, at the start of a turn, by their standings."""
        found = self.values[(place % self.values.shape[0], slice(None), *standings)]
        return (*(float(share) for share in found), 1.0 - float(found.sum()))

    @property
    def seats(self) -> tuple[float, ...]:
        """The shares of all seats before the first roll."""
        start = self.places.number(0, opened=not self.rules.opening)
        return self.shares((start,) * self.players)


def check_many(rules: Ruleset) -> None:
    """Refuse what is not solved for many players.

    >>> from hotdice.rules import load
    >>> check_many(load("classic", ["compensation=[0,50]"]))
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: compensation: head starts are not solved for four and more players

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_three(rules)
    if rules.compensation:
        raise Unsolvable("compensation", "head starts are not solved for four and more players")


def solve_many(rules: Ruleset, players: int, *, progress: Progress | None = None) -> ManyRace:
    """Solve a race of so many players.

    >>> from hotdice.rules import load
    >>> race = solve_many(load("busche-neller", ["target=200"]), 4)
    >>> [round(share, 4) for share in race.seats]
    [0.9286, 0.0663, 0.0047, 0.0003]

    Raises:
        Unsolvable: the sheet is not a race, or has a rule that is not solved.
    """
    check_many(rules)
    begun = time.perf_counter()
    above = first_margin(rules, players)
    while True:
        turns = many_turns(rules, players, above)
        count = turns.places.count
        values = np.full((turns.rotations, players - 1, *(count,) * players), 1.0 / players)
        report = Rounds()
        for done in fill_levels(turns, turns.places, values, report):
            if progress is not None:
                progress(done / count**players)
        if nobody_rolls_on(turns, values):
            break
        above += above // 2 + 1
        if above > 200_000:
            raise Unsolvable("scoring", "rolling on past the target pays without end")
    seconds = time.perf_counter() - begun
    return ManyRace(rules, players, turns.places, values, turns.endings, above, report, seconds)


def many_turns(rules: Ruleset, players: int, margin: int) -> ManyTurns:
    """The turns of a race of many with its last turns solved."""
    places = three_places(rules)
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False)
    reach = greatest_reach(rules, places, solver.plan, margin)
    return ManyTurns(
        rules, players, places, solver, many_endings(rules, places, solver, reach, players), margin
    )


def nobody_rolls_on(turns: ManyTurns, values: Any, xp: ModuleType = np) -> bool:
    """Whether nobody gains by rolling on from the top rows, or next to nothing; see `three.bound_holds`."""
    if turns.rules.last_chance is LastChance.NONE:
        return True
    places, players = turns.places, turns.players
    begins = xp.asarray(turns.endings.begins)
    risk = float(turns.solver.plan.farkle.min())
    most = int(places.rows.max()) + turns.margin + turns.floor
    arriving = xp.asarray(chance_to_score(turns.solver, most))
    others = xp.indices((places.count,) * (players - 1)).reshape(players - 1, -1)
    for place in range(turns.rotations):
        waiting = turns.waiting(place)
        if not waiting:
            continue
        after = values[(place + 1) % turns.rotations]
        for mover in range(places.count):
            tops = turns.tops(xp.concatenate([xp.full((1, others.shape[1]), mover), others]))
            at = tuple(begins[other] + tops for other in others[:waiting])
            caught = 1.0 - turns.endings.trigger[waiting][0][at]
            left = after[..., mover].sum(axis=0).ravel()
            rare = caught * arriving[tops - int(places.rows[mover])] <= NEGLIGIBLE
            if not bool(((caught <= risk * left) | rare).all()):
                return False
    return True
