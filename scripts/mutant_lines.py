"""Which tests come by which lines: `python -m scripts.mutant_lines FILE TESTS...` writes it as JSON.

A file's lines map to the tests that run them, the quickest first. Run in a process of its own, since the
sources must not have been imported before they are watched.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent


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
            known = sorted(
                (one for one in contexts if one in watcher.seconds), key=watcher.seconds.__getitem__
            )
            lines[str(Path(path).relative_to(ROOT))][str(line)] = known
    Path(place).write_text(json.dumps(lines), encoding="utf-8")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
