"""The scorekeeper in the app: the sheet beside what was said, one line to type into."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from hotdice.game import Record
from hotdice.rules import Ruleset
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.conversation import ConversationScreen
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.seats import ScoreGrid, SeatStrip
from hotdice.terminal.app.text_screens import Line, TextScreen, rules_text
from hotdice.terminal.keep_words import HELP, find_seat
from hotdice.terminal.keeper import Keeper, for_a_table, names_fault, real_record
from hotdice.terminal.paper import Paper, PaperFault, from_paper
from hotdice.terminal.plain_keeper import PlainKeeper
from hotdice.terminal.storage import new_file


class KeeperScreen(ConversationScreen[Keeper]):
    """Keeps the score of one game."""

    BINDINGS = bound("f1 help Words | f2 rules Rules | ctrl+z undo Undo | escape leave Leave")
    placeholder = "points, dice, x for a farkle, or a word such as undo"

    def above(self) -> ComposeResult:
        """The seats, the sheet, the conversation."""
        yield Static(Text(self.session.state.rules.title), id="bar")
        yield SeatStrip(id="seats")
        with Horizontal(id="keeper-columns"):
            yield ScoreGrid(id="keeper-sheet")
            yield self.log_widget()

    def talk(self) -> None:
        """The plain scorekeeper."""
        PlainKeeper(self.session, self).run()

    def show_table(self) -> None:
        """The seats and the sheet."""
        self.query_one(SeatStrip).show(self.session.names, self.session.state)
        self.query_one(ScoreGrid).show(self.session.record)

    def help_text(self) -> str:
        """The words."""
        return HELP

    def action_rules(self) -> None:
        """The sheet in words."""
        rules = self.session.state.rules
        self.app.push_screen(TextScreen(rules.title, rules_text(rules)))


PAPER = (
    ("totals", "Totals so far", "empty for a new game"),
    ("mover", "Whose turn", "the first player"),
    ("farkles", "Farkles in a row", "0 for everybody"),
    ("round", "Round", "1"),
)
"""Fields for a game that began on paper: their names, labels, and what an empty one means."""


class KeeperSetup(OwnScreen):
    """Who plays, who begins, and what a paper sheet already says."""

    BINDINGS = bound("escape app.pop_screen Back")

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.rules = for_a_table(rules)

    def compose(self) -> ComposeResult:
        """A line of names, and a form that may stay empty."""
        yield Static(Text(f"Keep score: {self.rules.title}"), classes="heading")
        yield Static(Text(self.rules.summary), classes="quiet")
        yield Static("Who plays, in the order of play? Names with commas:", classes="quiet")
        yield Line(placeholder="Ann, Ben, Cleo", id="names")
        yield Static(
            "These may stay empty; the last four are for a game that began on paper:", classes="quiet"
        )
        for name, label, empty in (("first", "Who begins", "the sheet says how"), *PAPER):
            with Horizontal(classes="field"):
                yield Static(label, classes="label")
                yield Line(placeholder=empty, id=f"paper-{name}", compact=True)
        yield Static("", id="fault", classes="fault")
        yield Static("Enter begins, Tab goes from field to field.", classes="quiet")
        yield Keys()

    def on_mount(self) -> None:
        """Names first."""
        self.query_one("#names", Input).focus()

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    def _record(self) -> Record | str:
        """The game that the form describes, or what is wrong with it."""
        names = tuple(name.strip() for name in self._value("names").split(","))
        fault = names_fault(self.rules, names)
        if fault:
            return fault
        first: int | None = None
        if self._value("paper-first"):
            found = find_seat(self._value("paper-first"), names)
            if isinstance(found, str):
                return found
            first = found
        paper = Paper(**{name: self._value(f"paper-{name}") for name, _, _ in PAPER})
        record = from_paper(real_record(self.rules, names, first), paper)
        if isinstance(record, PaperFault):
            label = next((label for name, label, _ in PAPER if name == record.field), "")
            return f"{label}: {record.sentence}" if label else record.sentence
        return record

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Begin, or say what is wrong."""
        record = self._record()
        if isinstance(record, str):
            said = record[0].upper() + record[1:].rstrip(".")
            self.query_one("#fault", Static).update(Text(f"{said}."))
            return
        keeper = Keeper(record, new_file(self.rules))
        keeper.save()
        self.app.switch_screen(KeeperScreen(keeper))
