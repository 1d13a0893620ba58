"""Turns by the compiled kernel and in plain numpy: the same values, whatever goes along with them."""

import os
from pathlib import Path

import numpy as np
import pytest

from hotdice.odds.compiling import stamp_of
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import roll_plan
from hotdice.rules import load

LANES, ROWS = 37, 90


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("name", ["playmonster", "zilch"])
def test_turns_have_the_same_values_and_tags(name: str, forced: bool) -> None:
    plan = roll_plan(load(name))
    maker = np.random.default_rng(3)
    bank = np.sort(maker.random((ROWS, LANES)), axis=0)
    bank[maker.random((ROWS, LANES)) < 0.1] = -1e300
    bank[-1] = 1.0
    numbers = [bank, *maker.random((3, ROWS, LANES))]
    lost, start = maker.random((4, LANES)), maker.integers(0, 60, LANES)
    final = maker.integers(70, ROWS, LANES)
    whole = np.full(LANES, ROWS - 1)
    for count in (1, 2) if forced else (1, 2, 3, 4):
        fast, plain = (
            TurnSolver(plan, forced=forced, compiled=compiled).carry(
                numbers[:count], lost[:count], start, whole
            )
            for compiled in (True, False)
        )
        assert np.abs(fast - plain).max() < 1e-12
    ones = TurnSolver(plan, forced=forced).carry([bank], lost[:1], start, final)
    for lane in range(0, LANES, 7):  # who may roll on further does no worse
        alone = TurnSolver(plan, forced=forced).carry(
            [bank[:, lane : lane + 1]], lost[:1, lane : lane + 1], start[lane : lane + 1], whole[:1]
        )
        assert ones[0, lane] <= alone[0, 0] + 1e-12


def test_stale_code_is_noticed_by_content(tmp_path: Path) -> None:
    """A file with the same name, size and time but other contents has another stamp."""
    file = tmp_path / "kernel.py"
    file.write_text("a = 1\n", encoding="utf-8")
    before, times = stamp_of([file]), (file.stat().st_atime_ns, file.stat().st_mtime_ns)
    assert stamp_of([file]) == before
    file.write_text("a = 2\n", encoding="utf-8")
    os.utime(file, ns=times)
    assert stamp_of([file]) != before
