"""The champion's turns in games of three and more, inside compiled code: many at a time, eight in a group.

Each turn is solved from the table of three for the moment it is needed, because there are too many states to
note the play of each.

With more than three players the two rivals with the greatest totals are played against, as if there were
nobody else; in last turns everybody counts who still plays, the chances to stay ahead of each multiplied.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.odds.kernel import Board, Numbers, fill_stops, solve_group
from hotdice.odds.lanes import LANES
from hotdice.odds.plan import NOT_ALLOWED
from hotdice.odds.stopping import COUNTS, NOTHING
from hotdice.odds.tables import FRACTION

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
NORMAL, NEAR, LAST = range(3)
KIND, MOVER, OPEN, NEED, LEVEL, RIVALS, RIVAL = range(7)
MOST_RIVALS = 5
ASKED = RIVAL + 2 * MOST_RIVALS
"""The fields of what is asked of one turn: two numbers for each rival who is reckoned with, in order of play.

An ordinary turn has the mover's standing, and of each rival the standing and whether that one plays before
the mover in a round. A last turn has whether the mover is on the board, the steps missing to the best total
so far (NEED) and how many share a tie with the mover (LEVEL; 0: the tie is lost); those who still play after
it (NEAR) have how far they are behind the best, and whether they are on the board.
"""
TIE = 1e-12
MOST_NEED = 800
"""More steps than this are never made up in one turn; nobody needs to know how many more."""


class TrioBook(NamedTuple):
    """The table of three and what a turn needs beside it.

    `last_stops` are the rows of `board.kinds` for a last turn of somebody who is not and who is on the board.
    """

    plan: Any
    board: Board
    closed: Ints
    values: npt.NDArray[np.uint32]
    last_stops: Ints
    far: Floats
    tie_shares: Floats
    keeps: bool
    margin: int
    floor: int
    totals: int
    step: int
    class_first: Ints
    class_start: Ints
    points: Ints
    left: Ints
    weight: Floats
    farkle: Floats


class TrioRoom(NamedTuple):
    """Memory for one group of turns."""

    bank: Numbers
    memory: Floats
    after: Floats


@compiled
def standing_of(book: TrioBook, total: int, on_board: bool) -> int:
    """The number of a standing."""
    row = min(max(total // book.step, 0), book.totals - 1)
    if on_board:
        return row
    place = 0
    for number in range(book.closed.size):
        if book.closed[number] <= row:
            place = number
    return book.totals + place


@compiled
def reckoned(seats: Ints, place: int, other: int, first: int, last: int, most: int) -> bool:
    """Whether a rival is one of the `most` with the greatest totals, of those `first` to `last` steps on.

    Of equal totals the one that plays earlier counts as greater.
    """
    count = seats.shape[1]
    greater = 0
    for step in range(first, last + 1):
        rival = (place + step) % count
        if seats[3, rival] and rival != other:
            earlier = (rival - place) % count < (other - place) % count
            more = seats[0, rival] > seats[0, other] or (seats[0, rival] == seats[0, other] and earlier)
            greater += 1 if more else 0
    return bool(greater < most)


@compiled
def ask(
    book: TrioBook, seats: Ints, place: int, last: bool, trigger: int, left: int, most: int, asked: Ints
) -> None:
    """Write down what is asked of the turn that begins now; in last turns `most` count who still play.

    Places are seats counted from the one that begins. The rows of `seats` are, by place, the totals, who is
    on the board, the farkles in a row, and who is still in the game; `left` turns follow in a last phase.
    """
    count = seats.shape[1]
    asked[OPEN] = seats[1, place] != 0
    rivals = 0
    if last:
        best, level, keeps = np.int64(-1), 1, False
        for step in range(left + 1, count):
            other = (place + step) % count
            if not seats[3, other]:
                continue
            if seats[0, other] > best:
                best, level, keeps = seats[0, other], 2, book.keeps and other == trigger
            elif seats[0, other] == best:
                level += 1
                keeps = keeps or (book.keeps and other == trigger)
        for step in range(1, left + 1):
            other = (place + step) % count
            if seats[3, other] and reckoned(seats, place, other, 1, left, most):
                asked[RIVAL + 2 * rivals] = (best - seats[0, other]) // book.step
                asked[RIVAL + 2 * rivals + 1] = seats[1, other] != 0
                rivals += 1
        asked[KIND] = NEAR if rivals else LAST
        asked[NEED] = min((best - seats[0, place]) // book.step, MOST_NEED)
        asked[LEVEL] = 0 if keeps else level
    else:
        for step in range(1, count):
            other = (place + step) % count
            if seats[3, other] and reckoned(seats, place, other, 1, count - 1, 2):
                asked[RIVAL + 2 * rivals] = standing_of(book, seats[0, other], seats[1, other] != 0)
                asked[RIVAL + 2 * rivals + 1] = other < place
                rivals += 1
        asked[KIND] = NORMAL
        asked[MOVER] = standing_of(book, seats[0, place], seats[1, place] != 0)
    asked[RIVALS] = rivals


@compiled_apart
def fill_turn(book: TrioBook, asked: Ints, room: TrioRoom, lane: int, top: int) -> float:
    """The worth of every stop of a lane up to the row `top`; what losing the turn is worth comes back."""
    board, bank = book.board, room.bank
    if asked[KIND] == NORMAL:
        mover, others = asked[MOVER], asked[RIVAL : RIVAL + 4 : 2]
        place = (asked[RIVAL + 1] + asked[RIVAL + 3]) % book.values.shape[0]
        after = room.after
        theirs = book.values[(place + 1) % book.values.shape[0]]
        for k in range(2):
            for row in range(after.shape[1]):
                after[k, row] = theirs[k, others[0], others[1], row] * FRACTION
        lost = 1.0 - after[0, mover] - after[1, mover] + board.favour * after[0, mover]
        fill_stops(board, after, place, mover, others, lost, top, lane, bank)
        return float(lost)
    kinds = board.kinds[book.last_stops[asked[OPEN]]]
    need = asked[NEED]
    nothing = last_worth(book, asked, -need)
    for row in range(top):
        kind = kinds[min(row, kinds.size - 1)]
        worth = NOT_ALLOWED
        if kind == COUNTS:
            worth = last_worth(book, asked, row - need)
        elif kind == NOTHING:
            worth = nothing
        bank[0][row * LANES + lane] = worth
    return nothing


@compiled
def last_worth(book: TrioBook, asked: Ints, above: int) -> float:
    """What a last turn is worth that ends so many steps above the best total, with the favour in it."""
    if asked[KIND] == LAST:
        if above == 0:
            return 1.0 / asked[LEVEL] if asked[LEVEL] else 0.0
        return 1.0 if above > 0 else 0.0
    case = 2 if above > 0 else 1 if above == 0 else 0
    alone = 1.0 if case == 2 else 0.5 if case == 1 and not book.keeps else 0.0
    tied = 0.5 if case == 2 else 1.0 / 3.0 if case == 1 and not book.keeps else 0.0
    share, favour = alone, 0.0
    for i in range(asked[RIVALS]):
        opened = asked[RIVAL + 2 * i + 1]
        missing = min(asked[RIVAL + 2 * i] + max(above, 0), book.far.shape[3] - 1)
        passed, level = book.far[case, opened, 0, missing], book.far[case, opened, 1, missing]
        if i == 0:
            share = (1.0 - passed - level) * alone + level * tied
            favour = book.board.favour * (passed + level * book.tie_shares[case])
        elif alone > 0.0:
            share *= ((1.0 - passed - level) * alone + level * tied) / alone
    return float(share + favour)


@compiled
def begin_of(book: TrioBook, asked: Ints) -> int:
    """The row at which a turn begins."""
    return int(book.board.rows[asked[MOVER]]) if asked[KIND] == NORMAL else 0


@compiled
def top_of(book: TrioBook, asked: Ints) -> int:
    """The row from which nobody rolls on."""
    if asked[KIND] == NORMAL:
        leader = book.board.rows[asked[MOVER]]
        for i in range(asked[RIVALS]):
            leader = max(leader, book.board.rows[asked[RIVAL + 2 * i]])
        return int(max(leader + book.margin, book.floor))
    least = book.board.kinds.shape[1] - 1
    if asked[KIND] == LAST:
        return int(max(asked[NEED] + 1, least))
    nearest = asked[RIVAL]
    for i in range(asked[RIVALS]):
        nearest = min(nearest, asked[RIVAL + 2 * i])
    return int(max(asked[NEED] + max(book.margin - nearest, 1), least))


@compiled_apart
def solve_asked(
    book: TrioBook, asked: Ints, numbers: Ints, room: TrioRoom, start: Ints, lost: Floats, out: Floats
) -> int:
    """Solve the group of turns `numbers` (eight, repeated if need be); the greatest of their top rows."""
    top = 0
    for lane in range(LANES):
        top = max(top, top_of(book, asked[numbers[lane]]))
    for lane in range(LANES):
        start[lane] = begin_of(book, asked[numbers[lane]])
        lost[lane] = fill_turn(book, asked[numbers[lane]], room, lane, top + book.plan.most + 1)
    solve_group(book.plan, top, (room.bank[0],), (lost,), start, (room.memory,), out, 0, LANES)
    return top


@compiled
def worth_at(book: TrioBook, room: TrioRoom, row: int, left: int, lane: int) -> float:
    """What the better of stopping and rolling `left` dice is worth at a row of the group solved last."""
    return float(room.memory[book.plan.first.size * LANES + (row * book.plan.dice + left - 1) * LANES + lane])


@compiled_apart
def rolling_worth(book: TrioBook, room: TrioRoom, row: int, left: int, top: int, lost: float) -> float:
    """What rolling `left` dice is worth in lane 0 of the group solved last, from every class of rolls."""
    mean = book.farkle[left - 1] * lost
    last = top + book.plan.most
    for each in range(book.class_first[left - 1], book.class_first[left]):
        greatest = NOT_ALLOWED
        for choice in range(book.class_start[each], book.class_start[each + 1]):
            to = min(row + book.points[choice], last)
            greatest = max(greatest, worth_at(book, room, to, book.left[choice], 0))
        mean += book.weight[each] * greatest
    return float(mean)


@compiled
def choose(
    book: TrioBook, room: TrioRoom, row: int, dice: int, kind: int, lane: int
) -> tuple[int, int, bool]:
    """The best keep of a class of rolls and whether to stop then: points in steps, dice left, stop.

    Of choices that are worth the same a stop counts first, after it more points, then fewer dice.
    """
    greatest, best, stops = NOT_ALLOWED, 0, False
    each = book.class_first[dice - 1] + kind - 1
    for choice in range(book.class_start[each], book.class_start[each + 1]):
        to, left = row + book.points[choice], book.left[choice]
        worth = worth_at(book, room, to, left, lane)
        stop = room.bank[0][to * LANES + lane] >= worth - TIE
        if worth > greatest + TIE or (stop and not stops and worth >= greatest - TIE):
            greatest, best, stops = worth, choice, stop
    return int(book.points[best]), int(book.left[best]), stops
