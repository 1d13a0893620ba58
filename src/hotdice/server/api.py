"""The HTTP part for players: who I am, my games, tables, seats, records."""

import asyncio
from functools import cache

import msgspec
from starlette.responses import PlainTextResponse, Response

from hotdice.frozen import alike
from hotdice.game import Refusal
from hotdice.match import Match
from hotdice.match.guests import Arrived
from hotdice.match.hosted import Elsewhere, Hosted
from hotdice.match.kinds import KINDS
from hotdice.match.lobby import Seated, Wish
from hotdice.match.people import same
from hotdice.match.store import Summary
from hotdice.match.table_views import names
from hotdice.match.wire import TableView
from hotdice.rules import RulesError, load, resolve, shipped
from hotdice.rules.compiled import compiled
from hotdice.server import bodies as b
from hotdice.server.passing import PASSED
from hotdice.server.routes import Call, Endpoint, HttpProblem, packed_json

MOST_GAMES = 50
FINISHED_TOLD = 5
"""Games in somebody's list, the latest first, and finished ones that are told with names and totals."""


async def new_person(call: Call) -> b.Me:
    """Arrive: a name makes a person, and this device gets a key."""
    context = call.context
    if not context.may(context.joins, call.address):
        raise HttpProblem(429, "too_many", "Too many newcomers from your address; wait a minute.")
    wanted = await context.setting("passcode")
    if wanted and not same(call.body.passcode, bytes.fromhex(wanted)):
        raise HttpProblem(403, "passcode", "This server has a passcode; ask its owner.")
    return _me(
        await context.guests.arrive(call.body.name),
        HttpProblem(400, "bad_name", "That name has nothing to show."),
    )


def _me(arrived: Arrived | None, otherwise: HttpProblem) -> b.Me:
    if arrived is None:
        raise otherwise
    return b.Me(arrived.person.id, arrived.person.name, arrived.key, arrived.phrase)


async def me(call: Call) -> b.Me:
    """Who this device belongs to."""
    return b.Me(call.who.id, call.who.name)


async def rename(call: Call) -> b.Me:
    """Another name for games to come."""
    name = await call.context.guests.rename(call.who, call.body.name)
    if not name:
        raise HttpProblem(400, "bad_name", "That name has nothing to show.")
    return b.Me(call.who.id, name)


async def new_code(call: Call) -> b.Text:
    """A code that brings another device in."""
    return b.Text(await call.context.guests.code(call.who))


async def redeem(call: Call) -> b.Me:
    """Use the code that another device shows."""
    slow_down(call)
    arrived = await call.context.guests.redeem(call.body.code)
    return _me(arrived, HttpProblem(403, "bad_code", "That code is not valid."))


async def recover(call: Call) -> b.Me:
    """Come back with the recovery phrase; other devices are shut out, and so are the seats they sit on."""
    context, unknown = call.context, HttpProblem(403, "bad_phrase", "That phrase is not known here.")
    if PASSED in call.request.scope:  # another process has done it; here are only the seats
        who = await context.guests.by_phrase(call.body.phrase)
        if who is None:
            raise unknown
        await context.lobby.shut_out(who.id)
        return b.Me(who.id, who.name)
    slow_down(call)
    me = _me(await context.guests.recover(call.body.phrase), unknown)
    await context.lobby.shut_out(me.id)
    return me


def slow_down(call: Call) -> None:
    """Refuse who tries too often from one address."""
    if not call.context.may(call.context.joins, call.address):
        raise HttpProblem(429, "too_many", "Too many tries from your address; wait a minute.")


async def my_games(call: Call) -> b.Games:
    """The games in which this person has a seat; those that wait for them say so."""
    found = await call.context.lobby.games_of(call.who)
    lines, over = [], 0
    for summary, seat in found[:MOST_GAMES]:
        over += summary.status == "over"
        known = summary.status != "over" or over <= FINISHED_TOLD
        lines.append(await _told(call, summary, seat) if known else _line(summary, seat))
    return b.Games(tuple(lines))


async def _looked(call: Call, summary: Summary) -> Hosted | None:
    """A match of a list as it stands, if it can be read."""
    try:
        return await call.context.host.look(summary.match)
    except (LookupError, RuntimeError):
        return None


async def _told(call: Call, summary: Summary, seat: int) -> b.GameLine:
    """A game in the list of somebody who plays in it: with whom, and how it stands."""
    line = _line(summary, seat)
    hosted = await _looked(call, summary)
    if hosted is None or (table := hosted.table) is None:
        return line
    # Only an open game has totals that everybody may know at any time; duplicate ones hide a round.
    totals = table.game.state.totals if isinstance(table.game, Match) else ()
    return msgspec.structs.replace(
        line,
        seats=len(table.chairs),
        your_turn=seat in table.asked,
        names=names(table, hosted.texts),
        totals=totals,
        winners=table.game.state.winners if isinstance(table.game, Match) else (),
        faces=tuple(chair.bot or chair.face for chair in table.chairs),
    )


def _line(summary: Summary, seat: int | None = None) -> b.GameLine:
    words = msgspec.json.decode(summary.summary)
    title = KINDS[words["kind"]].title(words["rules"])
    return b.GameLine(
        summary.match, summary.status, words["rules"], words["seats"], summary.updated, seat, title=title
    )


async def open_tables(call: Call) -> b.Games:
    """Tables with empty seats that everybody may find."""
    return b.Games(tuple([await _offered(call, summary) for summary in await call.context.lobby.listed()]))


