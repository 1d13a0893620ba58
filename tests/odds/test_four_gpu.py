"""The kernels for graphics processors, compiled for the processor: they give the numbers of the other forms.

On a real device `python -m scripts.three_check compare` and `python -m scripts.four_check compare` do so on
larger targets.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

from hotdice.odds.four_gpu import NUMBERS, SOURCE, solve_four
from hotdice.odds.many import solve_many
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.three import solve_three
from odds.emulated_device import compiler, device
from odds.test_reference import name_of, sheet

pytestmark = pytest.mark.skipif(compiler() is None, reason="needs a C++ compiler")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture
def cupy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", device(folder, threads=64))


THREE: list[dict[str, object]] = [
    {"last_chance": "none", "target": 300},
    {"last_chance": "others_once", "ties": "shared"},
    {"last_chance": "others_once", "ties": "trigger_keeps", "opening": 200},
    {"last_chance": "finish_round", "ties": "shared", "minimum": 200},
]


@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("changes", THREE, ids=name_of)
def test_the_kernel_for_three(changes: dict[str, object]) -> None:
    rules = sheet(**{"target": 200, **changes})
    assert np.abs(solve_three(rules).values - solve_three(rules, gpu=True).values).max() < 1e-12


FOUR: list[dict[str, object]] = [
    {"last_chance": "none"},
    {"last_chance": "others_once", "ties": "shared"},
    {"last_chance": "others_once", "ties": "trigger_keeps", "opening": 200},
    {"last_chance": "others_once", "minimum": 200, "opening": 200, "opening_policy": "may_stop"},
    {"last_chance": "others_once", "minimum": 200, "minimum_binds_win": False},
]


@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("changes", FOUR, ids=name_of)
def test_the_kernel_for_four(changes: dict[str, object]) -> None:
    rules = sheet(**{"target": 200, **changes})
    here, there = solve_many(rules, 4), solve_four(rules)
    assert here.report.circling == 0
    assert (here.margin, here.report.turns) == (there.margin, there.report.turns)
    assert np.abs(here.values - there.values).max() < 1e-12
    for waiting, table in here.endings.trigger.items():
        assert np.abs(table - there.endings.trigger[waiting]).max() < 1e-12


@pytest.mark.usefixtures("cupy")
def test_a_wrong_kernel_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a kernel that takes ties for wins in the first of the last turns."""
    wrong = SOURCE.replace("above > 0 ? 2 : above == 0 ? 1 : 0", "above >= 0 ? 2 : 0")
    assert wrong != SOURCE
    monkeypatch.setattr("hotdice.odds.four_gpu.SOURCE", wrong)
    rules = sheet(last_chance="others_once", target=200)
    assert np.abs(solve_many(rules, 4).values - solve_four(rules).values).max() > 1e-4


def test_the_structure_is_laid_out_as_the_kernel_reads_it() -> None:
    assert NUMBERS.isalignedstruct
    words = SOURCE.split("struct Numbers {")[1].split("};")[0].replace(";", ",").replace("int", "")
    listed = [word.strip() for word in words.replace("double", "").split(",") if word.strip()]
    assert tuple(listed) == NUMBERS.names


def test_finishing_the_round_is_refused() -> None:
    with pytest.raises(Unsolvable, match="last_chance"):
        solve_four(sheet(last_chance="finish_round"))
