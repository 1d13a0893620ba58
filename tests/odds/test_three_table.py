"""Tables of three on disk: kept and found, refused when damaged, made in several goes."""

from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hotdice.odds import race_levels
from hotdice.odds.many import solve_many
from hotdice.odds.packing import ROUNDING
from hotdice.odds.passing import far_turns
from hotdice.odds.race_levels import close_rounds, levels_of
from hotdice.odds.tables import FRACTION, TableError, chances
from hotdice.odds.three_table import checkpoint_file, make_three, pack_three, save_three, stored_three
from hotdice.rules import load

RULES = load("busche-neller", ["target=700"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    return tmp_path


def test_a_table_holds_what_was_solved() -> None:
    rules = load("munchkin-farkle-plain", ["target=500"])
    assert stored_three(rules) is None
    race = solve_many(rules, 3)
    save_three(race)
    kept = stored_three(rules)
    assert kept is not None
    assert np.abs(chances(kept.values) - race.values).max() <= FRACTION
    assert kept.seats == pytest.approx(race.seats, abs=1e-9)
    assert (kept.margin, kept.report, kept.positions) == (race.margin, race.report, race.positions)
    for name in ("begins", "waiting", "at"):
        assert (getattr(kept.endings, name) == getattr(race.endings, name)).all()
    assert np.abs(kept.endings.shares - race.endings.shares).max() < 1e-15
    assert (far_turns(kept) == far_turns(race)).all()


def test_a_damaged_table_is_refused(folder: Path) -> None:
    path = save_three(solve_many(RULES, 3))
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
    whole = solve_many(RULES, 3)
    assert (race.values == whole.values).all()
    assert race.report.turns == whole.report.turns
    assert not checkpoint_file(RULES).exists()
    assert stored_three(RULES) is not None


@pytest.mark.parametrize("call", [1, 30, 61])
def test_ctrl_c_in_the_middle_of_a_level_loses_that_level_at_most(
    call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            raise KeyboardInterrupt
        return close_rounds(*arguments)

    done: list[float] = []
    with monkeypatch.context() as patch:
        patch.setattr(race_levels, "close_rounds", interrupted)
        with pytest.raises(KeyboardInterrupt):
            make_three(RULES, progress=done.append)
    assert checkpoint_file(RULES).is_file() is bool(done)
    seen: list[float] = []
    race = make_three(RULES, progress=seen.append)
    whole = solve_many(RULES, 3)
    assert len(done) + len(seen) == len(levels_of(race.places, 3))
    assert (race.values == whole.values).all()
    assert race.report == whole.report


def test_ctrl_c_while_it_is_written_leaves_the_checkpoint_before(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_at(0.5)
    before = checkpoint_file(RULES).read_bytes()

    def interrupted(path: Path, target: Path) -> Path:
        assert path.stat().st_size >= len(before)
        raise KeyboardInterrupt

    def stop(_done: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            make_three(RULES, progress=stop)
    assert checkpoint_file(RULES).read_bytes() == before
    assert list(folder.iterdir()) == [checkpoint_file(RULES)]


def test_a_table_is_not_put_aside_by_a_fresh_solve_that_is_broken_off(folder: Path) -> None:
    make_three(RULES)
    (before,) = folder.iterdir()
    raw = before.read_bytes()

    def stop(done: float) -> None:
        if done >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_three(RULES, progress=stop, fresh=True, every=0.0)
    assert list(folder.iterdir()) == [before]
    assert before.read_bytes() == raw


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
    assert (race.values == solve_many(RULES, 3).values).all()


@pytest.mark.parametrize("name", ["classic", "munchkin-farkle-plain"])
def test_a_packed_table_is_exact_to_its_rounding(name: str, folder: Path) -> None:
    rules = load(name, ["target=400"])
    race = solve_many(rules, 3)
    path = pack_three(race, folder)
    kept = stored_three(rules)
    assert kept is not None
    assert stored_three(rules, exact=True) is None
    assert np.abs(chances(kept.values) - race.values).max() <= 2 * ROUNDING + 1e-9
    assert chances(kept.values).sum(axis=1).max() <= 1.0
    assert np.abs(kept.endings.shares - race.endings.shares).max() <= ROUNDING + 1e-12
    assert (far_turns(kept) == far_turns(race)).all()
    whole = save_three(race)
    assert whole == path  # what is solved here takes its place
    assert stored_three(rules, exact=True) is not None


def test_the_table_that_comes_with_hotdice() -> None:
    """The figures of docs/three-players.md, from the packed table of the classic sheet."""
    race = stored_three(load("classic"))
    assert race is not None
    assert race.seats == pytest.approx((0.362977187764, 0.332027715806, 0.304995096430), abs=3 * ROUNDING)
    assert race.report.circling == 69


def test_shipped_tables_fit_ten_megabytes() -> None:
    folder = Path(str(resources.files("hotdice.odds") / "tables"))
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 10_000_000
