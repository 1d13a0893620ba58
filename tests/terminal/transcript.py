"""A whole game in plain text, as docs/plain-game.md shows it."""

from pathlib import Path

from hotdice.game import SeededDice, Step
from hotdice.players import make
from hotdice.rules import load
from hotdice.terminal.plain_game import PlainGame
from hotdice.terminal.session import Session
from hotdice.terminal.starting import new_record

FILE = Path(__file__).parents[2] / "docs" / "plain-game.md"
HEAD = """# A game in plain text

`hotdice play kcd --plain` in full: lines are only ever added, nothing is drawn, dice are digits, the prompt
comes last. What the person types stands behind each `>`. `HOTDICE_PLAIN=1`, a pipe, `TERM=dumb`, or the line
"Plain text from now on" in the app mean the same. `status`, `leads`, `repeat`, `options`, `brief` and `full`
answer at any prompt.

```text
"""


class _Paper:
    """Answers like a careful person and writes everything down."""

    drawn = False

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.asides = ["status", "leads"]
        self.game: PlainGame | None = None

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph."""
        self.rows.append(text)

    def ask(self, prompt: str) -> str | None:
        """What the person types."""
        answer = self._answer()
        self.rows.append(f"{prompt}{answer}")
        return answer

    def _answer(self) -> str:
        assert self.game is not None
        state = self.game.state
        if state.turn == 5 and self.asides:
            return self.asides.pop(0)
        if state.step is Step.KEEP:
            return "a"
        if state.step is Step.DECIDE:
            return "bank" if state.turn_total >= 350 or len(state.hand) == 1 else "roll"
        return "roll"


def files() -> dict[Path, str]:
    """The page, from a game that is played now."""
    paper = _Paper()
    record = new_record(load("kcd"), ["human", "greedy"], seed="kitchen")
    session = Session(record, dice=SeededDice("kitchen"), bots={1: make("greedy")})
    paper.game = PlainGame(session, paper)
    assert paper.game.run()
    return {FILE: HEAD + "\n".join(paper.rows).strip() + "\n```\n"}
