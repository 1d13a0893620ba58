"""What old habits cost under new rules: the champion of one sheet plays another as if nothing had changed.

It sees the same points missing, turn total and dice, and chooses as it would have: what it values, and where
it stops, is the best play of its own race. Only what the new rules refuse it cannot do. In last turns, where
it is plain what is needed, it plays as well as anybody.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from hotdice.odds.evaluating import Match, Tables, Turns, ends_of, game_of, meet, offers_of
from hotdice.odds.fixed_kernel import best_turn
from hotdice.odds.lanes import LANES, in_parallel
from hotdice.odds.losing import visits_of, wrong_decisions
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.race import Race
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.replying import (
    Walked,
    best_chase,
    best_turns,
    gathered,
    in_order,
    solving,
    turns_of_race,
)
from hotdice.odds.standings import Standings
from hotdice.odds.stopping import stops_of
from hotdice.odds.tables import chances
from hotdice.odds.turn import rows_that_matter
from hotdice.odds.visiting_kernel import fill_bank
from hotdice.rules import Ruleset

_CHUNK = 4096


class Habit(NamedTuple):
    """What playing on as before comes to against the champion of the new rules.

    `wrong` is the share of all decisions met, last turns not counted, where something else is better now;
    `lost` is how much less than one half it wins, when the two take turns to begin.
    """

    wrong: float
    lost: float


def habit_of(before: Race, after: Race) -> tuple[Turns, Habit | None]:
    """Where the turns of the new champion end, and what it costs to play as the one before.

    There is no habit where the number of dice is another.

    >>> from hotdice.odds.race import solve_race
    >>> from hotdice.rules import load
    >>> old, new = (solve_race(load("kcd", [f"target={target}"])) for target in (1500, 2000))
    >>> champion, habit = habit_of(old, new)
    >>> 0.0 < habit.wrong < 0.1, 0.0 < habit.lost < 0.01
    (True, True)
    """
    if before.rules.dice != after.rules.dice:
        return best_turns(after), None
    one, other = turns_of_race(after), turns_of_race(before)
    if not (one.solver.fast and not one.solver.forced and not other.solver.forced):
        champion, play = best_turns(after), HabitPlay(before, after)
        turns = ends_of(play, after.places, chase=champion.found.chase)
        match = meet(turns, champion)
        return champion, Habit(wrong_decisions(play, champion, match), max(0.0, 0.5 - match.chance))
    champion, turns, told = _in_lanes(before, after, one, other)
    match = meet(turns, champion)
    return champion, Habit(_share(match, told), max(0.0, 0.5 - match.chance))


def _share(match: Match, told: Floats) -> float:
    """The share of decisions that are wrong, each as often as it is met."""
    visits, _ = visits_of(match)
    met, wrong, _ = told @ visits.ravel()
    return float(wrong / met) if met else 0.0


def same_place(places: Standings, to: Standings) -> Ints:
    """The standings of another race in which as much is missing to the target as in those of this one.

    Farther from the target than its game can be is as at its beginning.

    >>> from hotdice.odds.standings import standings
    >>> from hotdice.rules import load
    >>> short, long = (standings(load("kcd", [f"target={target}"])) for target in (200, 300))
    >>> same_place(long, short).tolist()
    [0, 0, 0, 1, 2, 3]
    """
    missing = (places.target_row - places.rows) * places.step
    rows = np.clip(to.target_row - -(-missing // to.step), 0, to.totals - 1)
    farkles = np.minimum(places.farkles, to.counters - 1)
    opened = farkles * to.totals + rows
    if not to.closed:
        return opened
    closed = np.minimum(np.searchsorted(to.closed, rows), len(to.closed) - 1)
    return np.where(
        places.opened == 1, opened, to.counters * to.totals + farkles * len(to.closed) + closed
    ).astype(np.int64)


def _same_states(before: Race, after: Race, states: Ints) -> Ints:
    """The states of the old race that some of the new one are like, as [side, mover, other]."""
    to = same_place(after.places, before.places)
    side = states[0] if before.places.sides == after.places.sides else np.zeros_like(states[0])
    return np.stack([side, to[states[1]], to[states[2]]])


def _in_lanes(before: Race, after: Race, one: RaceTurns, other: RaceTurns) -> tuple[Turns, Turns, Floats]:
    """Where turns end under the best play and by habit, and what `habit_kernel` tells of the latter."""
    places = after.places
    every = np.stack([x.ravel() for x in np.indices((places.sides, places.count, places.count))])
    values = chances(after.values), chances(before.values)
    parts = [
        _walked(
            one,
            other,
            values,
            every[:, low : low + _CHUNK],
            _same_states(before, after, every[:, low : low + _CHUNK]),
        )
        for low in range(0, every.shape[1], _CHUNK)
    ]
    chase = best_chase(one)
    champion = gathered(one, [best for best, _, _ in parts], chase)
    habit = gathered(one, [walked for _, walked, _ in parts], chase)
    return champion, habit, np.concatenate([told for _, _, told in parts], axis=1)


def _walked(
    one: RaceTurns, other: RaceTurns, values: tuple[Floats, Floats], states: Ints, like: Ints
) -> tuple[Walked, Walked, Floats]:
    """Some turns of the new race, each beside that of the old one which it is like."""
    from hotdice.odds.fixed_lanes_kernel import lanes_for
    from hotdice.odds.habit_kernel import walk_both

    rules, places, count = one.rules, one.places, states.shape[1]
    offers = offers_of(rules)
    size = one.highest - int(places.rows.min()) + 2 * offers.most + 3
    order = np.argsort(places.rows[states[1]], kind="stable")
    outs, facts = np.zeros((2, count, size)), np.zeros((2, 2, count))
    lengths, told = np.zeros((2, count), np.int64), np.zeros((3, count))
    units = other.places.step, places.step

    def work(worker: int, workers: int) -> None:
        walk_both(
            solving(one, values[0], states[:, order], size), solving(other, values[1], like[:, order], size),
            offers, units, worker, workers, lanes_for(size, rules.dice), lanes_for(size, rules.dice),
            (np.zeros(size * LANES), np.zeros(size * rules.dice * LANES), np.zeros(2 * LANES)),
            (outs[0], outs[1]), (facts[0], facts[1]), (lengths[0], lengths[1]), told,
        )  # fmt: skip

    in_parallel(work, count)
    best, habit = (in_order(order, outs[who], facts[who], lengths[who]) for who in range(2))
    return best, habit, told[:, np.argsort(order, kind="stable")]


@dataclass(frozen=True, eq=False)
class HabitPlay:
    """The play of an old champion as the evaluator reads it, one turn at a time: slow, for any race."""

    before: Race
    after: Race

    @property
    def rules(self) -> Ruleset:
        """The new sheet."""
        return self.after.rules

    @cached_property
    def which(self) -> Ints:
        """Every start of a turn has a table of its own."""
        places = self.after.places
        return np.arange(places.states).reshape(places.sides, places.count, places.count)

    @property
    def last(self) -> Ints:
        """Last turns are not by habit."""
        return np.zeros((2, 1), np.int64)

    def tables(self, numbers: Ints) -> Tables:
        """What the old champion values, and where it stops."""
        old, new = self.before, self.after
        offers, kinds, dice = offers_of(old.rules), stops_of(old.rules).kinds, old.rules.dice
        turns, values = turns_of_race(old), chances(old.values)
        game = game_of(old.rules, old.places, 1.0, -1.0)
        rows = max(new.top, 1) + 1
        # Nobody may stop with hot dice that must be rolled, so turns go on beyond the target.
        beyond = rows_that_matter(turns.solver.plan, forced=True) if offers.forced else 0
        score, stops = np.zeros((len(numbers), rows, dice)), np.zeros((len(numbers), rows, dice), np.uint8)
        states = _same_states(old, new, np.stack(np.unravel_index(numbers, self.which.shape)))
        ends = np.maximum(new.top - new.places.rows[numbers // new.places.count % new.places.count], 1)
        for at, (side, mover, other) in enumerate(states.T):
            last = max(turns.highest + beyond - int(old.places.rows[mover]), 1)
            bank: Floats = np.zeros(last + offers.most + 1)
            lost = fill_bank(
                game,
                values,
                np.asarray(old.stop)[side],
                kinds[turns.stop_rows[mover]],
                side,
                mover,
                other,
                bank,
            )
            found, flags = np.zeros((len(bank), dice)), np.zeros((len(bank), dice), np.uint8)
            best_turn(offers, bank, lost, last, found, flags)
            told = np.minimum(np.arange(rows), ends[at]) * new.places.step // old.places.step
            score[at], stops[at] = found[np.minimum(told, last)], flags[np.minimum(told, last)]
            stops[at, ends[at] :] = 1
        return Tables(score, stops)
