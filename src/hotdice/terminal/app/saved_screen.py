"""Saved games: go on, replay, delete, bring one in, hand one out."""

import os
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hotdice.game import Record, RecordError, print_record
from hotdice.match import write_atomically
from hotdice.munchkin import Record as TableRecord
from hotdice.munchkin import print_record as print_table
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.home_screen import summary
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.replay_screen import ReplayScreen
from hotdice.terminal.app.text_screens import LineQuestion, Question, TextScreen
from hotdice.terminal.exports import export_sheet
from hotdice.terminal.keeper import still_open
from hotdice.terminal.munchkin_saved import saved_tables
from hotdice.terminal.munchkin_words import story_lines
from hotdice.terminal.storage import new_file, read_record, saved_games, when


def count(games: int) -> str:
    """How many games.

    >>> count(1), count(3)
    ('1 game', '3 games')
    """
    return "1 game" if games == 1 else f"{games} games"


def told(record: Record | TableRecord) -> str:
    """A game in one line, whatever it is.

    >>> from hotdice.munchkin import load
    >>> told(TableRecord(load(), ("Ann", "Bob"), ("human", "shrewd")))
    'Munchkin Dice: Ann 1, Bob 1'
    """
    if isinstance(record, Record):
        return summary(record)
    pairs = zip(record.names, record.state().levels, strict=True)
    return f"{record.sheet.title}: " + ", ".join(f"{name} {level}" for name, level in pairs)


def goes_on(record: Record | TableRecord) -> bool:
    """Whether a game waits to go on."""
    return still_open(record) if isinstance(record, Record) else not record.state().over


def text_of(record: Record | TableRecord) -> str:
    """A game as the text that replays."""
    return print_record(record) if isinstance(record, Record) else print_table(record)


def _moment(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _write(path: Path, text: str) -> str:
    try:
        write_atomically(path, text)
    except (OSError, ValueError) as error:
        return f"{path} could not be written: {getattr(error, 'strerror', '') or error}."
    return f"Written to {path}."


class SavedScreen(OwnScreen):
    """The list of games in the folder of Hotdice."""

    guide = "Enter goes on with a game that waits, and steps through one that is over."

    BINDINGS = bound(
        "r replay Replay | v review Review | x,delete delete Delete | e hand_out Export",
        "i bring_in Import | escape,q app.pop_screen Back",
    )

    def __init__(self) -> None:
        super().__init__()
        self.games: list[tuple[Path, Record | TableRecord]] = []

    def compose(self) -> ComposeResult:
        """A heading and a list."""
        yield Static("Saved games", classes="heading")
        yield Static("", id="empty", classes="quiet")
        yield OptionList(id="games")
        yield Keys()

    def on_screen_resume(self) -> None:
        """Read the folder whenever this page comes up."""
        self.fill()

    def fill(self) -> None:
        """The games, the latest first, those of Munchkin Dice among them."""
        games: list[tuple[Path, Record | TableRecord]] = [*saved_games(), *saved_tables()]
        self.games = sorted(games, key=lambda game: _moment(game[0]), reverse=True)
        found = self.query_one("#games", OptionList)
        place = found.highlighted or 0
        found.clear_options()
        for path, record in self.games:
            word = "waits  " if goes_on(record) else "over   "
            date = when(path) or record.date
            text = Text(f"{word}{date}  {told(record)}", overflow="ellipsis", no_wrap=True)
            found.add_option(Option(text))
        self.query_one("#empty", Static).update(
            count(len(self.games)) if self.games else "No games yet. Escape goes back; Play now begins one."
        )
        if self.games:
            found.highlighted = min(place, len(self.games) - 1)
        found.focus()

    def _game(self) -> tuple[Path, Record | TableRecord] | None:
        place = self.query_one("#games", OptionList).highlighted
        return self.games[place] if place is not None and place < len(self.games) else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with a game that waits, replay one that is over."""
        path, record = self.games[event.option_index]
        if not goes_on(record):
            self._replay(record)
        elif isinstance(record, Record):
            self.hotdice.go_on(path, record)
        else:
            self.hotdice.go_on_munchkin(path, record)

    def _replay(self, record: Record | TableRecord) -> None:
        if isinstance(record, Record):
            self.app.push_screen(ReplayScreen(record))
        else:
            self.app.push_screen(TextScreen("The game", "\n".join(story_lines(record))))

    def action_replay(self) -> None:
        """Step through the game under the cursor."""
        game = self._game()
        if game:
            self._replay(game[1])

    def action_review(self) -> None:
        """What the coach says to the game under the cursor."""
        from hotdice.terminal.app.review_screen import ReviewScreen

        game = self._game()
        if game and isinstance(game[1], Record):
            self.app.push_screen(ReviewScreen(game[1]))
        elif game:
            self.notify("The coach reviews Farkle; r tells this game.")

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

        text = f"{told(record)}. It cannot be brought back."
        self.app.push_screen(
            Question("Delete this game?", text, [("keep", "Keep it"), ("delete", "Delete it")]), answered
        )

    def action_hand_out(self) -> None:
        """Write the game under the cursor to a file."""
        game = self._game()
        if game is None:
            return

        def answered(name: str | None) -> None:
            if name and isinstance(game[1], Record):
                self.notify(export_sheet(game[1], Path(name).expanduser()).sentence, markup=False)
            elif name:
                self.notify(_write(Path(name).expanduser(), text_of(game[1])), markup=False)

        text = "Where to? The ending says what: .farkle, .txt, .csv or .html"
        if not isinstance(game[1], Record):
            text = "Where to? The record is written as text."
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
