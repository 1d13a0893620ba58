"""Files that a command is asked to write: looked at before the work, written after it, nothing lost."""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from hotdice.terminal.options import fail
from hotdice.terminal.streams import complain, reason


def check_target(path: Path | None, option: str, endings: Sequence[str] = ()) -> None:
    """End with a sentence where a file could not be written, before any work is done for it."""
    if path is None:
        return
    if endings and path.suffix.lower() not in endings:
        fail(f"{option}: the file ends in {' or '.join(endings)}, not {path.name[:60]!r}")
    try:
        if path.is_dir():
            fail(f"{option}: {path} is a folder")
        if path.exists():
            if not os.access(path, os.W_OK):
                fail(f"{option}: {path}: permission denied")
            return
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        fail(f"{option}: {path}: {(error.strerror or 'cannot be written').lower()}")
    except ValueError:  # a null character
        fail(f"{option}: {str(path)[:60]!r} is not the name of a file")


def write_target(path: Path | None, option: str, write: Callable[[Path], object]) -> bool:
    """Write a file; where that fails after all it is said, and the rest of the work is still told."""
    if path is None:
        return True
    try:
        write(path)
    except (OSError, ValueError, ImportError) as error:
        complain(f"{option}: {path}: {reason(error) if isinstance(error, OSError) else error}")
        return False
    return True
