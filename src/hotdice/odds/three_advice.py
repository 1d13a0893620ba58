"""Advice on one position of a game of three: what every choice is worth to all three players, best first.

The table holds the starts of turns only. The inside of the turn at hand is solved here, in plain numpy and
within milliseconds, from what its ends are worth: to the mover, to the next player, and in points.
"""

from dataclasses import dataclass

import numpy as np

from hotdice.odds.advice import Advice, AdvisedChoice, Question, ranked
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.last_turns import FAVOUR
from hotdice.odds.many import ManyRace
from hotdice.odds.passing import far_turns, near_ends
from hotdice.odds.plan import NOT_ALLOWED, Floats, roll_plan
from hotdice.odds.race import is_monotone
from hotdice.odds.stopping import NOTHING, REFUSED
from hotdice.odds.tables import chances
from hotdice.rules import LastChance, Ruleset, Ties, end_of_stop, recorded

OWN, NEXT, POINTS = range(3)


@dataclass(frozen=True, eq=False)
class ThreeEnds:
    """What the ends of one turn are worth by turn total in steps: [own share, next's share, points].

    The own share is `NOT_ALLOWED` where a stop is; `lost` belongs to a lost turn. From `final` on nobody
    rolls.
    """

    stops: Floats
    lost: Floats
    final: int


@dataclass(frozen=True, eq=False)
class ThreeTurnValues:
    """The inside of one turn: `roll[:, total, dice - 1]` is what rolling is worth, ends as in `ThreeEnds`."""

    solver: TurnSolver
    ends: ThreeEnds
    roll: Floats

    def rolling(self, total: int, dice: int) -> Floats:
        """What rolling so many dice is worth with a turn total: own share, next's share, mean points."""
        row = total // self.solver.plan.step
        if row < self.ends.final:
            return self.roll[:, row, dice - 1]
        rows = np.minimum(row + np.arange(self.solver.plan.most + 2), self.ends.stops.shape[1] - 1)
        beyond = ThreeEnds(self.ends.stops[:, rows], self.ends.lost, 1)
        return inside_of(self.solver, beyond, 0)[:, 0, dice - 1]

    def stopping(self, total: int) -> Floats | None:
        """What stopping is worth, or None where it is against the rules."""
        row = min(total // self.solver.plan.step, self.ends.stops.shape[1] - 1)
        if total <= 0 or self.ends.stops[OWN, row] == NOT_ALLOWED:
            return None
        return self.ends.stops[:, row]


def three_turn_values(race: ManyRace, asked: Question) -> ThreeTurnValues:
    """Solve the inside of the turn at hand, from its turn total on.

    Raises:
        ValueError: the position does not belong to the solved game.
    """
    rules, step = race.rules, race.places.step
    if len(asked.totals) != 3:
        raise ValueError(f"a game of three has three totals, not {len(asked.totals)}")
    if asked.turn_total % step or asked.turn_total < 0:
        raise ValueError(f"a turn total on this sheet is a multiple of {step}, not {asked.turn_total:,}")
    if asked.phase == "normal":
        ends = _normal_ends(race, asked)
    elif asked.phase == "last" and rules.last_chance is not LastChance.NONE:
        ends = _last_ends(race, asked)
    else:
        raise ValueError("this sheet has no such turns")
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False, compiled=False)
    now = min(asked.turn_total // step, ends.stops.shape[1] - 2)
    ends = ThreeEnds(ends.stops, ends.lost, max(ends.final, now + 1))
    return ThreeTurnValues(solver, ends, inside_of(solver, ends, now))


def inside_of(solver: TurnSolver, ends: ThreeEnds, now: int) -> Floats:
    """What rolling is worth at every turn total from `now` up to the final one, as [3, total, dice - 1]."""
    plan, dice = solver.plan, solver.plan.dice
    rows = np.minimum(np.arange(ends.final + plan.most + 1), ends.stops.shape[1] - 1)
    stops, lost = ends.stops[:, rows], ends.lost
    best = np.zeros((3, len(rows), dice))
    legal = stops[OWN] > NOT_ALLOWED
    best[:] = np.where(legal, stops, lost[:, None])[:, :, None]
    roll = np.zeros((3, ends.final, dice))
    flat = best.reshape(3, -1)
    places = plan.points * dice + plan.left
    order = np.arange(len(places))
    for row in range(ends.final - 1, now - 1, -1):
        at = row * dice + places
        key = flat[OWN, at] + FAVOUR * flat[NEXT, at]
        greatest = np.maximum.reduceat(key, plan.starts)[plan.class_of]
        picks = np.minimum.reduceat(np.where(key == greatest, order, len(order)), plan.starts)
        roll[:, row] = flat[:, at[picks]] @ plan.weights.T + np.outer(lost, plan.farkle)
        here = roll[OWN, row] + FAVOUR * roll[NEXT, row]
        stop = legal[row] & (stops[OWN, row] + FAVOUR * stops[NEXT, row] >= here)
        best[:, row] = np.where(stop, stops[:, row, None], roll[:, row])
    return roll


def _normal_ends(race: ManyRace, asked: Question) -> ThreeEnds:
    places, rules = race.places, race.rules
    if any(rules.reached(total) for total in asked.totals):
        raise ValueError("somebody has reached the target: say who")
    seats = np.array(
        [
            [places.number(total, opened=opened)]
            for total, opened in zip(asked.totals, asked.opened, strict=True)
        ]
    )
    mover, following, third = (int(standing) for standing in seats[:, 0])
    turns = race.turns(TurnSolver(roll_plan(rules), forced=False, compiled=False))
    place = asked.place % race.rotations
    after = chances(race.values[(place + 1) % race.rotations, :, following, third])
    top = int(turns.tops(seats)[0])
    shares, kinds = turns.stops(after[:, None], place, seats, top + turns.solver.plan.most + 1)
    start = int(places.rows[mover])
    kind = kinds[start:, 0]
    own = np.where(kind == REFUSED, NOT_ALLOWED, shares[0, start:, 0])
    points = np.where(kind == NOTHING, 0.0, np.arange(len(kind)) * float(places.step))
    lost = np.array([1.0 - after[:, mover].sum(), after[0, mover], 0.0])
    return ThreeEnds(np.stack([own, shares[1, start:, 0], points]), lost, top - start)


def final_shares(rules: Ruleset, totals: tuple[int, ...], trigger: int) -> tuple[float, ...]:
    """The shares of all players once every turn is played.

    >>> from hotdice.rules import load
    >>> final_shares(load("classic"), (10_000, 10_000, 9_000), 1)
    (0.5, 0.5, 0.0)
    >>> final_shares(load("playmonster"), (10_000, 10_000, 9_000), 1)
    (0.0, 1.0, 0.0)
    """
    best = max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best]
    if rules.ties is Ties.TRIGGER_KEEPS and trigger in winners:
        winners = [trigger]
    return tuple((seat in winners) / len(winners) for seat in range(len(totals)))


