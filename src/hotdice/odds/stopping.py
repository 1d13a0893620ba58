"""The stops of a rule set as arrays: what each leads to, over all turn totals, for every kind of standing.

`hotdice.rules.stops` says it; here it is laid out in steps for solvers and compiled code. Few standings
differ in what they may do, so each table over turn totals is kept once and standings have its number.
"""

from functools import lru_cache
from math import gcd, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from hotdice.odds.plan import Ints
from hotdice.rules import End, OpeningPolicy, Reach, Ruleset, stop_spans

REFUSED, NOTHING, COUNTS = 0, 1, 2
"""What a stop leads to, as compiled code reads it: it is against the rules, records nothing, or counts."""


class Stops(NamedTuple):
    """`kinds[numbers[opened, missing], turn total]` is what a stop leads to, both counted in steps.

    `missing` are the steps to the first total that meets the target; its last entry stands for all beyond it,
    the last `period` turn totals for all beyond them, over and over. A turn total of 0 is never a stop.
    """

    numbers: Ints
    kinds: Ints
    period: int = 1

    def table(self, missing: int, *, opened: bool) -> Ints:
        """What stops lead to over turn totals, for one kind of standing."""
        row = self.numbers[int(opened), min(max(missing, 0), self.numbers.shape[1] - 1)]
        return np.asarray(self.kinds[row])

    def gains(self, count: int, missing: int, *, opened: bool) -> Ints:
        """`table` for turn totals from 0 up to `count` - 1 steps."""
        kinds, totals = self.table(missing, opened=opened), np.arange(count)
        beyond = len(kinds) - self.period + (totals - len(kinds)) % self.period
        return kinds[np.where(totals < len(kinds), totals, beyond)]


def stops_of(rules: Ruleset, *, play_off: bool = False) -> Stops:
    """The stops of a sheet.

    >>> from hotdice.rules import load
    >>> found = stops_of(load("classic"))
    >>> found.table(200, opened=False).tolist(), found.table(200, opened=True).tolist()
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], [0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    """
    return _stops(rules, play_off)


