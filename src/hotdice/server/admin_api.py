"""The HTTP part for the owner of the server."""

import asyncio
import time

from hotdice import __version__
from hotdice.game import Refusal
from hotdice.match.people import clean_line, digest
from hotdice.server import bodies as b
from hotdice.server.api import _line
from hotdice.server.routes import Call, Endpoint, HttpProblem
from hotdice.server.sockets import Sockets


def admin_endpoints(sockets: Sockets) -> tuple[Endpoint, ...]:
    """Every endpoint of the owner; announcing needs the open sockets."""

    async def announce(call: Call) -> b.Done:
        text = clean_line(call.body.text)
        if not text:
            raise HttpProblem(400, "empty", "There is nothing to announce in that.")
        sockets.announce(text)
        return b.Done(len(sockets.open))

    async def see(call: Call) -> b.Status:
        return await status(call, len(sockets.open))

    return (
        Endpoint("GET", "/api/admin/status", see, "How the server is.", b.Status, who="admin"),
        Endpoint("GET", "/api/admin/matches", matches, "All matches.", b.Games, who="admin"),
        Endpoint(
            "POST",
            "/api/admin/announce",
            announce,
            "Tell everybody.",
            b.Done,
            b.Announce,
            "admin",
            everywhere=True,
        ),
        Endpoint("POST", "/api/admin/passcode", passcode, "Set the passcode.", b.Done, b.Passcode, "admin"),
        Endpoint("POST", "/api/admin/closed", closed, "Close or open.", b.Done, b.Closed, "admin"),
        Endpoint(
            "POST", "/api/admin/retention", retention, "Set the retention.", b.Done, b.Retention, "admin"
        ),
        Endpoint(
            "POST",
            "/api/admin/people/{person}",
            mark,
            "Ban or mute somebody.",
            b.Done,
            b.Mark,
            "admin",
            everywhere=True,
        ),
        Endpoint("GET", "/api/admin/boards", boards, "All boards.", b.BoardLines, who="admin"),
        Endpoint(
            "POST", "/api/admin/boards/{board}/delete", remove_board, "Remove a board.", b.Done, who="admin"
        ),
        Endpoint("POST", "/api/admin/matches/{match}/end", end, "End a match.", b.Done, who="admin"),
        Endpoint("POST", "/api/admin/matches/{match}/delete", delete, "Remove a match.", b.Done, who="admin"),
        Endpoint(
            "POST", "/api/admin/matches/{match}/erase", erase, "Erase a name.", b.Done, b.Erase, "admin"
        ),
        Endpoint("GET", "/api/admin/matches/{match}/people", people, "Who sits there.", b.Text, who="admin"),
    )


async def status(call: Call, open_sockets: int) -> b.Status:
    """How the server is."""
    context = call.context
    counts = await asyncio.to_thread(context.store.counts)
    return b.Status(
        version=__version__,
        uptime=time.monotonic() - context.started,
        tables=context.host.tables,
        sockets=open_sockets,
        matches={name: matches for name, (matches, _) in counts.items()},
        events=sum(events for _, events in counts.values()),
        closed=await context.setting("closed") == "yes",
        passcode=bool(await context.setting("passcode")),
        retention_days=int(await context.setting("retention_days") or 0),
        damaged=tuple(context.host.quarantined),
    )


async def matches(call: Call) -> b.Games:
    """All matches, the latest first."""
    found = await asyncio.to_thread(call.context.store.matches, None, 1_000)
    return b.Games(tuple(_line(summary) for summary in found))


async def boards(call: Call) -> b.BoardLines:
    """The scores of real tables that are kept here, the latest first."""
    found = await asyncio.to_thread(call.context.store.boards)
    return b.BoardLines(
        tuple(b.BoardLine(one.id, one.version, len(one.body.encode()), one.updated) for one in found)
    )


async def remove_board(call: Call) -> b.Done:
    """Remove the score of a real table."""
    if not await call.context.boards.remove(str(call.request.path_params["board"])):
        raise HttpProblem(404, "no_such_board", "There is no such board.")
    return b.Done()


async def people(call: Call) -> b.Text:
    """The ids of the people at a table, seat by seat, for banning."""
    hosted = await call.context.host.hosted(call.match)
    assert hosted.table is not None
    return b.Text("\n".join(f"{n} {chair.person}" for n, chair in enumerate(hosted.table.chairs, 1)))


async def _set(call: Call, name: str, value: str) -> b.Done:
    await asyncio.wrap_future(call.context.store.set_setting(name, value))
    return b.Done()


async def passcode(call: Call) -> b.Done:
    """Set what newcomers must know; only its hash is kept."""
    return await _set(call, "passcode", digest(call.body.passcode).hex() if call.body.passcode else "")


async def closed(call: Call) -> b.Done:
    """Take no new tables, or take them again."""
    return await _set(call, "closed", "yes" if call.body.closed else "no")


async def retention(call: Call) -> b.Done:
    """Set after how many days finished games go, and remove those that are due."""
    await _set(call, "retention_days", str(call.body.days))
    return b.Done(await call.context.remove_old())


async def mark(call: Call) -> b.Done:
    """Ban or mute somebody, or lift it."""
    name = str(call.request.path_params["person"])
    if await asyncio.to_thread(call.context.store.person, name) is None:
        raise HttpProblem(404, "no_such_person", "There is nobody with that id.")
    await asyncio.wrap_future(call.context.store.mark(name, banned=call.body.banned, muted=call.body.muted))
    if call.body.banned:
        await call.context.lobby.shut_out(name)
    return b.Done()


async def end(call: Call) -> b.Done | Refusal:
    """End a match; its seed is shown."""
    result = await call.context.lobby.close_match(call.match)
    return result if isinstance(result, Refusal) else b.Done()


async def delete(call: Call) -> b.Done:
    """Remove a match with all that belongs to it."""
    await call.context.lobby.delete(call.match)
    return b.Done()


async def erase(call: Call) -> b.Done | Refusal:
    """Erase the name and the chat lines of a seat."""
    result = await call.context.lobby.erase(call.match, call.body.seat)
    return result if isinstance(result, Refusal) else b.Done(result)
