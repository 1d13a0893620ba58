"""Load bars: every offered move is acknowledged; latencies beside an fsync probe of the same run."""

import contextlib
from pathlib import Path

import pytest
from bench.load import Report, run_load

from conftest import Bar, emptied
from server.processes import Process, serve


def complete(report: Report) -> bool:
    return report.acknowledged == report.offered and not report.refused and not report.errors


@pytest.mark.second_try("two hundred sockets at a given rate")
def test_l1_all_moves_are_acknowledged(tmp_path: Path, bar: Bar) -> None:
    """200 sockets, 100 moves a second; 500 and 250 for a minute, with their latency, in `make nightly`."""
    with serve(tmp_path) as process:
        report = run_load([process.url], games=100, rate=100, seconds=5)
    bar("L1", report, "all acknowledged, RSS 200 MB", complete(report) and report.resident < 200e6)


@pytest.mark.nightly
@pytest.mark.alone
def test_l1_for_a_minute(tmp_path: Path, bar: Bar) -> None:
    with serve(tmp_path) as process:
        report = run_load([process.url], games=250, rate=250, seconds=60)
    good = complete(report) and report.resident < 200e6 and report.p99 <= 100
    bar("L1 minute", report, "all acknowledged, p99 100 ms, RSS 200 MB", good)


@pytest.mark.nightly
@pytest.mark.alone
def test_l2_two_thousand_sockets(tmp_path: Path, bar: Bar) -> None:
    with serve(tmp_path) as process:
        report = run_load([process.url], games=1_000, rate=1_000, seconds=120)
    bar("L2", report, "all acknowledged, p99 100 ms", complete(report) and report.p99 <= 100)


@pytest.fixture
def database(postgres: str) -> str:
    return emptied(postgres)


@pytest.mark.second_try("two servers and a database at a given rate")
def test_l7_two_processes_on_postgres(database: str, bar: Bar) -> None:
    """Each game has one socket on either process, so every move crosses from one to the other."""
    with Process(database) as one, Process(database) as two:
        report = run_load([one.url, two.url], games=25, rate=50, seconds=4)
    bar("L7 short", report, "all acknowledged", complete(report))


def processor_time(report: Report) -> float:
    """Milliseconds of processor time a move, of all processes together."""
    return report.cpu * report.seconds * 10 / report.acknowledged


@pytest.mark.nightly
@pytest.mark.alone
def test_l7_at_full_load(database: str, bar: Bar) -> None:
    with Process(database) as one, Process(database) as two:
        report = run_load([one.url, two.url], games=1_000, rate=1_000, seconds=120)
    bar("L7", report, "all acknowledged, p99 250 ms", complete(report) and report.p99 <= 250)
    spent = processor_time(report)
    bar("L7 processor time", f"{spent:.2f} ms a move, two processes", "1.3 ms", spent <= 1.3)


def carried(url: str, processes: int, rate: float) -> float:
    """Milliseconds of processor time that a move takes in so many processes."""
    with contextlib.ExitStack() as stack:
        emptied(url)
        urls = [stack.enter_context(Process(url)).url for _ in range(processes)]
        report = run_load(urls, games=int(rate / 2.5), rate=rate, seconds=12)
    assert complete(report)
    return processor_time(report)


@pytest.mark.nightly
@pytest.mark.alone
def test_l7_four_processes_carry_three_times_what_one_carries(postgres: str, bar: Bar) -> None:
    """By processor time, for there may be fewer cores than processes; the players of a game are on two.

    Each process carries 250 moves a second, so that as many moves share a commit in each and what a process
    does beside the moves weighs the same.
    """
    one, four = carried(postgres, 1, 250), carried(postgres, 4, 1_000)
    text = f"{one:.2f} ms a move in one process, {four:.2f} ms in four: "
    bar("L7 four processes", f"{text}{4 * one / four:.1f} times as much", "3 times", 4 * one / four >= 3)
