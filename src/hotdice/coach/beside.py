"""Processes beside a server or a terminal: they step back for the games, and never outlive who started them.

Who starts one ends it as well, but may be killed without a chance to do so. Then the kernel ends it where it
can (Linux), and elsewhere a thread that looks for the parent.
"""

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping

WATCH_SECONDS = 1.0
_PR_SET_PDEATHSIG = 1


def command(module: str, nice: int, seconds: float = 0) -> list[str]:
    """How a module that calls `stay_beside` is started, and how far it steps back.

    >>> command("hotdice.coach.worker", 5)[1:4]
    ['-m', 'hotdice.coach.worker', '5']
    """
    return [sys.executable, "-m", module, str(nice), str(round(seconds)), str(os.getpid())]


def surroundings() -> Mapping[str, str]:
    """The environment of such a process: one thread, since several only take the processors from the games.

    >>> surroundings()["OMP_NUM_THREADS"]
    '1'
    """
    return os.environ | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def stay_beside(arguments: list[str]) -> None:
    """Step back as `command` says, take no more processor time than it allows, and end with the parent."""
    nice, seconds, parent = map(int, arguments[:3]) if len(arguments) >= 3 else (0, 0, os.getppid())
    if hasattr(os, "nice"):
        os.nice(nice)
    if seconds:
        _limit(seconds)
    end_with(parent)


def _limit(seconds: int) -> None:
    """Let the kernel end this process after so much processor time, whatever it is doing then."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def end_with(parent: int) -> None:
    """End this process when its parent ends, however that comes about."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            # The signal comes when the thread that started this process ends: that one has to wait for it.
            if ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) == 0:
                if os.getppid() != parent:  # it was gone before the kernel was asked
                    os._exit(1)
                return
    if hasattr(os, "getppid"):
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)
