"""Pictures in the terminal itself, where it can show them: by kitty's protocol, or as sixels."""

import base64
import os
import re
import select
import sys
import time
from pathlib import Path
from typing import Literal

Way = Literal["kitty", "sixel", ""]
CHUNK = 4096
WIDEST = 900
_KITTY = ("kitty", "ghostty", "wezterm")
_PATIENCE = 0.3


def way_to_show() -> Way:
    """How this terminal shows pictures; nothing where it does not, or nobody looks.

    Kitty and its kin are known by name. Others are asked what they are: 4 among the answers means sixels.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") in (None, "dumb"):
        return ""
    if os.environ.get("NO_COLOR") or os.environ.get("HOTDICE_PLAIN"):
        return ""
    named = f"{os.environ.get('TERM', '')} {os.environ.get('TERM_PROGRAM', '')}".lower()
    if os.environ.get("KITTY_WINDOW_ID") or any(name in named for name in _KITTY):
        return "kitty"
    return "sixel" if "4" in _attributes() else ""


def _attributes() -> list[str]:
    """What the terminal says it can do; nothing where it does not answer soon."""
    try:
        import termios
        import tty

        before = termios.tcgetattr(0)
    except (ImportError, OSError, ValueError):
        return []
    answer = b""
    try:
        tty.setcbreak(0, termios.TCSANOW)
        os.write(1, b"\x1b[c")
        end = time.monotonic() + _PATIENCE
        while not answer.endswith(b"c") and (left := end - time.monotonic()) > 0:
            if select.select([0], [], [], left)[0]:
                answer += os.read(0, 256)
    except OSError:
        return []
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)
    found = re.search(rb"\x1b\[\?([\d;]+)c", answer)
    return found[1].decode().split(";") if found else []


def kitty(png: bytes) -> str:
    r"""A picture for kitty, in pieces that it takes.

    >>> kitty(b"png")
    '\x1b_Ga=T,f=100,m=0;cG5n\x1b\\'
    """
    data = base64.b64encode(png).decode()
    pieces = [data[i : i + CHUNK] for i in range(0, len(data), CHUNK)] or [""]
    rows: list[str] = []
    for place, piece in enumerate(pieces):
        first = "a=T,f=100," if place == 0 else ""
        rows.append(f"\x1b_G{first}m={int(place + 1 < len(pieces))};{piece}\x1b\\")
    return "".join(rows)


def sixel(png: bytes) -> str:
    """A picture as sixels, in 216 colours; needs numpy and matplotlib, which have drawn it."""
    import io

    import numpy as np
    from matplotlib.image import imread

    pixels = np.asarray(imread(io.BytesIO(png), format="png"), dtype=float)
    step = -(-pixels.shape[1] // WIDEST)
    pixels = pixels[::step, ::step]
    if pixels.shape[2] == 4:  # what is see-through is white
        alpha = pixels[:, :, 3:]
        pixels = pixels[:, :, :3] * alpha + (1 - alpha)
    levels = np.rint(pixels[:, :, :3] * 5).astype(int)
    colour = levels @ np.array([36, 6, 1])
    out = ["\x1bPq"]
    for index in np.unique(colour):
        red, green, blue = (int(part) * 20 for part in (index // 36, index // 6 % 6, index % 6))
        out.append(f"#{index};2;{red};{green};{blue}")
    for top in range(0, colour.shape[0], 6):
        band = colour[top : top + 6]
        for index in np.unique(band):
            bits = (band == index) * (1 << np.arange(len(band)))[:, None]
            letters = "".join(chr(63 + int(bit)) for bit in bits.sum(axis=0))
            out.append(f"#{index}{_packed(letters)}$")
        out.append("-")
    return "".join(out) + "\x1b\\"


def _packed(letters: str) -> str:
    """Runs of the same letter, written as a number and the letter.

    >>> _packed("???????A")
    '!7?A'
    """
    return re.sub(r"(.)\1{3,}", lambda run: f"!{len(run[0])}{run[1]}", letters)


def show_picture(path: Path) -> bool:
    """Show a picture that was written as a PNG, if this terminal can; whether it did."""
    way = way_to_show() if path.suffix.lower() == ".png" else ""
    if not way:
        return False
    png = path.read_bytes()
    sys.stdout.write((kitty(png) if way == "kitty" else sixel(png)) + "\n")
    sys.stdout.flush()
    return True
