"""The record of a duplicate match: every board of it in one file, in the frame of all records."""

from collections.abc import Sequence

from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.game import Record, RecordError, State, new_game
from hotdice.game.frames import Frame, parse_frame, players_of, print_frame
from hotdice.game.notation import print_turns, replay_turns
from hotdice.game.proving import Proof, compare_throws
from hotdice.game.record import check_name
from hotdice.match.fair import FairDice
from hotdice.match.fair_record import FairHeader, revealed_draws
from hotdice.match.games.boards import PLACE, best
from hotdice.rules import FirstPlayer, Ruleset, reference, resolve

GAME = "duplicate"
TWO_TABLES = "two-tables"
PARALLEL = "parallel"
_HEADERS = ("game", "form", "rules", "hash", "seat", "player", "against", "dice", "date", "result")


class DuplicateRecord(Frozen):
    """A duplicate match: who played, against which bot (two tables), and a record of each board."""

    form: str
    rules: Ruleset
    names: tuple[str, ...]
    players: tuple[str, ...]
    against: str
    dice: str
    date: str
    boards: tuple[Record, ...]

    @property
    def states(self) -> list[State]:
        """Where each board ended."""
        return [board.state() for board in self.boards]


def board_rules(rules: Ruleset, form: str) -> Ruleset:
    """The rules of one board: in parallel everybody plays alone, so nobody is first or paid for not being so.

    >>> from hotdice.rules import load
    >>> board_rules(load("marina"), PARALLEL).seats_allowed
    range(1, 2)
    """
    if form == TWO_TABLES:
        return rules
    return replace(rules, min_players=1, max_players=1, first_player=FirstPlayer.CHOSEN, compensation=())


def board_seats(rules: Ruleset, form: str) -> int:
    """How many sit at one board."""
    return max(2, rules.min_players) if form == TWO_TABLES else 1


def board_names(name: str, against: str, seats: int) -> tuple[str, ...]:
    """What the seats of a board are called: its player, then the bots.

    >>> board_names("Ann", "greedy", 3)
    ('Ann', 'greedy', 'greedy 3')
    """
    bots = [against if place == 2 else f"{against} {place}" for place in range(2, seats + 1)]
    return (name, *bots)


def print_duplicate(record: DuplicateRecord) -> str:
    """The text of a duplicate match."""
    rules = record.rules
    headers = [("game", GAME), ("form", record.form), ("rules", reference(rules)), ("hash", rules.hash)]
    headers += [("seat", name) for name in record.names]
    headers += [
        ("player", f"{seat} {player}") for seat, player in enumerate(record.players, 1) if player != "human"
    ]
    if record.against:
        headers.append(("against", record.against))
    headers.append(("dice", record.dice))
    if record.date:
        headers.append(("date", record.date))
    headers.append(("result", result_of(record.states)))
    body: list[str] = []
    for number, board in enumerate(record.boards, 1):
        body.append(f"board {number}")
        body += print_turns(board.opening_state(), board.events, board.names)
    return print_frame(headers, body)


def result_of(states: Sequence[State]) -> str:
    """The totals of the players, and who has the best result."""
    if not all(state.over or state.seats[PLACE].gone for state in states):
        return "unfinished"
    winners = " ".join(str(seat + 1) for seat in best(states)) or "nobody"
    return f"{' '.join(str(state.seats[PLACE].total) for state in states)} won by {winners}"


def parse_duplicate(text: str | bytes) -> DuplicateRecord:
    """The duplicate match that a text describes, every line of it played by the referee.

    Raises:
        RecordError: it is not the record of one.
    """
    frame = parse_frame(text, _HEADERS)
    if frame.one("game") != GAME:
        raise RecordError("this is not the record of a duplicate match")
    form = frame.one("form")
    if form not in (TWO_TABLES, PARALLEL):
        raise RecordError(f"the forms are {TWO_TABLES} and {PARALLEL}, not {form[:30]!r}")
    rules = frame.played_by(resolve, "rule set: the match was played by other rules")
    if form == PARALLEL and not rules.rounds:
        raise RecordError("a match in parallel is played by a sheet with rounds")
    names = tuple(header.value for header in frame.all("seat"))
    against = frame.one("against", "")
    for name in (*names, *([against] if against else ())):
        if fault := check_name(name):
            raise RecordError(fault)
    if not names or bool(against) != (form == TWO_TABLES):
        raise RecordError("two tables name the bot that everybody played against, others do not")
    players = players_of(frame, len(names))
    dice, date = frame.one("dice"), frame.one("date", "")
    try:
        FairHeader.parse(dice)
    except ValueError as error:
        raise RecordError(str(error)) from None
    if len(date) > 40 or not date.isprintable():
        raise RecordError("the date is too long")
    record = DuplicateRecord(form, rules, names, players, against, dice, date, ())
    record = replace(record, boards=_boards(frame, record))
    result = frame.one("result", "")
    if result and result != result_of(record.states):
        raise RecordError(f"the match ends as {result_of(record.states)!r}, not {result[:60]!r}")
    return record


def _boards(frame: Frame, record: DuplicateRecord) -> tuple[Record, ...]:
    """The boards of a match whose headers have been read."""
    names, rules, form = record.names, record.rules, record.form
    lines: list[list[tuple[int, str]]] = []
    for number, line in frame.body:
        if line.startswith("board "):
            if line != f"board {len(lines) + 1}":
                raise RecordError(f"here begins board {len(lines) + 1}", number)
            lines.append([])
        elif not lines:
            raise RecordError("the lines of a board stand behind its number", number)
        else:
            lines[-1].append((number, line))
    if len(lines) != len(names):
        raise RecordError(f"there are {len(names)} seats and {len(lines)} boards")
    played, count = board_rules(rules, form), board_seats(rules, form)
    found = []
    for name, player, body in zip(names, record.players, lines, strict=True):
        called = board_names(name, record.against, count)
        try:
            start = new_game(played, count)
        except ValueError as error:
            raise RecordError(str(error)) from None
        events = replay_turns(start, body, called)
        players = (player, *called[1:])
        found.append(Record(played, called, players, record.dice, date=record.date, events=events))
    return tuple(found)


def derive_duplicate(record: DuplicateRecord) -> tuple[Proof, ...]:
    """Compare every throw of every board with the seeds that the header reveals.

    Raises:
        ValueError: the seed is not revealed, or is not the one that was committed to.
    """
    dice = FairDice(revealed_draws(record.dice, len(record.names)))
    return tuple(compare_throws(board, dice) for board in record.boards)
