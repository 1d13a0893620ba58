"""The champion in games of three and more: its book, and what each choice of a position is worth."""

from functools import lru_cache

import numpy as np

from hotdice.game import Phase, State, Step
from hotdice.game.turns import in_order
from hotdice.odds.kernel import workspace
from hotdice.odds.lanes import LANES, TurnSolver
from hotdice.odds.many import ManyRace
from hotdice.odds.passing import far_turns, shares_of_ties
from hotdice.odds.plan import roll_plan
from hotdice.odds.race import is_monotone
from hotdice.odds.stopping import stops_of
from hotdice.odds.tables import fractions
from hotdice.odds.three_table import stored_three
from hotdice.players.policy import classes_of, ints
from hotdice.players.trio_kernel import (
    ASKED,
    MOST_NEED,
    MOST_RIVALS,
    Ints,
    TrioBook,
    TrioRoom,
    ask,
    rolling_worth,
    solve_asked,
)
from hotdice.rules import LastChance, Option, Ruleset, Ties


def trio_book(rules: Ruleset) -> TrioBook | None:
    """The book for games of three and more, or None where no table of three is on this computer.

    >>> from hotdice.rules import load
    >>> trio_book(load("classic", ["target=123450"])) is None
    True

    Raises:
        TableError: the table is damaged.
    """
    race = stored_three(rules)
    return None if race is None else book_of(race)


@lru_cache(maxsize=4)
def book_of(race: ManyRace) -> TrioBook:
    """The book of a solved race of three."""
    rules, places = race.rules, race.places
    solver = TurnSolver(roll_plan(rules, pruned=is_monotone(rules)), forced=False)
    turns = race.turns(solver)
    classes = classes_of(rules)
    values = race.values if race.values.dtype == np.uint32 else fractions(race.values)
    return TrioBook(
        plan=solver.layout,
        board=turns.board,
        closed=ints(places.closed or (0,)),
        values=np.asarray(values),
        last_stops=ints(stops_of(rules).numbers[:, 0]),
        far=np.array(far_turns(race)),
        tie_shares=np.array(shares_of_ties(rules)),
        keeps=rules.ties is Ties.TRIGGER_KEEPS,
        margin=race.margin,
        floor=turns.floor,
        totals=places.totals,
        step=places.step,
        class_first=ints(classes.first),
        class_start=ints(classes.start),
        points=ints(classes.points),
        left=ints(classes.left),
        weight=np.array(classes.weight),
        farkle=np.array(classes.farkles),
    )


def fresh_room(book: TrioBook) -> TrioRoom:
    """Memory for one group of turns."""
    plan = book.plan
    highest = max(int(book.board.rows.max()), MOST_NEED) + book.margin + book.floor
    bank, memory = workspace(plan, highest + plan.most + 2, 3)
    return TrioRoom(bank, memory[0], np.zeros((2, book.values.shape[4])))


class TrioPlayer:
    """Works out positions of games of three and more; in last turns `most` count of those still to play."""

    def __init__(self, book: TrioBook, most: int = MOST_RIVALS) -> None:
        self.book, self._most = book, most
        self._room = fresh_room(book)

    def choices(self, state: State) -> list[tuple[Option | None, str, float]]:
        """Every choice of the mover with its value: the keep (None where nothing lies there), then what."""
        book, room = self.book, self._room
        asked = np.zeros((1, ASKED), np.int64)
        _ask(book, state, self._most, asked[0])
        start, lost, out = np.zeros(LANES, np.int64), np.zeros(LANES), np.zeros((1, LANES))
        top = solve_asked(book, asked, np.zeros(LANES, np.int64), room, start, lost, out)
        begin, step = int(start[0]), book.step
        bank = room.bank[0]
        found: list[tuple[Option | None, str, float]] = []

        def add(option: Option | None, total: int, left: int) -> None:
            row = begin + total // step
            stop = bank[min(row, top + book.plan.most) * LANES]
            if stop > -1.0:
                found.append((option, "bank", float(stop)))
            found.append((option, "roll", rolling_worth(book, room, row, left, top, float(lost[0]))))

        if state.step is Step.KEEP:
            for option in state.rules.table.options(state.faces).options:
                add(option, state.turn_total + option.points, option.dice_left or state.turn_dice)
        else:
            add(None, state.turn_total, len(state.dice_to_roll))
        return found


def _ask(book: TrioBook, state: State, most: int, asked: Ints) -> None:
    order = in_order(state, tuple(range(len(state.seats))), state.starter)
    seats = [state.seats[seat] for seat in order]
    rows = [
        [seat.total for seat in seats],
        [seat.opened for seat in seats],
        [seat.farkles for seat in seats],
        [not seat.gone for seat in seats],
    ]
    place = order.index(state.mover)
    last = state.phase is Phase.LAST
    trigger = order.index(state.trigger) if state.trigger in order else -1
    left = _turns_left(state, place) if last else 0
    ask(book, ints(rows), place, last, trigger, left, most, asked)


def _turns_left(state: State, place: int) -> int:
    """How many last turns follow this one, those of players who have left included."""
    count = len(state.seats)
    if state.rules.last_chance is LastChance.OTHERS_ONCE:
        return (state.trigger - state.mover) % count - 1
    return count - 1 - place
