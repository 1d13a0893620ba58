"""Munchkin Dice in the app: go on, begin a table on screen, keep a real one; who sits down."""

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hotdice.game.record import check_name
from hotdice.munchkin import Record, load
from hotdice.munchkin.companion import CompanionRecord, new_record
from hotdice.munchkin.sheet import EPIC
from hotdice.players.munchkin_registry import munchkin_bots
from hotdice.terminal import munchkin_saved as saved
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.companion_screen import CompanionScreen
from hotdice.terminal.app.line_up_screen import LineUpScreen
from hotdice.terminal.app.munchkin_table import MunchkinTableScreen
from hotdice.terminal.app.own_screen import Keys, OwnScreen
from hotdice.terminal.app.text_screens import LineQuestion, Question, TextScreen
from hotdice.terminal.munchkin_companion import CompanionSession
from hotdice.terminal.munchkin_table import TableSession
from hotdice.terminal.munchkin_words import story_lines

NORMAL = 10
FIRST_LINE_UP = ("human", "shrewd", "steady")


def levels(names: Sequence[str], standing: Sequence[int]) -> str:
    """Who stands on which level, in one line.

    >>> levels(["Ann", "Bob"], [3, 1])
    'Ann 3, Bob 1'
    """
    return ", ".join(f"{name} {level}" for name, level in zip(names, standing, strict=True))


class MunchkinScreen(OwnScreen):
    """The page of Munchkin Dice: tables that wait, old ones, and new ones."""

    BINDINGS = bound("r replay Replay | x,delete delete Delete | escape,q app.pop_screen Back")

    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[str, tuple[Path, Record]] = {}
        self.companions: dict[str, tuple[Path, CompanionRecord]] = {}

    def compose(self) -> ComposeResult:
        """A heading and a list."""
        yield Static("Munchkin Dice", classes="heading")
        yield Static("The ten-sided die that costs a level. The cards are our own.", classes="quiet")
        yield OptionList(id="games")
        yield Keys()

    def on_screen_resume(self) -> None:
        """Tables may have come or gone."""
        self.fill()

    def fill(self) -> None:
        """What waits comes first, what is over last."""
        found = self.query_one(OptionList)
        place = found.highlighted or 0
        found.clear_options()
        tables = {f"table-{i}": kept for i, kept in enumerate(saved.saved_tables())}
        self.tables = tables
        self.companions = {f"companion-{i}": kept for i, kept in enumerate(saved.saved_companions())}
        over: list[Option] = []
        for name, (_, record) in tables.items():
            state = record.state()
            text = levels(record.names, [seat.level for seat in state.seats])
            option = Option(_row(f"{'Over' if state.over else 'Go on'}  {record.date}  {text}"), id=name)
            over.append(option) if state.over else found.add_option(option)
        for name, (_, kept) in self.companions.items():
            table = kept.table()
            text = levels([player.name for player in table.players], [p.level for p in table.players])
            ended = table.winner >= 0
            option = Option(_row(f"{'Over' if ended else 'Keep on'}  real table  {text}"), id=name)
            over.append(option) if ended else found.add_option(option)
        for name, text in (
            ("new", "New table  people at this keyboard and bots"),
            ("real", "Companion  for a real table: levels, penalties, what a result means"),
        ):
            found.add_option(Option(text, id=name))
        found.add_options(over)
        found.highlighted = min(place, found.option_count - 1)
        found.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go where the person wants to."""
        name = event.option.id or ""
        if name in self.tables:
            path, record = self.tables[name]
            if record.state().over:
                self._tell(record)
            else:
                self.hotdice.go_on_munchkin(path, record)
        elif name in self.companions:
            path, kept = self.companions[name]
            self.app.push_screen(CompanionScreen(CompanionSession(kept, path)))
        elif name == "new":
            self.app.push_screen(MunchkinLineUp())
        else:
            self._ask_names()

    def _ask_names(self) -> None:
        def named(line: str | None) -> None:
            if line is None:
                return
            names = [name.strip() for name in line.split(",")]
            fault = next((fault for name in names if (fault := check_name(name))), None)
            if fault is None and any(name.isdigit() for name in names):
                fault = "a name is not a number; numbers stand for seats"
            if fault is None:
                self._ask_level(names)
            else:
                self.notify(f"{fault[0].upper()}{fault[1:]}.", severity="error", markup=False)

        self.app.push_screen(LineQuestion("Companion", "Who plays? Names with commas between them"), named)

    def _ask_level(self, names: list[str]) -> None:
        def chosen(level: str | None) -> None:
            if level is None:
                return
            try:
                record = new_record(names, winning_level=int(level), date=saved.today())
            except ValueError as error:
                self.notify(str(error), severity="error", markup=False)
                return
            session = CompanionSession(record, saved.new_file(saved.COMPANION_SUFFIX))
            session.save()
            self.app.push_screen(CompanionScreen(session))

        options = [(str(NORMAL), f"Level {NORMAL}"), (str(EPIC), f"Level {EPIC}, epic")]
        self.app.push_screen(Question("Companion", "Which level wins?", options), chosen)

    def _under_cursor(self) -> str:
        found = self.query_one(OptionList)
        return found.get_option_at_index(found.highlighted or 0).id or ""

    def _tell(self, record: Record) -> None:
        self.app.push_screen(TextScreen("The game", "\n".join(story_lines(record))))

    def action_replay(self) -> None:
        """The table under the cursor in sentences."""
        name = self._under_cursor()
        if name in self.tables:
            self._tell(self.tables[name][1])

    def action_delete(self) -> None:
        """Delete the table under the cursor, after a question."""
        name = self._under_cursor()
        kept = self.tables.get(name) or self.companions.get(name)
        if kept is None:
            return
        path = kept[0]

        def answered(answer: str | None) -> None:
            if answer == "delete":
                try:
                    path.unlink()
                except OSError as error:
                    self.notify(f"It could not be deleted: {error.strerror}.", severity="error", markup=False)
                self.fill()

        options = [("keep", "Keep it"), ("delete", "Delete it")]
        text = "It cannot be brought back."
        self.app.push_screen(Question("Delete this table?", text, options), answered)


def _row(text: str) -> Text:
    return Text(text, overflow="ellipsis", no_wrap=True)


class MunchkinLineUp(LineUpScreen):
    """Who sits down at a table on screen, and up to which level."""

    BINDINGS = bound("l length Level 10, 20")

    def __init__(self) -> None:
        self.sheet = load()
        bots = [(bot.name, bot.character) for bot in reversed(munchkin_bots())]
        allowed = range(self.sheet.min_players, self.sheet.max_players + 1)
        super().__init__("Munchkin Dice: who plays?", list(FIRST_LINE_UP), bots, allowed)

    def default_names(self, who: Sequence[str]) -> tuple[str, ...]:
        """The names of such seats."""
        return saved.munchkin_names(who)

    def about(self) -> str:
        """The level that wins."""
        return f"Level {self.sheet.winning_level} wins, by killing a monster; l changes that."

    def action_length(self) -> None:
        """Level 10, or the epic 20."""
        self.sheet = load([f"winning_level={EPIC}"]) if self.sheet.winning_level == NORMAL else load()
        self.fill()

    def action_start(self) -> None:
        """Sit down."""
        session = TableSession(
            saved.new_table(self.sheet, self.who, self.names()), saved.new_file(saved.TABLE_SUFFIX)
        )
        session.save()
        self.app.push_screen(MunchkinTableScreen(session))
