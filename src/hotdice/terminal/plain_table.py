"""A table in plain text: where it is told, and how it is driven until it is over or somebody quits."""

from abc import ABC, abstractmethod
from typing import Protocol


class Screen(Protocol):
    """Where the game is told: `drawn` asks for drawn dice and colour."""

    drawn: bool

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph."""

    def ask(self, prompt: str) -> str | None:
        """The next line that somebody types, or None when there is no more."""


class Quit(Exception):  # noqa: N818 - somebody wants to stop; nothing is wrong
    """Somebody wants to stop."""


class Kept(Protocol):
    """What is played at a table: it ends, and it can be kept."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def save(self) -> None:
        """Keep the game as it is."""


class PlainTable(ABC):
    """Plays a game to its end, or until somebody quits."""

    session: Kept
    goes_on = False
    """Whether somebody is asked on after the end, until they quit."""

    @abstractmethod
    def step(self) -> None:
        """Let one thing happen: dice, a bot, or what a person types."""

    @abstractmethod
    def end(self) -> None:
        """Tell how it ended."""

    def keep(self) -> None:
        """Keep the game as it is."""
        self.session.save()

    def run(self) -> bool:
        """Play on; whether the game has ended, and nobody has quit before."""
        try:
            while self.goes_on or not self.session.over:
                self.step()
        except Quit:
            self.keep()
            return self.session.over
        self.keep()
        self.end()
        return True

    def answer(self, screen: Screen, prompt: str) -> str:
        """The next line that somebody types.

        Raises:
            Quit: there is no more.
        """
        line = screen.ask(prompt)
        if line is None:
            raise Quit
        return line.strip()
