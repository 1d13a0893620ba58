"""F12: databases of every schema that was released open, migrate and replay to the same end.

The files are dumps made by `python -m match.test_upgrades` with the version of their time; they are never
made anew.
"""

import asyncio
import sqlite3
import sys
from pathlib import Path

import pytest

from conftest import Bar
from hotdice.game import parse_record
from hotdice.match import table_commands as c
from hotdice.match.facts import LOG_VERSION
from hotdice.match.fair import seal_of
from hotdice.match.fair_record import FairHeader, derive_fair
from hotdice.match.store.migrations import migrations, statements
from match.hosts import House, play

FIXTURES = Path(__file__).parent / "fixtures"
KNOWN = sorted(FIXTURES.glob("*.sql"))
FIRST_LOGS = ("schema-0002", "schema-0003", "schema-0004")


@pytest.mark.parametrize("file", KNOWN, ids=lambda file: file.stem)
def test_f12_a_database_of_an_older_schema_replays(file: Path, tmp_path: Path, bar: Bar) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path)
    connection.executescript(file.read_text("utf-8"))
    connection.close()

    async def body() -> int:
        house = House(path)
        try:
            assert list(house.store.damaged()) == []
            finished = 0
            for summary in house.store.matches("over"):
                text = await house.lobby.record(summary.match)
                assert isinstance(text, str)
                record = parse_record(text)
                assert derive_fair(record).holds
                header = FairHeader.parse(record.dice)
                assert header.order_faults() == ()
                # Logs of the first version do not tell when their seeds came.
                assert (header.order is None) == (file.stem in FIRST_LOGS)
                assert record.state().over
                finished += 1
            for summary in house.store.matches("playing"):
                assert (await house.host.hosted(summary.match)).table is not None
            return finished
        finally:
            await house.close()

    finished = asyncio.run(body())
    bar(f"F12 {file.stem}", f"{finished} finished games replay and verify", "all", finished > 0)


def test_there_is_a_dump_of_the_schema_in_use() -> None:
    assert f"schema-{migrations('sqlite')[-1][0]:04d}" in [file.stem for file in KNOWN]


def test_a_half_migrated_database_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path)
    number, sql = migrations("sqlite")[0]
    for statement in statements(sql):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {number}")
    connection.close()
    house = House(path)
    assert house.store.setting("admin") is None
    asyncio.run(house.close())


async def write_dump(folder: Path) -> None:
    """A finished game and one that goes on, as SQL."""
    path = folder / "dump.db"
    house = House(path)
    party = await house.table("Ann", "Bob", rules='{"base":"classic","target":1500}')
    seeds = ["5e" * 32, "ed" * 32]
    for place, seed in enumerate(seeds):
        await party.accepted(place, c.SealSeed(seal_of(seed)))
    for place, seed in enumerate(seeds):
        await party.accepted(place, c.GiveSeed(seed))
    await party.accepted(0, c.Begin())
    while (await party.game()).mover == 0:
        await party.accepted(0, play((await party.game(0)).legal[-1]))
    house.clock.ahead += 60_000
    await party.accepted(0, c.Skip())
    await party.play_out()
    other = await house.table("Cid", "Dee", rules="playmonster")
    await other.accepted(0, c.Begin())
    await other.play_out(6)
    await house.close()
    connection = sqlite3.connect(path)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    lines = [*connection.iterdump(), f"PRAGMA user_version = {version};"]
    connection.close()
    for name in (f"schema-{version:04d}.sql", f"log-{LOG_VERSION:04d}.sql"):
        if not (FIXTURES / name).exists():
            (FIXTURES / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(write_dump(Path(sys.argv[1])))
