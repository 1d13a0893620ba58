"""What fixed play is worth in a race of two: exactly, for any pair of players whose play is written down.

A **play** says for every start of a turn which table it follows, and a table says of every turn total and
number of dice how much a choice is liked that leads there, and whether to stop. So anything can be written
down that a bot does which looks at the scores, the turn total and the dice: thresholds, formulas, the
solver's own play. From the play come the chances of all ends of all turns (`ends_of`), and from two players'
ends the chance of either to win (`meet`), how long the game is and how often turns farkle. `replying` finds
the best answer to a play.

>>> from hotdice.rules import load
>>> rules = load("busche-neller", ["target=1000"])
>>> hasty, patient = (ends_of(thresholds(rules, (stop,) * 6)) for stop in (150, 350))
>>> match = meet(patient, hasty)
>>> round(match.first, 6), round(match.second, 6), round(match.chance, 6)
(0.620587, 0.426106, 0.523346)
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np

from hotdice.odds.compiling import compiled_available
from hotdice.odds.fixed_kernel import Ends, Flags, Game, Offers, settle, walk_all
from hotdice.odds.lanes import beside
from hotdice.odds.last_turns import waiting_turns
from hotdice.odds.plan import Floats, Ints, roll_plan
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.standings import Standings, standings
from hotdice.odds.stopping import REFUSED, stops_of, target_step
from hotdice.odds.turn import rows_that_matter
from hotdice.rules import HotDice, LastChance, Reach, Ruleset, Ties

SETTLED = 1e-11
"""A change of the last pass, where farkles cost points, below which all values count as found.

