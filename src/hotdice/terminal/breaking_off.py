"""Long work that is broken off by Ctrl-C or SIGTERM: it puts down what it has, says so, and ends."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import click

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_HEARD = 2
"""The first signal ends the work, the second what is written down then; more would only tear at the end."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Within the block Ctrl-C and SIGTERM both raise KeyboardInterrupt; from the third on nothing happens."""
    heard = 0

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal heard
        heard += 1
        if heard <= _HEARD:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is interrupt:
                signal.signal(number, handler)


def broken_off(message: str) -> NoReturn:
    """End with a sentence on standard error, and the exit code 1 of every command that is broken off."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)  # so that nothing disturbs the last words
    click.echo(f"hotdice: {message}", err=True)
    raise SystemExit(1)
