"""Several boards with the same dice, one for each seat: the shape of a duplicate match.

Every board draws from the same labels, so turn t of one board shows what turn t of another will bring.
That is why the events of a turn belong to their own seat alone until every seat has ended that turn.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.game import Event, State
from hotdice.match.authority import Match
from hotdice.match.games.kind import BotTurn
from hotdice.rules import Ruleset

PLACE = 0
"""The seat of the board's own player at that board: the same for everybody."""
ALL_OPEN = 2**31
"""The number of open turns when every board has ended."""


class Board(Frozen):
    """One board. `marks` are the totals of its seats as each turn began, turn 0 first."""

    match: Match
    marks: tuple[tuple[int, ...], ...]

    @property
    def state(self) -> State:
        """Where the game of this board stands."""
        return self.match.state

    @property
    def gone(self) -> bool:
        """Whether the player of this board has given up."""
        return self.state.seats[PLACE].gone

    def after(self, events: tuple[Event, ...]) -> "Board":
        """The board after more events."""
        match = self.match.after(events)
        new = max(0, match.state.turn + 1 - len(self.marks))
        return Board(match, self.marks + (match.state.totals,) * new)

    def totals_before(self, turn: int) -> tuple[int, ...]:
        """The totals as a turn began, or the last ones where the board ended before."""
        return self.marks[turn] if turn < len(self.marks) else self.state.totals


def new_board(match: Match) -> Board:
    """A board before its first roll."""
    return Board(match, (match.state.totals,) * (match.state.turn + 1))


class Boards(Frozen):
    """A duplicate match as it stands.

    In `lockstep` nobody begins a turn before everybody has ended the one before; without it each board
    goes on at its own pace.
    """

    rules: Ruleset
    boards: tuple[Board, ...]
    lockstep: bool

    @property
    def open_turns(self) -> int:
        """Every seat has ended the turns before this one, so everybody may see them."""
        return min((board.state.turn for board in self.boards if not board.state.over), default=ALL_OPEN)

    @property
    def over(self) -> bool:
        """Whether every board has ended, or all but one gave up and the last player may know it."""
        going = [board for board in self.boards if not board.state.over]
        if len(going) > 1 or not going:
            return not going
        left = [board for board in self.boards if board.state.over]
        return all(board.gone and board.state.turn < going[0].state.turn for board in left)

    def waits(self, seat: int) -> bool:
        """Whether a seat has to wait for others to end the turn that it has ended."""
        return self.lockstep and self.boards[seat].state.turn > self.open_turns

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats whose own decision is awaited."""
        if self.over:
            return ()
        return tuple(
            seat
            for seat, board in enumerate(self.boards)
            if PLACE in board.match.asked and not self.waits(seat)
        )

    @property
    def bot_turns(self) -> tuple[BotTurn, ...]:
        """The bots that are to decide, for a seat or as its opponent, one at each board."""
        if self.over:
            return ()
        going = [seat for seat in range(len(self.boards)) if not self.waits(seat)]
        return tuple(
            BotTurn(seat, turn.moment, turn.choose)
            for seat in going
            for turn in self.boards[seat].match.bot_turns
        )

    def with_bots(self, bots: Mapping[int, Any]) -> "Boards":
        """The same match with other bots for its players; the opponents stay."""
        return replace(
            self,
            boards=tuple(
                replace(board, match=board.match.with_bots(_seated(board.match.bots, bots.get(seat))))
                for seat, board in enumerate(self.boards)
            ),
        )

    def clock_of(self, seat: int) -> object:
        """A value that changes when the clock of a seat begins anew: with every turn that it may play."""
        return self.open_turns if self.lockstep else self.boards[seat].state.turn

    def after(self, seat: int, events: tuple[Event, ...]) -> "Boards":
        """The match after events at the board of a seat."""
        board = self.boards[seat].after(events)
        return replace(self, boards=(*self.boards[:seat], board, *self.boards[seat + 1 :]))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the best result; nobody before the end."""
        return best([board.state for board in self.boards]) if self.over else ()


def _seated(bots: Mapping[int, Any], own: Any | None) -> dict[int, Any]:
    others = {place: bot for place, bot in bots.items() if place != PLACE}
    return others if own is None else {PLACE: own} | others


def best(states: Sequence[State]) -> tuple[int, ...]:
    """The seats with the best result of their boards; equals share it, and who gave up wins nothing.

    A board that was won counts more than one that was lost, then the lead over the best opponent counts;
    on a board without opponents the total does.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> best([new_game(load("classic"), 2)] * 2)
    (0, 1)
    """
    results = {seat: _result(state) for seat, state in enumerate(states) if not state.seats[PLACE].gone}
    top = max(results.values(), default=None)
    return tuple(seat for seat, result in results.items() if result == top)


def _result(state: State) -> tuple[bool, int]:
    total = state.seats[PLACE].total
    others = [seat.total for place, seat in enumerate(state.seats) if place != PLACE]
    if not others:
        return False, total
    return PLACE in state.winners, total - max(others)
