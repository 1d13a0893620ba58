"""A conversation on a page of the app: what was said, and a line to type into.

The conversation itself is a plain one. It runs in a thread of its own and blocks there when it asks; the
page hands it what people type, so both say the same words and know the same commands.
"""

import queue
from typing import Generic, TypeVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.widgets import Input, RichLog, Static

from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.text_screens import Line

SessionT = TypeVar("SessionT")


class ConversationScreen(OwnScreen, Generic[SessionT]):
    """A page that talks. Subclasses say what stands above (`above`, `show_table`) and who talks (`talk`)."""

    drawn = False
    placeholder = ""

    def __init__(self, session: SessionT) -> None:
        super().__init__()
        self.session = session
        self.typed: queue.Queue[str | None] = queue.Queue()
        self.prompt = ""

    def above(self) -> ComposeResult:
        """What stands above the line, the conversation (`self.log_widget()`) among it."""
        yield self.log_widget()

    def log_widget(self) -> RichLog:
        """What was said."""
        return RichLog(id="keeper-log", wrap=True, markup=False, min_width=20)

    def show_table(self) -> None:
        """Show how things stand, before every question."""

    def talk(self) -> None:
        """Hold the conversation; called in a thread of its own."""
        raise NotImplementedError  # Textual's own metaclass leaves no room for an abstract class

    def compose(self) -> ComposeResult:
        """The table, the conversation, the line to type into."""
        yield from self.above()
        yield Static(id="keeper-prompt")
        yield Line(placeholder=self.placeholder, id="keeper-line")
        yield Keys()

    def on_mount(self) -> None:
        """Begin the conversation."""
        self.query_one("#keeper-log", RichLog).can_focus = False
        self.query_one(Input).focus()
        self._show("")
        self.converse()

    @work(thread=True, exclusive=True)
    def converse(self) -> None:
        """The conversation, talking to this screen."""
        self.talk()
        if self.is_running and self.app.is_running:
            self.app.call_from_thread(self._ended)

    def _ended(self) -> None:
        if self.is_current:
            self.hotdice.go_home()

    # What a plain conversation needs: it calls these from its thread

    def say(self, text: str = "", *, strong: bool = False) -> None:
        """One paragraph into the conversation."""
        style = "bold" if strong else ""
        self.app.call_from_thread(self.query_one("#keeper-log", RichLog).write, Text(text, style=style))

    def ask(self, prompt: str) -> str | None:
        """Show a question and wait for the answer; None when the screen is left."""
        self.app.call_from_thread(self._show, prompt.removesuffix("> ").strip())
        return self.typed.get()

    def _show(self, prompt: str) -> None:
        self.show_table()
        self.prompt = prompt
        self.query_one("#keeper-prompt", Static).update(Text(prompt))
        log = self.query_one("#keeper-log", RichLog)
        self.call_after_refresh(log.scroll_end, animate=False)  # a long question takes rows from it

    # Keys

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand a line to the conversation."""
        event.input.value = ""
        log = self.query_one("#keeper-log", RichLog)
        log.write(Text(f"{self.prompt} {event.value}".strip(), style="italic"))
        self.typed.put(event.value)

    def action_undo(self) -> None:
        """Take back the last entry."""
        self.typed.put("undo")

    def action_leave(self) -> None:
        """Every entry is saved; go home."""
        self.hotdice.go_home()

    def on_unmount(self) -> None:
        """Let the conversation end."""
        self.typed.put(None)
