"""Endpoints declared once: method, path, body, answer, who may. Routing and OpenAPI read the same list."""

import asyncio
import gzip
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.match.fair import NoEntropy
from hotdice.match.hosted import Elsewhere, NoSuchMatch, Quarantined
from hotdice.match.store import Person, Unavailable
from hotdice.match.strict_json import refuse_twins
from hotdice.rules.said import Value
from hotdice.server.bodies import Body, Problem
from hotdice.server.context import Context
from hotdice.server.passing import PASSED
from hotdice.server.settings import BODY_BYTES

Who = Literal["anybody", "person", "admin"]
_ENCODER = msgspec.json.Encoder()
LOG = logging.getLogger("hotdice.server")
MISDIRECTED = 421
"""The status with which a process says that another one owns the match by now; no client sees it."""
FIND_SECONDS = 4.0
"""How long a request waits while a match changes its owner."""
AWAY = Problem("unavailable", "The database is away; try again soon.")


def problem_of(refusal: Refusal) -> Problem:
    """A refusal as the body of an answer.

    >>> problem_of(Refusal("closed", "No new tables now.")).text
    'No new tables now.'
    """
    gaps = refusal.says if refusal.says != refusal.sentence else ""
    return Problem(refusal.code, refusal.sentence, gaps, refusal.data if gaps else {})


class HttpProblem(Exception):  # noqa: N818 - it carries the answer
    """An answer that is not the one hoped for."""

    def __init__(self, status: int, code: str, says: str, **values: Value) -> None:
        self.status = status
        self.problem = problem_of(Refusal(code, says, values))
        super().__init__(code)


class Call(Frozen):
    """One request as a handler sees it."""

    context: Context
    request: Request
    body: Any
    person: Person | None
    address: str

    @property
    def match(self) -> str:
        """The match of the path."""
        return str(self.request.path_params["match"])

    @property
    def who(self) -> Person:
        """The person that asks; handlers for persons have one."""
        assert self.person is not None
        return self.person


Handler = Callable[[Call], Awaitable[Any]]


class Endpoint(Frozen):
    """A method and a path with all that is known about them; some are to be carried out by every process."""

    method: str
    path: str
    handler: Handler
    says: str
    answer: Any
    body: type[Body] | None = None
    who: Who = "anybody"
    status: int = 200
    everywhere: bool = False

    @property
    def at_a_match(self) -> bool:
        """Whether the process that owns the match of the path has to answer."""
        return "{match}" in self.path


def json_answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(_ENCODER.encode(value), status, media_type="application/json")


def packed_json(request: Request, value: Any) -> Response:
    """A value as JSON, packed where the client takes that; only for answers without anybody's secrets."""
    answer = json_answer(value)
    answer.headers["vary"] = "accept-encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        answer.body = gzip.compress(bytes(answer.body), 6, mtime=0)
        answer.headers["content-encoding"] = "gzip"
        answer.headers["content-length"] = str(len(answer.body))
    return answer


async def read_bytes(request: Request) -> bytes:
    """The body of a request.

    Raises:
        HttpProblem: it is too large.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_BYTES:
            raise HttpProblem(413, "too_large", "A body has at most {most} bytes.", most=BODY_BYTES)
    return bytes(data)


def parse_body(data: bytes, kind: type[Body]) -> Body:
    """A body, checked.

    Raises:
        HttpProblem: it is not what was asked for.
    """
    try:
        refuse_twins(data or b"{}")
        return msgspec.json.decode(data or b"{}", type=kind)
    except (ValueError, RecursionError) as error:
        raise HttpProblem(
            400, "bad_request", "That could not be read: {error}", error=str(error)[:280]
        ) from None


def bearer(request: Request) -> str:
    """The key in the Authorization header."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


async def serve(endpoint: Endpoint, context: Context, request: Request) -> Response:
    """Answer one request; what the owner of the server does leaves a line in the log."""
    try:
        data = await read_bytes(request) if endpoint.body or endpoint.method != "GET" else b""
    except HttpProblem as problem:
        return json_answer(problem.problem, problem.status)
    except ClientDisconnect:  # they broke off in the middle of asking: nobody is there to be answered
        return Response(status_code=400)
    answer = await _answer_where_it_belongs(endpoint, context, request, data)
    passed = PASSED in request.scope
    if endpoint.who == "admin" and endpoint.method != "GET" and answer.status_code != 401 and not passed:
        refused = "" if answer.status_code < 400 else msgspec.json.decode(answer.body)["code"]
        what = {"path": request.url.path, "address": context.address(request), "refused": refused}
        LOG.info("admin", extra=what)
    return answer


