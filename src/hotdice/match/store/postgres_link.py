"""Connections to PostgreSQL on which nothing waits for ever, and whether the database answers at all.

A database can hang without being away: its machine is frozen, a switch swallows packets, a statement waits
for a lock. The server's own time-outs help only where it still runs, those of TCP only where packets get
lost, so a watchdog of our own shuts the socket of whatever takes too long. Once that has happened everybody
is refused at once, until a probe gets through.
"""

import contextlib
import os
import socket
import threading
import time
from types import TracebackType
from typing import Any

import psycopg

from hotdice.match.store.entries import Unavailable

PATIENCE = 5.0
"""Seconds that any statement may take."""
_CONNECT_SECONDS = 3
_IDLE_SECONDS = 1.0
"""A transaction in which its process says nothing for so long is undone: others may wait for its rows."""
_PROBE_SECONDS = 0.25

Connection = psycopg.Connection[tuple[Any, ...]]


def connect(url: str, *, patience: float | None = PATIENCE) -> Connection:
    """A connection whose commits are synced; without `patience` its statements may take their time."""
    connection = psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=_CONNECT_SECONDS,
        keepalives=1,
        keepalives_idle=2,
        keepalives_interval=1,
        keepalives_count=3,
        tcp_user_timeout=int(PATIENCE * 1000),
    )
    settings = ["SET synchronous_commit = on"]
    if patience is not None:
        settings.append(f"SET statement_timeout = {int(patience * 1000)}")
        settings.append(f"SET idle_in_transaction_session_timeout = {int(_IDLE_SECONDS * 1000)}")
    with WATCHDOG.watch(connection, PATIENCE):
        connection.execute("; ".join(settings).encode())
    return connection


class Watchdog:
    """One thread that shuts the sockets of what takes too long; who waits there gets an error."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[int, tuple[float, Connection]] = {}
        self._thread: threading.Thread | None = None

    def watch(self, connection: Connection, seconds: float) -> "Watch":
        """A context in which the connection has so many seconds."""
        return Watch(self, connection, time.monotonic() + seconds)

    def begin(self, watch: "Watch") -> None:
        """Start to watch."""
        with self._lock:
            self._watched[id(watch)] = (watch.until, watch.connection)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._loop, name="hotdice watchdog", daemon=True)
                self._thread.start()

    def end(self, watch: "Watch") -> None:
        """Watch no more; after this nobody touches the socket."""
        with self._lock:
            self._watched.pop(id(watch), None)

    def _loop(self) -> None:
        while True:
            time.sleep(0.2)
            now = time.monotonic()
            with self._lock:
                late = [name for name, (until, _) in self._watched.items() if until < now]
                for name in late:
                    _shut(self._watched.pop(name)[1])


class Watch:
    """A connection that is being used, and until when."""

    __slots__ = ("_dog", "connection", "until")

    def __init__(self, dog: Watchdog, connection: Connection, until: float) -> None:
        self._dog = dog
        self.connection = connection
        self.until = until

    def __enter__(self) -> None:
        self._dog.begin(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._dog.end(self)


WATCHDOG = Watchdog()


def _shut(connection: Connection) -> None:
    """Shut the socket under a connection that another thread uses; closing it is that thread's work."""
    with contextlib.suppress(OSError, psycopg.Error):
        copy = socket.socket(fileno=os.dup(connection.fileno()))
        with copy:
            copy.shutdown(socket.SHUT_RDWR)


class Presence:
    """Whether the database answers. Who has waited in vain says so, and the others need not wait too."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self.hangs = False

    def check(self) -> None:
        """Go on only where the database answers.

        Raises:
            Unavailable: it did not when somebody last asked.
        """
        if self.hangs:
            raise Unavailable("the database does not answer")

    def waited(self, since: float) -> None:
        """Something failed that was begun at `since`; if it took long, the database hangs."""
        if time.monotonic() - since < PATIENCE / 5:
            return
        with self._lock:
            if self.hangs or self._closed.is_set():
                return
            self.hangs = True
            threading.Thread(target=self._probe, name="hotdice probe", daemon=True).start()

    def _probe(self) -> None:
        while not self._closed.wait(_PROBE_SECONDS):
            with contextlib.suppress(psycopg.Error, OSError):
                connect(self._url).close()
                self.hangs = False
                return

    def close(self) -> None:
        """Probe no more."""
        self._closed.set()
