"""The compiled kernel: eight turns at a time, from the greatest total down.

Memory of one group of turns: row A holds, for each number of dice, the value of standing at absolute total A
with that many dice to roll; rows above the top repeat it. While row A is computed, the rows below it are not
yet in use, so the shared maxima are written there, at fixed distances from the row: one base address serves
every operand.

A turn carries the mover's value and whatever else is wanted of its ends under the mover's best play: what
they are worth to other players, the chance that the turn is lost. All of it comes as tuples, the value first.
"""

from typing import NamedTuple

import numpy as np

from hotdice.odds.compiling import compiled_apart
from hotdice.odds.lanes import LANES, PlanArrays
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints, RollPlan
from hotdice.odds.stopping import COUNTS, NOTHING
from hotdice.odds.vectors import greatest_of_pairs, stop_if_better, weighted_sums

Numbers = tuple[Floats, ...]
"""An array for the value of a turn, and one for each number that goes along with it."""


class CompiledPlan(NamedTuple):
    """A roll plan as the kernel reads it: all places are distances from the base of a row."""

    dice: int
    most: int
    first: Ints
    second: Ints
    places: Ints
    weights: Floats
    bounds: Ints
    chances: Floats
    forced: bool
    hot: Floats
    wins: Floats


def compile_plan(plan: RollPlan, *, forced: bool) -> CompiledPlan:
    """Lay a plan out for the kernel; `forced` says that hot dice must be rolled again."""
    shared = plan.shared
    leaves = len(shared.leaves)

    def place(node: int) -> int:
        if node < leaves:
            left, points = shared.leaves[node]
            return (points * plan.dice + left - 1) * LANES
        return -(node - leaves + 1) * LANES

    places: list[int] = []
    weights: list[float] = []
    bounds = [0]
    for row in plan.weights:
        for index in np.flatnonzero(row):
            places.append(place(shared.results[index]))
            weights.append(float(row[index]))
        if len(places) % 2:  # the sum takes two at a time
            places.append(places[-1])
            weights.append(0.0)
        bounds.append(len(places))
    return CompiledPlan(
        dice=plan.dice,
        most=plan.most,
        first=np.array([place(a) for a, _ in shared.pairs], np.int64),
        second=np.array([place(b) for _, b in shared.pairs], np.int64),
        places=np.array(places, np.int64),
        weights=np.array(weights),
        bounds=np.array(bounds, np.int64),
        chances=plan.farkle,
        forced=forced,
        hot=plan.hot_shares,
        wins=np.zeros(0) if plan.wins is None else plan.wins,
    )


def workspace(compiled: CompiledPlan, rows: int, carried: int) -> tuple[Numbers, Numbers]:
    """Memory for one group of turns whose totals stay below `rows`: what stops are worth, and rolls."""
    size = compiled.first.size * LANES + rows * compiled.dice * LANES + LANES
    return (
        tuple(np.full(rows * LANES, NOT_ALLOWED if not k else 0.0) for k in range(carried)),
        tuple(np.zeros(size) for _ in range(carried)),
    )


@compiled_apart
def at_top(bank: float, farkle: float, hot: Floats, chance: float) -> tuple[float, float]:
    """Value of all dice at the top where they must be rolled: the choice there is between stop and roll."""
    value = (chance * farkle + (hot[0] + hot[1]) * bank) / (1.0 - hot[2])
    if value > bank:
        value = (chance * farkle + hot[0] * bank) / (1.0 - hot[1] - hot[2])
        return value, chance / (1.0 - hot[1] - hot[2])
    return value, chance / (1.0 - hot[2])


@compiled_apart
def _stops_at_top(
    plan: CompiledPlan, final: int, bank: Floats, farkle: Floats, marks: Floats, lost: Floats, memory: Floats
) -> None:
    """From the final row on every number of dice is worth what stopping is, or losing where that is better.

    `marks` and `lost` are what is filled in: the worths themselves, or another number of the turn.
    """
    for row in range(final, final + plan.most + 1):
        base = plan.first.size * LANES + row * plan.dice * LANES
        at = row * LANES
        for n in range(plan.dice):
            for lane in range(LANES):
                stops = bank[at + lane] >= farkle[lane]
                memory[base + n * LANES + lane] = marks[at + lane] if stops else lost[lane]