async def _answer_where_it_belongs(
    endpoint: Endpoint, context: Context, request: Request, data: bytes
) -> Response:
    """Answer here, by the process that owns the match, or by every process."""
    passing = context.passing
    if passing is None or PASSED in request.scope:
        return await _answer(endpoint, context, request, data)
    address = context.address(request)
    if endpoint.everywhere:
        answer = await _answer(endpoint, context, request, data)
        if answer.status_code >= 400:
            return answer
        try:
            return _together([answer, *await passing.everywhere(request, data, address)])
        except OSError:
            problem = Problem("unavailable", "Not every process of this server could be reached; try again.")
            return json_answer(problem, 503)
    if not endpoint.at_a_match:
        return await _answer(endpoint, context, request, data)
    return await _answer_by_owner(endpoint, context, request, data)


async def _answer_by_owner(endpoint: Endpoint, context: Context, request: Request, data: bytes) -> Response:
    """Answer here or by the process that owns the match, once it is clear which that is."""
    passing = context.passing
    assert passing is not None
    match, end = str(request.path_params["match"]), time.monotonic() + FIND_SECONDS
    while True:
        try:
            home = await passing.home(match)
            if home is None:
                answer = await _answer(endpoint, context, request, data)
            else:
                answer = await passing.ask(home, request, data, context.address(request))
            if answer.status_code != MISDIRECTED:
                return answer
        except Unavailable:
            break
        except ConnectionError as error:
            if "before it answered" in str(error) and request.method != "GET":
                break  # it may have been carried out
        except OSError:
            pass
        if time.monotonic() > end:
            break
        passing.forget(match)
        await asyncio.sleep(0.1)
    context.counts["unavailable"] += 1
    return json_answer(AWAY, 503)


def _together(answers: list[Response]) -> Response:
    """One answer for what several processes have done: their counts added up."""
    counts = [
        msgspec.json.decode(answer.body).get("count", 0) for answer in answers if answer.status_code < 400
    ]
    return json_answer({**msgspec.json.decode(answers[0].body), "count": sum(counts)})


async def _answer(endpoint: Endpoint, context: Context, request: Request, data: bytes) -> Response:
    try:
        person = await _admit(endpoint, context, request)
        body = parse_body(data, endpoint.body) if endpoint.body else None
        call = Call(context, request, body, person, context.address(request))
        result = await endpoint.handler(call)
    except HttpProblem as problem:
        return json_answer(problem.problem, problem.status)
    except Elsewhere:
        return json_answer(AWAY, MISDIRECTED)
    except NoSuchMatch:
        return json_answer(Problem("no_such_match", "There is no such match."), 404)
    except Quarantined:
        return json_answer(Problem("quarantined", "The log of this match is damaged."), 409)
    except Unavailable:
        context.counts["unavailable"] += 1
        return json_answer(AWAY, 503)
    except NoEntropy:
        context.counts["no_entropy"] += 1
        return json_answer(Problem("no_entropy", "There are no fair dice now; try again later."), 503)
    if isinstance(result, Refusal):
        return json_answer(problem_of(result), 409)
    if isinstance(result, Response):
        return result
    return json_answer(result, endpoint.status)


async def _admit(endpoint: Endpoint, context: Context, request: Request) -> Person | None:
    """Who asks, where that matters."""
    if endpoint.who == "anybody":
        return None
    key = bearer(request)
    if endpoint.who == "admin":
        if not await context.is_admin(key):
            raise HttpProblem(401, "not_admin", "That takes the key of this server's owner.")
        return None
    person = await context.guests.by_key(key)
    if person is None:
        raise HttpProblem(401, "unknown_device", "This device is not known here; give a name first.")
    if person.banned:
        raise HttpProblem(403, "banned", "You may not play on this server.")
    return person
