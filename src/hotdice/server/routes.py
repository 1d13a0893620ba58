"""Endpoints declared once: method, path, body, answer, who may. Routing and OpenAPI read the same list."""

import gzip
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from hotdice.game import Refusal
from hotdice.match.fair import NoEntropy
from hotdice.match.hosted import NoSuchMatch, Quarantined
from hotdice.match.store import Person, Unavailable
from hotdice.match.strict_json import refuse_twins
from hotdice.rules.said import Value
from hotdice.server.bodies import Body, Problem
from hotdice.server.context import Context
from hotdice.server.settings import BODY_BYTES

Who = Literal["anybody", "person", "admin"]
_ENCODER = msgspec.json.Encoder()


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


class Call(msgspec.Struct, frozen=True):
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


class Endpoint(msgspec.Struct, frozen=True):
    """A method and a path with all that is known about them."""

    method: str
    path: str
    handler: Handler
    says: str
    answer: Any
    body: type[Body] | None = None
    who: Who = "anybody"
    status: int = 200


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


async def read_body(request: Request, kind: type[Body]) -> Body:
    """The body of a request, checked.

    Raises:
        HttpProblem: it is too large, or not what was asked for.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_BYTES:
            raise HttpProblem(413, "too_large", "A body has at most {most} bytes.", most=BODY_BYTES)
    try:
        refuse_twins(bytes(data) or b"{}")
        return msgspec.json.decode(bytes(data) or b"{}", type=kind)
    except (ValueError, RecursionError) as error:
        raise HttpProblem(
            400, "bad_request", "That could not be read: {error}", error=str(error)[:280]
        ) from None


def bearer(request: Request) -> str:
    """The key in the Authorization header."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


async def serve(endpoint: Endpoint, context: Context, request: Request) -> Response:
    """Answer one request."""
    try:
        person = await _admit(endpoint, context, request)
        body = await read_body(request, endpoint.body) if endpoint.body else None
        call = Call(context, request, body, person, context.address(request))
        result = await endpoint.handler(call)
    except HttpProblem as problem:
        return json_answer(problem.problem, problem.status)
    except NoSuchMatch:
        return json_answer(Problem("no_such_match", "There is no such match."), 404)
    except Quarantined:
        return json_answer(Problem("quarantined", "The log of this match is damaged."), 409)
    except Unavailable:
        context.counts["unavailable"] += 1
        return json_answer(Problem("unavailable", "The database is away; try again soon."), 503)
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
