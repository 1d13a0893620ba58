"""A checker of certificates: bounds of every state of a race of two, confirmed without the solver.

Nothing here comes from `hotdice.odds`. The rule set is read as data; what dice are worth, how turns go and
games end is worked out anew, in whole numbers: a chance is a count of 2^-60, lower bounds are rounded down,
upper bounds up. `docs/certificate.md` has the argument why passing is enough. In short: nobody who follows
the play that is read off here wins less often than the lower bound, whatever the opponent does, and the
upper bound is what the opponent's own lower bound leaves.
"""

import hashlib
import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import factorial, prod
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from hotdice.rules.ruleset import HotDice, LastChance, OpeningPolicy, Reach, Ruleset, Ties

Ints = npt.NDArray[np.int64]
Dice = tuple[int, ...]
ONE = 1 << 60
_HALF, _LOW, _FACES, _BEYOND = 30, (1 << 30) - 1, range(1, 7), 10_000
FORMAT = "hotdice-certificate-1"


class CertificateError(ValueError):
    """A file that is no certificate, or one of a game that this checker does not know, with the reason."""


class Certificate(NamedTuple):
    """Bounds as counts of 2^-60 over [mover began or not, mover's standing, other's standing].

    Standing i is a total of i steps on the board; those not on the board follow, `closed` has their totals in
    steps. Nobody is followed beyond the total of `top` steps.
    """

    rules: Ruleset
    step: int
    top: int
    closed: tuple[int, ...]
    lower: Ints
    upper: Ints


class Verdict(NamedTuple):
    """What came of a check: the bounds of the first player's chance, and the widest gap of all states."""

    problems: list[str]
    states: int
    lower: float
    upper: float
    width: float


