"""The champion's turns in games of three and more, inside compiled code: many at a time, eight in a group.

Each turn is solved from the table of three for the moment it is needed, because there are too many states to
note the play of each. With more than three players the two rivals with the greatest totals are played
against, as if there were nobody else.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.odds.kernel import solve_group
from hotdice.odds.plan import NOT_ALLOWED
from hotdice.odds.tables import FRACTION
from hotdice.odds.three_kernel import Work, fill_stops
from hotdice.odds.vectors import LANES
from hotdice.players.compiled import compiled, compiled_apart

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
NORMAL, NEAR, LAST = range(3)
KIND, PLACE, MOVER, NEXT, THIRD, OPEN, NEED, FAR, FAR_OPEN, LEVEL = range(10)
ASKED = 10
"""The fields of what is asked of one turn.

An ordinary turn has the place in the round and three standings. A last turn has whether the mover is on the
board, the steps missing to the best total so far (NEED) and how many share a tie with the mover (LEVEL; 0:
the tie is lost); where somebody still plays after it (NEAR), FAR is how far that one is behind the best.
"""
TIE = 1e-12
MOST_NEED = 800
"""More steps than this are never made up in one turn; nobody needs to know how many more."""


class TrioBook(NamedTuple):
    """The table of three and what a turn needs beside it."""

    plan: Any
    numbers: Any
    rows: Ints
    opened: Ints
    closed: Ints
    begins: Ints
    values: npt.NDArray[np.uint32]
    both: Floats
    one: Floats
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

    work: Work
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
def ask(book: TrioBook, seats: Ints, place: int, last: bool, trigger: int, left: int, asked: Ints) -> None:
    """Write down what is asked of the turn that begins now.

    Places are seats counted from the one that begins. The rows of `seats` are, by place, the totals, who is
    on the board, the farkles in a row, and who is still in the game; `left` turns follow in a last phase.
    """
    count = seats.shape[1]
    asked[OPEN] = seats[1, place] != 0
    if last:
        best, level, far = np.int64(-1), 1, -1
        keeps = False
        for step in range(1, count):
            other = (place + step) % count
            if not seats[3, other]:
                continue
            if step <= left:
                if far < 0 or seats[0, other] > seats[0, far]:
                    far = other
            elif seats[0, other] > best:
                best, level, keeps = seats[0, other], 2, book.keeps and other == trigger
            elif seats[0, other] == best:
                level += 1
                keeps = keeps or (book.keeps and other == trigger)
        asked[KIND] = LAST if far < 0 else NEAR
        asked[NEED] = min((best - seats[0, place]) // book.step, MOST_NEED)
        asked[LEVEL] = 0 if keeps else level
        if far >= 0:
            asked[FAR] = (best - seats[0, far]) // book.step
            asked[FAR_OPEN] = seats[1, far] != 0
        return
    first, second = -1, -1
    for step in range(1, count):
        other = (place + step) % count
        if not seats[3, other]:
            continue
        if first < 0 or seats[0, other] > seats[0, first]:
            first, second = other, first
        elif second < 0 or seats[0, other] > seats[0, second]:
            second = other
    if (first - place) % count > (second - place) % count:
        first, second = second, first
    asked[KIND] = NORMAL
    asked[PLACE] = (first < place) + (second < place)
    asked[MOVER] = standing_of(book, seats[0, place], seats[1, place] != 0)
    asked[NEXT] = standing_of(book, seats[0, first], seats[1, first] != 0)
    asked[THIRD] = standing_of(book, seats[0, second], seats[1, second] != 0)


@compiled_apart
def fill_turn(book: TrioBook, asked: Ints, room: TrioRoom, lane: int, top: int) -> float:
    """The worth of every stop of a lane up to the row `top`; what losing the turn is worth comes back."""
    numbers, bank = book.numbers, room.work.bank
    if asked[KIND] == NORMAL:
        places = book.values.shape[0]
        p, x, y, z = asked[PLACE], asked[MOVER], asked[NEXT], asked[THIRD]
        after = room.after
        theirs = book.values[(p + 1) % places]
        for k in range(2):
            for row in range(after.shape[1]):
                after[k, row] = theirs[k, y, z, row] * FRACTION
        lost = 1.0 - after[0, x] - after[1, x] + numbers.favour * after[0, x]
        waiting = numbers.waiting - p if numbers.by_place else numbers.waiting
        fill_stops(
            numbers, after, book.both, book.one, waiting, book.begins[y], book.begins[z], book.rows[x],
            book.opened[x] == 1, lost, top, lane, room.work,
        )  # fmt: skip
        return float(lost)
    least = max(numbers.minimum if numbers.minimum_binds_win else 0, 1)
    counts = least if asked[OPEN] else max(least, numbers.opening)
    need = asked[NEED]
    nothing = last_worth(book, asked, -need)
    for row in range(top):
        worth = NOT_ALLOWED
        if row >= counts:
            worth = last_worth(book, asked, row - need)
        elif row >= least and not asked[OPEN] and numbers.may_stop:
            worth = nothing
        bank[row * LANES + lane] = worth
    return nothing


@compiled
def last_worth(book: TrioBook, asked: Ints, above: int) -> float:
    """What a last turn is worth that ends so many steps above the best total, with the favour in it."""
    if asked[KIND] == LAST:
        if above == 0:
            return 1.0 / asked[LEVEL] if asked[LEVEL] else 0.0
        return 1.0 if above > 0 else 0.0
    case = 2 if above > 0 else 1 if above == 0 else 0
    missing = min(asked[FAR] + max(above, 0), book.far.shape[3] - 1)
    passed = book.far[case, asked[FAR_OPEN], 0, missing]
    level = book.far[case, asked[FAR_OPEN], 1, missing]
    alone = 1.0 if case == 2 else 0.5 if case == 1 and not book.keeps else 0.0
    tied = 0.5 if case == 2 else 1.0 / 3.0 if case == 1 and not book.keeps else 0.0
    favour = book.numbers.favour * (passed + level * book.tie_shares[case])
    return float((1.0 - passed - level) * alone + level * tied + favour)


@compiled
def begin_of(book: TrioBook, asked: Ints) -> int:
    """The row at which a turn begins."""
    return int(book.rows[asked[MOVER]]) if asked[KIND] == NORMAL else 0


@compiled
def top_of(book: TrioBook, asked: Ints) -> int:
    """The row from which nobody rolls on."""
    if asked[KIND] == NORMAL:
        leader = max(book.rows[asked[MOVER]], book.rows[asked[NEXT]], book.rows[asked[THIRD]])
        return int(max(leader + book.margin, book.floor))
    least = max(book.numbers.minimum, book.numbers.opening, 1)
    if asked[KIND] == LAST:
        return int(max(asked[NEED] + 1, least))
    return int(max(asked[NEED] + max(book.margin - asked[FAR], 1), least))


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
    solve_group(book.plan, top, room.work.bank, lost, start, room.memory, out)
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
        stop = room.work.bank[to * LANES + lane] >= worth - TIE
        if worth > greatest + TIE or (stop and not stops and worth >= greatest - TIE):
            greatest, best, stops = worth, choice, stop
    return int(book.points[best]), int(book.left[best]), stops
