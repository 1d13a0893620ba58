"""The HTTP part of the daily game: the sealed day, the own game, the lists, everybody's forks."""

import asyncio
from datetime import date
from typing import Annotated

import msgspec

from hotdice.club.daily import fox_game, rules_of_the_day
from hotdice.club.days import closes, number_of, parse_day, seal_of, today
from hotdice.club.sealed import events_of, fox_events, own_forks
from hotdice.game import Refusal
from hotdice.match.days import (
    DayForks,
    DayLists,
    DayNow,
    DayRow,
    EarlierSeal,
    OwnDay,
    Sealed,
    forks_of,
    rows_of,
)
from hotdice.match.store import Person
from hotdice.match.store.club import DayGame, Order
from hotdice.server.bodies import Body
from hotdice.server.routes import Call, Endpoint, HttpProblem, bearer

MOST_ROWS = 50


class DayMove(Body):
    """A move in the own game: `after` is how many of its events are known here."""

    after: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    command: msgspec.Raw


def _day(call: Call) -> date:
    try:
        day = parse_day(str(call.request.path_params["day"]))
    except ValueError as error:
        raise HttpProblem(400, "bad_day", "{error}", error=str(error)) from None
    if day > today(call.context.days.now()):
        raise HttpProblem(404, "not_yet", "That day has not begun.")
    return day


async def asker(call: Call) -> Person | None:
    """Who asks, where they have a key; the lists are for everybody."""
    key = bearer(call.request)
    return await call.context.guests.by_key(key) if key else None


async def now(call: Call) -> DayNow:
    """The day that is played now; with a key, how the own game stands."""
    days, club = call.context.days, call.context.store.club
    first, following = days.days()
    person = await asker(call)
    game = await days.game(first, person.id) if person else None
    last = days.last_closed()
    return DayNow(
        today=await _sealed(call, first),
        next=await _sealed(call, following),
        last=await _sealed(call, last),
        closes=int(closes(first).timestamp() * 1000),
        people=await asyncio.to_thread(club.people, first.isoformat()),
        rules=rules_of_the_day().name,
        played=await asyncio.to_thread(club.days_of, person.id) if person else 0,
        begun=game is not None,
        over=game is not None and game.ended,
    )


async def day(call: Call) -> Sealed:
    """A day: its seal, and its seed once it is over, so that it can be played for practice."""
    return await _sealed(call, _day(call))


async def _sealed(call: Call, day: date) -> Sealed:
    days = call.context.days
    seed = await days.revealed(day)
    earlier = tuple(EarlierSeal(seal_of(one), one if seed else "") for one in days.seeds(day)[:-1])
    return Sealed(day.isoformat(), number_of(day), days.seal(day), seed, earlier)


async def begin(call: Call) -> OwnDay | Refusal:
    """Begin the own game of a day, or go on with it from any device."""
    _slow_down(call)
    asked = _day(call)
    game = await call.context.days.begin(asked, call.who.id)
    if isinstance(game, Refusal):
        return game
    return await _told(call, asked, await call.context.days.count(game), 0)


async def move(call: Call) -> OwnDay | Refusal:
    """A move; the answer has the events that are new. Where the game has gone on elsewhere: `stale`."""
    asked, wish = _day(call), call.body
    try:
        game = await call.context.days.move(asked, call.who.id, wish.after, wish.command)
    except msgspec.DecodeError as error:
        raise HttpProblem(
            400, "bad_command", "That is no command of this game: {error}", error=str(error)[:280]
        ) from None
    return game if isinstance(game, Refusal) else await _told(call, asked, game, wish.after)


async def _told(call: Call, asked: date, game: DayGame, after: int) -> OwnDay:
    days = call.context.days
    events = await asyncio.to_thread(events_of, game.record, after)
    seed = await asyncio.to_thread(days.seed_of, game)
    told = OwnDay(
        day=game.day,
        number=number_of(asked),
        seal=seal_of(seed),
        over=game.ended,
        length=game.length,
        events=events,
        counted=game.points is not None,
        refused=game.refused,
    )
    if not game.ended:
        return told
    fox = await asyncio.to_thread(fox_events, seed)
    return msgspec.structs.replace(
        told,
        points=game.points or 0,
        given_away=game.gave or 0,
        fox=fox,
        fox_points=(await asyncio.to_thread(fox_game, seed)).state().totals[0],
        seed=seed if await days.revealed(asked) else "",
    )


def _slow_down(call: Call) -> None:
    if not call.context.may(call.context.joins, call.address):
        raise HttpProblem(429, "too_many", "Too many tries from your address; wait a minute.")


async def lists(call: Call) -> DayLists:
    """Most points, and gave away least."""
    asked, person = _day(call), await asker(call)
    return await asyncio.to_thread(_lists, call, asked, person.id if person else "")


def _lists(call: Call, asked: date, person: str) -> DayLists:
    club, name = call.context.store.club, asked.isoformat()
    friends = set(club.met(person)) if person else set()

    def one(order: Order) -> tuple[DayRow, ...]:
        own = club.placed(name, order, {person, *friends} - {""})
        return rows_of(club.best(name, order, MOST_ROWS), own, you=person)

    return DayLists(name, number_of(asked), club.people(name), one("points"), one("gave"))


async def forks(call: Call) -> DayForks | Refusal:
    """Everybody's decisions at the positions of the own game, when the day is over for all."""
    asked, days = _day(call), call.context.days
    if not await days.revealed(asked):
        return Refusal("not_over", "What the others did is told when the day is over.")
    game = await days.game(asked, call.who.id)
    if game is None or not game.ended:
        return Refusal("not_played", "You have not played that day.")
    return await asyncio.to_thread(_forks, call, game)


def _forks(call: Call, game: DayGame) -> DayForks:
    mine = own_forks(game.record)
    club = call.context.store.club
    done = {position: club.fork(game.day, position) for position, _ in mine}
    return DayForks(game.day, tuple(forks_of(done, mine)))


ENDPOINTS = (
    Endpoint("GET", "/api/daily", now, "The day that is played now.", DayNow),
    Endpoint("GET", "/api/daily/{day}", day, "A day.", Sealed),
    Endpoint("POST", "/api/daily/{day}", begin, "Begin, or go on.", OwnDay, who="person"),
    Endpoint("POST", "/api/daily/{day}/move", move, "A move.", OwnDay, DayMove, "person"),
    Endpoint("GET", "/api/daily/{day}/lists", lists, "The lists of a day.", DayLists),
    Endpoint("GET", "/api/daily/{day}/forks", forks, "What everybody did.", DayForks, who="person"),
)
"""What may be asked about days."""
