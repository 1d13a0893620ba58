"""The evenings of a server: each a log in the store, decided by the club; online tables report."""

import asyncio
import secrets
from collections.abc import Callable

from hotdice.club.evening import commands as c
from hotdice.club.evening.deciding import HOST, NEWCOMER, SERVER, Asked, decide
from hotdice.club.evening.events import Opened, decode_event, encode_event
from hotdice.club.evening.evolving import evolve, fold
from hotdice.club.evening.plan import Plan, fault_of
from hotdice.club.evening.recorded import record_fault, seats_of
from hotdice.club.evening.state import Evening, Table
from hotdice.frozen import Frozen
from hotdice.game import Refusal, parse_record
from hotdice.match import Match
from hotdice.match.hosted import NoSuchMatch, Quarantined
from hotdice.match.hosting import Host
from hotdice.match.lobby import Lobby, Wish
from hotdice.match.people import digest, new_token, same
from hotdice.match.store import Person, SqlStore, StoreError
from hotdice.rules import RulesError, load
from hotdice.server.ladder import Ladder

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
MOST = 10_000
FORGET_AFTER = 400 * 24 * 3600 * 1000
"""An evening in which nothing happened for so many milliseconds is removed."""
TRIES = 20
MOST_KEPT = 64


class NoSuchEvening(LookupError):  # noqa: N818 - it says what is not there
    """There is no such evening."""


class NewHost(Frozen):
    """A new evening with the host's token, which is told here and never again."""

    evening: str
    token: str


