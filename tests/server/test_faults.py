"""S11: what goes wrong inside is told outside in a code and a sentence; the details stand in the log."""

import asyncio
import io
import json
import logging
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from conftest import Bar
from hotdice.server.headers import Shell
from hotdice.server.logs import JsonLines
from hotdice.server.origins import Gate

DETAILS = 'secret of table 7 in /var/lib\n{"what": "a line of somebody else"}'
HOST = "127.0.0.1:8000"


async def broken(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """An application with a fault in it."""
    raise RuntimeError(DETAILS)


def asked(app: Any) -> tuple[int, bytes]:
    """Status and body of what a client is told."""
    told: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)

    scope = {
        "type": "http", "method": "GET", "path": "/api/x\n", "headers": [(b"host", HOST.encode())],
        "server": ("127.0.0.1", 8000), "client": ("127.0.0.1", 9), "scheme": "http",
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    return told[0]["status"], b"".join(message.get("body", b"") for message in told)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the server's log says, in its own format."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("hotdice.server")
    monkeypatch.setattr(logger, "handlers", [handler])
    monkeypatch.setattr(logger, "propagate", False)
    return lines


def test_s11_a_client_hears_a_code_and_the_log_has_the_details(log: io.StringIO, bar: Bar) -> None:
    status, body = asked(Shell(broken, Gate(machine="den")))
    answer = json.loads(body)
    leaked = any(word in body for word in (b"secret", b"Traceback", b"RuntimeError", b"/var"))
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    whole = len(lines) == 1 and DETAILS in lines[0]["error"] and lines[0]["path"] == "/api/x\n"
    text = f"{status} {answer['code']}, {'a' if leaked else 'no'} detail sent, {len(lines)} line in the log"
    bar(
        "S11",
        text,
        "500 internal, none, 1",
        (status, answer["code"], leaked) == (500, "internal", False) and whole,
    )


def test_s11_control_an_application_without_its_shell_lets_the_fault_out() -> None:
    with pytest.raises(RuntimeError, match="secret"):
        asked(broken)
