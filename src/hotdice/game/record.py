"""The record of a game: who played what with which dice, as a text that replays to the same state."""

from collections.abc import Iterator

import msgspec

from hotdice.frozen import Frozen
from hotdice.game.card_positions import PositionError
from hotdice.game.events import Event
from hotdice.game.evolving import evolve, fold
from hotdice.game.frames import (
    FIRST_LINE,
    LATER_LINE,
    Frame,
    RecordError,
    parse_frame,
    players_of,
    print_frame,
)
from hotdice.game.notation import print_turns, replay_turns
from hotdice.game.positions import parse_position
from hotdice.game.state import State, new_game
from hotdice.rules import Ruleset, reference, resolve

LONGEST_NAME = 40
_HEADERS = (
    "rules",
    "hash",
    "seat",
    "player",
    "colours",
    "bag",
    "dice",
    "first",
    "late",
    "start",
    "date",
    "result",
)
_DICE_KINDS = ("seeded", "fair", "real")
_LONGEST_DICE = 40_000  # fair dice name a seed of up to 64 hex digits for each seat, and who was skipped


class Record(Frozen):
    """A game that can be written, read and replayed.

    `players` says who decided for each seat (`human`, or a bot's name). `dice` is `seeded SEED`,
    `fair COMMITMENT ...` with the seeds (docs/fair-dice.md) or `real`. `first` is the seat that was chosen
    to begin, None where the sheet's own way found it; `late` is how many of the last seats were taken
    during the game; `start` is a position, where the game did not begin at the beginning. `colours` are
    those that the seats have chosen, where the sheet has cards and they are not the deck's first ones in
    order. `bags` are the own dice of the seats, where they have some.
    """

    rules: Ruleset
    names: tuple[str, ...]
    players: tuple[str, ...]
    dice: str = "real"
    first: int | None = None
    start: str = ""
    date: str = ""
    events: tuple[Event, ...] = ()
    late: int = 0
    colours: tuple[str, ...] = ()
    bags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """What would be written must be readable again.

        Raises:
            RecordError: a header is not one that `parse_record` takes.
        """
        fault = _fault(self)
        if fault:
            raise RecordError(fault)

    def opening_state(self) -> State:
        """The state before the first event."""
        if self.start:
            return parse_position(self.start)
        seats = len(self.names) - self.late
        return new_game(self.rules, seats, first=self.first, colours=self.colours, bags=self.bags)

    def state(self) -> State:
        """The state after the last event."""
        return fold(self.opening_state(), self.events)

    def states(self) -> Iterator[State]:
        """The state before the first event, then the state after each."""
        state = self.opening_state()
        yield state
        for event in self.events:
            state = evolve(state, event)
            yield state


def check_name(name: str) -> str | None:
    """What is wrong with a player's name, or None.

    >>> check_name("Ann"), check_name("A|B")
    (None, 'a name has no | or # in it')
    """
    if not name.strip() or name != name.strip():
        return "a name is not empty and has no blanks around it"
    if len(name) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters"
    if not name.isprintable():
        return "a name has no control characters"
    if "|" in name or "#" in name:
        return "a name has no | or # in it"
    return None


def print_record(record: Record) -> str:
    """The text of a record.

    >>> from hotdice.rules import load
    >>> print(print_record(Record(load("classic"), ("Ann", "Bob"), ("human", "greedy"))).splitlines()[1])
    rules classic
    """
    state = record.state()
    headers = [("rules", reference(record.rules)), ("hash", record.rules.hash)]
    headers += [("seat", name) for name in record.names]
    headers += [
        ("player", f"{seat} {player}") for seat, player in enumerate(record.players, 1) if player != "human"
    ]
    if record.colours:
        headers.append(("colours", " ".join(record.colours)))
    headers += [("bag", bag) for bag in record.bags]
    headers.append(("dice", record.dice))
    if record.first is not None:
        headers.append(("first", str(record.first + 1)))
    if record.late:
        headers.append(("late", str(record.late)))
    if record.start:
        headers.append(("start", record.start))
    if record.date:
        headers.append(("date", record.date))
    headers.append(("result", _result(state)))
    first = LATER_LINE if record.bags or record.rules.beyond else FIRST_LINE
    return print_frame(headers, print_turns(record.opening_state(), record.events, record.names), first)


def _result(state: State) -> str:
    if not state.over:
        return "unfinished"
    winners = " ".join(str(seat + 1) for seat in state.winners) or "nobody"
    return f"{' '.join(map(str, state.totals))} won by {winners}"


def parse_record(text: str | bytes) -> Record:
    """The record that a text describes, every line of it played by the referee.

    >>> from hotdice.rules import load
    >>> record = Record(load("classic"), ("Ann", "Bob"), ("human", "greedy"), "seeded 7")
    >>> parse_record(print_record(record)) == record
    True

    Raises:
        RecordError: it is not a record, or not one of a game that the rules allow.
    """
    frame = parse_frame(text, _HEADERS)
    rules = frame.played_by(resolve, "rule set: the game was played by other rules")
    names = names_of(frame)
    record = Record(
        rules=rules,
        names=names,
        players=players_of(frame, len(names)),
        dice=frame.one("dice", "real"),
        first=_first(frame),
        start=frame.one("start", ""),
        date=frame.one("date", ""),
        late=_late(frame, len(names)),
        colours=tuple(frame.one("colours", "").split()),
        bags=tuple(header.value for header in frame.all("bag")),
    )
    if (record.colours or record.bags) and record.start:
        raise RecordError("a start position says the colours and the own dice itself")
    try:
        start = record.opening_state()
    except PositionError as error:
        raise RecordError(f"start: {error}") from None
    except ValueError as error:
        raise RecordError(str(error)) from None
    if start.rules.hash != rules.hash or len(start.seats) != len(names) - record.late:
        raise RecordError("the start position belongs to another game")
    record = msgspec.structs.replace(record, events=replay_turns(start, frame.body, names))
    if len(record.state().seats) != len(names):
        raise RecordError("the header late does not count the seats that were taken during the game")
    result = frame.one("result", "")
    if result and result != _result(record.state()):
        raise RecordError(f"the game ends as {_result(record.state())!r}, not {result[:60]!r}")
    return record


def _fault(record: Record) -> str | None:
    """What is wrong with the headers of a record, or None."""
    dice = record.dice
    if dice.split(" ")[0] not in _DICE_KINDS or len(dice) > _LONGEST_DICE or not dice.isprintable():
        return f"dice are {', '.join(_DICE_KINDS)}, not {dice[:30]!r}"
    if len(record.date) > 40 or not record.date.isprintable():
        return "the date is too long"
    if len(record.players) != len(record.names):
        return f"{len(record.names)} seats have {len(record.players)} players"
    return next((fault for name in record.names if (fault := check_name(name))), None)


def names_of(frame: Frame) -> tuple[str, ...]:
    """The names of the seats that a record has.

    Raises:
        RecordError: one of them is none.
    """
    for header in frame.all("seat"):
        fault = check_name(header.value)
        if fault:
            raise RecordError(fault, header.line)
    return tuple(header.value for header in frame.all("seat"))


def _late(frame: Frame, count: int) -> int:
    late = frame.one("late", "0")
    if not (late.isascii() and late.isdigit() and len(late) < 3 and int(late) < max(count, 1)):
        raise RecordError("late is how many seats were taken during the game")
    return int(late)


def _first(frame: Frame) -> int | None:
    first = frame.one("first", "")
    if not first:
        return None
    if not (first.isascii() and first.isdigit() and len(first) < 3 and int(first) > 0):
        raise RecordError("first is the number of a seat")
    return int(first) - 1