def _last_ends(race: ManyRace, asked: Question) -> ThreeEnds:
    """The last turns: the mover must beat a total that stands, and perhaps the next player's last turn."""
    rules, step = race.rules, race.places.step
    own, following, third = asked.totals
    trigger = asked.trigger
    if trigger not in (1, 2) or not rules.reached(asked.totals[trigger]):
        raise ValueError("say who has reached the target: 1 is the next player, 2 the one after")
    by_place = rules.last_chance is LastChance.FINISH_ROUND
    next_plays = trigger == 2 and not (by_place and asked.place == 2)
    goal = max(following, third)
    behind = (goal - own) // step
    least = -(-max(rules.minimum, rules.opening) // step)
    ahead = max(race.margin, least, 1)
    final = max(behind, 0) + (ahead if next_plays else max(least, 1))
    rows = np.arange(final + roll_plan(rules).most + 1)
    kept = np.array([_kept(rules, own, int(gain), opened=asked.opened[0]) for gain in rows * step])
    totals = own + np.maximum(kept, 0)
    if next_plays:
        far = np.full(len(rows), (third - following) // step)
        tables = far_turns(race)[:, int(asked.opened[1])]
        mine, its = near_ends(rules, tables, (totals - third) // step, far)
        farkle = near_ends(rules, tables, np.array([(own - third) // step]), far[:1])
        lost = np.array([float(farkle[0][0]), float(farkle[1][0]), 0.0])
    else:
        ends = [final_shares(rules, (int(total), following, third), trigger) for total in totals]
        mine, its = np.array([end[0] for end in ends]), np.array([end[1] for end in ends])
        lost = np.array([*final_shares(rules, asked.totals, trigger)[:2], 0.0])
    mine = np.where(kept < 0, NOT_ALLOWED, mine)
    return ThreeEnds(np.stack([mine, its, np.maximum(kept, 0).astype(float)]), lost, final)


def _kept(rules: Ruleset, total: int, gain: int, *, opened: bool) -> int:
    """What a stop records, or -1 where it is against the rules."""
    end = end_of_stop(rules, total, gain, opened=opened)
    return -1 if gain <= 0 or not end.legal else recorded(rules, total, gain, opened=opened)


def advise_three(race: ManyRace, asked: Question, roll: tuple[int, ...] | None = None) -> Advice:
    """Every choice of a position in a game of three, best first, with the shares of all three players.

    Without `roll` the choices are to roll the dice at hand or to stop; with it, every keep of that roll with
    what follows.

    >>> from hotdice.odds.many import solve_many
    >>> from hotdice.rules import load
    >>> race = solve_many(load("busche-neller", ["target=1000"]), 3)
    >>> asked = Question((600, 800, 900), 300, 3, opened=(True, True, True))
    >>> best = advise_three(race, asked).best
    >>> best.action, [round(share, 3) for share in best.shares]
    ('roll', [0.624, 0.35, 0.026])

    Raises:
        ValueError: the position does not belong to the solved game, or the roll is a farkle.
    """
    rules = race.rules
    inside = three_turn_values(race, asked)
    found: list[AdvisedChoice] = []

    def add(keep: str | None, total: int, dice: int) -> None:
        stop = inside.stopping(total)
        for action, worth in (("roll", inside.rolling(total, dice)), ("bank", stop)):
            if worth is not None:
                own, its, points = (float(number) for number in worth)
                shares = (own, its, 1.0 - own - its)
                found.append(AdvisedChoice(action, keep, own, points, shares=shares))  # type: ignore[arg-type]

    if roll is None:
        add(None, asked.turn_total, asked.dice)
    else:
        options = rules.table.options(roll).options
        if not options:
            raise ValueError("this roll is a farkle: there is nothing to decide")
        for option in options:
            add(option.keep, asked.turn_total + option.points, option.dice_left or rules.dice)
    return ranked(found, "win")
