"""Load bars: every offered move is acknowledged; latencies beside an fsync probe of the same run."""

from pathlib import Path

import psycopg
import pytest
from bench.load import Report, run_load

from conftest import Bar
from server.processes import Process, serve


def complete(report: Report) -> bool:
    return report.acknowledged == report.offered and not report.refused and not report.errors


def test_l1_all_moves_are_acknowledged(tmp_path: Path, bar: Bar) -> None:
    """500 sockets, 250 moves a second; fifteen seconds here, a minute with its latency in `make nightly`."""
    with serve(tmp_path) as process:
        report = run_load([process.url], games=250, rate=250, seconds=15)
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
    bar("L2", report, "all acknowledged, p99 150 ms", complete(report) and report.p99 <= 150)


@pytest.fixture
def emptied(postgres: str) -> str:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres


def test_l7_two_processes_on_postgres(emptied: str, bar: Bar) -> None:
    """Each game has one socket on either process, so every move crosses from one to the other."""
    with Process(emptied) as one, Process(emptied) as two:
        report = run_load([one.url, two.url], games=25, rate=50, seconds=8)
    bar("L7 short", report, "all acknowledged", complete(report))


@pytest.mark.nightly
@pytest.mark.alone
def test_l7_at_full_load(emptied: str, bar: Bar) -> None:
    with Process(emptied) as one, Process(emptied) as two:
        report = run_load([one.url, two.url], games=1_000, rate=1_000, seconds=120)
    bar("L7", report, "all acknowledged, p99 250 ms", complete(report) and report.p99 <= 250)
