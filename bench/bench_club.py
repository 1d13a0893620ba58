"""The lists of a day with ten thousand results, over HTTP, on SQLite and on PostgreSQL."""

import random
import tempfile
import time
from collections.abc import Iterator

from bench.bench_load import Row, postgres, server
from hotdice.client import HttpClient
from hotdice.match.store import Person, open_store
from hotdice.match.store.club import DayGame

RESULTS = 10_000
DAY = "2026-11-16"
TRIES = 30


def fill(where: str, day: str, results: int) -> None:
    """Results of a day, written by the store's own hand."""
    store, chance = open_store(where), random.Random(7)
    done = []
    for number in range(results):
        name = f"person{number:06}"
        game = DayGame(day, name, "", 0, ended=False, points=None, gave=None)
        store.add_person(Person(id=name, name=f"N{number}", created=0), [])
        store.club.begin(day, name, "", 0)
        store.club.move(game, "", 1, ended=True, now=0)
        points, gave = 50 * chance.randrange(200), chance.randrange(2000)
        done.append(store.club.count(game, points, gave, [("p", "bank")]))
        if number % 50 == 49:  # small commits: a busy machine must not take long for one
            done[-1].result(60)
    assert all(one.result(60) for one in done)
    store.close()


def lists_of(url: str, tries: int = TRIES) -> tuple[dict[str, object], float]:
    """Both lists of the day, and the best time that they took, in milliseconds."""
    client, times = HttpClient(url), []
    for _ in range(tries):
        begun = time.perf_counter()
        found = client.get(f"/api/daily/{DAY}/lists")
        times.append(time.perf_counter() - begun)
    assert found["people"] == RESULTS
    return found, 1000 * min(times)


def run() -> Iterator[Row]:
    """Both lists, best of 30."""
    with tempfile.TemporaryDirectory() as folder:
        fill(f"{folder}/games.db", DAY, RESULTS)
        with server(f"{folder}/games.db") as url:
            yield f"both lists of {RESULTS:,} results, SQLite", lists_of(url)[1], "ms"
        with postgres(folder) as db:
            fill(db, DAY, RESULTS)
            with server(db) as url:
                yield f"both lists of {RESULTS:,} results, PostgreSQL", lists_of(url)[1], "ms"
