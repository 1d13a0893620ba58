"""Draw docs/pictures/play.svg: the opening of a real game, as a terminal of 80 columns shows it.

Needs rich, which the test environment has; run it with `python -m scripts.picture`.
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hotdice.game import Record, SeededDice
from hotdice.players import make
from hotdice.rules import load
from hotdice.terminal.plain_game import PlainGame
from hotdice.terminal.session import Session

FILE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "play.svg"
TYPED = ["roll", "a", "roll"]


class Paper:
    """A screen that remembers what it was told and types from a list."""

    drawn = True

    def __init__(self) -> None:
        self.text = Text()
        self.typed = iter(TYPED)

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One line."""
        self.text.append(text + "\n", style="bold" if strong else "")

    def ask(self, prompt: str) -> str | None:
        """The next word of the list."""
        word = next(self.typed, None)
        self.text.append(prompt, style="cyan")
        self.text.append((word or "") + "\n", style="green")
        return word


def main() -> None:
    """Play a few steps and write the picture."""
    paper = Paper()
    record = Record(load("playmonster"), ("You", "Greedy"), ("human", "greedy"), "seeded 40", first=0)
    paper.text.append("$ hotdice play playmonster\n", style="green")
    PlainGame(Session(record), {1: make("greedy")}, SeededDice("40"), paper).run()
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True)
    console.print(paper.text, end="")
    FILE.parent.mkdir(parents=True, exist_ok=True)
    picture = console.export_svg(title="hotdice play", unique_id="play")
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)  # load nothing from elsewhere
    FILE.write_text(re.sub(r"\s*\n\s*", "\n", picture), encoding="utf-8")


if __name__ == "__main__":
    main()
