"""A solve of three that is broken off: what is done is kept, and the same command goes on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hotdice.odds.tables import read_table
from hotdice.odds.three_table import GOAL
from hotdice.rules import load
from hotdice.terminal.breaking_off import stoppable
from terminal.running import Terminal

LONG = ("solve", "busche-neller", "--goal", "race", "--players", "3")
"""Minutes of work, so that it is never done before it is broken off."""

DONE = r"[1-9]\d?%"


def share(terminal: Terminal) -> int:
    return int(terminal.wait_for_any(DONE, 600)[:-1])  # the solver may have to be compiled first


def leftovers(home: Path) -> list[str]:
    return sorted(path.suffix for path in (home / "tables").iterdir())


@pytest.mark.second_try("a solver in a terminal is broken off by signals")
def test_ctrl_c_keeps_what_is_done_and_the_command_that_is_told_goes_on(tmp_path: Path) -> None:
    terminal = Terminal(*LONG, home=tmp_path)
    reached = share(terminal)
    terminal.press(b"\x03")
    terminal.wait_for("hotdice: stopped; what is done is kept. Go on with: hotdice " + " ".join(LONG))
    assert terminal.close() == 130
    assert leftovers(tmp_path) == [".unfinished"]
    terminal = Terminal(*LONG, home=tmp_path)
    terminal.wait_for("goes on from where", 600)
    assert share(terminal) >= reached
    os.kill(terminal.pid, signal.SIGTERM)
    terminal.wait_for("what is done is kept")
    assert terminal.close() == 143
    assert leftovers(tmp_path) == [".unfinished"]


def ended(process: int) -> bool:
    return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


@pytest.mark.second_try("a solver in a terminal is broken off by many signals")
def test_ctrl_c_again_and_again_leaves_nothing_broken(tmp_path: Path) -> None:
    terminal = Terminal(*LONG, home=tmp_path)
    share(terminal)
    while not ended(terminal.pid):
        os.kill(terminal.pid, signal.SIGINT)
        time.sleep(0.005)
    said = terminal.wait_for_any("(?s).*stopped.*")
    assert "Traceback" not in said
    assert "Exception" not in said
    assert terminal.close() == 130
    rules = load("busche-neller")
    if (tmp_path / "tables").is_dir():  # not there if already the first writing was broken off
        assert set(leftovers(tmp_path)) <= {".unfinished"}
        for path in (tmp_path / "tables").iterdir():
            assert read_table(path, rules, GOAL).facts["done"] > 0


@pytest.mark.second_try("a solver in a terminal is broken off")
def test_a_solve_of_two_says_that_it_was_stopped(tmp_path: Path) -> None:
    terminal = Terminal("solve", "facebook", "--set", "target=15000", home=tmp_path)
    share(terminal)
    terminal.press(b"\x03")
    terminal.wait_for("hotdice: stopped")
    assert terminal.close() == 130
    assert not list(tmp_path.glob("**/*.table*"))


class Swallower:
    """What the interpreter does with an exception in a finaliser, or in a compiler's callback: drop it."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)


def work(seconds: float) -> None:
    Swallower()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)


def test_an_interruption_that_was_swallowed_comes_again(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), stoppable():
        work(60)
    assert capfd.readouterr().err == ""


def test_on_its_own_the_interpreter_loses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: lost.append(what.exc_type))
    work(0.2)
    assert lost == [KeyboardInterrupt]


def torn(fault: type[Exception], *, interrupted: bool) -> None:
    if interrupted:
        Swallower()
    raise fault("no compiled object yet")


def test_what_fails_because_its_callback_was_torn_is_the_interruption() -> None:
    with pytest.raises(KeyboardInterrupt), stoppable():
        torn(RuntimeError, interrupted=True)
    time.sleep(0.2)  # the interruption does not come once more afterwards
    with pytest.raises(RuntimeError), stoppable():
        torn(RuntimeError, interrupted=False)


INTERRUPTED_BEFORE = """
import runpy, sys
try:
    exec("raise KeyboardInterrupt")
except KeyboardInterrupt:
    pass
if len(sys.argv) == 1:
    sys.exit(0)
runpy.run_module("hotdice", run_name="__main__", alter_sys=True)
"""


def test_the_exit_code_is_ours_even_if_code_made_from_text_was_broken_off(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(INTERRUPTED_BEFORE)
    command = [sys.executable, "-m", "broken"]
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == -signal.SIGINT
    done = subprocess.run([*command, "rules", "list"], cwd=tmp_path, capture_output=True, check=False)
    assert b"playmonster" in done.stdout
    assert done.returncode == 0


@pytest.mark.second_try("processes that play games in a terminal are broken off by a signal")
def test_ctrl_c_counts_what_several_processes_have_played_and_plays_no_more(tmp_path: Path) -> None:
    words = ("munchkin", "simulate", "--players", "shrewd,random", "--games", "2000", "--workers", "2")
    terminal = Terminal(*words, home=tmp_path)
    terminal.wait_for_any(DONE, 240)
    terminal.press(b"\x03")
    said = terminal.wait_for_any(r"(?s)\d+ games, .*rolls a game.*rolls a game.*", 60)
    assert "Traceback" not in said
    assert terminal.close() == 130
