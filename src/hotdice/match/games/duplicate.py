"""Farkle in duplicate: every seat gets the same dice, turn for turn, and nobody sees them too early.

Two forms. At *two tables* each person plays the same bot from the same seat, at their own pace. In
*parallel*, for sheets with rounds, all seats play turn t at once.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.game import Command, Event, Record, Refusal, Resign
from hotdice.game.events import DiceRolled
from hotdice.match.authority import Match
from hotdice.match.facts import Options
from hotdice.match.fair import FairDice, FairDraws
from hotdice.match.games.boards import ALL_OPEN, PLACE, Board, Boards, new_board
from hotdice.match.games.duplicate_record import (
    PARALLEL,
    TWO_TABLES,
    DuplicateRecord,
    board_names,
    board_rules,
    board_seats,
    print_duplicate,
)
from hotdice.match.games.farkle import (
    FarkleBots,
    clock_command,
    named,
    pack,
    play_on,
    read_command,
    read_rules,
    read_view,
    safe_bot,
    unpack,
)
from hotdice.match.games.kind import NO_BAGS, PLAIN, By, Outcome, Sheet, Unguessed, Withheld
from hotdice.match.messages import View
from hotdice.rules import reference

MOST_SEATS = 20
_ENCODER = msgspec.json.Encoder()


class BoardEvent(Frozen):
    """An event of one board, with the turn to which it belongs."""

    board: int
    turn: int
    event: msgspec.Raw


class BoardLine(Frozen):
    """A board as everybody may see it: the totals of its player and of the bots there, as far as is open."""

    name: str
    totals: tuple[int, ...]
    gone: bool


class BoardsView(Frozen):
    """What a viewer may know of a duplicate match: the own board whole, the others up to the open turns.

    `open` is the first turn that somebody has still to end. `waiting` is true where the own board waits
    for the others.
    """

    form: str
    against: str
    open: int
    waiting: bool
    boards: tuple[BoardLine, ...]
    winners: tuple[int, ...]
    own: View | None


_EVENT = msgspec.json.Decoder(BoardEvent)


class Duplicate(FarkleBots, Unguessed):
    """A duplicate match by any sheet that fits the form.

    >>> Duplicate(lockstep=True).sheet("marina").title
    'Marina Games Farkle, competition, in parallel'
    """

    secretive = True
    withholds = True
    stand_in = ""

    def __init__(self, *, lockstep: bool) -> None:
        self.form = PARALLEL if lockstep else TWO_TABLES
        self._lockstep = lockstep

    def sheet(self, rules: str, options: Options = PLAIN) -> Sheet:
        """The rules by their reference; the form asks for some things of them."""
        if options.bags:
            raise ValueError(NO_BAGS)
        found = read_rules(rules)
        seats = tuple(range(2, MOST_SEATS + 1))
        if self._lockstep:
            if options.against:
                raise ValueError("in parallel nobody plays against a bot; leave it out")
            if not found.rounds or found.deck is not None:
                raise ValueError("in parallel is for sheets that end after a number of rounds, without cards")
        else:
            safe_bot(options.against)
            if found.seats_allowed[-1] < 2:
                raise ValueError("two tables are for sheets of two players or more")
        return Sheet(reference(found), found.hash, self.title(rules), seats)

    def title(self, rules: str) -> str:
        """What is played."""
        return f"{read_rules(rules).title}, {'in parallel' if self._lockstep else 'at two tables'}"

    def begin(self, rules: str, seats: int, draws: FairDraws | None, options: Options = PLAIN) -> Boards:
        """Every board before its first roll."""
        found = read_rules(rules)
        played = board_rules(found, self.form)
        count = board_seats(found, self.form)
        names = board_names("Seat 1", options.against, count)
        record = Record(played, names, ("human",) * count, "fair")
        bots = {place: safe_bot(options.against) for place in range(1, count)}

        def one() -> Board:
            return new_board(Match(record, dice=FairDice(draws) if draws is not None else None, bots=bots))

        return Boards(found, tuple(one() for _ in range(seats)), self._lockstep)

    def with_draws(self, game: Boards, draws: FairDraws | None) -> Boards:
        """The same match: it is closed where its dice must change, for they are the same for everybody."""
        return game

    def drawn(self, game: Boards) -> int:
        """How many throws there were at all boards."""
        events = (event for board in game.boards for event in board.match.record.events)
        return sum(isinstance(event, DiceRolled) for event in events)

    def opening(self, game: Boards) -> tuple[msgspec.Raw, ...]:
        """Nothing happens before the first roll."""
        return ()

    def command(self, raw: msgspec.Raw) -> Command:
        """A command for the own board."""
        return read_command(raw)

    def carry_out(self, game: Boards, seat: int, command: Command, by: By) -> Outcome | Refusal:
        """What a command leads to at the board of a seat."""
        board = game.boards[seat]
        if game.waits(seat) and not isinstance(command, Resign):
            return Refusal("wait", "Wait until everybody has ended this turn.")
        place = board.state.mover if by == "bot" else PLACE
        result = play_on(board.match, place, command, trusted=by == "table")
        if isinstance(result, Refusal):
            return result
        turn, events = board.state.turn, result.record.events[len(board.match.record.events) :]
        packed = (msgspec.Raw(_ENCODER.encode(BoardEvent(seat, turn, event))) for event in pack(events))
        return Outcome(tuple(packed), game.after(seat, events))

    def after(self, game: Boards, events: Sequence[msgspec.Raw]) -> Boards:
        """The match after events of its log, which are all of one board."""
        told = [_EVENT.decode(event) for event in events]
        return game.after(told[0].board, unpack([line.event for line in told])) if told else game

    def unpack(self, events: Sequence[msgspec.Raw]) -> tuple[tuple[int, Event], ...]:
        """Events from the log, each with the seat of its board."""
        told = [_EVENT.decode(event) for event in events]
        return tuple((line.board, event) for line in told for event in unpack([line.event]))

    def seen(self, events: Sequence[msgspec.Raw], seat: int | None) -> tuple[msgspec.Raw, ...]:
        """What may be told at all may be told whole."""
        return tuple(events)

    def withheld(self, events: Sequence[msgspec.Raw]) -> Withheld | None:
        """The events of a board are its own seat's until their turn is open."""
        first = _EVENT.decode(events[0])
        return Withheld(first.board, first.turn)

    def open_turns(self, game: Boards) -> int:
        """The turns that everybody has ended; all of them when the match is over."""
        return ALL_OPEN if game.over else game.open_turns

    def turn_of(self, game: Boards, seat: int) -> int:
        """The turn that a seat's board is in."""
        return game.boards[seat].state.turn

    def resign(self, game: Boards, seat: int) -> Command:
        """A seat gives its board up."""
        return Resign(PLACE)

    def time_out(self, game: Boards, seat: int) -> Command:
        """The clock goes on at the board of a seat."""
        return clock_command(game.boards[seat].match)

    def view(
        self,
        game: Boards,
        seat: int | None,
        names: Sequence[str],
        players: Sequence[str],
        *,
        closed: bool = False,
    ) -> bytes:
        """What a viewer may know."""
        opened = self.open_turns(game)
        lines = tuple(
            BoardLine(name, board.totals_before(opened), board.gone and board.state.turn < opened)
            for name, board in zip(names, game.boards, strict=True)
        )
        against = ",".join(game.boards[0].match.record.names[1:])
        own = None if seat is None else self._own(game, seat, names, players)
        waiting = seat is not None and not game.over and game.waits(seat)
        shown = BoardsView(self.form, against, min(opened, 2**31), waiting, lines, game.winners, own)
        return _ENCODER.encode(shown)

    def _own(self, game: Boards, seat: int, names: Sequence[str], players: Sequence[str]) -> View:
        match = game.boards[seat].match
        opponents = match.record.names[1:]
        shown = named(match.view(PLACE), (names[seat], *opponents), (players[seat], *opponents))
        return replace(shown, legal=(), keeps=()) if seat not in game.asked else shown

    def read_view(self, data: bytes | msgspec.Raw) -> BoardsView:
        """A view that was sent."""
        fields = msgspec.json.decode(data)
        own = fields.pop("own")
        shown = msgspec.convert(fields | {"own": None}, BoardsView)
        return replace(shown, own=read_view(own)) if own is not None else shown

    def record(self, game: Boards, names: Sequence[str], players: Sequence[str], dice: str, date: str) -> str:
        """Every board of the match in one text."""
        first = game.boards[0].match.record
        opponents = first.names[1:]
        boards = tuple(
            replace(
                board.match.record,
                names=(name, *opponents),
                players=(player, *opponents),
                dice=dice,
                date=date,
            )
            for name, player, board in zip(names, players, game.boards, strict=True)
        )
        against = opponents[0] if opponents else ""
        return print_duplicate(
            DuplicateRecord(self.form, game.rules, tuple(names), tuple(players), against, dice, date, boards)
        )