@compiled_apart
def solve_group(
    plan: CompiledPlan, final: int, bank: Numbers, lost: Numbers, start: Ints, memory: Numbers,
    out: Floats, first: int, count: int,
) -> None:  # fmt: skip
    """What a group of turns is worth at its start.

    `bank[0][A * LANES + l]` is the value of stopping at row A in lane l (`NOT_ALLOWED` where that is against
    the rules), `lost[0][l]` of losing the turn, `start[l]` the row where the turn begins. Whoever comes to
    the row `final` or above stops there, or rolls until the turn is lost. Of `count` lanes `out[k, first +
    l]` takes what is found.
    """
    bottom, stride, full = plan.first.size * LANES, plan.dice * LANES, (plan.dice - 1) * LANES
    for k in range(len(memory)):
        _stops_at_top(plan, final, bank[0], lost[0], bank[k], lost[k], memory[k])
    if plan.forced:
        for row in range(final, final + plan.most + 1):
            for at in range(bottom + row * stride, bottom + row * stride + LANES):
                lane, chance = (at - bottom) % LANES, plan.chances[plan.dice - 1]
                memory[0][at + full], share = at_top(memory[0][at], lost[0][lane], plan.hot, chance)
                for k in range(1, len(memory)):
                    memory[k][at + full] = share * lost[k][lane] + (1.0 - share) * memory[k][at]
    for row in range(final - 1, start.min() - 1, -1):
        base = bottom + row * stride
        greatest_of_pairs(memory, base, plan.first, plan.second)
        for n in range(plan.dice):
            low, high = plan.bounds[n], plan.bounds[n + 1]
            target = base + n * LANES
            weighted_sums(
                memory, base, target, plan.places, plan.weights, low, high, lost, plan.chances[n]
            )  # fmt: skip
            if plan.wins.size:
                for at in range(target, target + LANES):
                    memory[0][at] += plan.wins[n]
        for lane in range(count):
            if start[lane] == row:
                for k in range(len(memory)):
                    out[k, first + lane] = memory[k][base + full + lane]
        for n in range(plan.dice - 1 if plan.forced else plan.dice):
            stop_if_better(memory, base + n * LANES, bank, row * LANES)


