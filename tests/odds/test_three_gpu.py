"""The race of three on graphics processors: what can be held without one.

The numbers themselves are compared on such a machine by `python -m scripts.three_check compare`;
docs/three-players.md has its last result.
"""

import re

import numpy as np
import pytest

from hotdice.odds import three_gpu
from hotdice.odds.three import three_turns
from hotdice.rules import load


def test_the_structure_is_laid_out_as_the_kernel_reads_it() -> None:
    fields = re.search(r"struct Numbers \{(.*?)\};", three_gpu._SOURCE, re.DOTALL)
    assert fields is not None
    words = [word for line in re.findall(r"(?:int|double) ([^;]+);", fields[1]) for word in line.split(", ")]
    assert tuple(words) == three_gpu._NUMBERS.names
    assert three_gpu._NUMBERS.isalignedstruct
    assert [three_gpu._NUMBERS[word].kind for word in words] == ["i"] * 15 + ["f"]


@pytest.mark.parametrize("name", ["playmonster", "munchkin-farkle-plain", "busche-neller"])
def test_every_number_of_the_structure_is_filled_in(name: str) -> None:
    rules = load(name, ["target=500"])
    turns = three_gpu.GpuThreeTurns.of(three_turns(rules, 30))
    packed = np.frombuffer(turns.packed().tobytes(), three_gpu._NUMBERS)[0]
    assert packed["target"] == turns.places.target_row == 10
    assert packed["opening"] == rules.opening // 50
    assert packed["may_stop"] == (bool(rules.opening) and rules.opening_policy == "may_stop")
    assert packed["places"] == turns.rotations
    assert packed["ends"] == turns.endings.both.shape[2]
    assert (packed["margin"], packed["floor"], packed["count"]) == (30, 10, turns.places.count)
    assert packed["favour"] == 1e-10
