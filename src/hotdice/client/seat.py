"""A seat on a server, or a place to watch from: it reconnects, resumes without a gap, repeats in doubt."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from hotdice.client import minds, sealing
from hotdice.match import wire
from hotdice.match.kinds import KINDS
from hotdice.match.table_commands import AnyTableCommand, Begin, Play

FINAL = {4003, 4004, 4400, 1008}
"""Close codes after which coming back as before would not help."""


BEAT = 1.0
"""Seconds between two questions whether the server is still there."""
GIVEN_UP = 10.0
"""Seconds of silence after which a connection is taken for dead and made anew."""


class Lost(ConnectionError):  # noqa: N818 - it names what happened
    """The connection is gone for good, with the server's reason."""


class Seat:
    """A connection to one table, used as `async with Seat(...) as seat`.

    `on_update` hears of each update in order. `do` waits for the one answer of a command; if the connection
    breaks meanwhile the same command is sent again with the same id, which the server carries out once.

    Before the game a seat seals a seed of its own and opens it in time, by itself; `keeper` keeps what is
    noted for that. `faults` are sentences about what the server shows otherwise than before.

    With `silence` the server is asked every second whether it is there; one that has not answered for so many
    seconds counts as away, though nobody has closed the connection: a process that hangs, a cable pulled out.
    """

    def __init__(
        self,
        server: str,
        match: str,
        token: str = "",
        *,
        since: int | None = 0,
        on_update: Callable[[wire.Update | wire.Welcome], Awaitable[None]] | None = None,
        on_announcement: Callable[[str], Awaitable[None]] | None = None,
        patience: float = 30,
        keeper: sealing.Keeper | None = None,
        silence: float = 0,
    ) -> None:
        self.server = server.rstrip("/")
        self.match = match
        self.view: wire.TableView | None = None
        self.sequence = since or 0
        self.news: list[wire.News] = []
        self.gaps = 0
        self.resumed = 0
        self._token = token
        self._since = since
        self._on_update = on_update
        self._on_announcement = on_announcement
        self._patience = patience
        self._keeper = keeper or sealing.Memory()
        self._silence = silence
        self._silent = False
        self._sealing: set[str] = set()
        self.faults: tuple[str, ...] = ()
        self._told: set[str] = set()
        self._lost: list[str] = []
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[wire.Do, asyncio.Future[wire.AnyAnswer]]] = {}
        self._ready = asyncio.Event()
        self._changed = asyncio.Event()
        self._over: Lost | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Seat":
        self._task = asyncio.create_task(self._run())
        ready = asyncio.create_task(self._ready.wait())
        await asyncio.wait({ready, self._task}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if self._over is not None:
            raise self._over
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave; the seat stays ours."""
        self._fail(Lost("closed"))
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    def _fail(self, reason: Lost) -> None:
        self._over = self._over or reason
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(reason)
        self._waiting.clear()
        self._changed.set()

    # Talking

    async def do(self, command: AnyTableCommand, *, expected: int | None = None) -> wire.AnyAnswer:
        """Have a command carried out; its one answer.

        Raises:
            Lost: the connection is gone for good.
        """
        return await self.send(wire.Do(secrets.token_hex(16), command, expected))

    async def send(self, message: wire.Do) -> wire.AnyAnswer:
        """Have a command with an id of one's own carried out; its one answer.

        Raises:
            Lost: the connection is gone for good.
        """
        if self._over is not None:
            raise self._over
        future: asyncio.Future[wire.AnyAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = (message, future)
        await self._send(message)
        return await future

    async def play(self, command: object) -> wire.AnyAnswer:
        """A move in the words of the game, decided on what this seat knows now."""
        raw = msgspec.Raw(msgspec.json.encode(command))
        return await self.do(Play(raw), expected=self.sequence)

    async def _send(self, message: wire.ToServer, *, first: bool = False) -> None:
        """Send if there is a connection; without one it is sent when there is one again."""
        if self._socket is None or not (first or self._ready.is_set()):
            return
        try:
            await self._socket.send(wire.encode(message).decode())
        except ConnectionClosed:
            return

    async def changed(self) -> None:
        """Wait until something has happened since the last call.

        Raises:
            Lost: the connection is gone for good.
        """
        await self._changed.wait()
        self._changed.clear()
        if self._over is not None:
            raise self._over

    async def caught_up(self, answer: wire.AnyAnswer) -> None:
        """Wait until the view shows what an accepted command led to; the answer itself comes before the news.

        Raises:
            Lost: the connection is gone for good.
        """
        while isinstance(answer, wire.Accepted) and self.sequence < answer.seq:
            await self.changed()

    # The connection

    async def _run(self) -> None:
        pause, left = 0.05, self._patience
        while self._over is None:
            try:
                await self._connect()
                pause, left = 0.05, self._patience
                await self._read()
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                reason = closed.rcvd.reason if closed.rcvd else ""
                if code in FINAL:
                    self._fail(Lost(reason or "the server closed the connection"))
            except InvalidStatus as refused:
                if refused.response.status_code in (403, 404):
                    self._fail(Lost("the server does not let this connection in"))
            except (OSError, TimeoutError, InvalidHandshake) as error:
                if left <= 0:
                    self._fail(Lost(f"{self.server} cannot be reached: {error}"))
            except msgspec.DecodeError as error:
                self._fail(Lost(f"the server said what nobody understands: {error}"))
            self._ready.clear()
            if self._over is None:
                await asyncio.sleep(pause)
                left -= pause
                pause = min(2.0, pause * 2)

    async def _connect(self) -> None:
        parts = urlsplit(self.server)
        url = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws"
        self._socket = await connect(
            url, origin=self.server, compression=None, max_size=4 * 1024 * 1024,  # type: ignore[arg-type]
            proxy=None, open_timeout=10,
        )  # fmt: skip
        since = self._since if self.view is None else self.sequence
        await self._socket.send(wire.encode(wire.Hello(self.match, self._token, since)).decode())

    async def _read(self) -> None:
        assert self._socket is not None
        beating = asyncio.create_task(self._beat(self._socket))
        try:
            async for data in self._socket:
                await self._hear(wire.decode_from_server(data))
        finally:
            beating.cancel()
            self._silent = False
        # A close without an error ends the loop quietly; the code tells what to do.
        code = self._socket.close_code
        if code in FINAL:
            self._fail(Lost(self._socket.close_reason or "the server closed the connection"))

    async def _beat(self, socket: ClientConnection) -> None:
        """Ask again and again whether the server is there; what is silent for long is given up."""
        with contextlib.suppress(ConnectionClosed):
            while self._silence:
                await asyncio.sleep(BEAT)
                answer = asyncio.ensure_future(await socket.ping())
                answer.add_done_callback(lambda done: done.cancelled() or done.exception())
                await asyncio.wait({answer}, timeout=self._silence)
                self._silent = not answer.done()
                if self._silent:
                    await asyncio.wait({answer}, timeout=GIVEN_UP)
                    self._silent = not answer.done()
                if self._silent:
                    socket.transport.abort()
                await answer

    async def _hear(self, message: wire.AnyFromServer) -> None:
        match message:
            case wire.Welcome() if self.view is not None and message.seq < self.sequence:
                await self._forget(message)
            case wire.Welcome():
                self.resumed += self.view is not None
                self._learn(message.view, message.news, message.seq, whole=message.complete)
                self._seal(message.view)
                # The seal comes before what its player asks for: the game may begin with the next command.
                for waiting, _ in list(self._waiting.values()):
                    await self._send(waiting, first=True)
                self._ready.set()
                await self._tell(message)
            case wire.Update():
                self._learn(message.view, message.news, message.seq, whole=True)
                for sent in self._seal(message.view):
                    await self._send(sent)
                await self._tell(message)
            case wire.Refused(code="going_away"):
                return  # the server stops before it has looked at it; it is sent again after coming back
            case wire.Accepted() | wire.Refused():
                _, future = self._waiting.pop(message.id, (None, None))
                if future is not None and not future.done():
                    future.set_result(message)
            case wire.Announcement() if self._on_announcement is not None:
                await self._on_announcement(message.text)

    async def _forget(self, message: wire.Welcome) -> None:
        """The server knows less than this client: it was restored from a backup. Begin anew, and say so."""
        lost = self.sequence - message.seq
        self._lost += [f"The server was restored from an earlier state: {lost} facts of this match are gone."]
        self.news.clear()
        self.view, self.sequence = None, self._since or 0
        assert self._socket is not None
        await self._socket.close()

    def _seal(self, view: wire.TableView) -> list[wire.Do]:
        """Take part in the dice: what is noted is kept before anything is said."""
        before = self._keeper.notes(self.match)
        if self._sealing & self._waiting.keys():
            return []  # what was said is not answered yet
        notes, commands = sealing.step(view, before)
        self.faults = sealing.faults(view, notes)
        if notes != before:
            self._keeper.keep(self.match, notes)
        sent = [wire.Do(secrets.token_hex(16), command) for command in commands]
        for message in sent:
            future: asyncio.Future[wire.AnyAnswer] = asyncio.get_running_loop().create_future()
            future.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._waiting[message.id] = (message, future)
        self._sealing = {message.id for message in sent}
        return sent

    async def _tell(self, message: wire.Update | wire.Welcome) -> None:
        self._changed.set()
        if self._on_update is not None:
            await self._on_update(message)

    def _learn(self, view: wire.TableView, news: tuple[wire.News, ...], seq: int, *, whole: bool) -> None:
        expected = self.sequence + 1
        for line in news:
            if self._since is not None and whole and line.seq != expected:
                self.gaps += 1
            expected = line.seq + 1
        self.news += news
        self.view, self.sequence = view, seq

    def warnings(self) -> list[str]:
        """Sentences about what the server shows otherwise than before, each of them once."""
        new = [fault for fault in self.faults if fault not in self._told]
        self._told.update(new)
        lost, self._lost = self._lost, []
        return [*lost, *(f"{fault} Do not trust these dice." for fault in new)]

    async def begin(self, *, fewer: bool = False) -> wire.AnyAnswer:
        """Begin the game as its owner, and wait until it goes on: until the last sealed seed is open.

        Raises:
            Lost: the connection is gone for good.
        """
        answer = await self.do(Begin(fewer))
        if isinstance(answer, wire.Accepted):
            await self.begun()
        return answer

    async def begun(self) -> None:
        """Wait until the game has begun.

        Raises:
            Lost: the connection is gone for good.
        """
        while self.view is None or self.view.phase == "open":
            await self.changed()

    # The game

    @property
    def game(self) -> Any:
        """The game as this seat sees it, in a type of its own for each kind; None before it begins."""
        if self.view is None or bytes(self.view.game) == b"null":
            return None
        return KINDS[self.view.kind].read_view(self.view.game)

    def state(self) -> Any:
        """The state that a bot on this seat is asked with; for Farkle it needs every event (`since=0`)."""
        assert self.view is not None
        return minds.state_of(self.view, self.news)

    @property
    def connected(self) -> bool:
        """Whether the server is there at this moment; while it is not, this seat goes on trying."""
        return self._ready.is_set() and not self._silent

    @property
    def asked(self) -> bool:
        """Whether the game waits for a decision of this seat."""
        return self.view is not None and minds.is_asked(self.view)

    async def play_with(self, player: Any) -> None:
        """Let a bot decide for this seat until the game is over; it is asked as a bot of the server is.

        Raises:
            Lost: the connection is gone for good.
            ValueError: the bot chose what the server refuses.
        """
        while self.view is not None and self.view.phase != "over":
            if not self.asked:
                await self.changed()
                continue
            answer = await self.play(minds.choose(player, self.view, self.news))
            if isinstance(answer, wire.Refused) and answer.code not in ("stale", "unavailable", "too_fast"):
                raise ValueError(answer.text)
            if isinstance(answer, wire.Refused) and answer.code != "stale":
                await asyncio.sleep(1)  # the server asked for a little time
            await self.caught_up(answer)
