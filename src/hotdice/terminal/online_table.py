"""A table on a server as the app sees it: the connection, the seats, what is said, and the game itself."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hotdice.client.http import HttpClient
from hotdice.client.links import Link
from hotdice.client.seat import Lost, Seat
from hotdice.game import Command, Event, Record, Refusal, State, evolve, new_game
from hotdice.match import Waiting, wire
from hotdice.match.games.boards import PLACE
from hotdice.match.games.duplicate_record import board_names, board_rules, board_seats
from hotdice.match.games.farkle import first_state
from hotdice.match.kinds import KINDS
from hotdice.match.table_commands import AnyTableCommand
from hotdice.munchkin import Command as Move
from hotdice.munchkin import Event as TableEvent
from hotdice.munchkin import Record as TableRecord
from hotdice.munchkin import State as TableState
from hotdice.munchkin import resolve as resolve_table
from hotdice.rules import resolve
from hotdice.terminal.devices import Devices, FairNotes
from hotdice.terminal.online_news import names_at, tell_news
from hotdice.terminal.telling import tell

DUPLICATES = ("two-tables", "parallel")
PATIENCE = 24 * 3600.0
"""Seconds for which a server that went away is waited for; whoever has enough leaves."""
SILENCE = 1.2
"""Seconds without an answer after which a server is said to be away; with the pauses between, 3 at most."""


def seat_at(
    where: Link,
    token: str,
    on_update: Callable[[wire.Update | wire.Welcome], Awaitable[None]],
    on_announcement: Callable[[str], Awaitable[None]],
) -> Seat:
    """A seat that waits long for a server which is away, and keeps this device's part of the dice."""
    return Seat(
        where.server,
        where.match,
        token,
        on_update=on_update,
        on_announcement=on_announcement,
        patience=PATIENCE,
        keeper=FairNotes(Devices(), where.server),
        silence=SILENCE,
    )


class OnlineTable:
    """One connection; `on_change` is called whenever something has happened."""

    def __init__(self, where: Link, token: str, client: HttpClient) -> None:
        self.where, self.client = where, client
        self.on_change: Callable[[], None] = lambda: None
        self.remarks: list[str] = []
        self.told: deque[tuple[wire.News, wire.TableView]] = deque()
        self.changed = asyncio.Event()
        self._there = True
        self._watch: asyncio.Task[None] | None = None
        self.seat = seat_at(where, token, self._hear, self._announced)

    @property
    def view(self) -> wire.TableView:
        """The table as it is now."""
        assert self.seat.view is not None
        return self.seat.view

    @property
    def connected(self) -> bool:
        """Whether the server is there."""
        return self.seat.connected

    async def open(self) -> None:
        """Come in.

        Raises:
            Lost: the server does not let us in.
        """
        self._watch = asyncio.create_task(self._follow())
        await self.seat.__aenter__()

    async def close(self) -> None:
        """Go; the seat is kept."""
        if self._watch is not None:
            self._watch.cancel()
        await self.seat.close()

    async def _follow(self) -> None:
        """Say when the server has gone, and when it is back."""
        await asyncio.sleep(1)
        while True:
            await asyncio.sleep(0.3)
            if self.seat.connected != self._there:
                self._there = self.seat.connected
                self._remark("The server is back." if self._there else "The server is away; trying again.")

    def _remark(self, text: str) -> None:
        self.remarks.append(text)
        self._happened()

    def _happened(self) -> None:
        self.changed.set()
        self.on_change()

    async def _hear(self, message: wire.Update | wire.Welcome) -> None:
        names = names_at(message.view)
        for line in message.news:
            if line.what in ("Played", "GameBegun"):
                self.told.append((line, message.view))
            self.remarks += tell_news(line, message.view, names)
        self.remarks += [f"!!! {warning}" for warning in self.seat.warnings()]
        self._happened()

    async def _announced(self, text: str) -> None:
        self._remark(f"*** {text}")

    async def do(self, command: AnyTableCommand) -> str:
        """Have something done about the table; why not, or nothing."""
        try:
            answer = await self.seat.do(command)
            await self.seat.caught_up(answer)
        except Lost as lost:
            return str(lost)
        return answer.text if isinstance(answer, wire.Refused) else ""

    async def play(self, command: object) -> Refusal | None:
        """Have a move carried out; the reason why it is refused, or nothing once its news are here."""
        try:
            answer = await self.seat.play(command)
            await self.seat.caught_up(answer)
        except Lost as lost:
            return Refusal("lost", "{reason}", {"reason": str(lost)})
        if isinstance(answer, wire.Refused):
            return Refusal(answer.code, "{text}", {"text": answer.text})
        return None

    def advice(self, names: Sequence[str]) -> list[str]:
        """What the coach of the server says to this moment, as lines; it takes a while.

        Raises:
            ServerRefused: the table plays without advice, or it is not our turn.
        """
        from hotdice.coach.forms import Advice
        from hotdice.coach.telling import advice_lines

        said = self.client.post(f"/api/matches/{self.where.match}/advice")
        return advice_lines(msgspec.convert(said, Advice), 8, names, short=True)

    async def rematch(self) -> "tuple[Link, str]":
        """Sit down at the table of the rematch, which is made if there is none: its link and our token.

        Raises:
            ServerRefused: the server says no.
        """
        path = f"/api/matches/{self.where.match}/rematch"
        made = await asyncio.to_thread(lambda: self.client.post(path))
        Devices().remember_seat(self.where.server, made["match"], made["token"])
        return Link(self.where.server, made["match"], made.get("invite", "")), made["token"]


