"""What stands there while the window is too small for a table: how large it is, and how large it must be."""

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from hotdice.terminal.app.bindings import bound

SMALLEST = 40, 16
"""Columns and rows that every page fits into."""


class TooSmall(ModalScreen[None]):
    """Covers the page until there is room for it; nothing behind it is lost."""

    BINDINGS = bound("q app.quit Quit")

    def compose(self) -> ComposeResult:
        """One sentence, which needs little room itself."""
        yield Static(id="too-small")

    def on_resize(self, event: Resize) -> None:
        """Say how large the window is."""
        columns, rows = SMALLEST
        text = (
            f"This window has {event.size.width} by {event.size.height}. Hotdice needs {columns} by {rows}: "
        )
        self.query_one("#too-small", Static).update(Text(text + "make it larger, or q to quit."))
