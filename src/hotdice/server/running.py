"""Running the server: listening, saying so, and stopping in good order."""

import logging
import signal
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from hotdice.server import memory
from hotdice.server.app import Server
from hotdice.server.impatient import impatient, raise_file_limit
from hotdice.server.settings import FRAME_BYTES, PING_SECONDS, PONG_SECONDS, Settings

LOG = logging.getLogger("hotdice.server")
SEND_BUFFER = 64 * 1024


class CannotListen(OSError):  # noqa: N818 - the sentence is what matters
    """The port is taken, or the address is not one of this machine."""


class _Uvicorn(uvicorn.Server):
    """Uvicorn that lets the sockets finish before it closes them."""

    def __init__(self, config: uvicorn.Config, server: Server, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._server = server
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            memory.settle()
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()
        for one in sockets or []:
            one.close()
        await self._server.sockets.drain()
        await super().shutdown(None)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        CannotListen: with a sentence.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections inherit it: a reader that has gone to sleep holds this much of the system's memory.
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        sock.bind((host, port))
        sock.listen(2048)
    except (OSError, OverflowError) as error:
        sock.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotListen(f"cannot listen on {host} port {port}: {reason.lower()}; try --port 0") from None
    sock.setblocking(False)
    return sock


def run(settings: Settings, sock: socket.socket, on_ready: Callable[[Server], None]) -> bool:
    """Serve until a signal comes; whether the start succeeded.

    A start that fails has said why in the log.
    """
    raise_file_limit()
    server = Server(settings)
    options: dict[str, Any] = {
        "http": impatient(settings, server.context.counts),
        "ws": "websockets-sansio",
        "ws_max_size": FRAME_BYTES,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PONG_SECONDS,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "lifespan": "on",
        "proxy_headers": False,
        "server_header": False,
        "date_header": True,
        "timeout_keep_alive": 10,
        "timeout_graceful_shutdown": 5,
        "h11_max_incomplete_event_size": 16 * 1024,
        "backlog": 2048,
    }
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    config = uvicorn.Config(server.app, **options)
    runner = _Uvicorn(config, server, lambda: on_ready(server))
    # Uvicorn stops in good order at a signal and then raises it once more; that one says nothing new.
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: None)
    runner.run(sockets=[sock])
    return bool(runner.started)
