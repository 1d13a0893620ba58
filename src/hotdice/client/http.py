"""The HTTP part of a server, from the other side. It needs nothing but the standard library."""

import http.client
import json
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

SILENCE = 2.0
"""Seconds after which a server that has not answered counts as silent."""


class ServerRefused(Exception):  # noqa: N818 - it carries the server's words
    """The server said no, with a code and a sentence; `status` is 0 where it could not be reached."""

    def __init__(self, status: int, code: str, text: str) -> None:
        self.status = status
        self.code = code
        self.text = text
        super().__init__(text)


class HttpClient:
    """Asks a server on behalf of one device.

    >>> HttpClient("http://127.0.0.1:1").get("/health")
    Traceback (most recent call last):
    hotdice.client.http.ServerRefused: http://127.0.0.1:1 cannot be reached: connection refused

    `on_silence` is called, in a thread of its own, where an answer takes longer than two seconds.
    """

    def __init__(
        self,
        server: str,
        key: str = "",
        *,
        timeout: float = 30,
        on_silence: Callable[[], None] = lambda: None,
    ) -> None:
        self.server = server.rstrip("/")
        self.key = key
        self._timeout = timeout
        self._on_silence = on_silence

    def get(self, path: str) -> Any:
        """Ask for something."""
        return self._ask("GET", path, None)

    def post(self, path: str, **body: Any) -> Any:
        """Have something done."""
        return self._ask("POST", path, {name: value for name, value in body.items() if value is not None})

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        parts = urlsplit(self.server)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=self._timeout)
        headers = {"Origin": self.server, "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        patience = threading.Timer(SILENCE, self._on_silence)
        patience.daemon = True
        patience.start()
        try:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
            raise ServerRefused(0, "unreachable", f"{self.server} cannot be reached: {reason}") from None
        finally:
            patience.cancel()
            connection.close()
        return _understood(answer.status, answer.headers.get_content_type(), text)

    # What players do

    def arrive(self, name: str, passcode: str = "") -> dict[str, Any]:
        """Become a person on this server; this client uses the key from now on."""
        me: dict[str, Any] = self.post("/api/people", name=name, passcode=passcode)
        self.key = me["key"]
        return me

    def new_table(self, **wish: Any) -> dict[str, Any]:
        """Set up a table."""
        seated: dict[str, Any] = self.post("/api/matches", **wish)
        return seated

    def sit(self, match: str, invite: str = "") -> dict[str, Any]:
        """Take a seat, or come back to it."""
        seated: dict[str, Any] = self.post(f"/api/matches/{quote(match)}/seat", invite=invite)
        return seated

    def table(self, match: str) -> dict[str, Any]:
        """A table as somebody sees it who watches."""
        view: dict[str, Any] = self.get(f"/api/matches/{quote(match)}")
        return view

    def record(self, match: str) -> str:
        """The record of a game."""
        text: str = self.get(f"/api/matches/{quote(match)}/record")
        return text


def _understood(status: int, kind: str, text: str) -> Any:
    if kind == "application/json":
        try:
            value = json.loads(text)
        except ValueError:
            raise ServerRefused(status, "not_hotdice", "that server is no Hotdice server") from None
        if status >= 400:
            code, sentence = value.get("code", "refused"), value.get("text", "The server said no.")
            raise ServerRefused(status, str(code), str(sentence))
        return value
    if status >= 400 or kind != "text/plain":
        raise ServerRefused(status, "not_hotdice", "that server is no Hotdice server")
    return text
