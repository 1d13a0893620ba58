"""One game at this keyboard: the state, its record, undo, and saving after every step."""

from pathlib import Path

from msgspec.structs import replace

from hotdice.game import Command, DiceSource, Event, Record, Refusal, State, fold, play, print_record
from hotdice.game import events as e
from hotdice.terminal.storage import write_atomically


class Session:
    """A game that is being played. Changes go through `do` and `undo`, and are saved where it has a file.

    >>> from hotdice.game import Roll
    >>> from hotdice.rules import load
    >>> session = Session(Record(load("classic"), ("Ann", "Bob"), ("human", "human")))
    >>> session.do(Roll(1)).code
    'not_your_turn'
    """

    def __init__(self, record: Record, file: Path | None = None) -> None:
        self.record = record
        self.file = file
        self.start = record.opening_state()
        self.state: State = record.state()
        self.save_fault = ""

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command: its events, or the reason why it is refused."""
        result = play(self.state, command)
        if isinstance(result, Refusal):
            return result
        self.state, events = result
        self.record = replace(self.record, events=self.record.events + events)
        if self._worth_saving(events):
            self.save()
        return events

    def _worth_saving(self, events: tuple[Event, ...]) -> bool:
        """Every step of a person, and the end of a bot's turn: its dice and choices would come again."""
        ended = any(isinstance(event, e.TurnBegan | e.GameEnded) for event in events)
        return ended or self.record.players[self.state.mover] == "human"

    def throw(self, dice: DiceSource) -> tuple[Event, ...] | Refusal:
        """Throw the dice that were asked for."""
        return self.do(dice.throw(self.state))

    def undo(self) -> Refusal | None:
        """Take back what was decided since the dice last fell; dice are never taken back."""
        events = self.record.events
        thrown = max((i for i, event in enumerate(events) if isinstance(event, e.DiceRolled)), default=-1)
        since = events[thrown + 1 :]
        if not any(isinstance(event, e.DiceKept) for event in since):
            return Refusal("nothing_to_undo", "Nothing can be taken back: the dice have fallen.")
        self.record = replace(self.record, events=events[: thrown + 1])
        self.state = fold(self.start, self.record.events)
        self.save()
        return None

    def save(self) -> None:
        """Write the record to its file; a fault is remembered and the game goes on."""
        if self.file is None:
            return
        try:
            write_atomically(self.file, print_record(self.record))
            self.save_fault = ""
        except OSError as error:
            self.save_fault = f"The game could not be saved to {self.file}: {error.strerror or error}."
