"""The tray: the dice of this turn, kept ones in rows, loose ones to choose from."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from hotdice.game import Event
from hotdice.game import events as e
from hotdice.terminal.app.palette import Palette, palette_for
from hotdice.terminal.drawing import PIPS

if TYPE_CHECKING:
    from hotdice.terminal.app.application import HotdiceApp


class Shape(NamedTuple):
    """How large a die is drawn: rows, and columns in a wide tray and in a narrow one."""

    height: int
    width: int
    narrow: int


SHAPES = {
    "tiny": Shape(1, 3, 3),
    "compact": Shape(3, 5, 5),
    "normal": Shape(5, 9, 7),
    "large": Shape(7, 13, 13),
}
"""The sizes of a die, upwards. Where the chosen one has no room the next smaller one that has is drawn."""
_SPARE_ROWS = {"tiny": 1, "compact": 2, "normal": 2, "large": 5}
"""Rows that a tray needs besides the dice: for their keys, the message, a raised die."""


class KeptRow(NamedTuple):
    """The dice that one roll gave, and their points."""

    faces: tuple[int, ...]
    points: int


def kept_rows(record_events: tuple[Event, ...]) -> list[KeptRow]:
    """The rows of kept dice of the turn that is going on.

    >>> kept_rows((e.DiceKept(0, (1, 2), (1, 1), 200), e.Banked(0, 200), e.DiceKept(1, (3,), (5,), 50)))
    [KeptRow(faces=(5,), points=50)]
    """
    rows: list[KeptRow] = []
    for event in record_events:
        if isinstance(event, e.DiceKept):
            rows.append(KeptRow(tuple(sorted(event.faces)), event.points))
        elif isinstance(event, e.Banked | e.Farkled | e.TurnBegan | e.TurnTimedOut):
            rows.clear()
    return rows


class Tray(Widget):
    """Draws dice: kept rows above, loose dice below with a cursor, a raised die for each chosen one."""

    class Picked(Message):
        """Somebody has clicked on a loose die; counted from 0."""

        def __init__(self, place: int) -> None:
            self.place = place
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self.kept: list[KeptRow] = []
        self.faces: tuple[int, ...] = ()
        self.chosen: frozenset[int] = frozenset()
        self.idle: frozenset[int] = frozenset()
        self.cursor = -1
        self.lost = False
        self.message = ""

    def show(
        self,
        faces: Sequence[int],
        *,
        chosen: frozenset[int] = frozenset(),
        idle: frozenset[int] = frozenset(),
        cursor: int = -1,
        lost: bool = False,
        message: str = "",
    ) -> None:
        """Put these loose dice onto the tray; `idle` ones cannot score, `lost` dice are a farkle."""
        self.faces = tuple(faces)
        self.chosen, self.idle, self.cursor = chosen, idle, cursor
        self.lost, self.message = lost, message
        self.refresh()

    def keep_rows(self, rows: Sequence[KeptRow]) -> None:
        """Show these rows of kept dice."""
        self.kept = list(rows)
        self.refresh()

    # Where things are

    def _shape(self) -> Shape:
        """The size that was chosen, or the next smaller one that has room for these dice, six at least."""
        names = list(SHAPES)
        dice = max(6, len(self.faces))
        for name in reversed(names[1 : names.index(cast("HotdiceApp", self.app).settings.text) + 1]):
            shape = SHAPES[name]
            rows = self.size.height - shape.height - _SPARE_ROWS[name]
            if rows >= 0 and dice * (self._width_of(shape) + self._gap()) - self._gap() <= self.size.width:
                return shape
        return SHAPES["tiny"]

    def _gap(self) -> int:
        return 2 if self.size.width >= 66 else 1

    def _width_of(self, shape: Shape) -> int:
        return shape.width if self.size.width >= 60 else shape.narrow

    def _die_width(self) -> int:
        return self._width_of(self._shape())

    def _left(self) -> int:
        count = len(self.faces)
        width = count * self._die_width() + max(0, count - 1) * self._gap()
        return max(0, (self.size.width - width) // 2)

    def _dice_top(self) -> int:
        """The row where an unchosen die begins; a chosen one begins a row higher."""
        return max(1, self.size.height - self._shape().height - 1)

    def on_click(self, event: Click) -> None:
        """Choose the die under the pointer."""
        top = self._dice_top() - 1
        if not top <= event.y <= top + self._shape().height + 1:
            return
        place, rest = divmod(event.x - self._left(), self._die_width() + self._gap())
        if 0 <= place < len(self.faces) and 0 <= rest < self._die_width():
            self.post_message(self.Picked(place))

    # Drawing

    def render(self) -> Text:
        """Rows of kept dice, then the loose ones."""
        palette = palette_for(dark=self.app.current_theme.dark)
        height, width = self.size.height, self.size.width
        rows = [Text(" " * width, style=Style(color=palette.on_tray)) for _ in range(height)]
        self._draw_kept(rows, palette)
        if self.faces:
            self._draw_loose(rows, palette)
        if self.message:
            self._draw_message(rows, palette)
        return Text("\n").join(rows)

    def _draw_kept(self, rows: list[Text], palette: Palette) -> None:
        top = 1 if self.size.height > self._shape().height + 6 else 0
        room = max(0, self._dice_top() - 2 - top)
        if not self.kept or not room:
            return
        shown = self.kept
        lines: list[tuple[Text, int]] = []
        if len(shown) > room:
            folded = shown[: len(shown) - room + 1]
            points = sum(row.points for row in folded)
            lines.append((Text(f"{len(folded)} rolls", style=palette.on_tray), points))
            shown = shown[len(folded) :]
        lines += [(self._small(row.faces, palette), row.points) for row in shown]
        for place, (dice, points) in enumerate(lines):
            label = Text(f"{points:,}", style=Style(color=palette.gold, bold=True))
            space = max(1, self.size.width - 4 - dice.cell_len - label.cell_len)
            rows[place * (2 if len(lines) * 2 <= room else 1) + top] = (
                Text("  ").append_text(dice).append(" " * space).append_text(label)
            )

    def _small(self, faces: tuple[int, ...], palette: Palette) -> Text:
        text = Text()
        for face in faces:
            style = Style(color=palette.pip if face != 1 else "#B93A1A", bgcolor=palette.die, bold=True)
            text.append(f" {face} ", style).append(" ")
        return text

    def _draw_message(self, rows: list[Text], palette: Palette) -> None:
        place = max(0, self._dice_top() - 2) if self.faces else self.size.height // 2
        text = Text(self.message, style=Style(color=palette.gold, bold=True))
        pad = max(0, (self.size.width - text.cell_len) // 2)
        rows[place] = Text(" " * pad).append_text(text)

    def _draw_loose(self, rows: list[Text], palette: Palette) -> None:
        top, height = self._dice_top(), self.size.height
        drawn: dict[int, Text] = {}
        for row in range(top - 1, min(height, top + self._shape().height + 1)):
            line = Text(" " * self._left())
            for place, face in enumerate(self.faces):
                if place:
                    line.append(" " * self._gap())
                start = top - 1 if place in self.chosen else top
                line.append_text(self._die_row(place, face, row - start, palette))
            drawn[row] = line
        for row, line in drawn.items():
            if 0 <= row < height and (row >= top or any(p in self.chosen for p in range(len(self.faces)))):
                rows[row] = line

    def _die_row(self, place: int, face: int, row: int, palette: Palette) -> Text:
        """One line of one die; the line under it carries its key."""
        width, height = self._die_width(), self._shape().height
        chosen, here = place in self.chosen, place == self.cursor
        if row == height:
            mark = f"✓ {place + 1}" if chosen else f"[{place + 1}]" if here else f"{place + 1}"
            colour = palette.gold if chosen or here else palette.on_tray
            return Text(mark.center(width), style=Style(color=colour, bold=chosen or here))
        if not 0 <= row < height:
            return Text(" " * width)
        if height == SHAPES["tiny"].height:
            ends = "[]" if chosen or here else "  "
            faint = self.lost or (place in self.idle and not chosen)
            colour = "#3A3733" if faint else "#B93A1A" if face == 1 else palette.pip
            style = Style(color=colour, bgcolor="#8A8478" if faint else palette.die, bold=True)
            return Text(f"{ends[0]}{face}{ends[1]}", style=style)
        body, pip = palette.die, "#B93A1A" if face == 1 else palette.pip
        if self.lost or (place in self.idle and not chosen):
            body, pip = ("#8A8478", "#3A3733")
        edge = "#FF8A5C" if chosen else palette.gold if here else body
        style = Style(color=pip, bgcolor=body, bold=True)
        frame = Style(color=edge, bgcolor=body if chosen or here else None, bold=True)
        inner = width - 2
        if row in (0, height - 1):
            if chosen or here:
                ends = "┏━┓" if row == 0 else "┗━┛"
                return Text(ends[0] + ends[1] * inner + ends[2], style=frame)
            return Text(("▄" if row == 0 else "▀") * width, style=Style(color=body))
        side = "┃" if chosen or here else " "
        text = Text(side, style=frame if side == "┃" else style)
        text.append(_pips(face, row - 1, height).center(inner), style)
        return text.append(side, frame if side == "┃" else style)


def _pips(face: int, row: int, height: int) -> str:
    """One row of the pips of a face, in a die of so many rows; a compact one shows the number.

    >>> _pips(5, 0, 5), _pips(5, 2, 7), _pips(5, 0, 3)
    ('●   ●', '   ▐█▌   ', '5')
    """
    if height == SHAPES["compact"].height:
        return str(face)
    if height == SHAPES["large"].height:
        if row % 2:
            return " " * 9
        return "".join("▐█▌" if pip == "●" else "   " for pip in PIPS[face][row // 2][::2])
    return PIPS[face][row]
