"""What time it is: the wall clock at the start, then the monotonic one, so that a jump moves no deadline."""

import time


class ServerClock:
    """Milliseconds since 1970 that never jump while the program runs.

    >>> clock = ServerClock()
    >>> clock.now() <= clock.now()
    True
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> int:
        """The time in milliseconds."""
        return int((time.monotonic() + self._offset) * 1000)
