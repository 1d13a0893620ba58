"""One game at this keyboard: a match that is kept in a file, with undo."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from hotdice.game import Command, DiceSource, Event, Record, Refusal, State, UseAdvice
from hotdice.game import events as e
from hotdice.match import FileSaver, Match, Request, Waiting
from hotdice.players import Player, make

STAND_IN = "greedy"
"""The bot that takes the seat of one that cannot play on."""


class AtMatch:
    """A game of Farkle at this computer, played or told: a match, and the file that it is kept in."""

    def __init__(self, match: Match, file: Path | None = None) -> None:
        self.match = match
        self.file = file
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
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.state.over

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.match.record.names

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

    def save(self) -> None:
        """Keep the game as it is; a fault is remembered and the game goes on."""
        self.match.keep()


class Session(AtMatch):
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
        super().__init__(Match(record, dice=dice, bots=bots), file)
        self._remarks: list[str] = []

    @property
    def waiting_for(self) -> Waiting:
        """Whom the game waits for."""
        return self.match.waiting_for

    @property
    def people(self) -> tuple[int, ...]:
        """The seats without a bot."""
        return tuple(seat for seat, who in enumerate(self.record.players) if who == "human")

    @property
    def kept(self) -> str:
        """What becomes of the game when one leaves it."""
        if self.file is None:
            return "This game is not kept: it ends when you leave."
        return "The game is kept; you can go on with it later."

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

    def step(self) -> tuple[Event, ...]:
        """As `advance`; a bot that fails, or wants what the referee refuses, is replaced with a remark."""
        seat = self.state.mover
        try:
            return self.advance()
        except Exception as error:  # whatever a bot does, the game goes on
            self._remarks.append(self.sit_in(seat, str(error) or type(error).__name__))
            return ()

    async def move(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out what a person decided."""
        return self.do(command)

    async def go_on(self) -> tuple[Event, ...]:
        """One step without a person; a bot may take its time."""
        return await asyncio.to_thread(self.step)

    def remarks(self) -> list[str]:
        """Who sits in for whom, since the last call."""
        said, self._remarks = self._remarks, []
        return said

    def sit_in(self, seat: int, reason: str) -> str:
        """A bot cannot play on, such as one whose sheet is not solved: a simple one takes its seat.

        The record names the one that plays from now on. What came of it, as a sentence.
        """
        players = list(self.record.players)
        players[seat] = STAND_IN
        self.match.bots[seat] = make(STAND_IN)
        self.match.retell(replace(self.record, players=tuple(players)))
        return f"{self.record.names[seat]} cannot play on ({reason.rstrip('.')}). Greedy sits in."

    def undo(self) -> Refusal | None:
        """Take back what people decided since the dice last fell; dice and bots are never taken back.

        A card that was played before the first roll of a turn goes back alone.
        """
        events = self.record.events
        start = 1 + max((i for i, event in enumerate(events) if isinstance(event, e.DiceRolled)), default=-1)
        began = 1 + max((i for i, event in enumerate(events) if isinstance(event, e.TurnBegan)), default=-1)
        if any(isinstance(event, e.CardPlayed) for event in events[began:]):
            start = max(start, began)
        since = events[start:]
        decided = [event for event in since if isinstance(event, e.DiceKept | e.CardPlayed | e.WindowPassed)]
        if not decided or any(self.record.players[event.seat] != "human" for event in decided):
            return Refusal("nothing_to_undo", "Nothing can be taken back: the dice have fallen.")
        self.match.take_back(start)
        for event in since:  # that somebody looked cannot be taken back
            if isinstance(event, e.AdviceUsed):
                self.do(UseAdvice(event.seat))
        return None
