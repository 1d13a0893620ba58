"""Where the time of races on a graphics processor goes, and how forms of the kernel compare.

python -m scripts.gpu_profile [SECONDS]

First the same turns of four (to 3,000) and three in each form of the kernel, then whole solves by parts; what
would begin after so many seconds (120 unless said) is left out.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from hotdice.odds import race_gpu, race_levels
from hotdice.odds.many import first_margin, many_turns, solve_many
from hotdice.odds.race_levels import States
from hotdice.odds.race_source import SOURCE
from hotdice.rules import load

_HELD = (
    (
        "                if (two.y < 0) {\n"
        "                    double weight = chances[chance++];\n"
        "                    sum[0] += weight * best;\n"
        "                    for (int k = 1; k < PLAYERS; k++) sum[k] += weight * value[pick + k * LANES];\n"
        "                }\n",
        "                if (two.y < 0) {\n"
        "                    for (int k = 0; k < PLAYERS; k++) sum[k] += held * tag[k];\n"
        "                    held = chances[chance++];\n"
        "                    tag[0] = best;\n"
        "                    for (int k = 1; k < PLAYERS; k++) tag[k] = value[pick + k * LANES];\n"
        "                }\n",
    ),
    (
        "            for (int k = 0; k < PLAYERS; k++) sum[k] = 0.0;\n",
        "            double held = 0.0, tag[PLAYERS];\n"
        "            for (int k = 0; k < PLAYERS; k++) sum[k] = tag[k] = 0.0;\n",
    ),
    (
        "            for (int k = 0; k < PLAYERS; k++) sums[s * ENTRY + k * LANES] = sum[k];\n",
        "            for (int k = 0; k < PLAYERS; k++)\n"
        "                sums[s * ENTRY + k * LANES] = sum[k] + held * tag[k];\n",
    ),
)
"""Sums that wait for the next class, so that what they read has time to come."""

FORMS: dict[str, tuple[int, tuple[tuple[str, str], ...]]] = {
    "32 groups": (32, ()),
    "24 groups": (24, ()),
    "16 groups": (16, ()),
    "24 groups, held": (24, _HELD),
    "16 groups, held": (16, _HELD),
    "32 groups, held": (32, _HELD),
}


def in_form(name: str) -> None:
    """Let kernels that are made from now on have this form."""
    groups, changes = FORMS[name]
    source = SOURCE
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    vars(race_gpu).update(GROUPS=groups, SOURCE=source)


def one_level(turns: Any, share: float) -> tuple[Any, Any, Any]:
    """A table, and the places and seats of all states of one sum."""
    xp, places = turns.xp, turns.places
    shape = (turns.rotations, turns.players - 1, *(places.count,) * turns.players)
    values = xp.full(shape, 1.0 / turns.players)
    states = States(places, turns.players, turns.rotations, xp)
    seats = states.seats(states.at(int(share * turns.players * places.totals)))
    return values, xp.zeros(seats.shape[1], np.int64), seats


def forms(target: int, players: int) -> None:
    """The turns of some levels in each form of the kernel."""
    import cupy

    rules = load("classic", [f"target={target}"])
    turns = many_turns(rules, players, first_margin(rules, players), gpu=True)
    batches = [one_level(turns, share) for share in (0.3, 0.5, 0.7)]
    first = None
    for name in FORMS:
        in_form(name)
        fresh = race_gpu.GpuTurns(
            rules, players, turns.places, turns.solver, turns.endings, turns.margin, turns.favour
        )
        found = [fresh.found(*batch, players) for batch in batches]
        cupy.cuda.Device().synchronize()
        times = []
        for batch in batches:
            begun = time.perf_counter()
            fresh.found(*batch, players)
            cupy.cuda.Device().synchronize()
            times.append(1e6 * (time.perf_counter() - begun) / batch[2].shape[1])
        first = found if first is None else first
        apart = max(float(abs(a - b).max()) for a, b in zip(first, found, strict=True))
        kernel, text = fresh.kernel, ", ".join(f"{each:.4f}" for each in times)
        print(
            f"{players} to {target}, {name}: {text} microseconds a turn; "
            f"{kernel.lanes} lanes, {kernel.shared(kernel.lanes)} bytes, differs by {apart:.1e}",
            flush=True,
        )
    in_form("32 groups")


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
    """Compare forms, then look at whole solves, while there is time."""
    until = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 120.0)
    jobs: list[Callable[[], None]] = [
        lambda: forms(3000, 4),
        lambda: forms(10000, 3),
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
