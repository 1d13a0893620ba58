"""The application: routes, start and stop."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from hotdice.match.store import StoreError
from hotdice.server import boards_api, daily_api, evenings_api, ladder_api, mail_api, party_api
from hotdice.server.admin_api import admin_endpoints
from hotdice.server.api import ENDPOINTS
from hotdice.server.bodies import Problem
from hotdice.server.coach_api import COACH_ENDPOINTS
from hotdice.server.context import Context
from hotdice.server.games_api import ENDPOINTS as GAMES_ENDPOINTS
from hotdice.server.headers import Shell
from hotdice.server.metrics import metrics
from hotdice.server.openapi import openapi
from hotdice.server.page import Page
from hotdice.server.protocol import schema
from hotdice.server.routes import Endpoint, json_answer, serve
from hotdice.server.settings import Settings
from hotdice.server.sockets import Sockets

LOG = logging.getLogger("hotdice.server")


class Server:
    """One server: its context, its sockets and the application that a web server runs."""

    def __init__(self, settings: Settings) -> None:
        self.context = Context(settings)
        self.sockets = Sockets(self.context)
        self.endpoints = (
            *ENDPOINTS,
            *GAMES_ENDPOINTS,
            *boards_api.ENDPOINTS,
            *daily_api.ENDPOINTS,
            *ladder_api.ENDPOINTS,
            *party_api.ENDPOINTS,
            *evenings_api.ENDPOINTS,
            *mail_api.ENDPOINTS,
            *COACH_ENDPOINTS,
            *admin_endpoints(self.sockets),
        )
        self.app: ASGIApp = Shell(self._application(), self.context.gate)

    def _application(self) -> Starlette:
        page = Page()
        plain = {
            "/health": self._health,
            "/ready": self._ready,
            "/metrics": self._metrics,
            "/openapi.json": self._openapi,
            "/protocol.json": self._protocol,
        }
        routes: list[Route | WebSocketRoute] = [Route(path, handler) for path, handler in plain.items()]
        routes += [Route(path, page.answer) for path in page.paths]
        routes += [
            Route(path, self._handler(group), methods=list(group))
            for path, group in _by_path(self.endpoints).items()
        ]
        routes.append(WebSocketRoute("/ws", self.sockets.endpoint))
        return Starlette(
            routes=routes,
            lifespan=self._life,
            exception_handlers={HTTPException: _not_found(page, self.context)},
        )

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        try:
            await self.context.start(self.sockets.passed, app)
        except StoreError as error:
            LOG.error("cannot start", extra={"reason": str(error)})
            raise
        try:
            yield
        finally:
            await self.context.stop()

    def _handler(self, endpoints: Mapping[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
        async def handle(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            return await serve(endpoints[method], self.context, request)

        return handle

    async def _health(self, request: Request) -> Response:
        """Whether the process lives: it answers, whatever the database does."""
        return PlainTextResponse("well\n")

    async def _ready(self, request: Request) -> Response:
        """Whether it is of use: the database has just kept something and given it back."""
        if self.context.closing or not await self.context.ready():
            return PlainTextResponse("the database is away\n", 503)
        return PlainTextResponse("ready\n")

    async def _metrics(self, request: Request) -> Response:
        return PlainTextResponse(metrics(self.context, len(self.sockets.open)))

    async def _openapi(self, request: Request) -> Response:
        return json_answer(openapi(self.endpoints))

    async def _protocol(self, request: Request) -> Response:
        return json_answer(schema())


def _by_path(endpoints: Iterable[Endpoint]) -> dict[str, dict[str, Endpoint]]:
    """The endpoints of each path by their methods, so that a wrong method is told all the right ones."""
    found: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        found.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return found


def _not_found(page: Page, context: Context) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What starlette refuses by itself: paths and methods that are not there.

    A browser that looks for a page gets the page, which says in words that nothing is here; one that comes
    with the word of a party is led to its table.
    """

    async def answer_for(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        looked = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and looked and (way := await party_api.way_in(context, request)):
            return way
        if error.status_code == 404 and looked and not path.startswith(("/api/", "/assets/")):
            return page.missing(request)
        code = {404: "not_found", 405: "no_such_method"}.get(error.status_code, "refused")
        answer = json_answer(Problem(code, str(error.detail)), error.status_code)
        for name, value in (error.headers or {}).items():
            answer.headers[name] = value
        return answer

    return answer_for
