"""The learner in PyTorch: what it is taught is the truth, once its network knows it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scripts.learner_game import RaceArrays, race_arrays

from arena.exact_scorer import ExactScorer
from hotdice.rules import load


@pytest.mark.parametrize("name", ["busche-neller", "classic"])
def test_exact_values_are_what_the_learner_would_teach_itself(name: str) -> None:
    """Best play's values are the fixed point; a wrong backup, or another weight, would move away from it."""
    torch = pytest.importorskip("torch")
    from scripts.learner_train import Learner

    rules = load(name, ["target=500", "opening=100"] if name == "classic" else ["target=500"])
    truth = ExactScorer(rules)

    class Known(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> Any:
            rows = x.reshape(-1, x.shape[-1]).numpy()
            found = np.clip(truth(rows), 1e-7, 1 - 1e-7).reshape(*x.shape[:-1], 1)
            return torch.tensor(np.log(found / (1 - found)), dtype=torch.float32)

    learner = Learner(race_arrays(rules), "cpu", 8, 1, 1)
    learner.copy = Known()
    starts = learner.draw(40, 0.0)
    tables = [truth.table(*(int(x) for x in place)) for place in zip(*starts, strict=True)]

    def furthest() -> float:
        taught, ends = learner.turns(starts).numpy(), learner.ends(starts).numpy()
        off = [np.abs(taught[:n, :, at] - tables[at][:n]).max() for at, n in enumerate(ends)]
        return float(max(off))

    assert furthest() < 2e-6
    learner.weights[5] *= 0.99
    assert furthest() > 1e-3


def test_a_race_is_read_as_it_was_saved(tmp_path: Path) -> None:
    race = race_arrays(load("classic"))
    race.save(tmp_path / "race.npz")
    again = RaceArrays.read(tmp_path / "race.npz")
    for name, value in vars(race).items():
        found = getattr(again, name)
        assert type(found) is type(value)
        assert np.array_equal(found, value), name


@pytest.mark.parametrize("name", ["facebook", "munchkin-farkle-plain", "zilch"])
def test_what_the_learner_does_not_play_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the learner plays"):
        race_arrays(load(name))
