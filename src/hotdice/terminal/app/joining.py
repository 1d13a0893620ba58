"""From the first page to a server's table: the link, a name where this device has none there, the seat."""

import asyncio
from typing import TYPE_CHECKING, Any

from hotdice.terminal.app.text_screens import LineQuestion, TextScreen
from hotdice.terminal.devices import Devices

if TYPE_CHECKING:
    from hotdice.client.http import HttpClient
    from hotdice.client.links import Link
    from hotdice.terminal.app.application import HotdiceApp

ASKED = "The link of the invitation: http://...#join=..."


def join(app: "HotdiceApp") -> None:
    """Ask for a link and go to its table; whatever is in the way is said, and the first page stays."""
    app.run_worker(_join(app), group="join", exclusive=True)


async def _join(app: "HotdiceApp") -> None:
    try:
        from hotdice.client.http import HttpClient, ServerRefused
        from hotdice.client.links import parse_link
        from hotdice.terminal.app.online_screens import lobby
    except ImportError as error:
        _say(app, f"Playing online needs packages that are not here ({error.name}): 'hotdice[server]'.")
        return
    line = await app.push_screen_wait(LineQuestion("Join a table", ASKED))
    if line is None:
        return
    try:
        where = parse_link(line)
        if not where.match:
            raise ValueError("That link leads to no table; an invitation ends in #join=...")
        client = HttpClient(where.server, Devices().of(where.server).get("key", ""))
        token = await _seat(app, client, where)
    except (ServerRefused, ValueError, OSError) as error:
        _say(app, str(error))
        return
    if token:
        app.push_screen(lobby(where, token, client))


def _say(app: "HotdiceApp", fault: str) -> None:
    app.notify(fault, severity="error", markup=False, timeout=8)


async def _seat(app: "HotdiceApp", client: "HttpClient", where: "Link") -> str:
    """The token of a seat: the one that is kept here, or that of a seat taken now; nothing if called off."""
    devices = Devices()
    if not await _known(client) and not await _arrive(app, client, devices):
        return ""
    known = devices.seat(where.server, where.match)
    if known:
        return known
    seated = await asyncio.to_thread(client.sit, where.match, where.invite)
    devices.remember_seat(where.server, where.match, seated["token"])
    return str(seated["token"])


async def _known(client: "HttpClient") -> bool:
    """Whether the server knows this device."""
    from hotdice.client.http import ServerRefused

    if not client.key:
        return False
    try:
        await asyncio.to_thread(client.get, "/api/me")
    except ServerRefused as refused:
        if refused.code != "unknown_device":
            raise
        client.key = ""
        return False
    return True


async def _arrive(app: "HotdiceApp", client: "HttpClient", devices: Devices) -> bool:
    """Become somebody on the server, with its passcode where it has one; False if called off."""
    from hotdice.client.http import ServerRefused

    name = await app.push_screen_wait(LineQuestion("Join a table", "What are you called there?"))
    if name is None:
        return False
    try:
        me: dict[str, Any] = await asyncio.to_thread(client.arrive, name)
    except ServerRefused as refused:
        if refused.code != "passcode":
            raise
        passcode = await app.push_screen_wait(LineQuestion("Join a table", "The passcode of this server?"))
        if passcode is None:
            return False
        me = await asyncio.to_thread(client.arrive, name, passcode)
    devices.remember(client.server, key=me["key"], name=me["name"])
    phrase = f"Write this down; it is shown once and brings you back elsewhere:\n\n{me['phrase']}"
    await app.push_screen_wait(TextScreen(f"Hello {me['name']}", phrase))
    return True
