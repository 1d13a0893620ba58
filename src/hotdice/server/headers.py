"""The headers of every answer, the check of every Host, and errors without details."""

import json
import logging

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hotdice.server.origins import Gate

LOG = logging.getLogger("hotdice.server")

CONTENT_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
    ]
)
OPENER = "cross-origin-opener-policy"
SECURITY = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    OPENER: "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Shell:
    """Outermost layer: Host first, then the application, then the headers."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate
        self._extra = dict(SECURITY)
        if gate.public_origin.startswith("https://"):
            self._extra["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False
        # Browsers ignore this header on plain http, and log an error where it comes all the same.
        trustworthy = self._gate.is_trustworthy(scope)

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in self._extra.items():
                    if name != OPENER or trustworthy:
                        headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        if not self._gate.host_is_ours(scope):
            await refuse(send_with_headers, 421, "wrong_host", "This server does not go by that name.")
            return
        if scope["method"] not in ("GET", "HEAD") and not self._gate.origin_is_ours(scope, required=False):
            await refuse(send_with_headers, 403, "wrong_origin", "That came from another site.")
            return
        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            LOG.exception("internal error", extra={"path": scope["path"]})
            if not begun:
                await refuse(send_with_headers, 500, "internal", "Something went wrong here.")


async def refuse(send: Send, status: int, code: str, text: str) -> None:
    """Answer with a code and a sentence."""
    body = json.dumps({"code": code, "text": text}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
