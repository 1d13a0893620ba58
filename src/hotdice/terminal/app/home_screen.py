"""The first page: go on with a game, begin one, keep score, learn, look at old games."""

import random
from itertools import islice
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hotdice.game import Record
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.tray import Tray
from hotdice.terminal.storage import waiting_games, when

WAITING_SHOWN = 3


def summary(record: Record) -> str:
    """A game in one line: the sheet, and who has how much.

    >>> from hotdice.rules import load
    >>> summary(Record(load("classic"), ("Ann", "Bob"), ("human", "human")))
    'Classic Farkle: Ann 0, Bob 0'
    """
    pairs = zip(record.names, record.state().seats, strict=True)
    return f"{record.rules.title}: " + ", ".join(f"{name} {seat.total:,}" for name, seat in pairs)


class HomeScreen(OwnScreen):
    """Where everything begins."""

    guide = "Choose what to do. Games that wait stand first, the latest above."

    BINDINGS = bound(
        "space throw Throw the dice | d app.toggle_dark Light, dark | z app.text Text size",
        "q,escape app.quit Quit",
    )

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[str, tuple[Path, Record]] = {}

    def compose(self) -> ComposeResult:
        """Wordmark, six dice, a list."""
        with Vertical(id="home"):
            yield Static("Hotdice", id="wordmark")
            yield Static("Farkle, all of it.", classes="quiet")
            yield Tray(id="tray")
            yield OptionList(id="choices")
        yield Keys()

    def on_mount(self) -> None:
        """Six dice to look at."""
        self.query_one(Tray).show((1, 2, 3, 4, 5, 6))

    def on_screen_resume(self) -> None:
        """Whenever this page comes up: games may have come or gone."""
        self.fill()

    def fill(self) -> None:
        """The list: games that wait first."""
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        self.waiting = {}
        for place, (path, record) in enumerate(islice(waiting_games(), WAITING_SHOWN)):
            name = f"game-{place}"
            self.waiting[name] = path, record
            word = "Keep on" if record.dice == "real" else "Go on"
            line = f"{word}  {summary(record)}, {when(path)}"
            choices.add_option(Option(Text(line, overflow="ellipsis", no_wrap=True), id=name))
        for name, text in (
            ("now", "Play now  PlayMonster Farkle against Greedy"),
            ("new", "New game  choose the sheet and the players"),
            ("join", "Join a table  by the link of an invitation"),
            ("keep", "Keep score  for a table with real dice"),
            ("munchkin", "Munchkin Dice  a table on screen, or beside a real one"),
            ("learn", "Learn  a guided first game"),
            ("train", "Train  positions where people go wrong"),
            ("saved", "Saved games  go on, replay, review, delete"),
            ("plain", "Plain text from now on  for screen readers"),
            ("quit", "Quit"),
        ):
            choices.add_option(Option(text, id=name))
        choices.highlighted = 0
        choices.focus()

    def action_throw(self) -> None:
        """Throw the six dice, for fun."""
        self.query_one(Tray).show([random.randint(1, 6) for _ in range(6)])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go where the person wants to."""
        name = event.option.id or ""
        if name in self.waiting:
            self.hotdice.go_on(*self.waiting[name])
        else:
            self.hotdice.choose(name)
