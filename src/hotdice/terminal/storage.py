"""Where games are kept on this computer, and reading them back."""

import os
import sys
from pathlib import Path

from hotdice.game import Record, RecordError, parse_record

SUFFIX = ".farkle"


def home() -> Path:
    """The folder of saved games: `HOTDICE_HOME`, or the place this system keeps such things."""
    chosen = os.environ.get("HOTDICE_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "hotdice"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hotdice"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "hotdice"


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises:
        RecordError: it cannot be read, or is not a record.
    """
    try:
        return parse_record(path.read_bytes())
    except OSError as error:
        raise RecordError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except ValueError:  # a name with a null character in it
        raise RecordError(f"{str(path)!r} is not the name of a file") from None


def unfinished_games() -> list[Path]:
    """Saved games that can go on, the latest first; files that cannot be read are passed over."""
    folder = home()
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    found: list[Path] = []
    for path in files:
        try:
            if not read_record(path).state().over:
                found.append(path)
        except RecordError:
            continue
    return found