class Evenings:
    """What can be done with evenings."""

    def __init__(
        self, store: SqlStore, host: Host, lobby: Lobby, ladder: Ladder, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._host = host
        self._lobby = lobby
        self._ladder = ladder
        self._now = now
        self._kept: dict[str, Evening] = {}

    async def open(self, plan: Plan) -> NewHost | Refusal:
        """Plan an evening."""
        fault = _fault(plan)
        if fault:
            return Refusal("bad_plan", "This plan does not work: {fault}.", {"fault": fault})
        if await asyncio.to_thread(self._store.evenings.count) >= MOST:
            return Refusal("full", "There are too many evenings here; try again later.")
        evening, token = "".join(secrets.choice(LETTERS) for _ in range(10)), new_token()
        body = encode_event(Opened(plan=plan, at=self._now())).decode()
        await asyncio.wrap_future(self._store.evenings.create(evening, digest(token), [body], self._now()))
        return NewHost(evening, token)

    async def length(self, evening: str) -> int:
        """How long the log is.

        Raises:
            NoSuchEvening: there is none.
        """
        head = await asyncio.to_thread(self._store.evenings.head, evening)
        if head is None:
            raise NoSuchEvening(evening)
        return head.length

    async def is_host(self, evening: str, token: str) -> bool:
        """Whether a token is the host's.

        Raises:
            NoSuchEvening: there is none.
        """
        head = await asyncio.to_thread(self._store.evenings.head, evening)
        if head is None:
            raise NoSuchEvening(evening)
        return bool(token) and same(token, head.hash)

    async def look(self, evening: str) -> Evening:
        """The evening as it stands, after what its online tables have to report.

        Raises:
            NoSuchEvening: there is none.
        """
        found = await self._read(evening)
        now = found.now
        if now is None or found.phase == "over":
            return found
        for table in now.tables:
            if table.match and not table.over:
                scores = await self._scores(found, table)
                if scores is not None:
                    await self._ask(evening, c.TypeResult(table.number, scores), Asked(SERVER, self._now()))
        return await self._read(evening)

    async def _read(self, evening: str) -> Evening:
        known = self._kept.get(evening)
        length = await self.length(evening)
        if known is None or known.length > length:
            bodies = await asyncio.to_thread(self._store.evenings.read, evening)
            known = fold(decode_event(body) for body in bodies)
        elif known.length < length:
            for body in await asyncio.to_thread(self._store.evenings.read, evening, known.length):
                known = evolve(known, decode_event(body))
        self._kept.pop(evening, None)
        self._kept[evening] = known
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        return known

    async def ask(
        self, evening: str, command: c.AnyCommand, *, host: bool, person: Person | None
    ) -> Evening | Refusal:
        """Carry out a command of the host or of a person; it is on the disk on return.

        Raises:
            NoSuchEvening: there is none.
        """
        found = await self._read(evening)
        who = HOST if host else player_of(found, person) or NEWCOMER
        if isinstance(command, c.ChangePlan) and (fault := _fault(command.plan)):
            return Refusal("bad_plan", "This plan does not work: {fault}.", {"fault": fault})
        if isinstance(command, c.TypeResult) and command.record:
            fault = await asyncio.to_thread(_record_fault, found, command)
            if fault:
                return Refusal("bad_record", "That record does not belong to it: {fault}.", {"fault": fault})
        device = person.id if person is not None and not host else ""
        return await self._ask(evening, command, Asked(who, self._now(), secrets.randbits(31), device))

    async def _ask(self, evening: str, command: c.AnyCommand, asked: Asked) -> Evening | Refusal:
        for _ in range(TRIES):
            found = await self._read(evening)
            result = await asyncio.to_thread(decide, found, command, asked)
            if isinstance(result, Refusal):
                return result
            bodies = [encode_event(event).decode() for event in result]
            added = self._store.evenings.append(evening, found.length, bodies, self._now())
            if await asyncio.wrap_future(added):
                return await self._read(evening)
        return Refusal("busy", "Too much happens at once; try again.")

    async def play(self, evening: str, number: int, person: Person) -> Table | Refusal:
        """The match of a table that is played online: opened by the first who asks.

        Raises:
            NoSuchEvening, NoEntropy, Unavailable: there is none; as `Lobby.open`.
        """
        found = await self._read(evening)
        now, player = found.now, player_of(found, person)
        if now is None or number > len(now.tables) or player not in now.tables[number - 1].players:
            return Refusal("not_your_table", "You do not sit at that table.")
        table = now.tables[number - 1]
        if table.match:
            return table
        if not all(found.players[one - 1].person for one in table.players):
            return Refusal("no_device", "Somebody at this table has no phone in this evening.")
        made = await self._lobby.open(person, Wish(rules=found.plan.rules, seats=len(table.players)))
        if isinstance(made, Refusal):
            return made
        linked = await self._ask(
            evening, c.LinkTable(number, made.match, made.invite), Asked(SERVER, self._now())
        )
        if isinstance(linked, Refusal):
            return linked
        assert linked.now is not None
        return linked.now.tables[number - 1]

    async def _scores(self, evening: Evening, table: Table) -> tuple[int | None, ...] | None:
        """The result of a match that is over, in the order of the table; None where there is none yet."""
        try:
            hosted = await self._host.look(table.match)
        except (NoSuchMatch, Quarantined, StoreError):
            return None
        played = hosted.table
        if played is None or played.phase != "over" or not isinstance(played.game, Match):
            return None
        state = played.game.state
        if not state.over:
            return None
        totals = {chair.person: total for chair, total in zip(played.chairs, state.totals, strict=True)}
        return tuple(totals.get(evening.players[player - 1].person) for player in table.players)

    async def judge(self, evening: str) -> Evening | Refusal:
        """Take the luck out of the games that were played online or recorded, and show the second table.

        Raises:
            NoSuchEvening: there is none.
        """
        found = await self._read(evening)
        if found.phase != "over":
            return Refusal("not_over", "Give the prizes first.")
        for one in found.rounds:
            for table in one.tables:
                luck = await self._luck(found, table)
                if luck:
                    await self._ask(
                        evening, c.Judge(one.number, table.number, luck), Asked(SERVER, self._now())
                    )
        return await self._ask(evening, c.ShowLuck(), Asked(HOST, self._now()))

    async def _luck(self, evening: Evening, table: Table) -> tuple[float, ...]:
        """What a table was worth to each of its players; empty where that is not known, or known already."""
        if table.luck or not table.over:
            return ()
        if table.match:
            known = await self._ladder.worth(table.match)
            order = [evening.players[player - 1].person for player in table.players]
            if set(order) <= set(known):
                return tuple(known[person] for person in order)
        if not table.record:
            return ()
        worth = await self._ladder.worth_of_record(table.record)
        seats = seats_of(evening, table, parse_record(table.record))
        return tuple(worth[seat] for seat in seats) if worth and seats else ()

    async def delete(self, evening: str) -> None:
        """Remove an evening."""
        await asyncio.wrap_future(self._store.evenings.delete(evening))
        self._kept.pop(evening, None)

    async def expire(self) -> int:
        """Remove evenings of long ago; how many."""
        old = await asyncio.to_thread(self._store.evenings.old, self._now() - FORGET_AFTER)
        for evening in old:
            await self.delete(evening)
        return len(old)


def player_of(evening: Evening, person: Person | None) -> int:
    """The number of a person in an evening; 0 where they are not in it."""
    if person is None:
        return 0
    return next((one.number for one in evening.players if one.person == person.id), 0)


def _record_fault(evening: Evening, command: c.TypeResult) -> str | None:
    """Why a record is not that of the table; whether there is such a table is asked later."""
    now = evening.now
    if now is None or command.table > len(now.tables):
        return None
    return record_fault(evening, now.tables[command.table - 1], command.scores, command.record)


def _fault(plan: Plan) -> str | None:
    try:
        load(plan.rules)
    except RulesError as error:
        return str(error)[:200]
    return fault_of(plan)
