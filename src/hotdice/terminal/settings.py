"""What a person has chosen about the program itself: light or dark, speed, motion, size, plain text."""

import json
import os

import msgspec

from hotdice.frozen import Frozen
from hotdice.match import write_atomically
from hotdice.terminal.storage import home

SPEEDS = ("slow", "normal", "fast", "at once")
PAUSES = {"slow": 1.6, "normal": 0.8, "fast": 0.25, "at once": 0.0}
TEXTS = ("compact", "normal", "large")
FILE = "settings.json"


class Settings(Frozen):
    """Choices that are kept between starts."""

    dark: bool = True
    speed: str = "normal"
    motion: bool = True
    plain: bool = False
    brief: bool = False
    text: str = "normal"


def load_settings() -> Settings:
    """The choices on this computer; a file that cannot be read counts as none."""
    try:
        found = msgspec.json.decode((home() / FILE).read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return Settings()
    return found if found.speed in SPEEDS and found.text in TEXTS else Settings()


def save_settings(settings: Settings) -> None:
    """Keep the choices; where that is not possible they last until the end of the program."""
    try:
        write_atomically(home() / FILE, json.dumps(msgspec.to_builtins(settings)) + "\n")
    except OSError:
        return


def motion_allowed(settings: Settings) -> bool:
    """Whether dice may move: not where somebody has asked for none, nor without colour."""
    return settings.motion and not os.environ.get("NO_COLOR")
