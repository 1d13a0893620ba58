"""Advice on one position: what every choice is worth, best first, from a solved game.

Tables hold the starts of turns only. The inside of the turn at hand is solved here, in plain numpy and within
milliseconds, from what its ends are worth.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from hotdice.odds.endings import endings_of_two
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.race import Race, is_monotone
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.rounds import Rounds, RoundTurns, final_layer
from hotdice.odds.solitaire import Solitaire, SoloTurns, points_turn
from hotdice.odds.solved import Solved
from hotdice.odds.stopping import NOTHING, REFUSED
from hotdice.odds.tables import chances
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties, after_farkle, end_of_stop, recorded

Phase = Literal["normal", "last", "play_off"]
Unit = Literal["win", "points"]
_CERTAIN = 1e-10
"""A stop that wins with a chance this close to 1 cannot be improved: the turn is not followed beyond it."""


@dataclass(frozen=True)
class Question:
    """What the solver is asked: all players with the mover first, and the turn so far.

    The position of a game is its `State`, which has a text of its own (`hotdice.game.positions`); this is as
    much of it as values depend on, made from it by `hotdice.players.solver_view.question_of`.

    `dice` are those that are rolled next, or that have just been rolled; `mover_began` says whether the
    mover was the first player of the game, `turns_left` counts this turn and all after it (rounds only). For
    three players `place` is the mover's place in the round (0 for its first player) and, in last turns,
    `trigger` who has reached the target: 1 is the next player, 2 the one after.
    """

    totals: tuple[int, ...]
    turn_total: int
    dice: int
    farkles: tuple[int, ...] = (0, 0)
    opened: tuple[bool, ...] = (True, True)
    mover_began: bool = True
    phase: Phase = "normal"
    turns_left: int = 0
    place: int = 0
    trigger: int = 0


@dataclass(frozen=True)
class AdvisedChoice:
    """One choice: what is kept (nothing before a roll), what follows, what it is worth.

    `shares` are the shares of mover, next and third in a game of three, empty elsewhere.
    """

    action: Literal["roll", "bank"]
    keep: str | None
    value: float
    expected: float
    loss: float = 0.0
    shares: tuple[float, ...] = ()


@dataclass(frozen=True)
class Advice:
    """All choices, best first, and the unit of their values: a chance to win, or points."""

    choices: tuple[AdvisedChoice, ...]
    unit: Unit

    @property
    def best(self) -> AdvisedChoice:
        """The best choice."""
        return self.choices[0]


@dataclass(frozen=True, eq=False)
class TurnValues:
    """The inside of one turn: what stopping and rolling are worth at each turn total, in steps.

    `bank` is `NOT_ALLOWED` where stopping is; `points` and `roll_points` are the mean final points of the
    turn. Entries below the total that was asked for are not filled in, nor those from `final` on, where
    nobody rolls who plays well. `farkle` is what losing the turn is worth, and the points it brings.
    """

    solver: TurnSolver
    bank: Floats
    points: Floats
    roll: Floats
    roll_points: Floats
    final: int
    farkle: tuple[float, float]

    @property
    def step(self) -> int:
        """The step of all totals."""
        return self.solver.plan.step

    def rolling(self, total: int, dice: int) -> tuple[float, float]:
        """What rolling is worth with a turn total, and the mean points of the turn then."""
        row = total // self.step
        if row < self.final:
            return float(self.roll[row, dice - 1]), float(self.roll_points[row, dice - 1])
        # Beyond, one roll is followed by the best end: the turn solver's own rule.
        rows = np.minimum(row + np.arange(self.solver.plan.most + 2), len(self.bank) - 1)
        value, mean = self.solver.rows(
            self.bank[rows][:, None], np.array(self.farkle[:1]), 0, self.points[rows][:, None],
            np.array(self.farkle[1:]), final=1,
        )  # fmt: skip
        return float(value[0, dice - 1, 0]), float(mean[0, dice - 1, 0])

    def stopping(self, total: int, *, hot: bool) -> tuple[float, float] | None:
        """What stopping is worth and records, or None where it is against the rules."""
        row = min(total // self.step, len(self.bank) - 1)
        if total <= 0 or self.bank[row] == NOT_ALLOWED or (hot and self.solver.forced):
            return None
        return float(self.bank[row]), float(self.points[row])


def turn_values(solved: Solved, asked: Question) -> TurnValues:
    """Solve the inside of the turn at hand, from its turn total on.

    Raises:
        ValueError: the position does not belong to the solved game.
    """
    rules = solved.rules
    step = roll_plan(rules).step
    if asked.turn_total % step or asked.turn_total < 0:
        raise ValueError(f"a turn total on this sheet is a multiple of {step}, not {asked.turn_total:,}")
    match solved:
        case Race() if asked.phase == "normal":
            bank, recorded, farkle = _race_ends(solved, asked)
        case Race() if asked.phase == "last":
            bank, recorded, farkle = last_ends(rules, asked, solved.play_off)
        case Race():
            bank, recorded, farkle = _play_off_ends(rules, asked)
        case Rounds():
            bank, recorded, farkle = _rounds_ends(solved, asked)
        case Solitaire():
            bank, recorded, farkle = _solitaire_ends(solved, asked)
    # Where more points are never worse, dropping dominated choices changes no value and saves a quarter.
    monotone = isinstance(solved, Rounds) or asked.phase != "normal" or is_monotone(rules)
    plan = roll_plan(rules, pruned=monotone and rules.reach is not Reach.EXACTLY)
    forced = rules.hot_dice is HotDice.FORCED
    lost = -float(after_farkle(rules, asked.totals[0], asked.farkles[0])[0])
    now = min(asked.turn_total // step, len(bank) - 2)
    final = max(len(bank) - plan.most, now + 1)
    if not isinstance(solved, Solitaire) and not forced:
        certain = np.flatnonzero(bank[now + 1 :] >= 1.0 - _CERTAIN)
        final = min(final, now + 1 + int(certain[0])) if certain.size else final
    solver = TurnSolver(plan, forced=forced, compiled=False)
    roll, means = solver.rows(
        bank[:, None], np.array([farkle]), now, recorded[:, None], np.array([lost]), final=final
    )
    return TurnValues(solver, bank, recorded, roll[:, :, 0], means[:, :, 0], final, (farkle, lost))


def _race_ends(race: Race, asked: Question) -> tuple[Floats, Floats, float]:
    places, rules = race.places, race.rules
    if any(rules.reached(total) for total in asked.totals):
        raise ValueError("somebody has reached the target: say who with --trigger")
    mover = places.number(asked.totals[0], asked.farkles[0], asked.opened[0])
    other = places.number(asked.totals[1], asked.farkles[1], asked.opened[1])
    side = 0 if places.sides == 1 or asked.mover_began else 1
    solver = TurnSolver(roll_plan(rules), forced=rules.hot_dice is HotDice.FORCED, compiled=False)
    ends = endings_of_two(rules, places, np.asarray(race.stop))
    turns = RaceTurns(rules, 2, places, solver, ends, top=race.top)
    theirs = chances(race.values[places.sides - 1 - side, other])
    seats = np.array([[mover], [other]])
    shares, kinds = turns.stops(theirs[None, None], side, seats, race.top + solver.plan.most)
    start = int(places.rows[mover])
    kind = kinds[start:, 0]
    bank = np.where(kind == REFUSED, NOT_ALLOWED, shares[0, start:, 0])
    lost = 1.0 - float(theirs[places.after_farkle[mover]])
    recorded = np.where(kind == NOTHING, 0.0, np.arange(len(bank)) * float(places.step))
    return bank, recorded, lost


def last_ends(rules: Ruleset, asked: Question, play_off: float = 0.5) -> tuple[Floats, Floats, float]:
    """The last turn of two: the mover must beat a total that stands. What stops are worth and record."""
    step = rules.step
    total, goal = asked.totals
    if rules.last_chance is LastChance.NONE or not rules.reached(goal):
        raise ValueError("the trigger must have reached the target")
    behind = goal - total
    rows = max(behind // step + 2 + roll_plan(rules).most, -(-max(rules.minimum, rules.opening) // step) + 2)
    gains = np.arange(rows) * step
    if rules.ties is Ties.SHARED:
        tie = 0.5
    elif rules.ties is Ties.TRIGGER_KEEPS:
        tie = 0.0
    else:
        tie = play_off if asked.mover_began else 1.0 - play_off
    bank = np.empty(rows)
    recorded = np.empty(rows)
    for row, gain in enumerate(gains):
        kept = _kept(rules, total, int(gain), opened=asked.opened[0])
        recorded[row] = 0.0 if kept is None else kept
        worth = NOT_ALLOWED
        if kept is not None and gain:
            worth = 1.0 if kept > behind else tie if kept == behind else 0.0
        bank[row] = worth
    return bank, recorded, 0.0


def _kept(rules: Ruleset, total: int, gain: int, *, opened: bool) -> int | None:
    """What a stop records before the end of a race, or None where it is against the rules."""
    end = end_of_stop(rules, total, gain, opened=opened)
    return recorded(rules, total, gain, opened=opened) if end.legal else None


def _play_off_ends(rules: Ruleset, asked: Question) -> tuple[Floats, Floats, float]:
    from hotdice.odds.rounds import round_turns

    turns = round_turns(rules)
    after = final_layer(turns.places, turns.play_off())
    if asked.mover_began:
        rows = np.arange(turns.places.rows - 1)
        last = turns.layer(after, None, rows)[0]
        after = np.concatenate([last, np.ones((*last.shape[:2], 1))], axis=2)
    return _difference_ends(turns, after, asked)


def _rounds_ends(rounds: Rounds, asked: Question) -> tuple[Floats, Floats, float]:
    if asked.phase == "play_off":
        left = 2 if asked.mover_began else 1
    elif asked.phase == "normal":
        left = asked.turns_left
    else:
        raise ValueError("a sheet with rounds has no last turns")
    if not 1 <= left <= 2 * rounds.rules.rounds:
        raise ValueError("say which round it is with --round, and who began with --first")
    solver = TurnSolver(
        roll_plan(rounds.rules), forced=rounds.rules.hot_dice is HotDice.FORCED, compiled=False
    )
    return _difference_ends(RoundTurns(rounds.places, solver), chances(rounds.values[left - 1]), asked)


def _difference_ends(turns: RoundTurns, after: Floats, asked: Question) -> tuple[Floats, Floats, float]:
    places = turns.places
    mover = places.mark(asked.farkles[0], asked.opened[0])
    other = places.mark(asked.farkles[1], asked.opened[1])
    start = min(places.row(asked.totals[0] - asked.totals[1]), places.rows - 2)
    bank, farkle = turns.ends(after, mover, other, np.array([start]))
    bank = bank[start:, 0]
    return bank, places.recorded(mover, len(bank)), float(farkle[0])


def _solitaire_ends(solved: Solitaire, asked: Question) -> tuple[Floats, Floats, float]:
    left = asked.turns_left
    if not 1 <= left <= solved.rules.rounds:
        raise ValueError("say which round it is with --round")
    turns = SoloTurns(solved.rules, compiled=False)
    mark = turns.places.mark(asked.farkles[0], asked.opened[0])
    bank, farkle = points_turn(turns, np.asarray(solved.gains[left - 1]), mark)
    return bank, turns.places.recorded(mark, len(bank)), farkle


def advise(solved: Solved, asked: Question, roll: tuple[int, ...] | None = None) -> Advice:
    """Every choice of a position, best first.

    Without `roll` the choices are to roll the dice at hand or to stop; with it, every keep of that roll with
    what follows.

    >>> from hotdice.odds.solved import stored
    >>> from hotdice.rules import load
    >>> advice = advise(stored(load("playmonster")), Question((9000, 9500), 400, 3))
    >>> advice.best.action, round(advice.choices[1].loss, 4)
    ('roll', 0.0033)

    Raises:
        ValueError: the position does not belong to the solved game, or the roll is a farkle.
    """
    rules = solved.rules
    inside = turn_values(solved, asked)
    unit: Unit = "points" if isinstance(solved, Solitaire) else "win"
    found: list[AdvisedChoice] = []

    def add(keep: str | None, total: int, dice: int, *, hot: bool) -> None:
        found.append(AdvisedChoice("roll", keep, *inside.rolling(total, rules.dice if hot else dice)))
        stop = inside.stopping(total, hot=hot)
        if stop is not None:
            found.append(AdvisedChoice("bank", keep, *stop))

    if roll is None:
        add(None, asked.turn_total, asked.dice, hot=asked.dice == rules.dice)
    else:
        options = rules.table.options(roll).options
        if not options:
            raise ValueError("this roll is a farkle: there is nothing to decide")
        for option in options:
            add(option.keep, asked.turn_total + option.points, option.dice_left, hot=option.hot)
    return ranked(found, unit)


def ranked(found: list[AdvisedChoice], unit: Unit) -> Advice:
    """Choices as advice: best first, each with what it gives away."""
    found.sort(key=lambda choice: (-choice.value, choice.action, choice.keep or ""))
    best = found[0].value
    return Advice(tuple(replace(choice, loss=best - choice.value) for choice in found), unit)
