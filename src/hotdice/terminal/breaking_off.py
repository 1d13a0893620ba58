"""Long work that is broken off by Ctrl-C or SIGTERM: it puts down what it has, says so, and ends."""

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from hotdice.terminal.streams import complain

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_HEARD = 2
"""The first signal ends the work, the second what is written down then; more would only tear at the end."""
_AGAIN = 0.05
"""Seconds after which an interruption that was swallowed comes again: by then its swallower is left."""
_last = signal.SIGINT


@contextmanager
def stoppable() -> Iterator[None]:
    """Within the block Ctrl-C and SIGTERM both raise KeyboardInterrupt; from the third on nothing happens.

    Where the interpreter has to swallow the exception, as in a callback of a compiler at work or in a
    finaliser, the signal has not been heard yet: it comes again until it is. What fails in the meantime
    fails because its callback was torn, so it is the interruption, too.
    """
    heard = 0
    report = sys.unraisablehook
    again: threading.Timer | None = None

    def interrupt(number: int, _frame: FrameType | None) -> None:
        nonlocal heard, again
        global _last  # noqa: PLW0603 - a signal is the process's, and so is what it asks for
        heard += 1
        again = None
        _last = signal.Signals(number)
        if heard <= _HEARD:
            raise KeyboardInterrupt

    def swallowed(what: "UnraisableHookArgs") -> None:
        nonlocal heard, again
        if not issubclass(what.exc_type, KeyboardInterrupt):
            report(what)
            return
        heard -= 1
        again = threading.Timer(_AGAIN, _thread.interrupt_main, (_last,))
        again.daemon = True
        again.start()

    sys.unraisablehook = swallowed
    before = {number: signal.signal(number, interrupt) for number in _SIGNALS}
    try:
        yield
    except Exception:
        if again is None:
            raise
        again.cancel()
        raise KeyboardInterrupt from None
    finally:
        if sys.unraisablehook is swallowed:
            sys.unraisablehook = report
        for number, handler in before.items():
            if signal.getsignal(number) is interrupt:
                signal.signal(number, handler)


def last_words() -> None:
    """From here on nothing disturbs: what is said now is said to its end."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def broken_off(message: str = "") -> NoReturn:
    """End with a sentence on standard error, and the exit code of a program that a signal has ended."""
    last_words()
    if message:
        complain(message)
    raise SystemExit(128 + _last)
