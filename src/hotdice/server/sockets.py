"""The WebSocket: one connection, its queue, and the order of what happens on it.

A connection is read by one task and written by another. Between them lies a queue with an end: a reader
that is too slow is closed with a code and comes back with the number of the last message it saw.
"""

import asyncio
import logging
import time
from typing import Any, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hotdice.match import wire
from hotdice.match.hosted import Elsewhere, NoSuchMatch, Quarantined
from hotdice.match.shelf import MOVED
from hotdice.match.store import Unavailable
from hotdice.match.table_commands import Say
from hotdice.server.context import Context
from hotdice.server.limits import Bucket
from hotdice.server.passing import PassedSocket
from hotdice.server.settings import HANDSHAKE_SECONDS, QUEUE

LOG = logging.getLogger("hotdice.server")
GOING_AWAY, POLICY, TOO_SLOW, NOT_YOURS, NO_MATCH, BAD_MESSAGE, TRY_LATER = (
    1001, 1008, 4008, 4003, 4004, 4400, 1013
)  # fmt: skip
MOST_WARNINGS = 10
FIND_SECONDS = 4.0
"""How long somebody waits at the door while their match changes its owner."""
LAST_WORDS_SECONDS = 5.0
LAST_COMMAND_SECONDS = 10.0


class AnySocket(Protocol):
    """A socket of this process, or one that another process passes on."""

    async def receive(self) -> Any:
        """The next frame."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close it."""


class Connection:
    """Somebody at a table, as the host knows them."""

    def __init__(self, socket: Any, context: Context) -> None:
        self.address = ""
        self.ticket = ""
        self.match = ""
        self.busy = False
        self._socket = socket
        self._context = context
        self._queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue(QUEUE + 1)
        self.ended = asyncio.Event()

    def push(self, message: bytes) -> None:
        """Queue a message; a full queue closes the connection."""
        if self.ended.is_set():
            return
        if self._queue.qsize() >= QUEUE:
            self._context.counts["slow_readers"] += 1
            self.drop(TOO_SLOW, "you read too slowly; come back with the last number you saw", now=True)
            return
        self._queue.put_nowait(message)

    def drop(self, code: int, reason: str, *, now: bool = False) -> None:
        """Close the connection behind what is queued, or `now` in its place."""
        if self.ended.is_set():
            return
        self.ended.set()
        if now:
            while not self._queue.empty():
                self._queue.get_nowait()
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait((code, reason))

    async def write(self) -> None:
        """Send what is queued, until the end."""
        while True:
            item = await self._queue.get()
            if isinstance(item, tuple):
                await self._socket.close(*item)
                return
            await self._socket.send_text(item.decode())

    async def room(self) -> None:
        """Wait while many answers are queued: who does not listen is not listened to."""
        while self._queue.qsize() > QUEUE // 2 and not self.ended.is_set():
            await asyncio.sleep(0.002)

    async def flushed(self) -> None:
        """Wait until everything queued has been handed to the system."""
        while not self._queue.empty() or self.busy:
            await asyncio.sleep(0.01)


class PassedConnection(Connection):
    """Somebody at a table of ours who is connected to another process; that one has the queue."""

    def __init__(self, socket: PassedSocket, context: Context) -> None:
        super().__init__(socket, context)
        self._passed = socket

    def push(self, message: bytes) -> None:
        """Send a message on."""
        if not self.ended.is_set():
            self._passed.send(message)

    async def write(self) -> None:
        """Nothing waits here but the end."""
        await self.ended.wait()
        await super().write()


def _decoded(text: str | None) -> wire.AnyToServer | str:
    """What a client said, or what is wrong with it."""
    if text is None:
        return "messages are text, not bytes"
    try:
        return wire.decode_to_server(text)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        return str(error)[:200]


