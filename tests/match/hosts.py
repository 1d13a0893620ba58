"""A host on a real SQLite file, people who sit at its tables, and ears that hear all that is sent."""

import asyncio
import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from hotdice.game import Refusal
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.facts import Clock, Options
from hotdice.match.guests import Guests
from hotdice.match.hosting import Host
from hotdice.match.kinds import KINDS
from hotdice.match.lobby import Lobby, Seated, Wish
from hotdice.match.messages import View
from hotdice.match.store import Person, open_store
from hotdice.match.telling import ticket_of
from hotdice.match.times import ServerClock

_IDS = itertools.count(1)


def command_id() -> str:
    """An id that no other process uses: some tests go on with the database of one that died."""
    return f"command-{os.getpid()}-{next(_IDS):012d}"


class Hands(ServerClock):
    """A clock whose hands a test moves."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0

    def now(self) -> int:
        return super().now() + self.ahead


class Ear:
    """Hears what is sent to one connection."""

    def __init__(self) -> None:
        self.ticket = ""
        self.heard: list[bytes] = []
        self.dropped: tuple[int, str] | None = None

    def push(self, message: bytes) -> None:
        self.heard.append(message)

    def drop(self, code: int, reason: str) -> None:
        self.dropped = (code, reason)

    @property
    def sequences(self) -> list[int]:
        return [line.seq for message in self.updates for line in message.news]

    @property
    def updates(self) -> list[wire.Update]:
        found = [wire.decode_from_server(message) for message in self.heard]
        return [message for message in found if isinstance(message, wire.Update)]


class House:
    """A server without a network."""

    def __init__(
        self,
        path: Path,
        *,
        pause: float = 0,
        clock: Hands | None = None,
        reached: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.path = path
        self.store = open_store(str(path))
        self.clock = clock or Hands()
        self.host = Host(self.store, self.clock, bot_pause=pause, reached=reached)
        self.lobby = Lobby(self.host)
        self.guests = Guests(self.store, self.clock)

    async def close(self) -> None:
        await self.host.close()
        self.store.close()

    async def person(self, name: str) -> Person:
        arrived = await self.guests.arrive(name)
        assert arrived is not None
        return arrived.person

    async def table(self, *names: str, bots: tuple[str, ...] = (), **wish: Any) -> "Party":
        """A table at which these people sit; the first one owns it."""
        people = [await self.person(name) for name in names]
        clock, options = wish.pop("clock", Clock()), wish.pop("options", Options())
        wished = Wish(
            rules=wish.pop("rules", "classic"),
            seats=wish.pop("seats", len(names) + len(bots)),
            clock=clock,
            options=options,
            bots=bots,
            **wish,
        )
        opened = await self.lobby.open(people[0], wished)
        assert isinstance(opened, Seated), opened
        seated = [opened]
        for person in people[1:]:
            joined = await self.lobby.join(opened.match, person, invite=opened.invite)
            assert isinstance(joined, Seated), joined
            seated.append(joined)
        return Party(self, people, seated)


class Party:
    """The people at one table, and what they do."""

    def __init__(self, house: House, people: list[Person], seated: list[Seated]) -> None:
        self.house = house
        self.people = people
        self.seated = seated
        self.match = seated[0].match

    async def ticket(self, place: int) -> str:
        hosted = await self.house.host.hosted(self.match)
        return ticket_of(hosted, self.seated[place].token)

    async def length(self) -> int:
        return (await self.house.host.hosted(self.match)).length

    async def do(
        self, place: int | None, command: c.AnyTableCommand, *, expected: int | None = None, name: str = ""
    ) -> wire.AnyAnswer:
        """What a command of this person is answered."""
        answers: list[wire.AnyAnswer] = []
        message = wire.Do(name or command_id(), command, expected)
        ticket = "" if place is None else await self.ticket(place)
        await self.house.host.do(self.match, ticket, message, answers.append)
        assert len(answers) == 1, "every command has exactly one answer"
        return answers[0]

    async def accepted(self, place: int, command: c.AnyTableCommand) -> wire.Accepted:
        answer = await self.do(place, command)
        assert isinstance(answer, wire.Accepted), answer
        return answer

    async def refused(self, place: int | None, command: c.AnyTableCommand, code: str) -> None:
        length, name = await self.length(), command_id()
        answer = await self.do(place, command, name=name)
        assert isinstance(answer, wire.Refused), answer
        assert answer.code == code, answer
        added = self.house.store.since(self.match, length)  # perhaps what a bot did meanwhile
        assert name not in [event.command for event in added], "a refused command changes nothing"

    async def view(self, place: int | None = None) -> wire.TableView:
        hosted = await self.house.host.hosted(self.match)
        return self.house.host.view(hosted, "" if place is None else await self.ticket(place))

    async def game(self, place: int | None = None) -> View:
        view: View = KINDS["farkle"].read_view((await self.view(place)).game)
        return view

    async def listen(self, place: int | None = None, since: int | None = None) -> tuple[Ear, wire.Welcome]:
        ear = Ear()
        token = "" if place is None else self.seated[place].token
        return ear, await self.house.host.listen(self.match, token, since, ear)

    async def play_out(self, most: int = 100_000) -> wire.TableView:
        """Everybody takes the first legal move, and stops where that is legal, until the game is over."""
        for _ in range(most):
            view = await self.view()
            if view.phase == "over":
                return view
            mover = (await self.game()).mover
            if mover >= len(self.seated):  # a bot's turn
                await asyncio.sleep(0.002)
                continue
            game = await self.game(mover)
            await self.accepted(mover, play(game.legal[-1]))
        return await self.view()


def play(command: object) -> c.Play:
    """A game command as a client sends it."""
    return c.Play(msgspec.Raw(msgspec.json.encode(command)))


def is_refusal(value: object, code: str) -> bool:
    return isinstance(value, Refusal) and value.code == code
