"""The HTTP part of parties: opening one, the next game, a seat whose phone is gone, the way in by a word."""

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hotdice.game import Refusal
from hotdice.match.parties import Screen
from hotdice.server import bodies as b
from hotdice.server.api import may_open, seated_body, slow_down
from hotdice.server.context import Context
from hotdice.server.lan import is_at_home, is_loopback, shown
from hotdice.server.origins import split_host
from hotdice.server.routes import Call, Endpoint, bearer


async def place(call: Call) -> b.PartyPlace:
    """Where phones find this server, and the wifi for those who are at home."""
    settings = call.context.settings
    address, reason = await asyncio.to_thread(_address, call)
    peer = call.request.client.host if call.request.client else ""
    name, password = settings.wifi if not settings.public_url and is_at_home(peer) else ("", "")
    return b.PartyPlace(address, reason, name, password)


def _address(call: Call) -> tuple[str, str]:
    settings = call.context.settings
    if settings.public_url:
        return settings.public_url.rstrip("/"), ""
    host = call.request.headers["host"]
    parts = split_host(host)
    if parts is not None and not is_loopback(parts[0]):
        return f"http://{host}", ""
    if is_loopback(settings.host):
        return "", "alone"
    found = shown(settings.host)
    return ("", "network") if is_loopback(found) else (f"http://{found}:{settings.port}", "")


async def new_party(call: Call) -> b.PartyBody | Refusal:
    """Open a party; the answer has the token of its screen and the word for the phones."""
    await may_open(call)
    secret = bool(call.context.settings.public_url)
    return _screen(await call.context.parties.open(call.body.kind, call.body.rules, secret=secret))


async def next_game(call: Call) -> b.PartyBody | Refusal:
    """The next game of a party, for its screen."""
    return _screen(await call.context.parties.again(call.match, bearer(call.request)))


def _screen(result: Screen | Refusal) -> b.PartyBody | Refusal:
    return result if isinstance(result, Refusal) else b.PartyBody(result.match, result.token, result.word)


async def claim(call: Call) -> b.SeatedBody | Refusal:
    """Take over the seat of a phone that is gone."""
    slow_down(call)
    body: b.Claim = call.body
    return seated_body(await call.context.parties.claim(call.match, call.who, body.seat, body.invite))


async def way_in(context: Context, request: Request) -> Response | None:
    """Where the word of a party leads, the path of an address that was scanned or typed; None for others.

    What stands behind the # is told to nobody else; who tries words is slowed down as who tries seats.
    """
    word = request.url.path.strip("/").lower()
    if not context.may(context.joins, context.address(request)):
        return None
    match = await context.parties.find(word)
    return None if match is None else RedirectResponse(f"/#join={match}.{word}", 303)


ENDPOINTS = (
    Endpoint("GET", "/api/party", place, "Where phones find this server.", b.PartyPlace),
    Endpoint("POST", "/api/parties", new_party, "Open a party.", b.PartyBody, b.NewParty, status=201),
    Endpoint("POST", "/api/matches/{match}/again", next_game, "The next game of a party.", b.PartyBody),
    Endpoint(
        "POST", "/api/matches/{match}/claim", claim, "Take over a seat.", b.SeatedBody, b.Claim, "person"
    ),
)
"""What televisions and phones of a party may ask for."""
