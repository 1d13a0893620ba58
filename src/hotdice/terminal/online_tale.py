"""What playing online needs to know of a game: how to tell it, what to ask, and what words mean."""

from typing import Any, Protocol

from hotdice.match import wire


class Tale(Protocol):
    """One game as somebody at a terminal follows it. `help` lists the words of its moves."""

    help: str

    def begin(self, view: wire.TableView) -> None:
        """The game begins, or is told from its beginning."""

    def tell(self, line: wire.News, view: wire.TableView, names: list[str]) -> None:
        """Tell what was played."""

    def prompt(self, view: wire.TableView, names: list[str]) -> Any | None:
        """Say what is awaited of this person; a command where there is only one thing to do."""

    def show(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> bool:
        """Show something that was asked for; False where the word means something else."""

    def move(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> Any:
        """The command that words mean; ValueError with a sentence where they mean none."""


UNKNOWN = "I do not know that word; 'help' lists them."
