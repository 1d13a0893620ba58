"""Turn-optimal and champion: bots that play from a book of exact values.

Turn-optimal plays every turn for the most points in the long run, and a last turn for the total that wins.
The champion plays for the chance to win: exactly, for two players or alone, and for three where their table
is on this computer. With more players it plays as if against the two rivals with the greatest totals, and in
last turns against everybody who still plays; without the table of three as if against the one with the
greatest total alone.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from hotdice.frozen import Frozen
from hotdice.game import Bank, Command, Keep, Phase, Roll, State, Step
from hotdice.game.choices import lowest_dice
from hotdice.game.turns import in_order
from hotdice.odds.compiling import compiled_available
from hotdice.players.duelist import duel_command
from hotdice.players.keeping import total_to_win
from hotdice.players.unsolved import without_a_table
from hotdice.rules import Option, Ruleset

if TYPE_CHECKING:
    from hotdice.players.policy_kernel import Book, Notes
    from hotdice.players.trio import TrioPlayer
    from hotdice.players.trio_kernel import TrioBook


class Valued(Frozen):
    """A choice and what it is worth: a keep of the roll (None where nothing lies on the table), then what."""

    option: Option | None
    then: str
    value: float


class Pages(NamedTuple):
    """A book with the notes that one player has made in it."""

    book: "Book"
    notes: "Notes"


class ExactBot:
    """A bot that plays from a book."""

    def __init__(self, find_book: Callable[[Ruleset], "Book"]) -> None:
        self._find_book = find_book
        self._pages: dict[str, Pages] = {}
        self._open = "", -1, 0
        """The turn whose values lie in the notes: the rule set's hash, the block, and where all stop."""

    def book(self, rules: Ruleset) -> "Book":
        """The bot's book for a rule set.

        Raises:
            ValueError: the solver does not solve this rule set.
        """
        return self._find_book(rules)

    def choose(self, state: State) -> Command:
        """What the book says."""
        unsolved = without_a_table(state)
        if unsolved is not None:
            return unsolved
        from hotdice.players.policy import classes_of, group_of
        from hotdice.players.policy_kernel import plan_of, write_plans

        if state.step is Step.DECIDE:
            return command_of(state, self.values(state)[0])
        if state.step is not Step.KEEP:
            return Roll(state.mover)
        if not compiled_available():
            return self._by_values(state)
        book, notes = self.pages(state.rules)
        block = self._block(state)
        if not notes.ready[block]:
            self._open = "", -1, 0
            first, count = group_of(book, block)
            if not write_plans(book, notes, 0, first, count):
                raise ValueError(f"{state.rules.title} needs more plans than there is room for")
            notes.ready[first : first + count] = 1
        classes = classes_of(state.rules)
        roll_class = classes.class_of(tuple(sorted(state.faces)))
        rows = min(state.turn_total // book.step, len(notes.bank) - 1)
        plan = plan_of(notes.near, notes.far, block, rows, len(state.faces))
        entry = int(notes.plans[plan, roll_class])
        option = _option(state, (entry >> 5) * book.step, entry >> 1 & 15)
        return Keep(state.mover, lowest_dice(state, option.keep), "bank" if entry & 1 else "roll")

    def _by_values(self, state: State) -> Command:
        """The best choice, of equal ones as the plans have it: a stop, else the first."""
        from hotdice.players.policy_kernel import TIE

        found = self.values(state)
        best = min(found, key=lambda each: _rank(each, found[0].value, TIE))
        return command_of(state, best)

    def values(self, state: State) -> list[Valued]:
        """Every choice of the mover with its value, best first; of equal ones it would take the first."""
        from hotdice.players.policy_kernel import TIE, WORST, value_past_the_end

        book, notes = self.pages(state.rules)
        block = self._block(state)
        if self._open[:2] != (state.rules.hash, block):
            where = _solver()(book, block, notes.bank, notes.value, notes.best)
            self._open = state.rules.hash, block, where
        end = self._open[2]
        found: list[Valued] = []
        at = state.turn_total // book.step
        if state.step is Step.KEEP:
            ends: list[tuple[Option | None, int, int]] = [
                (option, at + option.points // book.step, option.dice_left or state.turn_dice)
                for option in state.rules.table.options(state.faces).options
            ]
        else:
            ends = [(None, at, len(state.dice_to_roll))]
        for option, total, left in ends:
            row = min(total, len(notes.bank) - 1)
            bank, roll = float(notes.bank[row]), float(notes.value[row, left - 1])
            if bank > WORST:
                found.append(Valued(option, "bank", bank))
            if row >= end:
                roll = value_past_the_end(book, block, notes.bank, notes.best, row, left - 1)
            found.append(Valued(option, "roll", roll))
        best = max(each.value for each in found)
        found.sort(
            key=lambda each: (each.value < best - TIE, -each.value if each.value < best - TIE else 0.0)
        )
        return found

    def pages(self, rules: Ruleset) -> Pages:
        """The book and this bot's notes for a rule set."""
        from hotdice.players.policy import fresh_notes

        if rules.hash not in self._pages:
            book = self.book(rules)
            self._pages[rules.hash] = Pages(book, fresh_notes([book]))
        return self._pages[rules.hash]

    def _block(self, state: State) -> int:
        import numpy as np

        from hotdice.players.policy import index_of, ints
        from hotdice.players.policy_kernel import NO_GOAL, block_of

        book = self.pages(state.rules).book

        order = in_order(state, tuple(range(len(state.seats))), state.starter)
        seats = [state.seats[seat] for seat in order]
        playing_off = state.phase is Phase.PLAY_OFF
        contending = [
            not seats[place].gone and (not playing_off or order[place] in state.contenders)
            for place in range(len(order))
        ]
        goal = total_to_win(state)
        return block_of(
            index_of(book),
            book.closed.astype(np.int32),
            ints(
                [
                    [seat.total for seat in seats],
                    [seat.opened for seat in seats],
                    [seat.farkles for seat in seats],
                    contending,
                ]
            ),
            order.index(state.mover),
            state.phase is Phase.LAST,
            playing_off,
            state.round,
            NO_GOAL if goal is None else goal,
        )


def _solver() -> Callable[..., int]:
    """What solves one turn of a book here."""
    if compiled_available():
        from hotdice.players.policy_kernel import solve_block

        return solve_block
    from hotdice.players.plain_block import solve_block_plainly

    return solve_block_plainly


def command_of(state: State, choice: Valued) -> Command:
    """The command of a valued choice."""
    if choice.option is None:
        return Bank(state.mover) if choice.then == "bank" else Roll(state.mover)
    dice = lowest_dice(state, choice.option.keep)
    return Keep(state.mover, dice, "bank" if choice.then == "bank" else "roll")


def _option(state: State, points: int, left: int) -> Option:
    """The first keep of the roll that brings these points and leaves these dice."""
    full = state.turn_dice
    options = state.rules.table.options(state.faces).options
    return next(o for o in options if o.points == points and (o.dice_left or full) == left)


EVERYBODY = 6
"""How many players the champion reckons with at most, itself included."""


class Champion(ExactBot):
    """The bot that plays to win; `most` is with how many players it reckons at most, itself included.

    With 2 it plays as if against the leading rival alone, with 3 as if against the two leading ones; more
    than those count in last turns.
    """

    def __init__(self, most: int = EVERYBODY) -> None:
        super().__init__(_champion_book)
        self.most = most
        self._trios: dict[str, TrioPlayer | None] = {}

    @property
    def last_rivals(self) -> int:
        """How many of those who still play it reckons with in last turns, beside the best total so far."""
        return self.most - 2

    def trio_book(self, rules: Ruleset, players: int) -> "TrioBook | None":
        """The table of three, if this bot plays from one in a game of so many players.

        Raises:
            TableError: the table is damaged.
        """
        if players < 3 or self.most < 3 or not rules.target or not compiled_available():
            return None
        from hotdice.players.trio import trio_book

        return trio_book(rules)

    def falls_back(self, rules: Ruleset, players: int) -> str:
        """A sentence where a table of three would make this bot stronger, but there is none; else nothing."""
        if players < 3 or self.most < 3 or self.trio_book(rules, players) is not None:
            return ""
        from hotdice.odds.many import check_many
        from hotdice.odds.refusals import Unsolvable

        against = "the champion plays as if against the leading rival alone"
        try:
            check_many(rules, 3)
        except Unsolvable as reason:
            return f"{against}: {reason}"
        if not compiled_available():
            return f"numba is not installed, so {against}: pip install 'hotdice[fast]'"
        return f"no table for three players is here, so {against}; make one: hotdice solve RULES --players 3"

    def choose(self, state: State) -> Command:
        """What the book says, or the table of a race with dice of one's own."""
        own = duel_command(state)
        if own is not None:
            return own
        if self._trio(state) is None or state.step not in (Step.KEEP, Step.DECIDE):
            return super().choose(state)
        return command_of(state, self.values(state)[0])

    def values(self, state: State) -> list[Valued]:
        """Every choice of the mover with its value, best first; of equal ones it would take the first."""
        trio = self._trio(state)
        if trio is None:
            return super().values(state)
        from hotdice.players.trio_kernel import TIE

        found = [Valued(*choice) for choice in trio.choices(state)]
        best = max(each.value for each in found)
        found.sort(key=lambda each: _rank(each, best, TIE))
        return found

    def knows(self, state: State) -> bool:
        """Whether its values are the exact chances: two players, one alone, or three with their table."""
        players = len(state.active)
        return players <= 2 or (players == 3 and self._trio(state) is not None)

    def _trio(self, state: State) -> "TrioPlayer | None":
        rules, players = state.rules, len(state.active)
        if players < 3 or self.most < 3 or state.phase not in (Phase.NORMAL, Phase.LAST) or state.bags:
            return None
        if rules.hash not in self._trios:
            self._trios[rules.hash] = None
            book = self.trio_book(rules, players)
            if book is not None:
                from hotdice.players.trio import TrioPlayer

                self._trios[rules.hash] = TrioPlayer(book, self.last_rivals)
        return self._trios[rules.hash]


def _rank(each: Valued, best: float, tie: float) -> tuple[bool, float, bool]:
    """Sorts choices: those as good as the best first, of these a stop, else as they come (more points)."""
    worse = each.value < best - tie
    return worse, -each.value if worse else 0.0, each.then != "bank"


def turn_optimal() -> ExactBot:
    """The bot that plays for points."""
    return ExactBot(_points_book)


def champion() -> Champion:
    """The bot that plays to win."""
    return Champion()


def _points_book(rules: Ruleset) -> Any:
    from hotdice.players.policy import points_book

    return points_book(rules)


def _champion_book(rules: Ruleset) -> Any:
    from hotdice.players.policy import champion_book

    return champion_book(rules)
