"""A progress bar for long solves: on a terminal, nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[float], None]]:
    """The block gets a function that moves the bar to a share between 0 and 1."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1000, label=label, file=sys.stderr, hidden=hidden) as bar:
        yield lambda share: bar.update(max(0, int(1000 * share) - bar.pos))
