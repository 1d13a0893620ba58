"""When the database went away and came back: one line in the log for each, however many were refused."""

import logging
import threading
import time

LOG = logging.getLogger("hotdice.store")


class Outages:
    """What fails and works again, told once; reading and writing may fail apart.

    >>> outages = Outages()
    >>> outages.failed("writing", "disk full"), outages.failed("writing", "disk full"), outages.count
    (None, None, 1)
    >>> outages.worked("writing")
    >>> outages.away
    False
    """

    def __init__(self) -> None:
        self.count = 0
        self._lock = threading.Lock()
        self._failing: set[str] = set()
        self._since = 0.0

    @property
    def away(self) -> bool:
        """Whether something fails now."""
        return bool(self._failing)

    def failed(self, what: str, reason: str) -> None:
        """Reading or writing has failed."""
        with self._lock:
            first = not self._failing
            self._failing.add(what)
            if first:
                self.count += 1
                self._since = time.monotonic()
        if first:
            LOG.warning("the database is away", extra={"failed": what, "reason": reason[:300]})

    def worked(self, what: str) -> None:
        """Reading or writing has succeeded."""
        if what not in self._failing:
            return
        with self._lock:
            self._failing.discard(what)
            last = not self._failing
        if last:
            seconds = round(time.monotonic() - self._since, 1)
            LOG.warning("the database is back", extra={"seconds": seconds})
