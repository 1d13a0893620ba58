"""Logs as one JSON object a line. Values are encoded, so nobody can write a line of their own into them."""

import json
import logging
import sys
import time

_KNOWN = set(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    r"""A record as a line of JSON; extras become keys.

    >>> record = logging.LogRecord("hotdice", logging.INFO, "", 0, "two\nlines", (), None)
    >>> "\n" in JsonLines().format(record)
    False
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in _KNOWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def start_logging(level: int = logging.INFO) -> None:
    """Send the logs of the server to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    log = logging.getLogger("hotdice")
    log.handlers[:] = [handler]
    log.setLevel(level)
    log.propagate = False
