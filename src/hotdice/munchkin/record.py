"""The record of a Munchkin Dice game: a text in the frame of all records that replays to the same table."""

import msgspec

from hotdice.frozen import Frozen
from hotdice.game.frames import RecordError, parse_frame, players_of, print_frame
from hotdice.game.record import names_of
from hotdice.game.refusals import Refusal
from hotdice.munchkin.chance import ChanceSource, SeededChance
from hotdice.munchkin.commands import Command, Deal, Throw
from hotdice.munchkin.events import Event
from hotdice.munchkin.loading import reference, resolve
from hotdice.munchkin.notation import print_turns, replay_turns, word_of
from hotdice.munchkin.referee import play
from hotdice.munchkin.sheet import Sheet
from hotdice.munchkin.state import State, new_game

GAME = "munchkin"
_DICE_KINDS = ("seeded", "fair", "real")
_LONGEST_DICE = 40_000  # fair dice name a seed of up to 64 hex digits for each seat, and who was skipped
_HEADERS = ("game", "rules", "hash", "seat", "player", "dice", "date", "result")


class Record(Frozen):
    """A game that can be written, read and replayed: its commands, chance included.

    `players` says who decided for each seat (`human`, or a bot's name); `dice` is `seeded SEED`,
    `fair COMMITMENT ...` with the seeds (docs/fair-dice.md) or `real`.
    """

    sheet: Sheet
    names: tuple[str, ...]
    players: tuple[str, ...]
    dice: str = "real"
    date: str = ""
    commands: tuple[Command, ...] = ()

    def opening_state(self) -> State:
        """The state before the first command."""
        return new_game(self.sheet, len(self.names))

    def state(self) -> State:
        """The state after the last command."""
        return self.replay()[0]

    def replay(self) -> tuple[State, tuple[Event, ...]]:
        """The last state, and every event on the way.

        Raises:
            ValueError: a command of the record is refused.
        """
        state = self.opening_state()
        events: list[Event] = []
        for command in self.commands:
            result = play(state, command)
            if isinstance(result, Refusal):
                raise ValueError(f"{command}: {result.sentence}")
            state = result[0]
            events += result[1]
        return state, tuple(events)


def print_record(record: Record, *, story: bool = False) -> str:
    """The text of a record; with `story` also what happened, as comments that a reader skips.

    >>> from hotdice.munchkin import load
    >>> print(print_record(Record(load(), ("Ann", "Bob"), ("human", "shrewd"))).splitlines()[1])
    game munchkin
    """
    headers = [("game", GAME), ("rules", reference(record.sheet)), ("hash", record.sheet.hash)]
    headers += [("seat", name) for name in record.names]
    headers += [
        ("player", f"{seat} {player}") for seat, player in enumerate(record.players, 1) if player != "human"
    ]
    headers.append(("dice", record.dice))
    if record.date:
        headers.append(("date", record.date))
    headers.append(("result", _result(record.state())))
    body = print_turns(record.opening_state(), record.commands, record.names, story=story)
    return print_frame(headers, body)


def _result(state: State) -> str:
    if not state.over:
        return "unfinished"
    winners = " ".join(str(seat + 1) for seat in state.winners)
    return f"{' '.join(map(str, state.levels))} won by {winners}"


def parse_record(text: str | bytes) -> Record:
    """The record that a text describes, every word of it played by the referee.

    >>> from hotdice.munchkin import load
    >>> record = Record(load(), ("Ann", "Bob"), ("human", "shrewd"), "seeded 7")
    >>> parse_record(print_record(record)) == record
    True

    Raises:
        RecordError: it is not a record, or not one of a game that the rules allow.
    """
    frame = parse_frame(text, _HEADERS)
    if frame.one("game") != GAME:
        raise RecordError(f"this is not a record of {GAME}")
    sheet = frame.played_by(resolve, "sheet: the game was played by other rules or cards")
    names = names_of(frame)
    dice = frame.one("dice", "real")
    if dice.split(" ")[0] not in _DICE_KINDS or len(dice) > _LONGEST_DICE or not dice.isprintable():
        raise RecordError(f"dice are {', '.join(_DICE_KINDS)}, not {dice[:30]!r}")
    date = frame.one("date", "")
    if len(date) > 40 or not date.isprintable():
        raise RecordError("the date is too long")
    record = Record(sheet, names, players_of(frame, len(names)), dice, date)
    try:
        start = record.opening_state()
    except ValueError as error:
        raise RecordError(str(error)) from None
    record = msgspec.structs.replace(record, commands=replay_turns(start, frame.body, names))
    result = frame.one("result", "")
    if result and result != _result(record.state()):
        raise RecordError(f"the game ends as {_result(record.state())!r}, not {result[:60]!r}")
    return record


class NotDerived(RecordError):  # noqa: N818 - it names what was found
    """A die or card of a record is not the one that its seed gives.

    >>> str(NotDerived("turn 3: die=7 is not what the seed gives"))
    'turn 3: die=7 is not what the seed gives'
    """


def rederive(record: Record, chance: ChanceSource | None = None) -> int:
    """How many dice and cards of a record follow from its seed, or from a source of chance; all are checked.

    >>> from hotdice.munchkin import load
    >>> rederive(Record(load(), ("Ann", "Bob"), ("human", "human"), "seeded 7"))
    0

    Raises:
        NotDerived: a die or card is not the one that the seed gives.
        RecordError: the record has no seed.
    """
    kind, _, seed = record.dice.partition(" ")
    if chance is None and kind != "seeded":
        raise RecordError(f"this record has {kind} dice: there is no seed to derive them from")
    source = chance or SeededChance(seed)
    state = record.opening_state()
    count = 0
    for command in record.commands:
        if isinstance(command, Deal | Throw):
            if source.bring(state) != command:
                word = word_of(state, command)
                raise NotDerived(f"turn {state.turn}: {word} is not what the seed gives")
            count += 1
        result = play(state, command)
        if isinstance(result, Refusal):
            raise RecordError(f"turn {state.turn}: {result.sentence}")
        state = result[0]
    return count
