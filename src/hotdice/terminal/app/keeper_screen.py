"""The scorekeeper in the app: the sheet beside what was said, one line to type into."""

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from hotdice.rules import Ruleset, load, shipped
from hotdice.terminal.app.conversation import ConversationScreen
from hotdice.terminal.app.seats import ScoreGrid, SeatStrip
from hotdice.terminal.app.text_screens import TextScreen, rules_text
from hotdice.terminal.keep_words import HELP
from hotdice.terminal.keeper import Keeper, for_a_table, names_fault, real_record
from hotdice.terminal.plain_keeper import PlainKeeper
from hotdice.terminal.sheet_choice import FIRST, other_sheets
from hotdice.terminal.storage import new_file

if TYPE_CHECKING:
    from hotdice.terminal.app.application import HotdiceApp


class KeeperScreen(ConversationScreen):
    """Keeps the score of one game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Words"),
        Binding("f2", "rules", "Rules"),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("escape", "leave", "Leave"),
    ]
    placeholder = "points, dice, x for a farkle, or a word such as undo"

    def __init__(self, keeper: Keeper) -> None:
        super().__init__()
        self.keeper = keeper

    def above(self) -> ComposeResult:
        """The seats, the sheet, the conversation."""
        yield Static(Text(self.keeper.state.rules.title), id="bar")
        yield SeatStrip(id="seats")
        with Horizontal(id="keeper-columns"):
            yield ScoreGrid(id="keeper-sheet")
            yield self.log_widget()

    def talk(self) -> None:
        """The plain scorekeeper."""
        PlainKeeper(self.keeper, self).run()

    def show_table(self) -> None:
        """The seats and the sheet."""
        self.query_one(SeatStrip).show(self.keeper.names, self.keeper.state)
        self.query_one(ScoreGrid).show(self.keeper.record)

    def action_help(self) -> None:
        """The words."""
        self.app.push_screen(TextScreen("Words", HELP))

    def action_rules(self) -> None:
        """The sheet in words."""
        rules = self.keeper.state.rules
        self.app.push_screen(TextScreen(rules.title, rules_text(rules)))


class KeeperSetup(Screen[None]):
    """Which sheet, and who plays."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", "Back")]

    @property
    def hotdice(self) -> "HotdiceApp":
        """The app."""
        return cast("HotdiceApp", self.app)

    def compose(self) -> ComposeResult:
        """A list of sheets, a line of names."""
        yield Static("Keep score: which sheet?", classes="heading")
        yield Static("Enter chooses the sheet; then type the names.", classes="quiet")
        with Horizontal(classes="sides"):
            yield OptionList(
                *(Option(load(name).title, id=name) for name in (*FIRST, *other_sheets())), id="sheets"
            )
            with Vertical(id="explained"):
                yield Static(id="about")
                yield Static("Who plays, in the order of play? Names with commas:", classes="quiet")
                yield Input(placeholder="Ann, Ben, Cleo", id="names")
                yield Static("", id="fault", classes="fault")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The first sheet under the cursor."""
        found = self.query_one(OptionList)
        found.highlighted = 0
        found.focus()

    def _sheet(self) -> Ruleset:
        found = self.query_one(OptionList)
        name = found.get_option_at_index(found.highlighted or 0).id
        return for_a_table(load(name if name in shipped() else FIRST[0]))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the sheet under the cursor."""
        name = event.option.id or FIRST[0]
        rules = load(name)
        self.query_one("#about", Static).update(Text(f"{rules.title}\n\n{rules.summary}\n"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """On to the names."""
        self.query_one("#names", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Begin, or say what is wrong with the names."""
        names = tuple(name.strip() for name in event.value.split(","))
        rules = self._sheet()
        fault = names_fault(rules, names)
        if fault:
            self.query_one("#fault", Static).update(Text(f"{fault[0].upper()}{fault[1:]}."))
            return
        keeper = Keeper(real_record(rules, names), new_file(rules))
        keeper.match.keep()
        self.app.switch_screen(KeeperScreen(keeper))
