"""Where the time of races on a graphics processor goes.

python -m scripts.gpu_profile [SECONDS]

Whole solves of three and four, plainly and by parts; what would begin after so many seconds (120 unless said)
is left out.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from hotdice.odds import race_gpu, race_levels
from hotdice.odds.many import solve_many
from hotdice.odds.race_levels import States
from hotdice.rules import load


class Clock:
    """Adds up the seconds that functions take, the device waited for."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.calls: dict[str, int] = {}
        self._kept: list[tuple[Any, str, Any]] = []

    def watch(self, owner: Any, name: str) -> None:
        """Time every call of a function from now on."""
        import cupy

        plain: Callable[..., Any] = getattr(owner, name)
        self._kept.append((owner, name, plain))

        def timed(*args: Any, **more: Any) -> Any:
            cupy.cuda.Device().synchronize()
            begun = time.perf_counter()
            found = plain(*args, **more)
            cupy.cuda.Device().synchronize()
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begun
            self.calls[name] = self.calls.get(name, 0) + 1
            return found

        setattr(owner, name, timed)

    def stop(self) -> None:
        """Put the functions back."""
        for owner, name, plain in self._kept:
            setattr(owner, name, plain)


def whole(target: int, players: int, *, by_parts: bool) -> None:
    """A whole solve, plainly or with the times of its parts (one within another counts in both)."""
    from hotdice.odds import many

    clock = Clock()
    if by_parts:
        clock.watch(race_gpu.RaceKernel, "launch")
        clock.watch(race_gpu, "endings_on_gpu")
        clock.watch(race_gpu, "needed_numbers")
        for name in ("at", "guess", "seats", "turned", "get", "put"):
            clock.watch(States, name)
        for name in ("_best_play", "_closed", "_mix", "_balance"):
            clock.watch(race_levels, name)
        clock.watch(many, "nobody_rolls_on")
    begun = time.perf_counter()
    race = solve_many(load("classic", [f"target={target}"]), players, gpu=True)
    took = time.perf_counter() - begun
    clock.stop()
    print(f"{players} to {target}: {took:.2f} s, {race.states:,} states, {race.report}, {race.seats}")
    for name, seconds in sorted(clock.seconds.items(), key=lambda item: -item[1]):
        print(f"    {name:<16} {seconds:8.2f} s in {clock.calls[name]:,} calls")
    sys.stdout.flush()


def main() -> None:
    """Look at whole solves, while there is time."""
    until = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 120.0)
    jobs: list[Callable[[], None]] = [
        lambda: whole(2000, 4, by_parts=False),  # the first solve also compiles CuPy's own kernels
        lambda: whole(2000, 4, by_parts=True),
        lambda: whole(3000, 4, by_parts=False),
        lambda: whole(3000, 4, by_parts=True),
        lambda: whole(10000, 3, by_parts=False),
        lambda: whole(10000, 3, by_parts=True),
    ]
    begun = time.monotonic()
    for job in jobs:
        if time.monotonic() < until:
            job()
            print(f"-- {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
