"""The scripts of the benchmark: a table that reads back, positions that are the same every time."""

from pathlib import Path

import numpy as np
import pytest
from scripts import benchmark_curves, benchmark_table, task_positions

from hotdice.arena.evaluation import Evaluation, evaluate
from hotdice.arena.tasks import task
from hotdice.envs.views_kernel import Games
from hotdice.game import parse_position


def test_the_page_has_the_table_of_the_file() -> None:
    text = benchmark_table.PAGE.read_text(encoding="utf-8")
    assert benchmark_table.table(benchmark_table.stored()) in text


def test_the_page_has_the_curves_of_the_file_and_their_picture() -> None:
    curves = benchmark_curves.marks()
    assert benchmark_curves.table(curves) in benchmark_table.PAGE.read_text(encoding="utf-8")
    assert benchmark_curves.PICTURE.read_text(encoding="utf-8") == benchmark_curves.picture(curves)
    ends = {(task, player): some[-1].chance for (task, player), some in curves.items()}
    results = benchmark_table.stored()
    for name, chance in ends.items():
        assert float(results[name]["chance"]) == pytest.approx(chance, abs=1e-5), name


@pytest.mark.nightly
def test_the_learner_that_is_shipped_wins_what_the_page_says() -> None:
    """Within 0.5 % of a win of the champion on `farkle-10k`; the table has what it wins."""
    policy = benchmark_table.DOCS.parent / "examples" / "policies" / "farkle-10k.npz"
    found = evaluate(str(policy), task("farkle-10k").rules, reply=False)
    told = benchmark_table.stored()["farkle-10k", "learner"]
    assert found.exact
    assert found.behind < 0.005
    assert found.chance == pytest.approx(float(told["chance"]), abs=1e-4)  # 32-bit sums of other processors


def test_positions_are_those_of_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which process works a value out makes no difference: the rows of 40 games, whole and in parts."""
    monkeypatch.setattr(task_positions, "CHUNK", 20)
    whole = list(task_positions.rows_of("farkle-1k", 40))
    games = task_positions.chosen_of("farkle-1k", 0)
    some = np.array([7, 3, 11])
    picked = Games(games.now[some], games.seats[some], games.faces[some])
    for row in task_positions.valued("farkle-1k", some, picked):
        assert task_positions.digest_of(row) == task_positions.digest_of(whole[row["game"]])


def test_a_result_is_entered_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark_table, "RESULTS", tmp_path / "results.csv")
    loss = {"keep": 0.01, "soon": 0.02, "late": 0.0, "last": 0.03}
    exact = Evaluation("mine", "classic", True, 0.44, 0.44, 0.44, 0.5, loss, exploited=0.05)
    drawn = Evaluation("lots", "classic", False, 0.2, 0.19, 0.21, 0.5, loss, games=10)
    results = {
        ("farkle-1k", "lots"): benchmark_table.entered("farkle-1k", "lots", drawn, ""),
        ("farkle-1k", "mine"): benchmark_table.entered("farkle-1k", "mine", exact, "an hour"),
    }
    benchmark_table.store(results)
    shown = benchmark_table.table(benchmark_table.stored()).splitlines()[2:]
    assert shown == [
        "| `farkle-1k` | mine (an hour) | 44.000 % | 55.00 % | 1.00 | 2.00 | 0.00 | 3.00 |",
        "| `farkle-1k` | lots (10 games) | 20.000 % ± 1.00 |  | 1.00 | 2.00 | 0.00 | 3.00 |",
    ]


def test_positions_are_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: other dice, other positions."""
    monkeypatch.setattr(task_positions, "CHUNK", 20)
    first = [task_positions.digest_of(row) for row in task_positions.rows_of("farkle-1k", 25)]
    again = [task_positions.digest_of(row) for row in task_positions.rows_of("farkle-1k", 25)]
    assert first == again
    rows = list(task_positions.rows_of("farkle-1k", 5))
    assert [task_positions.digest_of(row) for row in rows] == first[:5]  # a small size begins a greater one
    for row in rows:
        assert parse_position(row["position"]).rules.target == 1000
        assert row["choice_value"][0] == row["value"] == max(row["choice_value"])
    monkeypatch.setattr(task_positions, "SEED", "another")
    other = [task_positions.digest_of(row) for row in task_positions.rows_of("farkle-1k", 5)]
    assert other != first[:5]
