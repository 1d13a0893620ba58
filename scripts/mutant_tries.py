"""Tries planted faults, each in a fork: one that lives in functions in a process that has loaded everything.

Loading a room and its tests takes seconds, the tests of one line a fraction of one. So a process collects
the tests of a room once (`try_in_place`) and forks for each fault; the fork gives the functions of the module
their changed code and runs the tests. What was reckoned while loading is not reckoned again: a fault outside
of functions, or one that survives in a line that ran while loading, is for `try_anew`, where the module is
loaded with the fault.
"""

import functools
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, Phase, settings

from scripts.mutating import Mutant, plant

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "hotdice"
PATIENCE = 45
"""Seconds of processor time, whatever else the machine does: an endless loop has been noticed."""
ASLEEP = 900
"""Seconds by the clock: so has whoever waits for something that never comes."""
PLAIN = ["-q", "-n", "0", "--tb", "no", "-p", "no:cacheprovider", "--reruns", "0"]
# Who notices a fault need not find the smallest example for it.
NOTICING = "noticing"
settings.register_profile(
    NOTICING,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.generate),
)
PLAIN += ["--hypothesis-profile", NOTICING]
# Else pytest would load a module whose own examples are among the tests by itself, without the fault.
PLAIN += ["--assert", "plain"]
SURVIVED, NOTICED, CANNOT_TELL = 0, 1, 77


@dataclass(frozen=True)
class Fault:
    """A fault by its number in a module, and the tests that come by its line; None is no fault at all."""

    room: str
    path: Path
    number: int | None
    tests: tuple[str, ...]
    early: bool = False
    """Whether its line runs while everything is loaded."""

    def planted(self) -> Mutant | None:
        """The module with the fault, nothing where there is none."""
        return None if self.number is None else plant(self.path.read_text(encoding="utf-8"), self.number)


Told = tuple[Fault, bool]


def try_in_place(tests: Sequence[str], faults: Sequence[Fault]) -> Iterator[tuple[Fault, int]]:
    """Each fault of a room with what became of it, tried in a process that has collected these tests."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.close(reading)
        _hold_session(tests, faults, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as lines:
        for line in lines:
            index, found = map(int, line.split())
            yield faults[index], found
    os.waitpid(child, 0)


def try_anew(faults: Sequence[Fault]) -> Iterator[Told]:
    """Each fault with whether a test notices it, where all of ours is loaded with the fault in it."""
    with tempfile.TemporaryDirectory(prefix="hotdice-mutants-", ignore_cleanup_errors=True) as folder:

        def attempt(index: int) -> NoReturn:
            fault = faults[index]
            mutant = fault.planted()
            if mutant is not None:
                sys.meta_path.insert(0, Planted(fault.path, mutant))
            place = ["--basetemp", f"{folder}/{index}"]
            os._exit(int(pytest.main(["-x", *PLAIN, *place, *fault.tests])) & 0xFF)

        for index, status in in_forks(len(faults), attempt):
            yield faults[index], status != 0


def in_forks(count: int, attempt: Callable[[int], NoReturn]) -> Iterator[tuple[int, int]]:
    """The status that each attempt ends with, as many at once as there are cores; a signal counts as 1."""
    running: dict[int, tuple[int, float]] = {}
    waiting = list(range(count))
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            index = waiting.pop(0)
            child = os.fork()
            if not child:
                _attempt(attempt, index)
            running[child] = (index, time.monotonic())
        child, status = os.waitpid(-1, os.WNOHANG)
        if child:
            yield running.pop(child)[0], max(os.waitstatus_to_exitcode(status), NOTICED * (status != 0))
        else:
            time.sleep(0.005)
        for child, (index, since) in list(running.items()):
            if time.monotonic() - since > ASLEEP:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                del running[child]
                yield index, NOTICED


def _attempt(attempt: Callable[[int], NoReturn], index: int) -> NoReturn:
    """One attempt, silent and with a limit, in a process that ends with it."""
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        _be_silent()
        attempt(index)
    finally:
        os._exit(NOTICED)


def _be_silent() -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)


class _Session:
    """Collects, and instead of running everything runs what each fault asks for, in forks."""

    def __init__(self, faults: Sequence[Fault], writing: int) -> None:
        self._faults = faults
        self._writing = writing
        self._failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork for every fault; a line for each: its place and what became of it."""
        known = {item.nodeid: item for item in session.items}
        # One folder for all of them: else every fork would make its own and clear those of the others.
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        loaded = Loaded()
        gc.freeze()  # a fork that looks through what is there for garbage would copy all of it

        def attempt(index: int) -> NoReturn:
            fault = self._faults[index]
            mutant = fault.planted()
            if mutant is not None and not give_code(loaded, fault.path, mutant):
                os._exit(CANNOT_TELL)
            items = [known[name] for name in fault.tests if name in known]
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._failed:
                    os._exit(NOTICED)
            os._exit(SURVIVED)

        for index, status in in_forks(len(self._faults), attempt):
            os.write(self._writing, f"{index} {status}\n".encode("ascii"))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember that a test has failed."""
        self._failed |= report.failed


def _hold_session(tests: Sequence[str], faults: Sequence[Fault], writing: int) -> NoReturn:
    """Be the process in which the tests of a room are collected."""
    try:
        _be_silent()
        with tempfile.TemporaryDirectory(prefix="hotdice-mutants-", ignore_cleanup_errors=True) as folder:
            words = [*PLAIN, "-m", "not nightly", "--basetemp", f"{folder}/all", *tests]
            pytest.main(words, plugins=[_Session(faults, writing)])
    finally:
        os._exit(0)


class Loaded:
    """The functions of all modules that are loaded, by file, and what keeps results of them."""

    def __init__(self) -> None:
        self.functions: dict[str, list[FunctionType]] = defaultdict(list)
        self.caches: list[functools._lru_cache_wrapper[object]] = []
        for one in gc.get_objects():
            if isinstance(one, functools._lru_cache_wrapper):
                self.caches.append(one)
            elif isinstance(one, FunctionType):
                self.functions[one.__code__.co_filename].append(one)


def give_code(loaded: Loaded, path: Path, mutant: Mutant) -> int:
    """Give every function of a module that is loaded its changed code; how many have changed.

    What is kept in caches is forgotten: it was reckoned with the old code.
    """
    changed = {_place(code): code for code in _codes(compile(mutant.tree, str(path), "exec"))}
    for cache in loaded.caches:
        cache.cache_clear()
    given = 0
    for one in loaded.functions[str(path)]:
        new = changed.get(_place(one.__code__))
        if new is not None and new != one.__code__:
            one.__code__ = new
            given += 1
    return given


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all within it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module of ours, and loads it with a fault."""

    def __init__(self, path: Path, mutant: Mutant) -> None:
        self._path = path
        self._mutant = mutant
        self._name = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module with the fault; nothing for all others."""
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(fullname, self._path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with the fault."""
        # It is a source of ours with one small change.
        exec(compile(self._mutant.tree, str(self._path), "exec"), module.__dict__)  # nosec B102
