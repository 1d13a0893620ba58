"""Futures of an event loop that another thread settles: what comes together wakes the loop once.

A commit ends many commands at the same moment. Waking the loop for each of them costs a system call and a
change of threads a command.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Any


class Settler:
    """Makes futures for one event loop.

    >>> async def kept() -> list[str]:
    ...     settler = Settler(asyncio.get_running_loop())
    ...     pairs = [settler.promise() for _ in range(2)]
    ...     def commit() -> None:
    ...         for promise, _ in pairs:
    ...             promise.set_result("kept")
    ...     threading.Thread(target=commit).start()
    ...     return [await future for _, future in pairs]
    >>> asyncio.run(kept())
    ['kept', 'kept']
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._settled: list[tuple[Callable[[Any], None], Any]] = []

    def promise(self) -> tuple["LoopPromise", "asyncio.Future[Any]"]:
        """What the other thread settles, and what the loop waits for."""
        future = self._loop.create_future()
        return LoopPromise(self, future), future

    def settle(self, settle: Callable[[Any], None], value: object) -> None:
        """Call a future's own method in the loop; from any thread."""
        with self._lock:
            self._settled.append((settle, value))
            first = len(self._settled) == 1
        if first:
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        with self._lock:
            settled, self._settled = self._settled, []
        for settle, value in settled:
            settle(value)


class LoopPromise:
    """One future of a loop, as another thread sees it."""

    __slots__ = ("_future", "_settler")

    def __init__(self, settler: Settler, future: "asyncio.Future[Any]") -> None:
        self._settler = settler
        self._future = future

    def set_result(self, result: object, /) -> None:
        """Let who waits go on."""
        self._settler.settle(self._result, result)

    def set_exception(self, error: BaseException, /) -> None:
        """Let who waits hear what went wrong."""
        self._settler.settle(self._error, error)

    def _result(self, result: object) -> None:
        if not self._future.done():  # who waited may have been cancelled meanwhile
            self._future.set_result(result)

    def _error(self, error: BaseException) -> None:
        if not self._future.done():
            self._future.set_exception(error)
