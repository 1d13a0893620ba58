"""The HTTP part of evenings: planning one, looking at it, asking for something, playing a table online."""

import asyncio
import time

from hotdice.club.evening import commands as c
from hotdice.club.evening.plan import Plan
from hotdice.club.evening.state import Evening
from hotdice.club.evening.views import EveningView, view_of
from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.match.store import Person
from hotdice.server.api import may_open, slow_down
from hotdice.server.bodies import Body, Done
from hotdice.server.evenings import NewHost, NoSuchEvening, player_of
from hotdice.server.routes import Call, Endpoint, HttpProblem, bearer

PATIENCE = 20.0
"""Seconds that a look at an evening may wait for something new."""
PAUSE = 0.7


class NewEvening(Body):
    """An evening to plan."""

    plan: Plan = Plan()


class EveningAsked(Body):
    """Something that is asked of an evening, by the host's token or by a person's key."""

    command: c.Asking


class EveningTable(Frozen):
    """The match of a table that is played online, and the invitation to it."""

    match: str
    invite: str


def _name(call: Call) -> str:
    return str(call.request.path_params["evening"])


def _none() -> HttpProblem:
    return HttpProblem(404, "no_such_evening", "There is no such evening.")


async def _who(call: Call) -> tuple[bool, Person | None]:
    """Whether the host asks, and which person otherwise."""
    key = bearer(call.request)
    try:
        if await call.context.evenings.is_host(_name(call), key):
            return True, None
    except NoSuchEvening:
        raise _none() from None
    person = await call.context.guests.by_key(key) if key else None
    return False, person if person and not person.banned else None


async def _seen(call: Call, evening: Evening, host: bool, person: Person | None) -> EveningView:
    you, now = player_of(evening, person), call.context.host.clock.now()
    return await asyncio.to_thread(view_of, evening, _name(call), now, you=you, host=host)


async def new_evening(call: Call) -> NewHost | Refusal:
    """Plan an evening; the answer has the token that makes a device the host's."""
    await may_open(call)
    body: NewEvening = call.body
    return await call.context.evenings.open(body.plan)


async def look(call: Call) -> EveningView:
    """An evening as it stands."""
    host, person = await _who(call)
    return await _seen(call, await call.context.evenings.look(_name(call)), host, person)


async def look_after(call: Call) -> EveningView:
    """An evening as soon as its log is longer than that; after a while as it is all the same."""
    text = str(call.request.path_params["length"])
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HttpProblem(400, "bad_request", "A length is a whole number.")
    host, person = await _who(call)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            found = await call.context.evenings.look(_name(call))
        except NoSuchEvening:
            raise _none() from None
        gone = time.monotonic() > until or call.context.closing or await call.request.is_disconnected()
        if found.length != int(text) or gone:
            return await _seen(call, found, host, person)
        await asyncio.sleep(PAUSE)


async def ask(call: Call) -> EveningView | Refusal:
    """Ask for something: the host for anything, a player for what is theirs, anybody to enter."""
    host, person = await _who(call)
    if not host and person is None:
        raise HttpProblem(401, "unknown_device", "This device is not known here; give a name first.")
    body: EveningAsked = call.body
    if not host:
        slow_down(call)
    found = await call.context.evenings.ask(_name(call), body.command, host=host, person=person)
    return found if isinstance(found, Refusal) else await _seen(call, found, host, person)


async def play(call: Call) -> EveningTable | Refusal:
    """Play the own table online: its match, opened by the first who asks."""
    slow_down(call)
    text = str(call.request.path_params["table"])
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise HttpProblem(400, "bad_request", "A table has a number.")
    try:
        found = await call.context.evenings.play(_name(call), max(1, int(text)), call.who)
    except NoSuchEvening:
        raise _none() from None
    return found if isinstance(found, Refusal) else EveningTable(found.match, found.invite)


async def luck(call: Call) -> EveningView | Refusal:
    """Take luck out of the games played online, and show the second table; for the host, after the prizes."""
    host, _ = await _who(call)
    if not host:
        return Refusal("not_host", "Only the host may do that.")
    found = await call.context.evenings.judge(_name(call))
    return found if isinstance(found, Refusal) else await _seen(call, found, host, None)


async def remove(call: Call) -> Done | Refusal:
    """Remove an evening with everything in it; for the host."""
    host, _ = await _who(call)
    if not host:
        return Refusal("not_host", "Only the host may do that.")
    await call.context.evenings.delete(_name(call))
    return Done()


_PATH = "/api/evenings/{evening}"
ENDPOINTS = (
    Endpoint("POST", "/api/evenings", new_evening, "Plan an evening.", NewHost, NewEvening, status=201),
    Endpoint("GET", _PATH, look, "An evening.", EveningView),
    Endpoint("GET", f"{_PATH}/after/{{length}}", look_after, "An evening, once it has gone on.", EveningView),
    Endpoint("POST", f"{_PATH}/ask", ask, "Ask for something.", EveningView, EveningAsked),
    Endpoint(
        "POST", f"{_PATH}/tables/{{table}}/play", play, "Play a table online.", EveningTable, who="person"
    ),
    Endpoint("POST", f"{_PATH}/luck", luck, "Show the table without luck.", EveningView),
    Endpoint("DELETE", _PATH, remove, "Remove an evening.", Done),
)
"""What hosts and players of evenings may ask for."""
