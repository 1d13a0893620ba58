"""Where turns end, eight at a time: a walk whose lanes lie side by side, for written play and for the best.

Turns of neighbouring scores like much the same choices, so that eight of them mostly go the same way, and
which choice is liked best is found for all with one instruction. Every lane comes to what
`fixed_kernel.walk` comes to, bit for bit.
"""

from typing import NamedTuple

import numpy as np

from hotdice.odds.compiling import compiled_apart, compiled_lean, compiled_lean_apart
from hotdice.odds.fixed_kernel import FAINT, TIE, Flags, Offers
from hotdice.odds.kernel import Board, CompiledPlan, Numbers, fill_stops, solve_group
from hotdice.odds.lanes import LANES
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.stopping import COUNTS, NOTHING, REFUSED
from hotdice.odds.vectors import add_scaled, best_choices

SAME = 1 << LANES
"""Set in the answer of `best_choices` where all lanes take the same choice."""


class Lanes(NamedTuple):
    """Eight turns side by side, over (turn total, dice - 1, lane), and room to walk through them.

    `liked` says how a choice is liked, `halts` what a stop there leads to (`REFUSED`: the play rolls on),
    `kinds` what one leads to that is made whatever the play says, over (turn total, lane); from `lasts` on it
    is. `chance` is scratch, and zero before and after; `lost` and `nothing` take what comes of the turns, and
    `lengths` how long their rows are.
    """

    liked: Floats
    halts: Flags
    kinds: Flags
    lasts: Ints
    chance: Floats
    here: Floats
    picks: Ints
    lost: Floats
    nothing: Floats
    lengths: Ints


def lanes_for(size: int, dice: int) -> Lanes:
    """Room for turns whose totals, with what may come on top, stay below `size` steps."""
    whole = size * dice * LANES
    return Lanes(
        np.zeros(whole), np.zeros(whole, np.uint8), np.zeros(size * LANES, np.uint8),
        np.zeros(LANES, np.int64), np.zeros(whole), np.zeros(LANES), np.zeros(LANES, np.int64),
        np.zeros(LANES), np.zeros(LANES), np.zeros(LANES, np.int64),
    )  # fmt: skip


@compiled_lean_apart
def _lay(
    offers: Offers, lanes: Lanes, lane: int, last: int, score: Floats, stops: Flags, kinds: Ints
) -> None:
    """Lay one turn into its lane; what `score` and `stops` say at the row `last` holds for all beyond it."""
    dice, widest = len(offers.farkle), kinds.size - 1
    lanes.lasts[lane] = last
    for total in range(last + 2 * offers.most + 1):
        row, kind = min(total, last), kinds[min(total, widest)]
        lanes.kinds[total * LANES + lane] = kind
        for n in range(dice):
            at = (total * dice + n) * LANES + lane
            lanes.liked[at] = score[row, n]
            allowed = stops[row, n] != 0 and not (offers.forced and n == dice - 1)
            lanes.halts[at] = kind if allowed else REFUSED


@compiled_lean_apart
def first_stop(
    offers: Offers, lanes: Lanes, lane: int, total: int, choices: tuple[int, int], pick: int
) -> int:
    """Of the choices of a class that are liked as well as `pick`, the first that stops; else the pick."""
    dice = len(offers.farkle)
    base = total * dice * LANES + lane
    best = lanes.liked[base + offers.places[pick] * LANES]
    for k in range(choices[0], choices[1]):
        at = base + offers.places[k] * LANES
        if lanes.liked[at] >= best - TIE and lanes.halts[at] != REFUSED:
            return k
    return pick


@compiled_lean
def begin_lanes(lanes: Lanes, dice: int, count: int) -> int:
    """Put `count` turns at their start; the last turn total at which one of them goes on."""
    final = 0
    for lane in range(LANES):
        lanes.lost[lane] = lanes.nothing[lane] = 0.0
        lanes.lengths[lane] = 1
        if lane < count:
            lanes.chance[(dice - 1) * LANES + lane] = 1.0
            final = max(final, lanes.lasts[lane])
    return final


@compiled_lean
def end_lane(lanes: Lanes, lane: int, total: int, kind: int, share: float, out: Floats) -> None:
    """A part of a turn stops here; `out` is what it may record."""
    if kind == COUNTS:
        out[total] += share
        lanes.lengths[lane] = total + 1
    elif kind == NOTHING:
        lanes.nothing[lane] += share
    else:
        lanes.lost[lane] += share


