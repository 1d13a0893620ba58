"""The best play of a turn, worked out inside compiled code from what the turn's ends are worth.

A block is one such turn: the value of stopping with each total, and of losing the turn. Solving a block
gives, for each total and number of dice, a plan: which keep to take from each class of rolls, and whether to
stop then. Few plans differ, so each is kept once and the blocks hold their numbers.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.odds.compiling import compiled, compiled_apart, compiled_available
from hotdice.odds.lanes import LANES
from hotdice.odds.stopping import COUNTS, NOTHING

if compiled_available():  # its vectors are machine code
    from hotdice.players.plan_vectors import best_choices

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.int32]
Plans = npt.NDArray[np.uint16]

POINTS, RACE, ROUNDS, SOLO = range(4)
TIE = 1e-12
"""Values this close count as equal: then stopping comes first, after it more points, then fewer dice."""
WORST = -1e300
HOT = 24
"""Totals, in steps, whose plans lie close together in memory: nearly all turns end below them."""
MOST_PLANS = 65_000
NO_GOAL = -(1 << 62)
FAR = 1 << 30
"""Steps to a target that is out of reach, or that there is none of."""


class Book(NamedTuple):
    """What the ends of all turns of a bot are worth. Totals are counted in steps.

    The first `main` blocks are ordinary turns of one kind; after them come last turns, two for each number of
    steps that are missing (not on the board, on the board), for which drawing level is worth `tie`. `stops`
    and `kinds` are those of `odds.stopping`.
    """

    kind: int
    dice: int
    step: int
    main: int
    needs: int
    tie: float
    longest: int
    lowest: int
    totals: int
    counters: int
    places: int
    sides: int
    target: int
    top: int
    last_round: int
    rows: Ints
    opened: Ints
    closed: Ints
    after_farkle: Ints
    after_nothing: Ints
    fallen: Ints
    values: Floats
    stop: Floats
    stops: Ints
    kinds: Ints
    class_first: Ints
    class_start: Ints
    weight: Floats
    points: Ints
    left: Ints
    farkle: Floats


class Index(NamedTuple):
    """What is needed of a book to find the block of a turn: plain numbers, which cost nothing to hand on.

    The blocks of the book begin at `base`; `closed` is where the rows of standings not on the board begin in
    the table of words that goes with the index.
    """

    kind: int
    step: int
    base: int
    main: int
    needs: int
    lowest: int
    totals: int
    counters: int
    places: int
    sides: int
    last_round: int
    closed: int
    closed_count: int


class Notes(NamedTuple):
    """What has been worked out so far: it grows while it is used, by one writer at a time.

    `places` and `words` are the choices of all classes as `best_choices` reads them; what follows is scratch.
    """

    ready: npt.NDArray[np.uint8]
    near: Plans
    far: Plans
    plans: Words
    found: Ints
    numbers: Ints
    size: Ints
    places: Ints
    words: Ints
    lane_bank: Floats
    lane_best: Floats
    lane_stops: Ints
    mean: Floats
    digest: Ints
    entries: Ints
    bank: Floats
    value: Floats
    best: Floats


@compiled_apart
def ends_of(book: Book, block: int, bank: Floats) -> tuple[float, int]:
    """Fill in what stopping is worth by turn total; the worth of a farkle, and the total where all stop."""
    if block >= book.main:
        return goal_ends(book, block - book.main, bank)
    if book.kind == POINTS:
        return points_ends(book, block, bank)
    if book.kind == RACE:
        return race_ends(book, block, bank)
    if book.kind == ROUNDS:
        return rounds_ends(book, block, bank)
    return solo_ends(book, block, bank)


@compiled
def kind_of(book: Book, missing: int, on_board: bool, total: int) -> int:
    """What a stop with a turn total leads to, so many steps before the target (see `odds.stopping`)."""
    row = book.stops[1 if on_board else 0, min(max(missing, 0), book.stops.shape[1] - 1)]
    return int(book.kinds[row, min(total, book.kinds.shape[1] - 1)])


@compiled
def last_kind(book: Book, missing: int, on_board: bool) -> int:
    """The first turn total from which all stops are of one kind."""
    row = book.stops[1 if on_board else 0, min(max(missing, 0), book.stops.shape[1] - 1)]
    end = book.kinds.shape[1] - 1
    while end > 1 and book.kinds[row, end - 1] == book.kinds[row, end]:
        end -= 1
    return int(end)


@compiled_apart
def goal_ends(book: Book, number: int, bank: Floats) -> tuple[float, int]:
    """A last turn: more than is missing wins, exactly as much is worth a tie.

    Somebody has met the target by then, so whatever wins meets it, too.
    """
    need, on_board = number // 2, number % 2 == 1
    nothing = book.tie if need == 0 else 0.0
    for total in range(bank.size):
        kind = kind_of(book, 0, on_board, total)
        bank[total] = WORST
        if kind == NOTHING:
            bank[total] = nothing
        elif kind == COUNTS:
            bank[total] = 1.0 if total > need else book.tie if total == need else 0.0
    return nothing, max(need + 1, last_kind(book, 0, on_board))


@compiled_apart
def points_ends(book: Book, block: int, bank: Floats) -> tuple[float, int]:
    """A turn for points; `values` are the worths of farkles in a row."""
    on_board, farkles = block // book.counters == 1, block % book.counters
    for total in range(bank.size):
        kind = kind_of(book, FAR, on_board, total)
        bank[total] = float(total * book.step) if kind == COUNTS else 0.0 if kind == NOTHING else WORST
    return book.values[farkles], book.longest


@compiled_apart
def race_ends(book: Book, block: int, bank: Floats) -> tuple[float, int]:
    """A turn of a race of two: the other's chances, from the table, are what is left for the mover."""
    other = block % book.places
    mover = block // book.places % book.places
    side = block // (book.places * book.places)
    back = ((book.sides - 1 - side) * book.places + other) * book.places
    start, theirs = book.rows[mover], book.rows[other]
    reach = book.stop.size // (2 * book.sides)
    stops = (side * 2 + book.opened[other]) * reach
    nothing = 1.0 - book.values[back + book.after_nothing[mover]]
    for total in range(bank.size):
        row = start + total
        kind = kind_of(book, book.target - start, book.opened[mover] == 1, total)
        bank[total] = WORST
        if kind == NOTHING:
            bank[total] = nothing
        elif kind == COUNTS and row >= book.target:
            bank[total] = book.stop[stops + min(max(row - theirs, 0), reach - 1)]
        elif kind == COUNTS:
            bank[total] = 1.0 - book.values[back + row]
    return 1.0 - book.values[back + book.after_farkle[mover]], max(book.top - start, 1)


