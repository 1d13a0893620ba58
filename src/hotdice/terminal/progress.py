"""A progress bar on a terminal, none otherwise."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDTH = 30
SHOW_AFTER = 0.5
"""Seconds before a bar appears: short work needs none."""


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A function that is told how much is done of how much; it draws on standard error if that is a terminal.

    >>> with progress_bar("games") as progress:
    ...     progress(1, 2)
    """
    started = time.monotonic()
    shown = 0.0

    def show(done: int, of: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if not sys.stderr.isatty() or now - started < SHOW_AFTER or (now - shown < 0.1 and done < of):
            return
        shown = now
        filled = WIDTH * done // max(of, 1)
        left = (now - started) * (of - done) / done if done else 0.0
        bar = "#" * filled + "." * (WIDTH - filled)
        sys.stderr.write(f"\r{what} [{bar}] {done / max(of, 1):4.0%}  {left:,.0f} s left ")
        sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r" + " " * (len(what) + WIDTH + 30) + "\r")
            sys.stderr.flush()
