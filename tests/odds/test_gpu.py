"""The batch form for graphics processors: what can be held without one.

The numbers themselves are compared on such a machine by `python -m scripts.gpu_check`; docs/solver.md has
its last result.
"""

import re

import numpy as np
import pytest

from hotdice.odds import gpu
from hotdice.odds.device import in_bytes, structure
from hotdice.odds.endings import endings
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import roll_plan
from hotdice.odds.standings import standings
from hotdice.rules import load


def lanes_of(name: str) -> gpu.GpuLanes:
    rules = load(name, ["target=500"])
    places = standings(rules)
    solver = TurnSolver(roll_plan(rules), forced=False)
    ends = endings(rules, solver, 100, 0.5, places.sides)
    return gpu.GpuLanes(rules, places, solver, ends.stop, places.target_row + 20)


def test_the_structure_is_laid_out_as_the_kernel_reads_it() -> None:
    fields = re.search(r"struct Numbers \{(.*?)\};", gpu._SOURCE, re.DOTALL)
    assert fields is not None
    words = [word for line in re.findall(r"(?:int|double) ([^;]+);", fields[1]) for word in line.split(", ")]
    assert tuple(words) == gpu._NUMBERS.names
    assert gpu._NUMBERS.isalignedstruct
    assert [gpu._NUMBERS[word].kind for word in words] == ["i"] * 15 + ["f"] * 3


@pytest.mark.parametrize("name", ["playmonster", "facebook", "munchkin-farkle-plain"])
def test_every_number_of_the_structure_is_filled_in(name: str) -> None:
    lanes = lanes_of(name)
    values = np.zeros((lanes.places.sides, lanes.places.count, lanes.places.count))
    packed = np.frombuffer(lanes._packed(values, tagged=True).tobytes(), gpu._NUMBERS)[0]
    rules = lanes.rules
    assert packed["target"] == lanes.places.target_row
    assert packed["minimum"] == rules.minimum // 50
    assert packed["opening"] == rules.opening // 50
    assert packed["may_stop"] == (rules.opening_policy == "may_stop")
    assert packed["sides"] == lanes.places.sides
    assert packed["never_hot"] + packed["may_hot"] + packed["must_hot"] == pytest.approx(1 - 1080 / 46656)


@pytest.mark.parametrize("numbers", [{"dice": 6}, {"dice": 6, "favour": 0.0, "sides": 2}])
def test_a_field_that_is_forgotten_or_unknown_is_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="other fields"):
        in_bytes(structure(("dice",), ("favour",)), numbers)