@compiled_apart
def rounds_ends(book: Book, block: int, bank: Floats) -> tuple[float, int]:
    """A turn of a game of rounds: the layer after this one, seen from the other side."""
    rows, marks = book.totals, book.places
    start = block % rows
    other = block // rows % marks
    mover = block // (rows * marks) % marks
    layer = block // (rows * marks * marks)
    after = ((layer * marks + other) * marks) * rows
    on_board = mover < book.counters
    nothing = 1.0 - book.values[after + book.after_nothing[mover] * rows + rows - 1 - start]
    for total in range(bank.size):
        kind = kind_of(book, FAR, on_board, total)
        mirror = max(rows - 1 - start - total, 0)
        counted = 1.0 - book.values[after + mirror]
        bank[total] = counted if kind == COUNTS else nothing if kind == NOTHING else WORST
    fallen = max(start - book.fallen[mover], 0)
    lost = 1.0 - book.values[after + book.after_farkle[mover] * rows + rows - 1 - fallen]
    return lost, max(rows - 1 - start, last_kind(book, FAR, on_board))


@compiled_apart
def solo_ends(book: Book, block: int, bank: Floats) -> tuple[float, int]:
    """A turn of a solitaire game: the layer after this one."""
    rows, marks = book.totals, book.places
    start = block % rows
    mover = block // rows % marks
    after = (block // (rows * marks)) * marks * rows
    on_board = mover < book.counters
    nothing = book.values[after + book.after_nothing[mover] * rows + start]
    for total in range(bank.size):
        kind = kind_of(book, FAR, on_board, total)
        counted = book.values[after + min(start + total, rows - 1)]
        bank[total] = counted if kind == COUNTS else nothing if kind == NOTHING else WORST
    fallen = max(start - book.fallen[mover], 0)
    lost = book.values[after + book.after_farkle[mover] * rows + fallen]
    return lost, max(rows - 1 - start, last_kind(book, FAR, on_board))


@compiled_apart
def solve_block(book: Book, block: int, bank: Floats, value: Floats, best: Floats) -> int:
    """Fill `bank`, `value` (of rolling) and `best` of one turn, by total and dice; where all stop.

    The arrays are taken out of the book once: inside a loop each use would cost a count.
    """
    dice = book.dice
    lost, end = ends_of(book, block, bank)
    first_class, start, weight = book.class_first, book.class_start, book.weight
    points, dice_left, risk = book.points, book.left, book.farkle
    end = min(end, bank.size - int(points.max()) - 1)
    for total in range(end, bank.size):
        for left in range(dice):
            best[total, left] = bank[total]
            value[total, left] = WORST
    for total in range(end - 1, -1, -1):
        for left in range(dice):
            mean = risk[left] * lost
            for each in range(first_class[left], first_class[left + 1]):
                greatest = WORST
                for choice in range(start[each], start[each + 1]):
                    worth = best[total + points[choice], dice_left[choice] - 1]
                    greatest = max(greatest, worth)
                mean += weight[each] * greatest
            value[total, left] = mean
            best[total, left] = max(bank[total], mean)
    return end


@compiled_apart
def value_past_the_end(book: Book, block: int, bank: Floats, best: Floats, total: int, left: int) -> float:
    """What one more roll is worth where everybody stops, in a block that `solve_block` has solved."""
    lost, _ = ends_of(book, block, bank)
    mean = book.farkle[left] * lost
    last = bank.size - 1
    for each in range(book.class_first[left], book.class_first[left + 1]):
        greatest = WORST
        for choice in range(book.class_start[each], book.class_start[each + 1]):
            worth = best[min(total + book.points[choice], last), book.left[choice] - 1]
            greatest = max(greatest, worth)
        mean += book.weight[each] * greatest
    return float(mean)


@compiled_apart
def write_plans(book: Book, notes: Notes, base: int, first: int, count: int) -> bool:
    """Solve some neighbouring blocks of a book that begins at `base` and note their plans.

    Up to `LANES` of them take hardly longer than one: see `group_of`. The caller marks them as ready. False
    where there is no more room for plans.
    """
    dice, rows = book.dice, notes.bank.size
    stride = dice * LANES
    bank, best, stops = notes.lane_bank, notes.lane_best, notes.lane_stops
    mean, digest, entries = notes.mean, notes.digest, notes.entries
    class_first = book.class_first
    near, far = notes.near, notes.far
    lost, ends = np.empty(LANES), np.empty(LANES, np.int64)
    for lane in range(LANES):  # where fewer blocks are asked for, the last is worked out again
        lost[lane], end = ends_of(book, first - base + min(lane, count - 1), notes.bank)
        ends[lane] = min(end, rows - int(book.points.max()) - 1)
        for total in range(rows):
            bank[total * LANES + lane] = notes.bank[total]
    highest = ends.max()
    for total in range(highest + 1, rows):
        for at in range(total * stride, (total + 1) * stride):
            best[at] = bank[total * LANES + at % LANES]
            stops[at] = 1
    for total in range(highest, -1, -1):
        for left in range(dice):
            for lane in range(LANES):
                mean[lane] = book.farkle[left] * lost[lane]
                digest[lane] = left + 1
            low, high = class_first[left], class_first[left + 1]
            best_choices(
                best,
                stops,
                total * stride,
                low,
                high,
                book.class_start,
                notes.places,
                notes.words,
                book.weight,
                TIE,
                mean,
                digest,
                entries,
            )
            for lane in range(LANES):
                at = total * stride + left * LANES + lane
                stop = total >= ends[lane] or bank[total * LANES + lane] >= mean[lane] - TIE
                stops[at] = stop
                best[at] = bank[total * LANES + lane] if stop else mean[lane]
                if lane < count and total <= ends[lane]:
                    number = plan_number(notes, digest[lane], lane, high - low)
                    if number < 0:
                        return False
                    if total < HOT:
                        near[first + lane, total, left] = number
                    else:
                        far[first + lane, total - HOT, left] = number
    return True


@compiled
def plan_number(notes: Notes, digest: int, lane: int, classes: int) -> int:
    """The number of the plan that lies in a lane of the entries, a new one if need be; -1: no room."""
    found, numbers = notes.found, notes.numbers
    mask = found.size - 1
    place = digest & mask
    while numbers[place] >= 0:
        if found[place] == digest:
            return int(numbers[place])
        place = (place + 1) & mask
    fresh = notes.size[0]
    if fresh >= notes.plans.shape[0]:
        return -1
    notes.plans[fresh, 0] = 0  # the class of farkles
    for each in range(classes):
        notes.plans[fresh, each + 1] = notes.entries[each * LANES + lane]
    found[place] = digest
    numbers[place] = fresh
    notes.size[0] = fresh + 1
    return int(fresh)


@compiled
def plan_of(near: Plans, far: Plans, block: int, total: int, left: int) -> int:
    """The number of the plan for a turn total, in steps, and the dice that are rolled there."""
    if total < HOT:
        return int(near[block, total, left - 1])
    return int(far[block, min(total - HOT, far.shape[1] - 1), left - 1])


@compiled
def block_of(
    index: Index,
    words: Words,
    seats: Ints,
    place: int,
    last_phase: bool,
    play_off: bool,
    rounds: int,
    goal: int,
) -> int:
    """The block of a turn that begins now. Places are seats counted from the one that begins.

    The rows of `seats` are, by place, the totals, who is on the board, the farkles in a row, and who is
    still in the game.

    `goal` is the total that wins a last turn, for a bot that plays for points; NO_GOAL where it is none.
    """
    totals, opened, farkles = seats[0], seats[1], seats[2]
    on_board = opened[place] != 0
    mark = min(farkles[place], index.counters - 1)
    if index.kind == POINTS:
        if goal != NO_GOAL:
            return goal_block(index, goal - totals[place], on_board)
        return int(index.base + on_board * index.counters + mark)
    mark += 0 if on_board else index.counters
    if index.kind == SOLO:
        row = min(max((totals[place] - index.lowest) // index.step, 0), index.totals - 1)
        return int(index.base + ((index.last_round - rounds) * index.places + mark) * index.totals + row)
    rival = rival_of(totals, seats[3], place)
    if last_phase:
        return goal_block(index, totals[rival] - totals[place], on_board)
    if index.kind == RACE:
        side = 1 if index.sides > 1 and place > rival else 0
        mover = standing(index, words, totals[place], farkles[place], on_board)
        other = standing(index, words, totals[rival], farkles[rival], opened[rival] != 0)
        return index.base + (side * index.places + mover) * index.places + other
    mine = 1 if play_off else index.last_round - rounds + 1
    layer = 2 * mine - 1 if rival > place else 2 * mine - 2
    widest = index.totals // 2
    row = min(max((totals[place] - totals[rival]) // index.step + widest, 0), index.totals - 1)
    theirs = min(farkles[rival], index.counters - 1) + (0 if opened[rival] else index.counters)
    return int(index.base + ((layer * index.places + mark) * index.places + theirs) * index.totals + row)


@compiled
def goal_block(index: Index, missing: int, on_board: bool) -> int:
    """The block of a last turn in which so many points are missing."""
    need = min(max(-(-missing // index.step), 0), index.needs)
    return index.base + index.main + 2 * need + on_board


@compiled
def rival_of(totals: Ints, contending: Ints, place: int) -> int:
    """The place that a player must fear most: the greatest total, of equal ones the next to move."""
    rival, other = -1, place
    for _ in range(1, totals.size):
        other += 1
        other -= totals.size if other == totals.size else 0
        if contending[other] and (rival < 0 or totals[other] > totals[rival]):
            rival = other
    return rival


@compiled
def standing(index: Index, words: Words, total: int, farkles: int, on_board: bool) -> int:
    """The number of a standing in the solver's race."""
    row = min(max((total - index.lowest) // index.step, 0), index.totals - 1)
    farkles = min(farkles, index.counters - 1)
    if on_board:
        return farkles * index.totals + row
    place = 0
    for number in range(index.closed_count):
        if words[index.closed + number] <= row:
            place = number
    return index.counters * index.totals + farkles * index.closed_count + place
