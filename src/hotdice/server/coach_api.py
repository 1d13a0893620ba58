"""The HTTP part of the coach: advice, review and exercises, each from a process beside the games."""

import asyncio
from typing import Annotated

import msgspec
from starlette.responses import Response

from hotdice.coach.asking import Ask, AskAdvice, AskCard, AskCompare, AskExercise, AskReview, AskWhatIf, Pick
from hotdice.coach.compare_forms import Compared
from hotdice.coach.forms import Advice, Exercise, Moment, Review, Unit
from hotdice.coach.strategy_forms import StrategyCard
from hotdice.frozen import Frozen
from hotdice.game import PositionError, Refusal, State, UseAdvice, parse_position, print_position
from hotdice.match.authority import Match
from hotdice.match.deciding import Around, decide
from hotdice.match.games.boards import Boards
from hotdice.match.hosted import NoSuchMatch, Quarantined
from hotdice.match.store import Unavailable
from hotdice.match.table import Table
from hotdice.match.table_commands import Play, RulesText
from hotdice.server.bodies import Body
from hotdice.server.coaching import CoachFault
from hotdice.server.routes import Call, Endpoint, HttpProblem, bearer

SOLVE_SECONDS = 120.0
"""House rules of strangers are solved in the background only where that takes no longer."""
_NO_ADVICE = "This table plays without advice."


class AdviceWish(Body):
    """A position, as one line of text; `unit` is win or points, the usual one of the sheet unless said."""

    position: Annotated[str, msgspec.Meta(min_length=1, max_length=8000)]
    unit: Unit | None = None


class WhatIfWish(Body):
    """A position, then a choice (named as an option of the advice names it) or dice, such as `114556`.

    Dice fall where dice are in the air or are to be rolled; where a roll lies there they take its place.
    """

    position: Annotated[str, msgspec.Meta(min_length=1, max_length=8000)]
    choice: Pick | None = None
    dice: Annotated[str, msgspec.Meta(max_length=20)] = ""
    unit: Unit | None = None


class ReviewWish(Body):
    """A record, as its text."""

    record: Annotated[str, msgspec.Meta(min_length=1, max_length=15000)]
    unit: Unit | None = None


class ExerciseWish(Body):
    """A sheet and a seed; the same seed gives the same exercise. `theme` asks for one of a kind.

    `position` asks for the exercise of that moment instead, such as one from a game of one's own.
    """

    rules: RulesText = "classic"
    seed: Annotated[str, msgspec.Meta(max_length=80)] = "1"
    theme: Annotated[str, msgspec.Meta(max_length=40)] = ""
    position: Annotated[str, msgspec.Meta(max_length=8000)] = ""


class CardWish(Body):
    """A sheet, by name or as the data of house rules."""

    rules: RulesText


class CompareWish(Body):
    """Two sheets, by name or as the data of house rules: as it was, and with other rules."""

    before: RulesText
    after: RulesText


async def _ask(call: Call, question: Ask) -> Response:
    return Response(await _answer(call, question), media_type="application/json")


async def _answer(call: Call, question: Ask) -> bytes:
    try:
        pool = call.context.comparing if isinstance(question, AskCompare) else call.context.coach
        found = await pool.ask(question)
    except CoachFault as error:
        fault = error.fault
        raise HttpProblem(fault.status, fault.code, fault.says, **fault.values) from None
    if isinstance(question, AskAdvice | AskWhatIf) and _THIS_TURN in found:
        await asyncio.to_thread(_solve_beside, call, question.position)
    return found


_THIS_TURN = b'"kind":"turn"'


def _solve_beside(call: Call, position: str) -> None:
    """House rules that were answered for the turn alone are solved meanwhile, if that is quick.

    An address may ask for a few of them only: the queue is for everybody.
    """
    state, context = parse_position(position), call.context
    rules, players = state.rules, len(state.active)
    if context.solving.wants(rules, players, seconds=SOLVE_SECONDS) and context.may(
        context.solves, call.address
    ):
        context.solving.start(rules, players, seconds=SOLVE_SECONDS)


def _slow_down(call: Call) -> None:
    if not call.context.may(call.context.coached, call.address):
        raise HttpProblem(429, "too_many", "Too many questions from your address; wait a minute.")


async def advice(call: Call) -> Response:
    """Advice on any position, except the one that the asker is playing at a table without advice."""
    _slow_down(call)
    await _refuse_live(call, call.body.position)
    return await _ask(call, AskAdvice(call.body.position, call.body.unit))


async def what_if(call: Call) -> Response:
    """A moment, or the one that a choice or dice lead to; refused as advice is, before and after them."""
    _slow_down(call)
    wish = call.body
    await _refuse_live(call, wish.position)
    found = await _answer(call, AskWhatIf(wish.position, wish.choice, wish.dice, wish.unit))
    # Somebody could ask from a moment before: what the answer is about counts too.
    led_to = msgspec.json.decode(found, type=_LedTo).position
    if led_to and led_to != wish.position:
        await _refuse_live(call, led_to)
    return Response(found, media_type="application/json")


class _LedTo(Frozen):
    position: str


