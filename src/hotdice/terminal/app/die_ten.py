"""The ten-sided die, drawn: a kite with a number, or the picture."""

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from hotdice.munchkin import PICTURE
from hotdice.terminal.app.palette import palette_for

SHAPE = ("   ▄▄   ", " ▄████▄ ", "████████", "▀██████▀", "  ▀██▀  ")
NUMBER_ROW = 2


class DieTen(Widget):
    """Shows a face of the ten-sided die, and nothing while there is none."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self.face = 0

    def show(self, face: int) -> None:
        """Show a face; 0 takes the die away."""
        self.face = face
        self.display = bool(face)
        self.refresh()

    def render(self) -> Text:
        """Five rows."""
        palette = palette_for(dark=self.app.current_theme.dark)
        body = Style(color=palette.die)
        on_body = Style(color=palette.pip, bgcolor=palette.die, bold=True)
        text = Text()
        for row, line in enumerate(SHAPE):
            if row == NUMBER_ROW:
                mark = "☺" if self.face == PICTURE else str(self.face)
                text.append(f"{mark:^8}", on_body)
            else:
                text.append(line, body)
            text.append("\n")
        return text
