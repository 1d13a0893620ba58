"""The faces of bots as signs, where a terminal has letters for them."""

import os

from hotdice.players.faces import face_of
from hotdice.terminal.console import can_draw

SIGN_CELLS = 2
"""How wide a sign is."""


def shows_signs() -> bool:
    """Whether animals are to be had: not in plain text, and not on the console of a Linux machine."""
    return can_draw() and os.environ.get("TERM") != "linux"


def sign_of(player: str) -> str:
    """The sign of who sits on a seat; nothing for people, and where the terminal has none.

    >>> sign_of("human")
    ''
    """
    face = face_of(player)
    return face.glyph if face and shows_signs() else ""


def face_line(player: str) -> str:
    """A bot as people know it, with its sign where there is one.

    >>> face_line("thumb").removeprefix("🐂 "), face_line("human")
    ('Otto the ox', '')
    """
    face = face_of(player)
    return f"{sign_of(player)} {face.title}".strip() if face else ""
