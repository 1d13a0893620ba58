"""Standard input, output and error as they really are: closed, full, or without room for every letter."""

import contextlib
import io
import os
import sys
from typing import TextIO

import click


class Closed(io.TextIOWrapper):
    """Stands in for an output that was closed before the program began; knows whether anything was lost."""

    lost = False

    def write(self, text: str) -> int:
        """Throw the text away and remember that there was some."""
        self.lost = self.lost or bool(text)
        return len(text)


def mend_streams() -> None:
    """Give every closed stream something to stand on, and let no letter be too much for an output.

    A file that is opened later would otherwise get the number of a closed stream, and be written over.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stdin is None:
        sys.stdin = _stand_in(0, io.TextIOWrapper)
    for name, number in (("stdout", 1), ("stderr", 2)):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _stand_in(number, Closed))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _stand_in(number: int, kind: type[io.TextIOWrapper]) -> io.TextIOWrapper:
    mode = "rb" if number == 0 else "wb"
    return kind(open(number, mode, closefd=False), encoding="utf-8", errors="replace")


def reason(error: OSError) -> str:
    """Why a file could not be read or written, in a few words.

    >>> reason(PermissionError(13, "Permission denied", "/etc/shadow"))
    '/etc/shadow: permission denied'
    """
    said = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{error.filename}: {said}" if error.filename else said


def complain(message: str) -> None:
    """A sentence on standard error, if anything can be said there."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(f"hotdice: {message}", err=True)


def last_flush(code: int) -> int:
    """Put out what is still held back; the exit code, which is 2 where that is not possible."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        give_up_output(2)
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has enough
        give_up_output()
        return code or 1
    except (OSError, ValueError) as error:
        give_up_output()
        why = reason(error) if isinstance(error, OSError) else str(error)
        complain(f"cannot write to standard output: {why}")
        return code or 2
    if isinstance(sys.stdout, Closed) and sys.stdout.lost:
        complain("standard output is closed: what was to be said there is lost")
        return code or 2
    return code


def give_up_output(number: int = 1) -> None:
    """Let nothing more be written, so that the end of the program has nothing to stumble over."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
