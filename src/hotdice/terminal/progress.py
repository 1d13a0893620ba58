"""A progress bar on a terminal, none otherwise."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDTH = 30
SHOW_AFTER = 0.5
"""Seconds before a bar appears: short work needs none."""


class Bar:
    """A line on standard error that says how far the work is, and that it is going on at all."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.started = time.monotonic()
        self.drawn = 0
        self.shown = 0.0
        self.done, self.of = 0, 0
        self._over = threading.Event()
        self._lock = threading.Lock()
        threading.Thread(target=self._tick, daemon=True).start()

    def _tick(self) -> None:
        """Before the first news, and when news are rare, show that time passes."""
        while not self._over.wait(SHOW_AFTER):
            self.draw()

    def show(self, done: int, of: int) -> None:
        """So much is done, of so much."""
        self.done, self.of = done, of
        now = time.monotonic()
        if now - self.started >= SHOW_AFTER and (now - self.shown >= 0.1 or done >= of):
            self.draw()

    def draw(self) -> None:
        """Write the line over what stands there."""
        with self._lock:
            if self._over.is_set():
                return
            now = time.monotonic()
            self.shown, passed = now, now - self.started
            if not self.done:
                text = f"{self.what}: getting ready, {passed:,.0f} s"
            else:
                filled = WIDTH * self.done // max(self.of, 1)
                left = passed * (self.of - self.done) / self.done
                bar = "#" * filled + "." * (WIDTH - filled)
                text = f"{self.what} [{bar}] {self.done / max(self.of, 1):4.0%}  {left:,.0f} s left "
            sys.stderr.write("\r" + text.ljust(self.drawn))
            sys.stderr.flush()
            self.drawn = len(text)

    def close(self) -> None:
        """Take the line away."""
        with self._lock:
            self._over.set()
            if self.drawn:
                sys.stderr.write("\r" + " " * self.drawn + "\r")
                sys.stderr.flush()


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A function that is told how much is done of how much; it draws on standard error if that is a terminal.

    >>> with progress_bar("games") as progress:
    ...     progress(1, 2)
    """
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    bar = Bar(what)
    try:
        yield bar.show
    finally:
        bar.close()


@contextmanager
def share_bar(what: str) -> Iterator[Callable[[float], None]]:
    """The same for work that tells a share of 1."""
    with progress_bar(what) as show:
        yield lambda share: show(int(1000 * share), 1000)
