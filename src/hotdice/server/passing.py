"""Passing on: a socket or a request whose match another process owns goes there, and its answers come back.

Nothing here knows what is in a frame. A player may be connected to any process; the owner of the match sees
a socket like its own, and an owner's command that concerns everybody goes to every process.
"""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
from starlette.datastructures import Address
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Scope

from hotdice.frozen import Frozen
from hotdice.match.shelf import MOVED
from hotdice.match.store import SqlStore
from hotdice.match.store.owners import Peer
from hotdice.server.lease import Lease
from hotdice.server.links import ANSWER, ASK, CLOSE, OPEN, TEXT, Link, call

LOG = logging.getLogger("hotdice.server")
MOST_HOMES = 50_000
MOST_UNREAD = 256
"""Frames of one client that may wait for the owner of its match."""
ASK_SECONDS = 30.0
PASSED = "hotdice.passed"
"""The key of a request's scope that says that it was passed on, and must not be so again."""


class Asked(Frozen, array_like=True):
    """A request as it travels."""

    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    address: str


class Answered(Frozen, array_like=True):
    """An answer as it travels."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Listener(Protocol):
    """A connection of this process whose match is elsewhere."""

    def push(self, message: bytes) -> None:
        """Take a frame."""

    def drop(self, code: int, reason: str) -> None:
        """Be closed."""


class Channel:
    """The way of one connection to the owner of its match."""

    def __init__(self, ends: dict[int, Any], link: Link, number: int) -> None:
        self._ends = ends
        self._link = link
        self._number = number

    def send(self, text: str) -> None:
        """Pass a frame on."""
        self._link.send(TEXT, self._number, text.encode())

    def close(self) -> None:
        """Tell the owner that nobody is there any more."""
        if self._ends.pop(self._number, None) is not None:
            self._link.send(CLOSE, self._number, b"")


class PassedSocket:
    """A socket that is connected to another process, as the owner of its match sees it."""

    def __init__(self, link: Link, number: int, address: str) -> None:
        self.client = Address(address, 0)
        self.headers: dict[str, str] = {}
        self._link = link
        self._number = number
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()

    def feed(self, text: str | None) -> None:
        """Take a frame of the client, or its end; who sends more than is read is cut off."""
        if self._inbox.qsize() > MOST_UNREAD:
            text = None
        self._inbox.put_nowait(text)

    async def receive(self) -> Message:
        """The next frame, in the words of the web server."""
        text = await self._inbox.get()
        if text is None:
            return {"type": "websocket.disconnect", "code": 1006}
        return {"type": "websocket.receive", "text": text}

    def send(self, message: bytes) -> None:
        """Send a frame to the client."""
        self._link.send(TEXT, self._number, message)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Close the client's connection."""
        self._link.send(CLOSE, self._number, msgspec.msgpack.encode((code, reason or "")))


