"""How often two fixed plays that meet come to every start of a turn, and what the turns of one lose."""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.odds.fixed_kernel import FAINT, TIE, Ends, Flags, Game, Offers
from hotdice.odds.plan import NOT_ALLOWED, Floats, Ints
from hotdice.odds.stopping import NOTHING, REFUSED

KEPT, SOON, LATE, MET, WRONG = range(5)
"""Kinds of losses: the wrong dice set aside, a stop too soon, a roll too many; decisions, and wrong ones."""
WORSE = 1e-7
"""A choice is wrong if it wins less often by more than this."""


@compiled_apart
def pass_on(
    game: Game, ends: Ends, side: int, mover: int, other: int, mass: float, visits: Floats, chased: Floats
) -> None:
    """Send the mass of one start of a turn to where the turn ends: to the other's turns, or last turns.

    `visits[side, mover, other]` belongs to the other player, and so does `chased[opened, steps behind]`.
    """
    turn, back = ends.of[side, mover, other], visits.shape[0] - 1 - side
    row, rival, furthest = game.rows[mover], game.rows[other], chased.shape[1] - 1
    for at in range(ends.begins[turn], ends.begins[turn + 1]):
        share = mass * ends.chances[at]
        if share > 0.0:
            if row < game.target:
                visits[back, other, row] += share
            elif game.waiting[side]:
                chased[game.opened[other], min(row - rival, furthest)] += share
        row += 1
    visits[back, other, game.after_farkle[mover]] += mass * ends.lost[turn]
    visits[back, other, game.after_nothing[mover]] += mass * ends.nothing[turn]


@compiled_apart
def visit_all(
    game: Game, mine: Ends, theirs: Ends, order: Ints, first: Floats, second: Floats, visits: Floats,
    chased: Floats, chased_theirs: Floats,
) -> float:  # fmt: skip
    """One pass over all states, smallest sums first: what waits in `first` and `second` goes on.

    `first` is with the one player to move, `second` with the other one; `visits` counts turns of the first.
    Pairs that come back by two lost turns are closed exactly. What has gone on comes back.
    """
    sides, gone = first.shape[0], 0.0
    for at in range(order.shape[1] - 1, -1, -1):
        side, i, j = order[0, at], order[1, at], order[2, at]
        back = sides - 1 - side
        here, there = first[side, i, j], second[back, j, i]
        if here + there <= 0.0:
            continue
        turn, reply = mine.of[side, i, j], theirs.of[back, j, i]
        loop = (mine.lost[turn] if game.after_farkle[i] == i else 0.0) + (
            mine.nothing[turn] if game.after_nothing[i] == i else 0.0
        )
        back_loop = (theirs.lost[reply] if game.after_farkle[j] == j else 0.0) + (
            theirs.nothing[reply] if game.after_nothing[j] == j else 0.0
        )
        left = 1.0 - loop * back_loop
        if left < 1e-12:
            first[side, i, j] = second[back, j, i] = 0.0
            continue
        total = (here + back_loop * there) / left
        total_back = there + loop * total
        visits[side, i, j] += total
        gone += total
        pass_on(game, mine, side, i, j, total, second, chased_theirs)
        pass_on(game, theirs, back, j, i, total_back, first, chased)
        first[side, i, j] = second[back, j, i] = 0.0
    return gone


@compiled
def best_of_class(offers: Offers, bank: Floats, roll: Floats, total: int, c: int) -> float:
    """What the best choice of a class of rolls is worth, from a turn total on."""
    greatest = NOT_ALLOWED
    for k in range(offers.starts[c], offers.starts[c + 1]):
        to, left = total + offers.points[k], offers.left[k]
        greatest = max(greatest, roll[to, left])
        if not (offers.forced and left == len(offers.farkle) - 1):
            greatest = max(greatest, bank[to])
    return greatest


@compiled_apart
def turn_values(offers: Offers, bank: Floats, farkle: float, last: int, roll: Floats) -> None:
    """Fill in what rolling is worth under best play, as [turn total, dice - 1]; from `last` on all stop."""
    dice = len(offers.farkle)
    for total in range(last, roll.shape[0]):
        for n in range(dice):
            must = offers.forced and n == dice - 1
            free = bank[total] > NOT_ALLOWED and not must
            roll[total, n] = NOT_ALLOWED if free else max(bank[total], farkle)
    for total in range(last - 1, -1, -1):
        for n in range(dice):
            value = offers.farkle[n] * farkle
            for c in range(offers.bounds[n], offers.bounds[n + 1]):
                value += offers.weights[c] * best_of_class(offers, bank, roll, total, c)
            roll[total, n] = value


