"""The simulator: games a second with one and two threads, against the referee, and the environments."""

import time
from collections.abc import Callable

import numpy as np

from bench.peer_simulator import our_games, peer_games
from hotdice.arena import Match, simulate
from hotdice.arena.compiled_games import compiled_stretch
from hotdice.arena.playing import referee_stretch
from hotdice.envs.many import FarkleVectorEnv

Row = tuple[str, float, str]


def rate(work: Callable[[], int], times: int = 3) -> float:
    """The best of several rates: the one that was disturbed least."""
    found = []
    for _ in range(times):
        started = time.perf_counter()
        done = work()
        found.append(done / (time.perf_counter() - started))
    return max(found)


def simulated(sheet: str, bots: tuple[str, str], games: int, threads: int) -> float:
    """Games a second of a match that has been compiled before."""
    match = Match(sheet, bots, "bench")

    def work() -> int:
        return simulate(match, games, threads=threads).tally.games

    work()
    return rate(work)


def run() -> list[Row]:
    """Every figure with its name and unit."""
    rows: list[Row] = []
    plain = ("threshold:300", "threshold:300")
    for sheet in ("classic", "facebook"):
        for threads in (1, 2):
            name = f"{sheet}, two thresholds, {threads} thread{'s' * (threads > 1)}"
            rows.append((name, simulated(sheet, plain, 400_000, threads), "games/s"))
    for threads in (1, 2):
        name = (
            f"playmonster, two champions to 10,000, {threads} thread{'s' * (threads > 1)}, books worked out"
        )
        rows.append((name, simulated("playmonster", ("champion", "champion"), 200_000, threads), "games/s"))
    slow = referee_stretch(Match("classic", plain, "bench"))
    fast = compiled_stretch(Match("classic", plain, "bench"))
    by_referee = rate(lambda: slow(0, 60).games)
    by_machine = rate(lambda: fast(0, 60_000).games)
    rows.append(("classic, two thresholds, by the referee", by_referee, "games/s"))
    rows.append(("the same games, compiled to the referee, 1 thread", by_machine / by_referee, "times"))
    rows += compared()
    rows.append(("environment steps, 4,096 games at once", stepped(), "steps/s"))
    return rows


def compared() -> list[Row]:
    """Against the public simulator that can be installed, where it is."""
    peer = peer_games()
    if peer is None:
        return [("pyfarkle is not installed (pip install pyfarkle): no comparison", 0.0, "games/s")]
    referee, machine = our_games()
    theirs = rate(lambda: peer(30))
    return [
        ("pyfarkle 0.1, two Harrys to 10,000", theirs, "games/s"),
        ("our referee to pyfarkle, facebook, two threshold:800", rate(lambda: referee(30)) / theirs, "times"),
        ("our simulator to pyfarkle, 1 thread", rate(lambda: machine(100_000)) / theirs, "times"),
    ]


def stepped() -> float:
    """Steps a second of the vector environment with the lowest legal action."""
    games = FarkleVectorEnv(4096, opponents=["threshold:300"])
    seen, _ = games.reset(seed=1)
    actions = np.zeros(4096, np.int64)

    def work() -> int:
        nonlocal seen, actions
        for _ in range(50):
            actions = seen["action_mask"].argmax(axis=1)
            seen, *_ = games.step(actions)
        return 50 * 4096

    work()
    found = rate(work)
    games.close()
    return found
