"""What a browser did between two moments, by its own trace: frames drawn, tasks of the main thread."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = [
    "-*", "toplevel", "blink.user_timing", "devtools.timeline", "devtools.timeline.frame",
    "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame",
]  # fmt: skip
BEGIN, END = "throw-begins", "throw-ends"
"""The marks of a page (`performance.mark`) between which a trace is read."""


class Trace:
    """The events of a trace, between the marks of the page."""

    def __init__(self, data: bytes) -> None:
        events: list[dict[str, Any]] = json.loads(data)["traceEvents"]
        self.events = events
        self.spans = list(zip(self._marks(BEGIN), self._marks(END), strict=True))
        self._main = {
            (one["pid"], one["tid"])
            for one in events
            if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
        }

    def _marks(self, name: str) -> list[int]:
        return sorted(one["ts"] for one in self.events if one["name"] == name and one["ph"] in "RIiN")

    def frames(self) -> list[int]:
        """How many frames were drawn in each span."""
        drawn = [one["ts"] for one in self.events if one["name"] == "DrawFrame"]
        return [sum(begin <= at <= end for at in drawn) for begin, end in self.spans]

    def longest_tasks(self) -> list[float]:
        """The longest task of the main thread in each span, in milliseconds of its processor.

        What other programs did on the same core meanwhile does not count.
        """
        tasks = [
            one
            for one in self.events
            if one["name"] in ("RunTask", "ThreadControllerImpl::RunTask")
            and one.get("ph") == "X"
            and (one["pid"], one["tid"]) in self._main
        ]
        return [
            max(
                (one.get("tdur", one["dur"]) / 1000 for one in tasks if begin <= one["ts"] <= end),
                default=0.0,
            )
            for begin, end in self.spans
        ]


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[Trace]]:
    """A trace of everything inside; it is in the list afterwards."""
    found: list[Trace] = []
    browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        yield found
    finally:
        found.append(Trace(browser.stop_tracing()))
