"""Exact values: race and rounds of two in chances to win, solitaire and any rounds in points."""

from functools import lru_cache

import numpy as np

from hotdice.coach.forms import Source, Unit
from hotdice.coach.turns import SolvedTurn, Vector, solve_inside
from hotdice.game import Phase, State
from hotdice.odds.advice import turn_values
from hotdice.odds.plan import Floats
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.shelf import table_of
from hotdice.odds.solitaire import Solitaire, SoloTurns, mean_gains, points_turn
from hotdice.odds.solved import Solved, goal_of
from hotdice.odds.tables import chances
from hotdice.players.solver_view import playing, question_of
from hotdice.rules import Reach, Ruleset

EXACT = Source("exact", "exact: solved for the whole game, against the best play of everybody")
EXACT_POINTS = Source("exact", "exact: the mean of the points still to come, played for points")
EXACT_GOAL = Source("exact", "exact: the chance to reach the goal")


def winners_share(state: State) -> Vector:
    """What the end of a game was worth in wins: shared wins are divided.

    >>> from hotdice.game import Resign, new_game, play
    >>> from hotdice.rules import load
    >>> winners_share(play(new_game(load("classic"), 2), Resign(0))[0])
    (0.0, 1.0)
    """
    share = 1.0 / len(state.winners) if state.winners else 0.0
    return tuple(share if seat in state.winners else 0.0 for seat in range(len(state.seats)))


class Winning:
    """Values that are chances to win."""

    unit: Unit = "win"
    alone = False

    def ended(self, state: State) -> Vector:
        """Who won."""
        return winners_share(state)


class WinValues(Winning):
    """Chances to win between two, from a solved game."""

    def __init__(self, solved: Solved) -> None:
        self.solved = solved
        self.source = EXACT

    def turn(self, state: State) -> SolvedTurn:
        """The inside of the turn at hand."""
        mover, other = playing(state)
        inside = turn_values(self.solved, question_of(state))

        def everybody(value: float) -> Vector:
            seats = [0.0] * len(state.seats)
            seats[mover], seats[other] = value, 1.0 - value
            return tuple(seats)

        return SolvedTurn(state.rules, inside, self.source, everybody)


class GoalValues(Winning):
    """The chance of the goal of somebody who plays alone."""

    def __init__(self, solved: Solitaire) -> None:
        self.solved = solved
        self.source = EXACT_GOAL
        self.turns = SoloTurns(solved.rules, compiled=False)

    def turn(self, state: State) -> SolvedTurn:
        """The inside of the turn at hand."""
        rules, places, turns = state.rules, self.turns.places, self.turns
        seat = state.seats[state.mover]
        mark = places.mark(seat.farkles, seat.opened)
        start = places.row(seat.total)
        after = chances(self.solved.chances[rules.rounds - state.round])
        bank = turns.stops(after, mark, start)[start:]
        farkle = float(after[turns.lost(mark, start)])
        recorded = places.recorded(mark, len(bank))
        inside = solve_inside(
            rules,
            bank,
            recorded,
            (farkle, -float(places.after_farkle(mark)[1] * places.step)),
            pruned=rules.reach is not Reach.EXACTLY,
            at=state.turn_total // places.step,
        )
        return SolvedTurn(rules, inside, self.source, lambda value: (value,))


class PointValues:
    """Points in a fixed number of rounds, alone or with any number of others: each plays for points.

    The value of a seat is its total and the mean of what is still to come. Play-offs are for the win, so
    they bring no points here.
    """

    unit: Unit = "points"
    alone = False

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.source = EXACT_POINTS
        self.turns = _solo_turns(rules)
        self.gains = _gains(rules)

    def to_come(self, state: State, seat: int) -> float:
        """The mean of the points that a seat can still make before its next roll."""
        line = state.seats[seat]
        if line.gone or state.over or state.phase is Phase.PLAY_OFF:
            return 0.0
        left = self.rules.rounds - state.round
        order = playing(state)
        count = len(state.seats)
        place, now = ((seat - state.starter) % count, (state.mover - state.starter) % count)
        left += place >= now and seat in order
        return float(self.gains[left, self.turns.places.mark(line.farkles, line.opened)])

    def turn(self, state: State) -> SolvedTurn:
        """The inside of the turn at hand."""
        line, turns = state.seats[state.mover], self.turns
        mark = turns.places.mark(line.farkles, line.opened)
        bank, farkle = points_turn(turns, self.gains[self.rules.rounds - state.round], mark)
        step = turns.places.step
        recorded = turns.places.recorded(mark, len(bank))
        lost = -float(turns.places.after_farkle(mark)[1] * step)
        inside = solve_inside(
            self.rules, bank, recorded, (farkle, lost), pruned=True, at=state.turn_total // step
        )
        rest = [self.to_come(state, seat) + state.seats[seat].total for seat in range(len(state.seats))]

        def everybody(value: float) -> Vector:
            return (*rest[: state.mover], line.total + value, *rest[state.mover + 1 :])

        return SolvedTurn(self.rules, inside, self.source, everybody)

    def ended(self, state: State) -> Vector:
        """The totals."""
        return tuple(float(total) for total in state.totals)


def points_are_exact(rules: Ruleset) -> bool:
    """Whether points of a sheet are solved for the whole game: it has rounds, and none of the unsolved rules.

    >>> from hotdice.rules import load
    >>> [points_are_exact(load(name)) for name in ("marina", "marina-solitaire", "classic")]
    [True, True, False]
    """
    if not rules.rounds or rules.target or rules.penalty.floor is not None:
        return False
    try:
        check_goal(rules, goal_of(rules))
    except Unsolvable:
        return False
    return True


@lru_cache(maxsize=8)
def _solo_turns(rules: Ruleset) -> SoloTurns:
    return SoloTurns(rules, compiled=False)


@lru_cache(maxsize=8)
def _gains(rules: Ruleset) -> Floats:
    """The best mean of the points to come, by rounds left and mark."""
    solved = table_of(rules) if rules.solo_goal else None
    if isinstance(solved, Solitaire):
        return np.asarray(solved.gains)
    turns = _solo_turns(rules)
    gains = np.zeros((rules.rounds + 1, turns.places.marks))
    for left in range(1, rules.rounds + 1):
        gains[left] = mean_gains(turns, gains[left - 1])
    return gains
