"""The host: many tables over one store. It keeps first, then answers, then tells.

One lock for each match makes one writer of many senders; the database's constraint is the second line.
The host knows no transport: whoever listens is an object with `push` and `drop`.
"""

import asyncio
from collections.abc import Callable

from hotdice.game import Refusal
from hotdice.match import wire
from hotdice.match.audience import Viewer
from hotdice.match.deciding import Around, Decision, Result
from hotdice.match.going_on import GoingOn
from hotdice.match.hosted import (
    MOST_MISSED,
    SCREEN,
    Elsewhere,
    Hosted,
    Leases,
    Listener,
    NoSuchMatch,
    Quarantined,
    digest_of,
)
from hotdice.match.party import decide
from hotdice.match.reading import WholeLogs
from hotdice.match.shelf import Shelf
from hotdice.match.store import Conflict, SqlStore, Unavailable
from hotdice.match.store.entries import StoredRefusal
from hotdice.match.table import Table
from hotdice.match.telling import tell, tell_choice, tell_presence, ticket_of, view_of
from hotdice.match.times import ServerClock

GONE_SECONDS = 1.5
"""How long somebody may be away before the others are told: a reload, a change of the network."""
Reply = Callable[[wire.AnyAnswer], None]
AWAY = Refusal("unavailable", "The database is away; try again.")


