"""The host: many tables over one store. It keeps first, then answers, then tells.

One lock for each match makes one writer of many senders; the database's constraint is the second line.
The host knows no transport: whoever listens is an object with `push` and `drop`.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from hotdice.game import Refusal
from hotdice.match import facts as f
from hotdice.match import table_views as views
from hotdice.match import wire
from hotdice.match.audience import Viewer
from hotdice.match.deciding import Decision, Result, bot_moves, decide, time_is_up
from hotdice.match.games.kind import BotTurn
from hotdice.match.hosted import (
    MOST_MISSED,
    Hosted,
    Listener,
    NoSuchMatch,
    Quarantined,
    digest_of,
    status_after,
    summary_of,
)
from hotdice.match.people import same
from hotdice.match.store import Conflict, Entry, SqlStore, StoredEvent, StoreError, Tampered, Unavailable
from hotdice.match.store.chain import chained, link
from hotdice.match.store.settling import Settler
from hotdice.match.table import Table, time_left, without_downtime
from hotdice.match.times import ServerClock

MOST_ANSWERS = 512
BOT_SECONDS = 5.0
_BESIDE_THE_LOG = (f.SeatTaken, f.SeatRetaken, f.SeatFreed, f.Said)
"""Facts with which a name, a line or a token was written or revoked."""
Reply = Callable[[wire.AnyAnswer], None]
_Stored = tuple[tuple[StoredEvent, ...], bytes | None, dict[str, str], dict[str, bytes]]


_AWAY = Refusal("unavailable", "The database is away; try again.")


class Host:
    """Every table of this process."""

    def __init__(
        self,
        store: SqlStore,
        clock: ServerClock | None = None,
        *,
        bot_pause: float = 0.5,
        points: Callable[[str], None] = lambda name: None,
    ) -> None:
        """`points` is told the name of a moment that a crash test may choose: `after ack`."""
        self.store = store
        self._points = points
        self.clock = clock or ServerClock()
        self.bot_pause = bot_pause
        self.counts = {"accepted": 0, "refused": 0, "unavailable": 0, "quarantined": 0, "bot_faults": 0}
        self._hosted: dict[str, Hosted] = {}
        self._loading: dict[str, asyncio.Task[Hosted]] = {}
        self._bad: dict[str, str] = {}
        self._settler: Settler | None = None
        self._closed = False

    # Tables in memory

    async def hosted(self, match: str) -> Hosted:
        """The table of a match, read from the log where it is not in memory.

        Raises:
            NoSuchMatch: there is none.
            Quarantined: its log is damaged.
            Unavailable: the database failed.
        """
        found = self._hosted.get(match)
        if found is not None:
            found.touched = self.clock.now()
            return found
        if match in self._bad:
            raise Quarantined(self._bad[match])
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(task)

    async def _load(self, match: str) -> Hosted:
        try:
            log, secret, texts, tokens = await asyncio.to_thread(self._read, match)
            if not log or secret is None:
                raise NoSuchMatch(match)
            hosted = Hosted(match, secret)
            hosted.texts, hosted.tokens = texts, tokens
            hosted.absorb((f.decode_fact(event.body), event) for event in log)
        except (Tampered, msgspec.ValidationError, TypeError) as error:
            self.counts["quarantined"] += 1
            self._bad[match] = str(error)
            raise Quarantined(str(error)) from error
        assert hosted.table is not None
        hosted.table = without_downtime(hosted.table, self.clock.now())
        self._mark(hosted)
        hosted.touched = self.clock.now()
        self._hosted[match] = hosted
        self._go_on(hosted)
        return hosted

    def _read(
        self, match: str
    ) -> tuple[tuple[StoredEvent, ...], bytes | None, dict[str, str], dict[str, bytes]]:
        store = self.store
        return store.read(match), store.secret(match), store.texts(match), store.tokens(match)

    async def refresh(self, matches: Iterable[str]) -> None:
        """Look at the log again: another process says that it has grown; wait for a database that is away.

        Nobody may ever say so again, and whoever is to move next may be waiting for just this news.
        """
        wanted = set(matches)
        names = list(self._hosted) if "*" in wanted else [name for name in self._hosted if name in wanted]
        while names and not self._closed:
            late: list[str] = []
            for name in names:
                hosted = self._hosted.get(name)
                if hosted is not None:
                    async with hosted.lock:
                        await self._catch_up(hosted)
                    late += [name] if hosted.stale else []
            names = late
            if names:
                await asyncio.sleep(0.5)

    async def _catch_up(self, hosted: Hosted) -> None:
        """Read what is new in the log; under the lock of the match."""
        try:
            rows = await asyncio.to_thread(self.store.since, hosted.match, hosted.length)
            facts = [f.decode_fact(row.body) for row in rows]
            if any(isinstance(fact, _BESIDE_THE_LOG) for fact in facts):
                hosted.texts = await asyncio.to_thread(self.store.texts, hosted.match)
                hosted.tokens = await asyncio.to_thread(self.store.tokens, hosted.match)
        except Unavailable:
            hosted.stale = True
            return
        hosted.stale = False
        if rows:
            head = hosted.head
            for row in rows:
                head = link(head, hosted.match, row)
                if head != row.hash:
                    self._quarantine(hosted, f"event {row.seq} is not what was written")
                    return
            hosted.absorb(zip(facts, rows, strict=True))
            self._tell(hosted)

    def _quarantine(self, hosted: Hosted, reason: str) -> None:
        self.counts["quarantined"] += 1
        self._bad[hosted.match] = reason
        self.release(hosted.match)

    async def wake(self) -> int:
        """After a start: take up every game in which a clock runs or a bot is to move; how many."""
        playing = await asyncio.to_thread(self.store.matches, "playing", 100_000)
        count = 0
        for summary in playing:
            try:
                await self.hosted(summary.match)
                count += 1
            except (NoSuchMatch, Quarantined, StoreError):
                continue
        return count

    def forget_idle(self, seconds: float) -> int:
        """Let go of tables that nobody listens to and where no clock runs; how many."""
        limit = self.clock.now() - seconds * 1000
        idle = [
            hosted
            for hosted in self._hosted.values()
            if not hosted.listeners and not hosted.timer and not hosted.bots
            and hosted.touched < limit and not hosted.lock.locked()
        ]  # fmt: skip
        for hosted in idle:
            del self._hosted[hosted.match]
        return len(idle)

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._hosted)

    @property
    def quarantined(self) -> tuple[str, ...]:
        """The matches whose logs are damaged, as far as anybody has asked for them."""
        return tuple(self._bad)

    # Commands

    async def do(self, match: str, ticket: str, message: wire.Do, reply: Reply) -> None:
        """Carry out a command; `reply` hears exactly one answer, before anybody hears the news."""
        try:
            hosted = await self.hosted(match)
        except NoSuchMatch:
            return self._refuse(reply, message.id, Refusal("no_such_match", "There is no such match."), 0)
        except Quarantined:
            return self._refuse(
                reply, message.id, Refusal("quarantined", "The log of this match is damaged."), 0
            )
        except Unavailable:
            return self._refuse(reply, message.id, _AWAY, 0)
        async with hosted.lock:
            if hosted.stale:
                await self._catch_up(hosted)
            body, viewer = digest_of(hosted, ticket, message), hosted.seat(ticket)
            known = await self._known(hosted, viewer, message)
            if isinstance(known, Refusal):
                return self._refuse(reply, message.id, known, hosted.number(viewer))
            if known is not None:
                return reply(self._again(hosted, viewer, message.id, known, body))
            answer = await self._decide(hosted, viewer, message, body)
            self._remember(hosted, message.id, body, answer)
            reply(answer)
            self._points("after ack")
            self._tell(hosted)
        self._go_on(hosted)
        return None

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
            return _AWAY
        if stored is None:
            return None
        return stored.digest, msgspec.json.decode(stored.answer, type=wire.AnyAnswer)

    async def _decide(self, hosted: Hosted, seat: Viewer, message: wire.Do, body: bytes) -> wire.AnyAnswer:
        if seat is None:
            watching = Refusal("not_seated", "You watch here; only players decide.")
            return self._refused(message.id, watching, hosted, None)
        for _ in range(3):  # another process may be first; where that changes nothing here, decide again
            if message.expected is not None and message.expected != hosted.number(seat):
                break
            table = hosted.table
            assert table is not None
            result = decide(table, seat, message.command, game=hosted.match, server_seed=hosted.secret)
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
                return self._refused(message.id, _AWAY, hosted, seat)
            self.counts["accepted"] += 1
            return answer
        stale = Refusal("stale", "Something happened meanwhile; look again.")
        return self._refused(message.id, stale, hosted, seat)

    def _number_after(self, hosted: Hosted, seat: int, decision: Decision) -> int:
        """The number of the last fact that a seat will have been told after a decision."""
        if not hosted.audience.withholds:
            return hosted.length + len(decision.facts)
        return hosted.after(decision, self.clock.now()).number(seat)

    async def keep(
        self,
        hosted: Hosted,
        decision: Decision,
        *,
        command: str = "",
        body: bytes = b"",
        answer: wire.AnyAnswer | None = None,
    ) -> None:
        """Append a decision to the log, wait for the disk, then fold it; under the lock of the match.

        Raises:
            Conflict: another process was first; the table has caught up.
            Unavailable: the database failed; the table catches up before the next command.
        """
        now = self.clock.now()
        entry = Entry(
            match=hosted.match,
            expected=hosted.length,
            head=hosted.head,
            events=tuple(f.encode_fact(fact) for fact in decision.facts),
            at=now,
            touched=self._touched(hosted, decision, now),
            command=command,
            digest=body,
            answer=wire.encode(answer) if answer is not None else b"",
            status=status_after(hosted.table, decision),
            summary=summary_of(hosted, decision),
            texts=decision.texts,
            tokens=decision.tokens,
            places=decision.places,
            secret=hosted.secret if hosted.table is None else None,
        )
        try:
            await self._kept(entry)
        except Conflict:
            await self._catch_up(hosted)
            raise
        except Unavailable:
            hosted.stale = True
            self.counts["unavailable"] += 1
            raise
        hosted.texts.update({text.ref: text.text for text in decision.texts})
        for name, token in decision.tokens:
            if token is None:
                hosted.tokens.pop(name, None)
            else:
                hosted.tokens[name] = token
        hosted.absorb(zip(decision.facts, chained(entry), strict=True), decision.game)

    def _kept(self, entry: Entry) -> "asyncio.Future[Any]":
        if self._settler is None:
            self._settler = Settler(asyncio.get_running_loop())
        promise, future = self._settler.promise()
        self.store.promise(entry, promise)
        return future

    def _touched(self, hosted: Hosted, decision: Decision, now: int) -> int:
        """When a match was last changed, as lists may tell: what is withheld does not show there either."""
        if not hosted.audience.withholds:
            return now
        told = hosted.after(decision, now).number(None) > hosted.number(None)
        return now if told else hosted.public_at

    def _remember(self, hosted: Hosted, name: str, body: bytes, answer: wire.AnyAnswer) -> None:
        if isinstance(answer, wire.Refused) and answer.code == "unavailable":
            return  # a repeat is judged anew: the disk may be back
        hosted.answers[name] = (body, answer)
        if len(hosted.answers) > MOST_ANSWERS:
            hosted.answers.popitem(last=False)

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
            if hosted.stale:
                await self._catch_up(hosted)
            for _ in range(3):  # another process may be first; then look again
                assert hosted.table is not None
                result = decide_it(hosted.table)
                if isinstance(result, Refusal):
                    return result
                try:
                    await self.keep(hosted, result)
                except Conflict:
                    continue
                self._tell(hosted)
                break
            else:
                raise Unavailable("the match is changing too fast")
        self._go_on(hosted)
        return result

    # Listening

    async def listen(self, match: str, token: str, since: int | None, listener: Listener) -> wire.Welcome:
        """Let somebody listen; what they have missed, and the table as it is.

        Raises:
            NoSuchMatch, Quarantined, Unavailable: as `hosted`.
            PermissionError: the token opens no seat here.
        """
        hosted = await self.hosted(match)
        async with hosted.lock:
            listener.ticket = self.ticket_of(hosted, token)
            if token and not listener.ticket:
                await self._catch_up(hosted)  # it may have been given out by another process just now
                listener.ticket = self.ticket_of(hosted, token)
            if token and not listener.ticket:
                raise PermissionError("the token opens no seat here")
            seat = hosted.seat(listener.ticket)
            number = hosted.number(seat)
            known = number if since is None else min(since, number)
            log = hosted.recent
            places = hosted.audience.since(seat, known)
            if any(place not in log for place in places) and len(places) <= MOST_MISSED * 10:
                rows = await asyncio.to_thread(self.store.since, match, min(places) - 1)
                log = {row.seq: (row.at, f.decode_fact(row.body)) for row in rows}
            missed = tuple(hosted.news(seat, known, log))
            hosted.add(listener)
            view = self.view(hosted, listener.ticket)
            return wire.Welcome(number, view, missed, len(missed) == number - known)

    def ticket_of(self, hosted: Hosted, token: str) -> str:
        """The ticket that a token opens, or nothing; every token is compared, in constant time."""
        found = ""
        for name, stored in hosted.tokens.items():
            if same(token, stored) and name != "invite":
                found = name
        return found

    def leave(self, match: str, listener: Listener) -> None:
        """Stop listening."""
        hosted = self._hosted.get(match)
        if hosted is not None:
            hosted.discard(listener)

    def view(self, hosted: Hosted, ticket: str) -> wire.TableView:
        """The table as the owner of a ticket sees it."""
        return self._view(hosted, hosted.seat(ticket))

    def _view(self, hosted: Hosted, seat: Viewer) -> wire.TableView:
        assert hosted.table is not None
        return views.view(
            hosted.match,
            hosted.table,
            seat,
            number=hosted.number(seat),
            texts=hosted.texts,
            online=hosted.online(),
            now=self.clock.now(),
            title=hosted.title,
        )

    def _mark(self, hosted: Hosted) -> None:
        """Remember what every viewer has been told up to now."""
        assert hosted.table is not None
        viewers: tuple[Viewer, ...] = (None, *range(hosted.table.opened.seats))
        hosted.announced = {viewer: hosted.number(viewer) for viewer in viewers}

    def _tell(self, hosted: Hosted) -> None:
        """Send what is new to everybody who listens; viewers of the same seat share the same bytes."""
        before = hosted.announced
        self._mark(hosted)
        ready: dict[Viewer, bytes | None] = {}
        for listener in tuple(hosted.players):
            seat = hosted.seat(listener.ticket)
            if seat is None:
                hosted.discard(listener)
                listener.drop(4003, "this seat is no longer yours")
                continue
            if seat not in ready:
                ready[seat] = self._update(hosted, seat, before.get(seat, 0))
            message = ready[seat]
            if message is not None:
                listener.push(message)
        message = self._update(hosted, None, before.get(None, 0)) if hosted.watchers else None
        if message is not None:
            for listener in tuple(hosted.watchers):
                listener.push(message)

    def _update(self, hosted: Hosted, seat: Viewer, known: int) -> bytes | None:
        """What is new for a viewer, as it is sent; None where nothing is."""
        number = hosted.announced[seat]
        if number == known:
            return None
        news = tuple(hosted.news(seat, known, hosted.recent))
        return wire.encode(wire.Update(number, news, self._view(hosted, seat)))

    # What goes on by itself

    def _go_on(self, hosted: Hosted) -> None:
        """Set the timer of the clock anew and let bots move."""
        table = hosted.table
        if hosted.timer is not None:
            hosted.timer.cancel()
            hosted.timer = None
        if table is None or table.phase != "playing" or self._closed:
            return
        loop = asyncio.get_running_loop()
        for turn in table.bot_turns:
            if turn.seat not in hosted.bots:
                hosted.bots[turn.seat] = loop.create_task(self._play_bot(hosted, turn.seat))
        lefts = [] if table.paused else [left for _, left in self._running_clocks(table)]
        if lefts:
            hosted.timer = loop.call_later(
                min(lefts) / 1000 + 0.01, lambda: loop.create_task(self._time_is_up(hosted))
            )

    def _running_clocks(self, table: Table) -> list[tuple[int, int]]:
        """Seat and milliseconds left of every player whose clock runs."""
        now = self.clock.now()
        people = [seat for seat in table.asked if not table.chairs[seat].decided_by]
        found = [(seat, time_left(table, seat, now)) for seat in people]
        return [(seat, left) for seat, left in found if left is not None]

    async def _time_is_up(self, hosted: Hosted) -> None:
        def expired(table: Table) -> Result:
            late = [] if table.paused else [seat for seat, left in self._running_clocks(table) if not left]
            if not late:
                return Refusal("in_time", "There is time left.")
            return time_is_up(table, late[0], hosted.secret)

        try:
            result = await self.change(hosted, expired)
        except Unavailable:
            hosted.timer = asyncio.get_running_loop().call_later(
                1, lambda: asyncio.ensure_future(self._time_is_up(hosted))
            )
            return
        if isinstance(result, Refusal):
            self._go_on(hosted)

    async def _play_bot(self, hosted: Hosted, seat: int) -> None:
        """Let a bot decide as long as it is asked; each decision has its time and its own thread."""
        try:
            while not self._closed:
                assert hosted.table is not None
                turn = _turn_of(hosted.table, seat)
                if turn is None:
                    break
                command = await self._ask_bot(turn)
                result = await self._bot_decides(hosted, turn, command)
                if isinstance(result, Refusal) and result.code not in ("stale", "no_bot"):
                    break
                await asyncio.sleep(self.bot_pause)
        finally:
            del hosted.bots[seat]
        self._go_on(hosted)

    async def _ask_bot(self, turn: BotTurn) -> Any:
        try:
            return await asyncio.wait_for(asyncio.to_thread(turn.choose), BOT_SECONDS)
        except Exception:
            self.counts["bot_faults"] += 1
            return None

    async def _bot_decides(self, hosted: Hosted, turn: BotTurn, command: Any) -> Result:
        def move(table: Table) -> Result:
            now = _turn_of(table, turn.seat)
            if now is None or now.moment != turn.moment:
                return Refusal("stale", "Something happened meanwhile.")
            return bot_moves(table, turn.seat, command, hosted.secret)

        try:
            return await self.change(hosted, move)
        except Unavailable:
            await asyncio.sleep(0.5)
            return Refusal("stale", "The database is away.")

    async def close(self) -> None:
        """Stop clocks and bots; commands in flight are answered by their own tasks."""
        self._closed = True
        tasks: list[asyncio.Task[None]] = []
        for hosted in self._hosted.values():
            if hosted.timer is not None:
                hosted.timer.cancel()
            tasks += hosted.bots.values()
        if tasks:
            await asyncio.wait(tasks, timeout=5)

    def adopt(self, hosted: Hosted) -> None:
        """Take a table that was just set up."""
        hosted.touched = self.clock.now()
        self._mark(hosted)
        self._hosted[hosted.match] = hosted

    def release(self, match: str) -> None:
        """Let go of a table that is not served any more."""
        hosted = self._hosted.pop(match, None)
        if hosted is not None:
            if hosted.timer is not None:
                hosted.timer.cancel()
            for listener in tuple(hosted.listeners):
                listener.drop(4004, "this match is not served any more")


def _turn_of(table: Table, seat: int) -> BotTurn | None:
    """The decision that a bot has to make for a seat."""
    return next((turn for turn in table.bot_turns if turn.seat == seat), None)
