"""One game at this keyboard: a match that is kept in a file, with undo."""

from collections.abc import Mapping
from pathlib import Path

from hotdice.game import Command, DiceSource, Event, Record, Refusal, State, UseAdvice
from hotdice.game import events as e
from hotdice.match import FileSaver, Match, Request
from hotdice.players import Player


class Session:
    """A game that is being played. Every change goes through the match, and is kept if it has a file.

    >>> from hotdice.game import Roll
    >>> from hotdice.rules import load
    >>> session = Session(Record(load("classic"), ("Ann", "Bob"), ("human", "human")))
    >>> session.do(Roll(1)).code
    'not_your_turn'
    """

    def __init__(
        self,
        record: Record,
        file: Path | None = None,
        *,
        dice: DiceSource | None = None,
        bots: Mapping[int, Player] | None = None,
    ) -> None:
        self.match = Match(record, dice=dice, bots=bots, saver=FileSaver(file) if file else None)
        self._number = 0

    @property
    def record(self) -> Record:
        """The record so far."""
        return self.match.record

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.match.state

    @property
    def save_fault(self) -> str:
        """Why the last save failed, or nothing."""
        return self.match.fault

    @property
    def file(self) -> Path | None:
        """Where the game is kept, if it is."""
        saver = self.match.saver
        return saver.path if isinstance(saver, FileSaver) else None

    @file.setter
    def file(self, path: Path | None) -> None:
        self.match.saver = FileSaver(path) if path else None

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command: its events, or the reason why it is refused."""
        self._number += 1
        answer = self.match.answer(Request(str(self._number), command))
        return answer.refusal or answer.events

    def advance(self) -> tuple[Event, ...]:
        """Let dice fall or a bot decide; nothing where a person is awaited.

        Raises:
            RuntimeError: a bot chose what the referee refuses.
        """
        answer = self.match.advance()
        if answer is None:
            return ()
        if answer.refusal is not None:
            raise RuntimeError(answer.refusal.sentence)
        return answer.events

    def throw(self, dice: DiceSource) -> tuple[Event, ...] | Refusal:
        """Throw the dice that were asked for, where the match itself has none."""
        return self.do(dice.throw(self.state))

    def undo(self) -> Refusal | None:
        """Take back what was decided since the dice last fell; dice are never taken back."""
        events = self.record.events
        thrown = max((i for i, event in enumerate(events) if isinstance(event, e.DiceRolled)), default=-1)
        since = events[thrown + 1 :]
        if not any(isinstance(event, e.DiceKept | e.CardPlayed | e.WindowPassed) for event in since):
            return Refusal("nothing_to_undo", "Nothing can be taken back: the dice have fallen.")
        self.match.take_back(thrown + 1)
        for event in since:  # that somebody looked cannot be taken back
            if isinstance(event, e.AdviceUsed):
                self.do(UseAdvice(event.seat))
        return None

    def save(self) -> None:
        """Keep the game as it is; a fault is remembered and the game goes on."""
        self.match.keep()
