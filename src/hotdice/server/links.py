"""A link between two processes: a TCP connection with many channels; both ends prove that they know the key.

A frame is a length, a kind, the number of a channel, and bytes. The link does not look into them.
"""

import asyncio
import hmac
import secrets
import struct
from typing import Any, Protocol

HEAD = struct.Struct(">IBI")
GREET, PROVE, CONFIRM, OPEN, TEXT, CLOSE, ASK, ANSWER = range(8)
_LONGEST = 32 * 1024 * 1024
_LONGEST_GREETING = 64
_MOST_WAITING = 64 * 1024 * 1024
"""Bytes that may wait for a process that does not read; then the link is cut."""
_GREETING_SECONDS = 3.0
_NONCE = 16


class Ear(Protocol):
    """Who hears what comes over a link."""

    def heard(self, link: "Link", kind: int, channel: int, payload: bytes) -> None:
        """A frame."""

    def lost(self, link: "Link") -> None:
        """The link is gone."""


def proof(key: bytes, role: bytes, *parts: bytes) -> bytes:
    """What only somebody who knows the key can say.

    >>> proof(b"key", b"a", b"x") == proof(b"key", b"b", b"x")
    False
    """
    return hmac.digest(key, b"|".join((role, *parts)), "sha256")


class Link(asyncio.Protocol):
    """One end. Who calls expects a process by its name: another one may have got its port since."""

    def __init__(self, key: bytes, ear: Ear, *, here: str = "", expected: str = "") -> None:
        self._loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = self._loop.create_future()
        self._waiting: list[bytes] = []
        self._key = key
        self._ear = ear
        self._here = here.encode()
        self._expected = expected.encode()
        self._mine = secrets.token_bytes(_NONCE)
        self._theirs = b""
        self._buffer = bytearray()
        self._proved = False
        self._transport: Any = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Greet, if it was this end that called."""
        self._transport = transport
        self._patience = self._loop.call_later(_GREETING_SECONDS, self._give_up)
        if self._expected:
            self.send(GREET, 0, self._mine)

    def _give_up(self) -> None:
        if not self._proved:
            self.cut()

    def send(self, kind: int, channel: int, payload: bytes) -> None:
        """Send a frame; a link whose other end does not read is cut."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        if transport.get_write_buffer_size() > _MOST_WAITING:
            self.cut()
            return
        if not self._waiting:  # what is said in the same moment goes out together
            self._loop.call_soon(self._flush)
        self._waiting += (HEAD.pack(len(payload), kind, channel), payload)

    def _flush(self) -> None:
        data, self._waiting = b"".join(self._waiting), []
        if not self._transport.is_closing():
            self._transport.write(data)

    def cut(self) -> None:
        """End the link at once."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hand on every frame that is complete."""
        buffer = self._buffer
        buffer += data
        start = 0
        while len(buffer) - start >= HEAD.size:
            length, kind, channel = HEAD.unpack_from(buffer, start)
            if length > (_LONGEST if self._proved else _LONGEST_GREETING):
                self.cut()
                return
            end = start + HEAD.size + length
            if len(buffer) < end:
                break
            payload = bytes(buffer[start + HEAD.size : end])
            start = end
            if self._proved:
                self._ear.heard(self, kind, channel, payload)
            elif not self._greeted(kind, payload):
                self.cut()
                return
        del buffer[:start]

    def _greeted(self, kind: int, payload: bytes) -> bool:
        """One step of the greeting; false where it is wrong."""
        if self._expected:
            self._theirs, said = payload[:_NONCE], payload[_NONCE:]
            wanted = proof(self._key, b"here", self._mine, self._theirs, self._expected)
            if kind != PROVE or not hmac.compare_digest(said, wanted):
                return False
            self.send(CONFIRM, 0, proof(self._key, b"there", self._mine, self._theirs))
            return self._begin()
        if kind == GREET and not self._theirs:
            self._theirs = payload
            self.send(PROVE, 0, self._mine + proof(self._key, b"here", payload, self._mine, self._here))
            return True
        wanted = proof(self._key, b"there", self._theirs, self._mine)
        return kind == CONFIRM and hmac.compare_digest(payload, wanted) and self._begin()

    def _begin(self) -> bool:
        self._proved = True
        if not self.ready.done():
            self.ready.set_result(None)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Say so, to who waits for the greeting or to who listens."""
        if self._patience is not None:
            self._patience.cancel()
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the process does not answer as one of ours"))
            self.ready.exception()
        if self._proved:
            self._ear.lost(self)


async def call(address: str, expected: str, key: bytes, ear: Ear) -> Link:
    """A link to a process.

    Raises:
        OSError: it cannot be reached, or is another one.
    """
    host, _, port = address.rpartition(":")
    loop = asyncio.get_running_loop()

    def make() -> Link:
        return Link(key, ear, expected=expected)

    async with asyncio.timeout(_GREETING_SECONDS):
        _, link = await loop.create_connection(make, host.strip("[]"), int(port))
        await link.ready
    return link
