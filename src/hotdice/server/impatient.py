"""HTTP that does not wait for ever, and not for too many connections of one address at once."""

import asyncio
import contextlib
import resource
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from hotdice.server.limits import network_of
from hotdice.server.settings import HANDSHAKE_SECONDS, Settings


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows it; how many.

    >>> raise_file_limit() > 0
    True
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft


def impatient(settings: Settings, counts: "Counter[str]") -> type[H11Protocol]:
    """The protocol of one server: ten seconds for a head and for a body, also on a connection kept open.

    An address has so many connections at once; trusted ones and the proxies in front have any number.
    """
    free = {*settings.trusted, *settings.proxies}
    connections: Counter[str] = Counter()

    class ImpatientHttp(H11Protocol):
        """One connection."""

        _timer: asyncio.TimerHandle | None = None
        _awaited: object = None
        _address = ""
        _over = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Count it, and wait for the first head."""
            super().connection_made(transport)
            peer = (transport.get_extra_info("peername") or ("",))[0]
            if peer not in free:
                self._address = network_of(peer)
                connections[self._address] += 1
                if connections[self._address] > settings.connections_per_address:
                    counts["refused_connections"] += 1
                    transport.abort()
                    return
            self._await(h11.IDLE)

        def data_received(self, data: bytes) -> None:
            """Take what came; a drop now and then does not begin the wait anew."""
            super().data_received(data)
            self._look()

        def on_response_complete(self) -> None:
            """An answer is out; what has come of the next request is waited for."""
            super().on_response_complete()
            self._look()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            """From here on it is a WebSocket, which has limits of its own."""
            self._release()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop waiting."""
            self._release()
            super().connection_lost(exc)

        def _look(self) -> None:
            if self._over:
                return
            state = self.conn.their_state
            begun = state is h11.IDLE and (self.conn.trailing_data[0] or self._awaited is h11.IDLE)
            self._await(state if begun or state is h11.SEND_BODY else None)

        def _await(self, what: object) -> None:
            """Wait for the rest of a head or a body, or for nothing; the clock starts when that changes."""
            if what is self._awaited or self.transport.is_closing():
                return
            self._awaited = what
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if what is not None:
                self._timer = self.loop.call_later(HANDSHAKE_SECONDS, self._lose_patience)

        def _lose_patience(self) -> None:
            if not self.transport.is_closing():
                counts["slow_requests"] += 1
                self.transport.abort()

        def _release(self) -> None:
            self._over = True
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._address:
                connections[self._address] -= 1
                if not connections[self._address]:
                    del connections[self._address]
                self._address = ""

    return ImpatientHttp
