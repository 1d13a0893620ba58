"""The compiled part of the evaluator: where turns end under fixed play, and what whole games come to.

A turn is walked forwards, from the first roll on, and only through what the play can come to; so it costs a
fraction of what solving it costs. What is left of a turn are the chances of its ends, and games are sums of
those.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.stopping import COUNTS, NOTHING, REFUSED

Flags = npt.NDArray[np.uint8]

TIE = 1e-12
"""Scores this close count as equal: then a stop comes first, after it more points, then fewer dice."""
FAINT = 1e-14
"""A chance too small to be followed; whoever gets there is taken to stop."""


class Offers(NamedTuple):
    """What rolls offer: classes of equal rolls, their choices in the order of preference between equals.

    The classes of n dice are those from `bounds[n - 1]` up to `bounds[n]`, the choices of class c those from
    `starts[c]` up to the next; a choice adds `points` steps and leaves `left + 1` dice.
    """

    starts: Ints
    bounds: Ints
    weights: Floats
    points: Ints
    left: Ints
    places: Ints
    farkle: Floats
    most: int
    forced: bool


@compiled_apart
def walk(
    offers: Offers, score: Floats, stops: Flags, keeps: Ints, kinds: Ints, chance: Floats, liked: Floats,
    out: Floats,
) -> tuple[float, float, int]:  # fmt: skip
    """Where one turn ends: `out[g]` is the chance of a stop that counts with g steps.

    `score[t, n]` says how a choice is liked that leads to a turn total of t steps with n + 1 dice to roll,
    `stops[t, n]` whether the play stops there; from the last row on it always stops. With `keeps` the choice
    of each class is given instead. `kinds` says what stops lead to (see `stopping`). `chance` is scratch, and
    zero before and after; so is `liked`. The chances of losing the turn and of a stop for nothing come back,
    and the length of what was found.
    """
    dice, last, widest = len(offers.farkle), score.shape[0] - 1, kinds.size - 1
    lost = nothing = 0.0
    top = 0
    starts, weights, places = offers.starts, offers.weights, offers.places
    for total in range(last + 2 * offers.most + 1):
        for n in range(dice):
            liked[total * dice + n] = score[min(total, last), n]
    chance[0, dice - 1] = 1.0
    for total in range(last + offers.most + 1):
        at, kind = min(total, last), kinds[min(total, widest)]
        for n in range(dice):
            here = chance[total, n]
            if here == 0.0:
                continue
            chance[total, n] = 0.0
            ends = total >= last or here < FAINT
            if total and (ends or (stops[at, n] and not (offers.forced and n == dice - 1))):
                if kind == COUNTS:
                    out[total] += here
                    top = max(top, total)
                    continue
                if kind == NOTHING:
                    nothing += here
                    continue
                if ends:
                    lost += here
                    continue
            lost += here * offers.farkle[n]
            base = total * dice
            for c in range(offers.bounds[n], offers.bounds[n + 1]):
                pick, end, equal = starts[c], starts[c + 1], False
                if keeps.size:
                    pick = keeps[c]
                else:
                    best = liked[base + places[pick]]
                    for k in range(pick + 1, end):
                        worth = liked[base + places[k]]
                        if worth >= best - TIE:
                            equal = worth <= best + TIE
                            if not equal:
                                best, pick = worth, k
                if equal:  # of equal ones, the first that stops
                    for k in range(starts[c], end):
                        if liked[base + places[k]] >= best - TIE:
                            to, left = total + offers.points[k], offers.left[k]
                            stopping = stops[min(to, last), left] != 0
                            stopping = stopping and kinds[min(to, widest)] != REFUSED
                            if stopping and not (offers.forced and left == dice - 1):
                                pick = k
                                break
                chance[total + offers.points[pick], offers.left[pick]] += here * weights[c]
    return lost, nothing, top + 1


@compiled_apart
def walk_all(
    offers: Offers, score: Floats, stops: Flags, keeps: Ints, kinds: Ints, which: Ints,
    worker: int, workers: int, chance: Floats, liked: Floats, out: Floats, facts: Floats, lengths: Ints,
) -> None:  # fmt: skip
    """Every `workers`-th of some turns: `which` are their plays and their tables of stops."""
    for number in range(worker, which.shape[1], workers):
        play, table = which[0, number], which[1, number]
        row = keeps[min(play, len(keeps) - 1)]
        lost, nothing, length = walk(
            offers, score[play], stops[play], row, kinds[table], chance, liked, out[number]
        )
        facts[0, number], facts[1, number], lengths[number] = lost, nothing, length


class Ends(NamedTuple):
    """Where the turns of one player end, as compiled code reads it.

    The turn of `of[side, mover, other]` has its chances of g steps in `chances` from `begins` on, up to the
    next; `chase[opened, d]` is what a last turn is worth to somebody who is d steps behind.
    """

    of: Ints
    begins: Ints
    chances: Floats
    lost: Floats
    nothing: Floats
    chase: Floats


class Game(NamedTuple):
    """A race of two as `settle` reads it.

    What the other player's turn is worth to the mover is `base + sign` times its value: 1 and -1 for chances
    to win, 0 and 1 for sums over all turns of both.
    """

    target: int
    rows: Ints
    opened: Ints
    after_farkle: Ints
    after_nothing: Ints
    waiting: Ints
    base: float
    sign: float


@compiled_apart
def worth_of_turn(
    game: Game, ends: Ends, add: Floats, chase: Floats, side: int, mover: int, other: int, theirs: Floats
) -> float:
    """What a turn comes to but for lost turns and stops for nothing; `theirs` by the mover's standing.

    `add[turn]` is added for the turn, `chase` is the other's last turn by steps behind.
    """
    turn = ends.of[side, mover, other]
    own, rival = game.rows[mover], game.rows[other]
    total = float(add[turn])
    row = own
    furthest = chase.shape[1] - 1
    opened = game.opened[other]
    for at in range(ends.begins[turn], ends.begins[turn + 1]):
        if row < game.target:
            total += ends.chances[at] * (game.base + game.sign * theirs[row])
        elif game.waiting[side]:
            behind = min(row - rival, furthest)
            total += ends.chances[at] * (game.base + game.sign * chase[opened, behind])
        else:
            total += ends.chances[at] * game.base
        row += 1
    return total


@compiled
def apart_from_loops(
    game: Game, ends: Ends, add: Floats, chase: Floats, side: int, mover: int, other: int, row: Floats
) -> tuple[float, float]:
    """What a turn is worth but for its ends that leave the mover where it was, and how likely those are.

    `row` are the values of the other player's next turn by the mover's standing.
    """
    value = worth_of_turn(game, ends, add, chase, side, mover, other, row)
    turn, loop = ends.of[side, mover, other], 0.0
    to, idle = game.after_farkle[mover], game.after_nothing[mover]
    if to == mover:
        loop += ends.lost[turn]
    else:
        value += ends.lost[turn] * (game.base + game.sign * row[to])
    if idle == mover:
        loop += ends.nothing[turn]
    else:
        value += ends.nothing[turn] * (game.base + game.sign * row[idle])
    return value, loop


@compiled_apart
def worth_of_turns(
    game: Game, ends: Ends, chase: Floats, side: Ints, seats: Ints, other: Floats, constant: Floats,
    loop: Floats,
) -> None:  # fmt: skip
    """What some turns come to, and the chance that they lead back to the same pair, `other` to move.

    `seats` are the standings of the mover and of the other player.
    """
    none = np.zeros(ends.lost.size)
    for at in range(side.size):
        mover, rival = seats[0, at], seats[1, at]
        row = other[other.shape[0] - 1 - side[at], rival]
        constant[at], loop[at] = apart_from_loops(game, ends, none, chase, side[at], mover, rival, row)


@compiled_apart
def settle(
    game: Game, mine: Ends, theirs: Ends, add: Floats, add_theirs: Floats, chase: Floats,
    chase_theirs: Floats, order: Ints, first: Floats, second: Floats,
) -> float:  # fmt: skip
    """One pass over all states, greatest sums first; the largest change of a value.

    `first[side, mover, other]` are the values with the one player to move, `second` with the other one.
    `order` has the states as [side, mover, other]. Lost turns that lead back to the same pair are closed
    exactly, so that without a penalty one pass is enough. `chase` belongs to the last turns of the second
    player, `chase_theirs` to those of the first.
    """
    sides, change = first.shape[0], 0.0
    for at in range(order.shape[1]):
        side, i, j = order[0, at], order[1, at], order[2, at]
        back = sides - 1 - side
        value, loop = apart_from_loops(game, mine, add, chase, side, i, j, second[back, j])
        answer, back_loop = apart_from_loops(
            game, theirs, add_theirs, chase_theirs, back, j, i, first[side, i]
        )
        left = 1.0 - loop * back_loop
        if left < 1e-12:  # nobody ever stops: the game is nobody's
            fresh = 0.5 * game.base
            fresh_back = fresh
        else:
            fresh = (value + loop * (game.base + game.sign * (answer + back_loop * game.base))) / left
            fresh_back = answer + back_loop * (game.base + game.sign * fresh)
        change = max(change, abs(first[side, i, j] - fresh), abs(second[back, j, i] - fresh_back))
        first[side, i, j], second[back, j, i] = fresh, fresh_back
    return change


@compiled_apart
def best_turn(
    offers: Offers, bank: Floats, farkle: float, last: int, score: Floats, stops: Flags
) -> None:  # fmt: skip
    """Fill in the best play of one turn from what its ends are worth, by turn total; all stop at `last`."""
    dice = len(offers.farkle)
    for total in range(last, score.shape[0]):
        for n in range(dice):
            score[total, n] = max(bank[min(total, bank.size - 1)], farkle)
            stops[total, n] = 1
    for total in range(last - 1, -1, -1):
        for n in range(dice):
            value = offers.farkle[n] * farkle
            for c in range(offers.bounds[n], offers.bounds[n + 1]):
                greatest = NOT_ALLOWED
                for k in range(offers.starts[c], offers.starts[c + 1]):
                    greatest = max(greatest, score[total + offers.points[k], offers.left[k]])
                value += offers.weights[c] * greatest
            must = offers.forced and n == dice - 1
            stop = bank[total] >= value - TIE and not must
            stops[total, n] = stop
            score[total, n] = bank[total] if stop else value


class Solution(NamedTuple):
    """A solved race as `walk_best` reads it: chances to win of whoever moves, and of who has reached it."""

    values: Floats
    stop: Floats
    top: int


@compiled_apart
def walk_best(
    offers: Offers, game: Game, solution: Solution, kinds: Ints, tables: Ints, states: Ints,
    worker: int, workers: int, bank: Floats, score: Floats, stops: Flags, chance: Floats, liked: Floats,
    out: Floats, facts: Floats, lengths: Ints,
) -> None:  # fmt: skip
    """Every `workers`-th of some states: where turns end under the best play against a solved opponent.

    `values[side, mover, other]` belong to the opponent with the move; `tables` has the number of each
    standing's table of stops. `bank`, `score`, `stops` and `chance` are scratch.
    """
    none = np.zeros(0, np.int64)
    for number in range(worker, states.shape[1], workers):
        side, mover, other = states[0, number], states[1, number], states[2, number]
        own, rival = game.rows[mover], game.rows[other]
        theirs = solution.values[solution.values.shape[0] - 1 - side, other]
        ended = solution.stop[side, game.opened[other]]
        kind = kinds[tables[mover]]
        last = max(solution.top - own, 1)
        for total in range(last + offers.most + 1):
            row = own + total
            is_kind = kind[min(total, kind.size - 1)]
            if is_kind == REFUSED:
                bank[total] = NOT_ALLOWED
            elif is_kind == NOTHING:
                bank[total] = 1.0 - theirs[game.after_nothing[mover]]
            elif row < game.target:
                bank[total] = 1.0 - theirs[row]
            else:
                bank[total] = ended[min(row - rival, ended.size - 1)]
        lost = 1.0 - theirs[game.after_farkle[mover]]
        rows = last + offers.most + 1
        best_turn(offers, bank[:rows], lost, last, score[:rows], stops[:rows])
        facts[0, number], facts[1, number], lengths[number] = walk(
            offers, score[: last + 1], stops[: last + 1], none, kind, chance, liked, out[number]
        )