class Passing:
    """Every link of this process, and where matches are."""

    def __init__(
        self,
        store: SqlStore,
        key: bytes,
        owns: Callable[[str], bool],
        serve: Callable[[PassedSocket], Awaitable[None]],
        app: ASGIApp,
    ) -> None:
        self.lease: Lease | None = None
        self._store = store
        self._key = key
        self._owns = owns
        self._serve = serve
        self._app = app
        self._server: asyncio.Server | None = None
        self._homes: dict[str, str] = {}
        self._links: dict[str, asyncio.Task[Link]] = {}
        self._ends: dict[Link, dict[int, Any]] = {}
        self._guests: dict[Link, dict[int, PassedSocket]] = {}
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Future[None]] = set()

    async def listen(self, where: str) -> str:
        """Listen for the other processes; the address at which they find this one.

        Raises:
            OSError: the address is not one of this machine, or the port is taken.
        """
        host, colon, port = where.rpartition(":") if not where.endswith("]") else (where, "", "")
        if not colon:
            host, port = where, "0"
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._called, host.strip("[]"), int(port))
        found = self._server.sockets[0].getsockname()
        return f"[{found[0]}]:{found[1]}" if ":" in found[0] else f"{found[0]}:{found[1]}"

    def _called(self) -> Link:
        assert self.lease is not None
        return Link(self._key, self, here=self.lease.name)

    async def close(self) -> None:
        """End every link."""
        if self._server is not None:
            self._server.close()
        for task in self._links.values():
            if task.done() and not task.cancelled() and task.exception() is None:
                task.result().cut()
            task.cancel()
        for link in tuple(self._guests):
            link.cut()

    # Where a match is

    async def home(self, match: str) -> Peer | None:
        """The process to pass on to; None where this one owns the match or may take it.

        Raises:
            Unavailable: the database failed.
        """
        assert self.lease is not None
        if self._owns(match):
            return None
        known = self.lease.peers.get(self._homes.get(match, ""))
        if known is not None:
            return known
        home = await asyncio.to_thread(self._store.home, match)
        if home is None or home.id in ("", self.lease.name):
            self._homes.pop(match, None)
            return None
        self._homes[match] = home.id
        if len(self._homes) > MOST_HOMES:
            del self._homes[next(iter(self._homes))]
        return home

    def forget(self, match: str) -> None:
        """Ask the database again where a match is: it was not where it was thought to be."""
        self._homes.pop(match, None)

    def gone(self, names: set[str]) -> None:
        """Processes are gone: what waits for them comes back."""
        for name in names:
            task = self._links.pop(name, None)
            if task is not None and task.done() and not task.cancelled() and task.exception() is None:
                task.result().cut()

    # Passing on

    async def open(self, home: Peer, address: str, listener: Listener) -> Channel:
        """Open a way for a connection; the listener hears what the owner of its match says.

        Raises:
            OSError: the process cannot be reached.
        """
        link = await self._link(home)
        number, ends = next(self._numbers), self._ends[link]
        ends[number] = listener
        link.send(OPEN, number, address.encode())
        return Channel(ends, link, number)

    async def ask(self, home: Peer, request: Request, body: bytes, address: str, path: str = "") -> Response:
        """Have a request answered by another process.

        Raises:
            OSError: it cannot be reached, or was lost before it answered.
        """
        link = await self._link(home)
        number, ends = next(self._numbers), self._ends[link]
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        ends[number] = answer
        headers = [pair for pair in request.scope["headers"] if pair[0] != b"x-forwarded-for"]
        asked = Asked(
            request.method, path or request.url.path, request.scope["query_string"], headers, body, address
        )
        link.send(ASK, number, msgspec.msgpack.encode(asked))
        try:
            async with asyncio.timeout(ASK_SECONDS):
                found = msgspec.msgpack.decode(await answer, type=Answered)
        finally:
            ends.pop(number, None)
        response = Response(found.body, found.status)
        response.raw_headers = found.headers
        return response

    async def everywhere(self, request: Request, body: bytes, address: str) -> list[Response]:
        """Have a request carried out by every other process.

        Raises:
            OSError: one that lives could not be reached.
        """
        assert self.lease is not None
        peers = tuple(self.lease.peers.values())
        asked = (self.ask(peer, request, body, address) for peer in peers)
        found = await asyncio.gather(*asked, return_exceptions=True)
        good: list[Response] = []
        for peer, answer in zip(peers, found, strict=True):
            if isinstance(answer, Response):
                good.append(answer)
            elif peer.id in self.lease.peers:
                raise OSError(f"process {peer.id} did not answer") from answer
        return good

    async def _link(self, home: Peer) -> Link:
        task = self._links.get(home.id)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._links[home.id] = asyncio.ensure_future(call(home.address, home.id, self._key, self))
        link = await asyncio.shield(task)
        self._ends.setdefault(link, {})
        return link

    # What comes over a link

    def heard(self, link: Link, kind: int, channel: int, payload: bytes) -> None:
        """A frame: of a client to its match, of a match to its client, a question or its answer."""
        if kind == TEXT:
            ends = self._ends.get(link)
            if ends is None:
                self._feed(link, channel, payload.decode())
            elif channel in ends:
                ends[channel].push(payload)
        elif kind == OPEN:
            socket = PassedSocket(link, channel, payload.decode())
            self._guests.setdefault(link, {})[channel] = socket
            self._spawn(self._serve(socket))
        elif kind == CLOSE:
            ends = self._ends.get(link)
            if ends is None:
                self._feed(link, channel, None)
            elif (listener := ends.pop(channel, None)) is not None:
                listener.drop(*msgspec.msgpack.decode(payload, type=tuple[int, str]))
        elif kind == ASK:
            self._spawn(self._asked(link, channel, msgspec.msgpack.decode(payload, type=Asked)))
        elif kind == ANSWER:
            answer = self._ends.get(link, {}).get(channel)
            if answer is not None and not answer.done():
                answer.set_result(payload)

    def _feed(self, link: Link, channel: int, text: str | None) -> None:
        guests = self._guests.get(link, {})
        socket = guests.get(channel) if text is not None else guests.pop(channel, None)
        if socket is not None:
            socket.feed(text)

    def lost(self, link: Link) -> None:
        """The other process is gone: clients come back by themselves and find the next owner."""
        for name, task in tuple(self._links.items()):
            if task.done() and not task.cancelled() and task.exception() is None and task.result() is link:
                del self._links[name]
        for end in self._ends.pop(link, {}).values():
            if isinstance(end, asyncio.Future):
                if not end.done():
                    end.set_exception(ConnectionError("the process was lost before it answered"))
            else:
                end.drop(MOVED, "the match moves to another process; come back")
        for socket in self._guests.pop(link, {}).values():
            socket.feed(None)

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _asked(self, link: Link, channel: int, asked: Asked) -> None:
        """Answer a request of another process's client as one of our own."""
        scope: Scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": asked.method,
            "scheme": "http", "path": asked.path, "raw_path": asked.path.encode(), "root_path": "",
            "query_string": asked.query, "headers": asked.headers, "client": (asked.address, 0),
            "server": None, PASSED: True,
        }  # fmt: skip
        status, headers, body = 500, [], bytearray()

        async def receive() -> Message:
            return {"type": "http.request", "body": asked.body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], [tuple(pair) for pair in message["headers"]]
            else:
                body.extend(message.get("body", b""))

        try:
            await self._app(scope, receive, send)
        except Exception:
            LOG.exception("internal error", extra={"path": asked.path})
            status, headers = 500, [(b"content-type", b"application/json")]
            body[:] = b'{"code":"internal","text":"Something went wrong here."}'
        link.send(ANSWER, channel, msgspec.msgpack.encode(Answered(status, headers, bytes(body))))
