"""The seats: a strip of chips with the totals, and the score sheet turn by turn."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from hotdice.game import Record, State
from hotdice.terminal.app.palette import palette_for, seat_mark
from hotdice.terminal.bot_faces import SIGN_CELLS, sign_of
from hotdice.terminal.score_sheet import Line, rounds
from hotdice.terminal.telling import counted


def colour_of(state: State, seat: int) -> str:
    """The colour of a seat's cards; nothing where there are none, or it is not known.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> colour_of(new_game(load("munchkin-farkle"), 3), 1), colour_of(new_game(load("classic"), 3), 1)
    ('blue', '')
    """
    deck, cards = state.rules.deck, state.cards
    if deck is None or cards is None or cards.colours[seat] < 0:
        return ""
    return deck.colours[cards.colours[seat]].name


class SeatStrip(Widget):
    """Who plays, with totals; the mover is marked by a filled chip, a bar and a word."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self.names: tuple[str, ...] = ()
        self.players: tuple[str, ...] = ()
        self.state: State | None = None

    def show(self, names: tuple[str, ...], state: State, players: Sequence[str] = ()) -> None:
        """Show these seats; `players` are who sits there, for the faces of bots."""
        self.names, self.state, self.players = names, state, tuple(players)
        self.refresh()

    def render(self) -> Text:
        """Two lines and a bar under the mover, as many seats as there is room for."""
        state = self.state
        if state is None:
            return Text()
        dark = self.app.current_theme.dark
        palette = palette_for(dark=dark)
        width = max(14, min(26, self.size.width // max(1, len(self.names))))
        room = max(1, self.size.width // width)
        first = max(0, min(state.mover - room // 2, len(self.names) - room))
        rows = [Text(), Text(), Text()]
        for seat in range(first, min(len(self.names), first + room)):
            line = state.seats[seat]
            active = seat == state.mover and not state.over
            won = state.over and seat in state.winners
            shape, colour = seat_mark(seat, dark=dark, card_colour=colour_of(state, seat))
            name = Text(f"{shape} ", style=Style(color=colour, bold=True))
            label = self.names[seat][: width - 5]
            # A face where it leaves the name whole.
            sign = sign_of(self.players[seat]) if seat < len(self.players) else ""
            if sign and len(label) + SIGN_CELLS + 1 <= width - 5:
                name.append(f"{sign} ")
            name.append(label, Style(color=palette.quiet if line.gone else palette.ink, bold=active or won))
            if cards := colour_of(state, seat):
                name.append(f"  {cards}", Style(color=colour))
            rows[0].append_text(_fit(name, width))
            total = Text(f"  {line.total:,}", style=Style(color=palette.ink, bold=True))
            total.append(f" {self._note(seat)}", Style(color=palette.quiet))
            rows[1].append_text(_fit(total, width))
            bar = "━" * (width - 2) + "  " if active or won else " " * width
            rows[2].append(bar, Style(color=palette.ember))
        return Text("\n").join(rows)

    def _note(self, seat: int) -> str:
        state = self.state
        if state is None:
            return ""
        line = state.seats[seat]
        if line.gone:
            return "left"
        if state.over:
            return "wins" if seat in state.winners else ""
        notes: list[str] = []
        if not line.opened:
            notes.append("not on board")
        elif line.farkles and state.rules.penalty.points:
            notes.append("x" * line.farkles)
        elif seat == state.trigger:
            notes.append("first there")
        if state.cards is not None:
            notes.append(counted(len(state.cards.hands[seat]), "card"))
        return ", ".join(notes)


def _fit(text: Text, width: int) -> Text:
    """A text of exactly this width."""
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


class ScoreGrid(Widget):
    """The score sheet of all players, turn by turn; farkles are a dash, the newest turn is at the bottom."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self.names: tuple[str, ...] = ()
        self.totals: tuple[int, ...] = ()
        self.table: list[tuple[int, list[Line | None]]] = []

    def show(self, record: Record) -> None:
        """Show the sheet of a game."""
        self.names = record.names
        self.totals = record.state().totals
        self.table = rounds(record)
        self.refresh()

    def render(self) -> Text:
        """As many rounds as fit, the latest ones."""
        palette = palette_for(dark=self.app.current_theme.dark)
        count = max(1, len(self.names))
        width = max(6, min(12, (self.size.width - 3) // count))
        dark = self.app.current_theme.dark
        head = Text("   ")
        for seat, name in enumerate(self.names):
            shape, colour = seat_mark(seat, dark=dark)
            label = f"{shape}{name}"[: width - 1]
            head.append(f"{label:>{width}}", Style(color=colour, bold=True))
        rows = [head]
        room = max(1, self.size.height - 2)
        for number, cells in self.table[-room:]:
            row = Text(f"{number:>3}", style=palette.quiet)
            for line in cells:
                row.append(_cell(line, width))
            rows.append(row)
        foot = Text("  =", style=palette.quiet)
        for total in self.totals:
            foot.append(f"{total:>{width},}", Style(color=palette.ember, bold=True))
        rows.append(foot)
        return Text("\n").join(rows)


def _cell(line: Line | None, width: int) -> str:
    if line is None:
        return " " * width
    shown = line.shown
    if len(shown) >= width:
        shown = shown.replace(",", "").replace(" ", "")
    return f"{shown[: width - 1]:>{width}}"


def seats_and_goal() -> ComposeResult:
    """Who plays and for what, over the dice."""
    yield SeatStrip(id="seats")
    yield Static(id="goal")


def sheet_column() -> ComposeResult:
    """The score sheet, at the left of a table that is wide enough."""
    with Vertical(id="left"):
        yield Static("Score sheet", classes="heading")
        yield ScoreGrid(id="grid")
