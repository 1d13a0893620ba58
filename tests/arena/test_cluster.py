"""On a cluster the counts are the same, bit for bit, also when a worker dies in the middle."""

import os
import signal
import subprocess
import sys
import threading
from typing import Any

import distributed
import pytest

from hotdice.arena import Match, Seating, simulate
from hotdice.arena.cluster import Cluster, simulate_on_cluster

LocalCluster: Any = distributed.LocalCluster  # dask has no types
MATCH = Match("kcd", ("threshold:300", "greedy"), "cluster", Seating.DUPLICATE)


def test_the_same_counts_as_here() -> None:
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as local:
        far = simulate_on_cluster(MATCH, 500_000, local.scheduler_address)
    assert far.tally == simulate(MATCH, 500_000).tally


@pytest.mark.nightly
def test_a_killed_worker_loses_nothing() -> None:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        victim = next(iter(local.workers.values())).pid
        killed = threading.Event()

        def kill(done: int, games: int) -> None:
            if not killed.is_set() and done >= games // 5:
                os.kill(victim, signal.SIGKILL)
                killed.set()

        far = simulate_on_cluster(MATCH, 10_000_000, local.scheduler_address, progress=kill)
        assert killed.is_set()
    assert far.tally == simulate(MATCH, 10_000_000).tally


def test_nobody_answers() -> None:
    with pytest.raises(ValueError, match="no cluster answers"):
        Cluster("tcp://127.0.0.1:9", seconds=0.5)


def test_the_command_says_so() -> None:
    command = [
        sys.executable,
        "-m",
        "hotdice",
        "simulate",
        "kcd",
        "--players",
        "greedy,greedy",
        "--games",
        "10",
    ]
    found = subprocess.run(
        [*command, "--cluster", "nonsense://x"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert "Traceback" not in found.stderr
