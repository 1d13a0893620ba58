"""The network between a browser and a server, which can be cut and mended."""

import contextlib
import socket
import threading
from types import TracebackType


class Cable:
    """Hands on every byte both ways, as long as it is not cut."""

    def __init__(self) -> None:
        self._listening = socket.socket()
        self._listening.bind(("127.0.0.1", 0))
        self._listening.listen(64)
        self.port = int(self._listening.getsockname()[1])
        self.to = 0
        self._cut = False
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """End every connection, and let none in."""
        self._cut = True
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            _close(end)

    def mend(self) -> None:
        """Let connections in again."""
        self._cut = False

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if self._cut:
                _close(near)
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.to), 30)
            except OSError:
                _close(near)
                continue
            far.settimeout(None)
            with self._lock:
                self._ends |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._hand_on, args=(source, target), daemon=True).start()

    def _hand_on(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            with self._lock:
                self._ends.discard(end)
            _close(end)

    def __enter__(self) -> "Cable":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _close(self._listening)
        self.cut()


def _close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