async def _refuse_live(call: Call, position: str) -> None:
    """Somebody who sits at a table without advice gets none on the game that is being played there."""
    key = bearer(call.request)
    person = await call.context.guests.by_key(key) if key else None
    if person is None:
        return
    try:
        asked = await asyncio.to_thread(parse_position, position)
    except PositionError:
        return  # the coach says what is wrong with it
    for summary, seat in await call.context.lobby.games_of(person):
        if summary.status != "playing":
            continue
        try:
            hosted = await call.context.host.look(summary.match)
        except (NoSuchMatch, Quarantined, Unavailable):
            continue
        table = hosted.table
        if table is None or _advised(table, seat):
            continue
        live = live_state(table, seat)
        if live is not None and _same_game(live, asked):
            raise HttpProblem(403, "advice_off", _NO_ADVICE)


def _advised(table: Table, seat: int) -> bool:
    """Whether a seat may ask: the table plays with advice, or the host of a party gave it hints."""
    return table.opened.options.advice or table.chairs[seat].hints


def live_state(table: Table, seat: int) -> State | None:
    """The game of Farkle that a seat is playing: the table's, or in a duplicate match the own board.

    Not the boards of others: a refusal would tell who guesses their totals that the guess was right.
    """
    game = table.game
    if isinstance(game, Boards):
        return game.boards[seat].state
    return game.state if isinstance(game, Match) else None


def _same_game(live: State, asked: State) -> bool:
    """Whether a position is of the turn that is being played: same rules, same scores, in any order."""
    return live.rules.hash == asked.rules.hash and sorted(live.totals) == sorted(asked.totals)


async def exercise(call: Call) -> Response:
    """A position where people go wrong, with what many would do and what is right."""
    _slow_down(call)
    wish = call.body
    if wish.position:
        await _refuse_live(call, wish.position)
    return await _ask(call, AskExercise(wish.rules, wish.seed, wish.theme, wish.position))


async def card(call: Call) -> Response:
    """The strategy card of a sheet: when to stop, which dice to spare, what that is worth."""
    _slow_down(call)
    return await _ask(call, AskCard(call.body.rules))


async def compare(call: Call) -> Response:
    """What other rules change in a game of two: five sentences, and the figures of both."""
    _slow_down(call)
    if not call.context.may(call.context.compared, call.address):
        raise HttpProblem(429, "too_many", "Too many comparisons from your address; wait an hour.")
    return await _ask(call, AskCompare(call.body.before, call.body.after))


async def review_record(call: Call) -> Response:
    """The coach's report on a record."""
    _slow_down(call)
    return await _ask(call, AskReview(call.body.record, call.body.unit))


async def live_advice(call: Call) -> Response | Refusal:
    """Advice on the moment of a table, for the seat that is to decide; the record says that it was asked."""
    _slow_down(call)
    hosted = await call.context.host.hosted(call.match)
    table = hosted.table
    assert table is not None
    seat = table.seat_of_person(call.who.id)
    if seat is None:
        raise HttpProblem(403, "not_seated", "Advice is for those who play.")
    if not _advised(table, seat):
        raise HttpProblem(403, "advice_off", _NO_ADVICE)
    state = _live_state(table)
    if state.mover != seat:
        return Refusal("not_your_turn", "Advice comes when it is your turn.")
    try:
        position = print_position(state)
    except PositionError:
        return Refusal("nothing_to_say", "There is nothing to decide at this moment.")
    # It goes into the record first, so that nobody looks without a trace.
    command = msgspec.Raw(msgspec.json.encode(UseAdvice(seat)))
    around = Around(hosted.match, hosted.secret)
    noted = await call.context.host.change(hosted, lambda now: decide(now, seat, Play(command), around))
    if isinstance(noted, Refusal):
        return noted
    return await _ask(call, AskAdvice(position))


def _live_state(table: Table) -> State:
    if table.phase != "playing" or not isinstance(table.game, Match):
        raise HttpProblem(409, "nothing_to_say", "The coach has nothing to say to this table now.")
    return table.game.state


async def match_review(call: Call) -> Response | Refusal:
    """The coach's report on a game of this server, once it is over (or where the table plays with advice)."""
    _slow_down(call)
    hosted = await call.context.host.hosted(call.match)
    table = hosted.table
    assert table is not None
    if table.phase != "over" and not table.opened.options.advice:
        return Refusal("not_over", "The review comes when the game is over.")
    text = await call.context.lobby.record(call.match)
    if isinstance(text, Refusal):
        return text
    unit = call.request.query_params.get("unit")
    if unit not in (None, "win", "points"):
        raise HttpProblem(400, "bad_request", "unit is win or points.")
    return await _ask(call, AskReview(text, unit))  # type: ignore[arg-type]


COACH_ENDPOINTS = (
    Endpoint("POST", "/api/coach/advice", advice, "Advice on a position.", Advice, AdviceWish),
    Endpoint("POST", "/api/coach/review", review_record, "Review of a record.", Review, ReviewWish),
    Endpoint("POST", "/api/coach/what-if", what_if, "A choice or dice tried out.", Moment, WhatIfWish),
    Endpoint("POST", "/api/coach/exercise", exercise, "An exercise.", Exercise, ExerciseWish),
    Endpoint("POST", "/api/coach/card", card, "The strategy card of a sheet.", StrategyCard, CardWish),
    Endpoint("POST", "/api/coach/compare", compare, "What other rules change.", Compared, CompareWish),
    Endpoint(
        "POST", "/api/matches/{match}/advice", live_advice, "Advice at the table.", Advice, who="person"
    ),
    Endpoint("GET", "/api/matches/{match}/review", match_review, "Review of a game.", Review),
)
"""What may be asked of the coach over HTTP."""