def read_certificate(path: Path) -> Certificate:
    """Read a certificate; one that was changed raises `CertificateError`."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            header = json.loads(bytes(file["header"]))
            lower, upper = file["lower"], file["upper"]
        told = header.pop("sha256")
        parts = [header[key] for key in ("rules", "step", "top", "closed")]
        rules, step, top, closed = msgspec.convert(parts, tuple[Ruleset, int, int, tuple[int, ...]])
    except (ValueError, KeyError, TypeError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile) as error:
        raise CertificateError(f"{path} is no certificate ({error})") from None
    text = json.dumps(header, sort_keys=True).encode()
    known = header.get("format") == FORMAT and lower.dtype == np.int64 and upper.dtype == np.int64
    if not known or step < 1 or rules.hash != header.get("hash"):
        raise CertificateError(f"{path} is no certificate of a kind that is known")
    if hashlib.sha256(text + lower.tobytes() + upper.tobytes()).hexdigest() != told:
        raise CertificateError(f"{path} was changed after it was written: its sum is another")
    return Certificate(rules, step, top, closed, lower, upper)


def _worths(rules: Ruleset) -> dict[Dice, int]:
    """Every scoring set of a sheet, its dice ascending, and its points."""
    s, scheme, found = rules.scoring, rules.scoring.alike.scheme.value, dict[Dice, int]()

    def add(dice: Iterable[int], points: int) -> None:
        if points:
            key = tuple(sorted(dice))
            found[key] = max(points, found.get(key, 0))

    for face in _FACES:
        add([face], s.singles[face - 1])
        triple = s.triples[face - 1]
        add([face] * 3, triple)
        for count in range(4, rules.dice + 1):
            listed = s.alike.values[count - 4] if count - 4 < len(s.alike.values) else 0
            times = {"multiply": listed, "add": count - 2, "double": 2 ** (count - 3)}
            add([face] * count, listed if scheme == "table" else triple * times.get(scheme, 0))
    add(_FACES, s.straight)
    for run in s.runs:
        add(list(range(run.low, run.high + 1)), run.points)
    for a, b, c in (combinations_with_replacement if s.pairs_may_repeat else combinations)(_FACES, 3):
        add([a, b, c] * 2, s.three_pairs)
    for a, b in (combinations_with_replacement if s.triplets_may_repeat else combinations)(_FACES, 2):
        add([a, b] * 3, s.two_triplets)
    for many, few in product(_FACES, _FACES):
        if many != few:
            add([many] * 4 + [few] * 2, s.four_and_pair)
            add([many] * 3 + [few] * 2, s.full_house)
            bonus = s.full_house_bonus and s.triples[many - 1] and s.triples[many - 1] + s.full_house_bonus
            add([many] * 3 + [few] * 2, bonus)
    for exact in s.sets:
        add(exact.faces, exact.points)
    return found


def _options(rules: Ruleset) -> Callable[[Dice], set[tuple[int, int]]]:
    """What a roll offers: (dice for the next roll, points) of all keeps that can be parted into sets."""
    sets = _worths(rules)

    @cache
    def worth(dice: Dice) -> int | None:
        if not dice:
            return 0
        best: int | None = None
        for part, points in sets.items():
            if part[0] == dice[0] and not (Counter(part) - Counter(dice)):
                rest = worth(tuple(sorted((Counter(dice) - Counter(part)).elements())))
                if rest is not None:
                    best = max(points + rest, best or 0)
        return best

    def options(roll: Dice) -> set[tuple[int, int]]:
        kept = {part for size in range(1, len(roll) + 1) for part in combinations(roll, size) if worth(part)}
        return {(len(roll) - len(part) or rules.dice, worth(part) or 0) for part in kept}

    return options


class _Rolls:
    """All rolls of 1 to `dice` dice, those with the same offers together, points counted in steps."""

    def __init__(self, rules: Ruleset, step: int) -> None:
        options, grouped = _options(rules), Counter[tuple[int, tuple[tuple[int, int], ...]]]()
        self.dice = rules.dice
        self.every = 6 ** np.arange(1, self.dice + 1, dtype=np.int64)[:, None]
        for n in range(1, self.dice + 1):
            for roll in combinations_with_replacement(_FACES, n):
                ways = factorial(n) // prod(factorial(count) for count in Counter(roll).values())
                offers = tuple(sorted(options(roll)))
                if any(points % step for _, points in offers):
                    raise CertificateError(f"points of this sheet are no multiples of {step}")
                grouped[n, offers] += ways
        self.farkles = np.array([grouped.pop((n, ()), 0) for n in range(1, self.dice + 1)], np.int64)
        order = sorted(grouped)
        self.ways = np.array([grouped[key] for key in order], np.int64)[:, None]
        self.first = np.searchsorted([n for n, _ in order], np.arange(1, self.dice + 1))
        self.starts = np.cumsum([0] + [len(offers) for _, offers in order[:-1]])
        choices = [choice for _, offers in order for choice in offers]
        self.most = max(points for _, points in choices) // step
        self.places = np.array([points // step * self.dice + left - 1 for left, points in choices])
        if any(b <= a for a, b in pairwise([*self.first, len(order)])) or not (self.farkles > 0).all():
            raise CertificateError("scoring: some roll has no score at all, or no risk; that is not checked")

    def mean(self, best: Ints, lost: Ints, *, up: bool) -> Ints:
        """The mean over all rolls as [dice, lane]; rounded once, as the halves of numbers are added apart."""
        high, low = (
            np.add.reduceat(half * self.ways, self.first, axis=0) + np.outer(self.farkles, fallen)
            for half, fallen in ((best >> _HALF, lost >> _HALF), (best & _LOW, lost & _LOW))
        )
        rest = (high % self.every << _HALF) + low
        return np.asarray(
            (high // self.every << _HALF) + (-(-rest // self.every) if up else rest // self.every)
        )


class _Game:
    """What a race is made of, read from the rule set alone."""

    def __init__(self, rules: Ruleset, step: int) -> None:
        for key, known in {
            "deck": rules.deck is None,
            "weights": not rules.weights,
            **dict.fromkeys(rules.beyond, False),
            "nothing_bonus": not rules.nothing_bonus,
            "take_all": not rules.take_all,
            "toxic": not rules.toxic.face,
            "penalty": not rules.penalty.points,
            "hot_dice": rules.hot_dice is HotDice.OPTIONAL,
            "target": rules.target > 0,
            "reach": rules.reach is not Reach.EXACTLY,
            "ties": rules.ties is not Ties.PLAY_OFF or rules.last_chance is LastChance.NONE,
        }.items():
            if not known:
                raise CertificateError(f"{key}: a race with this rule cannot be checked")
        self.rules, self.step, self.rolls = rules, step, _Rolls(rules, step)
        self.target = (rules.target + (rules.reach is Reach.MORE_THAN) - 1) // step + 1
        gifts = (*rules.compensation, 0, 0)[:2]
        if any(gift % step or gift // step >= self.target for gift in gifts):
            raise CertificateError("compensation: a head start that is off the steps, or too great")
        self.gifts = [gift // step for gift in gifts]
        self.sides = 2 if rules.last_chance is LastChance.FINISH_ROUND else 1

    def kind(self, own: int, gain: int, *, opened: bool) -> str:
        """What a stop with so many steps leads to: it is refused, brings nothing, or counts."""
        rules, points = self.rules, gain * self.step
        below = not opened and points < rules.opening
        if gain < 1 or (below and rules.opening_policy is OpeningPolicy.MUST_REACH):
            return "refused"
        if points < rules.minimum and (rules.minimum_binds_win or own + gain < self.target):
            return "refused"
        return "nothing" if below else "counts"

    def chases(self, needs: int, *, opened: bool, up: bool) -> Ints:
        """The chance of the last turn by how many steps the player lies behind, best play, rounded."""
        rolls, tie = self.rolls, ONE // 2 if self.rules.ties is Ties.SHARED else 0
        value = np.full(((needs + 1 + rolls.most), rolls.dice), ONE)  # row i: i - most steps are missing
        flat, nothing = value.reshape(-1), np.zeros(1, np.int64)
        tied, untied = np.zeros((2, needs + 1), np.int64)
        for chances, level in ((tied, tie), (untied, 0)):
            for missing in range(needs + 1):
                row = missing + rolls.most
                # Points lead to smaller rows here: a choice of p steps to row - p.
                at = row * rolls.dice - rolls.places + 2 * (rolls.places % rolls.dice)
                best = np.maximum.reduceat(flat[at], rolls.starts)[:, None]
                value[row] = rolls.mean(best, nothing, up=up)[:, 0]
                chances[missing] = value[row, -1]
                if missing == 0:
                    value[row] = np.maximum(value[row], level)
        least = next(g for g in range(1, 10**6) if self.kind(self.target, g, opened=opened) == "counts")
        return np.where(np.arange(needs + 1) < least, untied[min(least - 1, needs)], tied)


def check(certificate: Certificate, progress: Callable[[float], object] = float) -> Verdict:
    """Confirm that the value of every state lies between its bounds; raises `CertificateError`."""
    rules, closed, lower, upper = certificate.rules, certificate.closed, certificate.lower, certificate.upper
    game = _Game(rules, certificate.step)
    rows = np.array([*range(game.target), *closed])
    shape = game.sides, len(rows), len(rows)
    fits = list(closed) == (sorted({*game.gifts, *closed}) if rules.opening else [])
    if not fits or any(not 0 <= row < game.target for row in closed):
        raise CertificateError("its standings are not those of this race")
    if (lower.shape, upper.shape) != (shape, shape) or not 0 <= certificate.top - game.target <= _BEYOND:
        raise CertificateError("its tables have another shape than this race")
    wrong = int(((lower < 0) | (upper > ONE) | (lower > upper)).sum())
    problems = [f"{wrong:,} states have bounds that are no chances, or cross"] if wrong else []
    ahead = certificate.top + game.rolls.most + 1
    ends = {up: [game.chases(ahead, opened=o, up=not up) for o in (False, True)] for up in (False, True)}
    gap, on_board = np.arange(game.target, ahead)[:, None] - rows, np.arange(len(rows)) < game.target
    for side, mover, up in product(range(game.sides), range(len(rows)), (False, True)):
        theirs = (lower if up else upper)[game.sides - 1 - side]
        stops = np.full((ahead, len(rows)), ONE)
        stops[: game.target] -= theirs[:, : game.target].T
        if rules.last_chance is not LastChance.NONE and side == 0:
            stops[game.target :] -= np.where(on_board, ends[up][1][gap], ends[up][0][gap])
        turn = _Turn(game, mover, int(rows[mover]), certificate.top, up)
        found, ended = turn.value(stops, ONE - theirs[:, mover])
        bad = found > upper[side, mover] if up else (found < lower[side, mover]) | ~ended
        for other in np.flatnonzero(bad)[: 5 if len(problems) < 20 else 0]:
            what = "upper bound" if up else "lower bound" if ended[other] else "play, which never stops,"
            problems.append(f"the {what} of state ({side}, {mover}, {int(other)}) does not hold")
        progress((side * len(rows) + mover + 1) / (game.sides * len(rows)))
    first, second = (game.target + closed.index(gift) if rules.opening else gift for gift in game.gifts)
    low, high = (float(table[0, first, second]) / ONE for table in (lower, upper))
    return Verdict(problems, lower.size, low, high, float((upper - lower).max()) / ONE)


class _Turn(NamedTuple):
    """A turn of one standing, against all others at once."""

    game: _Game
    mover: int
    own: int
    top: int
    up: bool

    def value(self, stops: Ints, lost: Ints) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """What the turn is worth, and (the last bit inside) whether its play can end with such a stop."""
        rolls, own, top, lanes = self.game.rolls, self.own, self.top, stops.shape[1]
        bank = np.full((len(stops), lanes), -2)
        for row in range(own + 1, len(stops)):
            kind = self.game.kind(own, row - own, opened=self.mover < self.game.target)
            if kind != "refused":
                bank[row] = 2 * stops[row] + 1 if kind == "counts" else 2 * lost
        value = np.zeros((len(stops), rolls.dice, lanes), np.int64)
        value[top:] = np.maximum(bank[top:], 0)[:, None]
        if self.up:  # whoever rolls on loses the turn with the first roll's chance, and wins at most all
            risky = rolls.mean(np.full((len(rolls.ways), lanes), ONE), lost, up=True)
            value[top:] = np.maximum(value[top:], 2 * risky)
        flat = value.reshape(-1, lanes)
        for row in range(top - 1, own - 1, -1):
            best = np.maximum.reduceat(flat[row * rolls.dice + rolls.places], rolls.starts, axis=0)
            alive = np.maximum.reduceat(best & 1, rolls.first, axis=0)
            value[row] = 2 * rolls.mean(best >> 1, lost, up=self.up) + alive
            if row > own:
                value[row] = np.maximum(value[row], bank[row])
        return value[own, -1] >> 1, (value[own, -1] & 1).astype(bool)
