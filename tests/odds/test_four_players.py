"""The script that solves races of four, on an emulated device, and their table in little space."""

import sys
from pathlib import Path

import numpy as np
import pytest
from scripts.four_packing import Grid, between, differences, errors, on_grid, pressed
from scripts.four_players import Left, checksum, findings, solve_four

from hotdice.odds import race_gpu
from hotdice.odds.many import solve_many
from hotdice.odds.standings import standings
from hotdice.rules import load
from odds.emulated_device import compiler, device
from odds.test_reference import sheet

needs_compiler = pytest.mark.skipif(compiler() is None, reason="needs a C++ compiler")


@pytest.fixture
def cupy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", device(tmp_path))
    monkeypatch.setattr(race_gpu, "GROUPS", 4)


@needs_compiler
@pytest.mark.usefixtures("cupy")
def test_a_race_of_four_on_a_device_is_the_one_that_is_solved_here() -> None:
    rules, said = sheet(last_chance="others_once", target=200), list[str]()
    here, there = solve_many(rules, 4), solve_four(rules, said.append)
    assert np.abs(here.values - there.values).max() < 1e-12
    found = findings(there, said.append)
    assert found["seats"] == pytest.approx(here.seats, abs=1e-12)
    assert found["states"] == here.states
    assert found["nobody_rolls_on"]
    assert 0.0 <= found["least"] < found["most"] <= 1.0
    assert any("solved in" in line for line in said)


def test_what_was_left_is_gone_on_from(tmp_path: Path) -> None:
    rules, said = load("busche-neller", ["target=300"]), list[str]()
    whole = solve_four(rules, said.append, gpu=False)
    with pytest.raises(SystemExit) as ended:
        solve_four(rules, said.append, Left(tmp_path, -1.0), gpu=False)
    assert ended.value.code == 3
    again = solve_four(rules, said.append, Left(tmp_path, 60.0), gpu=False)
    assert "goes on after 1 levels" in said
    assert (again.values == whole.values).all()
    assert again.report == whole.report
    assert checksum(again) == checksum(whole)
    again.values[0, 0, 0, 0, 0, 0] += 1e-6
    assert checksum(again) != checksum(whole)


def test_a_cubic_is_found_again_between_the_nodes() -> None:
    places = standings(load("classic", ["target=2000"]))
    nodes = Grid(5, 3, 6).nodes(places)
    assert len(nodes) < places.totals
    rows = places.rows / places.totals
    curve = 0.2 + 0.5 * rows**3 - 0.1 * rows
    values = np.stack([np.multiply.outer(curve, curve), np.multiply.outer(curve, 1.0 - curve)])
    values[:, -1] = 0.3  # those who are not on the board stand for themselves
    grid = on_grid(values, places, nodes, np)
    worst, mean = errors(values, places, nodes, grid, np)
    assert mean <= worst < 1e-3
    at, weights = between(places, nodes)
    assert weights.sum(axis=1) == pytest.approx(1.0)
    assert (at < len(nodes) + 1).all()
    grid[0, 3, 3] += 100
    assert errors(values, places, nodes, grid, np)[0] > 0.04


def test_differences_lead_back_to_the_grid() -> None:
    grid = np.random.default_rng(1).integers(0, 2047, (3, 4, 5, 6, 7)).astype(np.int16)
    left = differences(grid, np)
    for axis in (2, 3, 4):
        left = np.cumsum(left, axis=axis, dtype=np.int16)
    assert (left == grid).all()
    assert sum(map(len, pressed(differences(np.zeros_like(grid), np)))) < 200
