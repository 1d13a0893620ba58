"""The HTTP part of the ladder, of a game's rating, and of being forgotten."""

import asyncio

from hotdice.club.ladder import Standing
from hotdice.frozen import Frozen
from hotdice.match.hosted import Elsewhere
from hotdice.match.people import new_id
from hotdice.server.bodies import Body, Done
from hotdice.server.daily_api import asker
from hotdice.server.passing import PASSED
from hotdice.server.routes import Call, Endpoint, HttpProblem


class LadderView(Frozen):
    """The ladder of this server; nothing while it is off."""

    on: bool
    standings: tuple[Standing, ...] = ()


class SeatRating(Frozen):
    """What one seat gave away in a rated game, in chances to win, and the result without luck."""

    given_away: float
    without_luck: float
    decisions: int


class Rating(Frozen):
    """Whether a game is rated: `why` says why not, `seats` what each gave away. Neither while it waits."""

    on: bool
    rated: bool = False
    why: str = ""
    seats: tuple[SeatRating, ...] = ()


class Switch(Body):
    """On or off."""

    on: bool


async def ladder(call: Call) -> LadderView:
    """Who plays how well, luck taken out; those whose number is not sure yet see their own line only."""
    found = call.context.ladder
    if not await found.is_on():
        return LadderView(on=False)
    person = await asker(call)
    return LadderView(on=True, standings=tuple(await found.standings(person.id if person else "")))


async def rating(call: Call) -> Rating:
    """Whether a finished game counts for the ladder, and what its seats gave away."""
    context = call.context
    await context.host.look(call.match)  # whoever asks for a match that is not there is told so
    if not await context.ladder.is_on():
        return Rating(on=False)
    found = await asyncio.to_thread(context.store.club.accounts, call.match)
    if not found:
        return Rating(on=True)
    if found[0].why:
        return Rating(on=True, why=found[0].why)
    return Rating(
        on=True,
        rated=True,
        seats=tuple(SeatRating(one.gave, one.adjusted, one.decisions) for one in found),
    )


async def switch(call: Call) -> Done:
    """Switch the ladder on or off; games that are over are judged from now on."""
    await call.context.ladder.switch(on=call.body.on)
    if call.body.on:
        call.context.rate_soon()
    return Done()


async def erase_me(call: Call) -> Done:
    """Forget who somebody was: name, keys and the names at tables go; what was counted stays without them.

    Every process first erases the names at the tables that it holds in memory, by the key that is still good;
    the key goes last, so that whoever could not be forgotten everywhere can try again.
    """
    context, person = call.context, call.who
    passed = PASSED in call.request.scope
    if context.passing is not None and not passed:
        try:
            await context.passing.everywhere(call.request, b"", call.address)
        except OSError:
            raise HttpProblem(
                503, "unavailable", "Not every process of this server could be reached; try again."
            ) from None
    count = 0
    for line, seat in await asyncio.to_thread(context.store.matches_of, person.id, 10_000):
        try:
            erased = await context.lobby.erase(line.match, seat)
            count += isinstance(erased, int)
        except Elsewhere:
            if not passed:  # its owner has done so; should it be another by now, the texts are gone for good
                count += bool(await context.lobby.erase_elsewhere(line.match, seat))
        except (LookupError, RuntimeError):
            continue  # its log is damaged; nothing of it is shown any more
    await context.lobby.shut_out(person.id)
    if not passed:
        await asyncio.wrap_future(context.store.club.forget(person.id, new_id()))
    return Done(count)


ENDPOINTS = (
    Endpoint("GET", "/api/ladder", ladder, "The ladder.", LadderView),
    Endpoint("GET", "/api/matches/{match}/rating", rating, "Whether a game is rated.", Rating),
    Endpoint("POST", "/api/admin/ladder", switch, "Switch the ladder.", Done, Switch, "admin"),
    Endpoint("POST", "/api/me/erase", erase_me, "Be forgotten.", Done, who="person"),
)
"""What may be asked about skill."""
