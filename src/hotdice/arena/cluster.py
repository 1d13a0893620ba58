"""The same games on many machines, by dask.distributed. A worker that dies loses nothing but time."""

import time
from types import TracebackType
from typing import Any

from hotdice.arena.match import Match
from hotdice.arena.playing import Stretch, stretch_of
from hotdice.arena.simulator import STRETCH, Progress, Simulation, add_up, stretches
from hotdice.arena.tally import Tally

REMOTE_STRETCH = 10 * STRETCH
RETRIES = 20
"""How often a piece of work is tried again when the worker that had it goes away."""
_PLAYS: dict[Match, Stretch] = {}


def play_remotely(match: Match, first: int, last: int) -> dict[str, Any]:
    """What a worker does: a stretch of a match, as plain numbers.

    >>> play_remotely(Match("classic", ("cautious", "greedy")), 0, 100)["games"]
    100
    """
    if match not in _PLAYS:
        _PLAYS.clear()
        _PLAYS[match] = stretch_of(match)[0]
    return _PLAYS[match](first, last).to_plain()


class Cluster:
    """A connection to a scheduler such as `tcp://host:8786`.

    Raises:
        ImportError: distributed is not installed.
        ValueError: nobody answers at that address.
    """

    def __init__(self, address: str, seconds: float = 10) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise ImportError("a cluster needs dask: pip install 'hotdice[cluster]'") from None
        try:
            connect: Any = Client  # dask has no types
            self._client = connect(address, timeout=seconds)
        except (OSError, ValueError, TimeoutError) as error:
            raise ValueError(f"no cluster answers at {address}: {error}") from None

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    @property
    def workers(self) -> int:
        """How many threads the cluster has now, at least one."""
        return max(1, int(sum(self._client.nthreads().values())))

    def stretch(self, match: Match) -> Stretch:
        """Plays stretches of a match on the cluster."""

        def play(first: int, last: int) -> Tally:
            work = self._client.submit(play_remotely, match, first, last, pure=False, retries=RETRIES)
            try:
                return Tally.from_plain(work.result())
            finally:
                work.release()

        return play


def simulate_on_cluster(
    match: Match, games: int, address: str, *, progress: Progress | None = None
) -> Simulation:
    """As `simulate`, on a cluster; the counts are the same, bit for bit.

    Raises:
        ImportError: distributed is not installed.
        ValueError: no cluster answers, or the match is none.
    """
    games = match.whole(games)
    _, compiled = stretch_of(match)
    with Cluster(address) as cluster:
        started = time.perf_counter()
        tally = add_up(
            cluster.stretch(match),
            len(match.bots),
            stretches(games, match.whole(REMOTE_STRETCH if compiled else 200)),
            workers=2 * cluster.workers,
            progress=None if progress is None else lambda done: progress(done, games),
        )
    return Simulation(match, tally, time.perf_counter() - started, compiled)
