"""Tables of three on disk: kept and found, refused when damaged, made in several goes."""

from pathlib import Path

import numpy as np
import pytest

from hotdice.odds.tables import FRACTION, TableError, chances
from hotdice.odds.three import solve_three
from hotdice.odds.three_table import checkpoint_file, make_three, save_three, stored_three
from hotdice.rules import load

RULES = load("busche-neller", ["target=700"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    return tmp_path


def test_a_table_holds_what_was_solved() -> None:
    rules = load("munchkin-farkle-plain", ["target=500"])
    assert stored_three(rules) is None
    race = solve_three(rules)
    save_three(race)
    kept = stored_three(rules)
    assert kept is not None
    assert np.abs(chances(kept.values) - race.values).max() <= FRACTION
    assert kept.seats == pytest.approx(race.seats, abs=1e-9)
    assert (kept.margin, kept.report, kept.positions) == (race.margin, race.report, race.positions)
    for name in ("begins", "both", "one", "far"):
        assert (getattr(kept.endings, name) == getattr(race.endings, name)).all()


def test_a_damaged_table_is_refused(folder: Path) -> None:
    path = save_three(solve_three(RULES))
    raw = bytearray(path.read_bytes())
    raw[-1] ^= 1
    path.write_bytes(raw)
    with pytest.raises(TableError, match="changed or damaged"):
        stored_three(RULES)


class Interrupted(Exception):  # noqa: N818
    pass


def stop_at(share: float) -> None:
    def progress(done: float) -> None:
        if done >= share:
            raise Interrupted

    with pytest.raises(Interrupted):
        make_three(RULES, progress=progress, every=0.0)


def test_a_solve_that_was_broken_off_goes_on() -> None:
    stop_at(0.5)
    assert checkpoint_file(RULES).is_file()
    assert stored_three(RULES) is None
    seen: list[float] = []
    race = make_three(RULES, progress=seen.append)
    assert seen[0] > 0.45  # not from the beginning
    whole = solve_three(RULES)
    assert (race.values == whole.values).all()
    assert race.report.turns == whole.report.turns
    assert not checkpoint_file(RULES).exists()
    assert stored_three(RULES) is not None


def test_a_fresh_solve_does_not_go_on() -> None:
    stop_at(0.5)
    seen: list[float] = []
    make_three(RULES, progress=seen.append, fresh=True)
    assert seen[0] < 0.1


def test_a_damaged_checkpoint_is_left_aside() -> None:
    stop_at(0.5)
    path = checkpoint_file(RULES)
    raw = bytearray(path.read_bytes())
    raw[-9] ^= 4
    path.write_bytes(raw)
    seen: list[float] = []
    race = make_three(RULES, progress=seen.append)
    assert seen[0] < 0.1
    assert (race.values == solve_three(RULES).values).all()
