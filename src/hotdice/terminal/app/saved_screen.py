"""Saved games: go on, replay, delete, bring one in, hand one out."""

import os
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from hotdice.game import Record, RecordError, print_record
from hotdice.match import write_atomically
from hotdice.terminal.app.home_screen import summary
from hotdice.terminal.app.own_screen import OwnScreen
from hotdice.terminal.app.replay_screen import ReplayScreen
from hotdice.terminal.app.text_screens import LineQuestion, Question
from hotdice.terminal.exports import export_sheet
from hotdice.terminal.keeper import still_open
from hotdice.terminal.storage import new_file, read_record, saved_games


def count(games: int) -> str:
    """How many games.

    >>> count(1), count(3)
    ('1 game', '3 games')
    """
    return "1 game" if games == 1 else f"{games} games"


class SavedScreen(OwnScreen):
    """The list of games in the folder of Hotdice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "replay", "Replay"),
        Binding("v", "review", "Review"),
        Binding("x,delete", "delete", "Delete"),
        Binding("e", "hand_out", "Export"),
        Binding("i", "bring_in", "Import"),
        Binding("escape,q", "app.pop_screen", "Back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games: list[tuple[Path, Record]] = []

    def compose(self) -> ComposeResult:
        """A heading and a list."""
        yield Static("Saved games", classes="heading")
        yield Static("", id="empty", classes="quiet")
        yield OptionList(id="games")
        yield Footer(show_command_palette=False)

    def on_screen_resume(self) -> None:
        """Read the folder whenever this page comes up."""
        self.fill()

    def fill(self) -> None:
        """The games, the latest first."""
        self.games = saved_games()
        found = self.query_one("#games", OptionList)
        place = found.highlighted or 0
        found.clear_options()
        for path, record in self.games:
            word = "over   " if not still_open(record) else "waits  "
            date = record.date or path.stem[:8]
            text = Text(f"{word}{date}  {summary(record)}", overflow="ellipsis", no_wrap=True)
            found.add_option(Option(text))
        self.query_one("#empty", Static).update(
            count(len(self.games)) if self.games else "No games yet. Escape goes back; Play now begins one."
        )
        if self.games:
            found.highlighted = min(place, len(self.games) - 1)
        found.focus()

    def _game(self) -> tuple[Path, Record] | None:
        place = self.query_one("#games", OptionList).highlighted
        return self.games[place] if place is not None and place < len(self.games) else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with a game that waits, replay one that is over."""
        path, record = self.games[event.option_index]
        if not still_open(record):
            self.app.push_screen(ReplayScreen(record))
        else:
            self.hotdice.go_on(path, record)

    def action_replay(self) -> None:
        """Step through the game under the cursor."""
        game = self._game()
        if game:
            self.app.push_screen(ReplayScreen(game[1]))

    def action_review(self) -> None:
        """What the coach says to the game under the cursor."""
        from hotdice.terminal.app.review_screen import ReviewScreen

        game = self._game()
        if game:
            self.app.push_screen(ReviewScreen(game[1]))

    def action_delete(self) -> None:
        """Delete the game under the cursor, after a question."""
        game = self._game()
        if game is None:
            return
        path, record = game

        def answered(answer: str | None) -> None:
            if answer == "delete":
                try:
                    os.unlink(path)
                except OSError as error:
                    self.notify(f"It could not be deleted: {error.strerror}.", severity="error", markup=False)
                self.fill()

        text = f"{summary(record)}. It cannot be brought back."
        self.app.push_screen(
            Question("Delete this game?", text, [("keep", "Keep it"), ("delete", "Delete it")]), answered
        )

    def action_hand_out(self) -> None:
        """Write the game under the cursor to a file."""
        game = self._game()
        if game is None:
            return

        def answered(name: str | None) -> None:
            if name:
                self.notify(export_sheet(game[1], Path(name).expanduser()).sentence, markup=False)

        text = "Where to? The ending says what: .farkle, .txt, .csv or .html"
        self.app.push_screen(LineQuestion("Export", text), answered)

    def action_bring_in(self) -> None:
        """Copy a record from a file into the folder of Hotdice."""

        def answered(name: str | None) -> None:
            if not name:
                return
            try:
                record = read_record(Path(name).expanduser())
                write_atomically(new_file(record.rules), print_record(record))
            except (RecordError, OSError) as error:
                self.notify(str(error), severity="error", markup=False)
            self.fill()

        self.app.push_screen(LineQuestion("Import", "Which file?"), answered)