class Sockets:
    """Every connection of this process, and those of other processes to tables of this one."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.open: set[Connection] = set()
        self.guests: set[Connection] = set()

    async def endpoint(self, socket: WebSocket) -> None:
        """Serve one WebSocket, from the handshake to the end."""
        context = self.context
        address = context.address(socket)
        if not context.gate.host_is_ours(socket.scope) or not context.gate.origin_is_ours(
            socket.scope, required=True
        ):
            context.counts["foreign_origin"] += 1
            await socket.close()
            return
        trusted = address in context.settings.trusted
        too_many = not trusted and context.sockets[address] >= context.settings.sockets_per_address
        if too_many or len(self.open) >= context.settings.most_sockets or context.closing:
            context.counts["refused_sockets"] += 1
            await socket.close()
            return
        context.sockets[address] += 1
        connection = Connection(socket, context)
        connection.address = address
        self.open.add(connection)
        try:
            await socket.accept()
            await self._serve(socket, connection)
        except WebSocketDisconnect:
            pass
        finally:
            self.open.discard(connection)
            context.sockets[address] -= 1
            if not context.sockets[address]:
                del context.sockets[address]
            if connection.match:
                context.host.leave(connection.match, connection)

    async def passed(self, socket: PassedSocket) -> None:
        """Serve a socket that another process passes on."""
        connection = PassedConnection(socket, self.context)
        connection.address = self.context.address(socket)  # type: ignore[arg-type]
        if self.context.closing:
            await socket.close(MOVED, "the match moves to another process; come back")
            return
        self.guests.add(connection)
        try:
            await self._serve(socket, connection)
        except WebSocketDisconnect:
            pass
        finally:
            self.guests.discard(connection)
            if connection.match:
                self.context.host.leave(connection.match, connection)

    async def _serve(self, socket: AnySocket, connection: Connection) -> None:
        """Read and write at once; when either ends, the other has a few seconds for what is left."""
        writer = asyncio.ensure_future(connection.write())
        reader = asyncio.ensure_future(self._read(socket, connection))
        ended = asyncio.ensure_future(connection.ended.wait())
        try:
            await asyncio.wait({reader, writer, ended}, return_when=asyncio.FIRST_COMPLETED)
            if connection.ended.is_set():
                await asyncio.wait({writer}, timeout=LAST_WORDS_SECONDS)
        finally:
            # Who goes away in the middle of a command does not stop it: the others hear what came of it.
            end = time.monotonic() + LAST_COMMAND_SECONDS
            while connection.busy and time.monotonic() < end:
                await asyncio.sleep(0.01)
            for task in (reader, writer, ended):
                task.cancel()
            # Gone sockets raise here: WebSocketDisconnect, or RuntimeError from starlette.
            await asyncio.gather(reader, writer, ended, return_exceptions=True)

    async def _read(self, socket: AnySocket, connection: Connection) -> None:
        if await self._hello(socket, connection):
            await self._listen(socket, connection)

    async def _hello(self, socket: AnySocket, connection: Connection) -> bool:
        """Hear the first message and answer it; whether there is more to be heard here."""
        try:
            text = await asyncio.wait_for(self._text(socket), HANDSHAKE_SECONDS)
        except TimeoutError:
            connection.drop(POLICY, "the first message did not come in time")
            return False
        message = _decoded(text)
        if not isinstance(message, wire.Hello):
            connection.drop(BAD_MESSAGE, "the first message is a Hello")
            return False
        if message.protocol != wire.PROTOCOL:
            connection.drop(BAD_MESSAGE, f"this server speaks protocol {wire.PROTOCOL}")
            return False
        assert text is not None
        try:
            if self.context.passing is not None and not isinstance(connection, PassedConnection):
                return await self._welcome_where_it_belongs(socket, connection, message, text)
            return await self._welcome(connection, message)
        except NoSuchMatch:
            connection.drop(NO_MATCH, "there is no such match")
        except Elsewhere:
            connection.drop(MOVED, "the match moves to another process; come back")
        except PermissionError:
            connection.drop(NOT_YOURS, "the token opens no seat here")
        except Quarantined:
            connection.drop(NO_MATCH, "the log of this match is damaged")
        except Unavailable:
            connection.drop(TRY_LATER, "the database is away")
        return False

    async def _welcome(self, connection: Connection, message: wire.Hello) -> bool:
        context = self.context
        welcome = await context.host.listen(
            message.match,
            message.token,
            message.since,
            connection,
            lambda: context.may(context.histories, connection.address),
        )
        connection.match = message.match
        connection.push(wire.encode(welcome))
        return True

    async def _welcome_where_it_belongs(
        self, socket: AnySocket, connection: Connection, message: wire.Hello, text: str
    ) -> bool:
        """Answer here, or let the process answer that owns the match, once it is clear which that is."""
        passing, end = self.context.passing, time.monotonic() + FIND_SECONDS
        assert passing is not None
        while not connection.ended.is_set():
            try:
                home = await passing.home(message.match)
                if home is None:
                    return await self._welcome(connection, message)
                channel = await passing.open(home, connection.address, connection)
            except (Elsewhere, OSError) as error:
                passing.forget(message.match)
                if isinstance(error, PermissionError):
                    raise
                if time.monotonic() > end:
                    raise Unavailable("the owner of the match cannot be reached") from error
                await asyncio.sleep(0.05)
                continue
            try:
                channel.send(text)
                while True:
                    more = await self._text(socket)
                    if more is None:
                        connection.drop(BAD_MESSAGE, "messages are text, not bytes")
                        return False
                    self.context.counts["messages"] += 1
                    channel.send(more)
            finally:
                channel.close()
                passing.forget(message.match)
        return False

    async def _text(self, socket: AnySocket) -> str | None:
        """The next frame; None where it is no text."""
        data = await socket.receive()
        if data["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(data.get("code", 1005))
        text: str | None = data.get("text")
        return text

    async def _message(self, socket: AnySocket) -> wire.AnyToServer | str:
        """The next message, or what is wrong with it."""
        return _decoded(await self._text(socket))

    async def _listen(self, socket: AnySocket, connection: Connection) -> None:
        context = self.context
        bucket = Bucket(context.settings.messages, context.settings.messages_seconds)
        trusted = connection.address in context.settings.trusted
        warnings = 0
        while not connection.ended.is_set():
            await connection.room()
            message = await self._message(socket)
            context.counts["messages"] += 1
            if isinstance(message, str | wire.Hello):
                text = message if isinstance(message, str) else "you said Hello already"
                connection.drop(BAD_MESSAGE, text[:100])
                return
            if not trusted and not bucket.take(time.monotonic()):
                warnings += 1
                context.counts["too_fast"] += 1
                name = message.id if isinstance(message, wire.Do) else ""
                connection.push(
                    wire.encode(wire.Refused(name, "too_fast", "That is too fast; wait a little.", 0))
                )
                if warnings > MOST_WARNINGS:
                    connection.drop(POLICY, "that is too fast")
                    return
                continue
            if isinstance(message, wire.Ping):
                connection.push(wire.encode(wire.Pong()))
                continue
            if isinstance(message, wire.ShowChoice):
                context.host.show_choice(connection.match, connection.ticket, message)
                continue
            await self._do(connection, message)

    async def _do(self, connection: Connection, message: wire.Do) -> None:
        context = self.context
        if context.closing:
            refused = wire.Refused(message.id, "going_away", "The server is stopping; come back soon.", 0)
            connection.push(wire.encode(refused))
            return
        connection.busy = True
        started = time.perf_counter()
        try:
            await self._carry_out(connection, message)
        finally:
            connection.busy = False
            context.counts["command_microseconds"] += int((time.perf_counter() - started) * 1e6)

    async def _carry_out(self, connection: Connection, message: wire.Do) -> None:
        context = self.context
        try:
            if isinstance(message.command, Say) and await self._muted(connection):
                connection.push(wire.encode(wire.Refused(message.id, "muted", "You may not write here.", 0)))
                return
            await context.host.do(
                connection.match,
                connection.ticket,
                message,
                lambda answer: connection.push(wire.encode(answer)),
            )
        except Unavailable:
            refused = wire.Refused(message.id, "unavailable", "The database is away; try again.", 0)
            connection.push(wire.encode(refused))
        except Exception:
            LOG.exception("internal error", extra={"match": connection.match})
            context.counts["internal_errors"] += 1
            refused = wire.Refused(message.id, "internal", "Something went wrong here.", 0)
            connection.push(wire.encode(refused))

    async def _muted(self, connection: Connection) -> bool:
        hosted = await self.context.host.hosted(connection.match)
        seat = hosted.seat(connection.ticket)
        if seat is None or hosted.table is None:
            return False
        person = await asyncio.to_thread(self.context.store.person, hosted.table.chairs[seat].person)
        return person is not None and (person.muted or person.banned)

    def announce(self, text: str) -> None:
        """Tell everybody who is connected."""
        message = wire.encode(wire.Announcement(text))
        for connection in tuple(self.open):
            connection.push(message)

    async def drain(self, seconds: float = 2.0) -> None:
        """Answer what is in flight, then close every connection with the words `going away`."""
        self.context.closing = True
        waiting = [asyncio.ensure_future(connection.flushed()) for connection in (*self.open, *self.guests)]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=seconds)
            for task in late:
                task.cancel()
        for connection in tuple(self.guests):  # their own process is not stopping, only their table moves
            connection.drop(MOVED, "the match moves to another process; come back")
        for connection in tuple(self.open):
            connection.drop(GOING_AWAY, "the server is stopping; come back with the last number you saw")
        end = time.monotonic() + seconds
        while (self.open or self.guests) and time.monotonic() < end:
            await asyncio.sleep(0.01)
