"""A solve of three that is broken off: what is done is kept, and the same command goes on."""

import os
import signal
import time
from pathlib import Path

from hotdice.odds.tables import read_table
from hotdice.odds.three_table import GOAL
from hotdice.rules import load
from terminal.running import Terminal

LONG = ("solve", "busche-neller", "--goal", "race", "--players", "3")
"""Minutes of work, so that it is never done before it is broken off."""

DONE = r"[1-9]\d?%"


def share(terminal: Terminal) -> int:
    return int(terminal.wait_for_any(DONE, 600)[:-1])  # the solver may have to be compiled first


def leftovers(home: Path) -> list[str]:
    return sorted(path.suffix for path in (home / "tables").iterdir())


def test_ctrl_c_keeps_what_is_done_and_the_command_that_is_told_goes_on(tmp_path: Path) -> None:
    terminal = Terminal(*LONG, home=tmp_path)
    reached = share(terminal)
    terminal.press(b"\x03")
    terminal.wait_for("hotdice: stopped; what is done is kept. Go on with: hotdice " + " ".join(LONG))
    assert terminal.close() == 1
    assert leftovers(tmp_path) == [".unfinished"]
    terminal = Terminal(*LONG, home=tmp_path)
    terminal.wait_for("goes on from where", 600)
    assert share(terminal) >= reached
    os.kill(terminal.pid, signal.SIGTERM)
    terminal.wait_for("what is done is kept")
    assert terminal.close() == 1
    assert leftovers(tmp_path) == [".unfinished"]


def ended(process: int) -> bool:
    return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def test_ctrl_c_again_and_again_leaves_nothing_broken(tmp_path: Path) -> None:
    terminal = Terminal(*LONG, home=tmp_path)
    share(terminal)
    while not ended(terminal.pid):
        os.kill(terminal.pid, signal.SIGINT)
        time.sleep(0.005)
    said = terminal.wait_for_any("(?s).*stopped.*")
    assert "Traceback" not in said
    assert "Exception" not in said
    assert terminal.close() == 1
    rules = load("busche-neller")
    if (tmp_path / "tables").is_dir():  # not there if already the first writing was broken off
        assert set(leftovers(tmp_path)) <= {".unfinished"}
        for path in (tmp_path / "tables").iterdir():
            assert read_table(path, rules, GOAL).facts["done"] > 0


def test_a_solve_of_two_says_that_it_was_stopped(tmp_path: Path) -> None:
    terminal = Terminal("solve", "facebook", "--set", "target=15000", home=tmp_path)
    share(terminal)
    terminal.press(b"\x03")
    terminal.wait_for("hotdice: stopped")
    assert terminal.close() == 1
    assert not list(tmp_path.glob("**/*.table*"))
