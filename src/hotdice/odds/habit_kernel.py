"""The walk of somebody who plays as was best by other rules, eight turns at a time: its ends and errors.

The turns of both races are solved side by side. Whoever has the habit goes through the turn as before, and at
every decision on the way it is seen what the best play of the new rules thinks of the choice.
"""

from hotdice.odds.compiling import compiled_apart, compiled_lean_apart
from hotdice.odds.fixed_kernel import FAINT, TIE, Offers
from hotdice.odds.fixed_lanes_kernel import (
    SAME,
    Lanes,
    Solving,
    begin_lanes,
    end_lane,
    first_stop,
    lay_solved,
    solve_eight,
    walk_lanes,
)
from hotdice.odds.lanes import LANES
from hotdice.odds.plan import Floats, Ints
from hotdice.odds.stopping import REFUSED
from hotdice.odds.vectors import add_scaled, best_choices
from hotdice.odds.visiting_kernel import WORSE

MET, WRONG, LOST = range(3)
"""What is told of a turn: decisions met, those among them that are not best now, chances to win lost."""


@compiled_lean_apart
def _walk_habit(
    offers: Offers, habit: Lanes, best: Lanes, banks: Floats, lost: Floats, good: Floats, room: Floats,
    first: int, count: int, out: Floats, told: Floats,
) -> None:  # fmt: skip
    """Walk eight turns by `habit`, judged by `best`; `lost` is what losing the turn is worth.

    `banks[turn total, lane]` is what stops are worth. Of the chance of each place `good` is the part that
    came there by dice set aside as best now; it is scratch, and zero before and after, as `room` is.
    """
    dice, starts, weights, places = len(offers.farkle), offers.starts, offers.weights, offers.places
    chance, here, picks, liked = habit.chance, habit.here, habit.picks, best.liked
    right, rolled = room[:LANES], room[LANES:]
    final = begin_lanes(habit, dice, count)
    for total in range(final + offers.most + 1):
        base = total * dice * LANES
        for n in range(dice):
            rolls = doubt = False
            for lane in range(LANES):
                at = base + n * LANES + lane
                share, well = chance[at], good[at]
                here[lane] = right[lane] = 0.0
                if share == 0.0:
                    continue
                chance[at] = good[at] = 0.0
                ends = total >= habit.lasts[lane] or share < FAINT
                kind = habit.kinds[total * LANES + lane] if ends else habit.halts[at]
                if total and (ends or kind != REFUSED):
                    end_lane(habit, lane, total, kind, share, out[first + lane])
                    gap = 0.0 if ends else liked[at] - banks[total * LANES + lane]
                    told[LOST, first + lane] += share * gap
                    if gap > WORSE:
                        told[WRONG, first + lane] += well
                    continue
                here[lane] = share
                rolled[lane] = offers.farkle[n] * lost[lane]
                if total and best.halts[at] != REFUSED:  # the best play stops here
                    right[lane] = well
                    doubt = True
                habit.lost[lane] += share * offers.farkle[n]
                told[MET, first + lane] += share * (1.0 - offers.farkle[n])
                rolls = True
            if not rolls:
                continue
            for c in range(offers.bounds[n], offers.bounds[n + 1]):
                low, high, weight = starts[c], starts[c + 1], weights[c]
                found = best_choices(habit.liked, base, places, low, high, TIE, picks)
                judged = best_choices(liked, base, places, low, high, TIE, best.picks)
                if found == SAME and judged == SAME and picks[0] == best.picks[0]:
                    to = base + places[picks[0]] * LANES
                    add_scaled(chance, to, here, weight)
                    add_scaled(good, to, here, weight)
                    if doubt:
                        for lane in range(LANES):
                            rolled[lane] += weight * liked[to + lane]
                    continue
                for lane in range(LANES):
                    top = liked[base + places[best.picks[lane]] * LANES + lane]
                    rolled[lane] += weight * top
                    if here[lane] == 0.0:
                        continue
                    pick = picks[lane]
                    if found >> lane & 1:
                        pick = first_stop(offers, habit, lane, total, (low, high), pick)
                    to, share = base + places[pick] * LANES + lane, here[lane] * weight
                    chance[to] += share
                    told[LOST, first + lane] += share * (top - liked[to])
                    if top - liked[to] > WORSE:
                        told[WRONG, first + lane] += share
                    else:
                        good[to] += share
            if doubt:
                for lane in range(LANES):
                    at = base + n * LANES + lane
                    gap = banks[total * LANES + lane] - rolled[lane]
                    if here[lane] > 0.0 and total and best.halts[at] != REFUSED and gap > 0.0:
                        told[LOST, first + lane] += here[lane] * gap
                        if gap > WORSE:
                            told[WRONG, first + lane] += right[lane]


@compiled_lean_apart
def _lay_stops(bank: Floats, lane: int, own: int, top: int, size: int, banks: Floats) -> None:
    """What stops of one lane are worth by turn total; from the row `top` on it stays the same."""
    for gain in range(size):
        banks[gain * LANES + lane] = bank[min(own + gain, top) * LANES + lane]


@compiled_apart
def walk_both(
    race: Solving, before: Solving, offers: Offers, units: tuple[int, int], worker: int, workers: int,
    best: Lanes, habit: Lanes, room: tuple[Floats, Floats, Floats], outs: tuple[Floats, Floats],
    facts: tuple[Floats, Floats], lengths: tuple[Ints, Ints], told: Floats,
) -> None:  # fmt: skip
    """Every `workers`-th group of some turns: under the best play, and as `before` would play them.

    The first of `outs`, `facts` and `lengths` is where turns end under the best play, the second where they
    end by habit; `told` is filled in by turn.
    """
    banks, good, scratch = room
    total, board = race.seats.shape[1], race.board
    for first in range(worker * LANES, total, workers * LANES):
        count = min(LANES, total - first)
        solve_eight(race, first, count)
        solve_eight(before, first, count)
        for lane in range(LANES):
            mover, own = race.seats[0, first + min(lane, count - 1)], race.begin[lane]
            last, kinds = max(race.top - own, 1), board.kinds[board.stops[mover]]
            lay_solved(race, offers, lane, last, kinds, (1, 1), best)
            lay_solved(before, offers, lane, last, kinds, units, habit)
            _lay_stops(race.bank[0], lane, own, race.top, last + 2 * offers.most + 1, banks)
        walk_lanes(offers, best, first, count, outs[0])
        _walk_habit(offers, habit, best, banks, race.lost[0], good, scratch, first, count, outs[1], told)
        for lane in range(count):
            at = first + lane
            facts[0][0, at], facts[0][1, at], lengths[0][at] = (
                best.lost[lane],
                best.nothing[lane],
                best.lengths[lane],
            )
            facts[1][0, at], facts[1][1, at] = habit.lost[lane], habit.nothing[lane]
            lengths[1][at] = habit.lengths[lane]
