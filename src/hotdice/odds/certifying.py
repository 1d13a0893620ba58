"""Bounds of every state of a race of two that a checker can confirm without this solver.

The solver's values are right but for rounding, turn by turn. So a lower bound is the value less what rounding
may add up to in all turns that are still to come, and an upper bound as much above it: `SLACK` for every
turn, weighted with the chance that it is played. Whether the bounds hold is not for this module to say:
`hotdice.testing.certificates` checks them, with other code and in whole numbers.
"""

import hashlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hotdice.odds.endings import endings_of_two
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, Progress, roll_plan
from hotdice.odds.race import Race, is_monotone, solve_race
from hotdice.odds.race_levels import States, levels_of
from hotdice.odds.race_turns import RaceTurns
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.stopping import COUNTS, NOTHING, REFUSED
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties

SLACK = 4e-15
"""What rounding may do to the value of one turn; 64-bit numbers near 1 lie 1e-16 apart."""

SCALE = 2.0**60
FORMAT = "hotdice-certificate-1"


@dataclass(frozen=True, eq=False)
class Bounds:
    """A race with what lies below and above the value of each of its states, as counts of 2^-60."""

    race: Race
    lower: Ints
    upper: Ints

    @property
    def width(self) -> float:
        """The widest gap of all states."""
        return float((self.upper - self.lower).max()) / SCALE


def check_certifiable(rules: Ruleset) -> None:
    """Refuse what the checker does not know.

    >>> from hotdice.rules import load
    >>> check_certifiable(load("facebook"))
    Traceback (most recent call last):
    hotdice.odds.refusals.Unsolvable: penalty: races with a penalty have no certificate yet

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_goal(rules, "race", 2)
    for key, found in {
        "penalty": ("a penalty", rules.penalty.points),
        "hot_dice": ("forced hot dice", rules.hot_dice is HotDice.FORCED),
        "reach": ("a target that must be hit", rules.reach is Reach.EXACTLY),
        "ties": (
            "a play-off",
            rules.ties is Ties.PLAY_OFF and rules.last_chance is not LastChance.NONE,
        ),
    }.items():
        if found[1]:
            raise Unsolvable(key, f"races with {found[0]} have no certificate yet")
    if not (roll_plan(rules).farkle > 0).all():
        raise Unsolvable("scoring", "races with a roll without risk have no certificate yet")


def certify(rules: Ruleset, *, progress: Progress | None = None) -> Bounds:
    """Solve a race of two, in full precision, and put bounds around every value.

    >>> from hotdice.rules import load
    >>> bounds = certify(load("busche-neller", ["target=300"]))
    >>> bounds.width < 1e-12
    True

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_certifiable(rules)
    shown = None if progress is None else lambda share: progress(share / 2)
    race = solve_race(rules, progress=shown)
    doubt = _doubts(race, None if progress is None else lambda share: progress((1 + share) / 2))
    lower = np.floor(np.clip(race.values - doubt, 0.0, 1.0) * SCALE).astype(np.int64)
    upper = np.ceil(np.clip(race.values + doubt, 0.0, 1.0) * SCALE).astype(np.int64)
    return Bounds(race, lower, upper)


def _doubts(race: Race, progress: Progress | None) -> Floats:
    """The slack of all turns to come, this one included, from every state, by falling sum of the totals."""
    rules, places = race.rules, race.places
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False)
    turns = RaceTurns(rules, 2, places, solver, endings_of_two(rules, places, race.stop), top=race.top)
    states = States(places, 2, places.sides)
    values, doubt = race.values[:, None], np.zeros_like(race.values)
    levels = levels_of(places, 2)
    for number, level in enumerate(levels):
        active = states.at(level)
        seats = states.seats(active)
        found = np.concatenate(
            [_stops_and_loss(turns, values, doubt, side, seats) for side in range(places.sides)], axis=1
        )
        turned, size = states.turned(active), len(active)
        follows = np.concatenate([(s + 1) % places.sides * size + turned for s in range(places.sides)])
        own, lost = found[0] + SLACK, found[1]
        closed = (own + lost * own[follows]) / (1.0 - lost * lost[follows])
        doubt[:, seats[0], seats[1]] = closed.reshape(places.sides, size)
        if progress is not None:
            progress((number + 1) / len(levels))
    return doubt


def _stops_and_loss(turns: RaceTurns, values: Floats, doubt: Floats, side: int, seats: Ints) -> Floats:
    """Of the best turns: the mean doubt after their stops, and the chance that they are lost."""
    places, after_side = turns.places, (side + 1) % turns.rotations
    rows = turns.highest + turns.solver.plan.most + 1
    after = values[after_side][:, seats[1]]
    shares, kinds = turns.stops(after, side, seats, rows)
    bank = np.where(kinds == REFUSED, NOT_ALLOWED, shares[0])
    doubts = np.zeros_like(bank)
    doubts[: places.target_row] = doubt[after_side][seats[1], : places.target_row].T
    lost = 1.0 - after[0, np.arange(seats.shape[1]), seats[0]]
    none = np.zeros_like(lost)
    return turns.solver.carry(
        [bank, np.where(kinds == COUNTS, doubts, 0.0), (kinds == NOTHING).astype(float)],
        np.stack([lost, none, none + 1.0]),
        places.rows[seats[0]],
        turns.tops(seats),
    )[1:]


def write_certificate(path: Path, bounds: Bounds) -> None:
    """Write bounds as a certificate: the rule set, the tables, and a sum over all of it.

    Raises:
        OSError: the file cannot be written.
    """
    race = bounds.race
    header: dict[str, Any] = {
        "format": FORMAT,
        "rules": msgspec.to_builtins(race.rules),
        "hash": race.rules.hash,
        "step": race.places.step,
        "top": race.top,
        "closed": list(race.places.closed),
    }
    header = json.loads(json.dumps(header))
    text = json.dumps(header, sort_keys=True).encode()
    header["sha256"] = hashlib.sha256(text + bounds.lower.tobytes() + bounds.upper.tobytes()).hexdigest()
    packed = np.frombuffer(json.dumps(header).encode(), np.uint8)
    file = io.BytesIO()
    np.savez_compressed(file, header=packed, lower=bounds.lower, upper=bounds.upper)
    path.write_bytes(file.getvalue())
