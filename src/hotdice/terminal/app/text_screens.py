"""Pages of text over the table: help, the rules, a question with a few answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from hotdice.rules import Ruleset, describe, scoring_lines
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.settings import motion_allowed

if TYPE_CHECKING:
    from hotdice.terminal.app.application import HotdiceApp


def rules_text(rules: Ruleset) -> str:
    """A sheet in words, the scoring table first.

    >>> from hotdice.rules import load
    >>> rules_text(load("classic")).splitlines()[0]
    'single 1                          100'
    """
    table = [f"{what:<26} {points:>10}" for what, points in scoring_lines(rules)]
    return "\n".join([*table, "", *describe(rules)])


def help_text(*, kept: bool = True) -> str:
    """The keys of the table."""
    return "\n".join(
        (
            "1 to 6       choose a die, or put it back",
            "a, down      choose the best keep; again for the next one",
            "left, right  move from die to die; space chooses",
            "r            keep the chosen dice and roll on",
            "b            keep the chosen dice and bank",
            "k, Enter     only keep, then think",
            "u            take back what you decided since the dice fell",
            "h            advice: every choice with its worth; the record says that you looked",
            "v            after the game: the coach's review",
            "t            the rules with the scoring table",
            "s            the score sheet",
            "+ and -      faster or slower bots; any key hurries them once",
            "z            compact, normal or large dice and spacing",
            f"Escape, q    leave; {'the game is kept' if kept else 'this game is not kept'}",
            "",
            "The mouse works too: click dice and buttons.",
            "Plain text without drawing: hotdice play --plain",
        )
    )


class ActionLine(Static):
    """A quiet line that says a key, and does the same where it is clicked."""

    def __init__(self, text: str, action: str) -> None:
        super().__init__(text, classes="quiet")
        self.action = action

    async def on_click(self) -> None:
        """What the key does."""
        await self.run_action(self.action)


class Box(ModalScreen[str | None]):
    """A box with a heading over the page; subclasses say what stands below it."""

    BINDINGS = bound("escape cancel Cancel")
    kind = "box small"

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        """The heading, the text, and what is asked."""
        with Vertical(classes=self.kind):
            yield Static(Text(self.heading), classes="heading")
            yield from self.below()

    def below(self) -> ComposeResult:
        """What stands below the heading."""
        yield Static(Text(self.text))

    def action_cancel(self) -> None:
        """Never mind."""
        self.dismiss(None)


class TextScreen(Box):
    """A page of text; Escape closes it."""

    BINDINGS = bound("escape,q,enter,question_mark,t,s,h cancel Close")
    kind = "box"

    def below(self) -> ComposeResult:
        """The text, to scroll."""
        with VerticalScroll():
            yield Static(Text(self.text))
        yield ActionLine("Escape closes", "screen.cancel")


class Question(Box):
    """A question with a few answers; Escape gives none."""

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__(title, text)
        self.answers = answers

    def below(self) -> ComposeResult:
        """The answers."""
        yield from super().below()
        yield OptionList(*(Option(label, id=name) for name, label in self.answers))
        yield ActionLine("Escape leaves it", "screen.cancel")

    def on_mount(self) -> None:
        """The first answer is under the cursor."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """An answer was picked."""
        self.dismiss(event.option.id)


class Line(Input):
    """A line to type into; its cursor blinks only where things may move."""

    def on_mount(self) -> None:
        """Hold the cursor still for people who want no motion."""
        self.cursor_blink = motion_allowed(cast("HotdiceApp", self.app).settings)


class LineQuestion(Box):
    """Asks for a line of text, such as a name; Escape gives none."""

    def below(self) -> ComposeResult:
        """One line to type into."""
        yield from super().below()
        yield Line(id="line")
        yield ActionLine("Enter is yes, Escape leaves it", "screen.cancel")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Done."""
        self.dismiss(event.value.strip() or None)
