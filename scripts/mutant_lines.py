"""Which tests come by which lines: `python -m scripts.mutant_lines FILE TESTS...` writes it as JSON.

A file's lines map to the quickest tests that run them, with `LOADING` before them where a line runs while
everything is loaded. Run in a process of its own, since the sources must not have been imported before.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent
LOADING = ""
MOST_TESTS = 120
"""Tests kept for a line, the quickest first: a fault that is noticed at all is noticed by one of them."""
MOST_SECONDS = 10.0
"""Seconds that they may take together; the quickest is kept whatever it takes."""


class Watcher:
    """Tells coverage which test runs, and how long each takes."""

    def __init__(self, watch: coverage.Coverage) -> None:
        self.watch = watch
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self.watch.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has been run."""
        if report.passed:
            self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


def quickest(tests: Sequence[str], seconds: Mapping[str, float]) -> list[str]:
    """Those of the tests that are kept, in the order in which they are tried.

    >>> quickest(["slow", "quick", "middle"], {"slow": 9.0, "quick": 0.1, "middle": 1.5})
    ['quick', 'middle']
    """
    kept: list[str] = []
    taken = 0.0
    for test in sorted(tests, key=seconds.__getitem__)[:MOST_TESTS]:
        taken += seconds[test]
        if kept and taken > MOST_SECONDS:
            break
        kept.append(test)
    return kept


def main() -> int:
    """Run the tests, watch them, write what was seen."""
    place, *tests = sys.argv[1:]
    watch = coverage.Coverage(data_file=None, source=[str(ROOT / "src" / "hotdice")], config_file=False)
    watch.start()
    watcher = Watcher(watch)
    words = ["-q", "-n", "0", "-m", "not nightly", "-p", "no:cacheprovider", "--reruns", "0", *tests]
    status = pytest.main(words, plugins=[watcher])
    watch.stop()
    data = watch.get_data()
    lines: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for path in data.measured_files():
        for line, contexts in data.contexts_by_lineno(path).items():
            known = quickest([one for one in contexts if one in watcher.seconds], watcher.seconds)
            lines[str(Path(path).relative_to(ROOT))][str(line)] = [LOADING] * (LOADING in contexts) + known
    Path(place).write_text(json.dumps(lines), encoding="utf-8")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
