"""Pages of text over the table: help, the rules, a question with a few answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from hotdice.rules import Ruleset, describe, scoring_lines
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


def help_text() -> str:
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
            "Escape, q    leave; the game is kept",
            "",
            "The mouse works too: click dice and buttons.",
            "Plain text without drawing: hotdice play --plain",
        )
    )


class TextScreen(ModalScreen[None]):
    """A page of text; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,t,s,h", "close", "Close"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        """A box with a heading."""
        with Vertical(classes="box"):
            yield Static(Text(self.heading), classes="heading")
            with VerticalScroll():
                yield Static(Text(self.text))
            yield Static("Escape closes", classes="quiet")

    def action_close(self) -> None:
        """Back to what was there before."""
        self.dismiss()


class Question(ModalScreen[str | None]):
    """A question with a few answers; Escape gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.heading = title
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        """A small box."""
        with Vertical(classes="box small"):
            yield Static(Text(self.heading), classes="heading")
            yield Static(Text(self.text))
            yield OptionList(*(Option(label, id=name) for name, label in self.answers))

    def on_mount(self) -> None:
        """The first answer is under the cursor."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """An answer was picked."""
        self.dismiss(event.option.id)

    def action_cancel(self) -> None:
        """No answer."""
        self.dismiss(None)


class Line(Input):
    """A line to type into; its cursor blinks only where things may move."""

    def on_mount(self) -> None:
        """Hold the cursor still for people who want no motion."""
        self.cursor_blink = motion_allowed(cast("HotdiceApp", self.app).settings)


class LineQuestion(ModalScreen[str | None]):
    """Asks for a line of text, such as a name; Escape gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        """One line to type into."""
        with Vertical(classes="box small"):
            yield Static(Text(self.heading), classes="heading")
            yield Static(Text(self.text))
            yield Line(id="line")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Done."""
        self.dismiss(event.value.strip() or None)

    def action_cancel(self) -> None:
        """Never mind."""
        self.dismiss(None)
