"""Sitting at a table: what the app and plain text know of a game, wherever it is played.

A game at this keyboard (`session.Session`) and one on a server (`online_table.OnlineSitting`) are driven
alike: a person's command goes to `move`; while nobody here is asked, `go_on` lets dice fall, bots decide or
people elsewhere move, and tells the events. Whoever shows the game needs no more than this.
"""

from pathlib import Path
from typing import Protocol, TypeVar

from hotdice.game import Command, Event, Record, Refusal, State
from hotdice.match import Waiting

RecordT_co = TypeVar("RecordT_co", covariant=True)
StateT_co = TypeVar("StateT_co", covariant=True)
CommandT_contra = TypeVar("CommandT_contra", contravariant=True)
EventT_co = TypeVar("EventT_co", covariant=True)
WhyNotT_co = TypeVar("WhyNotT_co", covariant=True)


class AnySitting(Protocol[RecordT_co, StateT_co, CommandT_contra, EventT_co, WhyNotT_co]):
    """A game that somebody sits at: of Farkle, or of Munchkin Dice."""

    @property
    def record(self) -> RecordT_co:
        """The record so far, as far as this side knows it."""

    @property
    def state(self) -> StateT_co:
        """The state after everything that was told, as this side may see it."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that are decided for at this keyboard."""

    @property
    def file(self) -> Path | None:
        """Where the game is kept on this computer, if it is."""

    @property
    def kept(self) -> str:
        """What becomes of the game when one leaves it, in a sentence."""

    @property
    def save_fault(self) -> str:
        """Why it could not be kept, or nothing."""

    async def move(self, command: CommandT_contra) -> tuple[EventT_co, ...] | Refusal:
        """Carry out what a person here decided, kept before its events are told; or why it is refused."""

    async def go_on(self) -> tuple[EventT_co, ...]:
        """Let happen what happens without a person here, one step; what it led to."""

    def remarks(self) -> list[str]:
        """Sentences beside the game since the last call: who sits in, who came, what was said."""

    def undo(self) -> WhyNotT_co:
        """Take back what people decided since dice or cards last fell, or say why not."""


class Sitting(AnySitting[Record, State, Command, Event, Refusal | None], Protocol):
    """A game of Farkle that somebody sits at."""

    @property
    def waiting_for(self) -> Waiting:
        """Whom the game waits for."""


ELSEWHERE = (Waiting.DICE, Waiting.BOT, Waiting.OTHERS)
"""Whom a game may wait for while nobody at this keyboard is asked."""
