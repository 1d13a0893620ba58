"""Positions with exact values as Parquet: `python -m scripts.task_positions TASK [--n N] [--jobs N]`.

One position comes from each game, so a split by position is a split by game: every tenth game is for testing.
`TASK-train.parquet` and `TASK-test.parquet` have the columns game, position (text), value, keep, action and
choice_value (lists, best choice first). The games are played by the vector environment against itself: each
seat stops at a total of its own that is drawn for the game, likes dice left more or less, and now and then
does anything that is legal. The SHA-256 of the rows is printed, values rounded to six digits, since the last
bits of a sum may differ between processors: the same command makes the same rows on every machine.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hotdice.arena.course import PHASE, PLACE
from hotdice.arena.tasks import Task, task
from hotdice.envs.many import FarkleVectorEnv
from hotdice.envs.many_regrets import state_of
from hotdice.envs.views_kernel import AGENT, Games
from hotdice.game import print_position
from hotdice.players.exact_bots import Champion, champion

SEED = "benchmark 1"
EVERY = 10
CHUNK = 10_000
ERRS = 0.1


def chosen(of: Task, first: int, count: int) -> Games:
    """One decision of each of so many games, each of a game's as likely as the others."""
    env = FarkleVectorEnv(count, of.rules, ["self"] * (of.players - 1))
    seats = of.players
    seen, _ = env.reset(options={"dice": f"{SEED} {of.name} {first}"})
    random = np.random.Generator(np.random.PCG64([len(of.name), first]))
    stop_at = random.integers(4, 13, (count, seats)) * 50
    worth = random.integers(0, 101, (count, seats))
    games = env._games  # the course itself: a position is more than an observation shows
    found = Games(games.now.copy(), games.seats.copy(), games.faces.copy())
    rows, live, met = np.arange(count), np.ones(count, bool), 0
    while live.any():
        met += 1
        take = live & (random.integers(0, met, count) == 0)
        found.now[take], found.seats[take] = games.now[take], games.seats[take]
        found.faces[take] = games.faces[take]
        mask = seen["action_mask"]
        points, left = env.outcomes()
        who = games.now[:, AGENT]
        total = seen["turn_total"] + points
        enough = total >= stop_at[rows, who][:, None]
        liked = total + worth[rows, who][:, None] * left + 0.0
        liked += np.where(enough == (np.arange(mask.shape[1]) % 2 == 1), 10_000, 0)
        liked[random.random(count) < ERRS] = 0
        liked += random.integers(0, 50, mask.shape)
        seen, _, over, cut, _ = env.step(np.where(mask == 1, liked, -1).argmax(axis=1))
        live &= ~(over | cut)
    env.close()
    return found


def rows_of(name: str, count: int, jobs: int = 1) -> Iterator[dict[str, Any]]:
    """The rows of a task, in the order of their games; so many processes play them and value what is met."""
    judge_of(task(name))
    rows: list[dict[str, Any]] = [{}] * count
    # Processes that are forked would inherit the vector's threads and wait for them for ever.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        share = pool.map if jobs > 1 else map
        # Always whole chunks, so that a small size begins a greater one.
        parts = share(chosen_of, repeat(name), range(0, count, CHUNK))
        games = Games(*(np.concatenate(fields)[:count] for fields in zip(*parts, strict=True)))
        # Turns that begin alike one after the other: each is solved once.
        starts = [games.now[:, [PHASE, PLACE]].T, games.seats.reshape(count, -1).T]
        some = np.array_split(np.lexsort(np.concatenate(starts)), jobs)
        taken = [Games(games.now[at], games.seats[at], games.faces[at]) for at in some]
        for part in share(valued, repeat(name), some, taken):
            for row in part:
                rows[row["game"]] = row
    yield from rows


def chosen_of(name: str, first: int) -> Games:
    """The positions of a chunk of games."""
    return chosen(task(name), first, CHUNK)


def judge_of(of: Task) -> Champion:
    """Who knows the exact values of a task."""
    judge = champion()
    judge.book(of.rules)
    if of.players > 2 and judge.trio_book(of.rules, of.players) is None:
        raise SystemExit(f"exact values for three need their table: hotdice solve {of.sheet} --players 3")
    return judge


def valued(name: str, numbers: npt.NDArray[np.int64], games: Games) -> list[dict[str, Any]]:
    """The rows of some games of these numbers."""
    rules, rows = task(name).rules, list[dict[str, Any]]()
    judge = judge_of(task(name))
    for at, number in enumerate(numbers.tolist()):
        state = state_of(rules, games, at)
        choices = judge.values(state)
        rows.append(
            {
                "game": number,
                "position": print_position(state),
                "value": choices[0].value,
                "keep": [choice.option.keep if choice.option else None for choice in choices],
                "action": [choice.then for choice in choices],
                "choice_value": [choice.value for choice in choices],
            }
        )
    return rows


def digest_of(row: dict[str, Any]) -> bytes:
    """A row as it is hashed: the position and the values of its choices in the order of their names."""
    choices = sorted(
        (keep or "", action, f"{value:.6f}")
        for keep, action, value in zip(row["keep"], row["action"], row["choice_value"], strict=True)
    )
    return json.dumps([row["game"], row["position"], choices]).encode()


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description="Write the positions of a task as Parquet.")
    parser.add_argument("task")
    parser.add_argument("--n", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, default=Path("build/positions"))
    parser.add_argument("--jobs", type=int, default=1, help="processes that work out the values")
    given = parser.parse_args()
    import pyarrow
    from pyarrow import parquet

    given.folder.mkdir(parents=True, exist_ok=True)
    parts: dict[str, list[dict[str, Any]]] = {"train": [], "test": []}
    digests = {name: hashlib.sha256() for name in parts}
    writers: dict[str, Any] = {}
    began = time.monotonic()

    def flush(name: str) -> None:
        table = pyarrow.Table.from_pylist(parts[name])
        if name not in writers:
            file = given.folder / f"{given.task}-{name}.parquet"
            writers[name] = parquet.ParquetWriter(file, table.schema)
        writers[name].write_table(table)
        parts[name].clear()

    for row in rows_of(given.task, given.n, given.jobs):
        name = "test" if row["game"] % EVERY == 0 else "train"
        parts[name].append(row)
        digests[name].update(digest_of(row))
        if len(parts[name]) == CHUNK:
            flush(name)
    for name, rest in parts.items():
        if rest:
            flush(name)
        if name in writers:
            writers[name].close()
        print(f"{given.task}-{name}.parquet  sha256 of the rows {digests[name].hexdigest()}")
    print(f"{given.n:,} positions in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