class _Online:
    """What both games share: a queue of what was played, and who is asked."""

    def __init__(self, table: OnlineTable) -> None:
        self.table = table
        self.file: Path | None = None

    kept = "Your seat is kept; come back with the same link."

    @property
    def save_fault(self) -> str:
        """Where the server keeps the game, nothing can fail here but the way there."""
        return "" if self.table.connected else "The server is away; trying again."

    def remarks(self) -> list[str]:
        """What happened round the table since the last call."""
        said, self.table.remarks = self.table.remarks, []
        return said

    def _take(self) -> tuple[Any, ...]:
        """Everything that was played and not yet told, own and open."""
        found: list[Any] = []
        while self.table.told:
            line, view = self.table.told.popleft()
            if line.what == "GameBegun":
                self.begin(view)
                found.clear()
            else:
                found += self.unpack(line, view)
        return tuple(found)

    def begin(self, view: wire.TableView) -> None:
        """The game begins."""

    def unpack(self, line: wire.News, view: wire.TableView) -> list[Any]:
        """The events of a fact that belong to what is shown."""
        return list(KINDS[view.kind].unpack(line.events))

    async def _wait(self) -> tuple[Any, ...]:
        """What is played next; nothing where only something round the table has happened."""
        if not self.table.told:
            self.table.changed.clear()
            await self.table.changed.wait()
        return self._take()


