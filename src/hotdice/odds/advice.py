"""Advice on one position: what every choice is worth, best first, from a solved game.

Tables hold the starts of turns only. The inside of the turn at hand is solved here, in plain numpy and within
milliseconds, from what its ends are worth.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.race import Race, is_monotone
from hotdice.odds.race_lanes import RaceLanes
from hotdice.odds.rounds import Rounds, RoundTurns, final_layer
from hotdice.odds.solitaire import Solitaire, SoloTurns, points_turn
from hotdice.odds.solved import Solved
from hotdice.odds.tables import chances
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties

Phase = Literal["normal", "last", "play_off"]
Unit = Literal["win", "points"]
_CERTAIN = 1e-10
"""A stop that wins with a chance this close to 1 cannot be improved: the turn is not followed beyond it."""


@dataclass(frozen=True)
class Position:
    """A decision to be made: all players with the mover first, and the turn so far.

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
class Choice:
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

    choices: tuple[Choice, ...]
    unit: Unit

    @property
    def best(self) -> Choice:
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


def turn_values(solved: Solved, position: Position) -> TurnValues:
    """Solve the inside of the turn at hand, from its turn total on.

    Raises:
        ValueError: the position does not belong to the solved game.
    """
    rules = solved.rules
    step = roll_plan(rules).step
    if position.turn_total % step or position.turn_total < 0:
        raise ValueError(f"a turn total on this sheet is a multiple of {step}, not {position.turn_total:,}")
    match solved:
        case Race() if position.phase == "normal":
            bank, recorded, farkle = _race_ends(solved, position)
        case Race() if position.phase == "last":
            bank, recorded, farkle = _last_ends(solved, position)
        case Race():
            bank, recorded, farkle = _play_off_ends(rules, position)
        case Rounds():
            bank, recorded, farkle = _rounds_ends(solved, position)
        case Solitaire():
            bank, recorded, farkle = _solitaire_ends(solved, position)
    # Where more points are never worse, dropping dominated choices changes no value and saves a quarter.
    monotone = isinstance(solved, Rounds) or position.phase != "normal" or is_monotone(rules)
    plan = roll_plan(rules, pruned=monotone and rules.reach is not Reach.EXACTLY)
    forced = rules.hot_dice is HotDice.FORCED
    lost = -float(_penalty(rules, position.totals[0], position.farkles[0]))
    now = min(position.turn_total // step, len(bank) - 2)
    final = max(len(bank) - plan.most, now + 1)
    if not isinstance(solved, Solitaire) and not forced:
        certain = np.flatnonzero(bank[now + 1 :] >= 1.0 - _CERTAIN)
        final = min(final, now + 1 + int(certain[0])) if certain.size else final
    solver = TurnSolver(plan, forced=forced, compiled=False)
    roll, means = solver.rows(
        bank[:, None], np.array([farkle]), now, recorded[:, None], np.array([lost]), final=final
    )
    return TurnValues(solver, bank, recorded, roll[:, :, 0], means[:, :, 0], final, (farkle, lost))


def _penalty(rules: Ruleset, total: int, farkles: int) -> int:
    penalty = rules.penalty
    if not penalty.points or farkles + 1 < penalty.count:
        return 0
    if penalty.floor is None:
        return penalty.points
    return max(0, min(penalty.points, total - penalty.floor))


def _recorded(bank: Floats, nothing: Floats, step: int) -> Floats:
    """The points that each stop puts onto the sheet, by turn total in steps."""
    return np.where(nothing > 0, 0.0, np.arange(len(bank)) * float(step))


def _race_ends(race: Race, position: Position) -> tuple[Floats, Floats, float]:
    places, rules = race.places, race.rules
    if any(rules.reached(total) for total in position.totals):
        raise ValueError("somebody has reached the target: say who with --trigger")
    mover = places.number(position.totals[0], position.farkles[0], position.opened[0])
    other = places.number(position.totals[1], position.farkles[1], position.opened[1])
    side = 0 if places.sides == 1 or position.mover_began else 1
    solver = TurnSolver(roll_plan(rules), forced=rules.hot_dice is HotDice.FORCED, compiled=False)
    lanes = RaceLanes(rules, places, solver, race.stop, race.top)
    theirs = chances(race.values[places.sides - 1 - side, other])
    bank, nothing = lanes.bank_row(theirs, side, mover, other, 1.0 - theirs[places.after_nothing[mover]])
    start = int(places.rows[mover])
    lost = 1.0 - float(theirs[places.after_farkle[mover]])
    return bank[start:], _recorded(bank[start:], nothing[start:], places.step), lost


def _last_ends(race: Race, position: Position) -> tuple[Floats, Floats, float]:
    """The last turn: the mover must beat a total that stands."""
    rules, step = race.rules, race.places.step
    total, goal = position.totals
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
        tie = race.play_off if position.mover_began else 1.0 - race.play_off
    bank = np.empty(rows)
    recorded = np.empty(rows)
    for row, gain in enumerate(gains):
        kept = _kept(rules, total, int(gain), opened=position.opened[0])
        recorded[row] = 0.0 if kept is None else kept
        worth = NOT_ALLOWED
        if kept is not None and gain:
            worth = 1.0 if kept > behind else tie if kept == behind else 0.0
        bank[row] = worth
    return bank, recorded, 0.0


def _kept(rules: Ruleset, total: int, gain: int, *, opened: bool) -> int | None:
    """What a stop records before the end of a race, or None where it is against the rules."""
    below = not opened and gain < rules.opening
    if below and rules.opening_policy == "must_reach":
        return None
    if gain < rules.minimum and (rules.minimum_binds_win or not rules.reached(total + gain)):
        return None
    over = rules.reach == "exactly" and total + gain > rules.target
    return 0 if below or over else gain


def _play_off_ends(rules: Ruleset, position: Position) -> tuple[Floats, Floats, float]:
    from hotdice.odds.rounds import round_turns

    turns = round_turns(rules)
    after = final_layer(turns.places, turns.play_off())
    if position.mover_began:
        rows = np.arange(turns.places.rows - 1)
        last = turns.layer(after, None, rows)[0]
        after = np.concatenate([last, np.ones((*last.shape[:2], 1))], axis=2)
    return _difference_ends(turns, after, position)


def _rounds_ends(rounds: Rounds, position: Position) -> tuple[Floats, Floats, float]:
    if position.phase == "play_off":
        left = 2 if position.mover_began else 1
    elif position.phase == "normal":
        left = position.turns_left
    else:
        raise ValueError("a sheet with rounds has no last turns")
    if not 1 <= left <= 2 * rounds.rules.rounds:
        raise ValueError("say which round it is with --round, and who began with --first")
    solver = TurnSolver(
        roll_plan(rounds.rules), forced=rounds.rules.hot_dice is HotDice.FORCED, compiled=False
    )
    return _difference_ends(RoundTurns(rounds.places, solver), chances(rounds.values[left - 1]), position)


def _difference_ends(turns: RoundTurns, after: Floats, position: Position) -> tuple[Floats, Floats, float]:
    places = turns.places
    mover = places.mark(position.farkles[0], position.opened[0])
    other = places.mark(position.farkles[1], position.opened[1])
    start = min(places.row(position.totals[0] - position.totals[1]), places.rows - 2)
    bank, farkle = turns.ends(after, mover, other, np.array([start]))
    bank = bank[start:, 0]
    closed = mover >= places.counters
    nothing = (np.arange(len(bank)) < turns.opening) & closed
    return bank, _recorded(bank, nothing.astype(float), places.step), float(farkle[0])


def _solitaire_ends(solved: Solitaire, position: Position) -> tuple[Floats, Floats, float]:
    left = position.turns_left
    if not 1 <= left <= solved.rules.rounds:
        raise ValueError("say which round it is with --round")
    turns = SoloTurns(solved.rules, compiled=False)
    mark = turns.places.mark(position.farkles[0], position.opened[0])
    bank, farkle = points_turn(turns, np.asarray(solved.gains[left - 1]), mark)
    nothing = (np.arange(len(bank)) < turns.opening) & (mark >= turns.places.counters)
    return bank, _recorded(bank, nothing.astype(float), turns.places.step), farkle


def advise(solved: Solved, position: Position, roll: tuple[int, ...] | None = None) -> Advice:
    """Every choice of a position, best first.

    Without `roll` the choices are to roll the dice at hand or to stop; with it, every keep of that roll with
    what follows.

    >>> from hotdice.odds.solved import stored
    >>> from hotdice.rules import load
    >>> advice = advise(stored(load("playmonster")), Position((9000, 9500), 400, 3))
    >>> advice.best.action, round(advice.choices[1].loss, 4)
    ('roll', 0.0033)

    Raises:
        ValueError: the position does not belong to the solved game, or the roll is a farkle.
    """
    rules = solved.rules
    inside = turn_values(solved, position)
    unit: Unit = "points" if isinstance(solved, Solitaire) else "win"
    found: list[Choice] = []

    def add(keep: str | None, total: int, dice: int, *, hot: bool) -> None:
        found.append(Choice("roll", keep, *inside.rolling(total, rules.dice if hot else dice)))
        stop = inside.stopping(total, hot=hot)
        if stop is not None:
            found.append(Choice("bank", keep, *stop))

    if roll is None:
        add(None, position.turn_total, position.dice, hot=position.dice == rules.dice)
    else:
        options = rules.table.options(roll).options
        if not options:
            raise ValueError("this roll is a farkle: there is nothing to decide")
        for option in options:
            add(option.keep, position.turn_total + option.points, option.dice_left, hot=option.hot)
    return ranked(found, unit)


def ranked(found: list[Choice], unit: Unit) -> Advice:
    """Choices as advice: best first, each with what it gives away."""
    found.sort(key=lambda choice: (-choice.value, choice.action, choice.keep or ""))
    best = found[0].value
    return Advice(tuple(replace(choice, loss=best - choice.value) for choice in found), unit)
