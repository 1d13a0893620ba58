"""The kernel for graphics processors, compiled for the processor: it gives the numbers of the other form.

On a real device `python -m scripts.gpu_check` does so on larger targets.
"""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from hotdice.odds import race_gpu
from hotdice.odds.device import in_bytes, structure
from hotdice.odds.many import many_turns, solve_many
from hotdice.odds.race import solve_race
from hotdice.odds.race_source import SOURCE
from hotdice.rules import load
from odds.emulated_device import compiler, device
from odds.test_reference import name_of, sheet

needs_compiler = pytest.mark.skipif(compiler() is None, reason="needs a C++ compiler")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture
def cupy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", device(folder))
    monkeypatch.setattr(race_gpu, "GROUPS", 4)  # threads of the emulated device wait for each other


TWO: list[dict[str, object]] = [
    {"last_chance": "none", "target": 300},
    {"last_chance": "others_once", "ties": "play_off"},
    {"last_chance": "finish_round", "minimum": 200, "minimum_binds_win": False},
    {"reach": "exactly", "opening": 200, "opening_policy": "may_stop"},
    {"hot_dice": "forced"},
    {"penalty": {"count": 2, "points": 100, "floor": 0}},
]


@needs_compiler
@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("changes", TWO, ids=name_of)
def test_the_kernel_for_two(changes: dict[str, object]) -> None:
    rules = sheet(**{"target": 200, **changes})
    assert np.abs(solve_race(rules).values - solve_race(rules, gpu=True).values).max() < 1e-12


MANY: list[dict[str, object]] = [
    {"last_chance": "none", "target": 300},
    {"last_chance": "others_once", "ties": "shared"},
    {"last_chance": "others_once", "ties": "trigger_keeps", "opening": 200},
    {"last_chance": "others_once", "minimum": 200, "opening": 200, "opening_policy": "may_stop"},
    {"last_chance": "others_once", "minimum": 200, "minimum_binds_win": False},
    {"last_chance": "finish_round", "ties": "shared", "minimum": 200},
]


@needs_compiler
@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("changes", MANY, ids=name_of)
def test_the_kernel_for_more(changes: dict[str, object], players: int) -> None:
    rules = sheet(**{"target": 200, **changes})
    if players == 4 and rules.last_chance == "finish_round":
        rules = sheet(**{**changes, "target": 100})
    here, there = solve_many(rules, players), solve_many(rules, players, gpu=True)
    assert here.report.circling == 0
    assert (here.margin, here.report.turns) == (there.margin, there.report.turns)
    assert np.abs(here.values - there.values).max() < 1e-12
    assert np.abs(here.endings.shares - there.endings.shares).max() < 1e-12


@needs_compiler
@pytest.mark.usefixtures("cupy")
def test_a_wrong_kernel_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a kernel that takes ties for wins in the first of the last turns."""
    wrong = SOURCE.replace("above > 0 ? 2 : above == 0 ? 1 : 0", "above >= 0 ? 2 : 0")
    assert wrong != SOURCE
    monkeypatch.setattr(race_gpu, "SOURCE", wrong)
    rules = sheet(last_chance="others_once", target=200)
    assert np.abs(solve_many(rules, 4).values - solve_many(rules, 4, gpu=True).values).max() > 1e-4


def test_the_structure_is_laid_out_as_the_kernel_reads_it() -> None:
    fields = re.search(r"struct Numbers \{(.*?)\};", SOURCE, re.DOTALL)
    assert fields is not None
    words = [word for line in re.findall(r"(?:int|double) ([^;]+);", fields[1]) for word in line.split(", ")]
    assert tuple(words) == race_gpu.NUMBERS.names
    assert race_gpu.NUMBERS.isalignedstruct
    assert [race_gpu.NUMBERS[word].kind for word in words] == ["i"] * 12 + ["f"] * 4


@pytest.mark.parametrize("name", ["playmonster", "munchkin-farkle-plain", "busche-neller"])
def test_every_number_of_the_structure_is_filled_in(name: str) -> None:
    rules = load(name, ["target=500"])
    plain = many_turns(rules, 3, 30)
    turns = race_gpu.GpuTurns(rules, 3, plain.places, plain.solver, plain.endings, 30, 1e-10)
    packed = np.frombuffer(turns.packed().tobytes(), race_gpu.NUMBERS)[0]
    assert packed["target"] == turns.places.target_row == 10
    assert packed["places"] == turns.rotations
    assert packed["length"] == turns.endings.length
    assert packed["count"] == turns.places.count
    assert packed["favour"] == 1e-10
    assert packed["never_hot"] + packed["may_hot"] + packed["must_hot"] == pytest.approx(
        1 - plain.solver.plan.farkle[-1]
    )


@pytest.mark.parametrize("numbers", [{"dice": 6}, {"dice": 6, "favour": 0.0, "sides": 2}])
def test_a_field_that_is_forgotten_or_unknown_is_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="other fields"):
        in_bytes(structure(("dice",), ("favour",)), numbers)
