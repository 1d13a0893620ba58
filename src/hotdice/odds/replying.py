"""The best answer to fixed play in a race of two, and the solver's own play written down.

Against somebody whose play is fixed the race is a problem for one: what the mover's stops are worth are the
fixed player's chances from there on. So the solver's turns serve, with two tables in place of one.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from hotdice.odds.endings import endings_of_two, stops_of_two
from hotdice.odds.evaluating import Match, Turns, game_of, meet, needs_of, offers_of
from hotdice.odds.fixed_kernel import Ends, Solution, walk_best, worth_of_turns
from hotdice.odds.lanes import LANES, TurnSolver, in_parallel
from hotdice.odds.plan import Floats, Ints, roll_plan
from hotdice.odds.race import Race, is_monotone, solve_race
from hotdice.odds.race_levels import States, levels_of
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.shelf import table_of
from hotdice.odds.stopping import stops_of
from hotdice.odds.tables import chances
from hotdice.odds.turn import rows_that_matter
from hotdice.rules import HotDice, LastChance, Ruleset

if TYPE_CHECKING:
    from hotdice.odds.fixed_lanes_kernel import Solving

_CHUNK = 4096
_ROUNDS = 50
_SETTLED = 1e-12


@lru_cache(maxsize=4)
def champion_turns(rules: Ruleset) -> Turns:
    """Where the turns of the champion end: the solver's play, from its table or solved now.

    >>> from hotdice.rules import load
    >>> champion = champion_turns(load("kcd", ["target=500"]))
    >>> round(meet(champion, champion).first, 6)
    0.715666

    Raises:
        Unsolvable: the sheet is no race of two that is evaluated.
    """
    solved = table_of(rules)
    return best_turns(solved if isinstance(solved, Race) else solve_race(rules))


def best_turns(race: Race) -> Turns:
    """Where turns end under the play of a solved race.

    >>> from hotdice.rules import load
    >>> turns = best_turns(solve_race(load("busche-neller", ["target=300"])))
    >>> chances_of, lost, _ = turns.spread(0, 0)
    >>> round(float(chances_of.sum()) + lost, 9)
    1.0
    """
    turns = turns_of_race(race)
    return answers(turns, chances(race.values), race.stop, best_chase(turns))


def turns_of_race(race: Race) -> RaceTurns:
    """The turns of a solved race, to be solved again one by one or eight by eight."""
    endings = endings_of_two(race.rules, race.places, race.stop)
    return RaceTurns(race.rules, 2, race.places, _solver(race.rules), endings, favour=0.0, top=race.top)


def answers(turns: RaceTurns, values: Floats, stop: Floats, chase: Floats) -> Turns:
    """The best play against somebody who has these chances with the move, and where its turns end.

    `stop` is what reaching the target is worth, as `endings.stops_of_two` has it, `chase` the last turns.
    """
    places = turns.places
    shape = (places.sides, places.count, places.count)
    states = np.stack([x.ravel() for x in np.indices(shape)])
    walked = _in_lanes if turns.solver.fast and not turns.solver.forced else _one_by_one
    found = [
        walked(turns, values, stop, np.ascontiguousarray(states[:, low : low + _CHUNK]))
        for low in range(0, states.shape[1], _CHUNK)
    ]
    return gathered(turns, found, chase)


def gathered(turns: RaceTurns, found: list["Walked"], chase: Floats) -> Turns:
    """Where turns end, from walks of all starts of turns one after the other."""
    places = turns.places
    lengths = np.concatenate([part[2] for part in found])
    facts = np.concatenate([part[1] for part in found], axis=1)
    ends = Ends(
        np.arange(places.states).reshape(places.sides, places.count, places.count),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.concatenate([part[0] for part in found]),
        np.ascontiguousarray(facts[0]),
        np.ascontiguousarray(facts[1]),
        chase,
    )
    return Turns(turns.rules, places, ends)


Walked = tuple[Floats, Floats, Ints]
"""The chances of all stops of some turns, one after the other; lost and for nothing; their lengths."""


def solving(turns: RaceTurns, values: Floats, states: Ints, size: int) -> "Solving":
    """Some turns of a race, as [side, mover, other], for kernels that solve eight at a time."""
    from hotdice.odds.fixed_lanes_kernel import Solving
    from hotdice.odds.kernel import workspace

    places, top, dice = turns.places, turns.highest, turns.rules.dice
    bank, memory = workspace(turns.solver.layout, top + turns.solver.plan.most + 1, 1)
    flat = np.ascontiguousarray(values).reshape(places.sides, 1, places.count, places.count)
    return Solving(
        turns.solver.layout, turns.board, flat, np.ascontiguousarray(states[0]),
        np.ascontiguousarray(states[1:]), top, bank, memory, (np.zeros(LANES),), np.zeros(LANES, np.int64),
        np.zeros((size, dice)), np.zeros((size, dice), np.uint8),
    )  # fmt: skip


def _in_lanes(turns: RaceTurns, values: Floats, stop: Floats, states: Ints) -> Walked:
    from hotdice.odds.fixed_lanes_kernel import lanes_for, walk_best_lanes

    rules, places, count = turns.rules, turns.places, states.shape[1]
    offers = offers_of(rules, pruned=is_monotone(rules))
    size = turns.highest - int(places.rows.min()) + 2 * offers.most + 3
    order = np.argsort(places.rows[states[1]], kind="stable")
    out, facts, lengths = np.zeros((count, size)), np.zeros((2, count)), np.zeros(count, np.int64)

    def work(worker: int, workers: int) -> None:
        race = solving(turns, values, states[:, order], size)
        walk_best_lanes(race, offers, worker, workers, lanes_for(size, rules.dice), out, facts, lengths)

    in_parallel(work, count)
    return in_order(order, out, facts, lengths)


def in_order(order: Ints, out: Floats, facts: Floats, lengths: Ints) -> Walked:
    """A walk whose turns were taken in another order."""
    back = np.argsort(order, kind="stable")
    rows = [out[at, : lengths[at]] for at in back]
    return np.concatenate(rows), facts[:, back], lengths[back]


def _one_by_one(turns: RaceTurns, values: Floats, stop: Floats, states: Ints) -> Walked:
    rules, places, count = turns.rules, turns.places, states.shape[1]
    offers, top = offers_of(rules), turns.highest
    if offers.forced:  # nobody may stop with hot dice, so turns go on beyond the target
        top += rows_that_matter(turns.solver.plan, forced=True)
    size = top - int(places.rows.min()) + 2 * offers.most + 3
    room = (size, rules.dice)
    out, facts, lengths = np.zeros((count, size)), np.zeros((2, count)), np.zeros(count, np.int64)
    walk_best(
        offers, game_of(rules, places, 1.0, -1.0), Solution(values, np.asarray(stop), top),
        stops_of(rules).kinds, turns.stop_rows, states, 0, 1, np.zeros(size), np.zeros(room),
        np.zeros(room, np.uint8), np.zeros(room), np.zeros(size * rules.dice), out, facts, lengths,
    )  # fmt: skip
    return np.concatenate([row[:long] for row, long in zip(out, lengths, strict=True)]), facts, lengths


def _solver(rules: Ruleset) -> TurnSolver:
    plan = roll_plan(rules, pruned=is_monotone(rules))
    return TurnSolver(plan, forced=rules.hot_dice is HotDice.FORCED)


def best_chase(turns: RaceTurns) -> Floats:
    """What a last turn is worth with the best play, by who is on the board and the steps that are missing."""
    rules = turns.rules
    if rules.last_chance is LastChance.NONE:
        return np.zeros((2, 1))
    needs = needs_of(rules, turns.places)
    return np.asarray(1.0 - stops_of_two(rules, turns.solver, needs - 1, 0.5, turns.places.sides)[0])


@dataclass(frozen=True, eq=False)
class Reply:
    """The best answer to a play: `mine` are its chances with the move, `theirs` the play's.

    `first` and `second` are its chances when it begins and when the other does.
    """

    mine: Floats
    theirs: Floats
    first: float
    second: float
    race: RaceTurns
    stop: Floats
    chase: Floats

    @cached_property
    def turns(self) -> Turns:
        """The answer itself, as play that can meet others."""
        return answers(self.race, self.theirs, self.stop, self.chase)

    @property
    def chance(self) -> float:
        """The chance of the best answer when the two take turns to begin."""
        return (self.first + self.second) / 2


def best_reply(play: Turns) -> Reply:
    """The most that anybody can make of a fixed play, knowing it.

    >>> from hotdice.odds.evaluating import ends_of, thresholds
    >>> from hotdice.rules import load
    >>> hasty = ends_of(thresholds(load("busche-neller", ["target=500"]), (50,) * 6))
    >>> round(best_reply(hasty).chance, 6)
    0.68253
    """
    rules, places = play.rules, play.places
    solver = _solver(rules)
    waits = game_of(rules, places, 1.0, -1.0).waiting
    longest = play.found.chase.shape[1]
    top = places.target_row
    if waits.any():  # rolling on past the target can pay only while the other may still catch up
        caught = play.found.chase.max(axis=0)
        top += int(np.argmax(caught <= 1e-6)) if (caught <= 1e-6).any() else longest
    least = -(-max(rules.minimum, rules.opening) // places.step)
    top = max(top, places.target_row + least)
    needs = top + solver.plan.most + 1
    stop = np.ones((places.sides, 2, needs))
    for side in np.flatnonzero(waits):
        stop[side] = 1.0 - play.found.chase[:, np.minimum(np.arange(needs), longest - 1)]
    turns = RaceTurns(rules, 2, places, solver, endings_of_two(rules, places, stop), favour=0.0, top=top)
    answer = _by_sweeps if rules.penalty.points else _by_levels
    chase = best_chase(turns)
    mine, theirs = answer(turns, play, chase)
    first, second = places.starts(2)
    begins, follows = float(mine[0, first, second]), 1.0 - float(theirs[0, first, second])
    return Reply(mine, theirs, begins, follows, turns, stop, chase)


def _by_levels(turns: RaceTurns, play: Turns, chase: Floats) -> tuple[Floats, Floats]:
    """Both tables by falling sum of the totals; within one the best play is looked for again and again."""
    places = turns.places
    shape = (places.sides, places.count, places.count)
    mine, theirs = np.full(shape, 0.5), np.full(shape, 0.5)
    states = States(places, 2, places.sides)
    for level in levels_of(places, 2):
        seats = states.seats(states.at(level))
        side = np.repeat(np.arange(places.sides), seats.shape[1])
        seats = np.tile(seats, places.sides)
        back = places.sides - 1 - side
        constant, loop = _their_turns(turns, play, chase, side=back, seats=seats[::-1], mine=mine)
        for _ in range(_ROUNDS):
            own, _, lost = turns.solve(theirs[:, None], side, seats)
            fresh = (own + lost * (1.0 - constant - loop)) / (1.0 - lost * loop)
            change = float(np.abs(fresh - mine[side, seats[0], seats[1]]).max())
            mine[side, seats[0], seats[1]] = fresh
            theirs[back, seats[1], seats[0]] = constant + loop * (1.0 - fresh)
            if change < _SETTLED:
                break
    return mine, theirs


def _their_turns(
    turns: RaceTurns, play: Turns, chase: Floats, *, side: Ints, seats: Ints, mine: Floats
) -> tuple[Floats, Floats]:
    """What turns of the fixed play come to, but for lost ones; the chance to come back to the same pair."""
    game = game_of(turns.rules, turns.places, 1.0, -1.0)
    constant, loop = np.zeros(len(side)), np.zeros(len(side))
    worth_of_turns(game, play.found, chase, side, np.ascontiguousarray(seats), mine, constant, loop)
    return constant, loop


def _by_sweeps(turns: RaceTurns, play: Turns, chase: Floats) -> tuple[Floats, Floats]:
    """Both tables in sweeps, where farkles cost points."""
    from hotdice.odds.sweeping import levels_with_farkles

    places = turns.places
    shape = (places.sides, places.count, places.count)
    mine, theirs = np.full(shape, 0.5), np.full(shape, 0.5)
    change = 1.0
    while change > 1e-11:
        change = 0.0
        for level in levels_with_farkles(places, places.sides):
            for batch in level.batches:
                side, seats = level.side[batch], level.seats[:, batch]
                back = places.sides - 1 - side
                found = turns.found(theirs[:, None], side, seats, 1)[0]
                change = max(change, float(np.abs(found - mine[side, seats[0], seats[1]]).max()))
                mine[side, seats[0], seats[1]] = found
                constant, loop = _their_turns(turns, play, chase, side=back, seats=seats[::-1], mine=mine)
                theirs[back, seats[1], seats[0]] = constant + loop * (1.0 - found)
    return mine, theirs


def exploitability(play: Turns) -> float:
    """How much more than one half the best answer to a play wins, when the two take turns to begin.

    >>> from hotdice.rules import load
    >>> abs(exploitability(champion_turns(load("kcd", ["target=500"])))) < 1e-9
    True
    """
    return best_reply(play).chance - 0.5


def against_champion(play: Turns) -> Match:
    """A play against the champion of its sheet."""
    return meet(play, champion_turns(play.rules))


__all__ = [
    "Reply",
    "against_champion",
    "best_reply",
    "best_turns",
    "champion_turns",
    "exploitability",
]