@lru_cache(maxsize=32)
def _stops(rules: Ruleset, play_off: bool) -> Stops:
    if rules.bank_step:
        return _uneven_stops(rules, play_off)
    step = rules.step
    target = target_step(rules)
    known: dict[tuple[tuple[int, int], ...], int] = {}
    numbers = np.zeros((2, _furthest(rules) + 1 if target and not play_off else 1), np.int64)
    for opened in range(2):
        for missing in range(numbers.shape[1]):
            spans = stop_spans(rules, (target - missing) * step, opened=bool(opened), play_off=play_off)
            ends = tuple((max(-(-span.first // step), 0), _kind(span.end)) for span in spans)
            numbers[opened, missing] = known.setdefault(ends, len(known))
    kinds = np.zeros((len(known), max(ends[-1][0] for ends in known) + 2), np.int64)
    for ends, row in known.items():
        for first, kind in ends:
            kinds[row, max(first, 1) :] = kind
    # What is the same from some turn total on need not be told again.
    changes = np.flatnonzero((kinds[:, 1:] != kinds[:, :-1]).any(axis=0))
    return Stops(numbers, np.ascontiguousarray(kinds[:, : (int(changes[-1]) if changes.size else 0) + 2]))


def _uneven_stops(rules: Ruleset, play_off: bool) -> Stops:
    """The stops where a bank must be a multiple of something, unless it wins and need not be one."""
    step, target = rules.step, target_step(rules)
    period = rules.bank_step // gcd(rules.bank_step, step)
    lengths, width = uneven_size(rules) if target and not play_off else (1, uneven_size(rules)[1])
    turns = np.arange(width)
    uneven = turns % period != 0
    free = not play_off and not rules.minimum_binds_win
    low = target - lengths + 1
    wins = np.array([free and rules.reached(total * step) for total in range(low, target + width)])
    known: dict[bytes, int] = {}
    numbers = np.zeros((2, lengths), np.int64)
    for opened in range(2):
        for missing in range(lengths):
            row = np.zeros(width, np.int8)
            spans = stop_spans(rules, (target - missing) * step, opened=bool(opened), play_off=play_off)
            for span in spans:
                row[max(-(-span.first // step), 1) :] = _kind(span.end)
            first = target - missing - low
            row[uneven & ~wins[first : first + width]] = REFUSED
            numbers[opened, missing] = known.setdefault(row.tobytes(), len(known))
    kinds = np.array([np.frombuffer(row, np.int8) for row in known], np.int64)
    return Stops(numbers, kinds, period)


def uneven_size(rules: Ruleset) -> tuple[int, int]:
    """How many distances to the target, and how many turn totals, are told apart where a bank must be even.

    >>> from hotdice.rules import load
    >>> uneven_size(load("classic", ["bank_step=100", "minimum_binds_win=false"]))
    (201, 205)
    """
    lengths = _furthest(rules) + 1 if rules.target else 1
    least = -(-max(rules.opening, rules.minimum) // rules.step)
    return lengths, max(least, lengths) + 2 + rules.bank_step // gcd(rules.bank_step, rules.step)


ONLY_STOPS = ("bank_step",)
"""Rules of houses that say no more than which stops are legal: compiled games play them by this table."""
MOST_STOPS = 2_000_000
"""Distances to the target times turn totals that are told apart at most where a bank must be a multiple."""


def too_many_stops(rules: Ruleset) -> bool:
    """Whether the stops of a sheet are more than a table should hold; the referee asks for one at a time.

    >>> from hotdice.rules import load
    >>> too_many_stops(load("classic", ["bank_step=100", "minimum_binds_win=false"]))
    False
    """
    return bool(rules.bank_step) and prod(uneven_size(rules)) > MOST_STOPS


def _furthest(rules: Ruleset) -> int:
    """How many steps from the target a standing may be for what it is worth telling apart."""
    wins = rules.bank_step and not rules.minimum_binds_win  # a bank that wins need be no multiple
    if rules.reach is Reach.EXACTLY or wins:  # as far down as any number of penalties that a game can see
        return target_step(rules) + 50 * rules.penalty.points // rules.step
    return -(-max(rules.minimum, rules.opening) // rules.step) + 1


def _kind(end: End) -> int:
    return (NOTHING if end is End.NOTHING else COUNTS) if end.legal else REFUSED


def target_step(rules: Ruleset) -> int:
    """The first total, in steps, that meets the target; 0 where the sheet has none.

    >>> from hotdice.rules import load
    >>> target_step(load("classic")), target_step(load("marina"))
    (200, 0)
    """
    if not rules.target:
        return 0
    step = -(-rules.target // rules.step)
    return step if rules.reached(step * rules.step) else step + 1


UNEVEN = -1
"""In place of a limit where some stop below a refused one is legal."""
NEEDED, COUNTED, WIDEST, KINDS = range(4)
"""What stands in a row of stops, see `stop_words`."""


def stop_words(rules: Ruleset, furthest: int = 0) -> tuple[npt.NDArray[np.int32], int, bool]:
    """Where stops lead to as compiled code reads it, the furthest distance to the target that counts, `even`.

    First comes, for the game and for a play-off, off the board and on it, by the steps to the target, where a
    row begins. A row has the turn total from which on a stop is legal (or UNEVEN) and that from which on it
    counts, then how many steps are told apart and for each of them its kind. The distance is at least the
    `furthest` that is given.

    >>> from hotdice.rules import load
    >>> words, furthest, even = stop_words(load("classic"))
    >>> words[words[0] :][:3].tolist(), even
    ([500, 500, 10], True)
    """
    both = [stops_of(rules, play_off=play_off) for play_off in (False, True)]
    furthest = max(furthest, both[0].numbers.shape[1] - 1)
    begins = np.zeros((2, 2, furthest + 1), np.int64)
    rows: list[int] = []
    for play_off, stops in enumerate(both):
        where = [
            begins.size + len(rows) + (KINDS + stops.kinds.shape[1]) * n for n in range(len(stops.kinds))
        ]
        for kinds in stops.kinds:
            legal, counts = kinds != REFUSED, kinds == COUNTS
            needed = int(np.argmax(legal)) * rules.step if legal[np.argmax(legal) :].all() else UNEVEN
            rows += [needed, int(np.argmax(counts)) * rules.step, len(kinds) - 1, *kinds.tolist()]
        for missing in range(furthest + 1):
            numbers = stops.numbers[:, min(missing, stops.numbers.shape[1] - 1)]
            begins[play_off, :, missing] = np.array(where)[numbers]
    same = bool((begins[0] == begins[0][:, :1]).all())
    even = same and all(rows[int(begin) - begins.size] != UNEVEN for begin in begins[0, :, 0])
    return np.concatenate([begins.ravel(), np.array(rows)]).astype(np.int32), furthest, even


def without_a_stop(rules: Ruleset) -> Ruleset:
    """The rules by which a turn is recorded that nobody had to stop, as `rules.recorded` has it.

    >>> from hotdice.rules import load, recorded
    >>> rules = load("classic", ["reach=exactly", "last_chance=none", "minimum=300"])
    >>> stops_of(without_a_stop(rules)).gains(6, 4, opened=True).tolist()
    [0, 2, 2, 2, 2, 1]
    >>> [recorded(rules, 9800, 50 * steps, opened=True) for steps in range(6)]
    [0, 50, 100, 150, 200, 0]
    """
    return replace(rules, minimum=0, bank_step=0, opening_policy=OpeningPolicy.MAY_STOP)