async def _offered(call: Call, summary: Summary) -> b.GameLine:
    """A table that everybody may find: with whose it is and how many seats are taken."""
    line = _line(summary)
    hosted = await _looked(call, summary)
    if hosted is None or (table := hosted.table) is None:
        return line
    faces = tuple("" if chair.empty else chair.bot or chair.face or "guest" for chair in table.chairs)
    return msgspec.structs.replace(line, owner=names(table, hosted.texts)[table.owner], faces=faces)


async def may_open(call: Call) -> None:
    """Whether another table may be set up, by the limit of the address and the owner of the server."""
    context = call.context
    if not context.may(context.tables_made, call.address):
        raise HttpProblem(429, "too_many", "Too many new tables from your address; wait a minute.")
    if await context.setting("closed") == "yes":
        raise HttpProblem(403, "closed", "The owner of this server takes no new tables now.")


async def new_table(call: Call) -> b.SeatedBody | Refusal:
    """Set up a table; the answer has the token of the first seat and the secret of the invitation."""
    context = call.context
    await may_open(call)
    return seated_body(await context.lobby.open(call.who, alike(Wish, call.body)))


def seated_body(result: Seated | Refusal) -> b.SeatedBody | Refusal:
    """A seat as it is answered, or why there is none."""
    if isinstance(result, Refusal):
        return result
    return b.SeatedBody(result.match, result.seat, result.token, result.invite)


async def table(call: Call) -> TableView:
    """A table as somebody sees it who watches: sheet, house rules, clock, who sits there."""
    await call.context.host.sure()
    hosted = await call.context.host.hosted(call.match)
    return call.context.host.view(hosted, "")


async def take_seat(call: Call) -> b.SeatedBody | Refusal:
    """Sit down, or come back to the own seat: the answer has a new token for it."""
    slow_down(call)
    result = await call.context.lobby.join(call.match, call.who, invite=call.body.invite, seat=call.body.seat)
    return seated_body(result)


async def new_invitation(call: Call) -> b.Text | Refusal:
    """A new invitation in place of the old one, for the owner of the table."""
    result = await call.context.lobby.invite(call.match, call.who)
    return result if isinstance(result, Refusal) else b.Text(result)


async def rematch(call: Call) -> b.SeatedBody | Refusal | Response:
    """The same people again, at a new table; that counts as one, unless somebody has set it up already."""
    hosted = await call.context.host.hosted(call.match)
    if hosted.table is None or not hosted.table.rematch:
        await may_open(call)
    try:
        return seated_body(await call.context.lobby.rematch(call.match, call.who))
    except Elsewhere as moved:  # somebody was faster, and their new table is another process's
        passing, new = call.context.passing, moved.match
        home = await passing.home(new) if passing is not None and new != call.match else None
        if passing is None or home is None:
            raise
        return await passing.ask(home, call.request, b"{}", call.address, f"/api/matches/{new}/seat")


async def record(call: Call) -> Response | Refusal:
    """The game as a record that `hotdice verify` and `hotdice replay` read."""
    text = await call.context.lobby.record(call.match)
    return text if isinstance(text, Refusal) else PlainTextResponse(text)


async def sheets(call: Call) -> Response:
    """The rule sheets and the bots; packed, for it is part of the page's first load."""
    return packed_json(call.request, await asyncio.to_thread(_sheets))


@cache
def _sheets() -> b.Sheets:
    return b.Sheets(tuple(compiled(load(name)) for name in shipped()), KINDS["farkle"].bots)


async def rules(call: Call) -> Response:
    """What a sheet or house rules come to, or what is wrong with them."""
    context = call.context
    if not context.may(context.rules_asked, call.address):
        raise HttpProblem(429, "too_many", "Too many questions about rules from your address; wait a minute.")
    return packed_json(call.request, await asyncio.to_thread(_look_at, call.body.rules))


def _look_at(text: str) -> b.RulesLook:
    try:
        return b.RulesLook(compiled(resolve(text)))
    except RulesError as error:
        return b.RulesLook(None, tuple(error.faults))


ENDPOINTS = (
    Endpoint("POST", "/api/people", new_person, "Arrive with a name.", b.Me, b.NewPerson, status=201),
    Endpoint("GET", "/api/me", me, "Whose device this is.", b.Me, who="person"),
    Endpoint("POST", "/api/me/name", rename, "Change the name.", b.Me, b.NewName, "person"),
    Endpoint("POST", "/api/me/code", new_code, "A code for another device.", b.Text, who="person"),
    Endpoint("GET", "/api/me/games", my_games, "My games.", b.Games, who="person"),
    Endpoint("POST", "/api/codes", redeem, "Use the code of another device.", b.Me, b.Code),
    Endpoint(
        "POST",
        "/api/recover",
        recover,
        "Come back with the recovery phrase.",
        b.Me,
        b.Phrase,
        everywhere=True,
    ),
    Endpoint("GET", "/api/sheets", sheets, "Rule sheets and bots.", b.Sheets),
    Endpoint("POST", "/api/rules", rules, "What rules come to.", b.RulesLook, b.Rules),
    Endpoint("GET", "/api/matches", open_tables, "Tables that everybody may find.", b.Games),
    Endpoint(
        "POST", "/api/matches", new_table, "Set up a table.", b.SeatedBody, b.NewTable, "person", status=201
    ),
    Endpoint("GET", "/api/matches/{match}", table, "A table.", TableView),
    Endpoint("POST", "/api/matches/{match}/seat", take_seat, "Sit down.", b.SeatedBody, b.Sit, "person"),
    Endpoint(
        "POST", "/api/matches/{match}/invite", new_invitation, "A new invitation.", b.Text, who="person"
    ),
    Endpoint("POST", "/api/matches/{match}/rematch", rematch, "Play again.", b.SeatedBody, who="person"),
    Endpoint("GET", "/api/matches/{match}/record", record, "The record of the game.", str),
)
"""What players may ask for over HTTP."""