@compiled_lean_apart
def walk_lanes(offers: Offers, lanes: Lanes, first: int, count: int, out: Floats) -> None:
    """Where `count` turns end, as `fixed_kernel.walk` has it: `out[first + lane, g]`, facts in `lanes`."""
    dice, starts, weights, places = len(offers.farkle), offers.starts, offers.weights, offers.places
    chance, here, picks = lanes.chance, lanes.here, lanes.picks
    final = begin_lanes(lanes, dice, count)
    for total in range(final + offers.most + 1):
        base = total * dice * LANES
        for n in range(dice):
            rolls = False
            for lane in range(LANES):
                at = base + n * LANES + lane
                share = chance[at]
                here[lane] = 0.0
                if share == 0.0:
                    continue
                chance[at] = 0.0
                ends = total >= lanes.lasts[lane] or share < FAINT
                kind = lanes.kinds[total * LANES + lane] if ends else lanes.halts[at]
                if total and (ends or kind != REFUSED):
                    end_lane(lanes, lane, total, kind, share, out[first + lane])
                    continue
                here[lane] = share
                lanes.lost[lane] += share * offers.farkle[n]
                rolls = True
            if not rolls:
                continue
            for c in range(offers.bounds[n], offers.bounds[n + 1]):
                found = best_choices(lanes.liked, base, places, starts[c], starts[c + 1], TIE, picks)
                if found == SAME:
                    add_scaled(chance, base + places[picks[0]] * LANES, here, weights[c])
                    continue
                for lane in range(LANES):
                    if here[lane] == 0.0:
                        continue
                    pick = picks[lane]
                    if found >> lane & 1:
                        pick = first_stop(offers, lanes, lane, total, (starts[c], starts[c + 1]), pick)
                    chance[base + places[pick] * LANES + lane] += here[lane] * weights[c]


@compiled_apart
def walk_all_lanes(
    offers: Offers, score: Floats, stops: Flags, kinds: Ints, which: Ints, worker: int, workers: int,
    lanes: Lanes, out: Floats, facts: Floats, lengths: Ints,
) -> None:  # fmt: skip
    """Every `workers`-th group of some turns, as `fixed_kernel.walk_all` walks them one by one."""
    last, total = score.shape[1] - 1, which.shape[1]
    for first in range(worker * LANES, total, workers * LANES):
        count = min(LANES, total - first)
        for lane in range(LANES):
            number = first + min(lane, count - 1)
            play, table = which[0, number], which[1, number]
            _lay(offers, lanes, lane, last, score[play], stops[play], kinds[table])
        walk_lanes(offers, lanes, first, count, out)
        for lane in range(count):
            facts[0, first + lane], facts[1, first + lane] = lanes.lost[lane], lanes.nothing[lane]
            lengths[first + lane] = lanes.lengths[lane]


class Solving(NamedTuple):
    """A race as its best turns are worked out eight at a time, and room for that.

    `values[place, 0, other, mover]` are the chances of the other player with the move, `place` and `seats`
    the turns, `begin` the rows at which the eight of a group begin.
    """

    plan: CompiledPlan
    board: Board
    values: Floats
    place: Ints
    seats: Ints
    top: int
    bank: Numbers
    memory: Numbers
    lost: Numbers
    begin: Ints
    score: Floats
    stops: Flags


@compiled_apart
def solve_eight(race: Solving, first: int, count: int) -> None:
    """Solve a group of turns, as `kernel.solve_race_lanes` does; a group that is not full repeats a lane."""
    places, board = race.values.shape[0], race.board
    for lane in range(LANES):
        at = first + min(lane, count - 1)
        mover = race.seats[0, at]
        after = race.values[(race.place[at] + 1) % places, :, race.seats[1, at]]
        race.begin[lane] = board.rows[mover]
        race.lost[0][lane] = 1.0 - after[0, board.after_farkle[mover]]
        nothing = 1.0 - after[0, board.after_nothing[mover]]
        fill_stops(
            board, after, race.place[at], mover, race.seats[1:, at], nothing, race.top + race.plan.most + 1,
            lane, race.bank,
        )  # fmt: skip
    found = np.empty((1, LANES))
    solve_group(race.plan, race.top, race.bank, race.lost, race.begin, race.memory, found, 0, LANES)


@compiled_lean_apart
def lay_solved(
    race: Solving, offers: Offers, lane: int, last: int, kinds: Ints, units: tuple[int, int], lanes: Lanes
) -> None:
    """Lay the best play of a solved turn into its lane, up to the turn total `last`.

    So many steps (`units[0]`) of the turn that is walked are so many (`units[1]`) of the one that was solved.
    """
    own, dice, top = race.begin[lane], len(offers.farkle), race.top
    bottom, stride = race.plan.first.size * LANES, dice * LANES
    memory, bank, score, stops = race.memory[0], race.bank[0], race.score, race.stops
    for gain in range(last + 1):
        row = min(own + gain * units[1] // units[0], top)
        for n in range(dice):
            worth = memory[bottom + row * stride + n * LANES + lane]
            score[gain, n] = worth
            stops[gain, n] = bank[row * LANES + lane] >= worth - TIE
    _lay(offers, lanes, lane, last, score, stops, kinds)


@compiled_apart
def walk_best_lanes(
    race: Solving, offers: Offers, worker: int, workers: int, lanes: Lanes, out: Floats, facts: Floats,
    lengths: Ints,
) -> None:  # fmt: skip
    """Every `workers`-th group of some turns under the best play: where they end, as `fixed_kernel.walk`."""
    total, board = race.seats.shape[1], race.board
    for first in range(worker * LANES, total, workers * LANES):
        count = min(LANES, total - first)
        solve_eight(race, first, count)
        for lane in range(LANES):
            mover = race.seats[0, first + min(lane, count - 1)]
            last = max(race.top - race.begin[lane], 1)
            lay_solved(race, offers, lane, last, board.kinds[board.stops[mover]], (1, 1), lanes)
        walk_lanes(offers, lanes, first, count, out)
        for lane in range(count):
            facts[0, first + lane], facts[1, first + lane] = lanes.lost[lane], lanes.nothing[lane]
            lengths[first + lane] = lanes.lengths[lane]