Passes shrink the change to a third or less, so what later ones would still change is smaller than that.
"""

NEVER = 1 << 40
"""A total that no turn reaches."""

_CHUNK = 2048
_FAR = 10_000
"""Points beyond the target up to which last turns are told apart."""


class Tables(NamedTuple):
    """Some ways to play a turn, in steps: `score` and `stops` as [number, turn total, dice - 1].

    Of the choices of a roll the one is taken that leads to the greatest score; of equal ones that where the
    play stops, else the one with more points, then with fewer dice. From the last turn total on it always
    stops. `keeps`, if it is not empty, gives the choice of each class of rolls (see `offers_of`) instead.
    """

    score: Floats
    stops: Flags
    keeps: Ints = np.zeros((1, 0), np.int64)


class Play(Protocol):
    """Fixed play in a race of two.

    `which[side, mover, other]` is the number of a table for every start of a turn (over `standings`; the
    mover's side is 0 for who began, where that matters), `last[opened, d]` that for a last turn in which d
    steps are missing to draw level.
    """

    @property
    def rules(self) -> Ruleset:
        """The sheet."""

    @property
    def which(self) -> Ints:
        """The number of the table of every start of a turn."""

    @property
    def last(self) -> Ints:
        """The number of the table of every last turn."""

    def tables(self, numbers: Ints) -> Tables:
        """The tables with these numbers."""


@dataclass(frozen=True, eq=False)
class WrittenPlay:
    """Play whose tables lie in memory."""

    rules: Ruleset
    which: Ints
    last: Ints
    every: Tables

    def tables(self, numbers: Ints) -> Tables:
        """The tables with these numbers."""
        keeps = self.every.keeps
        return Tables(
            self.every.score[numbers],
            self.every.stops[numbers],
            keeps[numbers] if len(keeps) > 1 else keeps,
        )


@dataclass(frozen=True, eq=False)
class Turns:
    """Where the turns of one player end, from `ends_of`; `found` is that for compiled code."""

    rules: Ruleset
    places: Standings
    found: Ends

    def spread(self, mover: int, other: int, side: int = 0) -> tuple[Floats, float, float]:
        """The chances of g steps in the turn of a start of a turn, of losing it, of a stop for nothing."""
        turn = int(self.found.of[side, mover, other])
        chances = self.found.chances[self.found.begins[turn] : self.found.begins[turn + 1]]
        return chances, float(self.found.lost[turn]), float(self.found.nothing[turn])


@dataclass(frozen=True, eq=False)
class Match:
    """Two players' fixed play against each other.

    `mine[side, mover, other]` is the chance of the one player with the move, `theirs` that of the other
    player with the move; ties count one half, or as the sheet has it.
    """

    one: Turns
    two: Turns
    mine: Floats
    theirs: Floats

    @cached_property
    def _starts(self) -> tuple[int, int]:
        first, second = self.one.places.starts(2)
        return first, second

    @property
    def first(self) -> float:
        """The one player's chance when it begins."""
        first, second = self._starts
        return float(self.mine[0, first, second])

    @property
    def second(self) -> float:
        """The one player's chance when the other begins."""
        first, second = self._starts
        return 1.0 - float(self.theirs[0, first, second])

    @property
    def chance(self) -> float:
        """The one player's chance when they take turns to begin."""
        return (self.first + self.second) / 2

    @cached_property
    def turns(self) -> float:
        """How many turns a game takes, both players' together; they take turns to begin."""
        return self._mean(np.ones_like(self.one.found.lost), np.ones_like(self.two.found.lost), 1.0)

    @cached_property
    def farkles(self) -> float:
        """How many turns of a game are lost by farkles, last turns not counted."""
        return self._mean(self.one.found.lost, self.two.found.lost, 0.0)

    def _mean(self, mine: Floats, theirs: Floats, last: float) -> float:
        """The mean of a sum over the turns of a game."""
        none = np.full((2, 1), last)
        one, two = _settled(self.one, self.two, (0.0, 1.0), (mine, theirs), (none, none))
        first, second = self._starts
        return float(one[0, first, second] + two[0, first, second]) / 2


def check_fixed(rules: Ruleset) -> None:
    """Refuse what the evaluator does not know: it does races of two as the solver does, but for a few.

    >>> from hotdice.rules import load
    >>> check_fixed(load("marina"))
    Traceback (most recent call last):
    ...
    hotdice.odds.refusals.Unsolvable: rounds: this sheet ends after 10 rounds; solve it with the goal rounds

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_goal(rules, "race")
    if rules.reach is Reach.EXACTLY:
        raise Unsolvable("reach", "fixed play is not evaluated where the target must be hit exactly")
    if rules.ties is Ties.PLAY_OFF and rules.last_chance is not LastChance.NONE:
        raise Unsolvable("ties", "fixed play is not evaluated where ties are played off")


@lru_cache(maxsize=32)
def offers_of(rules: Ruleset, *, pruned: bool = False) -> Offers:
    """The classes of a sheet's rolls with all their choices, more points first, then fewer dice set aside.

    With `pruned` only the best of those that leave the same dice, as `plan.roll_plan` has it.

    >>> from hotdice.rules import load
    >>> len(offers_of(load("playmonster")).weights), len(offers_of(load("playmonster")).points)
    (234, 1112)
    """
    plan = roll_plan(rules, pruned=pruned)
    starts = np.append(plan.starts, len(plan.points))
    hot = plan.left == rules.dice - 1
    order = np.lexsort((-plan.left, hot, -plan.points, plan.class_of))
    counts = np.count_nonzero(plan.weights, axis=1)
    return Offers(
        starts=starts,
        bounds=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        weights=plan.weights.max(axis=0),
        points=plan.points[order],
        left=plan.left[order],
        places=plan.points[order] * rules.dice + plan.left[order],
        farkle=plan.farkle,
        most=plan.most,
        forced=rules.hot_dice is HotDice.FORCED,
    )


def needs_of(rules: Ruleset, places: Standings) -> int:
    """How many steps a player may be behind in a last turn for it to be told apart from more."""
    if rules.last_chance is LastChance.NONE:
        return 1
    return places.target_row + _FAR // places.step


def rows_of(rules: Ruleset, stop_at: Sequence[int]) -> int:
    """How many turn totals, in steps, a table with these totals to stop at needs.

    >>> from hotdice.rules import load
    >>> rows_of(load("busche-neller"), (300, 300, 400, 1000, 2900, 10050))
    203
    """
    if rules.hot_dice is HotDice.FORCED or max(stop_at) >= NEVER:  # then up to where hardly any turn comes
        return rows_that_matter(roll_plan(rules, pruned=True), forced=True) + 2
    # The last one must be a total that may be stopped at.
    return max(*stop_at, rules.minimum, rules.opening) // rules.step + 2


def thresholds(
    rules: Ruleset, stop_at: Sequence[int], worths: Sequence[int] = (), *, knows_target: bool = False
) -> WrittenPlay:
    """Play that stops at a total for each number of dice left and keeps the most points.

    With `worths` it keeps what brings the most together with the worth of the dice left in hand, one die
    first. In a last turn it rolls until it is ahead, or draws level where a tie is worth something. With
    `knows_target` it stops wherever that meets the target.

    >>> from hotdice.rules import load
    >>> play = thresholds(load("busche-neller"), (300,) * 6)
    >>> play.every.stops.shape[0], bool(play.every.stops[0, 6, 3]), bool(play.every.stops[0, 5, 3])
    (1, True, False)
    """
    check_fixed(rules)
    places, step = standings(rules), rules.step
    needs = needs_of(rules, places)
    beyond = target_step(rules) if knows_target else 0
    rows = max(rows_of(rules, stop_at), needs + 2)
    total = np.arange(rows)[:, None]
    extra = np.array(worths or (0,) * rules.dice, float)
    liked = total * step + extra + 0.0 * total
    regular = total * step >= np.array(stop_at)
    tie = 1 if rules.ties is Ties.TRIGGER_KEEPS else 0
    chasing = np.array([np.broadcast_to(total >= need + tie, regular.shape) for need in range(needs)])
    if rules.last_chance is LastChance.NONE:
        chasing = chasing[:0]
    closing = np.array([regular | (total >= missing) for missing in range(1, beyond + 1)])
    stops = np.concatenate([regular[None], chasing, closing.reshape(-1, *regular.shape)])
    which = np.zeros((places.sides, places.count, places.count), np.int64)
    if knows_target:
        missing = np.clip(places.target_row - places.rows, 1, beyond)
        which[:] = (len(chasing) + missing)[None, :, None]
    last = np.tile(1 + np.arange(needs) if len(chasing) else np.zeros(needs, np.int64), (2, 1))
    score = np.broadcast_to(liked, stops.shape)
    return WrittenPlay(rules, which, last, Tables(score, stops.astype(np.uint8)))


def ends_of(play: Play, places: Standings | None = None, *, chase: Floats | None = None) -> Turns:
    """Where all turns of a player end; `chase` is what the last turns are worth, where that is known.

    >>> from hotdice.rules import load
    >>> turns = ends_of(thresholds(load("busche-neller"), (300,) * 6))
    >>> chances, lost, _ = turns.spread(0, 0)
    >>> round(float(chances @ (50.0 * np.arange(len(chances)))), 1), round(lost, 4)
    (379.1, 0.2181)

    Raises:
        Unsolvable: the sheet is no race of two that is evaluated.
    """
    rules = play.rules
    check_fixed(rules)
    places = standings(rules) if places is None else places
    stops = stops_of(rules)
    missing = np.minimum(places.target_row - places.rows, stops.numbers.shape[1] - 1)
    by_standing = stops.numbers[places.opened, missing]
    tables = len(stops.kinds)
    codes = play.which * tables + by_standing[None, :, None]
    kinds, of = np.unique(codes, return_inverse=True)
    found, walks = list[tuple[Floats, Floats, Ints]](), deque[Walk]()
    for low in range(0, len(kinds), _CHUNK):
        walks.append(_walking(play, kinds[low : low + _CHUNK], tables))
        if len(walks) > 1:
            found.append(walks.popleft()())
    found += [walk() for walk in walks]
    lengths = np.concatenate([part[2] for part in found])
    begins = np.concatenate([[0], np.cumsum(lengths)])
    facts = np.concatenate([part[1] for part in found], axis=1)
    chances = np.concatenate([part[0] for part in found])
    return Turns(
        rules,
        places,
        Ends(
            np.ascontiguousarray(of.reshape(codes.shape)).astype(np.int64),
            begins.astype(np.int64),
            chances,
            np.ascontiguousarray(facts[0]),
            np.ascontiguousarray(facts[1]),
            _chase(play, tables) if chase is None else chase,
        ),
    )


def tables_of(play: Play, numbers: Ints) -> Tables:
    """The tables of a play with these numbers, long enough that their last turn total may be stopped at.

    A play that tells few totals apart goes on, where the sheet refuses a stop, as it does at its last one.
    """
    found = play.tables(numbers)
    refused = np.flatnonzero((stops_of(play.rules).kinds == REFUSED).any(axis=0))
    told = found.score.shape[1]
    missing = int(refused[-1]) + 2 - told if refused.size else 0
    if missing <= 0:
        return found
    stops = np.pad(found.stops, ((0, 0), (0, missing), (0, 0)), constant_values=1)
    stops[:, told - 1] = 1
    return Tables(np.pad(found.score, ((0, 0), (0, missing), (0, 0)), mode="edge"), stops, found.keeps)


Walk = Callable[[], tuple[Floats, Floats, Ints]]
"""Waits for a walk: the chances of all stops of some turns, one after the other; lost, nothing; lengths."""


def _walking(play: Play, codes: Ints, tables: int) -> Walk:
    """Begin to walk some turns, and go on meanwhile: the next tables can be written down beside it."""
    rules = play.rules
    offers, kinds = offers_of(rules), stops_of(rules).kinds
    numbers, place = np.unique(codes // tables, return_inverse=True)
    score, stops, keeps = tables_of(play, numbers)
    score, stops = np.ascontiguousarray(score), np.ascontiguousarray(stops)
    which = np.stack([place, codes % tables])
    size = score.shape[1] + 2 * offers.most + 1
    out = np.zeros((len(codes), size))
    facts, lengths = np.zeros((2, len(codes))), np.zeros(len(codes), np.int64)

    def part(worker: int, workers: int) -> None:
        if compiled_available() and not keeps.size:
            from hotdice.odds.fixed_lanes_kernel import lanes_for, walk_all_lanes

            room = lanes_for(size, rules.dice)
            walk_all_lanes(
                offers, score, stops, kinds, which, worker, workers, room, out, facts, lengths
            )  # fmt: skip
            return
        chance, liked = np.zeros((size, rules.dice)), np.zeros(size * rules.dice)
        walk_all(
            offers, score, stops, keeps, kinds, which, worker, workers, chance, liked, out, facts, lengths
        )  # fmt: skip

    wait = beside(part, len(codes))

    def ended() -> tuple[Floats, Floats, Ints]:
        wait()
        rows = [row[:length] for row, length in zip(out, lengths, strict=True)]
        return np.concatenate(rows), facts, lengths

    return ended


def _chase(play: Play, tables: int) -> Floats:
    """What a last turn is worth, by who is on the board and the steps that are missing to draw level."""
    rules = play.rules
    if rules.last_chance is LastChance.NONE:
        return np.zeros((2, 1))
    stops = stops_of(rules)
    tie = 0.5 if rules.ties is Ties.SHARED else 0.0
    chase = np.zeros(play.last.shape)
    for opened in range(2):
        table = int(stops.numbers[opened, 0])
        for low in range(0, play.last.shape[1], _CHUNK):
            codes = play.last[opened, low : low + _CHUNK] * tables + table
            chances, _, lengths = _walking(play, codes, tables)()
            begins = np.concatenate([[0], np.cumsum(lengths)])
            for number, (start, end) in enumerate(pairwise(begins)):
                need, row = low + number, chances[start:end]
                level = row[need] if need < len(row) else 0.0
                chase[opened, need] = row[need + 1 :].sum() + tie * level
    return chase


def game_of(rules: Ruleset, places: Standings, base: float, sign: float) -> Game:
    """A race as compiled code reads it."""
    waiting = waiting_turns(rules, 2)
    return Game(
        places.target_row, places.rows, places.opened, places.after_farkle, places.after_nothing,
        waiting[: places.sides] if len(waiting) >= places.sides else np.repeat(waiting, places.sides),
        base, sign,
    )  # fmt: skip


def order_of(places: Standings) -> Ints:
    """All states as [side, mover, other], greatest sums first, of equal ones more farkles first."""
    side, mover, other = (x.ravel() for x in np.indices((places.sides, places.count, places.count)))
    sums = places.rows[mover] + places.rows[other]
    farkles = places.farkles[mover] + places.farkles[other]
    order = np.lexsort((-farkles, -sums))
    return np.ascontiguousarray(np.stack([side, mover, other])[:, order])


def _settled(
    one: Turns,
    two: Turns,
    signs: tuple[float, float],
    adds: tuple[Floats, Floats],
    chases: tuple[Floats, Floats],
    *,
    start: tuple[Floats, Floats] | None = None,
) -> tuple[Floats, Floats]:
    places = one.places
    game, order = game_of(one.rules, places, *signs), order_of(places)
    shape = (places.sides, places.count, places.count)
    first, second = (np.full(shape, 0.5), np.full(shape, 0.5)) if start is None else start
    change = 1.0
    while change > SETTLED * max(1.0, float(first.max())):
        change = settle(game, one.found, two.found, *adds, chases[1], chases[0], order, first, second)
        if not one.rules.penalty.points:
            break
    return first, second


def meet(one: Turns, two: Turns, *, near: Match | None = None) -> Match:
    """What two players' fixed play comes to, against each other.

    `near` is a match of much the same play, from whose values the passes begin where farkles cost points.

    >>> from hotdice.rules import load
    >>> careful = ends_of(thresholds(load("classic", ["target=600"]), (300,) * 6))
    >>> match = meet(careful, careful)
    >>> round(match.chance, 9), round(match.turns, 2)
    (0.5, 3.84)

    Raises:
        ValueError: the two play by different rules.
    """
    if one.rules.hash != two.rules.hash or one.places.lowest != two.places.lowest:
        raise ValueError("two plays meet only on one sheet")
    nothing = np.zeros_like(one.found.lost), np.zeros_like(two.found.lost)
    chases = one.found.chase, two.found.chase
    start = None if near is None else (near.mine.copy(), near.theirs.copy())
    return Match(one, two, *_settled(one, two, (1.0, -1.0), nothing, chases, start=start))