class OnlineSitting(_Online):
    """A game of Farkle on a server, with or without cards; of a duplicate match the own board."""

    def __init__(self, table: OnlineTable) -> None:
        super().__init__(table)
        self.events: list[Event] = []
        self._state: State | None = None
        self._others: list[State] = []
        self.begin(table.view)
        for event in self._take():
            self._learn(event)

    def begin(self, view: wire.TableView) -> None:
        """The state before the first event."""
        rules = resolve(view.rules)
        self.events = []
        if view.kind in DUPLICATES:
            self._state = new_game(board_rules(rules, view.kind), board_seats(rules, view.kind))
        else:
            self._state = first_state(view.rules, len(view.chairs), view.options)
        self._others = [self._state] * len(view.chairs)

    def unpack(self, line: wire.News, view: wire.TableView) -> list[Event]:
        """The events of the own board; those of others are remarked in sentences."""
        events = super().unpack(line, view)
        if view.kind not in DUPLICATES:
            return events
        own: list[Event] = []
        for board, event in events:
            if board == (view.seat or 0):
                own.append(event)
            else:
                self._remark_other(board, event, view)
        return own

    def _remark_other(self, board: int, event: Event, view: wire.TableView) -> None:
        before = self._others[board]
        self._others[board] = after = evolve(before, event)
        names = board_names(view.chairs[board].name, view.options.against, len(before.seats))
        if text := tell(event, before, after, names):
            self.table.remarks.append(f"[{view.chairs[board].name}] {text}")

    def _learn(self, event: Event) -> None:
        self.events.append(event)
        self._state = evolve(self.state, event)

    @property
    def state(self) -> State:
        """The state after everything that was told."""
        assert self._state is not None
        return self._state

    @property
    def _place(self) -> int | None:
        seat = self.table.view.seat
        return PLACE if seat is not None and self.table.view.kind in DUPLICATES else seat

    @property
    def people(self) -> tuple[int, ...]:
        """The own seat."""
        return () if self._place is None else (self._place,)

    @property
    def record(self) -> Record:
        """The game as far as it was told."""
        view = self.table.view
        if view.kind in DUPLICATES:
            own = "You" if view.seat is not None else view.chairs[0].name
            names = tuple(board_names(own, view.options.against, len(self.state.seats)))
            players = ("human", *(view.options.against for _ in names[1:]))
        else:
            names = names_at(view)
            players = tuple(chair.bot or chair.stand_in or "human" for chair in view.chairs)
        return Record(
            rules=self.state.rules, names=names, players=players, dice="fair", events=tuple(self.events)
        )

    @property
    def waiting_for(self) -> Waiting:
        """Whether this person is asked, others are, or nobody any more."""
        if self.table.told:
            return Waiting.OTHERS
        if self.state.over or self.table.view.phase == "over":
            return Waiting.NOBODY
        return Waiting.PERSON if self.table.seat.asked else Waiting.OTHERS

    async def move(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Have a move carried out by the server; what it led to."""
        refusal = await self.table.play(command)
        if refusal is not None:
            return refusal
        return self._told(self._take())

    async def go_on(self) -> tuple[Event, ...]:
        """What others do next."""
        return self._told(await self._wait())

    def _told(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        for event in events:
            self._learn(event)
        return events

    def undo(self) -> Refusal | None:
        """Online nothing is taken back."""
        return Refusal("nothing_to_undo", "At a table online nothing is taken back.")


class OnlineMunchkin(_Online):
    """A table of Munchkin Dice on a server; other hands are hidden."""

    def __init__(self, table: OnlineTable) -> None:
        super().__init__(table)
        self._take()

    @property
    def record(self) -> TableRecord:
        """Who sits there, by which cards; what was played is not known to this side."""
        view = self.table.view
        players = tuple(chair.bot or chair.stand_in or "human" for chair in view.chairs)
        return TableRecord(resolve_table(view.rules), names_at(view), players, "fair")

    @property
    def state(self) -> TableState:
        """The table as this seat may see it."""
        state: TableState = KINDS["munchkin"].read_view(self.table.view.game).state
        return state

    @property
    def people(self) -> tuple[int, ...]:
        """The own seat."""
        seat = self.table.view.seat
        return () if seat is None else (seat,)

    @property
    def asked(self) -> int:
        """The own seat where it is to decide, -1 otherwise."""
        seat = self.table.view.seat
        return seat if seat is not None and self.table.seat.asked and not self.table.told else -1

    @property
    def over(self) -> bool:
        """Whether the game has ended, and everything of it was told."""
        return not self.table.told and (self.state.over or self.table.view.phase == "over")

    def moves(self) -> tuple[Move, ...]:
        """What the own seat may do now."""
        legal: tuple[Move, ...] = KINDS["munchkin"].read_view(self.table.view.game).legal
        return legal

    async def move(self, command: Move) -> tuple[TableEvent, ...] | Refusal:
        """Have a move carried out by the server; what it led to."""
        refusal = await self.table.play(command)
        return refusal if refusal is not None else self._take()

    async def go_on(self) -> tuple[TableEvent, ...]:
        """What others do next."""
        return await self._wait()

    def undo(self) -> str:
        """Online nothing is taken back."""
        return "At a table online nothing is taken back."
