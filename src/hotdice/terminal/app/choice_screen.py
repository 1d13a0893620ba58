"""A page with a position and its choices: what is asked, the dice, the answer, a list to choose from."""

from collections.abc import Iterable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.tray import Tray


class ChoiceScreen(OwnScreen):
    """The parts of the page; who derives from it fills them."""

    def __init__(self, title: str, opening: str) -> None:
        super().__init__()
        self.heading, self.opening = title, opening

    def compose(self) -> ComposeResult:
        """The question above, the dice, the answer, the choices, and a quiet line below."""
        yield Static(self.heading, classes="heading", markup=False, id="title")
        with Vertical(id="training"):
            yield Static(self.opening, id="question", markup=False)
            yield Tray(id="tray")
            yield Static("", id="answer")
            yield OptionList(id="choices")
        yield Static("", id="progress", classes="quiet")
        yield Keys()

    @property
    def choices(self) -> OptionList:
        """The list to choose from."""
        return self.query_one("#choices", OptionList)

    def say(self, part: str, text: str) -> None:
        """Write into one of the parts: title, question, answer or progress."""
        self.query_one(f"#{part}", Static).update(Text(text))

    def offer(self, lines: Iterable[str]) -> None:
        """Put other choices in place of those that stand there, the first one marked."""
        self.choices.clear_options()
        self.choices.add_options([Option(Text(line)) for line in lines])
        self.choices.highlighted = 0 if self.choices.option_count else None
