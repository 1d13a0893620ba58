"""The WebSocket: one connection, its queue, and the order of what happens on it.

A connection is read by one task and written by another. Between them lies a queue with an end: a reader
that is too slow is closed with a code and comes back with the number of the last message it saw.
"""

import asyncio
import logging
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hotdice.match import wire
from hotdice.match.hosted import NoSuchMatch, Quarantined
from hotdice.match.store import Unavailable
from hotdice.match.table_commands import Say
from hotdice.server.context import Context
from hotdice.server.limits import Bucket
from hotdice.server.settings import HANDSHAKE_SECONDS, QUEUE

LOG = logging.getLogger("hotdice.server")
GOING_AWAY, POLICY, TOO_SLOW, NOT_YOURS, NO_MATCH, BAD_MESSAGE, TRY_LATER = (
    1001, 1008, 4008, 4003, 4004, 4400, 1013
)  # fmt: skip
MOST_WARNINGS = 10
LAST_WORDS_SECONDS = 5.0


class Connection:
    """Somebody at a table, as the host knows them."""

    def __init__(self, socket: WebSocket, context: Context) -> None:
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


class Sockets:
    """Every connection of this process."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.open: set[Connection] = set()

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

    async def _serve(self, socket: WebSocket, connection: Connection) -> None:
        """Read and write at once; when either ends, the other has a few seconds for what is left."""
        writer = asyncio.ensure_future(connection.write())
        reader = asyncio.ensure_future(self._read(socket, connection))
        ended = asyncio.ensure_future(connection.ended.wait())
        try:
            await asyncio.wait({reader, writer, ended}, return_when=asyncio.FIRST_COMPLETED)
            if connection.ended.is_set():
                await asyncio.wait({writer}, timeout=LAST_WORDS_SECONDS)
        finally:
            for task in (reader, writer, ended):
                task.cancel()
            # Gone sockets raise here: WebSocketDisconnect, or RuntimeError from starlette.
            await asyncio.gather(reader, writer, ended, return_exceptions=True)

    async def _read(self, socket: WebSocket, connection: Connection) -> None:
        if await self._hello(socket, connection):
            await self._listen(socket, connection)

    async def _hello(self, socket: WebSocket, connection: Connection) -> bool:
        context = self.context
        try:
            message = await asyncio.wait_for(self._message(socket), HANDSHAKE_SECONDS)
        except TimeoutError:
            connection.drop(POLICY, "the first message did not come in time")
            return False
        if not isinstance(message, wire.Hello):
            connection.drop(BAD_MESSAGE, "the first message is a Hello")
            return False
        if message.protocol != wire.PROTOCOL:
            connection.drop(BAD_MESSAGE, f"this server speaks protocol {wire.PROTOCOL}")
            return False
        try:
            welcome = await context.host.listen(message.match, message.token, message.since, connection)
        except NoSuchMatch:
            connection.drop(NO_MATCH, "there is no such match")
            return False
        except PermissionError:
            connection.drop(NOT_YOURS, "the token opens no seat here")
            return False
        except Quarantined:
            connection.drop(NO_MATCH, "the log of this match is damaged")
            return False
        except Unavailable:
            connection.drop(TRY_LATER, "the database is away")
            return False
        connection.match = message.match
        connection.push(wire.encode(welcome))
        return True

    async def _message(self, socket: WebSocket) -> wire.AnyToServer | str:
        """The next message, or what is wrong with it."""
        data = await socket.receive()
        if data["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(data.get("code", 1005))
        text = data.get("text")
        if text is None:
            return "messages are text, not bytes"
        try:
            return wire.decode_to_server(text)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            return str(error)[:200]

    async def _listen(self, socket: WebSocket, connection: Connection) -> None:
        context = self.context
        bucket = Bucket(context.settings.messages, context.settings.messages_seconds)
        trusted = context.address(socket) in context.settings.trusted
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
            await self._do(connection, message)

    async def _do(self, connection: Connection, message: wire.Do) -> None:
        context = self.context
        if context.closing:
            refused = wire.Refused(message.id, "going_away", "The server is stopping; come back soon.", 0)
            connection.push(wire.encode(refused))
            return
        if isinstance(message.command, Say) and await self._muted(connection):
            connection.push(wire.encode(wire.Refused(message.id, "muted", "You may not write here.", 0)))
            return
        connection.busy = True
        started = time.perf_counter()
        try:
            await context.host.do(
                connection.match,
                connection.ticket,
                message,
                lambda answer: connection.push(wire.encode(answer)),
            )
        except Exception:
            LOG.exception("internal error", extra={"match": connection.match})
            context.counts["internal_errors"] += 1
            refused = wire.Refused(message.id, "internal", "Something went wrong here.", 0)
            connection.push(wire.encode(refused))
        finally:
            connection.busy = False
            context.counts["command_microseconds"] += int((time.perf_counter() - started) * 1e6)

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
        waiting = [asyncio.ensure_future(connection.flushed()) for connection in tuple(self.open)]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=seconds)
            for task in late:
                task.cancel()
        for connection in tuple(self.open):
            connection.drop(GOING_AWAY, "the server is stopping; come back with the last number you saw")
        end = time.monotonic() + seconds
        while self.open and time.monotonic() < end:
            await asyncio.sleep(0.01)