class Host(Shelf):
    """Every table of this process, and whoever plays or listens there."""

    def __init__(
        self,
        store: SqlStore,
        clock: ServerClock | None = None,
        *,
        bot_pause: float = 0.5,
        reached: Callable[[str], None] = lambda name: None,
        leases: Leases | None = None,
    ) -> None:
        """`reached` is told the name of a moment that a crash test may choose: `after ack`.

        `leases` are needed where other processes use the same database.
        """
        super().__init__(store, clock or ServerClock(), leases, self._go_on)
        self._reached = reached
        self._closed = False
        self._whole_logs = WholeLogs(store, self.counts)
        self.going = GoingOn(self.change, self.serves, self.clock, self.counts, bot_pause)

    async def do(self, match: str, ticket: str, message: wire.Do, reply: Reply) -> None:
        """Carry out a command; `reply` hears exactly one answer, before anybody hears the news."""
        try:
            hosted = await self.hosted(match)
        except Elsewhere:  # the match has moved, and whoever sent this was told to come back
            return None
        except NoSuchMatch:
            return self._refuse(reply, message.id, Refusal("no_such_match", "There is no such match."), 0)
        except Quarantined:
            return self._refuse(
                reply, message.id, Refusal("quarantined", "The log of this match is damaged."), 0
            )
        except Unavailable:
            return self._refuse(reply, message.id, AWAY, 0)
        try:
            await self._do(hosted, ticket, message, reply)
        except Elsewhere:  # the sender comes back and asks again, with the same id, whoever decides now
            return None
        except NoSuchMatch:
            return self._refuse(reply, message.id, Refusal("no_such_match", "There is no such match."), 0)
        self.going.go_on(hosted)
        return None

    async def _do(self, hosted: Hosted, ticket: str, message: wire.Do, reply: Reply) -> None:
        async with hosted.lock:
            await self.refreshed(hosted)
            body, viewer = digest_of(hosted, ticket, message), hosted.seat(ticket)
            known = await self._known(hosted, viewer, message)
            if isinstance(known, Refusal):
                self._refuse(reply, message.id, known, hosted.number(viewer))
                return
            if known is not None:
                reply(self._again(hosted, viewer, message.id, known, body))
                return
            answer = await self._decide(hosted, viewer, message, body, screen=ticket == SCREEN)
            reply(await self._remember(hosted, viewer, message.id, body, answer))
            self._reached("after ack")
            tell(hosted, self.clock.now())

    def _again(
        self, hosted: Hosted, viewer: Viewer, name: str, known: tuple[bytes, wire.AnyAnswer], body: bytes
    ) -> wire.AnyAnswer:
        """The answer to a command whose id is known."""
        if known[0] == body:
            return known[1]
        reused = Refusal("id_reused", "This id was used for another command.")
        return self._refused(name, reused, hosted, viewer)

    async def _known(
        self, hosted: Hosted, viewer: Viewer, message: wire.Do
    ) -> tuple[bytes, wire.AnyAnswer] | Refusal | None:
        known = hosted.answers.get(message.id)
        if known is not None:
            return known
        fresh = message.expected is not None and message.expected >= hosted.number(viewer)
        if fresh and not hosted.audience.withholds:
            return None  # a command that was kept has a number behind the one that it expected
        try:
            stored = await asyncio.to_thread(self.store.answer, hosted.match, message.id)
        except Unavailable:
            return AWAY
        if stored is None:
            return None
        return stored.digest, wire.read_answer(stored.answer)

    async def _decide(
        self, hosted: Hosted, seat: Viewer, message: wire.Do, body: bytes, *, screen: bool
    ) -> wire.AnyAnswer:
        if seat is None and not screen:  # the screen of a party speaks for the table itself
            watching = Refusal("not_seated", "You watch here; only players decide.")
            return self._refused(message.id, watching, hosted, None)
        now = self.clock.now()
        for _ in range(3):  # another process may be first; where that changes nothing here, decide again
            if message.expected is not None and message.expected != hosted.number(seat):
                break
            table = hosted.table
            assert table is not None
            around = Around(hosted.match, hosted.secret, now, lambda other: hosted.away(other, now))
            result = decide(table, seat, message.command, around)
            if isinstance(result, Refusal):
                return self._refused(message.id, result, hosted, seat)
            answer = wire.Accepted(message.id, self._number_after(hosted, seat, result))
            try:
                await self.keep(hosted, result, command=message.id, body=body, answer=answer)
            except Conflict:
                known = await self._known(hosted, seat, message)
                if isinstance(known, tuple):
                    return self._again(hosted, seat, message.id, known, body)
                continue
            except Unavailable:
                return self._refused(message.id, AWAY, hosted, seat)
            self.counts["accepted"] += 1
            return answer
        stale = Refusal("stale", "Something happened meanwhile; look again.")
        return self._refused(message.id, stale, hosted, seat)

    def _number_after(self, hosted: Hosted, seat: Viewer, decision: Decision) -> int:
        """The number of the last fact that a seat will have been told after a decision."""
        if not hosted.audience.withholds:
            return hosted.length + len(decision.facts)
        return hosted.after(decision, self.clock.now()).number(seat)

    async def _remember(
        self, hosted: Hosted, viewer: Viewer, name: str, body: bytes, answer: wire.AnyAnswer
    ) -> wire.AnyAnswer:
        """Remember an answer; what is answered then.

        A refusal of somebody who plays is kept before it is told, as everything else is. Those who only
        watch get theirs again as long as this table is in memory: strangers write nothing to the disk.
        """
        if not isinstance(answer, wire.Refused) or viewer is None:
            hosted.answers.add(name, body, answer)
            return answer
        if answer.code in ("unavailable", "id_reused"):
            return answer  # judged anew: the disk may be back, and the id is another command's
        refusal, forget = StoredRefusal(name, body, wire.encode(answer)), hosted.answers.too_many()
        for _ in range(3):  # as with a move, another process may be first
            after, now = (hosted.length, hosted.head, hosted.owner), self.clock.now()
            try:
                kept = self.store.add_refusal(hosted.match, after, refusal, now, forget)
                if await asyncio.wrap_future(kept):
                    hosted.answers.refuse(name, body, answer, forget)
                    return answer
                await self.catch_up(hosted)
            except Unavailable:
                break
        hosted.stale = True
        self.counts["unavailable"] += 1
        return wire.refused(name, AWAY, hosted.number(viewer))

    def _refused(self, name: str, refusal: Refusal, hosted: Hosted, viewer: Viewer) -> wire.Refused:
        self.counts["refused"] += 1
        return wire.refused(name, refusal, hosted.number(viewer))

    def _refuse(self, reply: Reply, name: str, refusal: Refusal, length: int) -> None:
        self.counts["refused"] += 1
        reply(wire.refused(name, refusal, length))

    async def change(self, hosted: Hosted, decide_it: Callable[[Table], Result]) -> Decision | Refusal:
        """Carry out a decision that comes from outside a socket: a join, the clock, an administrator.

        Raises:
            Unavailable: the database failed.
        """
        async with hosted.lock:
            await self.refreshed(hosted)
            for _ in range(3):  # another process may be first; then look again
                assert hosted.table is not None
                result = decide_it(hosted.table)
                if isinstance(result, Refusal):
                    return result
                try:
                    await self.keep(hosted, result)
                except Conflict:
                    continue
                tell(hosted, self.clock.now())
                break
            else:
                raise Unavailable("the match is changing too fast")
        self.going.go_on(hosted)
        return result

    # Listening

    async def listen(
        self,
        match: str,
        token: str,
        since: int | None,
        listener: Listener,
        may_read: Callable[[], bool] = lambda: True,
    ) -> wire.Welcome:
        """Let somebody listen; what they have missed, and the table as it is.

        What is not in memory any more is read where that may be; else only the view tells.

        Raises:
            NoSuchMatch, Elsewhere, Quarantined, Unavailable: as `hosted`.
            PermissionError: the token opens no seat here.
        """
        if self._leases is not None:
            await self._leases.certain()
        hosted = await self.hosted(match)
        async with hosted.lock:
            await self.refreshed(hosted)
            if hosted.stale and self._leases is not None:
                raise Unavailable("the database is away")
            listener.ticket = ticket_of(hosted, token)
            if token and not listener.ticket:
                await self.catch_up(hosted)  # it may have been given out by another process just now
                listener.ticket = ticket_of(hosted, token)
            if token and not listener.ticket:
                raise PermissionError("the token opens no seat here")
            seat = hosted.seat(listener.ticket)
            number = hosted.number(seat)
            known = number if since is None else min(since, number)
            log = hosted.recent
            places = hosted.audience.since(seat, known)
            if any(place not in log for place in places) and len(places) <= MOST_MISSED * 10 and may_read():
                log = await self._whole_logs.of(hosted, places)
            missed = tuple(hosted.news(seat, known, log))
            hosted.add(listener)
            self._tell_presence(hosted, listener)
            view = self.view(hosted, listener.ticket)
            epoch = hosted.table.epoch if hosted.table is not None else ""
            return wire.Welcome(number, view, missed, len(missed) == number - known, epoch=epoch)

    def leave(self, match: str, listener: Listener) -> None:
        """Stop listening."""
        hosted = self._hosted.get(match)
        if hosted is not None:
            hosted.discard(listener, self.clock.now())
            if listener.ticket and not self._closed:
                # Who reloads the page is back before anybody is told.
                loop = asyncio.get_running_loop()
                loop.call_later(GONE_SECONDS, self._tell_presence, hosted)

    def show_choice(self, match: str, ticket: str, message: wire.ShowChoice) -> None:
        """Pass on which dice the mover of a party points at; a moment later nobody knows of it."""
        hosted = self._hosted.get(match)
        if hosted is not None:
            tell_choice(hosted, ticket, message.dice)

    def _tell_presence(self, hosted: Hosted, but: Listener | None = None) -> None:
        if not self._closed:
            tell_presence(hosted, self.clock.now(), but)

    def view(self, hosted: Hosted, ticket: str) -> wire.TableView:
        """The table as the owner of a ticket sees it."""
        return view_of(hosted, hosted.seat(ticket), self.clock.now())

    def _go_on(self, hosted: Hosted) -> None:
        self.going.go_on(hosted)

    async def close(self) -> None:
        """Stop clocks and bots; commands in flight are answered by their own tasks."""
        self._closed = True
        await self.going.close(list(self._hosted.values()))