@compiled_apart
def solve_lanes(
    plan: CompiledPlan, stops: Numbers, farkle: Floats, start: Ints, final: Ints, order: Ints,
    worker: int, workers: int, bank: Numbers, memory: Numbers, lost: Numbers, out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch whose stops are given as arrays [row, lane].

    The last row stands for all beyond it; a last group that is not full repeats a lane.
    """
    begin = np.empty(LANES, np.int64)
    found = np.empty((len(memory), LANES))
    count, last = len(order), stops[0].shape[0] - 1
    for first in range(worker * LANES, count, workers * LANES):
        top = 0
        for lane in range(LANES):
            top = max(top, final[order[min(first + lane, count - 1)]])
        for lane in range(LANES):
            index = order[min(first + lane, count - 1)]
            begin[lane] = start[index]
            for k in range(len(memory)):
                lost[k][lane] = farkle[k, index]
                for row in range(begin[lane], top + plan.most + 1):
                    bank[k][row * LANES + lane] = stops[k][min(row, last), index]
        solve_group(plan, top, bank, lost, begin, memory, found, 0, LANES)
        for lane in range(min(LANES, count - first)):
            out[:, order[first + lane]] = found[:, lane]


class Board(NamedTuple):
    """A race as compiled code reads it.

    By standing: its row, the number of its table of stops in `kinds`, where its rows of the last turns begin,
    and the standings after a farkle and after a stop for nothing. By the mover's place in the round: how many
    play on when the target is reached there, and where in `ends` what that is worth begins: the share of
    whoever reached it, then of all but the last who still play, each over the rows of those who do, `length`
    of them a player.
    """

    target: int
    favour: float
    standings: int
    length: int
    rows: Ints
    stops: Ints
    kinds: Ints
    begins: Ints
    after_farkle: Ints
    after_nothing: Ints
    waiting: Ints
    ends_at: Ints
    ends: Floats


@compiled_apart
def fill_stops(
    board: Board, after: Floats, place: int, mover: int, others: Ints, nothing: float, top: int, lane: int,
    bank: Numbers,
) -> None:  # fmt: skip
    """The worth of every stop of one lane up to the row `top`.

    `after[k]` are the shares of the players after the mover by the mover's row, `others` their standings in
    order of play. Beside the value there is room in `bank` for the shares of all but the last of them, then
    for the chance that the turn is lost, if there is any.
    """
    own, kinds, shares = board.rows[mover], board.kinds[board.stops[mover]], max(len(bank) - 2, 0)
    ends, target, widest = board.ends, board.target, kinds.size - 1
    waiting = board.waiting[place]
    first, step, size = board.ends_at[place], 0, 1
    for k in range(waiting):
        first += (board.begins[others[waiting - 1 - k]]) * size
        step += size
        size *= board.length
    bank[0][own * LANES + lane] = NOT_ALLOWED
    for row in range(own + 1, top):
        at = row * LANES + lane
        kind = kinds[min(row - own, widest)]
        for k in range(1, len(bank)):
            bank[k][at] = 0.0
        worth = NOT_ALLOWED
        if kind == NOTHING:
            worth = nothing
            if len(bank) > 1:
                bank[len(bank) - 1][at] = 1.0
        elif kind == COUNTS:
            following = 0.0
            if row < target:
                following = after[0, row]
                worth = 1.0 - following
                for k in range(1, shares + 1):
                    bank[k][at] = after[k - 1, row]
                    worth -= after[k, row]
            elif waiting == 0:
                worth = 1.0
            else:
                place_of = first + row * step
                worth = ends[place_of]
                rest = 1.0 - worth
                for k in range(1, min(waiting, shares + 1)):
                    share = ends[k * size + place_of]
                    bank[k][at] = share
                    rest -= share
                    following = share if k == 1 else following
                if waiting <= shares:
                    bank[waiting][at] = rest
                following = rest if waiting == 1 else following
            worth += board.favour * following
        bank[0][at] = worth


@compiled_apart
def solve_race_lanes(
    plan: CompiledPlan, board: Board, values: Floats, place: Ints, seats: Ints, tops: Ints,
    worker: int, workers: int, bank: Numbers, memory: Numbers, lost: Numbers, out: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of a batch of turns in a race of any number of players.

    `values[place, k, others, mover]` are the shares of all but the last player, the mover's standing last.
    `out` takes the mover's value with the favour in it, and whatever else there is room for in `bank`.
    """
    begin = np.empty(LANES, np.int64)
    count, places, players = seats.shape[1], values.shape[0], seats.shape[0]
    for first in range(worker * LANES, count, workers * LANES):
        top = 0
        for lane in range(LANES):
            top = max(top, tops[min(first + lane, count - 1)])
        for lane in range(LANES):
            at = min(first + lane, count - 1)
            mover, others = seats[0, at], 0
            for k in range(1, players):
                others = others * board.standings + seats[k, at]
            after = values[(place[at] + 1) % places, :, others]
            begin[lane] = board.rows[mover]
            to = board.after_farkle[mover]
            worth = 1.0
            for k in range(players - 1):
                worth -= after[k, to]
            lost[0][lane] = worth + board.favour * after[0, to]
            to = board.after_nothing[mover]
            nothing = 1.0
            for k in range(players - 1):
                nothing -= after[k, to]
            nothing += board.favour * after[0, to]
            fill_stops(
                board, after, place[at], mover, seats[1:, at], nothing, top + plan.most + 1, lane, bank
            )
        solve_group(plan, top, bank, lost, begin, memory, out, first, min(LANES, count - first))


@compiled_apart
def spread_turn(
    plan: PlanArrays, forced: bool, bank: Floats, farkle: float, start: int, stops: Floats
) -> float:
    """Adds the chance of every stop to `stops`; the chance of losing the turn comes back."""
    dice, top = len(plan.farkle), len(bank) - 1
    best = np.empty((top + plan.most + 1, dice))
    stops_at_top = bank[top] >= farkle
    best[top:] = bank[top] if stops_at_top else farkle
    share = 0.0
    if forced:
        value, share = at_top(best[top, 0], farkle, plan.hot, plan.farkle[dice - 1])
        best[top:, dice - 1] = value
    rolling = np.empty((top, dice))
    for row in range(top - 1, start - 1, -1):
        for n in range(dice):
            total = plan.farkle[n] * farkle
            for c in range(plan.bounds[n], plan.bounds[n + 1]):
                greatest = NOT_ALLOWED
                for k in range(plan.starts[c], plan.starts[c + 1]):
                    greatest = max(greatest, best[row + plan.points[k], plan.left[k]])
                total += plan.weights[c] * greatest
            rolling[row, n] = total
            best[row, n] = total if forced and n == dice - 1 else max(total, bank[row])
    chance = np.zeros((top + plan.most + 1, dice))
    chance[start, dice - 1] = 1.0
    lost = 0.0
    for row in range(start, top):
        for n in range(dice):
            here = chance[row, n]
            if here == 0.0:
                continue
            first = row == start and n == dice - 1
            if not first and not (forced and n == dice - 1) and bank[row] >= rolling[row, n]:
                stops[row] += here
                continue
            lost += here * plan.farkle[n]
            for c in range(plan.bounds[n], plan.bounds[n + 1]):
                pick = plan.starts[c]
                greatest = NOT_ALLOWED
                for k in range(plan.starts[c], plan.starts[c + 1]):
                    offered = best[row + plan.points[k], plan.left[k]]
                    if offered >= greatest:
                        greatest = offered
                        pick = k
                chance[row + plan.points[pick], plan.left[pick]] += here * plan.weights[c]
    for row in range(top, top + plan.most + 1):
        for n in range(dice):
            if not stops_at_top:
                lost += chance[row, n]
            elif forced and n == dice - 1:
                stops[top] += chance[row, n] * (1.0 - share)
                lost += chance[row, n] * share
            else:
                stops[top] += chance[row, n]
    return lost
