"""Compare the batch form on a graphics processor with the compiled kernel: `python -m scripts.batch_check`.

Prints the device's library, the largest differences on a whole race and on one large batch of turns, and the
times. Ends with 1 where a difference is 1e-9 or more.
"""

import sys
import time

import numpy as np

from hotdice.odds.batch import Engine, find_engine
from hotdice.odds.lanes import TurnSolver
from hotdice.odds.plan import roll_plan
from hotdice.odds.race import solve_race
from hotdice.rules import load


def main() -> None:
    """Compare and print."""
    engine = find_engine()
    print(f"library: {engine.name}")
    worst = 0.0
    for name, target in (("playmonster", 2000), ("busche-neller", 3000)):
        rules = load(name, [f"target={target}"])
        start = time.perf_counter()
        batch = solve_race(rules, engine=engine)
        seconds = time.perf_counter() - start
        plain = solve_race(rules)
        difference = float(np.abs(batch.values - plain.values).max())
        worst = max(worst, difference)
        print(
            f"{name} to {target}: {seconds:.2f} s, kernel {plain.seconds:.2f} s, difference {difference:.1e}"
        )
    worst = max(worst, large_batch(engine, lanes=100_000))
    sys.exit(worst >= 1e-9)


def large_batch(engine: Engine, *, lanes: int) -> float:
    """Very many turns of random worth at once."""
    rows = 240
    plan = roll_plan(load("playmonster"))
    maker = np.random.default_rng(7)
    bank = np.sort(maker.random((rows, lanes)), axis=0)
    farkle, start = maker.random(lanes) * 0.5, np.zeros(lanes, np.int64)
    results = []
    for solver in (TurnSolver(plan, forced=False, engine=engine), TurnSolver(plan, forced=False)):
        solver.solve(bank[:, :64], farkle[:64], start[:64])  # compile and warm up
        begun = time.perf_counter()
        results.append(solver.solve(bank, farkle, start))
        seconds = time.perf_counter() - begun
        label = engine.name if solver.engine is not None else "kernel on this processor"
        print(f"{lanes:,} turns of {rows} rows on {label}: {seconds:.2f} s")
    difference = float(np.abs(results[0] - results[1]).max())
    print(f"largest difference {difference:.1e}")
    return difference


if __name__ == "__main__":
    main()
