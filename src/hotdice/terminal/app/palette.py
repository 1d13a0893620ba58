"""Colours of the app, by daylight and by night, and the shapes that go with seats: never colour alone."""

from typing import NamedTuple

from textual.theme import Theme


class Palette(NamedTuple):
    """What the hand-drawn widgets need; the rest is in the style sheet."""

    ink: str
    quiet: str
    ember: str
    on_ember: str
    tray: str
    on_tray: str
    gold: str
    die: str
    pip: str
    line: str


LIGHT = Palette(
    ink="#1E1B18", quiet="#625A50", ember="#B93A1A", on_ember="#FFFFFF", tray="#1F4D45", on_tray="#F3ECE0",
    gold="#F2C063", die="#FBF6EA", pip="#1E1B18", line="#E2D8C6",
)  # fmt: skip
DARK = Palette(
    ink="#F3ECE0", quiet="#B5AA9B", ember="#FF8A5C", on_ember="#1A0E08", tray="#15352F", on_tray="#F3ECE0",
    gold="#F2C063", die="#FBF6EA", pip="#1E1B18", line="#362F29",
)  # fmt: skip

SHAPES = ("●", "▲", "■", "◆", "★")
SEAT_COLOURS_LIGHT = ("#B93A1A", "#2F6DB5", "#8A6A00", "#7A4FA3", "#1F7A5C")
SEAT_COLOURS_DARK = ("#FF8A5C", "#7FB2F0", "#E0B84A", "#C39BE8", "#6CCBA8")


def themes() -> tuple[Theme, Theme]:
    """The two themes, light first."""
    light = Theme(
        name="hotdice-light",
        primary=LIGHT.ember,
        secondary="#1F7A5C",
        accent=LIGHT.ember,
        background="#F6F1E7",
        surface="#FFFCF6",
        panel="#EFE7D8",
        foreground=LIGHT.ink,
        warning="#8A6A00",
        error=LIGHT.ember,
        success="#1F7A5C",
        dark=False,
        variables=_variables(LIGHT),
    )
    dark = Theme(
        name="hotdice-dark",
        primary=DARK.ember,
        secondary="#6CCBA8",
        accent=DARK.ember,
        background="#14110F",
        surface="#1F1B18",
        panel="#2A2420",
        foreground=DARK.ink,
        warning="#E0B84A",
        error=DARK.ember,
        success="#6CCBA8",
        dark=True,
        variables=_variables(DARK),
    )
    return light, dark


def _variables(palette: Palette) -> dict[str, str]:
    return {
        "tray": palette.tray,
        "on-tray": palette.on_tray,
        "gold": palette.gold,
        "quiet": palette.quiet,
        "ember": palette.ember,
        "on-ember": palette.on_ember,
        "rule": palette.line,
        "footer-background": "transparent",
        "footer-key-foreground": palette.ember,
    }


def palette_for(*, dark: bool) -> Palette:
    """The colours of a theme."""
    return DARK if dark else LIGHT


def seat_mark(seat: int, *, dark: bool) -> tuple[str, str]:
    """Shape and colour of a seat.

    >>> seat_mark(1, dark=False)
    ('▲', '#2F6DB5')
    """
    colours = SEAT_COLOURS_DARK if dark else SEAT_COLOURS_LIGHT
    return SHAPES[seat % len(SHAPES)], colours[seat % len(colours)]
