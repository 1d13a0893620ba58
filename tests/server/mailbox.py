"""A real mail server on this machine, in whatever mood a test wants it."""

import asyncio
import email
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from pathlib import Path
from types import TracebackType
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult

FIXTURES = Path(__file__).parent / "fixtures"
CERTIFICATE = FIXTURES / "mail-cert.pem"
USER, PASSWORD = "dice", "a long secret"


def _tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, FIXTURES / "mail-key.pem")
    return context


class Mailbox:
    """What has arrived, and how the server behaves.

    Moods: "" takes all; "busy" and "unknown" answer 451 and 550 to the address; "later" and "spam" answer 452
    and 554 to the text; "silent" never answers the text, "cut" hangs up instead.
    """

    def __init__(self) -> None:
        self.mood = ""
        self.arrived: list[tuple[str, EmailMessage]] = []
        self.texts = 0
        self.on_address: Callable[[], None] = lambda: None
        self.on_text: Callable[[EmailMessage], None] = lambda message: None

    async def handle_RCPT(  # noqa: N802 - the names are aiosmtpd's
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        self.on_address()
        if self.mood == "busy":
            return f"451 <{address}> try again"
        if self.mood == "unknown":
            return f"550 <{address}> does not live here"
        envelope.rcpt_tos.append(address)
        return "250 good"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.texts += 1
        if self.mood == "silent":
            await asyncio.sleep(3600)
        if self.mood == "cut":
            server.transport.abort()
            await asyncio.sleep(3600)
        if self.mood == "later":
            return "452 full"
        if self.mood == "spam":
            return f"554 <{envelope.rcpt_tos[0]}> no"
        message = email.message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.arrived.append((envelope.rcpt_tos[0], message))
        self.on_text(message)
        return "250 kept"


class Office:
    """The server: plain, or with STARTTLS or TLS from the start, with or without a login."""

    def __init__(self, security: str = "none", *, login: bool = False) -> None:
        self.box = Mailbox()
        self._security = security
        self._login = login
        self._open: set[Any] = set()
        self.port = 0

    def _protocol(self) -> SMTP:
        encrypted = self._security == "starttls"
        one = SMTP(
            self.box, hostname="localhost", loop=asyncio.get_running_loop(),
            tls_context=_tls() if encrypted else None, require_starttls=encrypted,
            auth_required=self._login, auth_require_tls=encrypted, authenticator=_authenticate,
        )  # fmt: skip
        self._open.add(one)
        return one

    async def __aenter__(self) -> "Office":
        tls = _tls() if self._security == "tls" else None
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocol, "127.0.0.1", 0, ssl=tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for one in self._open:
            if one.transport is not None:
                one.transport.abort()
            task = one._handler_coroutine
            if task is not None and not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def _authenticate(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> Any:
    good = (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=good, handled=False)


@contextmanager
def beside() -> Iterator[Office]:
    """A mail server beside the test, in a thread of its own."""
    ready, done = threading.Event(), threading.Event()
    found: list[Office] = []

    async def whole() -> None:
        async with Office() as office:
            found.append(office)
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=asyncio.run, args=(whole(),))
    thread.start()
    try:
        assert ready.wait(60)
        yield found[0]
    finally:
        done.set()
        thread.join(60)
