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
    return (
        _theme(
            "light", LIGHT, secondary="#1F7A5C", warning="#8A6A00", ground=("#F6F1E7", "#FFFCF6", "#EFE7D8")
        ),
        _theme(
            "dark", DARK, secondary="#6CCBA8", warning="#E0B84A", ground=("#14110F", "#1F1B18", "#2A2420")
        ),
    )


def _theme(
    name: str, palette: Palette, *, secondary: str, warning: str, ground: tuple[str, str, str]
) -> Theme:
    background, surface, panel = ground
    return Theme(
        name=f"hotdice-{name}",
        primary=palette.ember,
        secondary=secondary,
        accent=palette.ember,
        background=background,
        surface=surface,
        panel=panel,
        foreground=palette.ink,
        warning=warning,
        error=palette.ember,
        success=secondary,
        dark=name == "dark",
        variables=_variables(palette),
    )


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


CARD_COLOURS = {
    "red": ("#B3261E", "#FF7A70"),
    "blue": ("#2F6DB5", "#7FB2F0"),
    "green": ("#1F7A5C", "#6CCBA8"),
    "yellow": ("#8A6A00", "#E0B84A"),
    "purple": ("#7A4FA3", "#C39BE8"),
}
"""Colours of cards by name, by day and by night; a deck of one's own may have others, which have no paint."""


def card_paint(name: str, *, dark: bool) -> str:
    """The paint of a colour of cards, or nothing.

    >>> card_paint("Blue", dark=True), card_paint("plaid", dark=True)
    ('#7FB2F0', '')
    """
    return CARD_COLOURS.get(name.lower(), ("", ""))[dark]


def seat_mark(seat: int, *, dark: bool, card_colour: str = "") -> tuple[str, str]:
    """Shape and colour of a seat; where it holds cards, the colour is that of its cards.

    >>> seat_mark(1, dark=False), seat_mark(1, dark=False, card_colour="green")
    (('▲', '#2F6DB5'), ('▲', '#1F7A5C'))
    """
    colours = SEAT_COLOURS_DARK if dark else SEAT_COLOURS_LIGHT
    if paint := card_paint(card_colour, dark=dark):
        return SHAPES[seat % len(SHAPES)], paint
    return SHAPES[seat % len(SHAPES)], colours[seat % len(colours)]
