"""The companion of a real Munchkin Dice table in the app: the table above, the conversation below."""

import textwrap

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from hotdice.munchkin.companion import MEANINGS
from hotdice.munchkin.sheet import PICTURE
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.conversation import ConversationScreen
from hotdice.terminal.app.text_screens import TextScreen
from hotdice.terminal.munchkin_companion import HELP, CompanionSession, run_companion, table_lines


def results_text() -> str:
    """What every face of the die means.

    >>> results_text().splitlines()[0][:5]
    '   1 '
    """
    rows: list[str] = []
    for face, meaning in MEANINGS.items():
        name = "head" if face == PICTURE else str(face)
        rows.append(textwrap.fill(f"{name:>4}  {meaning}", 52, subsequent_indent=" " * 6))
    return "\n".join(rows)


class CompanionScreen(ConversationScreen[CompanionSession]):
    """Keeps levels, penalties and rolls of one real table."""

    BINDINGS = bound("f1 help Words | f2 results Results | ctrl+z undo Undo | escape leave Leave")
    placeholder = "roll 7, throw, door, next, level Ann +1, undo"

    def above(self) -> ComposeResult:
        """Who stands where, and the conversation."""
        yield Static(f"Munchkin Dice  ·  level {self.session.table.winning_level} wins", id="bar")
        yield Static(id="companion-table")
        yield self.log_widget()

    def talk(self) -> None:
        """The plain companion."""
        run_companion(self.session, self)

    def show_table(self) -> None:
        """Who stands where."""
        rows = table_lines(self.session.table)
        text = Text("\n".join(rows), overflow="ellipsis", no_wrap=True)
        for place, row in enumerate(rows):
            if row.startswith(">"):
                start = sum(len(before) + 1 for before in rows[:place])
                text.stylize("bold", start, start + len(row))
        self.query_one("#companion-table", Static).update(text)

    def help_text(self) -> str:
        """The words."""
        return HELP

    def action_results(self) -> None:
        """What every face means."""
        self.app.push_screen(TextScreen("Results of the die", results_text()))