@compiled_apart
def fill_bank(
    game: Game, values: Floats, ended: Floats, kind: Ints, side: int, mover: int, other: int, bank: Floats
) -> float:
    """What stops are worth against best play by turn total; what a lost turn is worth comes back.

    `ended[opened, steps behind]` is what having reached the target is worth against the other's last turn.
    """
    own, rival = game.rows[mover], game.rows[other]
    theirs = values[values.shape[0] - 1 - side, other]
    for total in range(bank.size):
        row = own + total
        is_kind = kind[min(total, kind.size - 1)]
        if is_kind == REFUSED or total == 0:
            bank[total] = NOT_ALLOWED
        elif is_kind == NOTHING:
            bank[total] = 1.0 - theirs[game.after_nothing[mover]]
        elif row < game.target:
            bank[total] = 1.0 - theirs[row]
        elif game.waiting[side]:
            bank[total] = ended[game.opened[other], min(row - rival, ended.shape[1] - 1)]
        else:
            bank[total] = 1.0
    return float(1.0 - theirs[game.after_farkle[mover]])


@compiled_apart
def losses(
    offers: Offers, game: Game, values: Floats, ended: Floats, kinds: Ints, tables: Ints, top: int,
    score: Floats, stops: Flags, keeps: Ints, which: Ints, ends: Ints, states: Ints, weights: Floats,
    worker: int, workers: int, bank: Floats, roll: Floats, chance: Floats, lost: Floats,
) -> None:  # fmt: skip
    """Add what every `workers`-th of some turns loses to `lost[kind]`, times how often it is played.

    Beside it all decisions met are counted there, and those that are wrong.

    `which` are the numbers of the plays in `score`, `stops`, `keeps`, and from `ends` on they always stop;
    choices are made as `walk` makes them.
    """
    dice = len(offers.farkle)
    for number in range(worker, states.shape[1], workers):
        weight = weights[number]
        side, mover, other = states[0, number], states[1, number], states[2, number]
        kind, play = kinds[tables[mover]], which[number]
        last, widest = score.shape[1] - 1, kind.size - 1
        final = max(top - game.rows[mover], ends[play])
        long = max(final, last) + 2 * offers.most + 1
        farkle = fill_bank(game, values, ended, kind, side, mover, other, bank[:long])
        turn_values(offers, bank[:long], farkle, final, roll[:long])
        row = keeps[min(play, len(keeps) - 1)]
        chance[0, dice - 1] = 1.0
        for total in range(min(last, ends[play]) + offers.most + 1):
            at = min(total, last)
            for n in range(dice):
                here = chance[total, n]
                if here == 0.0:
                    continue
                chance[total, n] = 0.0
                # Whether it goes on was decided, and paid for, when the dice were set aside.
                through = total >= last or here < FAINT
                stop = stops[play, at, n] != 0 and not (offers.forced and n == dice - 1)
                stop = stop and kind[min(total, widest)] != REFUSED
                if total > 0 and (through or stop):
                    continue
                for c in range(offers.bounds[n], offers.bounds[n + 1]):
                    pick = offers.starts[c]
                    if row.size:
                        pick = row[c]
                    else:
                        best, best_stops = NOT_ALLOWED, False
                        for k in range(offers.starts[c], offers.starts[c + 1]):
                            liked = score[play, min(total + offers.points[k], last), offers.left[k]]
                            if liked > best + TIE:
                                best, pick = liked, k
                        for k in range(offers.starts[c], offers.starts[c + 1]):
                            to, left = total + offers.points[k], offers.left[k]
                            if score[play, min(to, last), left] >= best - TIE and not best_stops:
                                stopping = stops[play, min(to, last), left] != 0
                                stopping = stopping and kind[min(to, widest)] != REFUSED
                                if stopping and not (offers.forced and left == dice - 1):
                                    best_stops, pick = True, k
                    greatest = best_of_class(offers, bank, roll, total, c)
                    to, left = total + offers.points[pick], offers.left[pick]
                    hot = offers.forced and left == dice - 1
                    halts = to >= last or (stops[play, min(to, last), left] != 0 and not hot)
                    halts = halts and kind[min(to, widest)] != REFUSED
                    own = roll[to, left] if hot else max(roll[to, left], bank[to])
                    share = weight * here * offers.weights[c]
                    lost[KEPT] += share * (greatest - own)
                    taken = bank[to] if halts else roll[to, left]
                    lost[SOON if halts else LATE] += share * (own - taken)
                    lost[MET] += share
                    if greatest - taken > WORSE:
                        lost[WRONG] += share
                    chance[to, left] += here * offers.weights[c]
