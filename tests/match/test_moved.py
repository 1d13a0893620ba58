"""A command that arrives while its match goes over to another process."""

import asyncio
from pathlib import Path

from hotdice.match import wire
from hotdice.match.hosted import Elsewhere
from hotdice.match.hosting import Host
from hotdice.match.store import open_store
from hotdice.match.table_commands import Begin


class Others:
    """Leases of a process that owns nothing any more."""

    async def take(self, match: str) -> str:
        raise Elsewhere(match)

    def fresh(self) -> str:
        return "nobody"

    async def certain(self) -> None:
        return None


def test_a_command_for_a_match_that_has_moved_is_left_to_its_sender(tmp_path: Path) -> None:
    """It has been told to come back, and asks the new owner with the same id: no answer here, no fault."""
    store = open_store(str(tmp_path / "games.db"))
    answers: list[wire.AnyAnswer] = []

    async def body() -> None:
        host = Host(store, leases=Others())
        command = wire.Do("command-00000000000000000001", Begin(), 1)
        await host.do("0123456789abcdef01234567", "", command, answers.append)
        await host.close()

    asyncio.run(body())
    store.close()
    assert answers == []
