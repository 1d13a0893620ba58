"""Who is there: told at once, after a reload not at all, and a face that everybody sees."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from hotdice.match import hosting
from hotdice.match import table_commands as c
from match.hosts import House


def in_house(path: Path, body: Callable[[House], Awaitable[None]]) -> None:
    async def live() -> None:
        house = House(path / "games.db")
        try:
            await body(house)
        finally:
            await house.close()

    asyncio.run(live())


def test_who_comes_is_there_at_once_and_who_goes_is_away_within_seconds(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        ear, welcome = await party.listen(0)
        assert [chair.online for chair in welcome.view.chairs] == [True, False]
        bob, _ = await party.listen(1)
        update = ear.updates[-1]
        assert [chair.online for chair in update.view.chairs] == [True, True]
        assert update.news == (), "it is no fact of the game"
        assert update.seq == welcome.seq
        told = len(ear.updates)
        house.host.leave(party.match, bob)
        again, _ = await party.listen(1)  # a reload
        await asyncio.sleep(hosting.GONE_SECONDS + 0.3)
        assert len(ear.updates) == told, "nobody hears of a reload"
        house.host.leave(party.match, again)
        assert len(ear.updates) == told
        async with asyncio.timeout(60):
            while len(ear.updates) == told:
                await asyncio.sleep(0.05)
        assert [chair.online for chair in ear.updates[-1].view.chairs] == [True, False]

    in_house(tmp_path, body)


def test_a_face_is_worn_by_its_own_seat_and_stays(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.accepted(1, c.Wear("otter-3"))
        await party.refused(1, c.Wear("otter-3"), "no_change")
        await party.refused(None, c.Wear("bear-1"), "not_seated")
        assert [chair.face for chair in (await party.view()).chairs] == ["", "otter-3"]
        await party.accepted(0, c.Begin())
        await party.accepted(0, c.Wear("bear-1"))
        await house.host.close()
        house.host = type(house.host)(house.store, house.clock)
        assert [chair.face for chair in (await party.view()).chairs] == ["bear-1", "otter-3"]

    in_house(tmp_path, body)
