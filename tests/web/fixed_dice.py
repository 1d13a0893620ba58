"""A table whose dice are known: its seeds are fixed when it is set up, then a real server plays on it."""

import asyncio
import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hotdice.match import lobby as lobbies
from hotdice.match.guests import Guests
from hotdice.match.hosting import Host
from hotdice.match.lobby import Lobby, Seated, Wish
from hotdice.match.store import open_store
from hotdice.match.table_commands import GiveSeed
from hotdice.match.telling import ticket_of
from hotdice.match.wire import Accepted, AnyAnswer, Do

MATCH = "the-same-dice-every-time"


def set_up(path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, bots: tuple[str, ...]) -> dict[str, str]:
    """Set up the table in a new database; what the page of its owner remembers."""
    names = itertools.chain([MATCH], (f"id-{number}" for number in itertools.count()))
    monkeypatch.setattr(lobbies, "new_server_seed", lambda: bytes(range(32)))
    monkeypatch.setattr(lobbies, "new_id", lambda: next(names))

    taken: list[AnyAnswer] = []

    async def body() -> dict[str, str]:
        store = open_store(str(path))
        host = Host(store)
        try:
            arrived = await Guests(store, host.clock).arrive("Ann")
            assert arrived is not None
            wish = Wish(rules=rules, seats=1 + len(bots), bots=bots)
            seated = await Lobby(host).open(arrived.person, wish)
            assert isinstance(seated, Seated)
            ticket = ticket_of(await host.hosted(MATCH), seated.token)
            await host.do(MATCH, ticket, Do("the-seed-of-ann-is-known", GiveSeed("5eed" * 8)), taken.append)
            assert isinstance(taken[0], Accepted)
        finally:
            await host.close()
            store.close()
        return {"id": arrived.person.id, "key": arrived.key, "token": seated.token}

    with ThreadPoolExecutor(1) as pool:  # the browser has a loop of its own in this thread
        found = pool.submit(lambda: asyncio.run(body())).result()
    monkeypatch.undo()
    return found
